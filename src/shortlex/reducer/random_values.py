"""Random values: what a random edit puts in the place of one choice.

``lower_value`` is meant to be simpler, ``other_value`` may be anything, but is likely to be near.
A value that does not fit its domain is no mistake: replay takes the nearest one that does.
"""

from __future__ import annotations

from collections.abc import Callable
from math import isfinite, ldexp, nan
from typing import Any

from shortlex.core.bytestring import Bytes
from shortlex.core.domain import Domain
from shortlex.core.integer import Integer
from shortlex.core.string import String

Sequences = String | Bytes
"""The domains of texts and of bytes."""

Chance = Callable[[], float]
"""A random number from 0 up to, but not including, 1."""

MAX_INDEX = 200
"""Small values have an index below this."""

MAX_LETTER_INDEX = 700
"""Most letters have an index below this: up to the end of the Latin, Greek and Cyrillic blocks."""

FEW = 24
"""Of a domain with no more members than this, all are equally likely."""

FEWER_PLACES_SHARE = 0.4
"""How often a fraction is replaced by one that needs fewer binary places."""

MAX_DIGITS_BITS = 1024
"""The digits of longer numbers are left alone."""

MAX_BITS = 64
"""Numbers of any length have at most this many bits."""


def lower_value(domain: Domain, value: Any, r: Chance, amount: int) -> Any:
    """A value that is probably simpler than ``value``."""
    return _changed((_lower_integer, _lower_float, _lower_text), domain, value, r, amount)


def other_value(domain: Domain, value: Any, r: Chance, amount: int) -> Any:
    """Another value, mostly a near or a small one."""
    return _changed((_other_integer, _other_float, _other_text), domain, value, r, amount)


def _changed(
    functions: tuple[Callable[..., Any], ...], domain: Domain, value: Any, r: Chance, amount: int
) -> Any:
    """What the function for values of this kind makes of one; the only other flag of a flag."""
    of_integer, of_float, of_text = functions
    if domain.count == 1:
        return value
    if isinstance(domain, Integer):
        return of_integer(domain, value, r, amount)
    if isinstance(value, bool):
        return not value
    return (of_float if isinstance(value, float) else of_text)(domain, value, r, amount)


def _lower_integer(domain: Integer, value: int, r: Chance, amount: int) -> int:
    distance = value - domain.target
    how = r()
    if how < 0.45 and abs(distance) > amount:
        return value - amount if distance > 0 else value + amount
    if how < 0.55:
        return domain.target
    if how < 0.65:
        return domain.target - distance
    if how < 0.7 and value.bit_length() < MAX_DIGITS_BITS:
        return with_other_digits(value, r)
    index = domain.index_of(value)
    if how < 0.85:
        index = min(index, MAX_INDEX)
        return domain.value_at(int(r() * r() * index))
    # Shifted, because a float cannot stand for all of a long number.
    shift = max(0, index.bit_length() - 50)
    return domain.value_at(int(r() * (index >> shift)) << shift)


def _other_integer(domain: Integer, value: int, r: Chance, amount: int) -> int:
    count, how = domain.count, r()
    if how < 0.4:
        return value + amount if r() < 0.5 else value - amount
    if count is not None and count <= FEW:
        return domain.value_at(int(r() * count))
    if how < 0.7:
        return int(small_value(domain, r))
    if how < 0.8:
        edges = domain.edges()
        return edges[int(r() * len(edges))]
    if how < 0.85 and value.bit_length() < MAX_DIGITS_BITS:
        return with_other_digits(value, r)
    # Any magnitude is equally likely.
    bits = MAX_BITS if count is None else min(MAX_BITS, count.bit_length())
    index = int(2.0 ** (r() * bits))
    return domain.value_at(index if count is None else index % count)


def _lower_float(domain: Domain, value: float, r: Chance, amount: int) -> Any:
    if isfinite(value) and value != int(value) and r() < FEWER_PLACES_SHARE:
        return _with_fewer_places(value, r)
    how = r()
    if how < 0.25 or not isfinite(value):
        return small_value(domain, r)
    if how < 0.35:
        return float(int(value))
    if how < 0.45:
        return -value
    if how < 0.55:
        return value - amount if value > 0 else value + amount
    if how < 0.65:
        return float(int(value * r()))
    if how < 0.75:
        return _with_other_float_digits(value, r)
    # A number with few digits, of the same size or smaller.
    ten = 10 ** (1 + int(r() * 3))
    if abs(value) * ten > 1e17:
        return float(int(value * r()))
    return int(value * ten * (r() if r() < 0.7 else 1.0)) / ten


def _with_fewer_places(value: float, r: Chance) -> float:
    """A number that needs fewer binary places, or as many and is smaller."""
    places = value.as_integer_ratio()[1].bit_length() - 1
    places = max(0, places - int(r() ** 3 * (places + 1)))
    scaled = ldexp(value, places) * (1.0 if r() < 0.5 else r())
    if not isfinite(scaled):
        return value
    return ldexp(int(scaled) + int((r() - 0.5) ** 3 * MAX_INDEX), -places)


