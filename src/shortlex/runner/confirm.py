"""Confirm: a failure is believed when it comes again; otherwise the test is flaky, and how."""

from __future__ import annotations

from collections.abc import Sequence
from functools import partial
from typing import Any

from shortlex.core.case import RecordedCase, key_of
from shortlex.core.domain import Choice, Domain
from shortlex.core.foreseen import Ending, Foreseen
from shortlex.core.outcome import Outcome
from shortlex.core.sizes import UNBOUNDED, Sizes
from shortlex.core.source import ReplaySource
from shortlex.core.trace import Trace
from shortlex.errors import DeadlineExceeded, FlakyFailure, FlakyGeneration, Interesting
from shortlex.runner.hunt import Hunt
from shortlex.runner.measure import observe, size_of
from shortlex.runner.origin import origin_of
from shortlex.runner.result import Failure
from shortlex.runner.sequential import Rate

_DRAWS_DEPEND = (
    "A strategy, or the test before this draw, depends on something besides its draws: global "
    "state, time, the order of a set, or random numbers that no strategy made."
)
RECORDINGS = 20
"""So often at most a failing case is run again until all its draws are recorded."""

_OUTCOME_DEPENDS = (
    "The test drew the same both times, so it depends on something else: state kept from one "
    "case to the next, time, threads, or random numbers that no strategy made."
)


def confirm(
    hunt: Hunt, choices: Sequence[Choice], ending: BaseException, *, has_drawn_all: bool = False
) -> None:
    """Replay a failing random case with everything recorded, which makes it a known bug.

    If it now ends differently it is flaky; unless it was only slow once, which is no failure,
    or settings allow it. Where all was drawn before the body began, that alone is replayed: that
    the failure comes again is seen in the end, when the simplest case is run for the report.
    """
    if hunt.options.min_failure_rate is not None:
        _record(hunt, choices, ending)
        return
    case = RecordedCase(ReplaySource(choices))
    error = None if isinstance(ending, Interesting) else ending
    if has_drawn_all and not isinstance(ending, DeadlineExceeded):
        case.on_arguments = partial(_end, Ending(Outcome.INTERESTING, _origin_of(ending), error))
    trace = hunt.run(case)
    check_generation(choices, trace, error)
    is_same = trace.is_interesting and trace.origin == _origin_of(ending)
    if not is_same and not isinstance(ending, DeadlineExceeded):
        hunt.forget_bug(trace)
        # For the report: whatever comes of it, the arguments are the same.
        case, rate = observe(hunt, trace, _origin_of(ending))
        hunt.flaky = Failure(flaky_failure(error, trace, rate), trace, case)


def _end(ending: Ending, values: Sequence[object]) -> None:
    raise Foreseen(ending)


def _record(hunt: Hunt, choices: Sequence[Choice], ending: BaseException) -> None:
    """Make a failing random case a known bug, whether or not it fails again."""
    origin = _origin_of(ending)
    error = None if isinstance(ending, Interesting) else ending
    for _ in range(RECORDINGS):
        # A run that passes may draw more than one that fails: all else is of no interest.
        case = RecordedCase(ReplaySource(choices), size_of(choices))
        trace = hunt.run(case)
        _check_draws(choices, trace, error)
        is_same = trace.is_interesting and trace.origin == origin
        if is_same or isinstance(ending, DeadlineExceeded):
            return
        if len(trace) >= len(choices):
            break
    # The record of how it passed, with the error of how it failed: they chose the same.
    hunt.add_bug(case.trace(Outcome.INTERESTING, origin=origin, error=error), 0.0)


def _origin_of(ending: BaseException) -> object:
    return ending.origin if isinstance(ending, Interesting) else origin_of(ending)


def check_generation(choices: Sequence[Choice], trace: Trace, error: BaseException | None) -> None:
    """Raise unless a replay drew exactly what it was given. ``error`` is what it failed with."""
    if key_of(list(trace.choices)) == key_of(list(choices)):
        return
    _check_draws(choices, trace, error)
    raise FlakyGeneration(
        f"The same case was drawn in two ways: the first time with {len(choices)} draws, the "
        f"second time with {len(trace.choices)}. {_DRAWS_DEPEND}"
    ) from error


def _check_draws(choices: Sequence[Choice], trace: Trace, error: BaseException | None) -> None:
    """Raise unless they agree as far as both go."""
    drawn = zip(choices, trace.choices, trace.domains, strict=False)
    for number, (before, after, domain) in enumerate(drawn, start=1):
        if key_of([before]) != key_of([after]):
            raise FlakyGeneration(
                f"The same case was drawn in two ways. Draw {number} gave {before!r} the first "
                f"time; the second time {describe_domain(domain)} was wanted there. {_DRAWS_DEPEND}"
            ) from error


def flaky_failure(error: BaseException | None, trace: Trace, rate: Rate) -> FlakyFailure:
    """The error for a test that fails, and then does not, or differently."""
    errors = [_as_exception(each) for each in (error, trace.error) if each is not None]
    first = "it was marked interesting" if error is None else _words_of(error)
    return FlakyFailure(
        f"The same case ended in two ways. The first time: {first}. The second time: "
        f"{_ending_of(trace)}. {_OUTCOME_DEPENDS}\n"
        f"It failed in {rate.failures} of {rate.runs} runs. To reduce it all the same, add "
        f"@settings(min_failure_rate={rate.advisable_limit})",
        errors or [RuntimeError(first)],
    )


def _ending_of(trace: Trace) -> str:
    if trace.error is not None:
        return _words_of(trace.error)
    if trace.outcome is Outcome.INVALID:
        return f"it was rejected by {trace.reason}" if trace.reason else "it was rejected"
    if trace.outcome is Outcome.INTERESTING:
        return f"it was marked interesting as {trace.origin!r}"
    return "it passed" if trace.outcome is Outcome.VALID else "it grew too large"


def _words_of(error: BaseException) -> str:
    return f"{type(error).__name__}: {error}" if str(error) else type(error).__name__


def _as_exception(error: BaseException) -> Exception:
    """Itself if it is one, or one that tells of it: a group of Exceptions takes no others."""
    if isinstance(error, Exception):
        return error
    stand_in = RuntimeError(_words_of(error))
    stand_in.__cause__ = error
    return stand_in


def describe_domain(domain: Domain) -> str:
    """What a draw may give, in the words of the strategies."""
    # Looked up by kind: the limits differ from one to the next, and are only read out here.
    limits: Any = domain
    if domain.kind == "boolean":
        return "True or False" if domain.count == 2 else repr(domain.simplest)
    if domain.kind in ("integer", "float"):
        article = "an" if domain.kind == "integer" else "a"
        return f"{article} {domain.kind}{_between(limits.minimum, limits.maximum)}"
    return f"{'text' if domain.kind == 'string' else 'bytes'} of length {_lengths(limits.sizes)}"


def _between(minimum: object, maximum: object) -> str:
    low = "" if minimum is None else f" from {minimum}"
    return low + ("" if maximum is None else f" up to {maximum}")


def _lengths(sizes: Sizes) -> str:
    if not sizes.spread:
        return str(sizes.minimum)
    unbounded = sizes.maximum == UNBOUNDED
    return f"{sizes.minimum} or more" if unbounded else f"{sizes.minimum} to {sizes.maximum}"
