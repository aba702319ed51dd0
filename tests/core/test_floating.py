"""Floats: the order is the documented one, counted without gaps under any bounds."""

import struct
from functools import cache
from math import copysign, inf, isinf, nan, nextafter
from random import Random
from typing import Any

import pytest

from shortlex.core.floating import Float

Bounds = tuple[float | None, float | None]

LARGEST = 1.7976931348623157e308
NORMAL = 2.0**-1022
HALF_LARGEST, HALF_NORMAL, HALF_SMALLEST = 65504.0, 2.0**-14, 2.0**-24
SINGLE_LARGEST = 2.0**128 - 2.0**104


def every(low: float | None = None, high: float | None = None, **options: Any) -> Float:
    """A domain with all that its bounds allow, unless an option says otherwise."""
    return Float(low, high, **{"allow_nan": True, "allow_infinity": True, **options})


def finite(low: float | None = None, high: float | None = None, **options: Any) -> Float:
    return every(low, high, allow_nan=False, allow_infinity=False, **options)


def expected_key(value: float, precision: int = 53) -> tuple[Any, ...]:
    """The order as its definition reads, slowly."""
    if value != value:
        return (6,)
    is_negative = copysign(1.0, value) < 0.0
    if isinf(value):
        return 5, is_negative
    numerator, denominator = abs(value).as_integer_ratio()
    bits = denominator.bit_length() - 1
    if bits:
        return 2 if bits <= 64 else 4, bits, numerator, is_negative
    return 1 if numerator <= 2**precision else 3, numerator, is_negative


# Every float of 16 bits, written out: the domain must count them without looking at each.


def half_ordinal(value: float) -> int:
    bits = int.from_bytes(struct.pack(">e", value))
    return bits if bits < 0x8000 else 0x7FFF - bits


@cache
def half_floats() -> list[tuple[int, float]]:
    """Ordinals and values in the expected order, without nan."""
    values = [struct.unpack(">e", struct.pack(">H", bits))[0] for bits in range(1 << 16)]
    numbers = sorted((v for v in values if v == v), key=lambda v: expected_key(v, 11))
    return [(half_ordinal(value), value) for value in numbers]


def expected_members(domain: Float) -> list[float]:
    low = half_ordinal(-inf if domain.minimum is None else domain.minimum)
    high = half_ordinal(inf if domain.maximum is None else domain.maximum)
    members = [value for ordinal, value in half_floats() if low <= ordinal <= high]
    if not domain.allow_infinity:
        members = [value for value in members if not isinf(value)]
    if not domain.allow_subnormal:
        members = [value for value in members if not 0.0 < abs(value) < HALF_NORMAL]
    return members + [nan] * domain.allow_nan


def check_whole_order(domain: Float) -> None:
    expected = expected_members(domain)
    assert domain.count == len(expected)
    assert repr(domain.simplest) == repr(expected[0])
    assert [domain.index_of(value) for value in expected] == list(range(domain.count))
    found = [domain.value_at(index) for index in range(domain.count)]
    assert list(map(repr, found)) == list(map(repr, expected))
    contained = [value for _, value in half_floats() if domain.contains(value)]
    assert len(contained) + domain.contains(nan) == domain.count
    assert all(map(domain.contains, expected))


@pytest.mark.parametrize("allow_subnormal", [True, False])
def test_all_half_floats_are_numbered_in_order(allow_subnormal: bool) -> None:
    check_whole_order(every(width=16, allow_subnormal=allow_subnormal))


HALF_BOUNDS: list[Bounds] = [
    (-3.5, 0.25),
    (0.0, HALF_NORMAL),
    (-0.0, HALF_NORMAL),
    (-HALF_NORMAL, -0.0),
    (-HALF_NORMAL, 0.0),
    (-0.0, 0.0),
    (0.0, 0.0),
    (-0.0, -0.0),
    (5.5, 10.0),
    (2000.0, 3000.0),
    (2048.0, 2050.0),
    (-60000.0, -50016.0),
    (HALF_LARGEST, None),
    (None, -HALF_LARGEST),
    (-HALF_SMALLEST, HALF_SMALLEST),
    (-HALF_SMALLEST, 2 * HALF_NORMAL),
    (-2 * HALF_NORMAL, -HALF_SMALLEST),
    (-inf, -4096.0),
    (4096.0, inf),
    (7.0, 7.0),
]


