"""Numbers: booleans, integers, floats.

Size: most of it checks the arguments of floats.
"""

from __future__ import annotations

import math
import sys
from functools import lru_cache, partial
from typing import TYPE_CHECKING, Any, SupportsFloat, SupportsIndex

from shortlex.core.boolean import Boolean
from shortlex.core.integer import Integer
from shortlex.core.shown import shown
from shortlex.errors import InvalidArgument
from shortlex.strategies.lazy import MAX_KEPT, Lazy, lazy_once
from shortlex.strategies.refused_draws import MAX_ENUMERATED
from shortlex.strategies.selection import OneChoice, chosen, is_weight, limited, nothing
from shortlex.strategies.strategy import SearchStrategy

if TYPE_CHECKING:
    from shortlex.core.floating import Float
    from shortlex.strategies.conditions.predicates import Demand


class Booleans(OneChoice[bool]):
    """A single choice, which is the value."""

    domain: Boolean

    def __repr__(self) -> str:
        probability = self.domain.probability
        return "booleans()" if probability == 0.5 else f"booleans(p={probability})"


_BOOLEANS = Booleans(Boolean())
_BOOLEANS.is_shared = True


def booleans(*, p: float = 0.5) -> SearchStrategy[bool]:
    """``True`` with probability ``p``, otherwise ``False``; reduces to ``False``."""
    return _BOOLEANS if p == 0.5 else _likely_booleans(p=p)


def _build_booleans(*, p: float) -> SearchStrategy[bool]:
    if not is_weight(p) or not p < 1:
        raise InvalidArgument(
            f"booleans(p={shown(p)}): must be a number above 0 and below 1. For one of them "
            "always, use just(True) or just(False)."
        )
    return Booleans(Boolean(float(p)))


_likely_booleans = lazy_once(_build_booleans, name="booleans")


class Integers(OneChoice[int]):
    """A single choice, which is the value."""

    def __init__(self, minimum: int | None, maximum: int | None) -> None:
        self.domain = Integer(minimum, maximum)
        self._bounds = (minimum, maximum)

    def call_key(self) -> object:
        return (Integers, self._bounds)

    def narrowed(self, demand: Demand) -> SearchStrategy[int] | None:
        from shortlex.strategies.conditions.bounds import whole_limits

        return limited(whole_limits(demand, *self._bounds), integers)

    def __repr__(self) -> str:
        return repr(_checked_later(*self._bounds))


def integers(min_value: int | None = None, max_value: int | None = None) -> SearchStrategy[int]:
    """Whole numbers, both bounds included.

    Reduces towards 0, or the bound nearest to it, and to positive before negative.
    """
    if (
        max_value is None
        and type(min_value) is int
        and not -MAX_ENUMERATED <= min_value <= MAX_ENUMERATED
    ):
        # The bound was probably drawn and will not recur soon, so it is not cached.
        return Integers(min_value, None)
    try:
        return _integers(min_value, max_value)
    except TypeError:  # not hashable
        return _checked_later(min_value, max_value)


# Not lazy, because building it is hardly more work. Cached, because draws often call it.
@lru_cache(maxsize=MAX_KEPT, typed=True)
def _integers(low: Any, high: Any) -> SearchStrategy[int]:
    is_plain = (low is None or type(low) is int) and (high is None or type(high) is int)
    if is_plain and (low is None or high is None or low <= high):
        strategy = Integers(low, high)
        strategy.is_shared = True
        return strategy
    return _checked_later(low, high)


def _checked_later(low: Any, high: Any) -> SearchStrategy[int]:
    """For bounds of other types, and wrong ones: errors are raised only on use."""
    given = {"min_value": low, "max_value": high}
    if low is not None and high is not None:
        return Lazy(_checked, (low, high), {}, name="integers")
    kwargs = {name: value for name, value in given.items() if value is not None}
    return Lazy(_checked, (), kwargs, name="integers")


def _checked(min_value: Any = None, max_value: Any = None) -> SearchStrategy[int]:
    low = _whole("min_value", min_value)
    high = _whole("max_value", max_value)
    if low is not None and high is not None and low > high:
        raise InvalidArgument(
            f"integers(min_value={shown(min_value)}, max_value={shown(max_value)}) is empty: "
            "min_value must not be above max_value."
        )
    return Integers(low, high)


