"""none, just, nothing and sampled_from."""

import enum
from collections import OrderedDict
from collections.abc import Callable
from random import Random
from typing import Any

import pytest

from shortlex import given
from shortlex import strategies as st
from shortlex.errors import Rejected, Unsatisfiable
from shortlex.strategies.selection import ballast_of
from tests.strategies.laws_of_strategies import (
    check_refused,
    draw_light,
    draw_replayed,
    draw_simplest,
    find_simplest,
    values_of,
)
from tests.strategies.samples import Access, Colour


def test_just_gives_the_same_object_and_makes_no_choice() -> None:
    value: list[int] = []
    drawn = draw_light(st.just(value), 0)
    assert drawn is not None
    assert drawn.value is value
    assert drawn.choices == []


def test_none_is_just_none() -> None:
    assert values_of(st.none(), 3) == [None] * 3
    assert repr(st.none()) == "none()"


def test_nothing_stays_nothing_whatever_is_derived_from_it() -> None:
    nothing = st.nothing()
    assert nothing.map(str) is nothing
    assert nothing.filter(bool) is nothing
    assert nothing.flatmap(st.just) is nothing
    assert nothing.is_empty


def test_drawing_from_nothing_rejects_the_case() -> None:
    assert draw_light(st.nothing(), 0) is None
    with pytest.raises(Rejected):
        draw_simplest(st.nothing())


def test_a_test_of_nothing_is_unsatisfiable() -> None:
    @given(st.nothing())
    def test(x: int) -> None: ...

    with pytest.raises(Unsatisfiable):
        test()  # type: ignore[call-arg]  # all is drawn


# sampled_from.


def test_elements_are_the_very_objects() -> None:
    elements = [object(), object()]
    assert {*map(id, values_of(st.sampled_from(elements)))} == {*map(id, elements)}


def test_elements_reduce_to_the_earlier_ones() -> None:
    assert find_simplest(st.sampled_from([3, 1, 2]), lambda value: value < 3) == 1


def test_a_list_may_change_later() -> None:
    elements = [1, 2]
    strategy = st.sampled_from(elements)
    strategy.validate()
    elements.clear()
    assert {*values_of(strategy)} == {1, 2}


def test_a_single_element_needs_no_choice() -> None:
    drawn = draw_light(st.sampled_from([7]), 0)
    assert drawn is not None
    assert (drawn.value, drawn.choices) == (7, [])


def test_a_range_stays_lazy() -> None:
    values = values_of(st.sampled_from(range(10, 10**15, 5)))
    assert all(value % 5 == 0 for value in values)
    assert max(values) > 10**12


def test_keys_of_an_ordered_dict_are_elements() -> None:
    assert {*values_of(st.sampled_from(OrderedDict(b=1, a=2)))} == {"a", "b"}


class Array:
    """numpy's arrays as far as matters here."""

    def __init__(self, values: list[Any], ndim: int = 1) -> None:
        self.values = values
        self.ndim = ndim

    def __array__(self) -> None: ...

    def __len__(self) -> int:
        return len(self.values)

    def __getitem__(self, position: int) -> Any:
        return self.values[position]


def test_a_flat_array_is_a_sequence() -> None:
    assert {*values_of(st.sampled_from(Array([1, 2])))} == {1, 2}  # type: ignore[call-overload]  # as numpy's


def test_members_of_an_enum_come_once_each() -> None:
    assert {*values_of(st.sampled_from(Colour))} == {Colour.RED, Colour.GREEN}
    assert draw_replayed(st.sampled_from(Colour), [1]).value is Colour.GREEN


def test_flags_are_combined() -> None:
    values = values_of(st.sampled_from(Access), 500)
    assert {*values} == {Access(bits) for bits in range(8)}


def test_all_flags_of_many_can_come_together() -> None:
    many = enum.Flag("many", [f"F{i}" for i in range(12)])  # type: ignore[misc]  # mypy wants literals
    choices = [0, *(each for i in range(1, 12) for each in (True, i))]
    assert draw_replayed(st.sampled_from(many), choices).value == ~many(0)


def test_flags_reduce_to_a_single_one_with_few_bits() -> None:
    assert find_simplest(st.sampled_from(Access), lambda flags: True) == Access.RUN
    assert find_simplest(st.sampled_from(Access), lambda flags: Access.READ in flags) == Access.READ


def test_a_flag_without_bits_is_a_member() -> None:
    class Empty(enum.Flag):
        NONE = 0

    assert values_of(st.sampled_from(Empty), 3) == [Empty.NONE] * 3


class NoMembers(enum.Enum):
    RED: int


@pytest.mark.parametrize(
    ("make", "words"),
    [
        (lambda: st.sampled_from([]), ["elements=[]", "nothing()"]),
        (lambda: st.sampled_from(range(0)), ["elements=range(0, 0)"]),
        (lambda: st.sampled_from({1}), ["elements={1}", "sorted"]),  # type: ignore[call-overload]  # the point
        (lambda: st.sampled_from(frozenset({1})), ["sorted"]),  # type: ignore[call-overload]  # the point
        (lambda: st.sampled_from(5), ["elements=5", "sequence"]),  # type: ignore[call-overload]  # the point
        (lambda: st.sampled_from(iter([1])), ["elements=", "list(...)"]),  # type: ignore[call-overload]  # the point
        (lambda: st.sampled_from({}.keys()), ["list(...)"]),  # type: ignore[call-overload]  # the point
        (lambda: st.sampled_from(Array([1], ndim=2)), ["sequence"]),  # type: ignore[call-overload]  # the point
        (lambda: st.sampled_from(st.integers()), ["integers()", "one_of()"]),  # type: ignore[call-overload]  # the point
        (lambda: st.sampled_from(NoMembers), ["NoMembers", "assign values"]),
    ],
)
def test_bad_elements_are_refused(
    make: Callable[[], st.SearchStrategy[Any]], words: list[str]
) -> None:
    check_refused(make, *words)


# Ballast decides nothing and count as a text does.


def test_ballast_has_one_value_that_is_as_long_as_the_text() -> None:
    for length in (0, 1, 30):
        ballast = ballast_of(length)
        assert ballast.count == 1
        assert ballast.size_of(ballast.sample(Random(0), 1.0)) == 1 + length
