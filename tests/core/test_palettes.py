"""Palettes: texts of one or two kinds of characters, which leave nothing behind to reduce."""

import unicodedata
from random import Random

import pytest

from shortlex.core.alphabet import ANY_CHARACTER, UNICODE, Alphabet, code_points, intervals_of
from shortlex.core.palettes import PALETTES, TABLE_SIZE, sample_table, table_with, tables_of
from shortlex.core.sizes import Sizes
from shortlex.core.string import String

CYRILLIC_AND_MORE = Alphabet.of_intervals([(0x400, 0xFFF)])
NOTHING_KNOWN = Alphabet.of_intervals([(0x12000, 0x123FF)])
NO_CHARACTER = Alphabet.of_intervals([(0x12000, 0x123FF), (0xFFFE, 0xFFFE)])
TEXT = String(UNICODE, Sizes())


def kinds_in(text: str) -> set[str]:
    return {unicodedata.category(char) for char in text}


@pytest.mark.parametrize("intervals", PALETTES)
def test_a_palette_is_a_set_in_order(intervals):
    assert intervals == intervals_of(map(chr, code_points(intervals)))


@pytest.mark.parametrize("alphabet", [UNICODE, ANY_CHARACTER, CYRILLIC_AND_MORE, NO_CHARACTER])
def test_tables_have_characters_of_the_alphabet_only(alphabet):
    for table in tables_of(alphabet):
        assert len(table) == TABLE_SIZE
        assert not alphabet.outside(table)
        assert "\ufffe" not in table


def test_only_palettes_of_which_there_is_something_have_a_table():
    assert len(tables_of(ANY_CHARACTER)) == len(PALETTES)
    # All but the surrogates.
    assert len(tables_of(UNICODE)) == len(PALETTES) - 1
    assert 1 < len(tables_of(CYRILLIC_AND_MORE)) < 8


def test_an_alphabet_of_no_palette_is_its_own():
    (table,) = tables_of(NOTHING_KNOWN)
    assert len(set(table)) == TABLE_SIZE
    assert (min(table), max(table)) == ("\U00012000", "\U000123fc")


def test_the_first_table_is_plain():
    assert {*tables_of(UNICODE)[0]} == {*map(chr, range(0x20, 0x7F))}


def test_every_character_of_a_small_palette_is_sampled():
    for table in tables_of(ANY_CHARACTER):
        assert {*sample_table(table, Random(1), 10_000)} == {*table}
    assert sample_table(tables_of(UNICODE)[0], Random(1), 0) == ""


def test_a_quarter_of_a_table_can_be_others():
    table = table_with("a" * TABLE_SIZE, "\ufffebcd")
    assert len(table) == TABLE_SIZE
    # What cannot be in a table is left out.
    assert {char: table.count(char) for char in table} == {"a": 208, "b": 16, "c": 16, "d": 16}
    assert {*sample_table(table, Random(1), 1000)} == {*"abcd"}


def test_texts_are_sometimes_of_one_kind_only():
    random = Random(2)
    texts = [text for _ in range(4000) if len(text := TEXT.sample(random, 1.0)) >= 4]
    assert any(text.isspace() for text in texts)
    assert any(text.isdecimal() and not text.isascii() for text in texts)
    assert any(text.isdigit() and not text.isdecimal() for text in texts)
    for kinds in ({"Mn", "Mc", "Me"}, {"Cf", "Mn", "Cn"}, {"Lo"}, {"So", "Sk", "Cf", "Mn"}):
        assert any(kinds_in(text) <= kinds and len({*text}) > 2 for text in texts), kinds
    assert any({unicodedata.bidirectional(char) for char in text} <= {"R", "AL"} for text in texts)


def test_texts_sometimes_mix_one_kind_with_plain_text():
    random = Random(3)
    texts = [text for _ in range(4000) if len(text := TEXT.sample(random, 1.0)) >= 4]
    mixed = [text for text in texts if any(map(str.isascii, text)) and not text.isascii()]
    assert len(mixed) > 0.1 * len(texts)
    assert any({*text} & {*"ßİŉǰ"} for text in mixed)


def test_a_text_of_one_kind_reduces_as_any_other():
    value = "\u0661\u0662\u0663"
    assert TEXT.index_of(value) > TEXT.index_of("000")
    assert TEXT.key() == String(UNICODE, Sizes()).key()
    sampled = String(UNICODE, Sizes())
    for _ in range(100):
        sampled.sample(Random(4), 1.0)
    assert sampled == TEXT
