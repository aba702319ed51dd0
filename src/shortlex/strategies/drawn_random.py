"""DrawnRandom: a ``random.Random`` whose every number is a choice, so that all of them reduce.

Whatever a real generator can return may come, and hardly anything else; but not as often. Reduced,
``random()`` is 0.0, a whole number is as near to 0 as its range allows, ``choice`` takes the first,
``shuffle`` leaves the order, and a distribution is at its middle or its lower end.

Size: the methods are those of ``random.Random``, one after the other.
"""

from __future__ import annotations

import math
import operator
import sys
from _random import Random as CoreRandom
from collections.abc import Callable, Iterable, MutableSequence, Sequence
from fractions import Fraction
from functools import lru_cache
from itertools import accumulate
from random import Random
from typing import Any, SupportsIndex, TypeVar

from shortlex.core.bytestring import Bytes
from shortlex.core.case import Case
from shortlex.core.domain import Domain
from shortlex.core.floating import Float
from shortlex.core.integer import Integer
from shortlex.core.sizes import Sizes
from shortlex.core.weighted import Weighted
from shortlex.strategies.choosing import position_in
from shortlex.strategies.lazy import MOST_KEPT

T = TypeVar("T")

Weights = Sequence[float | Fraction] | None

FARTHEST = 8.57
"""So many standard deviations from the mean ``random.gauss`` gets at most."""

LONGEST = 36.74
"""The highest value of ``random.expovariate(1.0)``."""

TURN = 2.0 * math.pi

SEED = Integer(0, 2**64 - 1)

# The same domain is used again: it is slower to make than to draw from.
_between = lru_cache(maxsize=MOST_KEPT)(Integer)


@lru_cache(maxsize=MOST_KEPT)
def _floats(low: float, high: float) -> Float:
    return Float(low, high, allow_nan=False, allow_infinity=False)


@lru_cache(maxsize=MOST_KEPT)
def _bytes(count: int) -> Bytes:
    return Bytes(Sizes(count, count))


_UNIT = _floats(0.0, math.nextafter(1.0, 0.0))
_DEVIATION = _floats(-FARTHEST, FARTHEST)
_LARGEST = sys.float_info.max


class State(dict[Domain, tuple[Any, "State"]]):
    """Where a generator is: what it gives next, if that was asked for here before."""

    __slots__ = ()
    __eq__ = object.__eq__
    __hash__ = object.__hash__  # type: ignore[assignment]  # a state is itself and no other

    def __repr__(self) -> str:
        return f"<state of a drawn random at {id(self):#x}>"


