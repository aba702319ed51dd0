"""Identity: how one step of a case names its values, and how later steps refer to them.

A step that makes values begins with a choice from ``Identity``, and a step that uses one makes a
choice from ``Reference``. Both hold the number of the value. In the record, values are numbered in
the order in which they were made. In a candidate, numbers may be missing, because steps were
deleted: the references to all other values still mean the same.
"""

from __future__ import annotations

from functools import lru_cache

from shortlex.core.integer import Integer

MAX_NUMBER = 1 << 40
"""Larger numbers, which only a damaged record has, name no value."""


class Identity(Integer):
    """The number of the next value. In a candidate it may be any other, too.

    The right number is the simplest one, so no pass wastes its time on it.
    """

    __slots__ = ()

    def __init__(self, number: int) -> None:
        super().__init__(number, number, number)
        self._lowest, self._highest = 0, MAX_NUMBER

    def value_at(self, index: int) -> int:
        # Also for the indexes of other numbers, which a candidate may have.
        return self.target + index

    def __repr__(self) -> str:
        return f"Identity({self.target})"


class Reference(Integer):
    """The number of one of the values so far, the oldest being the simplest.

    In a candidate it may name a value that is not there any more.
    """

    __slots__ = ()

    def __init__(self, last: int) -> None:
        super().__init__(0, last)
        self._highest = MAX_NUMBER

    def value_at(self, index: int) -> int:
        return index  # also beyond the last one, as above

    def __repr__(self) -> str:
        return f"Reference({self.maximum})"


# Domains of the same number are made again and again, in every replay.
identity = lru_cache(maxsize=4096)(Identity)
reference = lru_cache(maxsize=4096)(Reference)
