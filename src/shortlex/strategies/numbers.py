"""Numbers: booleans, integers, floats."""

from __future__ import annotations

import math
import struct
from typing import Any, SupportsFloat, SupportsIndex

from shortlex.core.boolean import Boolean
from shortlex.core.floating import Float
from shortlex.core.integer import Integer
from shortlex.errors import InvalidArgument
from shortlex.strategies.choosing import OneChoice
from shortlex.strategies.lazy import lazy
from shortlex.strategies.strategy import SearchStrategy


@lazy
def booleans() -> SearchStrategy[bool]:
    """``False`` or ``True``; reduces towards ``False``."""
    return OneChoice(Boolean())


@lazy
def integers(
    min_value: int | None = None, max_value: int | None = None
) -> SearchStrategy[int]:
    """Whole numbers, both bounds included.

    Reduces towards 0, or the bound nearest to it, and to positive before negative.
    """
    low = _whole("min_value", min_value)
    high = _whole("max_value", max_value)
    if low is not None and high is not None and low > high:
        raise InvalidArgument(
            f"integers(min_value={min_value!r}, max_value={max_value!r}) is empty: "
            "min_value must not be above max_value."
        )
    return OneChoice(Integer(low, high))


def _whole(name: str, value: object) -> int | None:
    if value is None:
        return None
    try:
        whole = int(value)  # type: ignore[call-overload]  # any type may come; the error is ours
        if whole == value:
            return whole  # type: ignore[no-any-return]  # int() gives an int
    except (TypeError, ValueError, OverflowError):
        pass
    raise InvalidArgument(f"integers({name}={value!r}): must be a whole number or None.")


_FORMATS = {16: "<e", 32: "<f", 64: "<d"}
_SMALLEST_NORMAL = {16: 2.0**-14, 32: 2.0**-126, 64: 2.0**-1022}


@lazy
def floats(
    min_value: float | None = None,
    max_value: float | None = None,
    *,
    allow_nan: bool | None = None,
    allow_infinity: bool | None = None,
    allow_subnormal: bool | None = None,
    width: int = 64,
    exclude_min: bool = False,
    exclude_max: bool = False,
) -> SearchStrategy[float]:
    """Floating-point numbers of 64, 32 or 16 bits.

    Without bounds, nan and the infinities are among them. Reduces to what a person would write:
    0.0, small whole numbers, simple fractions; anything finite before inf before nan.
    """
    if width not in _FORMATS:
        raise InvalidArgument(f"floats(width={width!r}): must be 16, 32 or 64.")
    low = _bound("min_value", min_value, width)
    high = _bound("max_value", max_value, width)
    _check_exclusion("exclude_min", exclude_min, "min_value", low)
    _check_exclusion("exclude_max", exclude_max, "max_value", high)
    _check_specials(low, high, allow_nan, allow_infinity)
    if low is not None and exclude_min:
        low = _next_above(low, width)
    if high is not None and exclude_max:
        high = -_next_above(-high, width)
    least = -math.inf if low is None else low
    most = math.inf if high is None else high
    if least > most or (least == most == 0.0 and _is_negative(most) and not _is_negative(least)):
        raise InvalidArgument(
            f"floats(min_value={min_value!r}, max_value={max_value!r}, width={width}, "
            f"exclude_min={exclude_min}, exclude_max={exclude_max}) is empty: no float lies "
            "between the bounds."
        )
    if allow_infinity is None:
        allow_infinity = low is None or high is None
    return OneChoice(
        Float(
            low,
            high,
            allow_nan=(low is None and high is None) if allow_nan is None else allow_nan,
            allow_infinity=allow_infinity,
            allow_subnormal=_subnormals(allow_subnormal, least, most, width),
            width=width,
        )
    )


def _is_negative(value: float) -> bool:
    return math.copysign(1.0, value) < 0


def _bound(name: str, value: Any, width: int) -> float | None:
    if value is None:
        return None
    if isinstance(value, (str, bytes)) or not isinstance(value, (SupportsFloat, SupportsIndex)):
        raise InvalidArgument(f"floats({name}={value!r}): must be a number or None.")
    try:
        number = float(value)
        exact = struct.unpack(_FORMATS[width], struct.pack(_FORMATS[width], number))[0]
    except OverflowError:
        exact = math.nan
        number = 0.0
    if math.isnan(number):
        raise InvalidArgument(f"floats({name}={value!r}): nan cannot be a bound.")
    if exact != number or number != value:
        raise InvalidArgument(
            f"floats({name}={value!r}) is not exactly a {width}-bit float. "
            f"The nearest is {number if math.isnan(exact) else exact!r}: use that."
        )
    return number


def _check_exclusion(flag: str, is_excluded: bool, name: str, bound: float | None) -> None:
    if not isinstance(is_excluded, bool):
        raise InvalidArgument(f"floats({flag}={is_excluded!r}): must be True or False.")
    if is_excluded and bound is None:
        raise InvalidArgument(f"floats({flag}=True) needs {name}: there is no bound to exclude.")


def _check_specials(
    low: float | None, high: float | None, allow_nan: bool | None, allow_infinity: bool | None
) -> None:
    if allow_nan and (low is not None or high is not None):
        raise InvalidArgument(
            f"floats(allow_nan=True) cannot go with bounds (min_value={low!r}, "
            f"max_value={high!r}): nan is neither above nor below. Use floats(...) | just(nan)."
        )
    if allow_infinity and low is not None and high is not None:
        raise InvalidArgument(
            f"floats(allow_infinity=True) cannot go with both min_value={low!r} and "
            f"max_value={high!r}: no infinity lies between them."
        )
    for name, bound in (("min_value", low), ("max_value", high)):
        if allow_infinity is False and bound is not None and math.isinf(bound):
            raise InvalidArgument(f"floats({name}={bound!r}) cannot go with allow_infinity=False.")


def _next_above(value: float, width: int) -> float:
    """The next float of the width; the two zeros count as one, so both are excluded together."""
    if value == math.inf:
        return math.inf
    code = {16: "<h", 32: "<i", 64: "<q"}[width]
    form = _FORMATS[width]
    if value == 0.0:
        return float(struct.unpack(form, struct.pack(code, 1))[0])
    bits = struct.unpack(code, struct.pack(form, value))[0]
    return float(struct.unpack(form, struct.pack(code, bits + 1 if value > 0 else bits - 1))[0])


def _subnormals(allowed: bool | None, least: float, most: float, width: int) -> bool:
    normal = _SMALLEST_NORMAL[width]
    # Only numbers strictly between zero and the smallest normal count, on either side.
    has_some = (least < normal and most > 0.0) or (most > -normal and least < 0.0)
    if allowed and not has_some:
        raise InvalidArgument(
            f"floats(allow_subnormal=True): no subnormal lies between {least!r} and {most!r}."
        )
    if allowed is False and has_some and (0.0 < least and most < normal):
        raise InvalidArgument(
            f"floats(allow_subnormal=False): only subnormals lie between {least!r} and {most!r}."
        )
    return has_some if allowed is None else allowed
