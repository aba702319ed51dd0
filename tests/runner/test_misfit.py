"""What stored choices do not fit in a test, in words."""

from typing import Any

import pytest

from shortlex import settings
from shortlex import strategies as st
from shortlex.core.case import RecordedCase
from shortlex.core.source import ReplaySource
from shortlex.core.trace import Trace
from shortlex.runner.execute import execute
from shortlex.runner.misfit import MAX_EXCESS, describe_excess, describe_misfit, replay_limit


def replayed(choices: list[Any], *strategies: st.SearchStrategy[Any]) -> Trace:
    case = RecordedCase(ReplaySource(choices))
    return execute(lambda case: [case.draw(each) for each in strategies], case)


def test_choices_that_fit_are_no_misfit() -> None:
    choices = [3, True]
    assert describe_misfit(choices, replayed(choices, st.integers(), st.booleans())) is None


@pytest.mark.parametrize(
    ("choices", "strategy", "words"),
    [
        ([7], st.integers(0, 5), "choice 1 was 7, but now "),
        (["a"], st.integers(), "choice 1 was 'a', but now "),
        ([1], st.booleans(), "choice 1 was 1, but now "),
    ],
)
def test_a_choice_that_does_not_fit_any_more_is_named(
    choices: list[Any], strategy: st.SearchStrategy[Any], words: str
) -> None:
    said = describe_misfit(choices, replayed(choices, strategy))
    assert said is not None
    assert words in said.replace('"', "'")


def test_where_the_choice_came_from_is_said_if_it_is_known() -> None:
    choices = [7]
    said = describe_misfit(choices, replayed(choices, st.integers(0, 5)), wanted=["an integer"])
    assert said is not None
    assert "was 7, out of an integer, but now" in said


def test_fewer_arguments_than_before_are_noticed_and_more_too() -> None:
    choices = [1, 2]
    fewer = replayed(choices, st.integers())
    said = describe_misfit(choices, fewer, arguments=2, drawn=1)
    assert said is not None
    assert "choice 2 was 2" in said
    assert "now nothing is drawn there" in said
    more = replayed(choices, st.integers(), st.integers(), st.booleans())
    said = describe_misfit(choices, more, arguments=2, drawn=3)
    assert said is not None
    assert "choice 3 was not there" in said


def test_only_the_start_of_a_long_choice_is_shown() -> None:
    choices = ["x" * 1000]
    said = describe_misfit(choices, replayed(choices, st.integers()))
    assert said is not None
    assert len(said) < 200
    assert "..." in said


def test_a_case_with_far_too_many_choices_is_refused_in_words() -> None:
    options = settings(max_choices=10)
    assert describe_excess([0] * 10 * MAX_EXCESS, options) is None
    said = describe_excess([0] * (10 * MAX_EXCESS + 1), options)
    assert said == "it has 201 choices, but settings(max_choices=...) allows only 200"


def test_a_case_that_is_run_again_may_grow_but_not_for_ever() -> None:
    options = settings(max_choices=100)
    assert replay_limit([], options) == 100
    assert replay_limit([1, 2, 3], options) > 100
