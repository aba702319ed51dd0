"""Complex numbers: the imaginary part first, then a real part that keeps the magnitude in bounds.

The imaginary part comes first so that it is the first to become zero: a number on the real line
is simpler. The bounds of the real part follow from it, so nothing is ever refused.
"""

from __future__ import annotations

from functools import lru_cache
from math import hypot, inf, isfinite, isinf, isnan, nextafter, sqrt, ulp
from struct import pack, unpack
from typing import Any

from shortlex.core.boolean import Boolean
from shortlex.core.case import Case
from shortlex.core.floating import Float
from shortlex.core.shown import shown
from shortlex.errors import InvalidArgument
from shortlex.strategies.lazy import MAX_KEPT, lazy_once
from shortlex.strategies.strategy import SearchStrategy

_IS_NEGATIVE = Boolean()
_CODES = {16: ("<h", "<e"), 32: ("<i", "<f")}
_WHOLE = {
    width: Float(allow_nan=False, allow_infinity=False, width=width) for width in (16, 32, 64)
}
_SMALLEST_NORMAL = {16: 2.0**-14, 32: 2.0**-126, 64: 2.0**-1022}


class ComplexNumbers(SearchStrategy[complex]):
    """An imaginary part, a real part, and its sign if zero is out of bounds.

    The sign is drawn whether or not it is needed: shorter cases are simpler, and those with a
    large imaginary part must not be shorter than those on the real line.
    """

    known_empty = False

    def __init__(self, low: float, high: float, *, width: int, **allowed: bool) -> None:
        self.low, self.high, self.width, self.allowed = low, high, width, allowed
        self.is_free = low == 0.0 and high == inf
        self.imaginary = self._parts(-high, high)
        # The real parts for an imaginary part that is infinite or nan.
        self._any = self._parts(0.0 if low else -inf, inf)
        # Zero, other simple parts and the bounds are common, and a domain is costly to build.
        self._real_with = lru_cache(maxsize=MAX_KEPT)(self._real)

    def do_draw(self, case: Case) -> complex:
        imaginary: float = case.choose(self.imaginary)
        if self.is_free:
            return complex(case.choose(self.imaginary), imaginary)
        domain = self._real_with(abs(imaginary)) if isfinite(imaginary) else self._any
        real: float = case.choose(domain)
        if self.low and case.choose(_IS_NEGATIVE):
            real = -real
        return complex(real, imaginary)

    def _parts(self, low: float, high: float) -> Float:
        low, high = -_below(-low, self.width), _below(high, self.width)
        return Float(
            None if low == -inf else low,
            None if high == inf else high,
            allow_nan=self.allowed["nan"] and low == -high == -inf,
            allow_infinity=self.allowed["infinity"] and high == inf,
            allow_subnormal=self.allowed["subnormal"],
            width=self.width,
        )

    def _real(self, size: float) -> Float:
        """The real parts for an imaginary part of this size; not negative if the sign is drawn."""
        high = self._leg(self.high, size)
        if size >= self.low:
            return self._parts(0.0 if self.low else -high, high)
        low = self._leg(self.low, size)
        step = ulp(low)
        while hypot(low, size) < self.low and low < high:
            low, step = -_below(-(low + step), self.width), step * 2.0
        if not self.allowed["subnormal"]:
            low = max(low, _SMALLEST_NORMAL[self.width])
        # If rounding leaves nothing between them, the magnitude is off by the last digit.
        return self._parts(min(low, high), high) if high else self._parts(0.0, 0.0)

    def _leg(self, magnitude: float, other: float) -> float:
        """The other leg of a right triangle, as a float of the width, not above the magnitude."""
        if magnitude == inf:
            return inf
        if other >= magnitude:
            return 0.0
        # Halved, because the sum could overflow; the difference is exact where it matters.
        half = sqrt(magnitude - other) * sqrt(magnitude / 2.0 + other / 2.0)
        leg = _below(min(magnitude, half * sqrt(2.0)), self.width)
        step = ulp(leg)
        while hypot(leg, other) > magnitude:
            leg, step = _below(max(0.0, leg - step), self.width), step * 2.0
        return leg

    def label_to(self, depth: int) -> str:
        return f"ComplexNumbers({self.low}, {self.high}, {self.width}, {self.allowed})"


