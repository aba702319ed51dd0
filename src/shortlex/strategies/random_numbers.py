"""Random numbers: randoms, generators for code that takes one, and random_module.

``DrawnRandom`` is a ``random.Random`` whose every number is a choice, so that all of them reduce.
Any value that a real generator can return may occur, and hardly any other, but not as often.
Reduced, ``random()`` is 0.0, whole numbers are as near to 0 as their range allows, ``choice`` takes
the first, ``shuffle`` keeps the order, and a distribution is at its middle or its lower end.

Size: the methods are those of ``random.Random``, one after the other.
"""

from __future__ import annotations

import math
import operator
import sys
from _random import Random as CoreRandom
from collections.abc import Callable, Iterable, MutableSequence, Sequence
from fractions import Fraction
from functools import lru_cache, wraps
from itertools import accumulate
from random import Random
from typing import Any, SupportsIndex, TypeVar

from shortlex.core.bytestring import Bytes
from shortlex.core.case import Case
from shortlex.core.domain import Domain
from shortlex.core.floating import Float
from shortlex.core.integer import Integer, Weighted
from shortlex.core.shown import shown
from shortlex.core.sizes import Sizes
from shortlex.errors import InvalidArgument
from shortlex.random_state import seed_all
from shortlex.strategies.lazy import MAX_KEPT, lazy_once
from shortlex.strategies.selection import position_in
from shortlex.strategies.strategy import SearchStrategy

T = TypeVar("T")

Weights = Sequence[float | Fraction] | None

MAX_DEVIATION = 8.57
"""``random.gauss`` is at most this many standard deviations from the mean."""

MAX_EXPONENTIAL = 36.74
"""The highest value of ``random.expovariate(1.0)``."""

TURN = 2.0 * math.pi

SEED = Integer(0, 2**64 - 1)

# Domains are cached, because making one is slower than drawing from it.
_between = lru_cache(maxsize=MAX_KEPT)(Integer)


@lru_cache(maxsize=MAX_KEPT)
def _floats(low: float, high: float) -> Float:
    return Float(low, high, allow_nan=False, allow_infinity=False)


@lru_cache(maxsize=MAX_KEPT)
def _bytes(count: int) -> Bytes:
    return Bytes(Sizes(count, count))


_UNIT = _floats(0.0, math.nextafter(1.0, 0.0))
_DEVIATION = _floats(-MAX_DEVIATION, MAX_DEVIATION)
_LARGEST = sys.float_info.max


class State(dict[Domain, tuple[Any, "State"]]):
    """The state of a generator: its next number, if that was asked for in this state before."""

    __slots__ = ()
    __eq__ = object.__eq__
    __hash__ = object.__hash__  # type: ignore[assignment]  # a state is itself and no other

    def __repr__(self) -> str:
        return f"<state of a drawn random at {id(self):#x}>"


