"""What is said of the cases of a run, and of its time."""

from collections import Counter

import pytest

from shortlex import strategies as st
from shortlex.core.case import RecordedCase
from shortlex.core.outcome import Outcome
from shortlex.core.source import SimplestSource
from shortlex.core.trace import Trace
from shortlex.reducer.history import History
from shortlex.report.survey_lines import pass_lines, percent, size_lines, spread, survey_lines
from shortlex.runner.drawing import Draws, Tally
from shortlex.runner.result import Result, Statistics
from shortlex.runner.survey import Survey


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
        "Repeats: 25% of 40 cases were met before, and not run again",
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
        tally = Tally(strategy)
        tally.seconds, tally.draws, tally.refusals = seconds, draws, refusals
        tallies.append(tally)
    edges = {
        "float": Counter({"nan": 1, "": 9}),
        "integer": Counter({"other edges": 1, "simplest": 1, "": 2}),
        "string": Counter({"": 3}),
    }
    found = Draws(10, 0.01, tallies, [0.4, 0.1], edges)
    assert lines_for(statistics, Survey(), found, "x", "y") == [
        "Time of a case: 50% drawing (x 40%, y 10%), 50% the body and all else",
        "  75% of drawing in integers()",
        "  25% of drawing in text().filter(len)",
        "text().filter(len): 25% kept, 10 of 40",
        "Edge values of float choices: 10% nan",
        "Edge values of integer choices: 25% simplest, 25% other edges",
    ]
    assert lines_for(statistics, Survey(), found)[0] == (
        "Time of a case: 50% drawing, 50% the body and all else"
    )


def test_long_strategies_are_cut() -> None:
    tally = Tally(st.sampled_from(range(10**60, 10**60 + 5)))
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
