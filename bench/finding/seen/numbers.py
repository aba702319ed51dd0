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
