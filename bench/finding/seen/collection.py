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