def _whole(name: str, value: Any) -> int | None:
    if value is None:
        return None
    try:
        whole = int(value)
        if whole == value:
            return whole
    except (TypeError, ValueError, OverflowError):
        pass
    raise InvalidArgument(f"integers({name}={shown(value)}): must be a whole number or None.")


_SMALLEST_NORMAL = {16: 2.0**-14, 32: 2.0**-126, 64: 2.0**-1022}
_LARGEST = {16: 65504.0, 32: (2.0 - 2.0**-23) * 2.0**127, 64: sys.float_info.max}


def _zeros_apart(args: tuple[Any, ...], kwargs: dict[str, Any]) -> str:
    return shown((args, kwargs)) if args or kwargs else ""


@partial(lazy_once, tell_apart=_zeros_apart)
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
    _check_width(width)
    low = _bound("min_value", min_value, width)
    high = _bound("max_value", max_value, width)
    _check_exclusion("exclude_min", exclude_min, "min_value", low, math.inf)
    _check_exclusion("exclude_max", exclude_max, "max_value", high, -math.inf)
    _check_specials(low, high, allow_nan, allow_infinity)
    if exclude_min or exclude_max:
        from shortlex.strategies.conditions.bounds import next_above

        low = next_above(low, width) if low is not None and exclude_min else low
        high = -next_above(-high, width) if high is not None and exclude_max else high
        _check_left(exclude_min, "min_value", min_value, low, allow_infinity)
        _check_left(exclude_max, "max_value", max_value, high, allow_infinity)
    least = -math.inf if low is None else low
    most = math.inf if high is None else high
    if least > most or (least == most == 0.0 and _is_negative(most) and not _is_negative(least)):
        raise InvalidArgument(
            f"floats(min_value={shown(min_value)}, max_value={shown(max_value)}, width={width}, "
            f"exclude_min={exclude_min}, exclude_max={exclude_max}) is empty: no float lies "
            "between the bounds."
        )
    from shortlex.core.floating import Float

    # An infinite bound that was given is a member, like any other bound.
    has_infinity = math.isinf(least) or math.isinf(most)
    domain = Float(
        low,
        high,
        allow_nan=(low is None and high is None) if allow_nan is None else allow_nan,
        allow_infinity=has_infinity if allow_infinity is None else allow_infinity,
        allow_subnormal=_subnormals(allow_subnormal, least, most, width),
        width=width,
    )
    return Floats(domain)


class Floats(OneChoice[float]):
    """A single choice, which is the value."""

    domain: Float

    def narrowed(self, demand: Demand) -> SearchStrategy[float] | None:
        domain = self.domain
        if demand.relation in ("isinf", "isnan"):
            special = (math.nan,) if demand.relation == "isnan" else (math.inf, -math.inf)
            return chosen([each for each in special if domain.contains(each)])
        from shortlex.strategies.conditions.bounds import float_limits

        limits = float_limits(demand, domain.minimum, domain.maximum, domain.width)
        return limited(limits, partial(_part_of, domain, demand.relation))


def _part_of(
    domain: Float, relation: str, low: float | None, high: float | None
) -> SearchStrategy[float]:
    """The floats of a domain between limits, for a demand with this relation."""
    from shortlex.core.floating import Float

    try:
        part = Float(
            low,
            high,
            allow_nan=False,
            allow_infinity=domain.allow_infinity and relation != "isfinite",
            allow_subnormal=domain.allow_subnormal,
            width=domain.width,
        )
    except IndexError:  # Nothing lies between these limits, so nothing is simplest.
        return nothing()
    return Floats(part)


def _check_width(width: object) -> None:
    if not isinstance(width, int) or width not in _LARGEST:
        raise InvalidArgument(f"floats(width={shown(width)}): must be 16, 32 or 64.")


def _is_negative(value: float) -> bool:
    return math.copysign(1.0, value) < 0


