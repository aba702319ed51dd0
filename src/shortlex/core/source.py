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
"""How often a refused draw is repeated before the whole case is given up."""

TRIES_WITHOUT_CHOICES = 10
"""The same for a draw that makes no choices, and so makes another value only by chance."""


class Source(Protocol):
    """Gives choices one by one."""

    def take(self, domain: Domain) -> Any:
        """The next choice, a member of ``domain``; or raise Overrun."""

    def position(self) -> int:
        """How many choices were given so far: a mark for ``retry``."""

    def retry(self, mark: int, attempt: int, skipped: int = 0) -> bool:
        """Whether the choices since ``mark`` may be drawn again, differently.

        ``attempt`` counts the refusals so far; after ``TRIES`` of them the answer is no.
        ``skipped`` is how many values would be refused again and are not worth a try.
        """

    def is_forgiving(self) -> bool:
        """Whether a near choice may replace the last one if that is refused."""

    def standing(self) -> Any:
        """The state that decides what comes next, as plain data."""

    def stand_at(self, standing: Any) -> None:
        """Continue from the state of an equal source in another process; None if it is unknown."""


def stand_at(random: Random, state: Any) -> None:
    """Set the state of a generator; None moves it to some state other than its own."""
    if state is None:
        random.seed(random.getrandbits(64))
    else:
        random.setstate(state)


class RandomSource:
    """Samples each domain."""

    def __init__(self, random: Random, scale: float = 1.0) -> None:
        self._random = random
        self._scale = scale

    def take(self, domain: Domain) -> Any:
        return domain.sample(self._random, self._scale)

    def position(self) -> int:
        return 0

    def retry(self, mark: int, attempt: int, skipped: int = 0) -> bool:
        return attempt < TRIES

    def is_forgiving(self) -> bool:
        # Another random draw is as good, and does not favour the neighbours of refused values.
        return False

    def standing(self) -> Any:
        return self._random.getstate()

    def stand_at(self, standing: Any) -> None:
        stand_at(self._random, standing)


class SimplestSource:
    """The simplest values; a draw that is repeated gets less simple ones."""

    def __init__(self) -> None:
        self._bump = 0

    def take(self, domain: Domain) -> Any:
        bump = self._bump
        if not bump:
            return domain.simplest
        if domain.count is None:
            self._bump = 0
            return domain.value_at(bump)
        # Choices are like the digits of a number, the first changing fastest. An accepted draw uses
        # up the whole number: with fewer digits it would have been accepted at an earlier try.
        self._bump, index = divmod(bump, domain.count)
        return domain.value_at(index)

    def position(self) -> int:
        return 0

    def retry(self, mark: int, attempt: int, skipped: int = 0) -> bool:
        # The same simplest value would be refused again. Counting up finds a near one: the
        # first odd number, the first non-empty list.
        self._bump = skipped + attempt if attempt < TRIES else 0
        return attempt < TRIES

    def is_forgiving(self) -> bool:
        return True

    def standing(self) -> Any:
        return self._bump

    def stand_at(self, standing: Any) -> None:
        self._bump = standing or 0


class ReplaySource:
    """Given choices; one that does not fit is replaced by a near value that does.

    When they run out, the fill takes over: the simplest values, or random ones where the simplest
    ones would never end.
    """

    def __init__(self, choices: Sequence[Choice], fill: Source | None = None) -> None:
        self._choices = choices
        self._count = len(choices)
        self._next = 0
        self._fill: Source = fill or SimplestSource()

    def take(self, domain: Domain) -> Any:
        position = self._next
        self._next = position + 1
        if position >= self._count:
            return self._fill.take(domain)
        choice = self._choices[position]
        return choice if domain.contains(choice) else domain.nearest(choice)

    def position(self) -> int:
        return self._next

    def retry(self, mark: int, attempt: int, skipped: int = 0) -> bool:
        # If the given choices lead nowhere, the candidate is bad: refuse the case at once.
        return mark >= len(self._choices) and self._fill.retry(mark, attempt, skipped)

    def is_forgiving(self) -> bool:
        return self._next <= len(self._choices) or self._fill.is_forgiving()

    def standing(self) -> Any:
        return self._next, self._fill.standing()

    def stand_at(self, standing: Any) -> None:
        self._next, fill = standing or (self._next, None)
        self._fill.stand_at(fill)


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
            # Only possible if the test is not a function of its choices.
            index = domain.count - 1
        self._indexes.append(index)
        self._counts.append(domain.count)
        return domain.value_at(index)

    def position(self) -> int:
        return len(self._indexes)

    def retry(self, mark: int, attempt: int, skipped: int = 0) -> bool:
        # A refused value has its own place in the enumeration, so it is not retried.
        return False

    def is_forgiving(self) -> bool:
        # A near value has a place of its own, too, and would be met there again.
        return False

    def standing(self) -> Any:
        return self._indexes, self._counts

    def stand_at(self, standing: Any) -> None:
        if standing is not None:
            self._indexes, self._counts = standing

    @property
    def indexes(self) -> list[int]:
        """The index of each choice so far."""
        return self._indexes

    def following(self, *, skipped: int = 0, fixed: int = 0) -> list[int] | None:
        """The next indexes in order, or None after the last.

        Leaves out those that differ only in the last ``skipped`` choices, or in one of the first
        ``fixed`` choices.
        """
        indexes, counts = self._indexes, self._counts
        for position in range(len(indexes) - skipped - 1, fixed - 1, -1):
            count = counts[position]
            if count is None or indexes[position] + 1 < count:
                return [*indexes[:position], indexes[position] + 1]
        return None


class BytesSource:
    """Choices read from bytes from outside; overruns at their end.

    Every choice reads as many bytes as its domain needs, so that a small change of the bytes is a
    small change of the case, and zero bytes mean the simplest values.
    """

    def __init__(self, data: bytes) -> None:
        self._data = data
        self._next = 0

    def take(self, domain: Domain) -> Any:
        return domain.value_from(self._read)

    def position(self) -> int:
        return self._next

    def retry(self, mark: int, attempt: int, skipped: int = 0) -> bool:
        return attempt < TRIES

    def is_forgiving(self) -> bool:
        return False

    def standing(self) -> Any:
        return self._next

    def stand_at(self, standing: Any) -> None:
        self._next = standing or self._next

    def _read(self, width: int) -> bytes:
        end = self._next + width
        if end > len(self._data):
            raise Overrun
        chunk = self._data[self._next : end]
        self._next = end
        return chunk
