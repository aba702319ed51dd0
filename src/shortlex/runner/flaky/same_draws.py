"""Same draws: checks that a replay draws what the case drew before."""

from __future__ import annotations

from collections.abc import Sequence
from typing import Any

from shortlex.core.case import key_of
from shortlex.core.domain import Choice, Domain
from shortlex.core.shown import shown
from shortlex.core.sizes import UNBOUNDED, Sizes
from shortlex.core.trace import Trace
from shortlex.errors import FlakyGeneration

_DRAWS_DEPEND = (
    "A strategy, or the test before this draw, depends on something other than its draws: global "
    "state, time, the order of a set, or random numbers that are not from a strategy."
)


def check_generation(choices: Sequence[Choice], trace: Trace, error: BaseException | None) -> None:
    """Raise unless a replay drew exactly the given choices. ``error`` is the error of the case."""
    if key_of(list(trace.choices)) == key_of(list(choices)):
        return
    check_draws(choices, trace, error)
    if isinstance(error, RecursionError) and isinstance(trace.error, RecursionError):
        return  # Recording a draw takes more of the stack, so there are fewer draws.
    raise FlakyGeneration(
        f"The same case was drawn differently the second time: {len(choices)} draws at first, then "
        f"{len(trace.choices)}. {_DRAWS_DEPEND}"
    ) from error


def check_draws(choices: Sequence[Choice], trace: Trace, error: BaseException | None) -> None:
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
