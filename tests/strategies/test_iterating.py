"""iterables."""

from collections.abc import Callable
from typing import Any

import pytest

from shortlex import strategies as st
from tests.strategies.laws_of_strategies import check_refused, find_simplest, values_of


def test_they_can_be_gone_through_once() -> None:
    (value,) = values_of(st.iterables(st.integers(), min_size=3, max_size=3), 1)
    assert not hasattr(value, "__len__")
    assert not hasattr(value, "__getitem__")
    shown = repr(value)
    assert len([*value]) == 3
    assert [*value] == []
    assert repr(value) == shown


def test_the_repr_is_code() -> None:
    found = find_simplest(st.iterables(st.integers()), lambda value: sum(value) > 4)
    assert repr(found) == "iter([5])"


def test_elements_differ_as_asked_for() -> None:
    for value in values_of(st.iterables(st.integers(0, 9), unique=True), 50):
        elements = [*value]
        assert len({*elements}) == len(elements)
    by_parity = st.iterables(st.integers(), unique_by=lambda each: each % 2)
    assert max(len([*value]) for value in values_of(by_parity, 50)) == 2


@pytest.mark.parametrize(
    ("make", "words"),
    [
        (lambda: st.iterables(5), ["iterables(): elements", "5"]),  # type: ignore[arg-type]  # the point
        (lambda: st.iterables(st.none(), min_size=-1), ["iterables(min_size=-1)"]),
        (lambda: st.iterables(st.none(), unique_by=5), ["iterables(unique_by=5)"]),  # type: ignore[arg-type]  # the point
        (
            lambda: st.iterables(st.none(), unique=True, unique_by=abs),
            ["iterables(unique=True", "one of the two"],
        ),
    ],
)
def test_bad_arguments_are_refused(
    make: Callable[[], st.SearchStrategy[Any]], words: list[str]
) -> None:
    check_refused(make, *words)
