"""Sources: where the next choice comes from. Randomness enters the library here.

========================  ==================================================================
RandomSource              samples each domain
SimplestSource            the simplest values, a little less simple where those are refused
ReplaySource              given choices, forgiving, then a fill (simplest or random)
EnumerationSource         given indexes, then zeros; knows the next indexes in order
BytesSource               bytes from outside, such as a fuzzer's
========================  ==================================================================

``RandomCase`` in ``case`` is the random source inlined, for speed.
"""

from __future__ import annotations

from collections.abc import Sequence
from random import Random
from typing import Any, Protocol

from shortlex.core.domain import Choice, Domain
from shortlex.errors import Overrun

TRIES = 100
"""How often a refused draw is tried before the whole case is given up."""


class Source(Protocol):
    """Gives choices one by one."""

    def take(self, domain: Domain) -> Any:
        """The next choice, a member of ``domain``; or raise Overrun."""

    def position(self) -> int:
        """How many choices were given: a mark for ``retry``."""

    def retry(self, mark: int, attempt: int) -> bool:
        """Whether what was drawn since ``mark`` may be drawn again, differently.

        ``attempt`` counts the refusals so far; after ``TRIES`` of them the answer is no.
        """

    def is_forgiving(self) -> bool:
        """Whether the choice given last may be replaced by a near one, should it be refused."""


class RandomSource:
    """Samples each domain."""

    def __init__(self, random: Random, scale: float = 1.0) -> None:
        self._random = random
        self._scale = scale

    def take(self, domain: Domain) -> Any:
        return domain.sample(self._random, self._scale)

    def position(self) -> int:
        return 0

    def retry(self, mark: int, attempt: int) -> bool:
        return attempt < TRIES

    def is_forgiving(self) -> bool:
        return False


class SimplestSource:
    """The simplest value each time; a draw that is tried again gets less simple ones."""

    def __init__(self) -> None:
        self._bump = 0

    def take(self, domain: Domain) -> Any:
        bump = self._bump
        if not bump:
            return domain.simplest
        if domain.count is None:
            self._bump = 0
            return domain.value_at(bump)
        # Like the digits of a number, the first choice changing fastest. A draw that is accepted
        # leaves nothing over: with fewer digits it would have been accepted at an earlier try.
        self._bump, index = divmod(bump, domain.count)
        return domain.value_at(index)

    def position(self) -> int:
        return 0

    def retry(self, mark: int, attempt: int) -> bool:
        # The same simplest value would be refused again. Counting up finds a near one: the
        # first odd number, the first non-empty list.
        self._bump = attempt if attempt < TRIES else 0
        return attempt < TRIES

    def is_forgiving(self) -> bool:
        return True


class ReplaySource:
    """Choices given beforehand; what does not fit is mapped to a near value that does.

    When they run out the fill goes on: the simplest values, or random ones where the simplest
    would never end.
    """

    def __init__(self, choices: Sequence[Choice], fill: Source | None = None) -> None:
        self._choices = choices
        self._next = 0
        self._fill: Source = fill or SimplestSource()

    def take(self, domain: Domain) -> Any:
        position = self._next
        self._next = position + 1
        if position >= len(self._choices):
            return self._fill.take(domain)
        choice = self._choices[position]
        return choice if domain.contains(choice) else domain.nearest(choice)

    def position(self) -> int:
        return self._next

    def retry(self, mark: int, attempt: int) -> bool:
        # Given choices that lead nowhere are the offer's fault: refuse the case at once.
        return mark >= len(self._choices) and self._fill.retry(mark, attempt)

    def is_forgiving(self) -> bool:
        return self._next <= len(self._choices) or self._fill.is_forgiving()


class EnumerationSource:
    """Choices by index: the given ones, then the simplest.

    ``following`` counts up like an odometer, so that running one source after another visits
    a finite tree of choices in order.
    """

    def __init__(self, indexes: Sequence[int] = ()) -> None:
        self._given = indexes
        self._indexes: list[int] = []
        self._counts: list[int | None] = []

    def take(self, domain: Domain) -> Any:
        position = len(self._indexes)
        index = self._given[position] if position < len(self._given) else 0
        if domain.count is not None and index >= domain.count:
            # Only where the test is not a function of its choices.
            index = domain.count - 1
        self._indexes.append(index)
        self._counts.append(domain.count)
        return domain.value_at(index)

    def position(self) -> int:
        return len(self._indexes)

    def retry(self, mark: int, attempt: int) -> bool:
        # What a filter refuses has its own place in the order and is not looked at twice.
        return False

    def is_forgiving(self) -> bool:
        return False

    def following(self, *, skip_last: bool = False) -> list[int] | None:
        """The indexes that come next, or None after the last.

        ``skip_last`` leaves out all that differ only in the last choice, because it was too
        large already and values only grow along a domain.
        """
        indexes, counts = self._indexes, self._counts
        end = len(indexes) - (1 if skip_last else 0)
        for position in range(end - 1, -1, -1):
            count = counts[position]
            if count is None or indexes[position] + 1 < count:
                return [*indexes[:position], indexes[position] + 1]
        return None


class BytesSource:
    """Choices decided by bytes from outside; overruns at their end.

    Every choice reads as many bytes as its domain is wide, so that a small change of the bytes
    is a small change of the case, and zero bytes are the simplest values.
    """

    def __init__(self, data: bytes) -> None:
        self._data = data
        self._next = 0

    def take(self, domain: Domain) -> Any:
        return domain.value_from(self._read)

    def position(self) -> int:
        return self._next

    def retry(self, mark: int, attempt: int) -> bool:
        return attempt < TRIES

    def is_forgiving(self) -> bool:
        return False

    def _read(self, width: int) -> bytes:
        end = self._next + width
        if end > len(self._data):
            raise Overrun
        chunk = self._data[self._next : end]
        self._next = end
        return chunk
