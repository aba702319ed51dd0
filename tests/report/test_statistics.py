"""The lines about one property, and about what its cases were like."""

import re
from collections import Counter
from collections.abc import Callable
from typing import Any

import pytest

from shortlex import Phase, assume, event, given, reject, settings, target
from shortlex import strategies as st
from shortlex.core.case import RecordedCase
from shortlex.core.source import SimplestSource
from shortlex.core.trace import Outcome, Trace
from shortlex.database import InMemoryExampleDatabase
from shortlex.property.session import Session, active
from shortlex.reducer.history import History
from shortlex.report.statistics import (
    fixtures_line,
    pass_lines,
    percent,
    size_lines,
    spread,
    statistics_lines,
    survey_lines,
)
from shortlex.runner.health import Draws, DrawTally
from shortlex.runner.observer import Survey
from shortlex.runner.result import Result, Statistics


def lines_of(test: Callable[..., Any]) -> list[str]:
    """What is said of a test that was run once."""
    found: list[list[str]] = []

    def keep(result: Result, options: settings) -> None:
        found.append(statistics_lines(result, options))

    token = active.set(Session(on_result=keep))
    try:
        test()
    except Exception:
        assert found, "it must come as far as a result"
    finally:
        active.reset(token)
    return found[0]


def test_a_test_that_passes_has_one_line() -> None:
    @settings(max_examples=50)
    @given(st.integers(10**6, 10**9))
    def test(x: int) -> None: ...

    (line,) = lines_of(test)
    assert line.startswith("Cases: 50 valid")
    assert line.endswith(" s; max_examples=50")


@pytest.mark.parametrize(
    ("strategy", "why"),
    [
        (st.booleans(), "there are no others"),
        (st.tuples(st.integers()).filter(lambda x: x[0] % 100_003 == 7), "too few are valid"),
        (st.lists(st.lists(st.integers(), min_size=1000), min_size=1000), "too few are valid"),
    ],
)
def test_the_first_line_says_why_it_ended(strategy: Any, why: str) -> None:
    @given(strategy)
    def test(x: object) -> None: ...

    assert lines_of(test)[0].endswith(f"; {why}")


def test_a_test_that_generates_no_cases_says_so() -> None:
    database = InMemoryExampleDatabase()

    def line_of(phase: Phase) -> str:
        @settings(database=database, phases=[phase])
        @given(st.integers())
        def test(x: int) -> None:
            assert x < 100

        return lines_of(test)[0]

    assert line_of(Phase.reuse) == "Cases: none generated; the settings leave out Phase.generate"
    line_of(Phase.generate)
    assert re.match(r"Cases: none generated, \d+ replays; ", line_of(Phase.reuse))


def test_reasons_events_and_scores_are_listed_and_the_most_frequent_first() -> None:
    @given(st.integers(0, 99_999))
    def test(x: int) -> None:
        assume(x % 3)
        for digit in str(x % 100):
            event("digit", digit)
        if x % 7 == 0:
            reject()
        target(x)
        target(1, label="one")

    lines = lines_of(test)
    assert " invalid" in lines[0]
    rejected = [line for line in lines if "rejected by" in line]
    assert sorted(rejected, key=lambda line: -int(line.split()[0])) == rejected
    assert len(rejected) == 2
    assert sum("% digit: " in line for line in lines) == 5
    assert "... and 5 more events" in lines
    assert any(line.startswith("Highest target: ") for line in lines)
    assert "Highest target 'one': 1" in lines


def test_many_reasons_are_cut_short() -> None:
    @given(st.integers(0, 99_999))
    def test(x: int) -> None:
        assume(x % 8 != 0)
        assume(x % 8 != 1)
        assume(x % 8 != 2)
        assume(x % 8 != 3)
        assume(x % 8 != 4)
        assume(x % 8 != 5)
        assume(x % 8 != 6)

    lines = lines_of(test)
    assert sum("rejected by" in line for line in lines) == 5
    assert "... and 2 more reasons" in lines


def test_a_reduction_has_its_line() -> None:
    @given(st.integers())
    def test(x: int) -> None:
        assert x < 100

    lines = lines_of(test)
    assert lines[0].endswith("; 1 failed")
    assert lines[-1].startswith(("Reduced from size ", "Nothing simpler failed in "))


def test_the_cost_of_fixtures_is_said_in_total_and_for_each_case() -> None:
    assert fixtures_line(200, 0.1) == (
        "Fixtures: set up and torn down 200 times in 0.10 s (0.500 ms each)"
    )
    assert "0 times" in fixtures_line(0, 0.0)


def lines_for(
    statistics: Statistics, survey: Survey, draws: Draws | None = None, *names: str
) -> list[str]:
    return survey_lines(Result((), statistics, 0), survey, draws, names)


def test_where_nothing_is_known_nothing_is_said() -> None:
    draws = Draws(0, 0.0, [], [], {})
    assert lines_for(Statistics(), Survey(), draws) == []
    assert lines_for(Statistics(), Survey()) == []


