"""Alphabets: the order of characters, lookup both ways, and arithmetic of intervals."""

import unicodedata
from itertools import pairwise
from random import Random

import pytest

from shortlex.core.alphabet import (
    ANY_CHARACTER,
    ASCII_ORDER,
    LAST_CODE_POINT,
    PALETTES,
    TABLE_SIZE,
    UNICODE,
    Alphabet,
    Intervals,
    code_points,
    intersect,
    intervals_of,
    sample_table,
    subtract,
    table_with,
    tables_of,
    union,
)
from shortlex.core.sizes import Sizes
from shortlex.core.string import String

GREEK = Alphabet.of_intervals([(0x3B1, 0x3C9)])
SCATTERED = Alphabet.of_intervals([(n, n + n % 3) for n in range(0x20, 0x4000, 7)])
SURROGATES = Alphabet.of_intervals([(0xD800, 0xDFFF)])
EMPTY = Alphabet.of_characters("")
SMALL = [GREEK, SCATTERED, SURROGATES, EMPTY, Alphabet.of_characters("zaß\U0001f600\x00")]
LARGE = [ANY_CHARACTER, UNICODE]


def is_canonical(intervals: Intervals) -> bool:
    ends = all(low <= high for low, high in intervals)
    return ends and all(a[1] + 1 < b[0] for a, b in pairwise(intervals))


def random_intervals(random: Random) -> Intervals:
    return intervals_of([chr(random.randrange(40)) for _ in range(random.randrange(40))])


def test_characters_follow_the_order_of_the_library():
    expected = "09AZaz !\n\x00é\u0416\U0001f600"
    indexes = [UNICODE.index_of(char) for char in expected]
    assert indexes == sorted(indexes)
    assert UNICODE.simplest == "0"


def test_the_order_of_ascii_has_every_character_once():
    assert sorted(ASCII_ORDER) == [chr(code) for code in range(128)]


def test_controls_come_after_everything_printable_in_ascii():
    printable = [char.isprintable() for char in ASCII_ORDER]
    assert printable == [True] * 95 + [False] * 33


def test_beyond_ascii_the_order_is_that_of_code_points():
    for alphabet in (*LARGE, SCATTERED):
        beyond = [alphabet.char_at(i) for i in range(len(alphabet) - 200, len(alphabet))]
        assert beyond == sorted(beyond)
    assert ANY_CHARACTER.char_at(128) == "\x80"
    assert ANY_CHARACTER.char_at(LAST_CODE_POINT) == chr(LAST_CODE_POINT)


def test_explicit_characters_keep_the_order_given():
    alphabet = Alphabet.of_characters(["z", "é", "a", "0"])
    assert [alphabet.char_at(i) for i in range(4)] == ["z", "é", "a", "0"]
    assert alphabet.simplest == "z"


@pytest.mark.parametrize("characters", ["aa", ["a", "bc"], ["a", ""], ["ab", ""]])
def test_explicit_characters_must_be_distinct_and_single(characters):
    with pytest.raises(ValueError, match="distinct single characters"):
        Alphabet.of_characters(characters)


@pytest.mark.parametrize("alphabet", SMALL)
def test_position_and_character_are_inverse(alphabet):
    characters = [alphabet.char_at(i) for i in range(len(alphabet))]
    assert len(set(characters)) == len(characters)
    assert [alphabet.index_of(char) for char in characters] == list(range(len(alphabet)))


@pytest.mark.parametrize("alphabet", LARGE)
def test_position_and_character_are_inverse_in_large_alphabets(alphabet):
    random = Random(1)
    ends = [0, 127, 128, 0xD7FF, 0xD800, len(alphabet) - 1]
    for index in [*ends, *(random.randrange(len(alphabet)) for _ in range(2000))]:
        char = alphabet.char_at(index)
        assert char in alphabet
        assert alphabet.index_of(char) == index


@pytest.mark.parametrize("alphabet", [*SMALL, *LARGE])
def test_positions_outside_are_refused(alphabet):
    for index in (-1, len(alphabet), len(alphabet) + 1, 1 << 80):
        with pytest.raises(IndexError):
            alphabet.char_at(index)


def test_characters_outside_have_no_position():
    for alphabet, char in ((UNICODE, "\ud800"), (GREEK, "a"), (SURROGATES, "\ud7ff"), (EMPTY, "0")):
        assert char not in alphabet
        with pytest.raises(ValueError, match="is not in"):
            alphabet.index_of(char)


@pytest.mark.parametrize("alphabet", SMALL)
def test_membership_is_that_of_the_intervals(alphabet):
    members = set(code_points(alphabet.intervals))
    ends = {end for interval in alphabet.intervals for end in interval}
    for code in {end + step for end in ends for step in (-1, 0, 1)} - {-1, LAST_CODE_POINT + 1}:
        assert (chr(code) in alphabet) == (code in members)
    assert len(members) == len(alphabet)


