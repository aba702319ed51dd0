"""Misfit: where a test asks for something else than the choices that were kept."""

from __future__ import annotations

from collections.abc import Sequence

from shortlex.core.case import key_of
from shortlex.core.domain import Choice
from shortlex.core.trace import Trace
from shortlex.runner.confirm import describe_domain

LONGEST_SHOWN = 60
"""So many characters of a choice are shown."""


def describe_misfit(
    choices: Sequence[Choice],
    trace: Trace,
    *,
    wanted: Sequence[str] = (),
    arguments: int | None = None,
    drawn: int = -1,
) -> str | None:
    """Where a replay first drew something else than it was given, in words; None if nowhere.

    ``wanted`` says, if known, what the choices were taken from, ``arguments`` how many of them
    were made before the body began, and ``drawn`` how many are now.
    """
    both = zip(choices, trace.choices, trace.domains, strict=False)
    for place, (before, after, domain) in enumerate(both):
        if key_of([before]) != key_of([after]):
            return f"{_was(choices, wanted, place)}, and now {describe_domain(domain)} is wanted"
    # A body draws less, or more, when it ends elsewhere: that is no change of a strategy.
    if arguments is None or drawn < 0 or arguments == drawn:
        return None
    if drawn < arguments:
        return f"{_was(choices, wanted, drawn)}, and now nothing is drawn there"
    now = describe_domain(trace.domains[arguments])
    return f"strategy changed here: choice {arguments + 1} was not there, and now {now} is wanted"


def _was(choices: Sequence[Choice], wanted: Sequence[str], place: int) -> str:
    shown = ascii(choices[place])
    if len(shown) > LONGEST_SHOWN:
        shown = shown[:LONGEST_SHOWN] + "..."
    whence = f", out of {wanted[place]}" if wanted else ""
    return f"strategy changed here: choice {place + 1} was {shown}{whence}"
