"""Constants are found when needed, and filtered for each domain."""

from __future__ import annotations

from shortlex.core.constants import MAX_DOMAINS, NO_CONSTANTS, Constants, Found
from shortlex.core.floating import Float
from shortlex.core.integer import Integer


def test_a_domain_has_the_constants_that_are_its_members() -> None:
    constants = Constants.of([5, 500, "five"], [7, 5.0])
    assert constants.members_of(Integer(0, 10)) == ([5], [7])
    floats = Float(allow_nan=False, allow_infinity=False)
    assert constants.members_of(floats) == ([], [5.0])
    assert NO_CONSTANTS.members_of(Integer()) == ([], [])


def test_constants_are_looked_for_once_and_only_if_they_are_needed() -> None:
    looks = 0

    def find() -> Found:
        nonlocal looks
        looks += 1
        return [7], []

    constants = Constants(find)
    assert looks == 0
    for end in range(10, 20):
        assert constants.members_of(Integer(0, end)).near == [7]
    assert looks == 1


def test_very_many_domains_are_not_all_remembered() -> None:
    constants = Constants.of([7])
    for end in range(3 * MAX_DOMAINS):
        assert constants.members_of(Integer(0, end)).near == ([7] if end >= 7 else [])
    assert len(constants._members) <= MAX_DOMAINS
