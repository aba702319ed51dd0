"""Collections: lengths, repeats, order and equal parts."""

from __future__ import annotations

from bench.finding.property import bug


@bug(lambda st: [st.lists(st.integers())])
def block_of_64_is_lost(items: list[int]) -> bool:
    """Written in blocks of 64; the last full block is forgotten."""
    return len(items) >= 64


@bug(lambda st: [st.lists(st.integers(), min_size=3), st.lists(st.integers(), min_size=3)])
def equal_lists_are_merged(one: list[int], other: list[int]) -> bool:
    """A cache by value that expects the objects to differ, if there is any variety in them."""
    return one == other and len(set(one)) > 1


@bug(lambda st: [st.lists(st.tuples(st.text(), st.integers()))])
def key_comes_twice(pairs: list[tuple[str, int]]) -> bool:
    """The second value of a key is dropped, unless it is the same."""
    return any(k == m and v != w for k, v in pairs for m, w in pairs)


@bug(lambda st: [st.lists(st.lists(st.integers(), min_size=3, max_size=3), min_size=3, max_size=3)])
def symmetric_matrix_is_turned(rows: list[list[int]]) -> bool:
    """Expects that turning a matrix changes it, if it is not of one number only."""
    return rows == [list(row) for row in zip(*rows, strict=True)] and any(map(any, rows))


@bug(lambda st: [st.lists(st.integers())])
def value_comes_three_times(items: list[int]) -> bool:
    """Marks what came before with a flag that is taken back the second time."""
    return any(items.count(item) == 3 for item in items)


@bug(lambda st: [st.lists(st.tuples(st.integers(), st.integers()))])
def touching_ranges_are_joined(ranges: list[tuple[int, int]]) -> bool:
    """Two ranges of which one begins where the other ends."""
    return any(low < high == other < end for low, high in ranges for other, end in ranges)


@bug(lambda st: [st.dictionaries(st.text(), st.integers()), st.text()])
def default_hides_a_zero(table: dict[str, int], key: str) -> bool:
    """``table.get(key) or default``."""
    return key in table and table[key] == 0


@bug(lambda st: [st.lists(st.integers()), st.lists(st.integers())])
def one_list_contains_the_other(one: list[int], other: list[int]) -> bool:
    """A part of a list, from its second place on."""
    size = len(other)
    return size >= 3 and any(one[i : i + size] == other for i in range(1, len(one)))


@bug(lambda st: [st.sets(st.integers()), st.sets(st.integers())])
def proper_subset_is_taken_for_equal(one: set[int], other: set[int]) -> bool:
    """Compares sizes of the intersection only."""
    return len(one) >= 2 and one < other


@bug(lambda st: [st.lists(st.integers(0, 100), min_size=10, max_size=10)])
def all_places_are_zero_but_one(places: list[int]) -> bool:
    """A sparse vector with a single entry."""
    return places.count(0) == 9


@bug(lambda st: [st.lists(st.sampled_from("abcdefghij"))])
def every_kind_occurs(items: list[str]) -> bool:
    """A table of ten places that has no room for the end."""
    return len(set(items)) == 10