@pytest.mark.parametrize("allow_subnormal", [True, False])
@pytest.mark.parametrize("bounds", HALF_BOUNDS)
def test_half_floats_between_bounds_are_numbered_in_order(
    bounds: Bounds, allow_subnormal: bool
) -> None:
    check_whole_order(finite(*bounds, width=16, allow_subnormal=allow_subnormal))


def test_nan_and_infinities_are_numbered_last() -> None:
    for bounds in [(1e3, None), (None, -1e4), (3.0, 4.0), (-inf, -1e4), (inf, inf), (-inf, -inf)]:
        check_whole_order(every(*bounds, width=16))
        if bounds != (3.0, 4.0):
            check_whole_order(every(*bounds, width=16, allow_nan=False))


def test_only_forbidden_subnormals_leave_nothing_finite() -> None:
    check_whole_order(every(HALF_SMALLEST, 2 * HALF_SMALLEST, width=16, allow_subnormal=False))


# Wider floats, by sample: the order, and both directions.

ORDERED = [0.0, -0.0, 1.0, -1.0, 2.0, 1e9, 2.0**53, -(2.0**53), 0.5, -0.5, 1.5, 0.25, 0.75, 0.1]
ORDERED += [2.0**53 + 2.0, -(2.0**53) - 2.0, 1e300, LARGEST, -LARGEST, 2.0**-65, 1e-300]
ORDERED += [2.0**-1074, -(2.0**-1074), 3 * 2.0**-1074, inf, -inf, nan]


def test_floats_are_ordered_as_a_person_would() -> None:
    domain = every()
    indexes = [domain.index_of(value) for value in ORDERED]
    assert indexes == sorted(indexes)
    assert indexes[:5] == [0, 1, 2, 3, 4]
    assert indexes[-1] == domain.count - 1


def test_count_is_that_of_the_bit_patterns() -> None:
    assert every().count == 2**64 - 2 * (2**52 - 1) + 1
    assert finite(width=32).count == 2**32 - 2 * 2**23
    assert finite(0.0, allow_subnormal=False).count == 2046 * 2**52 + 1
    assert finite(1.0, 2.0).count == 2**52 + 1


def random_float(random: Random, width: int) -> float:
    """A finite float, of a random bit pattern or of few bits."""
    if random.random() < 0.5:
        exponent = random.randrange(-30, 70)
        return float(random.randrange(-1000, 1000)) * 2.0**exponent
    codes = (">f", 4) if width == 32 else (">d", 8)
    value: float = struct.unpack(codes[0], random.getrandbits(8 * codes[1]).to_bytes(codes[1]))[0]
    return value if value - value == 0.0 else 0.0


SUBNORMAL = 2.0**-1074
WIDE_BOUNDS: list[Bounds] = [
    (None, None),
    (0.0, None),
    (None, -0.0),
    (-1.0, 1.0),
    (-0.0, 0.5),
    (1.1, 1.6),
    (0.1, 0.1),
    (-1e300, 1e-300),
    (1e300, None),
    (None, -1e300),
    (-LARGEST, LARGEST),
    (2.0**53 - 1, 2.0**53 + 4),
    (SUBNORMAL, 20 * SUBNORMAL),
    (SUBNORMAL, SUBNORMAL),
    (-1e-310, 1e-310),
    (NORMAL, nextafter(NORMAL, 1.0)),
    (-5.5, -5.5),
    (-1e17, 3.0),
]


@pytest.mark.parametrize("bounds", WIDE_BOUNDS)
def test_index_and_value_are_inverses_and_follow_the_order(bounds: Bounds) -> None:
    random = Random(f"{bounds}")
    domain = finite(*bounds)
    values = [domain.nearest(random_float(random, 64)) for _ in range(150)]
    indexes = [min(domain.count - 1, random.getrandbits(random.randrange(64))) for _ in range(150)]
    values += [domain.value_at(index) for index in (*indexes, domain.count - 1)]
    assert [domain.index_of(value) for value in values[150:]] == [*indexes, domain.count - 1]
    assert all(map(domain.contains, values))
    assert [repr(domain.value_at(domain.index_of(v))) for v in values] == list(map(repr, values))
    assert sorted(values, key=domain.index_of) == sorted(values, key=expected_key)
    assert domain.index_of(domain.simplest) == 0


