"""Verdict: the error that a finished run raises, if any, with its report as notes."""

from __future__ import annotations

import warnings
from collections.abc import Callable, Sequence
from types import TracebackType

from shortlex.errors import FailedHealthCheck, ShortlexException, ShortlexWarning, Unsatisfiable
from shortlex.report.advice import health_words
from shortlex.report.terminal import (
    Again,
    error_lines,
    failure_lines,
    stopped_lines,
    unsatisfiable_text,
)
from shortlex.runner.origin import is_ours
from shortlex.runner.result import Failure, Result
from shortlex.settings import Phase, Verbosity, settings


def verdict(name: str, result: Result, options: settings, again: Again) -> BaseException | None:
    """What to raise at the end of a run; None if the test passed."""
    failures = result.failures if options.report_multiple_bugs else result.failures[:1]
    if result.stopped_by is not None:
        return _stopped(result.stopped_by, failures, options.verbosity, again)
    if len(failures) == 1:
        return annotated(failures[0], options.verbosity, again)
    if failures:
        # The last in a group is what a person reads first in a terminal: the simplest.
        errors = [annotated(each, options.verbosity, again) for each in reversed(failures)]
        return BaseExceptionGroup(f"{name} failed in {len(errors)} different ways.", errors)
    if not result.statistics.valid and Phase.generate in options.phases:
        return Unsatisfiable(unsatisfiable_text(name, result.statistics))
    for check in result.health.problems:
        if check in options.fail_health_check:
            return FailedHealthCheck(f"{name}: {health_words(check, result, options)}")
    return None


def _stopped(
    stop: BaseException, failures: Sequence[Failure], verbosity: Verbosity, again: Again
) -> BaseException:
    """What ended a run early, with the failures that were known by then."""
    if isinstance(stop, KeyboardInterrupt):
        stop = KeyboardInterrupt()  # without the frames of whatever was interrupted
    if verbosity > Verbosity.quiet:
        # Not printed: a traceback shows notes, and so does pytest, which captures what is printed.
        add_notes(stop, [line for each in failures for line in stopped_lines(stop, each, again)])
    if verbosity < Verbosity.debug:
        trim(stop)
    return stop


def interrupt_after(error: BaseException | None) -> KeyboardInterrupt:
    """Ctrl-C that came when the verdict was already made."""
    interrupt = KeyboardInterrupt()
    if error is not None and not isinstance(error, KeyboardInterrupt):
        add_notes(interrupt, ["Interrupted. The test had failed:", *error_lines(error)])
    elif error is not None:
        add_notes(interrupt, notes_of(error))
    return interrupt


def annotated(failure: Failure, verbosity: Verbosity, again: Again) -> BaseException:
    """The error of a failure, with its report as notes and without our frames."""
    error = failure.error
    assert error is not None, "a test can only fail with an error"
    if verbosity > Verbosity.quiet:
        add_notes(error, failure_lines(failure, again))
    if verbosity < Verbosity.debug:
        trim(error)
    return error


def complain(
    complaints: Sequence[str], error: BaseException | None, function: Callable[..., object]
) -> None:
    """Warn of what was wrong with the database, at the place of a function.

    Where warnings are errors, ``error`` goes first.
    """
    code = getattr(function, "__code__", None)
    place = ("<unknown>", 1) if code is None else (code.co_filename, code.co_firstlineno)
    for text in complaints:
        try:
            warnings.warn_explicit(text, ShortlexWarning, *place)
        except ShortlexWarning:
            if error is None:
                raise
            add_notes(error, [f"({text})"])


def add_notes(error: BaseException, lines: list[str]) -> None:
    """Add lines below the message of an error."""
    # Not add_note(): errors that are frozen dataclasses refuse it.
    BaseException.__setattr__(error, "__notes__", [*notes_of(error), *lines])


def notes_of(error: BaseException) -> list[str]:
    """The lines below the message of an error."""
    return list(getattr(error, "__notes__", ()))


def trim(error: BaseException) -> None:
    """Take our own frames out of the traceback, and out of those of a group's members.

    What we raise on purpose ends at the user's line, and its message says the rest, or its members
    do; an error that is ours by accident keeps the frames that show where.
    """
    error.with_traceback(without_our_frames(error))
    if _is_on_purpose(error) and error.__cause__ is not None:
        trim(error.__cause__)
    if isinstance(error, BaseExceptionGroup):
        for each in error.exceptions:
            trim(each)


def _is_on_purpose(error: BaseException) -> bool:
    return isinstance(error, (ShortlexException, BaseExceptionGroup))


def without_our_frames(error: BaseException) -> TracebackType | None:
    """The traceback of an error as ``trim`` leaves it."""
    frames = []
    traceback = error.__traceback__
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
