"""Lengths: sets of lengths of text.

A set is a number whose bit n tells whether n is in it, so that sets are joined, shifted and
compared at once.
"""

from __future__ import annotations

from functools import lru_cache

Lengths = int

NONE: Lengths = 0
ZERO: Lengths = 1
"""The set of the length 0 alone."""


def between(least: int, most: int) -> Lengths:
    """The lengths from one to another."""
    return (1 << most + 1) - (1 << least) if least <= most else NONE


def shortest(lengths: Lengths) -> int:
    return (lengths & -lengths).bit_length() - 1


def longest(lengths: Lengths) -> int:
    return lengths.bit_length() - 1


def members(lengths: Lengths) -> list[int]:
    return [length for length, bit in enumerate(reversed(f"{lengths:b}")) if bit == "1"]


def is_run(lengths: Lengths) -> bool:
    """Whether there is no gap between the shortest and the longest."""
    return lengths == between(shortest(lengths), longest(lengths))


@lru_cache(maxsize=1024)
def add(left: Lengths, right: Lengths) -> Lengths:
    """The lengths of one text after another."""
    if not left or not right:
        return NONE
    if is_run(left) and is_run(right):
        return between(shortest(left) + shortest(right), longest(left) + longest(right))
    few, many = sorted((left, right), key=int.bit_count)
    total = NONE
    for length in members(few):
        total |= many << length
    return total


@lru_cache(maxsize=1024)
def fitting(own: Lengths, after: Lengths, allowed: Lengths, times: int = 1) -> Lengths:
    """Those of a part that, so many times, leave something of ``after`` to make it allowed."""
    if not own or not after or not allowed:
        return NONE
    if times == 1 and is_run(after) and is_run(allowed):
        least = max(0, shortest(allowed) - longest(after))
        return own & between(least, longest(allowed) - shortest(after))
    found = NONE
    for length in members(own):
        if (allowed >> length * times) & after:
            found |= 1 << length
    return found
