"""Simpler strings: as short as may be, with the simplest characters, in order."""

from collections.abc import Callable
from random import Random
from typing import Any

import pytest

from shortlex.core.alphabet import UNICODE, Alphabet
from shortlex.core.bytestring import Bytes
from shortlex.core.sizes import Sizes
from shortlex.core.string import String
from tests.reducer.values.attempts import minimised

TEXT = String(UNICODE, Sizes())
BYTES = Bytes(Sizes())


def words(fits: Callable[[Any], bool], domain: Any = TEXT, count: int = 40) -> list[Any]:
    """Members of a domain that fit."""
    random = Random(0)
    found = []
    while len(found) < count:
        word = domain.sample(random, 2.0)
        if fits(word):
            found.append(word)
    return found


TEXTS: dict[str, tuple[Callable[[str], bool], str]] = {
    "anything": (lambda s: True, ""),
    "one character": (lambda s: len(s) >= 1, "0"),
    "six characters": (lambda s: len(s) >= 6, "000000"),
    "a letter": (lambda s: "a" in s, "a"),
    "two distinct": (lambda s: len(set(s)) >= 2, "01"),
    "upper case": (lambda s: s != s.lower(), "A"),
    "lower case": (lambda s: s != s.upper(), "a"),
    "not a digit": (lambda s: not s.isdigit() and s != "", "A"),
    "not ascii": (lambda s: not s.isascii(), "\x80"),
    "a line": (lambda s: "\n" in s, "\n"),
    "a character twice": (lambda s: any(s.count(c) >= 2 for c in s), "00"),
    "length and a letter": (lambda s: len(s) >= 3 and "z" in s, "00z"),
}


@pytest.mark.parametrize("name", TEXTS)
def test_a_text_becomes_the_simplest_that_fits(name: str) -> None:
    fits, expected = TEXTS[name]
    for word in words(
        fits, count=8 if name in ("a line", "a letter", "length and a letter") else 40
    ):
        assert minimised(TEXT, word, fits).value == expected, word


STRINGS_OF_BYTES: dict[str, tuple[Callable[[bytes], bool], bytes]] = {
    "anything": (lambda b: True, b""),
    "four bytes": (lambda b: len(b) >= 4, b"\0\0\0\0"),
    "two distinct": (lambda b: len(set(b)) >= 2, b"\0\1"),
    "a high byte": (lambda b: any(byte >= 0x80 for byte in b), b"\x80"),
    "a byte": (lambda b: b"\x41" in b, b"\x41"),
    "a zero at the end": (lambda b: len(b) > 1 and b[-1] == 0 and b[0] != 0, b"\1\0"),
}


@pytest.mark.parametrize("name", STRINGS_OF_BYTES)
def test_a_byte_string_becomes_the_simplest_that_fits(name: str) -> None:
    fits, expected = STRINGS_OF_BYTES[name]
    for word in words(fits, BYTES, count=8):
        assert minimised(BYTES, word, fits).value == expected, word


def test_every_length_is_reached_from_every_other() -> None:
    for length in range(30):
        word = ("aB3" * 10)[:length]
        for least in range(length + 1):
            ended = minimised(TEXT, word, lambda s, least=least: len(s) >= least)
            assert ended.value == "0" * least


def test_every_character_is_reached_from_every_later_one() -> None:
    letters = Alphabet.of_characters([chr(code) for code in range(48, 48 + 60)])
    domain = String(letters, Sizes(1, 1))
    for value in range(60):
        for least in range(value + 1):
            ended = minimised(
                domain, letters.char_at(value), lambda s, least=least: letters.index_of(s) >= least
            )
            assert ended.value == letters.char_at(least)


def test_no_string_is_shorter_than_it_may_be() -> None:
    domain = String(UNICODE, Sizes(3, 10))
    for word in words(lambda s: True, domain):
        assert minimised(domain, word, lambda s: True).value == "000"
        if len(set(word)) > 1:
            assert minimised(domain, word, lambda s: len(set(s)) > 1).value == "001"


def test_equal_characters_stay_equal() -> None:
    def fits(s: str) -> bool:
        return len(s) == 4 and s[0] == s[3] != s[1]

    assert minimised(TEXT, "zabz", fits).value == "0100"


def test_characters_are_put_in_order() -> None:
    def fits(s: str) -> bool:
        return sorted(s) == list("abcd")

    assert minimised(TEXT, "dcba", fits).value == "abcd"
    # Not at once, but one past the other.
    assert minimised(TEXT, "dcba", lambda s: fits(s) and s[-1] == "a").value == "bcda"
    assert minimised(TEXT, "dcba", lambda s: fits(s) and s[0] == "d").value == "dabc"


