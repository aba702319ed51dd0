"""The pass switch_branches."""

import pytest

from shortlex import strategies as st
from shortlex.core.boolean import Boolean
from shortlex.core.integer import Integer
from shortlex.reducer.passes.lower_choices import lower_choices
from shortlex.reducer.passes.switch_branches import LARGE_NUMBER, switch_branches
from tests.reducer.laws_of_passes import (
    NUMBER,
    is_missed,
    pair,
    reduced,
    repertoire,
    simplest_from,
    span,
    trace_of,
)


def alternatives(case):
    """A number, 0, or two numbers, 1; each alternative is a span."""
    with span(case, "choice"):
        branch = case.choose(BRANCH)
        with span(case, "content"):
            return branch, [case.choose(NUMBER) for _ in range(branch + 1)]


BRANCH = Integer(0, 2)


def test_offers_the_simplest_content_then_random_content_and_the_old_end() -> None:
    def more(case):
        return alternatives(case), case.choose(NUMBER)

    offers = repertoire(switch_branches, more, 1, 5, 6, 7)
    assert offers[:2] == [[0, ..., ..., 7], [0]]
    (spliced,) = offers[2:]
    assert (len(spliced), spliced[0], spliced[-1]) == (3, 0, 7)


def test_offers_a_large_number_too_where_there_is_room_for_it() -> None:
    union = st.integers(0, 10**9) | st.tuples(st.booleans(), st.booleans())
    offers = repertoire(switch_branches, lambda case: case.draw(union), 1, 1, 1)
    assert offers[:2] == [[0, ..., ...], [0]]
    assert len(offers) == 4
    assert offers[-1] == [0, LARGE_NUMBER]


def test_offers_the_same_value_first_where_it_can_be_a_choice() -> None:
    union = st.integers(0, 10**9) | st.sampled_from([1, 2, 5003])
    offers = repertoire(switch_branches, lambda case: case.draw(union), 1, 2)
    assert offers[:3] == [[0, 5003], [0, ...], [0]]
    assert len(offers) == 5


def test_offers_every_earlier_alternative_the_first_first() -> None:
    offers = repertoire(switch_branches, alternatives, 2, 5, 6, 7)
    assert [each[0] for each in offers] == [0] * 3 + [1] * 3


def number_or_special(case):
    """A number, or one of ten special values if a flag is set."""
    if case.choose(FLAG):
        return f"special {case.choose(Integer(0, 9))}"
    return case.choose(NUMBER)


FLAG = Boolean(1 / 16)


def test_offers_random_content_and_large_numbers_without_a_flag() -> None:
    offers = repertoire(switch_branches, number_or_special, True, 3)
    assert offers == [[False], [False], [False, LARGE_NUMBER], [False, -LARGE_NUMBER]]


def test_offers_nothing_for_a_flag_that_is_a_value_or_not_set() -> None:
    flags = st.lists(st.booleans())
    assert repertoire(switch_branches, lambda case: case.draw(flags), True, True, False) == []
    assert repertoire(switch_branches, number_or_special, False, 3) == []


@pytest.mark.parametrize("sign", [1, -1])
def test_an_infinity_becomes_the_nearest_number(sign: int) -> None:
    numbers = st.decimals(allow_nan=False)
    start = [True, 0 if sign > 0 else 1]
    found = simplest_from(lambda case: case.draw(numbers), start, lambda x: sign * x > 1000)
    assert found == [False, sign * 1001, ""]


def test_offers_nothing_for_the_first_alternative_or_a_plain_number() -> None:
    assert repertoire(switch_branches, alternatives, 0, 5) == []
    assert repertoire(switch_branches, pair, 1, 5) == []


def test_a_value_that_is_a_choice_itself_is_kept() -> None:
    union = st.integers(0, 10**9) | st.sampled_from([1, 2, 5003])
    found = reduced(lambda case: case.draw(union), [1, 2], lambda x: x == 5003, switch_branches)
    assert found == [0, 5003]


def test_an_earlier_alternative_gets_new_content() -> None:
    text_or_number = st.integers(0, 10_000) | st.text()

    def fails(value):
        return value == "some text" or (isinstance(value, int) and value > 1000)

    start = trace_of(lambda case: case.draw(text_or_number), [1, "some text"], fails)
    found = reduced(
        lambda case: case.draw(text_or_number),
        list(start.choices),
        fails,
        switch_branches,
        lower_choices,
    )
    assert found == [0, 1001]


def test_a_calculator_keeps_the_later_operator_without_it(monkeypatch: pytest.MonkeyPatch) -> None:
    terms = st.deferred(
        lambda: (
            st.integers()
            | st.tuples(st.just("+"), terms, terms)
            | st.tuples(st.just("/"), terms, terms)
        )
    )

    def value_of(term):
        if isinstance(term, int):
            return term
        left, right = value_of(term[1]), value_of(term[2])
        return left + right if term[0] == "+" else left // right

    def divides_by_literal_zero(term):
        return isinstance(term, tuple) and (
            term[::2] == ("/", 0) or any(map(divides_by_literal_zero, term[1:]))
        )

    def fails(term):
        if divides_by_literal_zero(term):
            return False
        try:
            value_of(term)
        except ZeroDivisionError:
            return True
        return False

    simplest = ("/", 0, ("+", 0, 0))
    assert is_missed(
        monkeypatch,
        switch_branches,
        st.tuples(terms, terms),
        lambda pair: all(map(fails, pair)),
        (simplest, simplest),
    )
