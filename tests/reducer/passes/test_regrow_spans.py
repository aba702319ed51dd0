"""The pass regrow_spans."""

import pytest

from shortlex import strategies as st
from shortlex.core.integer import Integer
from shortlex.core.sizes import Sizes
from shortlex.reducer.passes.regrow_spans import MAX_SPANS, regrow_spans
from tests.reducer.laws_of_passes import (
    FLAG,
    NUMBER,
    is_missed,
    offers_of,
    problem_of,
    reduced,
    repertoire,
    span,
)

KIND = Integer(0, 1)


def value(case):
    """A list after True; after False and a kind, nothing or a number."""
    with span(case, "value"):
        if case.choose(FLAG):
            return [value(case) for _ in case.repeat(Sizes(), "part")]
        return case.choose(NUMBER) if case.choose(KIND) else None


def values(case):
    return [value(case) for _ in case.repeat(Sizes(), "part")]


def test_offers_what_matters_behind_each_decision() -> None:
    def three(case):
        with span(case, "three"):
            return case.choose(KIND), case.choose(KIND), case.choose(NUMBER)

    assert repertoire(regrow_spans, three, 1, 0, 7) == [[0, 7], [1, 7]]


def test_offers_a_second_decision_for_what_is_longer() -> None:
    def four(case):
        with span(case, "four"):
            return [case.choose(KIND) for _ in range(3)], case.choose(NUMBER)

    assert repertoire(regrow_spans, four, 0, 0, 0, 7) == [
        *[[0, 7], [0, 0, 7], [0, 1, 7], [0, 2, 7], [0, 3, 7], [0, 4, 7], [0, 5, 7]],
        *[[1, 7], [1, 0, 7], [1, 1, 7], [1, 2, 7], [1, 3, 7], [1, 4, 7], [1, 5, 7]],
    ]


def test_offers_nothing_for_short_parts_and_for_the_simplest() -> None:
    assert repertoire(regrow_spans, values, 1, 0, 0, 0) == []
    assert repertoire(regrow_spans, values, 1, 1, 1, 0, 0, 0, 0) == []


def test_offers_no_more_than_sixteen_parts() -> None:
    many = repertoire(regrow_spans, values, *[1, 1, 1, 0, 1, 7, 0] * (MAX_SPANS + 9), 0)
    few = repertoire(regrow_spans, values, *[1, 1, 1, 0, 1, 7, 0] * (MAX_SPANS // 4), 0)
    assert len(many) == 2 * len(few)


def test_a_leaf_does_without_the_lists_around_it() -> None:
    found = reduced(value, [1, 1, 1, 1, 0, 1, 7, 0, 0], lambda v: "7" in repr(v), regrow_spans)
    assert found == [0, 1, 7]


def test_goes_on_where_the_shape_changes_under_it() -> None:
    problem = problem_of(
        values,
        [1, 1, 1, 0, 1, 7, 0, 1, 1, 1, 0, 1, 5, 0, 0],
        lambda v: "7" in repr(v) and "5" in repr(v),
    )
    offers_of(regrow_spans, problem)
    assert list(problem.best.choices) == [1, 0, 1, 7, 1, 0, 1, 5, 0]


def has_capital(value):
    if isinstance(value, str):
        return any(letter.isupper() for letter in value)
    return isinstance(value, (list, dict)) and any(map(has_capital, [*value]))


def test_a_key_stays_in_its_dictionary_without_it(monkeypatch: pytest.MonkeyPatch) -> None:
    json = st.recursive(
        st.none() | st.booleans() | st.integers() | st.text(),
        lambda inner: st.lists(inner) | st.dictionaries(st.text(), inner),
    )
    assert is_missed(monkeypatch, regrow_spans, json, has_capital, "A")