def _bound(name: str, value: Any, width: int) -> float | None:
    if value is None:
        return None
    is_number = isinstance(value, (SupportsFloat, SupportsIndex))
    if isinstance(value, (str, bytes)) or not is_number:
        raise InvalidArgument(f"floats({name}={shown(value)}): must be a number or None.")
    try:
        number = float(value)
        exact = _rounded(number, width)
    except OverflowError:
        number = exact = _LARGEST[width] if value > 0 else -_LARGEST[width]
    except ValueError:  # a signalling nan of decimal
        number = exact = math.nan
    if math.isnan(number):
        raise InvalidArgument(
            f"floats({name}={shown(value)}): nan cannot be a bound. Leave it out for no bound."
        )
    if exact != number or number != value:
        raise InvalidArgument(
            f"floats({name}={shown(value)}, width={width}): the bound is not exactly a float of "
            f"that width. The nearest is {shown(exact)}: use that."
        )
    return number


def _rounded(number: float, width: int) -> float:
    """The nearest float of a width. Raises OverflowError if it is out of range."""
    if width == 64:
        return number
    from shortlex.strategies.conditions.bounds import nearest_float

    exact = nearest_float(number, width)
    if math.isinf(exact) and not math.isinf(number):
        raise OverflowError
    return exact


def _check_exclusion(
    flag: str, is_excluded: object, name: str, bound: float | None, last: float
) -> None:
    if not isinstance(is_excluded, bool):
        raise InvalidArgument(f"floats({flag}={shown(is_excluded)}): must be True or False.")
    if is_excluded and bound is None:
        raise InvalidArgument(
            f"floats({flag}=True, {name}=None): there is no bound to exclude. Give {name}, too."
        )
    if is_excluded and bound == last:
        raise InvalidArgument(
            f"floats({flag}=True, {name}={shown(bound)}): nothing lies beyond that bound. Use "
            "another."
        )


def _check_left(
    is_excluded: bool, name: str, given: object, bound: float | None, allow_infinity: object
) -> None:
    """Raise if only an infinity lies beyond an excluded bound, and none is allowed."""
    if is_excluded and allow_infinity is False and bound is not None and math.isinf(bound):
        flag = f"exclude_{name[:3]}"
        raise InvalidArgument(
            f"floats({name}={shown(given)}, {flag}=True, allow_infinity=False): only an infinity "
            f"lies beyond that bound. Leave out {flag} or allow_infinity, or use another bound."
        )


def _check_specials(
    low: float | None, high: float | None, allow_nan: object, allow_infinity: object
) -> None:
    for flag, value in (("allow_nan", allow_nan), ("allow_infinity", allow_infinity)):
        if value is not None and not isinstance(value, bool):
            raise InvalidArgument(f"floats({flag}={shown(value)}): must be True, False or None.")
    if allow_nan and (low is not None or high is not None):
        raise InvalidArgument(
            f"floats(allow_nan=True) cannot go with bounds (min_value={shown(low)}, "
            f"max_value={shown(high)}): nan is neither above nor below. Use floats(...) | "
            "just(nan)."
        )
    if allow_infinity and low is not None and high is not None:
        raise InvalidArgument(
            f"floats(allow_infinity=True) cannot go with both min_value={shown(low)} and "
            f"max_value={shown(high)}: no infinity lies between them. Leave out one of the bounds."
        )
    for name, bound in (("min_value", low), ("max_value", high)):
        if allow_infinity is False and bound is not None and math.isinf(bound):
            raise InvalidArgument(
                f"floats({name}={shown(bound)}, allow_infinity=False): the bound is not allowed "
                "itself. Leave it out."
            )


def _subnormals(allowed: object, least: float, most: float, width: int) -> bool:
    if allowed is not None and not isinstance(allowed, bool):
        raise InvalidArgument(
            f"floats(allow_subnormal={shown(allowed)}): must be True, False or None."
        )
    normal = _SMALLEST_NORMAL[width]
    # Only numbers strictly between zero and the smallest normal count, on either side.
    has_some = (least < normal and most > 0.0) or (most > -normal and least < 0.0)
    if allowed and not has_some:
        raise InvalidArgument(
            f"floats(min_value={shown(least)}, max_value={shown(most)}, width={width}, "
            "allow_subnormal=True): no subnormal lies between the bounds. Leave it out."
        )
    if allowed is False and (0.0 < least <= most < normal or -normal < least <= most < 0.0):
        raise InvalidArgument(
            f"floats(min_value={shown(least)}, max_value={shown(most)}, width={width}, "
            "allow_subnormal=False): only subnormals lie between the bounds. Leave it out."
        )
    return has_some if allowed is None else allowed
