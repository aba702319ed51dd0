"""dictionaries and fixed_dictionaries."""

from collections import OrderedDict, defaultdict
from collections.abc import Callable
from types import MappingProxyType
from typing import Any

import pytest

from shortlex import strategies as st
from tests.strategies.laws_of_strategies import (
    check_refused,
    check_too_few,
    draw_light,
    draw_replayed,
    draw_simplest,
    find_simplest,
    values_of,
)


def test_keys_and_values_come_from_their_strategies() -> None:
    for value in values_of(st.dictionaries(st.text(), st.integers(0, 5)), 100):
        assert all(type(key) is str and 0 <= each <= 5 for key, each in value.items())


def test_dict_class_is_called_with_pairs() -> None:
    strategy = st.dictionaries(st.integers(), st.none(), dict_class=OrderedDict, min_size=1)
    assert all(type(value) is OrderedDict for value in values_of(strategy, 20))
    calls: list[Any] = []
    draw_simplest(st.dictionaries(st.integers(), st.text(), dict_class=calls.append, min_size=1))
    assert calls == [[(0, "")]]


def test_dictionaries_reduce_keys_and_values() -> None:
    strategy = st.dictionaries(st.integers(0, 99), st.integers(0, 99))
    assert find_simplest(strategy, lambda value: 7 in value.values()) == {0: 7}
    assert find_simplest(strategy, lambda value: sum(value) > 50) == {51: 0}


def test_dictionaries_without_values_are_empty() -> None:
    assert draw_light(st.dictionaries(st.text(), st.nothing()), 0).value == {}  # type: ignore[union-attr]  # it is valid


@pytest.mark.parametrize(
    ("make", "words"),
    [
        (lambda: st.dictionaries(5, st.none()), ["dictionaries()", "keys=5", "just(5)"]),  # type: ignore[arg-type]  # the point
        (lambda: st.dictionaries(st.none(), 5), ["dictionaries()", "values=5"]),  # type: ignore[arg-type]  # the point
        (lambda: st.dictionaries(st.none(), st.none(), dict_class=5), ["dict_class=5"]),  # type: ignore[arg-type]  # the point
        (lambda: st.dictionaries(st.text(), st.nothing(), min_size=1), ["nothing()", "min_size=1"]),
        (lambda: st.dictionaries(st.text(), st.nothing(), max_size=1), ["nothing()", "max_size=1"]),
    ],
)
def test_bad_arguments_of_dictionaries_are_refused(
    make: Callable[[], st.SearchStrategy[Any]], words: list[str]
) -> None:
    check_refused(make, *words)


def test_too_few_different_keys_are_refused() -> None:
    check_too_few(
        lambda: st.dictionaries(st.booleans(), st.none(), min_size=3), "booleans()", "only 2"
    )


# fixed_dictionaries.


def test_all_keys_are_there_in_their_order() -> None:
    strategy = st.fixed_dictionaries({"b": st.integers(), "a": st.text()})
    assert all([*value] == ["b", "a"] for value in values_of(strategy, 20))


def test_any_of_the_optional_keys_may_be_there() -> None:
    strategy = st.fixed_dictionaries({}, optional={"a": st.just(1), "b": st.just(2)})
    found = {tuple(value) for value in values_of(strategy, 100)}
    assert found == {(), ("a",), ("b",), ("a", "b")}


def test_optional_keys_are_left_out_when_reduced() -> None:
    strategy = st.fixed_dictionaries(
        {"a": st.integers()}, optional={"b": st.integers(), "c": st.integers()}
    )
    assert find_simplest(strategy, lambda value: value.get("c", 0) > 3) == {"a": 0, "c": 4}


def test_optional_keys_without_a_value_are_never_there() -> None:
    strategy = st.fixed_dictionaries({}, optional={"a": st.nothing()})
    assert values_of(strategy, 10) == [{}] * 10
    assert st.fixed_dictionaries({"a": st.nothing()}).is_empty


@pytest.mark.parametrize("cls", [dict, OrderedDict, MappingProxyType])
def test_the_result_has_the_type_of_the_mapping(cls: Callable[[Any], Any]) -> None:
    strategy = st.fixed_dictionaries(cls({"a": st.just(1)}), optional=cls({"b": st.just(2)}))
    for value in values_of(strategy, 20):
        assert type(value) is cls
        assert value in (cls({"a": 1}), cls({"a": 1, "b": 2}))


def test_a_mapping_may_change_later() -> None:
    mapping = {"a": st.just(1)}
    strategy = st.fixed_dictionaries(mapping)
    strategy.validate()
    mapping["b"] = st.just(2)
    assert draw_simplest(strategy) == {"a": 1}


def test_the_choices_say_which_keys_are_there() -> None:
    strategy = st.fixed_dictionaries({}, optional={"a": st.integers(), "b": st.integers()})
    assert draw_replayed(strategy, [False, True, 5]).value == {"b": 5}


@pytest.mark.parametrize(
    ("make", "words"),
    [
        (lambda: st.fixed_dictionaries([]), ["mapping=[]", "such as a dict"]),  # type: ignore[arg-type]  # the point
        (lambda: st.fixed_dictionaries({}, optional=[]), ["optional=[]", "mapping"]),  # type: ignore[arg-type]  # the point
        (lambda: st.fixed_dictionaries({"a": 1}), ["mapping['a']=1", "just(1)"]),  # type: ignore[dict-item]  # the point
        (lambda: st.fixed_dictionaries({}, optional={"a": 1}), ["optional['a']=1"]),  # type: ignore[dict-item]  # the point
        (
            lambda: st.fixed_dictionaries({}, optional=OrderedDict()),
            ["mapping={}", "dict and", "OrderedDict", "Use one type"],
        ),
        (
            lambda: st.fixed_dictionaries({"a": st.none()}, optional={"a": st.none()}),
            ["the keys ['a']", "in both", "Leave them out of one"],
        ),
        (lambda: st.fixed_dictionaries(defaultdict(int), optional={}), ["defaultdict"]),
    ],
)
def test_bad_arguments_of_fixed_dictionaries_are_refused(
    make: Callable[[], st.SearchStrategy[Any]], words: list[str]
) -> None:
    check_refused(make, *words)
