"""Property: one planted bug, written once for both libraries.

A group is a module with bugs of one kind, each a function under ``@bug``::

    from bench.finding.property import bug

    @bug(lambda st: [st.lists(st.integers()), st.integers(0, 10)])
    def takes_one_too_many(numbers, count):
        \"\"\"Takes the first elements, and one more if there are exactly eight.\"\"\"
        taken = numbers[: count + (len(numbers) == 8)]
        return len(taken) > count

``make`` (the argument of ``bug``) gets the ``strategies`` module of either library and returns the
strategies of the arguments, so it uses only what both have: ``st.composite`` too. The function
returns whether the bug shows for these arguments; it never raises, needs no other library, and
runs in about 50 microseconds. What the property assumes goes to ``assuming``, which gets the same
arguments::

    @bug(lambda st: [st.lists(st.integers())], assuming=lambda xs: xs == sorted(xs))

Constants of the program under test belong into the module, as they would in a program: each
library may read them from there. A docstring says what the program does wrong. Write a bug as a
person would make it, and so that a random case shows it in between one and 0.01 per cent of the
cases: neither always nor never.

The eight groups are the modules ``numbers``, ``text``, ``collection``, ``recursion``, ``calendar``,
``dependence`` (dependent values and hard assumptions), ``rarity`` (rare combinations and constants)
and ``commands`` (a sequence of commands is a list of tuples that the function runs).

There are two halves with the same groups. ``bench/finding/seen`` is known to those who work on
generation. ``bench/finding/unseen`` is written without regard to the implementation, and only run
when work on generation is done. The names of four bugs in it that had been missed were known when
generation was last worked on. To add to a half, write or extend the module of the group there;
it is found by its name. ``python -m bench.finding`` runs both halves and reports them apart.
"""

from __future__ import annotations

from collections.abc import Callable, Sequence
from dataclasses import dataclass
from importlib import import_module
from importlib.util import find_spec
from typing import Any

HALVES = ("seen", "unseen")

GROUPS = (
    "numbers",
    "text",
    "collection",
    "recursion",
    "calendar",
    "dependence",
    "rarity",
    "commands",
)

Make = Callable[[Any], Sequence[Any]]
"""Given the ``strategies`` module of a library, makes the strategies of the arguments."""


@dataclass(frozen=True)
class Property:
    """A planted bug, and the arguments it is looked for in."""

    name: str
    make: Make
    fails: Callable[..., bool]
    """Whether the bug shows for these arguments."""
    assuming: Callable[..., bool] | None
    """What the arguments must meet for the property to say anything."""


def bug(
    make: Make, assuming: Callable[..., bool] | None = None
) -> Callable[[Callable[..., bool]], Property]:
    """Make a property of the function below."""

    def decorate(fails: Callable[..., bool]) -> Property:
        return Property(fails.__name__, make, fails, assuming)

    return decorate


def load_group(half: str, group: str) -> list[Property]:
    """The properties of a group in the order of the module; none if it is not there."""
    package = f"bench.finding.{half}"
    if find_spec(package) is None or find_spec(f"{package}.{group}") is None:
        return []
    members = vars(import_module(f"{package}.{group}")).values()
    return [member for member in members if isinstance(member, Property)]
