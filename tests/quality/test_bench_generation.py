"""The benchmarks of generation and of its cases: every strategy is there, for both libraries."""

import json
import re
from random import Random

import pytest

from bench import distribution
from bench.distribution import Effort, format_figures, look_at, search, try_filter
from bench.findings import Findings, findings_as_json, format_findings
from bench.generation import QUICK
from bench.libraries import Library, load_hypothesis, load_shortlex
from bench.measure import collect, measure_row
from bench.row import Row
from bench.rows import ROWS
from bench.shapes import summarise
from bench.subjects import COUPLINGS, FILTERS, SUBJECTS, Coupling, Filter, Subject
from shortlex import provisional
from shortlex import strategies as st

pytest.importorskip("hypothesis")

# Hypothesis looks at the shared random generator, which threads of earlier tests may still use.
pytestmark = pytest.mark.filterwarnings("ignore:Do not use the .random. module inside strategies")

NO_VALUES = {
    "DataObject",
    "DrawFn",
    "SearchStrategy",
    "nothing",
    "random_module",
    "register_type_strategy",
    "runner",
}
"""Exported, but there is nothing to make: add what draws no values of its own."""

NAMED_OTHERWISE = {"composite": "ascending_pair"}
"""In a repr a strategy has the name of the function that was decorated."""

STRATEGIES = sorted({*st.__all__, *provisional.__all__} - NO_VALUES)


@pytest.fixture(scope="module", params=[load_shortlex, load_hypothesis], ids=["ours", "theirs"])
def library(request: pytest.FixtureRequest) -> Library:
    made: Library = request.param()
    return made


@pytest.mark.parametrize("name", STRATEGIES)
def test_every_strategy_is_measured(name: str) -> None:
    reprs = [repr(strategy) for row in ROWS for strategy in row.make(st)]
    assert any(re.search(rf"\b{NAMED_OTHERWISE.get(name, name)}\(", text) for text in reprs)


def test_no_two_rows_share_a_name() -> None:
    assert len({row.name for row in ROWS}) == len(ROWS)


@pytest.mark.parametrize("row", ROWS, ids=lambda row: row.name)
def test_a_row_is_made_by_every_maker(row: Row, library: Library) -> None:
    values = collect(row, library, 10)
    assert len(values) == 10
    assert summarise(row.shape, values).cases == 10
    if row.bare is not None:
        random = Random(0)
        assert summarise(row.shape, [row.bare(random) for _ in range(10)]).cases == 10


def test_findings_of_rows_with_and_without_a_bare_loop_are_told() -> None:
    libraries = (load_shortlex(), load_hypothesis())
    effort = QUICK.__class__(cases=20, data_cases=10, rounds=1, sample_seconds=0.0, interpreters=1)
    rows = [row for row in ROWS if row.name in ("integers", "shared")]
    results = tuple(measure_row(row, libraries, effort) for row in rows)
    assert [result.ratio("Shortlex", "bare") is None for result in results] == [False, True]
    found = Findings("python -m bench.generation", {"Shortlex": "0"}, effort, results, None)
    (line,) = [line for line in format_findings(found).splitlines() if line.startswith("shared  ")][
        :1
    ]
    assert line.split()[3] == line.split()[5] == "-"
    assert json.loads(json.dumps(findings_as_json(found)))["rows"][1]["shortlex_over_bare"] is None


@pytest.mark.parametrize("subject", SUBJECTS, ids=lambda each: each.name)
def test_what_is_said_of_values_are_shares_and_sizes(subject: Subject, library: Library) -> None:
    found = look_at(subject, library, 20)
    assert found["cases"] == 20
    assert 0.0 <= found["duplicates"] <= 1.0
    assert 0.0 <= found["mean"] <= found["max"]
    assert found["p90"] <= found["max"]
    assert found["shares"].keys() == subject.shares.keys()
    assert all(0.0 <= share <= 1.0 for share in found["shares"].values())
    assert found == look_at(subject, library, 20), "the same cases every time"


def test_shares_are_counted() -> None:
    digits = Subject(
        "digits", lambda st: st.integers(0, 9), "value", float, {"odd": lambda n: n % 2}
    )
    found = look_at(digits, load_shortlex(), 100)
    assert found["cases"] == 10
    assert found["shares"] == {"odd": 0.5}
    assert (found["mean"], found["max"]) == (4.5, 9)


@pytest.mark.parametrize("each", FILTERS, ids=lambda each: each.name)
def test_filters_accept_some(each: Filter, library: Library) -> None:
    found = try_filter(each, library, 20)
    assert 0.0 <= found["accepted"] <= 1.0
    assert 0.0 <= found["valid"] <= 1.0


def test_what_a_filter_leaves_is_counted() -> None:
    for in_body in (False, True):
        none = Filter("none", lambda st: st.integers(), lambda n: False, in_body)
        found = try_filter(none, load_shortlex(), 20)
        assert (found["accepted"], found["valid"]) == (0.0, 0.0)
        every = Filter("every", lambda st: st.integers(), lambda n: True, in_body)
        assert try_filter(every, load_shortlex(), 20)["accepted"] == 1.0


@pytest.mark.parametrize("coupling", COUPLINGS, ids=lambda each: each.name)
def test_searches_end(coupling: Coupling, library: Library) -> None:
    found = search(coupling, library, Effort(cases=1, seeds=1, most=20))
    assert found["found"] in (0.0, 1.0)
    assert (found["cases"] is None) == (found["found"] == 0.0)


def test_a_search_counts_cases() -> None:
    effort = Effort(cases=1, seeds=2, most=50)
    first = Coupling("anything", lambda st: st.integers(), lambda n: True)
    assert search(first, load_shortlex(), effort)["cases"] == 1
    never = Coupling("nothing", lambda st: st.integers(), lambda n: False)
    assert search(never, load_shortlex(), effort)["found"] == 0.0


def test_all_of_it_is_shown(monkeypatch: pytest.MonkeyPatch) -> None:
    for name in ("SUBJECTS", "FILTERS", "COUPLINGS"):
        monkeypatch.setattr(distribution, name, getattr(distribution, name)[:2])
    figures = distribution.measure(Effort(cases=5, seeds=1, most=5))
    assert json.loads(json.dumps(figures)) == figures
    text = format_figures(figures)
    for each in (*SUBJECTS[:2], *FILTERS[:2], *COUPLINGS[:2]):
        assert each.name in text
