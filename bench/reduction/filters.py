"""Filters: cases in which most of what could be drawn is refused, alone or by what is there."""

from __future__ import annotations

from math import isqrt
from typing import Any

from bench.reduction.case import Strategies, add


def _is_prime(number: int) -> bool:
    return number > 1 and all(number % factor for factor in range(2, isqrt(number) + 1))


add(
    "filter_one_in_97",
    lambda st: st.sampled_from(range(10_000)).filter(lambda x: x % 97 == 3),
    lambda x: x >= 5000,
    ideal=5047,
)
add(
    "filter_one_in_53",
    lambda st: st.integers(0, 10**6).filter(lambda x: x % 53 == 5),
    lambda x: x >= 500_000,
    ideal=500_007,
)
add(
    "filter_three_in_all",
    lambda st: st.sampled_from(range(10_000)).filter(lambda x: x in {17, 5003, 9001}),
    lambda x: x > 5000,
    ideal=5003,
)
add(
    "filter_primes",
    lambda st: st.integers(0, 10**5).filter(_is_prime),
    lambda x: x > 50_000,
    ideal=50_021,
)
add(
    "filter_squares",
    lambda st: st.lists(st.integers(0, 10_000).filter(lambda x: isqrt(x) ** 2 == x)),
    lambda xs: any(x > 5000 for x in xs) and len(xs) > 2,
    ideal=[0, 0, 5041],
    size=len,
)
add(
    "filter_mapped",
    lambda st: st.integers(0, 5000).map(lambda x: x * x).filter(lambda x: str(x) == str(x)[::-1]),
    lambda x: x > 10_500,
    ideal=12_321,
)
add(
    "filter_union",
    lambda st: st.one_of(st.integers(0, 2000), st.integers(0, 2000).map(str)).filter(
        lambda x: int(x) % 89 == 7
    ),
    lambda x: int(x) >= 1000,
    ideal=1075,
)
add(
    "filter_pair",
    lambda st: st.tuples(st.integers(0, 1000), st.integers(0, 1000)).filter(
        lambda pair: (pair[0] - pair[1]) % 7 == 0
    ),
    lambda pair: pair[0] + pair[1] > 1000,
    ideal=(4, 998),
)
add(
    "filter_above_another",
    lambda st: st.integers(0, 1000).flatmap(
        lambda n: st.tuples(st.just(n), st.integers(0, 1000).filter(lambda x: x > n))
    ),
    lambda pair: sum(pair) > 1000,
    ideal=(1, 1000),
)
add(
    "filter_ordered_pair",
    lambda st: st.tuples(st.integers(0, 1000), st.integers(0, 1000)).filter(
        lambda pair: pair[0] < pair[1]
    ),
    lambda pair: pair[1] - pair[0] > 100,
    ideal=(0, 101),
)
add(
    "filter_seeded_length",
    lambda st: (
        st.integers(0, 100)
        .flatmap(lambda n: st.text(alphabet="ab").map(lambda s: f"{n}{s}"))
        .filter(lambda s: len(s) % 3 == 0)
    ),
    lambda s: "b" in s,
    ideal="10b",
    size=len,
)


def _dense_set(st: Strategies) -> Any:
    return st.sets(st.sampled_from(range(100)), min_size=20)


add("unique_first_20", _dense_set, lambda xs: True, ideal={*range(20)}, size=len)
add(
    "unique_one_large",
    _dense_set,
    lambda xs: max(xs) >= 50,
    ideal={*range(19), 50},
    size=len,
)
add(
    "unique_integers",
    lambda st: st.lists(st.integers(), unique=True, min_size=5),
    lambda xs: max(xs) >= 1000,
    ideal=[0, 1, -1, 2, 1000],
    size=len,
)
