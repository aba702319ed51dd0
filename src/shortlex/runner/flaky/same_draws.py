"""Same draws: checks that a replay draws what the case drew before."""

from __future__ import annotations

from collections.abc import Sequence

from shortlex.core.case import key_of
from shortlex.core.domain import Choice
from shortlex.core.shown import shown
from shortlex.core.trace import Trace
from shortlex.errors import FlakyGeneration


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
