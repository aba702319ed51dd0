"""A replay that draws something else is reported."""

import pytest

from shortlex.core.boolean import Boolean
from shortlex.core.domain import Choice
from shortlex.core.integer import Integer
from shortlex.core.trace import Outcome, Trace
from shortlex.errors import FlakyGeneration
from shortlex.runner.flaky.same_draws import check_draws, check_generation


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
