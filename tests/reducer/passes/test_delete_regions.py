"""The pass delete_regions."""

import pytest

from shortlex.reducer import reduce as loop
from shortlex.reducer.passes.delete_regions import delete_regions
from tests.reducer.laws_of_passes import (
    FLAG,
    NUMBER,
    left_out,
    numbers,
    reduced,
    repertoire,
    simplest_from,
    span,
)


def labelled(case):
    """A loop that labels its turns, and does not say that they repeat."""
    found = []
    while True:
        with span(case, "turn"):
            if not case.choose(FLAG):
                return found
            found.append(case.choose(NUMBER))


def test_offers_each_region_last_first() -> None:
    assert repertoire(delete_regions, labelled, 1, 5, 1, 6, 0) == [
        [1, 5, 1, 6],
        [1, 5, 0],
        [1, 6, 0],
    ]


def test_offers_no_element_of_a_collection() -> None:
    assert repertoire(delete_regions, numbers, 1, 5, 0) == []


def test_offers_no_region_whose_place_nothing_like_it_can_take() -> None:
    def two(case):
        with span(case, "number"):
            case.choose(NUMBER)
        case.choose(FLAG)

    assert repertoire(delete_regions, two, 5, 1) == []


def test_a_turn_that_is_only_labelled_goes() -> None:
    choices = [1, 5, 1, 6, 0]
    assert reduced(labelled, choices, lambda xs: 6 in xs, delete_regions) == [1, 6, 0]


def test_long_turns_that_are_only_labelled_stay_without_it(
    monkeypatch: pytest.MonkeyPatch,
) -> None:
    def rows(case):
        """As above, with more numbers in a turn than the other passes delete."""
        found = []
        while True:
            with span(case, "turn"):
                if not case.choose(FLAG):
                    return found
                found.append([case.choose(NUMBER) for _ in range(20)])

    def fails(value):
        return all(min(row) >= 5 for row in value) and any(row[7] >= 90 for row in value)

    # It runs this pass, too, at the end of each reduction.
    monkeypatch.setattr(loop, "certify", lambda problem: False)
    useless = [1, *[5] * 20]
    ideal = [1, *[5] * 7, 90, *[5] * 12, 0]
    assert simplest_from(rows, [*useless, *ideal], fails) == ideal
    left_out(monkeypatch, delete_regions)
    assert simplest_from(rows, [*useless, *ideal], fails) == [*useless, *ideal]


def test_offers_no_region_without_choices_and_not_the_whole_case() -> None:
    def in_one(case):
        with span(case, "whole"):
            with span(case, "empty"):
                pass
            return case.choose(NUMBER), case.choose(NUMBER)

    assert repertoire(delete_regions, in_one, 5, 6) == []
