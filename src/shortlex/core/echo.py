"""Echo: a value that was chosen before, or one much like it, for another choice.

Values go from one domain to any other that can have them: an integer may become the equal float.
"""

from __future__ import annotations

from math import isfinite
from random import Random
from typing import Any

from shortlex.core.domain import Choice, Domain

SAME = 0.6
"""How often an earlier value is repeated as it was."""

_FITTING: dict[str, tuple[type, ...]] = {
    "integer": (int, float),
    "float": (float, int),
    "string": (str,),
    "bytes": (bytes,),
    "boolean": (),
    "bulk": (),
}
"""Of which types a value may be that becomes one of a kind, the kind's own first."""

LONGEST = 10_000
"""Longer texts are not made longer still."""


def varied(value: Choice, domain: Domain, choices: list[Choice], random: Random) -> Any:
    """The value or a variation of it, if the domain has it, else None."""
    r = random.random()
    if r < SAME and domain.contains(value):
        return value
    return changed(value, domain, choices, random, r)


def changed(value: Choice, domain: Domain, choices: list[Choice], random: Random, r: float) -> Any:
    """A variation of the value, if the domain has it, else None.

    ``r`` is a random number. If it is below ``SAME``, the domain does not have the value itself.
    """
    fitting = _FITTING[domain.kind]
    if type(value) not in fitting:
        return None
    made: Any
    if r < SAME:
        if type(value) is fitting[0]:
            return None  # only a number of the other type may be equal to a member
        made = _number(value, value, -1, domain.kind)
    else:
        # Here r goes on from where it decided, which saves a random number.
        turn = int((r - SAME) / (1.0 - SAME) * 10.0)
        other = choices[int(random.random() * len(choices))]
        if len(fitting) == 2:
            made = _number(value, other, turn, domain.kind)
        else:
            made = _text(value, other, turn, random)
    return made if made is not None and domain.contains(made) else None


def _number(value: Any, other: Any, turn: int, kind: str) -> Any:
    try:
        # Neighbours come most often: programs are wrong by one.
        if turn == 0:
            value = -value
        elif turn in (1, 2):
            value += 1
        elif turn in (3, 4):
            value -= 1
        elif turn in (5, 6) and (type(other) is int or type(other) is float):
            value = value + other if turn == 5 else value - other
        elif turn == 7:
            value *= 2
        elif turn == 8 and type(value) is int:
            value *= value
        elif turn == 9:
            value = value // 2 if type(value) is int else value / 2
        if kind == "float":
            return float(value)
        if type(value) is float:
            return int(value) if isfinite(value) else None
    except OverflowError:
        return None
    return value


def _text(value: Any, other: Any, turn: int, random: Random) -> Any:
    if turn <= 2:
        # A part of it: the beginning, the end, or between.
        begin = int(random.random() * (len(value) + 1)) if random.random() < 0.5 else 0
        end = int(random.random() * (len(value) + 1)) if random.random() < 0.5 else len(value)
        return value[begin:end]
    if turn == 3:
        return value[::-1]
    if turn in (4, 5):
        if type(other) is not type(value) or len(value) + len(other) > LONGEST:
            return value
        return value + other if turn == 4 else other + value
    if turn in (6, 7):
        return value.swapcase()
    if turn == 8:
        return value.upper()
    if turn == 9:
        return value.lower()
    return value