@pytest.mark.parametrize("bounds", [(None, None), (-2.5, 1e10), (2.0**-149, 2.0**-140)])
def test_single_floats_are_numbered_in_order(bounds: Bounds) -> None:
    random = Random(32)
    domain = finite(*bounds, width=32)
    values = [domain.nearest(random_float(random, 32)) for _ in range(300)]
    values += [domain.value_at(random.randrange(domain.count)) for _ in range(300)]
    assert all(struct.unpack(">f", struct.pack(">f", value))[0] == value for value in values)
    assert [repr(domain.value_at(domain.index_of(v))) for v in values] == list(map(repr, values))
    ordered = sorted(values, key=lambda value: expected_key(value, 24))
    assert list(map(repr, sorted(values, key=domain.index_of))) == list(map(repr, ordered))


def test_any_nan_has_the_last_index() -> None:
    domain = every()
    other: float = struct.unpack(">d", b"\xff\xf8\0\0\0\0\0\x07")[0]
    assert domain.contains(other)
    assert domain.index_of(other) == domain.index_of(-nan) == domain.count - 1
    assert domain.value_at(domain.count - 1) is nan


@pytest.mark.parametrize(
    ("low", "high", "simplest"),
    [
        (None, None, 0.0),
        (-0.0, None, 0.0),
        (None, -0.0, -0.0),
        (None, 0.0, 0.0),
        (1.1, 1.6, 1.5),
        (5.5, 10.0, 6.0),
        (-10.0, -5.5, -6.0),
        (0.1, 0.1, 0.1),
        (0.3, 0.4, 0.375),
        (-0.4, -0.3, -0.375),
        (1e300, None, 1e300),
        (2.0**53 + 2, 2.0**54, 2.0**53 + 2),
        (3 * SUBNORMAL, 9 * SUBNORMAL, 8 * SUBNORMAL),
        (SUBNORMAL, SUBNORMAL, SUBNORMAL),
        (inf, inf, inf),
    ],
)
def test_the_simplest_is_the_shortest_within_the_bounds(
    low: float | None, high: float | None, simplest: float
) -> None:
    domain = every(low, high)
    assert repr(domain.simplest) == repr(simplest)
    assert repr(domain.value_at(0)) == repr(simplest)


def test_zero_bounds_tell_the_zeros_apart() -> None:
    assert [finite(0.0).contains(zero) for zero in (0.0, -0.0)] == [True, False]
    assert [finite(-0.0).contains(zero) for zero in (0.0, -0.0)] == [True, True]
    assert [finite(None, -0.0).contains(zero) for zero in (0.0, -0.0)] == [False, True]
    assert [finite(None, 0.0).contains(zero) for zero in (0.0, -0.0)] == [True, True]
    assert [finite(-5.0, 5.0).contains(zero) for zero in (0.0, -0.0)] == [True, True]


def test_only_floats_of_the_width_are_contained() -> None:
    for value in (0, 1, True, "1.0", b"", None, 1j, [1.0]):
        assert not every().contains(value)
    assert not every(width=32).contains(0.1)
    assert every(width=32).contains(SINGLE_LARGEST)
    assert not every(width=32).contains(1e39)
    assert not every(width=16).contains(65505.0)
    assert not finite().contains(inf)
    assert not finite().contains(nan)
    assert not every(-LARGEST, LARGEST).contains(inf)


# Nearest, samples and edges: always members.

DOMAINS = [every(*bounds) for bounds in WIDE_BOUNDS]
DOMAINS += [finite(*bounds, width=16) for bounds in HALF_BOUNDS]
DOMAINS += [finite(*bounds, width=16, allow_subnormal=False) for bounds in HALF_BOUNDS]
DOMAINS += [every(width=32), finite(width=32, allow_subnormal=False), every(inf, inf)]
DOMAINS += [finite(-1e-310, 5.0, allow_subnormal=False), finite(1e-310, allow_subnormal=False)]
DOMAINS += [every(5e-324, 1e-310, allow_subnormal=False), finite(0.0, 1e19), finite(-1e6, 1e30)]


