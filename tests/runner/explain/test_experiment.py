"""Which parts of a failing case can be anything, as a report says it."""

import sys
from collections.abc import Callable
from dataclasses import dataclass
from random import Random
from typing import Any

import pytest

from shortlex import Phase, assume, given, note, settings
from shortlex import strategies as st
from shortlex.core.case import Case, RecordedCase
from shortlex.core.source import RandomSource, ReplaySource
from shortlex.core.trace import Trace
from shortlex.runner.execute import execute
from shortlex.runner.explain.experiment import MAX_SECONDS, MIN_SECONDS, VariedCase, seconds_for
from shortlex.runner.explain.lines import TOOL

pytestmark = pytest.mark.usefixtures("unhurried")

explained = settings(phases=Phase, derandomize=True)


def report_of(test: Callable[..., Any]) -> str:
    with pytest.raises(Exception) as caught:  # noqa: PT011  # whatever the test raises
        explained(test)()
    return "\n".join(caught.value.__notes__)


def comments_in(report: str) -> list[str]:
    """The lines that have a comment, without how often it was tried."""
    lines = [line for line in report.splitlines() if "  # " in line and "fails too" in line]
    return [line.partition("  #")[0].strip() for line in lines]


def test_an_argument_that_does_not_matter_says_so_with_counts() -> None:
    @given(st.integers(), st.integers())
    def test(x: int, y: int) -> None:
        assert x < 10

    report = report_of(test)
    assert "    x=10,\n    y=0,  # any value here fails too: 40 of 40 tries\n" in report


def test_of_few_values_all_are_tried() -> None:
    @given(st.integers(0, 1000), st.sampled_from("abc"), st.booleans())
    def test(x: int, letter: str, flag: bool) -> None:
        assert x < 10

    report = report_of(test)
    assert "letter='a',  # any value here fails too: all 2 others tried" in report
    assert "flag=False,  # the only other value fails too" in report
    assert "Changing all of them at once fails too (" in report


def test_parts_within_an_argument_are_told_apart() -> None:
    @dataclass
    class Point:
        x: int
        y: int

    points = st.builds(Point, st.integers(), y=st.integers())

    @given(
        st.lists(points, min_size=2, max_size=2),
        st.fixed_dictionaries({"a": st.text(), "b": st.integers()}),
    )
    def test(points: list[Point], named: dict[str, Any]) -> None:
        assert points[1].y < 3 or named["b"] < 4

    report = report_of(test)
    assert comments_in(report) == [
        "Point(x=0, y=0),", "x=0,", "'a': '',",
    ]  # fmt: skip


def test_keys_and_elements_of_sets_are_parts() -> None:
    @given(
        st.dictionaries(st.integers(), st.integers(), min_size=1),
        st.sets(st.integers(0, 50), min_size=2),
    )
    def test(entries: dict[int, int], elements: set[int]) -> None:
        assert 7 not in elements or not any(entries.values())

    report = report_of(test)
    assert "0: 1,  # key: any value here fails too" in report
    assert comments_in(report) == ["0: 1,", "0,"]


def test_draws_in_the_body_are_parts() -> None:
    @given(st.data())
    def test(data: st.DataObject) -> None:
        first = data.draw(st.integers(), label="first")
        second = data.draw(st.tuples(st.integers(), st.text()), label="second")
        note(f"first is {first}")
        assert second[0] < 5

    report = report_of(test)
    assert "Draw 1 (first): 0  # any value here fails too: 40 of 40 tries\n" in report
    assert "Draw 2 (second): (\n    5,\n    '',  # any value here fails too" in report


def test_a_value_that_decides_what_is_drawn_later_is_not_called_free() -> None:
    # Where a run that passes draws more, it must be allowed to, or it would not count.
    @given(st.data())
    def test(data: st.DataObject) -> None:
        x = data.draw(st.integers(0, 1000))
        data.draw(st.booleans())
        if x >= 5:
            raise ValueError
        data.draw(st.lists(st.integers(), min_size=3))

    report = report_of(test)
    assert comments_in(report) == ["Draw 2: False"]