def test_only_single_characters_are_members():
    for thing in ("", "ab", 97, None, b"a", ["a"]):
        assert thing not in UNICODE


def test_surrogates_are_in_any_character_alone():
    assert "\ud800" in ANY_CHARACTER
    assert "\ud800" not in UNICODE
    assert len(ANY_CHARACTER) == 0x110000
    assert len(UNICODE) == 0x110000 - 0x800
    assert chr(LAST_CODE_POINT) in UNICODE


def test_outside_names_each_foreign_code_point_once():
    assert UNICODE.outside("aé\U0001f600") == []
    assert sorted(UNICODE.outside("a\udfff\ud800\ud800")) == [0xD800, 0xDFFF]
    assert sorted(GREEK.outside("\u03b1\u03b2ab")) == [ord("a"), ord("b")]


@pytest.mark.parametrize("alphabet", [*SMALL, *LARGE])
def test_ranks_compare_as_positions_do(alphabet):
    random = Random(2)
    for _ in range(300 if len(alphabet) else 0):
        a, b = alphabet.sample(random, 2)
        ranks_agree = a.translate(alphabet.ranks) < b.translate(alphabet.ranks)
        assert ranks_agree == (alphabet.index_of(a) < alphabet.index_of(b))


def test_plain_characters_are_the_ascii_members():
    assert UNICODE.plain == ASCII_ORDER
    assert Alphabet.of_characters("zéa").plain == "za"
    assert Alphabet.of_intervals([(0x38, 0x41), (0x400, 0x900)]).plain == "89A:;<=>?@"
    assert GREEK.plain is None
    assert EMPTY.plain is None


@pytest.mark.parametrize("alphabet", [*SMALL, *LARGE])
def test_sampled_characters_are_members(alphabet):
    length = 500 if len(alphabet) else 0
    text = alphabet.sample(Random(3), length)
    assert len(text) == length
    assert not alphabet.outside(text)


def test_sampling_reaches_every_character():
    alphabet = Alphabet.of_intervals([(0x30, 0x39), (0x100, 0x200), (0x300, 0x320)])
    assert alphabet.runs
    assert set(alphabet.sample(Random(4), 10000)) == {*map(alphabet.char_at, range(len(alphabet)))}


def test_alphabets_are_equal_by_value():
    assert Alphabet.of_intervals([(0x30, 0x39)]) == Alphabet.of_characters("0123456789")
    assert Alphabet.of_intervals([(0xE0, 0xE2)]) == Alphabet.of_characters(list("àáâ"))
    assert Alphabet.of_characters("ab") != Alphabet.of_characters("ba")
    assert Alphabet.of_characters("ab") != "ab"
    assert UNICODE != ANY_CHARACTER
    assert len({Alphabet.of_characters("ab"), Alphabet.of_intervals([(97, 98)])}) == 1


def test_intervals_may_touch_overlap_and_come_in_any_order():
    parts = [(0x400, 0xFFF), (0x20, 0x7E), (0x1000, 0x2000), (0x30, 0x500)]
    assert Alphabet.of_intervals(parts) == Alphabet.of_intervals([(0x20, 0x2000)])


@pytest.mark.parametrize("alphabet", [*SMALL, *LARGE])
def test_the_repr_rebuilds_the_alphabet(alphabet):
    rebuilt = eval(repr(alphabet))  # noqa: S307  # our own repr
    assert rebuilt == alphabet
    assert hash(rebuilt) == hash(alphabet)


def test_interval_functions_agree_with_sets():
    random = Random(5)
    for _ in range(500):
        left, right = random_intervals(random), random_intervals(random)
        a, b = set(code_points(left)), set(code_points(right))
        for found, expected in (
            (union(left, right), a | b),
            (intersect(left, right), a & b),
            (subtract(left, right), a - b),
        ):
            assert is_canonical(found)
            assert set(code_points(found)) == expected


def test_interval_functions_reach_the_ends_of_unicode():
    everything = ((0, LAST_CODE_POINT),)
    middle = ((1, LAST_CODE_POINT - 1),)
    assert subtract(everything, middle) == ((0, 0), (LAST_CODE_POINT, LAST_CODE_POINT))
    assert subtract(everything, everything) == ()
    assert subtract(everything, ()) == everything
    assert union(subtract(everything, middle), middle) == everything


def test_intervals_of_characters_merge_neighbours():
    assert intervals_of("cabz\U0010ffffa") == ((97, 99), (122, 122), (0x10FFFF, 0x10FFFF))
    assert intervals_of("") == ()


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
