"""A replay that draws something else is reported, and what it wanted is said in words."""

import pytest

from shortlex.core.boolean import Boolean
from shortlex.core.bytestring import Bytes
from shortlex.core.domain import Choice, Domain
from shortlex.core.floating import Float
from shortlex.core.integer import Integer
from shortlex.core.sizes import Sizes
from shortlex.core.trace import Outcome, Trace
from shortlex.errors import FlakyGeneration
from shortlex.runner.flaky.same_draws import check_draws, check_generation, describe_domain


def trace_of(*choices: Choice) -> Trace:
    domains = tuple(Boolean(0.5) if isinstance(each, bool) else Integer() for each in choices)
    return Trace(
        choices=choices,
        domains=domains,
        raw_spans=(),
        outcome=Outcome.VALID,
        size=len(choices),
    )


def test_equal_draws_are_accepted() -> None:
    check_generation([1, True], trace_of(1, True), None)
    check_draws([1, True], trace_of(1), None)


def test_a_draw_of_another_value_or_type_is_reported_with_its_number() -> None:
    for choices in ([1, 3], [1, True]):
        with pytest.raises(FlakyGeneration, match="Draw 2 gave"):
            check_draws(choices, trace_of(1, 2), None)


def test_a_replay_that_draws_less_is_reported_only_where_all_must_agree() -> None:
    with pytest.raises(FlakyGeneration):
        check_generation([1, 2], trace_of(1), None)


@pytest.mark.parametrize(
    ("domain", "words"),
    [
        (Boolean(0.5), "True or False"),
        (Boolean(1.0), "True"),
        (Integer(), "an integer"),
        (Integer(0), "an integer from 0"),
        (Integer(None, 5), "an integer up to 5"),
        (Integer(-3, 5), "an integer from -3 up to 5"),
        (Float(0.5, 2.0, allow_nan=False, allow_infinity=False), "a float from 0.5 up to 2.0"),
        (Bytes(Sizes(2, 2)), "bytes of length 2"),
        (Bytes(Sizes(1, 5)), "bytes of length 1 to 5"),
        (Bytes(Sizes(1)), "bytes of length 1 or more"),
    ],
)
def test_what_a_draw_may_give_is_said_in_words(domain: Domain, words: str) -> None:
    assert describe_domain(domain) == words
