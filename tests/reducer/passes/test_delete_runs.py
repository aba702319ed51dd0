"""The pass delete_runs."""

import pytest

from shortlex.reducer.passes.delete_runs import delete_runs
from tests.reducer.laws_of_passes import FLAG, NUMBER, left_out, reduced, repertoire, simplest_from


def unmarked(case):
    """A loop that marks nothing."""
    found = []
    while case.choose(FLAG):
        found.append(case.choose(NUMBER))
    return found


def test_offers_runs_that_close_up_short_ones_first() -> None:
    assert repertoire(delete_runs, unmarked, 1, 7, 0) == [[1, 7], [1], [0], []]


def test_offers_no_run_longer_than_sixteen() -> None:
    choices = [*[1, 5] * 12, 0]
    lengths = {len(choices) - len(each) for each in repertoire(delete_runs, unmarked, *choices)}
    assert max(lengths) == 16


def test_offers_at_most_sixteen_runs_per_choice() -> None:
    choices = [*[1, 5] * 12, 0]
    assert len(repertoire(delete_runs, unmarked, *choices)) <= 16 * len(choices)


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
