"""Size limits: the sizes that a collection may have, given its arguments and its elements."""

from __future__ import annotations

from sys import maxsize
from typing import Any

from shortlex.control import current
from shortlex.core.shown import shown
from shortlex.core.sizes import UNBOUNDED, Sizes
from shortlex.errors import InvalidArgument
from shortlex.strategies.strategy import SearchStrategy

MANY, SCALE_OF_MANY = 16, 0.5
"""Where a collection is larger than this, its elements are made small: time is limited."""


def check_sizes(name: str, min_size: object, max_size: object) -> Sizes:
    """The limits as Sizes. Raises an error that names the argument if they are wrong."""
    least = _check_size(name, "min_size", min_size)
    if max_size is None:
        return Sizes(least)
    most = _check_size(name, "max_size", max_size)
    if least > most:
        raise InvalidArgument(
            f"{name}(min_size={shown(min_size)}, max_size={shown(max_size)}) is empty: min_size "
            "must not be above max_size."
        )
    return Sizes(least, most)


def _check_size(name: str, label: str, value: object) -> int:
    if type(value) is int and 0 <= value <= maxsize:
        return value
    if not isinstance(value, int) or isinstance(value, bool) or value < 0:
        raise InvalidArgument(f"{name}({label}={shown(value)}): must be a whole number, 0 or more.")
    if label == "min_size" and value > maxsize:
        raise InvalidArgument(f"{name}({label}={shown(value)}): no collection can be that large.")
    return int(value)


def usable_sizes(name: str, sizes: Sizes, *elements: SearchStrategy[Any]) -> Sizes:
    """The sizes, or only 0 if there are no elements to put into the collection."""
    for each in elements:
        if not each.is_empty:
            continue
        if sizes.minimum:
            raise InvalidArgument(
                f"{name}({shown(each)}, min_size={shown(sizes.minimum)}): these elements have no "
                "value at all, so only an empty collection can be made. Use min_size=0."
            )
        if 0 < sizes.maximum < UNBOUNDED:
            raise InvalidArgument(
                f"{name}({shown(each)}, max_size={shown(sizes.maximum)}): these elements have no "
                "value at all, so only an empty collection can be made. Leave max_size out."
            )
        return Sizes(0, 0)
    return sizes


def bounded_sizes(name: str, elements: SearchStrategy[Any], sizes: Sizes) -> Sizes:
    """The sizes that are possible with distinct elements. Raises if there are too few elements.

    If a case is running, the elements may depend on what it has drawn: then only that case is
    invalid.
    """
    count = elements.count_at_most()
    if count is None or count >= sizes.maximum:
        return sizes
    if count < sizes.minimum:
        problem = (
            f"{name}({shown(elements)}, min_size={shown(sizes.minimum)}): there are only "
            f"{shown(count)} different elements. Use min_size={shown(count)} at most."
        )
        case = current.get()
        if case is not None:
            case.reject(problem)
        raise InvalidArgument(problem)
    return Sizes(sizes.minimum, count)