def _below(value: float, width: int) -> float:
    """The largest float of the width that is not above the value."""
    if width == 64 or isinf(value):
        return value
    domain = _WHOLE[width]
    rounded = domain.nearest(value)
    if rounded > value:
        code = _CODES[width]
        (bits,) = unpack(code[0], pack(code[1], rounded))
        # The bits of a negative float grow away from zero. Nothing is ever rounded up to zero.
        bits = bits - 1 if rounded > 0.0 else bits + 1
        (rounded,) = unpack(code[1], pack(code[0], bits))
    return rounded


@lazy_once
def complex_numbers(
    *,
    min_magnitude: float = 0,
    max_magnitude: float | None = None,
    allow_infinity: bool | None = None,
    allow_nan: bool | None = None,
    allow_subnormal: bool = True,
    width: int = 128,
) -> SearchStrategy[complex]:
    """Complex numbers of 128, 64 or 32 bits, with ``abs(z)`` between the magnitudes.

    Without bounds, nan and the infinities are among the parts. Reduces towards a real number,
    and its parts as ``floats`` does.
    """
    if type(width) is not int or width not in (32, 64, 128):
        raise InvalidArgument(f"complex_numbers(width={shown(width)}): must be 32, 64 or 128.")
    low = _magnitude("min_magnitude", min_magnitude)
    high = inf if max_magnitude is None else _magnitude("max_magnitude", max_magnitude)
    if low > high:
        raise InvalidArgument(
            f"complex_numbers(min_magnitude={shown(min_magnitude)}, "
            f"max_magnitude={shown(max_magnitude)}) is empty: min_magnitude must not be above "
            "max_magnitude."
        )
    _check_flags(low, high, allow_infinity, allow_nan, allow_subnormal)
    _check_room(low, high, width // 2, allow_subnormal=allow_subnormal)
    return ComplexNumbers(
        low,
        high,
        width=width // 2,
        infinity=high == inf if allow_infinity is None else allow_infinity,
        nan=(low == 0.0 and high == inf) if allow_nan is None else allow_nan,
        subnormal=allow_subnormal,
    )


def _magnitude(name: str, value: Any) -> float:
    if isinstance(value, (int, float)) or hasattr(value, "__float__"):
        try:
            number = float(value)
        except (TypeError, ValueError, OverflowError):
            number = -1.0
        if number >= 0.0 and not isnan(number):
            return number
    raise InvalidArgument(f"complex_numbers({name}={shown(value)}): must be a number, 0 or more.")


def _check_flags(
    low: float, high: float, allow_infinity: object, allow_nan: object, allow_subnormal: object
) -> None:
    for flag, value in (("allow_infinity", allow_infinity), ("allow_nan", allow_nan)):
        if value is not None and not isinstance(value, bool):
            raise InvalidArgument(
                f"complex_numbers({flag}={shown(value)}): must be True, False or None."
            )
    if not isinstance(allow_subnormal, bool):
        raise InvalidArgument(
            f"complex_numbers(allow_subnormal={shown(allow_subnormal)}): must be True or False."
        )
    if allow_infinity and high < inf:
        raise InvalidArgument(
            f"complex_numbers(allow_infinity=True, max_magnitude={shown(high)}): no infinity is so "
            "small. Leave one of them out."
        )
    if allow_nan and not (low == 0.0 and high == inf):
        raise InvalidArgument(
            f"complex_numbers(allow_nan=True) cannot go with bounds (min_magnitude={shown(low)}, "
            f"max_magnitude={shown(None if high == inf else high)}): nan has no magnitude. Leave "
            "them out."
        )
    if low == inf and allow_infinity is False:
        raise InvalidArgument(
            "complex_numbers(min_magnitude=inf, allow_infinity=False): only an infinity is so "
            "large. Leave one of them out."
        )


def _check_room(low: float, high: float, width: int, *, allow_subnormal: bool) -> None:
    """Raise unless a real number lies between the magnitudes."""
    least = low if allow_subnormal or not low else max(low, _SMALLEST_NORMAL[width])
    largest = _below(min(high, nextafter(inf, 0.0)), width)
    if low == inf or -_below(-least, width) <= largest:
        return
    raise InvalidArgument(
        f"complex_numbers(min_magnitude={shown(low)}, max_magnitude={shown(high)}, "
        f"width={2 * width}, allow_subnormal={allow_subnormal}) is empty: no float of {width} bits "
        "lies between the magnitudes. Move them apart, or use a larger width."
    )
