"""Restart: other failures of a state machine may end simpler."""

from typing import Any

import pytest

from shortlex import seed, settings
from shortlex.reducer import reduce as loop
from shortlex.reducer.restart import MAX_STARTS, restart
from shortlex.reducer.schedule import SCHEDULE
from shortlex.stateful import RuleBasedStateMachine, invariant, rule
from tests.reducer.laws_of_passes import number, problem_of
from tests.stateful.failures import QUIET, steps_of


class Jugs(RuleBasedStateMachine):
    """Two jugs, of 3 and 5 gallons: 4 gallons take 6 steps, or 8 if one begins with the other."""

    def __init__(self) -> None:
        self.small = self.big = 0

    @rule()
    def fill_small(self) -> None:
        self.small = 3

    @rule()
    def fill_big(self) -> None:
        self.big = 5

    @rule()
    def empty_small(self) -> None:
        self.small = 0

    @rule()
    def empty_big(self) -> None:
        self.big = 0

    @rule()
    def pour_small(self) -> None:
        self.big, self.small = min(5, self.small + self.big), max(0, self.small + self.big - 5)

    @rule()
    def pour_big(self) -> None:
        self.small, self.big = min(3, self.small + self.big), max(0, self.small + self.big - 3)

    @invariant()
    def not_four(self) -> None:
        assert self.big != 4


def lengths(starts: range) -> set[int]:
    found = set()
    for start in starts:

        class Again(Jugs):
            pass

        seed(start)(Again)
        found.add(len(steps_of(Again, settings(QUIET, max_examples=5000))))
    return found


@pytest.mark.slow
def test_a_way_round_is_left_for_a_shorter_one(monkeypatch: pytest.MonkeyPatch) -> None:
    assert lengths(range(12)) == {7}  # with the invariant that breaks
    monkeypatch.setattr(loop, "SCHEDULE", SCHEDULE._replace(attempts=0, few_attempts=0))
    monkeypatch.setattr(loop, "restart", lambda problem, passes: False)
    assert max(lengths(range(60))) > 7


def test_a_case_of_few_steps_is_left_alone() -> None:
    problem: Any = problem_of(number, [3], lambda n: True)
    assert not restart(problem, SCHEDULE.cheap)
    assert problem.fresh == problem.starts == 0 < MAX_STARTS