def test_sizes_are_drawn_as_bars_by_powers_of_two() -> None:
    assert size_lines(Counter({0: 1, 1: 2, 5: 60, 20: 30})) == [
        "Sizes, in choices: 0 to 20 (half up to 5, 90% up to 20)",
        "      0 # 1",
        "      1 # 2",
        "    2-3  0",
        "    4-7 ############################## 60",
        "   8-15  0",
        "  16-31 ############### 30",
    ]


def test_a_single_size_needs_no_picture() -> None:
    assert size_lines(Counter({3: 7})) == ["Sizes, in choices: always 3"]
    assert size_lines(Counter({2: 1, 3: 7})) == [
        "Sizes, in choices: 2 to 3 (half up to 3, 90% up to 3)"
    ]


@pytest.mark.parametrize(
    ("values", "text"),
    [
        ([1.5], "always 1.5"),
        ([1, 2], "1 to 2 (half up to 1, 90% up to 2)"),
        (list(range(1, 101)), "1 to 100 (half up to 50, 90% up to 90)"),
        ([0, 1000], "0 to 1,000 (half up to 0, 90% up to 1,000)"),
    ],
)
def test_numbers_are_told_by_their_ends_and_quantiles(values: list[float], text: str) -> None:
    assert spread(values) == text


@pytest.mark.parametrize(
    ("count", "total", "text"),
    [(0, 5, "0%"), (1, 1000, "<1%"), (1, 3, "33%"), (999, 1000, ">99%"), (5, 5, "100%")],
)
def test_shares_do_not_hide_what_is_there(count: int, total: int, text: str) -> None:
    assert percent(count, total) == text


def test_repeats_assumptions_targets_and_phases_have_a_line_each() -> None:
    statistics, survey = Statistics(), Survey()
    statistics.valid, statistics.duplicates = 30, 10
    statistics.phases = {"generate": 1.0, "shrink": 0.25}
    survey.see_phase("generate")
    case = RecordedCase(SimplestSource())
    survey.see_start(case)
    case.checks = {("f", "/a/b.py", 3): [1, 3], ("g", "b.py", 7): [0, 9], ("h", "c.py", 1): [1, 1]}
    case.targets = {"": 2.0, "n": 5}
    survey.see_case(case, Outcome.VALID)
    assert lines_for(statistics, survey) == [
        "Sizes, in choices: always 0",
        "Repeats: 25% of 40 cases repeated an earlier one, and were not run",
        "assume() at c.py:1 in h: 50% met, 1 of 2",
        "assume() at b.py:3 in f: 75% met, 3 of 4",
        "Target: always 2",
        "Target 'n': always 5",
        "Phases: generate 1.00 s, shrink 0.25 s",
    ]


def test_time_is_shared_out_to_arguments_and_strategies() -> None:
    statistics = Statistics()
    statistics.valid, statistics.seconds = 100, 2.0
    tallies = []
    for strategy, seconds, draws, refusals in (
        (st.integers(), 0.3, 10, 0),
        (st.text().filter(len), 0.1, 10, 30),
        (st.booleans(), 0.0001, 1, 0),
    ):
        tally = DrawTally(strategy)
        tally.seconds, tally.draws, tally.refusals = seconds, draws, refusals
        tallies.append(tally)
    edges = {
        "float": Counter({"nan": 1, "": 9}),
        "integer": Counter({"other edges": 1, "simplest": 1, "": 2}),
        "string": Counter({"": 3}),
    }
    found = Draws(10, 0.01, tallies, [0.4, 0.1], edges)
    assert lines_for(statistics, Survey(), found, "x", "y") == [
        "Time of a case: 50% drawing (x 40%, y 10%), 50% the body and everything else",
        "  75% of drawing in integers()",
        "  25% of drawing in text().filter(len)",
        "text().filter(len): 25% kept, 10 of 40",
        "Edge values of float choices: 10% nan",
        "Edge values of integer choices: 25% simplest, 25% other edges",
    ]
    assert lines_for(statistics, Survey(), found)[0] == (
        "Time of a case: 50% drawing, 50% the body and everything else"
    )


def test_long_strategies_are_cut() -> None:
    tally = DrawTally(st.sampled_from(range(10**60, 10**60 + 5)))
    tally.draws = tally.refusals = 1
    statistics = Statistics()
    lines = lines_for(statistics, Survey(), Draws(1, 0.0, [tally], [], {}))
    assert lines[0].endswith("...: 50% kept, 1 of 2")


def test_passes_are_listed_with_what_they_cost() -> None:
    trace = Trace(choices=(), domains=(), raw_spans=[], outcome=Outcome.VALID, size=0)
    history = History(trace)
    assert pass_lines(history) == []
    for name, calls in (("lower", 1), ("delete_long_things", 1200)):
        for _ in range(calls):
            history.count_offer(name, was_run=True)
    history.accept("lower", trace)
    assert pass_lines(history) == [
        "  pass                 calls accepted",
        "  delete_long_things   1,200        0",
        "  lower                    1        1",
    ]
