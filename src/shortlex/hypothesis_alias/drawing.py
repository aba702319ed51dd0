"""Drawing: what a ``do_draw(data)`` that was written for Hypothesis calls to make its choices.

The ``data`` that they get is our case. ``teach_cases`` adds the methods that they call.
"""

from __future__ import annotations

import math
from collections.abc import Callable, Iterable, Iterator, Sequence
from functools import lru_cache
from hashlib import sha384
from typing import Any, NoReturn, TypeVar

from shortlex.core.alphabet import Alphabet
from shortlex.core.boolean import Boolean
from shortlex.core.bytestring import Bytes
from shortlex.core.case import Case
from shortlex.core.floating import Float
from shortlex.core.integer import Integer
from shortlex.core.shown import shown
from shortlex.core.sizes import Repeat, Sizes
from shortlex.core.string import String
from shortlex.core.trace import Outcome as Status
from shortlex.errors import InvalidArgument
from shortlex.strategies.selection import sampled_from

__all__ = [
    "LABEL_MASK",
    "ConjectureData",
    "Sampler",
    "Status",
    "biased_coin",
    "calc_label_from_cls",
    "calc_label_from_name",
    "check_sample",
    "choice",
    "combine_labels",
    "fisher_yates_shuffle",
    "identity",
    "integer_range",
    "many",
]

T = TypeVar("T")

ConjectureData = Case

LABEL_MASK = 2**64 - 1

# Domains are kept: making one takes longer than drawing from it.
_integers = lru_cache(maxsize=1024)(Integer)
_booleans = lru_cache(maxsize=256)(Boolean)


@lru_cache(maxsize=256)
def _floats(low: float, high: float, signs: tuple[float, float], allow_nan: bool) -> Float:
    return Float(
        None if low == -math.inf else low,
        None if high == math.inf else high,
        allow_nan=allow_nan,
        allow_infinity=low == -math.inf or high == math.inf,
    )


@lru_cache(maxsize=256)
def _strings(intervals: tuple[tuple[int, int], ...], low: int, high: int) -> String:
    return String(Alphabet.of_intervals(intervals), _sizes(low, high))


@lru_cache(maxsize=256)
def _byte_strings(low: int, high: int) -> Bytes:
    return Bytes(_sizes(low, high))


def _sizes(low: int, high: float | None) -> Sizes:
    """The limits. Hypothesis writes 10 to the power of 10 for "no upper bound"."""
    return Sizes(low, None if high is None or high >= 10**10 else int(high))


def draw_integer(
    case: Case,
    min_value: int | None = None,
    max_value: int | None = None,
    *,
    weights: dict[int, float] | None = None,
    shrink_towards: int = 0,
    forced: int | None = None,
    observe: bool = True,
) -> int:
    """An integer; it reduces towards ``shrink_towards``."""
    if forced is not None:
        return forced
    if weights:
        raise InvalidArgument(
            f"draw_integer(weights={shown(weights)}): Shortlex has no weights of integers. Draw "
            "from sampled_from(values, weights=...)."
        )
    value: int = case.choose(_integers(min_value, max_value, shrink_towards))
    return value


def draw_boolean(
    case: Case, p: float = 0.5, *, forced: bool | None = None, observe: bool = True
) -> bool:
    """True with probability ``p``; it reduces to False."""
    return bool(case.choose(_booleans(float(p)))) if forced is None else forced


def draw_float(
    case: Case,
    min_value: float = -math.inf,
    max_value: float = math.inf,
    *,
    allow_nan: bool = True,
    smallest_nonzero_magnitude: float = 5e-324,
    forced: float | None = None,
    observe: bool = True,
) -> float:
    """A float within the bounds, or nan."""
    if forced is not None:
        return forced
    signs = math.copysign(1.0, min_value), math.copysign(1.0, max_value)
    while True:
        value: float = case.choose(_floats(min_value, max_value, signs, allow_nan))
        if not 0.0 < abs(value) < smallest_nonzero_magnitude:
            return value
        case.reject("draw_float(): too near to zero")


def draw_string(
    case: Case,
    intervals: Iterable[tuple[int, int]],
    *,
    min_size: int = 0,
    max_size: int = 10**10,
    forced: str | None = None,
    observe: bool = True,
) -> str:
    """Text of the characters in these intervals of code points."""
    if forced is not None:
        return forced
    listed = getattr(intervals, "intervals", intervals)
    value: str = case.choose(_strings(tuple((a, b) for a, b in listed), min_size, max_size))
    return value


