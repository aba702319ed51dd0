"""Foreseen: a case that ends before its body, as if it had been run."""

import pytest

from shortlex.core.boolean import Boolean
from shortlex.core.case import Case, RecordedCase
from shortlex.core.foreseen import Ending, Foreseen
from shortlex.core.source import ReplaySource
from shortlex.core.trace import Outcome
from shortlex.errors import StopCase
from shortlex.runner.execute import execute


def test_an_ending_says_no_more_than_it_must() -> None:
    assert Ending(Outcome.VALID) == (Outcome.VALID, None, None, "")


def test_foreseen_is_no_error_of_a_test() -> None:
    foreseen = Foreseen(Ending(Outcome.INVALID, reason="known"))
    assert isinstance(foreseen, StopCase)
    # A test that catches Exception does not catch it.
    assert not isinstance(foreseen, Exception)
    assert foreseen.ending.reason == "known"


@pytest.mark.parametrize("outcome", Outcome)
def test_the_trace_ends_as_foreseen(outcome: Outcome) -> None:
    error = ValueError()

    def function(case: Case) -> None:
        case.choose(Boolean())
        raise Foreseen(Ending(outcome, "origin", error, "reason"))

    trace = execute(function, RecordedCase(ReplaySource([True])))
    assert trace.choices == (True,)
    assert (trace.outcome, trace.origin, trace.reason) == (outcome, "origin", "reason")
    assert trace.error is error
    assert not trace.was_run


def test_other_cases_were_run() -> None:
    assert execute(lambda case: None, RecordedCase(ReplaySource([]))).was_run
