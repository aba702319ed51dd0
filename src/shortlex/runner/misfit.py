"""Misfit: finds out how stored choices, or those of a token, do not fit a test."""

from __future__ import annotations

from collections.abc import Sequence
from typing import NamedTuple

from shortlex.core.case import key_of
from shortlex.core.domain import Choice, Domain
from shortlex.core.trace import Trace
from shortlex.runner.flaky.measure import size_of
from shortlex.settings import settings

MAX_EXCESS = 20
"""A case may have at most this many times ``max_choices`` choices. Otherwise a short token, which
is compressed, could take any amount of time and memory."""


class TooManyChoices(NamedTuple):
    """A case that is not run, because it is larger than settings allow."""

    size: int
    limit: int


class OtherDraw(NamedTuple):
    """The first choice that differs when a case is replayed."""

    place: int
    before: tuple[Choice, ...]
    """The choice that was there, if there was one."""
    wanted: str
    """What was wanted there, if that is known."""
    now: Domain | None
    """What is wanted now; None if nothing is drawn there."""


class Endless(NamedTuple):
    """A case that grows too large or too deep."""


Misfit = TooManyChoices | OtherDraw | Endless


def find_excess(choices: Sequence[Choice], options: settings) -> TooManyChoices | None:
    """Whether a case has more choices than settings allow."""
    limit = MAX_EXCESS * options.max_choices
    return TooManyChoices(len(choices), limit) if len(choices) > limit else None


def replay_limit(choices: Sequence[Choice], options: settings) -> int:
    """How large a replayed case may grow."""
    # A run that passes may draw more than the one that failed, but not for ever.
    return 2 * size_of(choices) + options.max_choices


def find_misfit(
    choices: Sequence[Choice],
    trace: Trace,
    *,
    wanted: Sequence[str] = (),
    arguments: int | None = None,
    drawn: int = -1,
) -> OtherDraw | None:
    """Where a replay first drew something else than the given choices; None if nowhere.

    ``wanted`` describes the domains of the choices, if known; ``arguments`` is how many of them
    were made before the body began, and ``drawn`` how many are made now.
    """
    both = zip(choices, trace.choices, trace.domains, strict=False)
    for place, (before, after, domain) in enumerate(both):
        if key_of([before]) != key_of([after]):
            return OtherDraw(place, (before,), wanted[place] if wanted else "", domain)
    # A body that ends elsewhere draws less or more: that does not mean a strategy changed.
    if arguments is None or drawn < 0 or arguments == drawn:
        return None
    if drawn < arguments:
        return OtherDraw(drawn, (choices[drawn],), wanted[drawn] if wanted else "", None)
    return OtherDraw(arguments, (), "", trace.domains[arguments])