class DrawnRandom(Random):
    """Draws every number from its case. Equal seeds and states give equal numbers, as always.

    A copy continues from the same state. Pickling gives a usual generator with a drawn seed, for
    use elsewhere.
    """

    def __new__(cls, case: Case, state: State | None = None) -> DrawnRandom:
        # An unused seed: None would ask the system for one.
        return CoreRandom.__new__(cls, 0)  # type: ignore[call-arg]  # takes a seed

    def __init__(self, case: Case, state: State | None = None) -> None:
        self._case = case
        self._state = State() if state is None else state

    def _choose(self, domain: Domain) -> Any:
        """The number chosen in this state, or a new choice; then move to the next state."""
        state = self._state
        known = state.get(domain)
        if known is None:
            known = state[domain] = (self._case.choose(domain), State())
        self._state = known[1]
        return known[0]

    # State

    def seed(self, a: Any = None, version: int = 2) -> None:
        """Go to the state of a seed, the same each time in one case, or to a new one if None."""
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
            raise TypeError(
                f"setstate({shown(state)}): must come from getstate() of this generator."
            )
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

    _randbelow = _below  # the standard library calls this name

    def randrange(self, start: int, stop: int | None = None, step: int = 1) -> int:
        if stop is None and step != 1:
            raise TypeError("Missing a non-None stop argument")
        allowed = range(start) if stop is None else range(start, stop, step)
        if not allowed:
            raise ValueError(f"empty range for randrange{_shown(start, stop, step)}")
        if allowed.step == 1:
            return self._within(allowed[0], allowed[-1])
        # By position; the simplest is that of the number nearest to 0.
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
        # Elements with weight 0 are never chosen, however simple they are.
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
        # A shuffle that keeps only its first places, and only the elements that moved.
        moved: dict[int, int] = {}
        found = []
        for place in range(k):
            other = place + self._below(len(values) - place)
            found.append(values[moved.get(other, other)])
            moved[other] = moved.get(place, place)
        return found

    # Distributions

    def _real(self, low: float, high: float) -> float:
        """A number between two others, in either order."""
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
        return self._real(0.0, MAX_EXPONENTIAL / lambd)

    def vonmisesvariate(self, mu: float, kappa: float) -> float:
        reach = math.pi if kappa <= 16.0 else 4.0 * math.pi / math.sqrt(kappa)
        return (mu + self._real(-reach, reach)) % TURN

    def gammavariate(self, alpha: float, beta: float) -> float:
        if alpha <= 0.0 or beta <= 0.0:
            raise ValueError("gammavariate: alpha and beta must be > 0.0")
        highest = (alpha + 12.0 * math.sqrt(alpha) + MAX_EXPONENTIAL) * beta
        # A real generator returns 0 only with a small alpha.
        return self._real(0.0 if alpha <= 1.0 else math.ulp(0.0), highest)

    def betavariate(self, alpha: float, beta: float) -> float:
        if alpha <= 0.0 or beta <= 0.0:
            raise ValueError("gammavariate: alpha and beta must be > 0.0")
        return self._real(0.0, 1.0)

    def paretovariate(self, alpha: float) -> float:
        return self._real(1.0, _power(2.0, 53.0 / alpha))

    def weibullvariate(self, alpha: float, beta: float) -> float:
        return self._real(0.0, alpha * _power(MAX_EXPONENTIAL, 1.0 / beta))

    if sys.version_info >= (3, 12):

        def binomialvariate(self, n: int = 1, p: float = 0.5) -> int:
            if n < 0:
                raise ValueError("n must be non-negative")
            if not 0.0 <= p <= 1.0:
                raise ValueError("p must be in the range 0.0 <= p <= 1.0")
            return self._within(0 if p < 1.0 else n, n if p > 0.0 else 0)


def _shown(*limits: object) -> str:
    return shown(tuple(each for each in limits if each is not None))


def _power(base: float, exponent: float) -> float:
    try:
        return math.pow(base, exponent)
    except OverflowError:
        return _LARGEST


def _sums_of(count: int, weights: Weights, sums: Weights) -> list[float] | None:
    """The cumulative weights, checked as ``random.choices`` does."""
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
    """A sequence of repeated values that stores each value only once."""

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
"""The public methods that return random numbers, by name."""


class TrueRandom(Random):
    """A usual generator whose repr shows its seed."""

    def __new__(cls, *args: Any) -> TrueRandom:
        # Before Python 3.12, __new__ seeded the generator with its only argument.
        return super().__new__(cls, 0)  # type: ignore[call-arg]  # takes a seed

    def __init__(self, seed: Any = 0) -> None:
        super().__init__(seed)

    def seed(self, a: Any = None, version: int = 2) -> None:
        super().seed(a, version)
        self._seed = a

    def __reduce__(self) -> Any:
        return type(self), (self._seed,), self.getstate()

    def __repr__(self) -> str:
        return f"Random({shown(self._seed)})"


