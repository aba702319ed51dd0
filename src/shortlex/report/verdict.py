"""Verdict: the error that a finished run raises, if any, with its report as notes."""

from __future__ import annotations

import warnings
from collections.abc import Callable, Sequence
from types import TracebackType

from shortlex.core.raised import (
    add_report,
    cause_of,
    cut_chain,
    description_of,
    drop_report,
    is_printable,
    members_of,
    notes_of,
    set_traceback,
    traceback_of,
)
from shortlex.errors import FailedHealthCheck, ShortlexException, ShortlexWarning, Unsatisfiable
from shortlex.report.advice import complaint_words, health_words
from shortlex.report.terminal import (
    Again,
    error_lines,
    failure_lines,
    stopped_lines,
    unsatisfiable_text,
)
from shortlex.runner.origin import is_ours
from shortlex.runner.result import Complaint, Failure, Result
from shortlex.settings import Phase, Verbosity, settings


def verdict(name: str, result: Result, options: settings, again: Again) -> BaseException | None:
    """What to raise at the end of a run; None if the test passed."""
    failures = result.failures if options.report_multiple_bugs else result.failures[:1]
    for each in failures:
        if each.error is not None:
            for error in (each.error, *members_of(each.error)):
                drop_report(error)
    if result.stopped_by is not None:
        return _stopped(result, failures, options.verbosity, again)
    if len(failures) == 1:
        return annotated(failures[0], options.verbosity, again)
    if failures:
        # The simplest comes last: in a terminal, the end of a group is read first.
        errors = [annotated(each, options.verbosity, again) for each in reversed(failures)]
        # If one object was raised at several places, it has the notes of all of them.
        errors = list({id(each): each for each in errors}.values())
        return BaseExceptionGroup(f"{name} {_ways(len(failures), result.bugs_left_out)}", errors)
    if not result.statistics.valid and Phase.generate in options.phases:
        return Unsatisfiable(unsatisfiable_text(name, result.statistics))
    for check in result.health.problems:
        if check in options.fail_health_check:
            return FailedHealthCheck(f"{name}: {health_words(check, result, options)}")
    return None


def _ways(shown: int, left_out: int) -> str:
    """Says in how many ways a test failed."""
    if not left_out:
        return f"failed in {shown} different ways."
    return (
        f"failed in {shown + left_out:,} different ways. These are the {shown} simplest; the other "
        f"{left_out:,} were neither reduced nor kept. Does the type of the error, or the line that "
        "raises it, depend on the input?"
    )


def _stopped(
    result: Result, failures: Sequence[Failure], verbosity: Verbosity, again: Again
) -> BaseException:
    """What ended a run early, with the failures found by then."""
    stop = result.stopped_by
    assert stop is not None, "it was stopped"
    if isinstance(stop, KeyboardInterrupt):
        stop = KeyboardInterrupt()  # without the frames of whatever was interrupted
    # As notes, not printed: tracebacks and pytest show notes, but pytest captures output.
    lines = [line for each in failures for line in stopped_lines(stop, each, again)]
    if result.bugs_left_out:
        lines.append(f"The test {_ways(len(failures), result.bugs_left_out)}")
    return told(stop, lines, verbosity)


def interrupt_after(error: BaseException | None) -> KeyboardInterrupt:
    """The interrupt for a Ctrl-C that came after the verdict."""
    interrupt = KeyboardInterrupt()
    if error is not None and not isinstance(error, KeyboardInterrupt):
        add_report(interrupt, ["Interrupted. The test had failed:", *error_lines(error)])
    elif error is not None:
        add_report(interrupt, notes_of(error))
    return interrupt


def annotated(failure: Failure, verbosity: Verbosity, again: Again) -> BaseException:
    """The error of a failure, with its report as notes and without our frames."""
    error = failure.error
    assert error is not None, "a test can only fail with an error"
    return told(error, failure_lines(failure, again), verbosity)


def complain(complaints: Sequence[Complaint], function: Callable[..., object]) -> None:
    """Warn about problems with the database, at the place of a function.

    Such a warning never fails a test, even if warnings are errors.
    """
    code = getattr(function, "__code__", None)
    place = ("<unknown>", 1) if code is None else (code.co_filename, code.co_firstlineno)
    for each in complaints:
        try:
            _warn(complaint_words(each), place)
        except Exception:  # the test has replaced what shows warnings
            continue


def _warn(text: str, place: tuple[str, int]) -> None:
    try:
        warnings.warn_explicit(text, ShortlexWarning, *place)
    except ShortlexWarning:
        with warnings.catch_warnings():
            warnings.simplefilter("always", ShortlexWarning)
            warnings.warn_explicit(text, ShortlexWarning, *place)


def told(error: BaseException, lines: list[str], verbosity: Verbosity) -> BaseException:
    """The error to raise, with a report as notes and without our frames.

    An error that takes no notes or cannot be printed is replaced by a RuntimeError that describes
    it.
    """
    if verbosity < Verbosity.debug:
        trim(error)
    error = cut_chain(error)
    is_quiet = verbosity == Verbosity.quiet
    if (is_quiet or add_report(error, lines)) and is_printable(error):
        return error
    bearer = description_of(error)
    if not is_quiet:
        add_report(bearer, lines)
    return bearer


def trim(error: BaseException) -> None:
    """Remove our own frames from the traceback, and from those of a group's members.

    The traceback of an error that we raise on purpose ends at the user's line: its message, or its
    members, say the rest. An error that is a bug of ours keeps the frames that show where.
    """
    waiting, met = [error], {id(error)}
    while waiting:
        each = waiting.pop()
        set_traceback(each, without_our_frames(each))
        cause = cause_of(each) if _is_on_purpose(each) else None
        inner = [*members_of(each), *([] if cause is None else [cause])]
        waiting += [other for other in inner if id(other) not in met]
        met.update(map(id, inner))


def _is_on_purpose(error: BaseException) -> bool:
    return isinstance(error, (ShortlexException, BaseExceptionGroup))


def without_our_frames(error: BaseException) -> TracebackType | None:
    """The traceback of an error as ``trim`` leaves it."""
    frames = []
    traceback = traceback_of(error)
    while traceback is not None:
        frames.append(traceback)
        traceback = traceback.tb_next
    kept = [each for each in frames if not is_ours(each.tb_frame)]
    if frames and is_ours(frames[-1].tb_frame) and not _is_on_purpose(error):
        last = kept[-1] if kept else None
        kept += frames[frames.index(last) + 1 if last is not None else 0 :]
    linked: TracebackType | None = None
    for each in reversed(kept):
        linked = TracebackType(linked, each.tb_frame, each.tb_lasti, each.tb_lineno)
    return linked
