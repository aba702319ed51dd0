"""The pass trade_letters."""

import pytest

from shortlex import strategies as st
from shortlex.core.case import Case
from shortlex.reducer.passes.trade_letters import MAX_LENGTH, trade_letters
from tests.reducer.laws_of_passes import is_missed, offers_of, problem_of, reduced, repertoire

DIGITS = st.text("0123456789")
SEVERAL_DIGITS = st.text("0123456789", min_size=2, max_size=2)


def digits(case: Case) -> str:
    return case.draw(DIGITS)


def two_digits(case: Case) -> str:
    return case.draw(SEVERAL_DIGITS)


def octets(case: Case) -> bytes:
    return case.draw(st.binary())


def letters(case: Case) -> str:
    return case.draw(st.text("ab"))


def anything(case: Case) -> str:
    return case.draw(st.text())


def test_offers_to_fill_to_drop_and_to_lower_letters() -> None:
    assert repertoire(trade_letters, digits, "12") == [
        # One letter less, of the largest that there are.
        ["9"],
        # One letter less, the other raised or lowered by it.
        ["3"],
        ["1"],
        ["3"],
        ["3"],
        ["9"],
        ["3"],
        # The first lowered, the second raised or lowered.
        ["03"],
        ["03"],
        ["01"],
    ]


def test_a_letter_is_lowered_past_the_last_one() -> None:
    offers = repertoire(trade_letters, two_digits, "31")
    assert ["08"] in offers
    assert ["04"] in offers


@pytest.mark.parametrize("text", ["", "7", "000"])
def test_offers_nothing_without_letters_to_trade(text: str) -> None:
    assert repertoire(trade_letters, digits, text) == []


def test_offers_nothing_where_letters_are_no_amounts() -> None:
    assert repertoire(trade_letters, letters, "ab") == []
    assert repertoire(trade_letters, anything, "ab") == []
    assert repertoire(trade_letters, octets, b"\1" * (MAX_LENGTH + 1)) == []


def test_a_digit_and_the_checksum_come_down_together() -> None:
    def fails(text: str) -> bool:
        return len(text) >= 4 and sum(map(int, text[:-1])) % 10 == int(text[-1]) and text[0] > "0"

    assert reduced(digits, ["3047"], fails, trade_letters) == ["1001"]
    assert reduced(digits, ["93305"], fails, trade_letters) == ["1001"]


def test_one_byte_takes_the_place_of_several() -> None:
    start = bytes([0x60, 0x70, 0x08])
    assert reduced(octets, [start], lambda b: sum(b) == 216, trade_letters) == [b"\xd8"]


def test_a_large_sum_needs_few_large_bytes() -> None:
    problem = problem_of(octets, [bytes([5] * 200)], lambda b: sum(b) >= 1000)
    assert len(offers_of(trade_letters, problem)) < 100
    (data,) = problem.best.choices
    assert isinstance(data, bytes)
    assert len(data) == 4


def test_goes_on_where_texts_are_no_more_there() -> None:
    def counted_texts(case: Case) -> list[str]:
        first = case.draw(DIGITS)
        return [first, *(case.draw(DIGITS) for _ in first)]

    fails = lambda texts: sum(map(int, texts[0])) == 7  # noqa: E731  # shorter
    found = reduced(counted_texts, ["133", "12", "34", "56"], fails, trade_letters)
    assert found[0] == "7"
    assert len(found) == 2


def test_bytes_keep_a_checksum_and_their_length_without_it(monkeypatch: pytest.MonkeyPatch) -> None:
    def fails(data: bytes) -> bool:
        return len(data) >= 3 and sum(data[:-1]) % 256 == data[-1] and data[0] > 0

    assert is_missed(monkeypatch, trade_letters, st.binary(), fails, b"\1\0\1")
