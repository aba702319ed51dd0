"""Flaky errors: checks that a replay draws the same, and makes the errors for flaky tests.

What differs is collected here; the classes of the errors make the sentences.

A child process has said what failed in it and where, which is enough to count and reduce failures.
Only a report needs the error itself, and the child has shown that the case is harmless. So the case
is run in this process, too; if it does not fail here, the test is flaky.
"""

from __future__ import annotations

from collections.abc import Callable, Sequence

from shortlex.core.case import RecordedCase, key_of
from shortlex.core.domain import Choice
from shortlex.core.raised import has_repr
from shortlex.core.shown import escaped, message_of, shown, shown_error, text_of
from shortlex.core.trace import Outcome, Trace
from shortlex.errors import FlakyFailure, FlakyGeneration, HowEnded
from shortlex.runner.execute import Test, execute
from shortlex.runner.flaky.sequential import Rate
from shortlex.runner.origin import FailedInChildError
from shortlex.runner.result import Failure
from shortlex.system.genuine import monotonic

MAX_MESSAGE_CHARACTERS = 200
"""How many characters of the first line of an error are quoted."""

MARKED = HowEnded("interesting")
"""The ending of a case that fails without an error."""


def check_generation(choices: Sequence[Choice], trace: Trace, error: BaseException | None) -> None:
    """Raise unless a replay drew exactly the given choices. ``error`` is the error of the case."""
    if key_of(list(trace.choices)) == key_of(list(choices)):
        return
    check_draws(choices, trace, error)
    if isinstance(error, RecursionError) and isinstance(trace.error, RecursionError):
        return  # Recording a draw takes more of the stack, so there are fewer draws.
    raise FlakyGeneration.of_counts(len(choices), len(trace.choices)) from error


def check_draws(choices: Sequence[Choice], trace: Trace, error: BaseException | None) -> None:
    """Raise unless the choices agree, as far as both have them."""
    drawn = zip(choices, trace.choices, trace.domains, strict=False)
    for number, (before, after, domain) in enumerate(drawn, start=1):
        if key_of([before]) != key_of([after]):
            from shortlex.database.record import format_domain

            wanted = format_domain(domain)
            raise FlakyGeneration.of_draw(number, shown(before), wanted) from error


def flaky_failure(
    error: BaseException | None, trace: Trace, rate: Rate, others: int = 0
) -> FlakyFailure:
    """The error for a test that fails once and then passes or fails differently.

    ``others`` is how many of its runs failed in another way.
    """
    errors = [_as_exception(each) for each in (error, trace.error) if each is not None]
    first = _failed(error)
    return FlakyFailure.of_counts(
        errors or [RuntimeError(str(first))],
        failures=rate.failures,
        others=others,
        runs=rate.runs,
        limit=rate.advisable_limit,
        first=first,
        second=ending_of(trace),
    )


def flaky_by_state(error: BaseException | None, call: str) -> FlakyFailure:
    """The error for a test that fails because of earlier cases: ``call`` passed, but fails now.

    Without an ``error`` it was marked interesting.
    """
    stand_in = RuntimeError(str(MARKED)) if error is None else _as_exception(error)
    return FlakyFailure.of_state(stand_in, call if len(call) <= MAX_MESSAGE_CHARACTERS else "")


def flaky_in_child(error: FailedInChildError, ending: HowEnded) -> FlakyFailure:
    """The error for a case that fails only in child processes; ``ending`` is how it ended here."""
    return FlakyFailure.of_child(_failed(error), ending)


def ending_of(trace: Trace) -> HowEnded:
    """How a case ended, with texts that are short and can be printed."""
    if trace.error is not None:
        return _failed(trace.error)
    if trace.outcome is Outcome.INVALID:
        return HowEnded("invalid", escaped(text_of(trace.reason)))
    if trace.outcome is Outcome.INTERESTING:
        return HowEnded("interesting", shown(trace.origin))
    return HowEnded(trace.outcome.name.lower())


def _failed(error: BaseException | None) -> HowEnded:
    return MARKED if error is None else HowEnded("failed", _first_line(error))


def _first_line(error: BaseException) -> str:
    """The type of an error and the first line of its message. The error itself is shown below."""
    is_quoted = isinstance(error, FailedInChildError)  # its message already has the type
    text = escaped(message_of(error) if is_quoted else shown_error(error))
    line = text.partition("\n")[0][:MAX_MESSAGE_CHARACTERS]
    return line if len(line) == len(text) else f"{line} ..."


def _as_exception(error: BaseException) -> Exception:
    """The error, or another that describes it where a group cannot have it or pytest print it."""
    if isinstance(error, Exception) and has_repr(error):
        return error
    stand_in = RuntimeError(_first_line(error))
    stand_in.__cause__ = error
    return stand_in


MAX_SECONDS = 1.0
"""After this many seconds, a case that fails only sometimes is not run again."""


def recovered(
    test: Test, failure: Failure, replaying: Callable[[], RecordedCase], *, runs: int = 1
) -> Failure:
    """The same failure with the error itself. If the case does not fail here, it is flaky."""
    error = failure.error
    if not isinstance(error, FailedInChildError):
        return failure

    def with_notes() -> RecordedCase:
        case = replaying()
        case.keeps_notes = True
        return case

    case, trace = _run_here(test, error, with_notes, runs)
    if _is_failure(trace, error):
        return failure._replace(error=trace.error, case=case)
    return failure._replace(error=flaky_in_child(error, ending_of(trace)))


def recovered_error(
    test: Test, error: BaseException | None, replaying: Callable[[], RecordedCase], *, runs: int
) -> BaseException | None:
    """The error itself if the case fails here; otherwise the child's stand-in for it."""
    if not isinstance(error, FailedInChildError):
        return error
    _, trace = _run_here(test, error, replaying, runs)
    return trace.error if _is_failure(trace, error) else error


def _run_here(
    test: Test, error: FailedInChildError, replaying: Callable[[], RecordedCase], runs: int
) -> tuple[RecordedCase, Trace]:
    """The first run that fails as it did in the child, or the last one."""
    end = monotonic() + MAX_SECONDS
    while True:
        case = replaying()
        case.runs_here = True
        trace = execute(test, case)
        runs -= 1
        if _is_failure(trace, error) or runs < 1 or monotonic() > end:
            return case, trace


def _is_failure(trace: Trace, error: FailedInChildError) -> bool:
    return trace.is_interesting and trace.origin == error.origin
