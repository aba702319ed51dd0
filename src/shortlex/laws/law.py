"""Law: a named claim about something that users may write, and the check of a table of laws.

A law is a function of the subject that raises ``Broken`` if it does not hold, or ``Unchecked`` if
it cannot be checked. Its name in the table is the name of the function.
"""

from __future__ import annotations

from collections.abc import Callable, Iterable, Mapping
from typing import TypeVar

from shortlex.errors import InvalidArgument, LawBroken

S = TypeVar("S")


class Broken(Exception):  # noqa: N818  # a verdict, turned into an error by check_laws
    """The law does not hold: what was found, and what to do about it."""

    def __init__(self, found: str, advice: str) -> None:
        super().__init__(found, advice)
        self.found = found
        self.advice = advice


class Unchecked(Exception):  # noqa: N818  # as above, but not an error at all
    """The law does not apply, or cannot be checked; the text says why."""


def table_of(*laws: Callable[[S], None]) -> dict[str, Callable[[S], None]]:
    """Laws by their names, in the order in which they are checked."""
    return {law.__name__: law for law in laws}


def check_laws(
    laws: Mapping[str, Callable[[S], None]],
    subject: S,
    described: str,
    only: Iterable[str] | None,
    skip: Iterable[str],
) -> dict[str, str]:
    """Check the laws in order. Returns those that could not be checked, with the reasons."""
    chosen = list(laws) if only is None else [*only]
    left_out = [*skip]
    for name in chosen + left_out:
        if name not in laws:
            raise InvalidArgument(
                f"There is no law {name!r}. These are the laws: {', '.join(laws)}."
            )
    unchecked = {}
    for name in chosen:
        if name not in left_out:
            try:
                laws[name](subject)
            except Unchecked as reason:
                unchecked[name] = str(reason)
            except Broken as broken:
                raise LawBroken(name, described, broken.found, broken.advice) from broken.__cause__
    return unchecked
