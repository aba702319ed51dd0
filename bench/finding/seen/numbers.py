"""Numbers: bounds, magnitudes, signs, rounding and overflow."""

from __future__ import annotations

from math import isfinite

from bench.finding.property import bug


@bug(lambda st: [st.integers()])
def overflows_32_bits(n: int) -> bool:
    """Kept in 32 bits, but nothing checks the lower end."""
    return -(2**40) < n < -(2**31)


@bug(lambda st: [st.integers(1, 65535)])
def last_port_is_refused(port: int) -> bool:
    """The range of ports ends one too early."""
    return port not in range(1, 65535)


@bug(lambda st: [st.lists(st.floats(allow_nan=False, allow_infinity=False))])
def sum_is_infinite(numbers: list[float]) -> bool:
    """A mean that adds first and divides later."""
    return not isfinite(sum(numbers))


@bug(lambda st: [st.integers(0, 255)])
def byte_is_full(byte: int) -> bool:
    """Adds one to a byte."""
    return byte == 255


@bug(lambda st: [st.integers(), st.integers()])
def sum_cancels(one: int, other: int) -> bool:
    """Divides by the sum of two numbers that are not zero."""
    return one != 0 and one + other == 0


@bug(lambda st: [st.integers(), st.integers(), st.integers()])
def parabola_touches(a: int, b: int, c: int) -> bool:
    """Expects two solutions of a quadratic equation, or none."""
    return a != 0 and c != 0 and b * b == 4 * a * c


@bug(lambda st: [st.integers(1, 10**6), st.integers(1, 10**6)])
def one_divides_the_other(one: int, other: int) -> bool:
    """Steps through a range and misses its end."""
    return 2 < one < other and other % one == 0


@bug(lambda st: [st.integers(), st.floats(allow_nan=False, allow_infinity=False)])
def number_equals_float(n: int, x: float) -> bool:
    """Keys of a dictionary that are equal although their types differ."""
    return n == x and n != 0


@bug(lambda st: [st.floats(), st.floats()])
def difference_is_nan(one: float, other: float) -> bool:
    """Sorts by differences."""
    return one == one and other == other and one - other != one - other


@bug(lambda st: [st.floats(0, 1)])
def share_rounds_to_all(share: float) -> bool:
    """Shows 100% for what is a little less."""
    return share < 1.0 and f"{share:.1%}" == "100.0%"


@bug(lambda st: [st.integers(0, 10**9)])
def power_of_two_is_off_by_one(size: int) -> bool:
    """Rounds a size up to the next power of two, also if it is one."""
    return size > 1000 and size & (size - 1) == 0


@bug(lambda st: [st.integers(min_value=0), st.integers(min_value=0)])
def average_overflows(one: int, other: int) -> bool:
    """Adds before it divides, in 64 bits."""
    return one < 2**63 and other < 2**63 and one + other >= 2**63


@bug(lambda st: [st.lists(st.integers(0, 10**6), min_size=2)])
def neighbours_are_apart(numbers: list[int]) -> bool:
    """Expects gaps between numbers."""
    return any(other == one + 1 and one > 10 for one in numbers for other in numbers)
