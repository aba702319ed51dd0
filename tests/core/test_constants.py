"""Constants are kept without repeats and filtered for each domain."""

from __future__ import annotations

from shortlex.core.constants import MAX_DOMAINS, NO_CONSTANTS, Constants
from shortlex.core.floating import Float
from shortlex.core.integer import Integer


def test_values_that_only_look_equal_are_kept_apart() -> None:
    assert Constants([1, 1.0, 0.0, -0.0, 1]).values == (1, 1.0, 0.0, -0.0)


def test_a_domain_has_the_constants_that_are_its_members() -> None:
    constants = Constants([5, 500, "five", 5.0])
    assert list(constants.members_of(Integer(0, 10))) == [5]
    assert list(constants.members_of(Float(allow_nan=False, allow_infinity=False))) == [5.0]
    assert not NO_CONSTANTS.members_of(Integer())


def test_very_many_domains_are_not_all_remembered() -> None:
    constants = Constants([7])
    for end in range(3 * MAX_DOMAINS):
        assert list(constants.members_of(Integer(0, end))) == ([7] if end >= 7 else [])
    assert len(constants._members) <= MAX_DOMAINS
