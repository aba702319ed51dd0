"""Four functions, a bug in each. Run ``make demo``: every test here is meant to fail.

The comment over each property is the smallest input that shows the bug, which is what
Shortlex reports, whichever failing input it happens to meet first.
"""

from functools import reduce

from encoder import decode, encode
from intervals import Interval, merge
from shortlex import given
from shortlex import strategies as st
from sorting import quicksort
from trees import Node, insert


# Smallest: text='01'. Encoded as '01', it reads as "no times 1".
@given(text=st.text())
def test_decoding_undoes_encoding(text: str) -> None:
    assert decode(encode(text)) == text


# Smallest: numbers=[0, 0]. One of the two is lost.
@given(numbers=st.lists(st.integers()))
def test_quicksort_agrees_with_sorted(numbers: list[int]) -> None:
    assert quicksort(numbers) == sorted(numbers)


@st.composite
def periods(draw: st.DrawFn) -> Interval:
    start = draw(st.integers(0, 99))
    length = draw(st.integers(1, 10))
    return start, start + length


def points(intervals: list[Interval]) -> set[int]:
    return {point for start, end in intervals for point in range(start, end)}


# Smallest: times=[(0, 3), (1, 2)]. The short one, inside the long one, cuts off the 2.
@given(times=st.lists(periods()))
def test_merging_keeps_every_point(times: list[Interval]) -> None:
    assert points(merge(times)) == points(times)


# Smallest: keys=[0, 1, 2, 3, 4, 5]. No tree of five loses a key; the sixth rotates 2 away.
@given(keys=st.lists(st.integers(min_value=0)))
def test_tree_holds_what_was_inserted(keys: list[int]) -> None:
    tree: Node | None = reduce(insert, keys, None)
    assert list(tree or ()) == sorted(set(keys))
