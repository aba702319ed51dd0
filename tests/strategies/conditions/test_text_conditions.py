"""Texts of which something is demanded: none that meets the demand is left out."""

import re
from itertools import product
from typing import Any

import pytest

from shortlex import strategies as st
from shortlex.core.alphabet import UNICODE
from shortlex.strategies.conditions.text_conditions import (
    _EVERY,
    _FALSE_OF_EMPTY,
    _FALSE_OF_EMPTY_BYTES,
)
from shortlex.strategies.strategy import Filtered
from tests.strategies.laws_of_strategies import draw_simplest, values_of

ODD = "0aAß²٣ \t\n_-\x00ǅªⅣ½́·"
"""Characters of all sorts: title case, numbers that are no digits, what continues a name."""

TEXTS = ["".join(each) for length in range(3) for each in product(ODD, repeat=length)]


def narrow_of(strategy: st.SearchStrategy[Any]) -> st.SearchStrategy[Any]:
    assert isinstance(strategy, Filtered)
    return strategy.narrow


@pytest.mark.parametrize("method", sorted({*_EVERY, *_FALSE_OF_EMPTY}))
def test_no_text_is_lost(method: str) -> None:
    condition = getattr(str, method)
    for base in (st.text(ODD), st.text()):
        domain = narrow_of(base.filter(condition)).single_domain()
        assert domain is not None
        assert all(domain.contains(text) for text in TEXTS if condition(text))


@pytest.mark.parametrize("method", sorted(_EVERY))
def test_texts_are_found_at_once(method: str) -> None:
    condition = getattr(str, method)
    strategy = st.text().filter(condition)
    assert len(values_of(strategy, 50)) == 50
    domain: Any = narrow_of(strategy).single_domain()
    characters = [domain.alphabet.char_at(i) for i in range(0, len(domain.alphabet), 97)]
    assert all(map(_EVERY[method], characters))
    assert len(domain.alphabet) < len(UNICODE)


@pytest.mark.parametrize("method", sorted(_FALSE_OF_EMPTY_BYTES))
def test_some_byte_must_be_there(method: str) -> None:
    assert not getattr(b"", method)()
    domain: Any = narrow_of(st.binary().filter(getattr(bytes, method))).single_domain()
    assert domain.sizes.minimum == 1


@pytest.mark.parametrize("method", sorted(_FALSE_OF_EMPTY))
def test_some_character_must_be_there(method: str) -> None:
    assert not getattr("", method)()


def test_an_order_that_was_given_is_kept() -> None:
    assert draw_simplest(st.text("z9y8").filter(str.isdigit)) == "9"
    assert draw_simplest(st.text("z9y8").filter(str.isalpha)) == "z"


def test_where_no_character_is_left_only_nothing_may_be_written() -> None:
    empty = st.text("é").filter(str.isascii)
    assert {*values_of(empty, 20)} == {""}
    assert st.text("é", min_size=1).filter(str.isascii).is_empty
    assert not empty.is_empty


def test_characters_stay_characters() -> None:
    digits = narrow_of(st.characters().filter(str.isdigit))
    assert all(map(str.isdigit, values_of(st.text(digits, min_size=1), 20)))
    assert st.characters().filter(lambda x: len(x) > 1).is_empty


def test_a_text_that_must_be_one_has_its_length() -> None:
    assert draw_simplest(st.text("ab").filter(lambda x: x == "abba")) == "abba"
    assert st.text(max_size=3).filter(lambda x: x == "abba").is_empty


def test_an_expression_is_searched_for_in_texts_of_the_given_sizes_and_characters() -> None:
    strategy = st.text("xyz", min_size=3, max_size=6).filter(re.compile("xy").search)
    values = values_of(strategy, 50)
    assert len(values) > 30
    assert all("xy" in value and 3 <= len(value) <= 6 and {*value} <= {*"xyz"} for value in values)


def test_an_expression_that_cannot_be_written_stays_a_filter() -> None:
    strategy = st.text("abc").filter(re.compile("[0-9]").search)
    assert narrow_of(strategy).single_domain() == st.text("abc").single_domain()


def test_flags_inside_an_expression_are_heeded() -> None:
    strategy = st.text("aAb").filter(re.compile("(?i)a{2}").match)
    assert {value[:2] for value in values_of(strategy, 100)} == {"aa", "aA", "Aa", "AA"}
