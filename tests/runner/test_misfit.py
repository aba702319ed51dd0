"""Where stored choices do not fit a test."""

from typing import Any

import pytest

from shortlex import settings
from shortlex import strategies as st
from shortlex.core.case import RecordedCase
from shortlex.core.source import ReplaySource
from shortlex.core.trace import Trace
from shortlex.runner.execute import execute
from shortlex.runner.misfit import (
    MAX_EXCESS,
    OtherDraw,
    TooManyChoices,
    find_excess,
    find_misfit,
    replay_limit,
)


def replayed(choices: list[Any], *strategies: st.SearchStrategy[Any]) -> Trace:
    case = RecordedCase(ReplaySource(choices))
    return execute(lambda case: [case.draw(each) for each in strategies], case)


def test_choices_that_fit_are_no_misfit() -> None:
    choices = [3, True]
    assert find_misfit(choices, replayed(choices, st.integers(), st.booleans())) is None


@pytest.mark.parametrize(
    ("choice", "strategy"), [(7, st.integers(0, 5)), ("a", st.integers()), (1, st.booleans())]
)
def test_a_choice_that_does_not_fit_any_more_is_found(
    choice: Any, strategy: st.SearchStrategy[Any]
) -> None:
    trace = replayed([choice], strategy)
    assert find_misfit([choice], trace) == OtherDraw(0, (choice,), "", trace.domains[0])


def test_what_was_wanted_is_kept_if_it_is_known() -> None:
    found = find_misfit([7], replayed([7], st.integers(0, 5)), wanted=["an integer"])
    assert found is not None
    assert found.wanted == "an integer"


def test_fewer_arguments_than_before_are_noticed_and_more_too() -> None:
    choices = [1, 2]
    fewer = replayed(choices, st.integers())
    assert find_misfit(choices, fewer, arguments=2, drawn=1) == OtherDraw(1, (2,), "", None)
    more = replayed(choices, st.integers(), st.integers(), st.booleans())
    found = find_misfit(choices, more, arguments=2, drawn=3)
    assert found == OtherDraw(2, (), "", more.domains[2])


def test_a_case_with_far_too_many_choices_is_refused() -> None:
    options = settings(max_choices=10)
    assert find_excess([0] * 10 * MAX_EXCESS, options) is None
    assert find_excess([0] * (10 * MAX_EXCESS + 1), options) == TooManyChoices(201, 200)


def test_a_case_that_is_run_again_may_grow_but_not_for_ever() -> None:
    options = settings(max_choices=100)
    assert replay_limit([], options) == 100
    assert replay_limit([1, 2, 3], options) > 100
