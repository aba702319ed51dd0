"""Confirm: a failure is believed when it comes again; otherwise the test is flaky, and how."""

from __future__ import annotations

from collections.abc import Sequence

from shortlex.core.case import RecordedCase, key_of
from shortlex.core.domain import Choice
from shortlex.core.source import ReplaySource
from shortlex.core.trace import Trace
from shortlex.errors import DeadlineExceeded, FlakyFailure, FlakyGeneration
from shortlex.runner.execute import is_failure
from shortlex.runner.hunt import Hunt
from shortlex.runner.origin import origin_of


def confirm(hunt: Hunt, choices: Sequence[Choice], error: BaseException) -> Trace | None:
    """Replay a failing random case with everything recorded.

    None if it was only slow once, which is no failure.
    """
    trace = hunt.run(RecordedCase(ReplaySource(choices)))
    check_generation(choices, trace)
    if is_failure(error) and trace.origin != origin_of(error):
        if isinstance(error, DeadlineExceeded):
            return None
        raise flaky_failure(error, trace)
    return trace


def check_generation(choices: Sequence[Choice], trace: Trace) -> None:
    """Raise unless a replay drew exactly what it was given."""
    if key_of(list(trace.choices)) == key_of(list(choices)):
        return
    for number, (before, after, domain) in enumerate(
        zip(choices, trace.choices, trace.domains, strict=False)
    ):
        if key_of([before]) != key_of([after]):
            raise FlakyGeneration(
                f"The same choices led to different draws. Draw {number + 1} gave {before!r} the "
                f"first time, but the second time it was asked for {domain!r}. A strategy or "
                "the test depends on something else: global state, time, the order of a set, a "
                "random number not drawn from a strategy."
            )
    raise FlakyGeneration(
        f"The same choices led to different draws: {len(choices)} of them the first time, and "
        f"{len(trace.choices)} the second. A strategy or the test depends on something else: "
        "global state, time, the order of a set, a random number not drawn from a strategy."
    )


def flaky_failure(error: BaseException, trace: Trace) -> FlakyFailure:
    """The error for a test that fails, and then does not, or differently."""
    first = f"{type(error).__name__}: {error}"
    if trace.error is None:
        now = f"it was {trace.outcome.name.lower()}"
        now += f" ({trace.reason})" if trace.reason else ""
    else:
        now = f"{type(trace.error).__name__}: {trace.error}"
    errors = [each for each in (error, trace.error) if isinstance(each, Exception)]
    return FlakyFailure(
        f"The same case ended in two ways. First {first}; then {now}. The choices were the same, "
        "so the test depends on something else: state kept between runs, time, threads, a random "
        "number not drawn from a strategy.",
        errors or [RuntimeError(first)],
    )
