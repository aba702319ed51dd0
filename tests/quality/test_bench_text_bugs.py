"""The benchmark of text bugs looks for bugs that are there."""

import json
from pathlib import Path

import pytest

from bench import text_bugs
from bench.libraries import load_shortlex
from bench.text_bugs import BUGS, Bug, main, texts_of

# For each bug a text that it is wrong for, and one for which the program is right.
WITNESSES: dict[Bug, tuple[str, str]] = {
    text_bugs.upper_changes_length: ("ß", "ä"),
    text_bugs.lower_changes_length: ("İ", "I"),
    text_bugs.cases_do_not_come_back: ("ς", "s"),
    text_bugs.title_is_a_third_case: ("ǆ", "d"),
    text_bugs.digits_are_no_number: ("²", "2"),
    text_bugs.digits_are_not_ascii: ("٣", "3"),
    text_bugs.letters_are_not_ascii: ("äöü", "aou"),
    text_bugs.names_are_no_words: ("a\u0301", "a"),
    text_bugs.lines_end_elsewhere: ("a\x85b", "a\nb"),
    text_bugs.blank_is_not_empty: ("\u3000\u3000", "a"),
    text_bugs.space_is_not_ascii: ("a\xa0", "a "),
    text_bugs.composes_differently: ("e\u0301", "é"),
    text_bugs.marks_stand_alone: ("\u0301e", "e"),
    text_bugs.compatibility_opens_a_tag: ("\uff1c", "<"),
    text_bugs.direction_is_overridden: ("\u202e", "a"),
    text_bugs.begins_from_the_right: ("אב", "ab"),
    text_bugs.units_are_not_characters: ("a\U0001f600", "ab"),
    text_bugs.is_invisible: ("\u200b\u200d", "a\u200d"),
    text_bugs.ends_at_zero: ("a\0b", "ab\0"),
    text_bugs.joined_pictures_are_cut: ("\U0001f466\u200d", "\U0001f466"),
}


@pytest.mark.parametrize("bug", BUGS, ids=lambda bug: bug.__name__)
def test_every_bug_is_there_and_not_everywhere(bug: Bug) -> None:
    wrong, right = WITNESSES[bug]
    assert bug(wrong)
    assert not bug(right)
    assert not bug("")


def test_a_run_is_the_same_from_the_same_seed() -> None:
    library = load_shortlex()
    texts = texts_of(library, 1)
    assert len(texts) == text_bugs.CASES
    assert texts == texts_of(library, 1) != texts_of(library, 2)


def test_shares_are_printed_and_written(tmp_path: Path, capsys: pytest.CaptureFixture[str]) -> None:
    main(["--runs", "2", "--json", str(tmp_path / "found.json")])
    assert "on average" in capsys.readouterr().out
    found = json.loads((tmp_path / "found.json").read_text("utf-8"))
    assert {*found["bugs"]} == {"Shortlex", "Hypothesis"}
    for shares in found["bugs"].values():
        assert len(shares) == len(BUGS)
        assert {*shares.values()} <= {0.0, 0.5, 1.0}
