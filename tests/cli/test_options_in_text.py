"""Options, variables and names of errors in configuration."""

import pytest

from shortlex.cli.options_in_text import by_hand_in, rewrite_options, rewrite_text


@pytest.mark.parametrize(
    ("before", "after"),
    [
        (
            "addopts = --hypothesis-profile=ci -x --hypothesis-show-statistics",
            "addopts = --shortlex-profile=ci -x --shortlex-statistics",
        ),
        ("pytest --hypothesis-seed 3", "pytest --shortlex-seed 3"),
        ("HYPOTHESIS_STORAGE_DIRECTORY: x", "SHORTLEX_HOME: x"),
        (
            "error::hypothesis.errors.HypothesisWarning",
            "error::shortlex.errors.ShortlexWarning",
        ),
        (
            "error::hypothesis.errors.HypothesisDeprecationWarning",
            "error::hypothesis.errors.HypothesisDeprecationWarning",
        ),
        ("--my-hypothesis-seed --hypothesis-seeds", "--my-hypothesis-seed --hypothesis-seeds"),
    ],
)
def test_options_become_ours(before: str, after: str) -> None:
    assert rewrite_options(before) == after


@pytest.mark.parametrize(
    ("line", "words"),
    [
        ("hypothesis>=6", "depend on shortlex"),
        ('    "hypothesis",', "depend on shortlex"),
        ('test = ["hypothesis[numpy] >= 6.0"]', "depend on shortlex"),
        ("pytest --hypothesis-explain", "remove the option"),
        ("HYPOTHESIS_NO_PLUGINS: 1", "remove it"),
        ("-p no:hypothesispytest", "-p no:shortlex"),
        (".hypothesis/", ".shortlex"),
    ],
)
def test_what_is_left_to_the_user_is_named(line: str, words: str) -> None:
    ((number, said),) = by_hand_in(f"first\n{line}\n")
    assert number == 2
    assert words in said


def test_other_lines_are_not_named() -> None:
    assert by_hand_in("a hypothesis is a guess\nmy-hypothesis>=2\nsrc/hypothesis/x.py\n") == ()
    assert rewrite_text("plain\n") == ("plain\n", ())
