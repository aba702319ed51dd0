"""Domain: the ordered set that a choice is taken from, and the keys of choices.

There is one module for each kind: ``boolean``, ``integer``, ``floating``, ``string``,
``bytestring``. A domain is small, immutable, compared by value and built once per strategy, so that
the hot path passes the same object every time.
"""

from __future__ import annotations

from abc import ABC, abstractmethod
from collections.abc import Callable, Hashable
from marshal import dumps
from random import Random
from typing import Any, ClassVar

Choice = bool | int | float | str | bytes

Read = Callable[[int], bytes]
"""Returns the next n bytes from outside; raises if there are too few."""


def key_of(choices: list[Choice]) -> int:
    """A hash that distinguishes -0.0 from 0.0 and True from 1, and in which nan equals nan.

    Valid in one process only: Python seeds the hash of bytes anew in each.
    """
    # Version 2, because later versions also write whether a string is interned or shared.
    return hash(dumps(choices, 2))


class Domain(ABC):
    """The contract of every kind. ``Any`` stands for the kind's own value type."""

    __slots__ = ("_hash",)

    kind: ClassVar[str]
    """The name of the kind; also the tag in the encoding and in reports."""

    simplest: Any
    """The value with index 0."""

    count: int | None
    """How many values there are; None when there is no bound."""

    rarity: float = 1.0
    """The probability of the least likely member, relative to a uniform distribution."""

    @abstractmethod
    def contains(self, value: object) -> bool:
        """Whether ``value`` is of this kind (exact type) and within the limits."""

    @abstractmethod
    def nearest(self, value: object) -> Any:
        """A member close to ``value``: clamped if it is of this kind, else the simplest.

        Replay calls it for every value that does not fit, whatever its type, so it is total.
        """

    @abstractmethod
    def index_of(self, value: Any) -> int:
        """The position of a member in simplest-first order."""

    @abstractmethod
    def value_at(self, index: int) -> Any:
        """The member at a position: the exact inverse of ``index_of``.

        Raises IndexError for a position that no member has.
        """

    def check_index(self, index: int) -> None:
        if index < 0 or (self.count is not None and index >= self.count):
            raise IndexError(f"index={index:#x} is outside {self!r}")

    def value_from(self, read: Read) -> Any:
        """The member that bytes from outside stand for."""
        if self.count is None:
            width = read(1)[0] & 15
            return self.value_at(int.from_bytes(read(width), "big"))
        return self.value_at(number_from(read, self.count))

    def sort_key(self, value: Any) -> Any:
        """A key that sorts as the index does, for kinds whose index is costly to compute."""
        return self.index_of(value)

    def size_of(self, value: Any) -> int:
        """What the choice adds to the size of a case: one, plus its length if it has one."""
        return 1

    @abstractmethod
    def sample(self, random: Random, scale: float) -> Any:
        """A random member, chosen to find bugs, not uniform; ``scale`` is 1 for usual sizes."""

    @abstractmethod
    def edges(self) -> tuple[Any, ...]:
        """Members that programs often get wrong, without repeats; at least one."""

    @abstractmethod
    def key(self) -> Hashable:
        """Everything that distinguishes this domain from others of its kind."""

    def __eq__(self, other: object) -> bool:
        return self is other or (type(self) is type(other) and self.key() == other.key())

    def __hash__(self) -> int:
        # Domains are dictionary keys when values are reused, so the hash is cached.
        try:
            return self._hash  # type: ignore[has-type, no-any-return]  # set two lines below
        except AttributeError:
            self._hash = hash((self.kind, self.key()))
            return self._hash


def number_from(read: Read, count: int) -> int:
    """A number below ``count``, from as few bytes as can represent all of them."""
    width = ((count - 1).bit_length() + 7) // 8
    return int.from_bytes(read(width), "big") % count