def test_an_unusual_alphabet_keeps_its_own_order() -> None:
    domain = String(Alphabet.of_characters(["z", "y", "x"]), Sizes())
    assert minimised(domain, "xyxyx", lambda s: len(s) >= 2).value == "zz"
    assert minimised(domain, "xyxyx", lambda s: len(set(s)) >= 2).value == "zy"


def test_the_simplest_string_needs_nothing() -> None:
    assert minimised(TEXT, "", lambda s: True).offers == []
    assert minimised(BYTES, b"", lambda b: True).offers == []
    assert minimised(Bytes(Sizes(2, 2)), b"\0\0", lambda b: True).offers == []


def test_a_string_of_zeros_is_only_made_shorter() -> None:
    ended = minimised(TEXT, "0" * 10, lambda s: len(s) >= 10)
    assert ended.offers == ["", "0" * 9]


def test_a_letter_where_it_should_be_costs_few_offers() -> None:
    offers = minimised(TEXT, "A", lambda s: s != s.lower()).offers
    assert list(dict.fromkeys(offers)) == ["", "0", "9"]


def test_the_last_of_each_section_tells_whether_to_look_there() -> None:
    # Digits, capitals, small letters; in the last any will do.
    ended = minimised(TEXT, "~", str.islower)
    assert ended.value == "a"
    assert list(dict.fromkeys(ended.offers)) == ["", "0", "9", "Z", "z", "a"]
    # Within a section a search follows.
    assert minimised(TEXT, "~", lambda s: "g" <= s <= "z").value == "g"


@pytest.mark.parametrize(
    ("letter", "likes"), [("x", ["X"]), ("é", ["E", "e", "É"]), ("ﬁ", ["F", "f"]), ("7", [])]
)
def test_the_likes_of_a_letter_are_tried(letter: str, likes: list[str]) -> None:
    refused = minimised(TEXT, letter, lambda s: False)
    assert set(likes) <= set(refused.offers)
    for like in likes:
        assert minimised(TEXT, letter, lambda s, like=like: s == like).value == like


def test_likes_that_an_alphabet_does_not_have_are_not_tried() -> None:
    domain = String(Alphabet.of_characters(list("aé")), Sizes(1, 1))
    assert minimised(domain, "é", lambda s: False).offers == ["a"] * 3


def test_all_letters_are_folded_at_once() -> None:
    def fits(s: str) -> bool:
        """Three small letters, or all three capitals."""
        return s in ("äöü", "AOU")

    ended = minimised(TEXT, "äöü", fits)
    assert ended.value == "AOU"


def test_letters_that_must_keep_their_distance_go_one_step_down_together() -> None:
    def fits(s: str) -> bool:
        return len(s) == 2 and ord(s[1]) - ord(s[0]) == 2

    # Once: a pass that finds something is run again.
    assert minimised(TEXT, "35", fits).value == "24"
    assert minimised(TEXT, "02", fits).value == "02"


def test_a_fixed_length_lets_a_letter_be_carried_to_the_next_or_the_last() -> None:
    digits = String(UNICODE, Sizes(4, 4))
    assert minimised(digits, "0010", lambda s: int(s) % 2 == 0 and int(s) > 0).value == "0002"
    assert minimised(digits, "0100", lambda s: s in ("0100", "0020")).value == "0020"
    # Where it may be shorter, letters are deleted instead.
    assert minimised(TEXT, "0010", lambda s: s in ("0010", "0002")).value == "0010"
    few = String(Alphabet.of_characters("ab"), Sizes(2, 2))
    assert minimised(few, "ba", lambda s: s == "ba").value == "ba"


def test_two_letters_are_exchanged_everywhere() -> None:
    domain = String(Alphabet.of_characters("ab"), Sizes())

    def fits(text: str) -> bool:
        return len(text) == 4 and text == text[::-1] and len(set(text)) == 2

    assert minimised(domain, "baab", fits).value == "abba"


def test_a_long_string_costs_few_offers() -> None:
    word = "x" * 5000 + "!" + "y" * 5000
    ended = minimised(TEXT, word, lambda s: "!" in s)
    assert ended.value == "!"
    assert len(ended.offers) <= 60


@pytest.mark.parametrize("domain", [TEXT, BYTES, String(UNICODE, Sizes(2, 5))], ids=repr)
def test_strings_end_whatever_is_accepted(domain: Any) -> None:
    random = Random(0)
    for share in (0.0, 0.2, 0.8):
        for word in words(lambda s: True, domain):
            ended = minimised(domain, word, lambda s, share=share: random.random() < share)
            assert len(ended.offers) <= 20 + 40 * len(word)
