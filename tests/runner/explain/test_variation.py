"""A case run again with some parts chosen anew, and all else as it was."""

from collections.abc import Callable
from random import Random
from typing import Any

from shortlex import strategies as st
from shortlex.core.case import Case, RecordedCase
from shortlex.core.source import RandomSource, ReplaySource
from shortlex.core.trace import Trace
from shortlex.runner.execute import execute
from shortlex.runner.explain.variation import VariedCase


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
