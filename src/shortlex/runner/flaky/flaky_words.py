"""Flaky words: the errors for tests that fail once and then pass or fail differently."""

from __future__ import annotations

from shortlex.core.shown import escaped, message_of, shown, shown_error, text_of
from shortlex.core.trace import Outcome, Trace
from shortlex.errors import FlakyFailure
from shortlex.runner.flaky.sequential import Rate
from shortlex.runner.origin import FailedInChildError

_OUTCOME_DEPENDS = (
    "It drew the same values each time, so the test depends on something else: state kept from one "
    "case to the next, time, threads, or random numbers that are not from a strategy."
)

MAX_MESSAGE_CHARACTERS = 200
"""How many characters of the first line of an error are quoted."""


def flaky_failure(
    error: BaseException | None, trace: Trace, rate: Rate, others: int = 0
) -> FlakyFailure:
    """The error for a test that fails once and then passes or fails differently.

    ``others`` is how many of its runs failed in another way.
    """
    besides = f", and in another way in {others}" if others else ""
    errors = [_as_exception(each) for each in (error, trace.error) if each is not None]
    first = "it was marked interesting" if error is None else _words_of(error)
    return FlakyFailure(
        f"Flaky: this case failed in {rate.failures} of {rate.runs} runs{besides}.\n"
        f"{_OUTCOME_DEPENDS}\n"
        "To reduce it anyway, add "
        f"@settings(min_failure_rate={rate.advisable_limit})\n"
        f"The first time: {first}\n"
        f"The second time: {ending_of(trace)}",
        errors or [RuntimeError(first)],
    )


def flaky_by_state(error: BaseException | None, call: str) -> FlakyFailure:
    """The error for a test that fails because of earlier cases: ``call`` passed, but fails now.

    Without an ``error`` it was marked interesting.
    """
    words = "it was marked interesting" if error is None else _words_of(error)
    shown_call = f": {call}" if call and len(call) <= MAX_MESSAGE_CHARACTERS else "."
    return FlakyFailure(
        "Flaky: this failure depends on the cases that were run before it.\n"
        f"A case that did not fail at first now fails in the same way{shown_call}\n"
        "Something other than the arguments has changed in between, such as a global variable, an "
        "attribute of self, a cache, a file, or a list in just(). Reset it in each case.",
        [RuntimeError(words) if error is None else _as_exception(error)],
    )


def flaky_in_child(error: FailedInChildError, ending: str) -> FlakyFailure:
    """The error for a case that fails only in child processes; ``ending`` is how it ended here."""
    return FlakyFailure(
        f"The case failed in its child process, but not when it was run again in this one. In the "
        f"child: {_words_of(error)}. Here: {ending}. It depends on something other than its "
        "draws that differs between the two, such as the process, its threads, files or the time.",
        [RuntimeError(_words_of(error))],
    )


def ending_of(trace: Trace) -> str:
    if trace.error is not None:
        return _words_of(trace.error)
    if trace.outcome is Outcome.INVALID:
        reason = escaped(text_of(trace.reason))
        return f"it was rejected by {reason}" if reason else "it was rejected"
    if trace.outcome is Outcome.INTERESTING:
        return f"it was marked interesting as {shown(trace.origin)}"
    return "it passed" if trace.outcome is Outcome.VALID else "it grew too large"


def _words_of(error: BaseException) -> str:
    """The type of an error and the first line of its message. The error itself is shown below."""
    is_quoted = isinstance(error, FailedInChildError)  # its message already has the type
    text = escaped(message_of(error) if is_quoted else shown_error(error))
    line = text.partition("\n")[0][:MAX_MESSAGE_CHARACTERS]
    return line if len(line) == len(text) else f"{line} ..."


def _as_exception(error: BaseException) -> Exception:
    """The error, or an Exception that describes it: an ExceptionGroup takes no others."""
    if isinstance(error, Exception):
        return error
    stand_in = RuntimeError(_words_of(error))
    stand_in.__cause__ = error
    return stand_in
