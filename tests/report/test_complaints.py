"""What is said about a database, and about stored cases that do not fit their test."""

import pytest

from shortlex.core.integer import Integer
from shortlex.report.complaints import MAX_SHOWN_CHARACTERS, complaint_words, misfit_words
from shortlex.runner.misfit import Endless, Misfit, OtherDraw, TooManyChoices
from shortlex.runner.result import Complaint, Trouble

INTEGER = Integer(0, 5)


@pytest.mark.parametrize(
    ("misfit", "words"),
    [
        (
            OtherDraw(0, (7,), "", INTEGER),
            "strategy changed here: choice 1 was 7, but now an integer from 0 up to 5 is wanted",
        ),
        (
            OtherDraw(0, (7,), "text", INTEGER),
            (
                "strategy changed here: choice 1 was 7, out of text, but now an integer from 0 up "
                "to 5 is wanted"
            ),
        ),
        (
            OtherDraw(1, ("a",), "", None),
            "strategy changed here: choice 2 was 'a', but now nothing is drawn there",
        ),
        (
            OtherDraw(2, (), "", INTEGER),
            (
                "strategy changed here: choice 3 was not there, but now an integer from 0 up to 5 "
                "is wanted"
            ),
        ),
        (
            TooManyChoices(201, 200),
            "it has 201 choices, but settings(max_choices=...) allows only 200",
        ),
        (Endless(), "it grows too large or too deep, and does not end"),
    ],
)
def test_each_misfit_has_its_words(misfit: Misfit, words: str) -> None:
    assert misfit_words(misfit) == words


def test_only_the_start_of_a_long_choice_is_shown() -> None:
    said = misfit_words(OtherDraw(0, ("x" * 1000,), "", INTEGER))
    assert "'" + "x" * (MAX_SHOWN_CHARACTERS - 1) + "..., but" in said


@pytest.mark.parametrize(
    "trouble", [each for each in Trouble if each not in (Trouble.stale, Trouble.more)]
)
def test_each_trouble_names_its_place(trouble: Trouble) -> None:
    said = complaint_words(Complaint(trouble, "test_a", "file 1", "OSError: full"))
    assert "file 1" in said
    assert ("OSError: full" in said) is (trouble is not Trouble.too_many)
    assert ("test_a" in said) is (trouble is not Trouble.damaged)


def test_a_stale_failure_is_said_to_have_changed() -> None:
    said = complaint_words(Complaint(Trouble.stale, "test_a", "file 1", Endless()))
    assert said.startswith("file 1 has a failure of test_a that can no longer be run: it grows")


def test_complaints_that_are_not_shown_are_counted() -> None:
    said = complaint_words(Complaint(Trouble.more, "test_a", "Broken()", 3))
    assert said == "Broken() caused 3 more such warnings."
