"""Misfit: describes how stored choices, or those of a token, do not fit a test."""

from __future__ import annotations

from collections.abc import Sequence

from shortlex.core.case import key_of
from shortlex.core.domain import Choice
from shortlex.core.trace import Trace
from shortlex.database.record import format_choice
from shortlex.runner.flaky.measure import size_of
from shortlex.runner.flaky.same_draws import describe_domain
from shortlex.settings import settings

MAX_SHOWN_CHARACTERS = 60
"""How many characters of a choice are shown."""


MAX_EXCESS = 20
"""A case may have at most this many times ``max_choices`` choices. Otherwise a short token, which
is compressed, could take any amount of time and memory."""


def describe_excess(choices: Sequence[Choice], options: settings) -> str | None:
    """A message that a case has more choices than settings allow; None if it does not."""
    most = MAX_EXCESS * options.max_choices
    if len(choices) <= most:
        return None
    return f"it has {len(choices):,} choices, but settings(max_choices=...) allows only {most:,}"


def replay_limit(choices: Sequence[Choice], options: settings) -> int:
    """How large a replayed case may grow."""
    # A run that passes may draw more than the one that failed, but not for ever.
    return 2 * size_of(choices) + options.max_choices


def describe_misfit(
    choices: Sequence[Choice],
    trace: Trace,
    *,
    wanted: Sequence[str] = (),
    arguments: int | None = None,
    drawn: int = -1,
) -> str | None:
    """A message where a replay first drew something else than the given choices; None if nowhere.

    ``wanted`` describes the domains of the choices, if known; ``arguments`` is how many of them
    were made before the body began, and ``drawn`` how many are made now.
    """
    both = zip(choices, trace.choices, trace.domains, strict=False)
    for place, (before, after, domain) in enumerate(both):
        if key_of([before]) != key_of([after]):
            return f"{_was(choices, wanted, place)}, but now {describe_domain(domain)} is wanted"
    # A body that ends elsewhere draws less or more: that does not mean a strategy changed.
    if arguments is None or drawn < 0 or arguments == drawn:
        return None
    if drawn < arguments:
        return f"{_was(choices, wanted, drawn)}, but now nothing is drawn there"
    now = describe_domain(trace.domains[arguments])
    return f"strategy changed here: choice {arguments + 1} was not there, but now {now} is wanted"


def _was(choices: Sequence[Choice], wanted: Sequence[str], place: int) -> str:
    shown = format_choice(choices[place])
    if len(shown) > MAX_SHOWN_CHARACTERS:
        shown = shown[:MAX_SHOWN_CHARACTERS] + "..."
    whence = f", out of {wanted[place]}" if wanted else ""
    return f"strategy changed here: choice {place + 1} was {shown}{whence}"