class Noting:
    """Notes each call. A mixin, to stand before the class of a generator."""

    _case: Case | None = None
    _is_noting = False
    """Whether a call is under way: calls between methods are not noted."""

    def _noted(self, name: str, args: tuple[Any, ...], kwargs: dict[str, Any]) -> Any:
        method = getattr(super(), name)
        case = self._case
        if self._is_noting or case is None or not case.keeps_notes or not case.is_open:
            return method(*args, **kwargs)
        # Written before the call, which may change its arguments.
        written = [case.format_value(each) for each in args]
        written += [f"{key}={case.format_value(each)}" for key, each in kwargs.items()]
        self._is_noting = True
        try:
            value = method(*args, **kwargs)
        finally:
            self._is_noting = False
        shown = args[0] if name == "shuffle" and args else value
        case.note(f"{self!r}.{name}({', '.join(written)}) -> {case.format_value(shown)}")
        return value


def _noting(name: str) -> Any:
    @wraps(METHODS[name])
    def noting(self: Noting, *args: Any, **kwargs: Any) -> Any:
        return self._noted(name, args, kwargs)

    return noting


for _name in METHODS:
    setattr(Noting, _name, _noting(_name))


class NotedRandom(Noting, DrawnRandom):  # type: ignore[misc]  # it always has a case
    """Every number is a choice, and every call a note."""


class NotedTrueRandom(Noting, TrueRandom):
    """Random numbers from a seed, and every call is a note."""

    def __init__(self, seed: Any = 0, case: Case | None = None) -> None:
        super().__init__(seed)
        # Set last, because the initial seeding is not a call by the test.
        self._case = case


class Randoms(SearchStrategy[Random]):
    """A generator that draws its numbers on demand."""

    known_empty = False

    def __init__(self, *, notes: bool) -> None:
        self._class = NotedRandom if notes else DrawnRandom

    def do_draw(self, case: Case) -> Random:
        # A call after the case is over must raise an error, so this case object is not reused.
        case.is_marked = True
        return self._class(case, State())


class TrueRandoms(SearchStrategy[Random]):
    """A generator whose numbers come from a drawn seed."""

    known_empty = False

    def __init__(self, *, notes: bool) -> None:
        self._notes = notes

    def do_draw(self, case: Case) -> Random:
        seed = case.choose(SEED)
        if not self._notes:
            return TrueRandom(seed)
        case.is_marked = True
        return NotedTrueRandom(seed, case)


@lazy_once
def randoms(
    *, note_method_calls: bool = False, use_true_random: bool = False
) -> SearchStrategy[Random]:
    """Instances of ``random.Random``. Every number that they return is drawn, and reduces.

    ``random()`` reduces to 0.0, whole numbers to the one nearest to 0, ``choice`` to the first,
    ``shuffle`` to the order given. The numbers are possible, but not as likely as with a real
    generator. Code that relies on probabilities needs ``use_true_random``, which only draws a seed.
    ``note_method_calls`` puts every call into the report.
    """
    for name, given in (
        ("note_method_calls", note_method_calls),
        ("use_true_random", use_true_random),
    ):
        if not isinstance(given, bool):
            raise InvalidArgument(f"randoms({name}={shown(given)}): must be True or False.")
    return (TrueRandoms if use_true_random else Randoms)(notes=note_method_calls)


class RandomSeeder:
    """Shows the seed of the shared random number generators in this case."""

    def __init__(self, seed: int) -> None:
        self.seed = seed

    def __repr__(self) -> str:
        return f"RandomSeeder({self.seed})"


class RandomModule(SearchStrategy[RandomSeeder]):
    """Seeds the shared generators when drawn."""

    known_empty = False

    def do_draw(self, case: Case) -> RandomSeeder:
        seed: int = case.choose(_ANY_SEED)
        seed_all(seed)
        return RandomSeeder(seed)

    def __repr__(self) -> str:
        return "random_module()"


# 32 bits, because numpy takes no larger seed.
_ANY_SEED = Integer(0, 2**32 - 1)
_RANDOM_MODULE = RandomModule()


def random_module() -> SearchStrategy[RandomSeeder]:
    """Seed ``random``, ``numpy.random`` and registered generators with a drawn seed.

    For tests of code that uses them; otherwise they give the same numbers in every case. The seed
    reduces to 0.
    """
    return _RANDOM_MODULE
