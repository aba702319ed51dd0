"""Explanations against the truth: every value of every part, tried one by one."""

from collections.abc import Callable, Iterator
from itertools import product
from typing import Any, NamedTuple

import pytest

from shortlex import Phase, given, settings
from shortlex import strategies as st
from shortlex.property.session import Session, active
from shortlex.runner.result import Failure, Result

pytestmark = pytest.mark.usefixtures("unhurried")


class Small(NamedTuple):
    """A failing test whose arguments have few values, all written down."""

    domains: tuple[tuple[Any, ...], ...]
    """For each of the numbers of which its arguments are made, all that it can be."""
    fails: Callable[..., bool]


def bits(count: int) -> tuple[tuple[Any, ...], ...]:
    return ((False, True),) * count


def below(*limits: int) -> tuple[tuple[Any, ...], ...]:
    return tuple(tuple(range(limit)) for limit in limits)


def wrapped(number: int) -> int:
    return (number + 8) % 16 - 8


LETTERS = tuple("abcdefgh")

# The shapes of the corpus of reductions, with domains that can be counted out.
CASES = {
    "one_matters": Small(below(12, 12, 12), lambda x, y, z: y >= 7),
    "two_matter": Small(below(12, 12, 12), lambda x, y, z: x > 3 and z > 5),
    "bound5": Small(below(16, 16, 16), lambda x, y, z: wrapped(x + y + z) >= 5),
    "sum": Small(below(20, 20), lambda x, y: x + y >= 9),
    "difference": Small(below(15, 15), lambda x, y: x != y),
    "difference_must_be_one": Small(below(15, 15), lambda x, y: abs(x - y) == 1),
    "equal": Small(below(9, 9, 9), lambda x, y, z: x == y),
    "not_all_equal": Small(below(6, 6, 6), lambda x, y, z: len({x, y, z}) > 1),
    "all_differ": Small(below(5, 5, 5), lambda x, y, z: len({x, y, z}) == 3),
    "sorted": Small(below(6, 6, 6), lambda x, y, z: not x <= y <= z),
    "reverse": Small(below(7, 7, 7), lambda x, y, z: [x, y, z] != [z, y, x]),
    "product": Small(below(13, 13), lambda x, y: x * y >= 20),
    "divides": Small(below(30, 30), lambda x, y: y > 1 and x % y == 0),
    "xor": Small(bits(4), lambda a, b, c, d: a ^ b ^ c ^ d),
    "any": Small(bits(4), lambda a, b, c, d: a or b or c or d),
    "majority": Small(bits(5), lambda *flags: sum(flags) >= 3),
    "one_hole": Small(below(50, 50), lambda x, y: x >= 10 and y != 37),
    "rare_pass": Small(below(90, 4), lambda x, y: x != 83),
    "letters": Small((LETTERS, LETTERS, (0, 1, 2)), lambda x, y, n: x > "c" or n > 1),
    "flag_chooses": Small(((False, True), *below(9, 9)), lambda f, x, y: (y if f else x) > 3),
    "mirrored": Small(below(8, 8), lambda x, y: x == 7 - y),
    "lonely": Small(below(64), lambda x: x & 5 == 5),
    "always": Small(below(10, 10), lambda x, y: True),
}


def explained(case: Small, seed: int) -> tuple[Failure, list[Any]]:
    """The failure that a run finds, and its numbers."""
    results: list[Result] = []
    numbers: list[Any] = []

    @settings(phases=Phase, max_examples=2000)
    @given(st.tuples(*map(st.sampled_from, case.domains)))
    def test(values: Any) -> None:
        numbers[:] = values
        assert not case.fails(*values)

    session = Session(seed=seed, on_result=lambda result, options: results.append(result))
    token = active.set(session)
    try:
        with pytest.raises(AssertionError):
            test()
    finally:
        active.reset(token)
    ((failure,),) = [result.failures for result in results]
    return failure, list(numbers)


def can_be_anything(case: Small, values: list[Any], places: tuple[int, ...]) -> bool:
    """Whether it fails whatever stands in these places."""
    for chosen in product(*(case.domains[place] for place in places)):
        changed = list(values)
        for place, value in zip(places, chosen, strict=True):
            changed[place] = value
        if not case.fails(*changed):
            return False
    return True


def claims(failure: Failure, count: int) -> Iterator[tuple[tuple[int, ...], bool]]:
    """For each part that was looked at, the places it has, and whether it was called free."""
    explanation = failure.explanation
    assert explanation is not None
    (whole,) = failure.case.draws_within(-1)
    parts = failure.case.draws_within(whole)
    yield tuple(range(count)), whole in explanation.free
    if whole not in explanation.free:
        for place, part in enumerate(parts):
            yield (place,), part in explanation.free


@pytest.mark.parametrize("seed", range(3))
@pytest.mark.parametrize("name", CASES)
def test_what_is_called_free_is_and_what_is_not_is_not(name: str, seed: int) -> None:
    case = CASES[name]
    failure, values = explained(case, seed)
    for places, is_free in claims(failure, len(case.domains)):
        assert is_free == can_be_anything(case, values, places), (values, places)


@pytest.mark.parametrize("name", CASES)
def test_what_is_said_of_all_together_is_true(name: str) -> None:
    case = CASES[name]
    failure, values = explained(case, 1)
    assert failure.explanation is not None
    free = tuple(places[0] for places, is_free in claims(failure, len(case.domains)) if is_free)
    together = failure.explanation.together
    if together is not None and together.failed < together.tried:
        assert not can_be_anything(case, values, free)
