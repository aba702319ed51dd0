"""The pass lower_and_delete."""

import pytest

from shortlex import strategies as st
from shortlex.reducer.passes.lower_and_delete import MAX_PLACES, lower_and_delete
from shortlex.reducer.passes.lower_choices import lower_choices
from tests.reducer.laws_of_passes import (
    FLAG,
    counted,
    is_missed,
    offers_of,
    problem_of,
    reduced,
    repertoire,
)


def letters(case):
    """A text, and a flag for each of its characters."""
    text = case.draw(st.text(max_size=40))
    return text, [case.choose(FLAG) for _ in text]


def test_offers_a_simpler_text_and_then_places_where_what_it_saves_is_left_out() -> None:
    assert repertoire(lower_and_delete, letters, "ab", 0, 1)[:9] == [
        ["", 0, 1],
        [""],
        ["00", 0, 1],
        ["a", 0, 1],
        ["a", 1],
        ["a", 0],
        ["b", 0, 1],
        ["b", 1],
        ["b", 0],
    ]


def test_offers_texts_alone_where_they_save_nothing() -> None:
    def text_and_flag(case):
        return case.draw(st.text(max_size=2)), case.choose(FLAG)

    assert {len(offer) for offer in repertoire(lower_and_delete, text_and_flag, "b", 1)} == {2}


def test_offers_nothing_without_a_text_that_could_be_simpler() -> None:
    assert repertoire(lower_and_delete, counted, 2, 5, 6) == []
    assert repertoire(lower_and_delete, letters, "") == []


def test_offers_no_more_than_sixteen_places_for_each_text() -> None:
    # To leave out any of these flags is a candidate of its own.
    flags = [place % 2 for place in range(30)]
    offers = repertoire(lower_and_delete, letters, "b" * 30, *flags)
    assert len({tuple(offer) for offer in offers if len(offer) == 30}) == MAX_PLACES


def test_the_flag_that_matters_stays_with_a_text_of_fewer_bytes() -> None:
    def bytewise(case):
        text = case.draw(st.text(max_size=4))
        return text, [case.choose(FLAG) for _ in text.encode()[1:]]

    def fails(value):
        return value[1][-1:] == [True] and value[0] != value[0].encode("ascii", "ignore").decode()

    choices = ["\U00010000", 0, 0, 1]
    assert reduced(bytewise, choices, fails, lower_choices) == choices
    assert reduced(bytewise, choices, fails, lower_and_delete) == ["\x80", 1]


def test_goes_on_where_the_text_is_no_more_there() -> None:
    def optional(case):
        """A text behind another, while that is long."""
        first = case.draw(st.text(max_size=4))
        return first, case.draw(st.text(max_size=4)) if len(first) > 1 else ""

    problem = problem_of(optional, ["abc", "abc"], lambda v: "b" in v[0])
    offers_of(lower_and_delete, problem)
    assert list(problem.best.choices) == ["b"]


@st.composite
def messages(draw):
    """A text, and between which of its bytes it is cut."""
    text = draw(st.text(max_size=8))
    return text, [draw(st.booleans()) for _ in text.encode()[1:]]


def is_torn(message):
    """Whether a cut goes through a character."""
    text, cuts = message
    start, data, pieces = 0, text.encode(), ""
    for end, is_cut in enumerate([*cuts, True], 1):
        if is_cut:
            pieces += data[start:end].decode(errors="replace")
            start = end
    return pieces != text


def test_a_torn_character_stays_long_without_it(monkeypatch: pytest.MonkeyPatch) -> None:
    assert is_missed(monkeypatch, lower_and_delete, messages(), is_torn, ("\x80", [True]))


def test_goes_on_with_the_next_text() -> None:
    def two(case):
        return case.draw(st.text(max_size=4)), case.draw(st.text(max_size=4))

    assert reduced(two, ["b", "b"], lambda value: all(value), lower_and_delete) == ["0", "0"]
