"""The benchmark of reduction counts what it says it counts."""

from random import Random
from time import monotonic
from typing import Any

import pytest

from bench.reduction import __main__ as command
from bench.reduction import scale
from bench.reduction.adapters import BugError, CannotBeginError
from bench.reduction.case import CASES, Case, is_same, listed
from bench.reduction.pool import Job, do_job, do_jobs, library_of
from bench.reduction.run import (
    Limits,
    OutOfTimeError,
    Recorder,
    bootstrap,
    reduce_many,
    reduce_once,
)
from bench.reduction.verdicts import geometric_means, is_much_more, missed, verdicts
from shortlex import strategies as st

BOTH = ("Shortlex", "Hypothesis")
LARGE = Case("large", lambda st: st.integers(), lambda n: n >= 1000, ideal=1000, size=abs)


def given(*start: Any) -> Case:
    return Case(
        "given",
        lambda st: st.lists(st.integers()),
        lambda xs: sum(xs) >= 1000,
        ideal=[1000],
        size=len,
        start=lambda random: listed(*[[n] for n in start]),
    )


def test_nothing_is_counted_before_the_first_failure() -> None:
    recorder = Recorder(LARGE, None, None)
    for value in (1, 2, 3):
        recorder.tick()
        recorder.check(value)
    assert recorder.outcome() is None
    for value in (5000, 1, 3000):
        recorder.tick()
        try:
            recorder.check(value)
        except BugError:
            pass
    outcome = recorder.outcome()
    assert outcome is not None
    assert (outcome.calls, outcome.generations, outcome.size) == (2, 2, 3000.0)
    assert outcome.calls_to_best == 2
    assert not outcome.is_ideal


@pytest.mark.parametrize("library", BOTH)
def test_a_library_reduces_what_it_finds_and_what_it_is_given(library: str) -> None:
    for case in (LARGE, given(7, 400, 900, 800)):
        outcome = reduce_once(library_of(library), case, seed=1)
        assert outcome is not None
        assert outcome.is_ideal, outcome
        assert 0 < outcome.calls_to_best <= outcome.calls <= outcome.generations


@pytest.mark.parametrize("library", BOTH)
def test_a_start_that_does_not_fail_is_refused(library: str) -> None:
    with pytest.raises(CannotBeginError):
        reduce_once(library_of(library), given(1, 2), seed=1)


@pytest.mark.parametrize("library", BOTH)
def test_a_big_failure_is_the_start_of_a_big_case(library: str) -> None:
    seen: list[list[int]] = []

    def fails(xs: list[int]) -> bool:
        seen.append(xs)
        return len(xs) >= 3

    case = Case("big", lambda st: st.lists(st.booleans()), fails, is_big=lambda xs: len(xs) >= 8)
    outcome = reduce_once(library_of(library), case, seed=3)
    assert outcome is not None
    assert outcome.value == "[False, False, False]"
    assert any(len(xs) >= 8 for xs in seen)


@pytest.mark.parametrize("library", BOTH)
def test_a_case_ends_when_its_time_is_up(library: str) -> None:
    for case in (LARGE, given(2000, 7)):
        with pytest.raises(OutOfTimeError):
            reduce_once(library_of(library), case, seed=1, deadline=monotonic() - 1)
    figures = reduce_many(library_of(library), LARGE, Limits(5, seconds=0))
    assert figures == {"seeds": 0, "tried": 0, "remark": "cut after 0 s"}


def test_a_reduction_ends_with_what_it_has_when_its_calls_are_used_up() -> None:
    outcome = reduce_once(library_of("Shortlex"), given(*range(200)), seed=1, calls=5)
    assert outcome is not None
    assert outcome.is_cut
    assert outcome.calls <= 5
    figures = reduce_many(library_of("Shortlex"), LARGE, Limits(3, calls=5000))
    assert figures["cut"] == 0
    assert figures["ideal"] == 1.0


def test_a_pass_is_left_out_and_put_back() -> None:
    names = ("lower_choices", None, "delete_spans", None)
    jobs = [Job("Shortlex", "reverse", Limits(4, calls=200), name) for name in names]
    without, whole, other, again = map(do_job, jobs)
    assert without["ideal"] < whole["ideal"] == other["ideal"] == again["ideal"] == 1.0
    assert whole["calls"] == again["calls"]


def test_processes_find_what_one_finds() -> None:
    jobs = [Job("Shortlex", name, Limits(2)) for name in ("reverse", "bound5", "sum_pair")]
    alone, shared = (
        {job.case: {k: v for k, v in one.items() if k != "milliseconds"} for job, one in done}
        for done in (do_jobs(jobs, 1), do_jobs(jobs, 2))
    )
    assert alone == shared


