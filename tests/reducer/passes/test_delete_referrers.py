"""The pass delete_referrers."""

from collections import Counter
from itertools import chain
from typing import Any

from shortlex.core.identity import identity, reference
from shortlex.core.sizes import Sizes
from shortlex.reducer.passes.delete_referrers import delete_referrers
from shortlex.reducer.problem import Pass
from shortlex.reducer.reduce import exhaust
from shortlex.reducer.schedule import SCHEDULE
from tests.reducer.laws_of_passes import FLAG, offers_of, problem_of, reduced, repertoire


def steps(case: Any) -> list[Any]:
    """Steps that make a value, 0, or use one, 1, as a state machine does."""
    made: dict[int, str] = {}
    found: list[Any] = []
    for _ in case.repeat(Sizes(), "step"):
        if case.choose(FLAG):
            number = case.choose(reference(max(made, default=0)))
            found.append(made.get(number, "nothing"))
        else:
            number = case.choose(identity(len(made)))
            made[number] = f"value {number}"
            found.append(None)
    return found


MADE_TWO_USED_SECOND = (1, 0, 0, 1, 0, 1, 1, 1, 1, 1, 1, 1, 0)
"""Make 0, make 1, use 1, use 1."""


def test_offers_a_maker_with_its_users_and_then_with_other_values() -> None:
    assert repertoire(delete_referrers, steps, *MADE_TWO_USED_SECOND) == [
        [1, 0, 0, 0, 0],
        [1, 0, 0, 1, 1, 0, 1, 1, 0, 0, 0],
    ]


def test_offers_nothing_where_nothing_refers_to_anything() -> None:
    assert repertoire(delete_referrers, steps, 1, 0, 0, 1, 0, 1, 0) == []


def test_all_uses_move_to_another_value_at_once() -> None:
    def fails(found: list[Any]) -> bool:
        used = [each for each in found if each]
        return len(used) == 2 and used[0] == used[1] != "nothing"

    assert reduced(steps, list(MADE_TWO_USED_SECOND), fails, delete_referrers) == [
        *[1, 0, 0],
        *[1, 1, 0],
        *[1, 1, 0],
        0,
    ]


def test_goes_on_where_the_shape_changes_under_it() -> None:
    problem = problem_of(steps, [1, 0, 0, 1, 0, 1, 1, 1, 1, 1, 1, 0, 0], lambda found: True)
    offers_of(delete_referrers, problem)
    assert len(problem.best) < 13


def are_used_in_pairs(found: list[Any]) -> bool:
    """Whether there are values, and each was used twice: no one of these steps can go alone."""
    used = Counter(each for each in found if each)
    return set(used.values()) == {2} and "nothing" not in used and found.count(None) == len(used)


def left_by(passes: tuple[Pass, ...]) -> int:
    """How many choices are left of three values, used by turns."""
    makers = [[1, 0, 0], [1, 0, 1], [1, 0, 2]]
    uses = [[1, 1, number] for number in (0, 1, 2, 2, 0, 1)]
    problem = problem_of(steps, [*chain(*makers, *uses), 0], are_used_in_pairs)
    exhaust(problem, passes)
    return len(problem.best)


def test_what_is_made_and_used_goes_together() -> None:
    assert left_by(SCHEDULE.cheap) == 10
    assert left_by(SCHEDULE.without("delete_referrers").cheap) == 28