def _other_float(domain: Domain, value: float, r: Chance, amount: int) -> Any:
    how = r()
    if not isfinite(value):
        return nan if how < 0.3 else -value if how < 0.6 else small_value(domain, r)
    if how < 0.4:
        return value + amount if r() < 0.5 else value - amount
    if how < 0.6:
        return small_value(domain, r)
    if how < 0.75:
        return value + (1 if r() < 0.5 else -1) * amount / 10 ** (1 + int(r() * 2))
    if how < 0.85:
        edges = domain.edges()
        return float(edges[int(r() * len(edges))])
    if how < 0.95:
        return 2.0 ** (r() * MAX_BITS) // 1 * (1 if r() < 0.5 else -1)
    return -value


def small_value(domain: Domain, r: Chance) -> Any:
    """One of the simplest members, the very simplest more often."""
    most = MAX_INDEX if domain.count is None else min(domain.count, MAX_INDEX)
    return domain.value_at(int(r() ** 3 * most))


def with_other_digits(value: int, r: Chance) -> int:
    """A number whose decimal digits differ in one place, or are fewer."""
    digits = str(abs(value))
    at, how = int(r() * len(digits)), int(r() * 4)
    if how == 0:
        digits = digits[:at] + digits[at + 1 :]
    elif how == 1:
        digits = digits[:at] + "01"[int(r() * 2)] + digits[at + 1 :]
    elif how == 2:
        digits = digits[0] + "0" * at + digits[at + 1 :]
    else:
        digits = digits[: at + 1]
    return int(digits or "0") * (-1 if value < 0 else 1)


def _with_other_float_digits(value: float, r: Chance) -> float:
    if value == int(value):
        return float(with_other_digits(int(value), r)) if abs(value) < 1e17 else value
    digits = repr(value).replace(".", "")
    # The same digits as a whole number.
    return float(int(value) if "e" in digits else int(digits))


def _lower_text(domain: Sequences, value: Any, r: Chance, amount: int) -> Any:
    if not value:
        return value
    at, how = _place_in(domain, value, r), r()
    if how < 0.3 and len(value) > domain.sizes.minimum:
        value = value[:at] + value[at + amount :]
        if value and r() < 0.4:
            # It is simpler because it is shorter, so its letters are free.
            at = int(r() * len(value))
            value = value[:at] + _any_letter(domain, value, r) + value[at + 1 :]
        return value
    index = _letter_index(domain, value[at : at + 1])
    letter = _letter_at(domain, int(r() ** 2 * min(index, MAX_LETTER_INDEX)))
    if how < 0.5:
        return value.replace(value[at : at + 1], letter)
    value = value[:at] + letter + value[at + 1 :]
    # The first difference decides, so the letters behind it are free.
    while at + 1 < len(value) and r() < 0.5:
        at += 1 + int(r() * (len(value) - at - 1))
        value = value[:at] + _any_letter(domain, value, r) + value[at + 1 :]
    return value


def _other_text(domain: Sequences, value: Any, r: Chance, amount: int) -> Any:
    how, length = r(), len(value)
    if (how < 0.3 and length < domain.sizes.maximum) or not value:
        at = int(r() * (length + 1))
        more = (_letter_at(domain, 0) if r() < 0.5 else _any_letter(domain, value, r)) * amount
        return value[:at] + more + value[at:]
    at = int(r() * length)
    if how < 0.5 and length > domain.sizes.minimum:
        return value[:at] + value[at + amount :]
    letter = _any_letter(domain, value, r)
    if how < 0.6:
        return value.replace(value[at : at + 1], letter)
    return value[:at] + letter + value[at + 1 :]


def _place_in(domain: Sequences, value: Any, r: Chance) -> int:
    """A place in a text, often one whose letter is not the simplest."""
    at = int(r() * len(value))
    for _ in range(3):
        if _letter_index(domain, value[at : at + 1]):
            break
        at = int(r() * len(value))
    return at


def _any_letter(domain: Sequences, value: Any, r: Chance) -> Any:
    how = r()
    if how < 0.3 and value:
        at = int(r() * len(value))
        return value[at : at + 1]
    if how < 0.4:
        return _letter_at(domain, 0)
    if how < 0.8:
        return _letter_at(domain, int(r() ** 3 * MAX_LETTER_INDEX))
    # Any magnitude is equally likely.
    count = len(domain.alphabet) if isinstance(domain, String) else 256
    return _letter_at(domain, int(count ** r()) - 1)


def _letter_index(domain: Sequences, letter: Any) -> int:
    return domain.alphabet.index_of(letter) if isinstance(domain, String) else int(letter[0])


def _letter_at(domain: Sequences, index: int) -> Any:
    if isinstance(domain, String):
        return domain.alphabet.char_at(index % len(domain.alphabet))
    return bytes([index % 256])