class DrawnRandom(Random):
    """Draws every number from its case. Equal seeds and states give equal numbers, as always.

    A copy goes on from the same state. What is pickled, to be used elsewhere, is a usual
    generator with a drawn seed.
    """

    def __new__(cls, case: Case, state: State | None = None) -> DrawnRandom:
        # Any seed but None, for which the system would be asked. It is not used.
        return CoreRandom.__new__(cls, 0)  # type: ignore[call-arg]  # takes a seed

    def __init__(self, case: Case, state: State | None = None) -> None:
        self._case = case
        self._state = State() if state is None else state

    def _choose(self, domain: Domain) -> Any:
        """What was chosen in this state, or else a new choice; and on to the next state."""
        state = self._state
        known = state.get(domain)
        if known is None:
            known = state[domain] = (self._case.choose(domain), State())
        self._state = known[1]
        return known[0]

    # State

    def seed(self, a: Any = None, version: int = 2) -> None:
        """Begin what a seed stands for, the same each time in one case; without one, anew."""
        if a is None:
            self._state = State()
            return
        if not isinstance(a, (int, float, str, bytes, bytearray)):
            raise TypeError(
                "The only supported seed types are: None,\nint, float, str, bytes, and bytearray."
            )
        key = (DrawnRandom, type(a).__name__, bytes(a) if isinstance(a, bytearray) else a)
        self._state = self._case.remembered().setdefault(key, State())

    def getstate(self) -> Any:
        return self._state

    def setstate(self, state: Any) -> None:
        if not isinstance(state, State):
            raise TypeError(f"setstate({state!r}): must come from getstate() of this generator.")
        self._state = state

    def __copy__(self) -> DrawnRandom:
        return type(self)(self._case, self._state)

    def __deepcopy__(self, memo: dict[int, Any]) -> DrawnRandom:
        return self.__copy__()

    def __reduce__(self) -> Any:
        return Random, (self._choose(SEED),)

    def __repr__(self) -> str:
        return "DrawnRandom(...)"

    # Bits and whole numbers

    def random(self) -> float:
        return self._choose(_UNIT)  # type: ignore[no-any-return]  # a float

    def getrandbits(self, k: SupportsIndex, /) -> int:
        k = operator.index(k)
        if k < 0:
            raise ValueError("number of bits must be non-negative")
        return self._choose(_between(0, (1 << k) - 1)) if k else 0

    def randbytes(self, n: int) -> bytes:
        n = operator.index(n)
        if n < 0:
            raise ValueError("number of bytes must be non-negative")
        return self._choose(_bytes(n)) if n else b""

    def _below(self, n: int) -> int:
        return self._choose(position_in(n)) if n > 1 else 0

    _randbelow = _below  # what code in the standard library asks for

    def randrange(self, start: int, stop: int | None = None, step: int = 1) -> int:
        if stop is None and step != 1:
            raise TypeError("Missing a non-None stop argument")
        allowed = range(start) if stop is None else range(start, stop, step)
        if not allowed:
            raise ValueError(f"empty range for randrange{_shown(start, stop, step)}")
        if allowed.step == 1:
            return self._within(allowed[0], allowed[-1])
        # By position, the simplest being that of the number nearest to 0.
        last = (allowed[-1] - allowed[0]) // allowed.step
        before = min(max(0, -allowed[0] // allowed.step), last)
        nearest = min(before, min(before + 1, last), key=lambda place: abs(allowed[place]))
        place: int = self._choose(_between(0, last, nearest)) if last else 0
        return allowed[place]

    def randint(self, a: int, b: int) -> int:
        a, b = operator.index(a), operator.index(b)
        if a > b:
            raise ValueError(f"empty range for randint{_shown(a, b)}")
        return self._within(a, b)

    def _within(self, low: int, high: int) -> int:
        return low if low == high else self._choose(_between(low, high))

    # Sequences

    def choice(self, seq: Any) -> Any:
        if not len(seq):
            raise IndexError("Cannot choose from an empty sequence")
        return seq[self._below(len(seq))]

    def choices(
        self,
        population: Any,
        weights: Weights = None,
        *,
        cum_weights: Weights = None,
        k: int = 1,
    ) -> list[Any]:
        sums = _sums_of(len(population), weights, cum_weights)
        if sums is None:
            return [population[self._below(len(population))] for _ in range(k)]
        each = [high - low for low, high in zip([0.0, *sums], sums, strict=False)]
        # What weighs nothing is never chosen, however simple.
        places = [place for place, weight in enumerate(each) if weight > 0]
        domain = Weighted([each[place] for place in places])
        return [population[places[self._choose(domain)]] for _ in range(k)]

    def shuffle(self, x: MutableSequence[Any]) -> None:
        for place in range(len(x) - 1):
            other = place + self._below(len(x) - place)
            x[place], x[other] = x[other], x[place]

    def sample(
        self, population: Sequence[T], k: int, *, counts: Iterable[int] | None = None
    ) -> list[T]:
        if not isinstance(population, Sequence):
            raise TypeError("Population must be a sequence.  For dicts or sets, use sorted(d).")
        values = population if counts is None else _Counted(population, counts)
        if not 0 <= k <= len(values):
            raise ValueError("Sample larger than population or is negative")
        # A shuffle of which only the first places are wanted, and only what moved is kept.
        moved: dict[int, int] = {}
        found = []
        for place in range(k):
            other = place + self._below(len(values) - place)
            found.append(values[moved.get(other, other)])
            moved[other] = moved.get(place, place)
        return found

    # Distributions

    def _real(self, low: float, high: float) -> float:
        """A number between two others, in whatever order."""
        low, high = (low, high) if low <= high else (high, low)
        if low == high or low != low or high != high:  # equal, or not numbers
            return low if low == high else math.nan
        low, high = max(low, -_LARGEST), min(high, _LARGEST)
        return self._choose(_floats(low + 0.0, high + 0.0))  # type: ignore[no-any-return]  # a float

    def uniform(self, a: float, b: float) -> float:
        a, b = float(a), float(b)
        if not (math.isfinite(a) and math.isfinite(b)):
            return a + (b - a) * self.random()
        return self._real(a, b)

    def triangular(self, low: float = 0.0, high: float = 1.0, mode: float | None = None) -> float:
        return self.uniform(low, high)

    def normalvariate(self, mu: float = 0.0, sigma: float = 1.0) -> float:
        return mu + self._choose(_DEVIATION) * sigma  # type: ignore[no-any-return]  # a float

    def gauss(self, mu: float = 0.0, sigma: float = 1.0) -> float:
        return self.normalvariate(mu, sigma)

    def lognormvariate(self, mu: float = 0.0, sigma: float = 1.0) -> float:
        return math.exp(self.normalvariate(mu, sigma))

    def expovariate(self, lambd: float = 1.0) -> float:
        return self._real(0.0, LONGEST / lambd)

    def vonmisesvariate(self, mu: float, kappa: float) -> float:
        reach = math.pi if kappa <= 16.0 else 4.0 * math.pi / math.sqrt(kappa)
        return (mu + self._real(-reach, reach)) % TURN

    def gammavariate(self, alpha: float, beta: float) -> float:
        if alpha <= 0.0 or beta <= 0.0:
            raise ValueError("gammavariate: alpha and beta must be > 0.0")
        highest = (alpha + 12.0 * math.sqrt(alpha) + LONGEST) * beta
        # Only with a small alpha does a real generator ever get to 0.
        return self._real(0.0 if alpha <= 1.0 else math.ulp(0.0), highest)

    def betavariate(self, alpha: float, beta: float) -> float:
        if alpha <= 0.0 or beta <= 0.0:
            raise ValueError("gammavariate: alpha and beta must be > 0.0")
        return self._real(0.0, 1.0)

    def paretovariate(self, alpha: float) -> float:
        return self._real(1.0, _power(2.0, 53.0 / alpha))

    def weibullvariate(self, alpha: float, beta: float) -> float:
        return self._real(0.0, alpha * _power(LONGEST, 1.0 / beta))

    if sys.version_info >= (3, 12):

        def binomialvariate(self, n: int = 1, p: float = 0.5) -> int:
            if n < 0:
                raise ValueError("n must be non-negative")
            if not 0.0 <= p <= 1.0:
                raise ValueError("p must be in the range 0.0 <= p <= 1.0")
            return self._within(0 if p < 1.0 else n, n if p > 0.0 else 0)


def _shown(*limits: object) -> str:
    return repr(tuple(each for each in limits if each is not None))


def _power(base: float, exponent: float) -> float:
    try:
        return math.pow(base, exponent)
    except OverflowError:
        return _LARGEST


def _sums_of(count: int, weights: Weights, sums: Weights) -> list[float] | None:
    """The sums of all weights up to each, checked as ``random.choices`` does."""
    if not count:
        raise IndexError("Cannot choose from an empty population")
    if weights is not None and sums is not None:
        raise TypeError("Cannot specify both weights and cumulative weights")
    if weights is None and sums is None:
        return None
    found = [float(each) for each in (sums if weights is None else accumulate(weights)) or ()]
    if len(found) != count:
        raise ValueError("The number of weights does not match the population")
    if found[-1] <= 0.0:
        raise ValueError("Total of weights must be greater than zero")
    if not math.isfinite(found[-1]):
        raise ValueError("Total of weights must be finite")
    return found


class _Counted(Sequence[T]):
    """Values of which each stands there several times, without being there so often."""

    def __init__(self, values: Sequence[T], counts: Iterable[int]) -> None:
        self._values = values
        self._sums = list(accumulate(counts))
        if len(self._sums) != len(values):
            raise ValueError("The number of counts does not match the population")
        if not isinstance(len(values) and self._sums[-1], int):
            raise TypeError("Counts must be integers")
        if any(low > high for low, high in zip([0, *self._sums], self._sums, strict=False)):
            raise ValueError("Counts must be non-negative")

    def __len__(self) -> int:
        return self._sums[-1] if self._sums else 0

    def __getitem__(self, place: Any) -> Any:
        from bisect import bisect

        return self._values[bisect(self._sums, place)]


METHODS: dict[str, Callable[..., Any]] = {
    name: method
    for name, method in vars(DrawnRandom).items()
    if not name.startswith("_") and name not in ("getstate", "setstate")
}
"""What can be called for numbers, by name."""