def test_equal_values_of_other_types_are_not_the_same() -> None:
    assert is_same([1, (0, "a")], [1, (0, "a")])
    assert not is_same(0, False)
    assert not is_same([1.0], [1])
    assert not is_same((1,), [1])


def test_an_interval_contains_the_mean() -> None:
    assert bootstrap([3, 3, 3]) == (3.0, 3.0)
    low, high = bootstrap([1, 2, 3, 4, 5, 6, 7, 8, 9])
    assert 1 < low < 5 < high < 9


def figures_of(**more: Any) -> dict[str, Any]:
    plain = dict.fromkeys(("calls", "calls_to_best", "generations", "milliseconds"), 100.0)
    interval = (more.get("size", 2.0),) * 2
    return {"seeds": 10, "ideal": 1.0, "size": 2.0, "size_interval": interval} | plain | more


def test_verdicts_name_what_falls_short() -> None:
    figures = {
        "fine": {"Shortlex": figures_of(calls=50.0), "Hypothesis": figures_of()},
        "rare": {"Shortlex": figures_of(ideal=0.5), "Hypothesis": figures_of(ideal=0.4)},
        "worse": {"Shortlex": figures_of(ideal=0.95), "Hypothesis": figures_of()},
        "slow": {"Shortlex": figures_of(calls=200.0), "Hypothesis": figures_of()},
        "large": {
            "Shortlex": figures_of(ideal=None, size=3.0),
            "Hypothesis": figures_of(ideal=None),
        },
        "refused": {"Shortlex": figures_of(), "Hypothesis": {"seeds": 0, "remark": "too large"}},
    }
    assert verdicts(figures) == {
        "ideal in less than 90% of seeds": ["rare 50%"],
        "ideal less often than Hypothesis": ["worse 95% to 100%"],
        "larger than Hypothesis's, where there is no ideal": ["large 3.00 to 2.00"],
        "over a fifth more calls than Hypothesis": ["slow 200 to 100"],
        "not reduced by Shortlex": [],
        "not reduced by Hypothesis": ["refused (too large)"],
    }
    # Half, the same three times, and double.
    assert geometric_means(figures)["calls"] == 1.0
    assert geometric_means({"fine": figures["fine"]})["calls"] == 0.5


def test_a_few_calls_more_are_no_more() -> None:
    assert not is_much_more(3, 5)
    assert not is_much_more(100, 119)
    assert is_much_more(100, 121)


def test_a_case_misses_a_pass_by_its_ideal_its_size_its_calls_or_its_time() -> None:
    whole = figures_of()
    assert missed(whole, figures_of(calls=110.0)) is None
    assert missed(whole, figures_of(ideal=0.9)) == "ideal 100% to 90%"
    assert missed(whole, figures_of(calls=130.0)) == "calls 100 to 130"
    assert missed(whole, {"seeds": 0}) == "not done in time"
    unrated = figures_of(ideal=None)
    assert missed(unrated, figures_of(ideal=None, size=4.0)) == "size 2.0 to 4.0"
    assert missed({"seeds": 0}, {"seeds": 0}) is None


@pytest.mark.parametrize("shape", scale.SHAPES)
@pytest.mark.parametrize("library", BOTH)
def test_a_start_of_any_size_has_as_many_that_matter(library: str, shape: str) -> None:
    case = scale.case_of(shape, 20, 2)
    assert case.start is not None
    outcome = reduce_once(library_of(library), case, seed=0)
    assert outcome is not None
    assert outcome.size == 2.0
    first = reduce_once(library_of(library), case, seed=0, calls=0)
    assert first is not None
    assert first.size == 20.0


def test_a_command_keeps_its_figures(tmp_path: Any, capsys: Any) -> None:
    import json

    file = tmp_path / "some.json"
    arguments = ["--cases", "reverse", "--seeds", "2", "--only", "Shortlex", "--json", str(file)]
    command.main(arguments)
    record = json.loads(file.read_text("utf-8"))
    assert record["command"].startswith("python -m bench.reduction --cases reverse")
    assert record["cases"]["reverse"]["Shortlex"]["seeds"] == 2
    assert record["python"]
    assert "reverse" in capsys.readouterr().out


def test_cases_can_be_made_with_either_library() -> None:
    other = library_of("Hypothesis").strategies
    for case in CASES.values():
        assert case.make(st) is not None
        assert case.make(other) is not None
        if case.start is not None:
            assert case.start(Random(0)) == case.start(Random(0))
