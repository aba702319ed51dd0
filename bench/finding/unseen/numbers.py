"""Bugs in arithmetic: rounding, overflow, ends of ranges, thresholds."""

import math

from bench.finding.property import bug

BULK_UNITS = 2500
"""From how many units on the bulk price holds."""


@bug(lambda st: [st.integers(0, 10**7)])
def cuts_off_cents(cents):
    """Turns a price into cents by cutting off instead of rounding."""
    price = cents / 100
    return int(price * 100) != cents


@bug(lambda st: [st.integers(0, 2**100)])
def root_through_a_float(n):
    """Takes the integer square root through a float."""
    root = int(math.sqrt(n))
    return not root * root <= n < (root + 1) ** 2


@bug(lambda st: [st.integers(1, 10**18)])
def counts_digits_by_logarithm(n):
    """Counts the digits by a logarithm, which is rounded up right below a power of ten."""
    return int(math.log10(n)) + 1 != len(str(n))


@bug(
    lambda st: [st.lists(st.floats(allow_nan=False, allow_infinity=False), min_size=1, max_size=20)]
)
def mean_leaves_the_range(values):
    """Sums up before it divides, so that the sum overflows."""
    mean = sum(values) / len(values)
    return math.isinf(mean) or math.isnan(mean)


@bug(lambda st: [st.integers(-(2**15), 2**15 - 1)])
def magnitude_of_the_lowest(sample):
    """Negates a 16-bit number, but the lowest has no opposite."""
    magnitude = -sample if sample < 0 else sample
    wrapped = (magnitude + 2**15) % 2**16 - 2**15
    return wrapped < 0


@bug(lambda st: [st.integers(0, 1_000_000)])
def bulk_price_one_too_late(units):
    """Gives the bulk price only above the number of units, not from it on."""
    price = 9 if units > BULK_UNITS else 10
    return price != (9 if units >= BULK_UNITS else 10)


@bug(lambda st: [st.floats(-1000, 1000)])
def shows_minus_zero(celsius):
    """Shows a small negative temperature as minus zero."""
    return f"{celsius:.1f}" == "-0.0" and celsius != 0


@bug(lambda st: [st.floats(-1e6, 1e6)])
def full_turn_is_no_angle(degrees):
    """Normalizes an angle to below 360, but a tiny negative one is rounded to 360."""
    return not 0 <= degrees % 360.0 < 360


@bug(lambda st: [st.floats(0, 1e17)])
def rounds_half_up_twice(x):
    """Rounds by adding a half, and the sum is itself rounded."""
    return abs(math.floor(x + 0.5) - x) > 0.5


@bug(lambda st: [st.lists(st.integers(0, 255), max_size=40)])
def end_around_carry(data):
    """Adds bytes with an end-around carry, which it forgets for a sum of exactly 256."""
    total = expected = 0
    for byte in data:
        total += byte
        if total > 256:
            total -= 255
        expected += byte
        if expected > 255:
            expected -= 255
    return total != expected


@bug(lambda st: [st.integers(0, 1_000_000), st.integers(1, 50)])
def last_one_pays_the_rest(cents, people):
    """Rounds the share of all but the last, who may get money back."""
    share = round(cents / people)
    return cents - share * (people - 1) < 0


@bug(lambda st: [st.floats(0, 1), st.integers(2, 20)])
def no_bin_for_the_last(fraction, bins):
    """Finds the bin of a fraction, but none for the upper end."""
    return int(fraction * bins) >= bins
