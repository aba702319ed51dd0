"""The pass delete_runs."""

import pytest

from shortlex.reducer.passes.delete_runs import delete_runs
from tests.reducer.laws_of_passes import (
    FLAG,
    NUMBER,
    left_out,
    reduced,
    repertoire,
    simplest_from,
    span,
)


def unmarked(case):
    """A loop that marks nothing."""
    found = []
    while case.choose(FLAG):
        found.append(case.choose(NUMBER))
    return found


def test_offers_runs_that_close_up_those_first_that_repeat_themselves() -> None:
    # A flag and a number by turns: two choices are one turn.
    assert repertoire(delete_runs, unmarked, 1, 7, 0) == [[1], [0], [1, 7], []]


def test_offers_no_run_longer_than_sixteen() -> None:
    choices = [*[1, 5] * 12, 0]
    lengths = {len(choices) - len(each) for each in repertoire(delete_runs, unmarked, *choices)}
    assert max(lengths) == 16


def test_offers_at_most_sixteen_runs_per_choice() -> None:
    choices = [*[1, 5] * 12, 0]
    assert len(repertoire(delete_runs, unmarked, *choices)) <= 16 * len(choices)


def test_offers_no_run_that_cuts_a_span_in_two() -> None:
    def marked(case):
        found = []
        while case.choose(FLAG):
            with span(case, "pair"):
                found.append((case.choose(NUMBER), case.choose(NUMBER)))
        return found

    offers = repertoire(delete_runs, marked, 1, 5, 6, 0)
    # Not the end of the pair with what follows.
    assert [1, 5] not in offers
    assert [0] in offers


def test_offers_long_runs_only_where_they_begin_as_loops_do() -> None:
    def many(case):
        return [case.choose(NUMBER) for _ in range(20)]

    assert {20 - len(each) for each in repertoire(delete_runs, many, *range(20))} == {1, 2, 3, 4}


def test_goes_on_where_more_goes_than_was_asked_for() -> None:
    def until_seven(case):
        found = unmarked(case)
        return found, unmarked(case) if len(found) > 1 else []

    found = reduced(
        until_seven, [1, 7, 1, 5, 0, 1, 5, 1, 5, 0], lambda v: v[0][:1] == [7], delete_runs
    )
    assert found == [1, 7, 0]


def test_a_turn_that_nobody_marked_goes() -> None:
    assert reduced(unmarked, [1, 7, 1, 0, 0], lambda xs: 7 in xs, delete_runs) == [1, 7, 0]


def test_turns_that_nobody_marked_stay_without_it(
    monkeypatch: pytest.MonkeyPatch,
) -> None:
    def fails(xs):
        return min(xs, default=0) >= 5 and xs[0] == 7 and xs[-1] == 9

    choices = [1, 7, 1, 5, 1, 5, 1, 9, 0]
    assert simplest_from(unmarked, choices, fails) == [1, 7, 1, 9, 0]
    left_out(monkeypatch, delete_runs)
    assert simplest_from(unmarked, choices, fails) == choices


def test_offers_no_run_that_is_equal_to_the_next_one() -> None:
    # The first two choices are the next two again; the 5 and the 1 between them are not.
    assert repertoire(delete_runs, unmarked, 1, 5, 1, 5, 0) == [
        *[[1, 5, 1], [1, 5, 0], [1, 5, 0], [1], [0]],
        *[[1, 5, 1, 5], [1, 5], []],
    ]


def test_offers_a_long_run_that_begins_with_another_kind_of_choice() -> None:
    def rows(case):
        found = []
        while case.choose(FLAG):
            found.append([case.choose(NUMBER) for _ in range(5)])
        return found

    first, second = [1, 2, 3, 4, 5, 6], [1, 7, 8, 9, 10, 11]
    offers = repertoire(delete_runs, rows, *first, *second, 0)
    assert [*first, 0] in offers
    assert [*second, 0] in offers
    # A run from the middle of a turn to that of the next one would leave the same.
    assert offers.count([*first, 0]) == offers.count([*second, 0]) == 1
