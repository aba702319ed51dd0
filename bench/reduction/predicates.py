"""Predicates: conditions without sense, to measure what a reduction costs where nothing helps it.

After a script of 2017 for Hypothesis: some generators, each with conditions that hold for a
random nine tenths of all values or from a random value on. What is smallest depends on the
condition, so there is no ideal, only a size.
"""

from __future__ import annotations

from typing import Any
from zlib import crc32

from bench.reduction.case import Strategies, add


def _usually(value: Any) -> bool:
    """For nine tenths of all values, at random but always the same."""
    return crc32(repr(value).encode("utf-8", "surrogatepass")) % 10 != 0


def _sized(st: Strategies) -> Any:
    return st.integers(0, 30).flatmap(
        lambda n: st.lists(st.integers(0, 1000), min_size=n, max_size=n)
    )


GENERATORS: dict[str, Any] = {
    "ints": lambda st: st.integers(),
    "int_lists": lambda st: st.lists(st.integers()),
    "sized_int_lists": _sized,
    "texts": lambda st: st.text(),
    "texts_of_five": lambda st: st.text(min_size=5),
    "int8_arrays": lambda st: st.lists(st.integers(-128, 127)),
}
# From here on up, in the order of Python.
BOUNDS: dict[str, Any] = {
    "ints": 8346,
    "int_lists": [12, 7, -3, 190],
    "sized_int_lists": [317, 20, 4],
    "texts": "Kq~",
    "texts_of_five": "Kq~00",
    "int8_arrays": [12, -5, 100],
}


def _size(value: Any) -> float:
    return abs(value).bit_length() if isinstance(value, int) else len(value)


for _name, _make in GENERATORS.items():
    add(f"random_usually_{_name}", _make, _usually, size=_size)
    add(
        f"random_above_{_name}",
        _make,
        lambda value, least=BOUNDS[_name]: value >= least,
        size=_size,
    )
    add(
        f"random_above_usually_{_name}",
        _make,
        lambda value, least=BOUNDS[_name]: value >= least and _usually(value),
        size=_size,
    )
for _name in ("int_lists", "sized_int_lists", "int8_arrays"):
    add(
        f"random_sum_usually_{_name}",
        GENERATORS[_name],
        lambda value: sum(value) >= 500 and _usually(value),
        size=len,
    )
    add(
        f"random_duplicates_usually_{_name}",
        GENERATORS[_name],
        lambda value: len(set(value)) < len(value) and _usually(value),
        size=len,
    )