def test_a_coincidence_matters() -> None:
    @given(st.integers(0, 10**6), st.integers(0, 10**6))
    def test(x: int, y: int) -> None:
        assert x == y

    assert comments_in(report_of(test)) == []


def test_parts_that_are_free_alone_but_not_together_are_said_to_be() -> None:
    @given(st.integers(0, 3), st.integers(0, 3))
    def test(x: int, y: int) -> None:
        assert min(x, y) > 0

    assert "But changing all of them at once does not always fail like this: " in report_of(test)


def test_another_failure_is_not_the_same() -> None:
    @given(st.integers(4, 10), st.booleans())
    def test(x: int, flag: bool) -> None:
        if flag:
            raise KeyError
        raise ValueError

    with pytest.raises(ExceptionGroup) as caught:
        explained(test)()
    for error in caught.value.exceptions:
        assert comments_in("\n".join(error.__notes__)) == ["x=4,"]


def test_what_is_invalid_says_nothing() -> None:
    @given(st.integers(), st.integers())
    def test(x: int, y: int) -> None:
        assume(y == 0)
        assert x < 10

    assert comments_in(report_of(test)) == []


def test_lines_that_only_failing_runs_execute_are_named() -> None:
    def classify(x: int) -> str:
        if x > 100:
            kind = "large"
            return kind
        return "small"

    @given(st.integers())
    def test(x: int) -> None:
        assert classify(x) == "small"

    first = classify.__code__.co_firstlineno
    report = report_of(test)
    place = f"tests/runner/explain/test_experiment.py:{first + 2}-{first + 3}"
    assert f"Only failing runs executed {place}." in report


def test_comments_are_of_the_values_as_they_were_before_the_body_changed_them() -> None:
    @given(st.lists(st.integers()), st.integers())
    def test(xs: list[int], n: int) -> None:
        xs.append(5)
        assert n < 3

    assert "    xs=[],  # any value" in report_of(test)


def test_equal_numbers_in_another_order_are_not_taken_for_parts() -> None:
    # Both are the same object, so nothing tells which draw made which.
    @st.composite
    def swapped(draw: st.DrawFn) -> list[int]:
        first, second = draw(st.integers(0, 5)), draw(st.integers(0, 5))
        return [second, first]

    @given(swapped(), st.integers(0, 9))
    def test(xs: list[int], n: int) -> None:
        assert xs[0] != 0 or n < 3

    assert comments_in(report_of(test)) == []


def test_no_phase_no_explanation() -> None:
    @settings(phases=[Phase.generate, Phase.shrink])
    @given(st.integers(), st.integers())
    def test(x: int, y: int) -> None:
        assert x < 10

    with pytest.raises(AssertionError) as caught:
        test()
    assert comments_in("\n".join(caught.value.__notes__)) == []


def test_a_reduction_that_ran_out_of_time_leaves_none_for_an_explanation() -> None:
    @settings(explained, shrink_seconds=0)
    @given(st.integers(), st.integers())
    def test(x: int, y: int) -> None:
        assert x < 10

    with pytest.raises(AssertionError) as caught:
        test()
    assert comments_in("\n".join(caught.value.__notes__)) == []


def test_the_time_is_a_share_of_what_was_spent_within_limits(
    monkeypatch: pytest.MonkeyPatch,
) -> None:
    monkeypatch.undo()
    assert seconds_for(0.0) == MIN_SECONDS
    assert seconds_for(2.0) == 1.0
    assert seconds_for(1000.0) == MAX_SECONDS


def test_ctrl_c_ends_the_explanation_and_keeps_the_report() -> None:
    calls = 0

    @given(st.integers(), st.integers())
    def test(x: int, y: int) -> None:
        nonlocal calls
        if x >= 10 and y not in (0,):
            calls += 1
            if calls > 60:
                raise KeyboardInterrupt
        assert x < 10

    assert "x=10" in report_of(test)


