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

``case.draw(strategy)`` makes a value of a strategy.
"""

from __future__ import annotations

from collections.abc import Callable, Sequence
from functools import lru_cache
from time import monotonic
from typing import Any, Literal, NoReturn

from shortlex.core.bytestring import Bytes
from shortlex.core.case import Case, RecordedCase
from shortlex.core.domain import Choice
from shortlex.core.integer import Integer
from shortlex.core.order import simpler, simpler_output
from shortlex.core.outcome import Outcome
from shortlex.core.sizes import Sizes
from shortlex.core.source import BytesSource, ReplaySource
from shortlex.core.trace import Trace
from shortlex.errors import Flaky, InvalidArgument
from shortlex.reducer.budget import Budget
from shortlex.reducer.progress import Progress
from shortlex.runner.interrupts import gate
from shortlex.runner.run import OnStep, reduce_choices
from shortlex.runner.run import run as run_test
from shortlex.runner.seeding import execute_alone
from shortlex.settings import Phase, settings

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


# The same domain is used again: it is slower to make than to draw from.
@lru_cache(maxsize=256)
def _bytes(n: int) -> Bytes:
    return Bytes(Sizes(n, n))


@lru_cache(maxsize=256)
def _bits(n: int) -> Integer:
    return Integer(0, (1 << n) - 1)


def _check_amount(function: str, name: str, value: object) -> None:
    if isinstance(value, bool) or not isinstance(value, int) or value < 0:
        raise InvalidArgument(f"{function}({name}={value!r}): must be a whole number, 0 or more.")


def start_span(case: Case, label: str) -> None:
    """Begin a labelled region: what belongs together is deleted and moved together."""
    case.start_span(label)


def stop_span(case: Case, *, discard: bool = False) -> None:
    """End the region begun last; ``discard`` if what it made was thrown away."""
    case.stop_span(discard=discard)


def incur_cost(case: Case, cost: int) -> None:
    """Make this case worse than any that costs less, however small."""
    _check_amount("incur_cost", "cost", cost)
    case.incur_cost(cost)


def mark_invalid(case: Case, reason: str = "") -> NoReturn:
    """End the case: it is no use."""
    case.reject(reason)


def mark_interesting(case: Case, origin: object = None) -> NoReturn:
    """End the case: it is what is looked for. ``origin`` tells several kinds apart."""
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
    """Look for an interesting case, and reduce it; None if there was none.

    An error that ``function`` raises makes a case interesting too. ``order="output"`` prefers
    the case whose output is shorter, then more pleasing, before simpler choices. Other
    ``options`` are those of ``settings``.
    """
    if order not in ("choices", "output"):
        raise InvalidArgument(f'run(order={order!r}): must be "choices" or "output".')
    options.setdefault("report_multiple_bugs", False)
    options.setdefault("phases", [Phase.generate, Phase.shrink])
    with gate.released_after():
        result = run_test(
            function,
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
    """The simplest case that is interesting as the one with these choices is.

    For a case that was found elsewhere, of any size. It stops after ``max_calls`` calls of the
    function, not counting the first, which runs the case itself, or after ``max_seconds``; with
    neither it takes as long as it takes. ``on_step`` is called as ``on_step(name, trace)``, with
    the name of the pass, for every simpler case, before anything else is run.

    ``progress`` is kept current at every call, so it can be stored at any time. If it comes from
    an earlier reduction of the same function, its best case is taken instead of ``choices``, and
    nothing is tried again that was refused then.
    """
    if max_calls is not None:
        _check_amount("reduce", "max_calls", max_calls)
    if max_seconds is not None and not max_seconds >= 0:
        raise InvalidArgument(f"reduce(max_seconds={max_seconds!r}): must be 0 or more.")
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
            "there is nothing to keep while it is made simpler."
        )
    return trace


def replay(function: Callable[[Case], Any], choices: Sequence[Choice]) -> Trace:
    """Run one case from its choices; what does not fit is replaced by something near."""
    return execute_alone(function, RecordedCase(ReplaySource(choices)))


def replay_bytes(function: Callable[[Case], Any], data: bytes) -> Trace:
    """Run one case whose choices are decided by bytes from outside, such as a fuzzer's."""
    return execute_alone(function, RecordedCase(BytesSource(data)))
