"""The pass delete_discarded."""

import pytest

from shortlex.core.integer import Integer
from shortlex.reducer.passes.delete_discarded import delete_discarded
from tests.reducer.laws_of_passes import (
    NUMBER,
    left_out,
    offers_of,
    problem_of,
    reduced,
    repertoire,
    simplest_from,
)


def evens(case):
    return [_even(case) for _ in range(2)]


def _even(case):
    while True:
        case.start_span("try")
        value = case.choose(NUMBER)
        case.stop_span(discard=value % 2 == 1)
        if value % 2 == 0:
            return value


def _nested(case):
    """A discarded region inside of another."""
    case.start_span("outer")
    case.start_span("inner")
    case.choose(NUMBER)
    case.stop_span(discard=True)
    case.choose(NUMBER)
    case.stop_span(discard=True)


def test_offers_all_regions_at_once_and_then_one_at_a_time() -> None:
    assert repertoire(delete_discarded, evens, 7, 8, 9, 5, 4) == [
        [8, 4],
        [8, 9, 5, 4],
        [7, 8, 5, 4],
        [7, 8, 9, 4],
    ]


def test_offers_a_single_region_once() -> None:
    assert repertoire(delete_discarded, evens, 7, 8, 4) == [[8, 4]]


def test_offers_regions_inside_of_others_by_themselves_too() -> None:
    assert repertoire(delete_discarded, _nested, 1, 2) == [[], [2]]


def test_offers_nothing_where_all_was_used() -> None:
    assert repertoire(delete_discarded, evens, 2, 4) == []


def test_what_was_thrown_away_goes() -> None:
    assert reduced(_even, [7, 8], lambda x: x == 8, delete_discarded) == [8]


def test_all_that_was_thrown_away_goes_in_one_step() -> None:
    problem = problem_of(evens, [7, 8, 9, 5, 4], lambda xs: xs == [8, 4])
    assert offers_of(delete_discarded, problem) == [[8, 4]]
    assert list(problem.best.choices) == [8, 4]


def test_a_retry_of_another_kind_stays_without_it(monkeypatch: pytest.MonkeyPatch) -> None:
    def widening(case):
        """Each try has a wider range, so that no other pass sees that it is the same again."""
        for width in (10, 100):
            case.start_span("try")
            value = case.choose(Integer(0, width - 1))
            case.stop_span(discard=value % 2 == 1)
            if value % 2 == 0:
                return value
        return None

    def is_eight(value):
        return value == 8

    assert simplest_from(widening, [3, 8], is_eight) == [8]
    left_out(monkeypatch, delete_discarded)
    assert simplest_from(widening, [3, 8], is_eight) == [1, 8]


def test_offers_two_regions_at_once_first() -> None:
    assert repertoire(delete_discarded, evens, 7, 8, 5, 4) == [[8, 4], [8, 5, 4], [7, 8, 4]]


def test_offers_nothing_for_a_discarded_region_without_choices() -> None:
    def empty(case):
        case.start_span("nothing")
        case.stop_span(discard=True)
        return case.choose(NUMBER)

    assert repertoire(delete_discarded, empty, 5) == []
