"""Dependence: values that depend on others, and assumptions that few cases meet."""

from __future__ import annotations

from bench.finding.property import bug


@bug(
    lambda st: [st.lists(st.integers(), min_size=6, max_size=6)],
    assuming=lambda numbers: numbers == sorted(numbers),
)
def search_misses_the_last(numbers: list[int]) -> bool:
    """A binary search that never looks at the last place, if all numbers are positive."""
    return numbers[0] > 0


@bug(lambda st: [st.integers(0, 10**6).flatmap(lambda n: st.tuples(st.just(n), st.integers(0, n)))])
def whole_is_no_part(pair: tuple[int, int]) -> bool:
    """Paid in full, which the program calls a part."""
    total, paid = pair
    return total > 0 and total == paid
