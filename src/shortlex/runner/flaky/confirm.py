"""Confirm: checks that a failure repeats; if not, the test is flaky."""

from __future__ import annotations

from collections.abc import Sequence
from functools import partial
from typing import Any

from shortlex.core.case import RecordedCase, key_of
from shortlex.core.domain import Choice, Domain
from shortlex.core.foreseen import Ending, Foreseen
from shortlex.core.shown import shown
from shortlex.core.sizes import UNBOUNDED, Sizes
from shortlex.core.source import ReplaySource
from shortlex.core.trace import Outcome, Trace
from shortlex.errors import DeadlineExceeded, FlakyGeneration, Interesting
from shortlex.runner.crashes.recover import recovered_error
from shortlex.runner.flaky.flaky_words import flaky_failure
from shortlex.runner.flaky.measure import FEW_RUNS, observe, replaying, size_of
from shortlex.runner.hunt import Hunt
from shortlex.runner.origin import origin_of
from shortlex.runner.result import Failure

_DRAWS_DEPEND = (
    "A strategy, or the test before this draw, depends on something other than its draws: global "
    "state, time, the order of a set, or random numbers that are not from a strategy."
)
MAX_RECORDINGS = 20
"""How often a failing case is run again, at most, until all its draws are recorded."""


def confirm(
    hunt: Hunt, choices: Sequence[Choice], ending: BaseException, *, has_drawn_all: bool = False
) -> None:
    """Replay a failing random case with everything recorded, and add it to the bugs.

    If it now ends differently, it is flaky; unless it was only slow once, which is not a failure,
    or settings allow it. If everything was drawn before the body began, the body is not run:
    whether the failure repeats is checked at the end, when the simplest case is run.
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
        if _origin_of(ending) in hunt.bugs:
            return  # one report is enough; whether the bug always fails is checked at the end
        hunt.flaky = _flaky(hunt, trace, _origin_of(ending), error)


def confirm_unseeded(hunt: Hunt) -> None:
    """Report a failure that was not met again once the shared random generators were seeded.

    It may have depended on random numbers, or on state that the case itself has changed.
    """
    failed = hunt.unseeded
    if failed is None or hunt.bugs or hunt.flaky is not None:
        return
    again = hunt.run(RecordedCase(ReplaySource(failed.choices)))
    if not hunt.bugs:
        hunt.flaky = _flaky(hunt, again, failed.origin, failed.error)


def _flaky(hunt: Hunt, again: Trace, origin: object, error: BaseException | None) -> Failure:
    """The failure for a case that ended otherwise when it was run again."""
    # For the report: the arguments are the same, however a run ends.
    seen = observe(hunt, again, origin, again)
    error = recovered_error(hunt.test, error, lambda: replaying(hunt, again), runs=FEW_RUNS)
    return Failure(flaky_failure(error, again, seen.rate, seen.others), again, seen.case)


def _end(ending: Ending, values: Sequence[object]) -> None:
    raise Foreseen(ending)


def _record(hunt: Hunt, choices: Sequence[Choice], ending: BaseException) -> None:
    """Add a failing random case to the bugs, whether or not it fails again."""
    origin = _origin_of(ending)
    error = None if isinstance(ending, Interesting) else ending
    for _ in range(MAX_RECORDINGS):
        # A run that passes may draw more than one that fails: the rest does not matter.
        case = RecordedCase(ReplaySource(choices), size_of(choices))
        trace = hunt.run(case)
        _check_draws(choices, trace, error)
        is_same = trace.is_interesting and trace.origin == origin
        if is_same or isinstance(ending, DeadlineExceeded):
            return
        if len(trace) >= len(choices):
            break
    # The trace of a passing run, with the error of the failing one: their choices are the same.
    hunt.add_bug(case.trace(Outcome.INTERESTING, origin=origin, error=error), 0.0)


def _origin_of(ending: BaseException) -> object:
    return ending.origin if isinstance(ending, Interesting) else origin_of(ending)


def check_generation(choices: Sequence[Choice], trace: Trace, error: BaseException | None) -> None:
    """Raise unless a replay drew exactly the given choices. ``error`` is the error of the case."""
    if key_of(list(trace.choices)) == key_of(list(choices)):
        return
    _check_draws(choices, trace, error)
    if isinstance(error, RecursionError) and isinstance(trace.error, RecursionError):
        return  # Recording a draw takes more of the stack, so there are fewer draws.
    raise FlakyGeneration(
        f"The same case was drawn differently the second time: {len(choices)} draws at first, then "
        f"{len(trace.choices)}. {_DRAWS_DEPEND}"
    ) from error


def _check_draws(choices: Sequence[Choice], trace: Trace, error: BaseException | None) -> None:
    """Raise unless the choices agree, as far as both have them."""
    drawn = zip(choices, trace.choices, trace.domains, strict=False)
    for number, (before, after, domain) in enumerate(drawn, start=1):
        if key_of([before]) != key_of([after]):
            raise FlakyGeneration(
                f"The same case was drawn differently the second time. Draw {number} gave "
                f"{shown(before)} at first; then {describe_domain(domain)} was wanted there. "
                f"{_DRAWS_DEPEND}"
            ) from error


def describe_domain(domain: Domain) -> str:
    """A description of the values that a draw may give."""
    # Untyped: each kind of domain has other limits, which are read only here.
    limits: Any = domain
    if domain.kind == "boolean":
        return "True or False" if domain.count == 2 else repr(domain.simplest)
    if domain.kind in ("integer", "float"):
        article = "an" if domain.kind == "integer" else "a"
        return f"{article} {domain.kind}{_between(limits.minimum, limits.maximum)}"
    return f"{'text' if domain.kind == 'string' else 'bytes'} of length {_lengths(limits.sizes)}"


def _between(minimum: object, maximum: object) -> str:
    low = "" if minimum is None else f" from {shown(minimum)}"
    return low + ("" if maximum is None else f" up to {shown(maximum)}")


def _lengths(sizes: Sizes) -> str:
    least, most = shown(sizes.minimum), shown(sizes.maximum)
    if not sizes.spread:
        return least
    return f"{least} or more" if sizes.maximum == UNBOUNDED else f"{least} to {most}"