def test_while_a_debugger_watches_no_lines_are_named_and_the_failure_is_reported() -> None:
    @given(st.lists(st.integers()))
    def test(xs: list[int]) -> None:
        assert sum(xs) < 100

    before = sys.gettrace()
    if sys.version_info >= (3, 12):
        sys.monitoring.use_tool_id(TOOL, "another")
    else:
        sys.settrace(lambda *event: None)
    try:
        report = report_of(test)
    finally:
        if sys.version_info >= (3, 12):
            sys.monitoring.free_tool_id(TOOL)
        else:
            sys.settrace(before)
    assert report.startswith("Failing test case: test(\n    xs=[100],")
    assert "Only failing runs" not in report


def recorded(test: Callable[[Case], Any], *choices: Any) -> Trace:
    return execute(test, RecordedCase(ReplaySource(choices)))


def varied(test: Callable[[Case], Any], trace: Trace, parts: dict[int, tuple[Any, ...]]) -> Trace:
    sources = {number: ReplaySource(choices) for number, choices in parts.items()}
    return execute(test, VariedCase(trace, sources, RandomSource(Random(0)), 1000))


def number_of(trace: Trace, start: int, end: int) -> int:
    """The outermost span from ``start`` to ``end``."""
    return next(i for i, span in enumerate(trace.spans) if (span.start, span.end) == (start, end))


def test_what_stands_behind_a_part_stays_though_the_part_grows_or_shrinks() -> None:
    seen: list[Any] = []

    def test(case: Case) -> None:
        seen.append((case.draw(st.integers()), case.draw(LISTS), case.draw(st.text("ab"))))

    trace = recorded(test, 7, True, 1, False, "ab")
    part = number_of(trace, 1, 4)
    varied(test, trace, {part: (True, 5, True, 6, True, 7, False)})
    varied(test, trace, {part: (False,)})
    assert seen == [(7, [1], "ab"), (7, [5, 6, 7], "ab"), (7, [], "ab")]


LISTS = st.lists(st.integers())


def test_several_parts_are_varied_at_once_though_the_first_changes_its_shape() -> None:
    seen: list[Any] = []

    def test(case: Case) -> None:
        seen.append((case.draw(LISTS), case.draw(st.booleans()), case.draw(LISTS)))

    trace = recorded(test, True, 1, False, True, True, 2, False)
    first, second = number_of(trace, 0, 3), number_of(trace, 4, 7)
    varied(test, trace, {first: (True, 5, True, 6, False), second: (True, 9, False)})
    assert seen[-1] == ([5, 6], True, [9])


def test_what_is_drawn_beyond_the_end_is_random_and_not_cut_short() -> None:
    seen: list[Any] = []

    def test(case: Case) -> None:
        count = case.draw(st.integers(0, 5))
        seen.append([case.draw(st.integers(1, 1000)) for _ in range(count)])

    trace = recorded(test, 1, 500)
    varied(test, trace, {number_of(trace, 0, 1): (4,)})
    assert seen[-1][0] == 500
    assert len(seen[-1]) == 4


def test_a_filter_within_a_part_tries_again_and_one_around_it_does_not() -> None:
    even = st.integers(0, 100).filter(lambda x: x % 2 == 0)
    pairs = st.tuples(st.integers(0, 9), st.integers(0, 9)).filter(lambda p: p[0] < p[1])

    def within(case: Case) -> None:
        assert case.draw(even) % 2 == 0

    trace = recorded(within, 4)
    source = RandomSource(Random(1))
    assert execute(within, VariedCase(trace, {0: source}, source, 100)).outcome.name == "VALID"

    def around(case: Case) -> None:
        case.draw(pairs)

    trace = recorded(around, 1, 2)
    assert varied(around, trace, {number_of(trace, 0, 1): (9,)}).outcome.name == "INVALID"


def test_spans_begun_by_hand_are_parts_too() -> None:
    seen: list[Any] = []

    def test(case: Case) -> None:
        case.start_span("pair")
        pair = [case.draw(st.integers()), case.draw(st.integers())]
        case.stop_span()
        seen.append((pair, case.draw(st.integers())))

    trace = recorded(test, 1, 2, 3)
    varied(test, trace, {number_of(trace, 0, 2): (8, 9)})
    assert seen[-1] == ([8, 9], 3)
