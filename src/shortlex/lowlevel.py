"""The low-level API: a test function of a case, without strategies or decorators.

::

    from shortlex import lowlevel

    def has_two_ones(case):
        bits = [lowlevel.draw_bits(case, 1) for _ in range(8)]
        lowlevel.write(case, repr(bits))
        if sum(bits) >= 2:
            lowlevel.mark_interesting(case)

    found = lowlevel.run(has_two_ones)
    print(found.output)      # [0, 0, 0, 0, 0, 0, 1, 1]

``case.draw(strategy)`` draws a value from a strategy.
"""

from __future__ import annotations

from collections.abc import Callable, Sequence
from functools import lru_cache
from typing import Any, Literal, NoReturn

from shortlex.core.bytestring import Bytes
from shortlex.core.case import Case, RecordedCase, references
from shortlex.core.domain import Choice
from shortlex.core.integer import Integer
from shortlex.core.order import simpler, simpler_output
from shortlex.core.shown import shown
from shortlex.core.sizes import Sizes
from shortlex.core.source import BytesSource, ReplaySource
from shortlex.core.trace import Outcome, Trace
from shortlex.errors import Flaky, InvalidArgument
from shortlex.reducer.budget import Budget
from shortlex.reducer.progress import Progress
from shortlex.runner.interrupts import gate
from shortlex.runner.run import OnStep, reduce_choices
from shortlex.runner.run import run as run_test
from shortlex.runner.shared_random import execute_alone
from shortlex.settings import Phase, settings
from shortlex.system.genuine import monotonic

__all__ = [
    "Case",
    "Outcome",
    "Progress",
    "Trace",
    "draw_bits",
    "draw_bytes",
    "incur_cost",
    "mark_interesting",
    "mark_invalid",
    "reduce",
    "replay",
    "replay_bytes",
    "run",
    "start_span",
    "stop_span",
    "write",
]


def draw_bytes(case: Case, n: int) -> bytes:
    """``n`` bytes; they reduce to zero bytes, from the left."""
    _check_amount("draw_bytes", "n", n)
    value: bytes = case.choose(_bytes(n))
    return value


def draw_bits(case: Case, n: int) -> int:
    """A whole number of ``n`` bits; it reduces to 0."""
    _check_amount("draw_bits", "n", n)
    value: int = case.choose(_bits(n))
    return value


# Domains are cached: making one takes longer than drawing from it.
@lru_cache(maxsize=256)
def _bytes(n: int) -> Bytes:
    return Bytes(Sizes(n, n))


@lru_cache(maxsize=256)
def _bits(n: int) -> Integer:
    return Integer(0, (1 << n) - 1)


def _check_amount(function: str, name: str, value: object) -> None:
    if isinstance(value, bool) or not isinstance(value, int) or value < 0:
        raise InvalidArgument(
            f"{function}({name}={shown(value)}): must be a whole number, 0 or more."
        )


def start_span(case: Case, label: str) -> None:
    """Begin a labelled region: what belongs together is deleted and moved together."""
    case.start_span(label)


def stop_span(case: Case, *, discard: bool = False) -> None:
    """End the innermost region; ``discard`` if its value was thrown away."""
    case.stop_span(discard=discard)


def incur_cost(case: Case, cost: int) -> None:
    """Make this case worse than any case of lower cost, whatever its size."""
    _check_amount("incur_cost", "cost", cost)
    case.incur_cost(cost)


def mark_invalid(case: Case, reason: str = "") -> NoReturn:
    """End the case: it is invalid."""
    case.reject(reason)


def mark_interesting(case: Case, origin: object = None) -> NoReturn:
    """End the case: it is what we search for. ``origin`` tells kinds of such cases apart."""
    case.mark_interesting(origin)


def write(case: Case, text: str) -> None:
    """Add to the output of the case."""
    case.write(text)


def run(
    function: Callable[[Case], Any],
    *,
    seed: int | None = None,
    order: Literal["choices", "output"] = "choices",
    max_examples: int = 200,
    **options: Any,
) -> Trace | None:
    """Search for an interesting case and reduce it; None if none was found.

    An error that ``function`` raises makes a case interesting too. ``order="output"`` prefers
    the case whose output is shorter, then more pleasing, and only then simpler choices. Other
    ``options`` are those of ``settings``.
    """
    if order not in ("choices", "output"):
        raise InvalidArgument(f'run(order={shown(order)}): must be "choices" or "output".')
    options.setdefault("report_multiple_bugs", False)
    options.setdefault("phases", [Phase.generate, Phase.shrink])
    with gate.released_after():
        result = run_test(
            _noticing(function),
            settings(max_examples=max_examples, **options),
            seed=seed,
            order=simpler if order == "choices" else simpler_output,
        )
    if result.stopped_by is not None:
        raise result.stopped_by
    if not result.failures:
        return None
    if isinstance(result.failures[0].error, Flaky):
        raise result.failures[0].error
    return result.failures[0].trace


def _noticing(function: Callable[[Case], Any]) -> Callable[[Case], Any]:
    """The same function, which also marks a case that it still refers to: it is not reused."""

    def noticing(case: Case) -> Any:
        before = references(case)
        try:
            return function(case)
        finally:
            if references(case) != before:
                case.is_marked = True

    return noticing


def reduce(
    function: Callable[[Case], Any],
    choices: Sequence[Choice],
    *,
    seed: int = 0,
    max_calls: int | None = None,
    max_seconds: float | None = None,
    on_step: OnStep | None = None,
    progress: Progress | None = None,
) -> Trace:
    """The simplest case that is interesting in the same way as the one with these choices.

    For a case that was found elsewhere, of any size. It stops after ``max_calls`` calls of the
    function, not counting the first, which runs the case itself, or after ``max_seconds``; with
    neither it runs to the end. ``on_step(name, trace)`` is called for every simpler case, with the
    name of the pass, before anything else is run.

    ``progress`` is updated at every call, so it can be stored at any time. If it comes from an
    earlier reduction of the same function, its best case replaces ``choices``, and candidates that
    were refused then are not tried again.
    """
    if max_calls is not None:
        _check_amount("reduce", "max_calls", max_calls)
    if max_seconds is not None and not max_seconds >= 0:
        raise InvalidArgument(f"reduce(max_seconds={shown(max_seconds)}): must be 0 or more.")
    trace = reduce_choices(
        function,
        choices,
        seed=seed,
        budget=Budget(calls=max_calls, seconds=max_seconds, clock=monotonic),
        on_step=on_step,
        progress=progress,
    )
    if not trace.is_interesting:
        raise InvalidArgument(
            f"reduce(choices=...): the case is {trace.outcome.name.lower()}, not interesting, so "
            "there is nothing to reduce. Give the choices of a case that fails."
        )
    return trace


def replay(function: Callable[[Case], Any], choices: Sequence[Choice]) -> Trace:
    """Run one case from its choices; a choice that does not fit is replaced by a similar one."""
    return execute_alone(function, RecordedCase(ReplaySource(choices)))


def replay_bytes(function: Callable[[Case], Any], data: bytes) -> Trace:
    """Run one case whose choices are decided by bytes from outside, such as a fuzzer's."""
    return execute_alone(function, RecordedCase(BytesSource(data)))