def test_nearest_is_a_member_whatever_is_asked() -> None:
    hostile: list[object] = [None, 3, True, "7", b"", 2**2000, [], nan, -nan, object()]
    hostile += [sign * value for value in ORDERED for sign in (1.0, -1.0)]
    hostile += [1e-8, -1e-8, 3e-5, 5e-5, 65519.9, 65520.0, 3.5e38, 1e-45, 1.3, NORMAL / 2]
    for domain in DOMAINS:
        for value in hostile:
            near = domain.nearest(value)
            assert domain.contains(near)
            if domain.contains(value):
                assert repr(near) == repr(value)


def test_nearest_is_near() -> None:
    assert finite(1.0, 2.0).nearest(5.0) == finite(1.0, 2.0).nearest(inf) == 2.0
    assert finite(1.0, 2.0).nearest(-inf) == 1.0
    assert finite(1.5).nearest(nan) == finite(1.5).nearest(7) == 2.0
    assert finite(width=16).nearest(0.1) == struct.unpack(">e", struct.pack(">e", 0.1))[0]
    assert finite(width=16).nearest(1e300) == HALF_LARGEST
    assert repr(finite(0.0).nearest(-0.0)) == "0.0"
    assert repr(finite(None, -0.0).nearest(0.0)) == "-0.0"
    assert repr(finite(allow_subnormal=False).nearest(-1e-320)) == "-0.0"
    assert finite(allow_subnormal=False).nearest(NORMAL * 0.75) == NORMAL


def test_samples_are_members_and_meet_every_edge() -> None:
    for domain in DOMAINS:
        random = Random(7)
        samples = [domain.sample(random, 1.0) for _ in range(1000)]
        assert all(map(domain.contains, samples))
    domain = every()
    found = {repr(domain.sample(random, 1.0)) for _ in range(10000)}
    assert found >= set(map(repr, domain.edges()))


def test_samples_are_of_many_kinds() -> None:
    random = Random(1)
    samples = [finite().sample(random, 1.0) for _ in range(4000)]
    integers = [value for value in samples if abs(value) < 1000.0 and value == int(value)]
    assert len(integers) > 400
    assert sum(0.0 < abs(value) < 1e-20 for value in samples) > 100
    assert sum(abs(value) > 1e20 for value in samples) > 100
    thirds = [finite(0.0, 3.0).sample(random, 1.0) for _ in range(4000)]
    assert all(sum(n < value < n + 1 for value in thirds) > 400 for n in range(3))


def test_all_members_of_a_tiny_domain_are_sampled() -> None:
    for domain in (finite(-0.0, 0.0), finite(0.1, nextafter(nextafter(0.1, 1), 1)), every(inf)):
        random = Random(2)
        found = {repr(domain.sample(random, 1.0)) for _ in range(500)}
        assert len(found) == domain.count


def test_edges_are_members_without_repeats() -> None:
    for domain in DOMAINS:
        edges = domain.edges()
        assert edges
        assert all(map(domain.contains, edges))
        assert len(set(map(repr, edges))) == len(edges)
        assert domain.edges() is edges


def test_edges_include_what_is_often_wrong() -> None:
    texts = set(map(repr, every().edges()))
    expected = [0.0, -0.0, 1.0, -1.0, 0.1, 2.0**53, LARGEST, NORMAL, SUBNORMAL, inf, -inf, nan]
    assert texts >= set(map(repr, expected))
    assert set(finite(1.1, 1.6).edges()) == {1.1, nextafter(1.1, 2), nextafter(1.6, 0), 1.6, 1.5}


# Equality and repr.


def test_domains_are_equal_by_value() -> None:
    assert finite(0.0, 1.0) == finite(0.0, 1.0)
    assert hash(finite(0.0, 1.0)) == hash(finite(0.0, 1.0))
    different = [finite(), every(), finite(0.0), finite(-0.0), finite(None, 0.0), finite(width=32)]
    different += [finite(allow_subnormal=False), every(allow_nan=False), finite(0.0, 1.0)]
    assert len(set(different)) == len(different)
    assert finite(0.0) != 0.0


def test_repr_rebuilds_the_domain() -> None:
    for domain in (*DOMAINS, every(-inf, inf)):
        assert eval(repr(domain)) == domain  # noqa: S307  # our own text
    expected = "allow_nan=True, allow_infinity=True, allow_subnormal=True, width=64)"
    assert repr(every(-0.0, inf)) == f"Float(-0.0, float('inf'), {expected}"
