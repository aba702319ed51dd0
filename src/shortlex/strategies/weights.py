"""Weights: how likely each alternative is, apart from how simple it is."""

from __future__ import annotations

from collections.abc import Iterable
from math import inf, isfinite
from typing import Any

from shortlex.errors import InvalidArgument


def check_weights(name: str, weights: Iterable[Any], count: int) -> tuple[float, ...]:
    """The weights of so many alternatives, or an error that names the argument."""
    try:
        given = tuple(weights)
    except TypeError:
        raise InvalidArgument(
            f"{name}(weights={weights!r}): must be a list of numbers, one for each alternative."
        ) from None
    if len(given) != count:
        raise InvalidArgument(
            f"{name}(weights={weights!r}): has {len(given)} numbers for {count} alternatives. "
            "Give one for each."
        )
    for position, weight in enumerate(given):
        if not is_weight(weight):
            hint = " Leave out what is never wanted." if weight == 0 else ""
            raise InvalidArgument(
                f"{name}(weights={weights!r}): number {position} is {weight!r}, but must be "
                f"finite and above 0.{hint}"
            )
    if not isfinite(sum(map(float, given))):
        raise InvalidArgument(f"{name}(weights={weights!r}): the sum is too large. Divide them.")
    return tuple(map(float, given))


def is_weight(weight: Any) -> bool:
    """Whether it is a number that can be a weight."""
    # Whatever is a number: an integer, a Fraction, one of numpy's. But no text.
    if not hasattr(weight, "__float__") or isinstance(weight, bool):
        return False
    try:
        return 0.0 < float(weight) < inf
    except (TypeError, OverflowError):  # an array; a whole number beyond all floats
        return False
