"""Trials: a light replay makes the choices of a recorded one."""

from random import Random

import pytest

from shortlex import strategies as st
from shortlex.core.case import Case, RandomCase, RecordedCase
from shortlex.core.source import ReplaySource
from shortlex.core.trace import Outcome
from shortlex.core.trial_case import TrialCase
from shortlex.errors import InvalidArgument, Overrun, StopCase
from shortlex.strategies import SearchStrategy
from tests.strategies.samples import SAMPLES

LIMIT = 1000


def recorded(strategy: SearchStrategy[object], choices: list[object]) -> tuple[list[object], str]:
    return drawn(RecordedCase(ReplaySource(choices), LIMIT), strategy)  # type: ignore[arg-type]  # any


def drawn(case: RecordedCase, strategy: SearchStrategy[object]) -> tuple[list[object], str]:
    """The choices of a case, and how its draw ended."""
    try:
        case.draw(strategy)
    except StopCase as ending:
        return list(case.choices), type(ending).__name__
    case.arguments_drawn()  # only then a trial knows its size
    return list(case.choices), f"size {case.size}"


def damaged(choices: list[object], random: Random) -> list[object]:
    """Choices of which some are other ones, or gone."""
    choices = list(choices)
    for _ in range(random.randrange(4)):
        if not choices:
            break
        place = random.randrange(len(choices))
        what = random.random()
        if what < 0.4:
            del choices[place]
        elif what < 0.7:
            choices[place] = random.choice([0, 1, -5, True, False, "a", "", b"\x01", 2.5, 10**30])
        else:
            choices[place] = random.choice(choices)
    return choices


@pytest.mark.parametrize("strategy", [sample.strategy for sample in SAMPLES], ids=repr)
def test_a_trial_makes_the_same_choices_as_a_recorded_case(
    strategy: SearchStrategy[object],
) -> None:
    random = Random(0)
    for seed in range(15):
        start = RandomCase(Random(seed), 0.5, LIMIT)
        try:
            start.draw(strategy)
        except StopCase:
            continue
        choices = damaged(list(start.choices), random)
        trial = drawn(TrialCase(choices, LIMIT), strategy)
        assert list(map(repr, trial)) == list(map(repr, recorded(strategy, choices)))


@pytest.mark.parametrize("strategy", [sample.strategy for sample in SAMPLES], ids=repr)
def test_a_trial_knows_of_every_refused_value_that_a_recorded_case_knows_of(
    strategy: SearchStrategy[object],
) -> None:
    random = Random(1)
    for seed in range(15):
        start = RandomCase(Random(seed), 0.5, LIMIT)
        try:
            start.draw(strategy)
            choices = damaged(list(start.choices), random)
            case = RecordedCase(ReplaySource(choices), LIMIT)  # type: ignore[arg-type]  # any
            trial = TrialCase(choices, LIMIT)
            case.draw(strategy)
            trial.draw(strategy)
        except StopCase:
            continue
        assert trial.refused_at >= case.trace(Outcome.VALID).refused_at


def test_a_trial_has_a_limit_on_its_size() -> None:
    case = TrialCase([True] * 50, 10)
    with pytest.raises(Overrun):
        case.draw(st.lists(st.booleans()))


def test_what_is_no_strategy_is_named() -> None:
    with pytest.raises(InvalidArgument, match="Cannot draw from 3"):
        TrialCase([], LIMIT).draw(3)  # type: ignore[arg-type]  # what a user may do


def test_a_trial_keeps_no_spans() -> None:
    case = TrialCase([True, 5, False], LIMIT)
    assert case.draw(st.lists(st.integers())) == [5]
    assert case.trace(Outcome.VALID).spans == ()
    assert isinstance(case, Case)