def draw_bytes(
    case: Case,
    min_size: int = 0,
    max_size: int = 10**10,
    *,
    forced: bytes | None = None,
    observe: bool = True,
) -> bytes:
    """Bytes."""
    return case.choose(_byte_strings(min_size, max_size)) if forced is None else forced


def draw_bits(case: Case, n: int, *, forced: int | None = None) -> int:
    """A whole number of ``n`` bits: an old spelling."""
    return draw_integer(case, 0, 2**n - 1, forced=forced)


def mark_invalid(case: Case, why: str | None = None) -> NoReturn:
    """End the case: it does not count."""
    case.reject(why or "mark_invalid() was called")


def start_example(case: Case, label: object = "") -> None:
    """The old name of ``start_span``."""
    case.start_span(str(label))


def stop_example(case: Case, *, discard: bool = False) -> None:
    """The old name of ``stop_span``."""
    case.stop_span(discard=discard)


_METHODS: tuple[Callable[..., Any], ...] = (
    draw_integer,
    draw_boolean,
    draw_float,
    draw_string,
    draw_bytes,
    draw_bits,
    mark_invalid,
    start_example,
    stop_example,
)


def teach_cases() -> None:
    """Give cases the methods that strategies written for Hypothesis call."""
    for method in _METHODS:
        setattr(Case, method.__name__, method)


class many:  # noqa: N801  # the name that it has there
    """Turns of a loop that makes a collection: ``while elements.more(): ...``."""

    def __init__(
        self,
        data: Case,
        min_size: int,
        max_size: float,
        average_size: float,
        *,
        forced: int | None = None,
        observe: bool = True,
    ) -> None:
        if forced is not None:
            min_size = max_size = forced
        self._turns: Iterator[Repeat] = data.repeat(_sizes(min_size, max_size), "many")
        self._turn: Repeat | None = None
        self.count = 0

    def more(self) -> bool:
        """Whether there is another turn."""
        self._turn = next(self._turns, None)
        self.count += self._turn is not None
        return self._turn is not None

    def reject(self, why: str | None = None) -> None:
        """Take back what was drawn in this turn."""
        assert self._turn is not None, "more() comes first"
        self.count -= 1
        self._turn.reject()


class Sampler:
    """Draws an index, each as likely as its weight says."""

    def __init__(self, weights: Sequence[float], *, observe: bool = True) -> None:
        likely = [i for i, weight in enumerate(weights) if weight]
        self._strategy = sampled_from(likely, weights=[weights[i] for i in likely])

    def sample(self, data: Case, *, forced: int | None = None) -> int:
        index: int = data.draw(self._strategy) if forced is None else forced
        return index


def biased_coin(data: Case, p: float, *, forced: bool | None = None) -> bool:
    """An old name of ``data.draw_boolean(p)``."""
    return draw_boolean(data, p, forced=forced)


def integer_range(data: Case, lower: int, upper: int, center: int | None = None) -> int:
    """An old name of ``data.draw_integer(lower, upper)``."""
    return draw_integer(data, lower, upper, shrink_towards=lower if center is None else center)


def choice(data: Case, values: Sequence[T]) -> T:
    """One of the values."""
    return values[draw_integer(data, 0, len(values) - 1)]


def fisher_yates_shuffle(values: list[Any], data: Case) -> list[Any]:
    """Shuffle a list in place."""
    for i in range(len(values) - 1):
        j = draw_integer(data, i, len(values) - 1, shrink_towards=i)
        values[i], values[j] = values[j], values[i]
    return values


def check_sample(values: Any, strategy_name: str) -> Sequence[Any]:
    """The values as a sequence; an error if they have no order."""
    if isinstance(values, (set, frozenset)) or not isinstance(values, (Sequence, type)):
        try:
            values = list(values) if not isinstance(values, (set, frozenset)) else None
        except TypeError:
            values = None
    if values is None:
        raise InvalidArgument(f"{strategy_name}() needs an ordered collection, such as a list.")
    return tuple(values)


def identity(value: T) -> T:
    """The value itself."""
    return value


def calc_label_from_name(name: str) -> int:
    """A number for a name."""
    return int.from_bytes(sha384(name.encode()).digest()[:8], "big")


def calc_label_from_cls(cls: type) -> int:
    """A number for a class."""
    return calc_label_from_name(cls.__qualname__)


def combine_labels(*labels: int) -> int:
    """A number for several labels in order."""
    combined = 0
    for label in labels:
        combined = ((combined << 1) & LABEL_MASK) ^ label
    return combined
