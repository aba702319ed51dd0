"""Text bugs: how often a hundred random texts find them. Run as ``python -m bench.text_bugs``.

Each bug is a program that handles text and is wrong for some of it. Both libraries make the
same number of texts with the same settings, a hundred a run, and every bug is looked for in all
of them. What counts is the share of the runs that find it.
"""

from __future__ import annotations

import argparse
import html
import re
import sys
import unicodedata
from collections.abc import Callable, Sequence
from pathlib import Path

from bench.keeping import keep
from bench.libraries import Library, load_hypothesis, load_shortlex
from bench.table import format_share, format_table

RUNS = 200
CASES = 100

Bug = Callable[[str], bool]
"""Whether the program is wrong for this text."""


def upper_changes_length(text: str) -> bool:
    """A column is made as wide as the text, which is then written in capitals."""
    return len(text.upper()) != len(text)


def lower_changes_length(text: str) -> bool:
    """Only one character is longer in lower case."""
    return len(text.lower()) != len(text)


def cases_do_not_come_back(text: str) -> bool:
    """Equal without regard to case, by two ways that are not the same."""
    return text.upper().lower() != text.lower()


def title_is_a_third_case(text: str) -> bool:
    """Capitalised by the first letter's upper case."""
    return text[:1].title() != text[:1].upper()


def digits_are_no_number(text: str) -> bool:
    """Checked by isdigit, read by int: all of the text must be such."""
    if not text.isdigit():
        return False
    try:
        int(text)
    except ValueError:
        return True
    return False


def digits_are_not_ascii(text: str) -> bool:
    """Checked by isdecimal, then looked up by the byte."""
    return text.isdecimal() and not text.isascii()


def letters_are_not_ascii(text: str) -> bool:
    """A word of three letters or more, checked by isalpha, sent as ASCII."""
    return len(text) >= 3 and text.isalpha() and not text.isascii()


def names_are_no_words(text: str) -> bool:
    r"""A name to Python, while the program that reads it knows ``\w+`` only."""
    return text.isidentifier() and not re.fullmatch(r"\w+", text)


def lines_end_elsewhere(text: str) -> bool:
    """Counted by splitlines, cut by newlines."""
    plain = text.replace("\r", "")
    return len(plain.splitlines()) != len(plain.removesuffix("\n").split("\n")) and bool(plain)


def blank_is_not_empty(text: str) -> bool:
    """Asked for a name, and accepts two or more characters of which none is seen."""
    return len(text) >= 2 and not text.strip()


def space_is_not_ascii(text: str) -> bool:
    """Stripped as text, while the bytes keep what is no space to them."""
    return text.strip() != text.strip(" \t\n\r\x0b\x0c")


def composes_differently(text: str) -> bool:
    """Compared as it is, stored in the composed form."""
    return unicodedata.normalize("NFC", text) != text


def marks_stand_alone(text: str) -> bool:
    """Begins with a mark that joins whatever is written before."""
    return bool(text) and unicodedata.combining(text[0]) > 0


def compatibility_opens_a_tag(text: str) -> bool:
    """Escaped first, and only then brought to the compatible form."""
    escaped = html.escape(text)
    return "<" in unicodedata.normalize("NFKC", escaped)


def direction_is_overridden(text: str) -> bool:
    """Shows a name with something that turns the order of the letters."""
    return any(unicodedata.bidirectional(char) in ("RLO", "LRO", "RLE", "RLI") for char in text)


def begins_from_the_right(text: str) -> bool:
    """Aligned by the first character, in a text that is all from the right."""
    return len(text) >= 2 and all(unicodedata.bidirectional(char) in ("R", "AL") for char in text)


def units_are_not_characters(text: str) -> bool:
    """Cut after two units of UTF-16, in the middle of a character."""
    return len(text) >= 2 and text[0] < "\x80" and ord(text[1]) > 0xFFFF


def is_invisible(text: str) -> bool:
    """Two or more characters, and every one of them is a format or a control."""
    return len(text) >= 2 and all(unicodedata.category(char) in ("Cf", "Cc") for char in text)


def ends_at_zero(text: str) -> bool:
    """Given to C, which ends it at the first zero, with something after it."""
    return "\0" in text[:-1]


def joined_pictures_are_cut(text: str) -> bool:
    """Cut between two pictures that are shown as one."""
    joined = re.search("[\U0001f300-\U0001faff][\u200d\ufe0f\U0001f3fb-\U0001f3ff]", text)
    return joined is not None


BUGS: tuple[Bug, ...] = (
    upper_changes_length,
    lower_changes_length,
    cases_do_not_come_back,
    title_is_a_third_case,
    digits_are_no_number,
    digits_are_not_ascii,
    letters_are_not_ascii,
    names_are_no_words,
    lines_end_elsewhere,
    blank_is_not_empty,
    space_is_not_ascii,
    composes_differently,
    marks_stand_alone,
    compatibility_opens_a_tag,
    direction_is_overridden,
    begins_from_the_right,
    units_are_not_characters,
    is_invisible,
    ends_at_zero,
    joined_pictures_are_cut,
)

Shares = dict[str, float]
"""By the name of a bug, the share of the runs that found it."""


def main(arguments: Sequence[str] | None = None) -> None:
    """Look for the bugs, print, and write the results down if asked."""
    parser = argparse.ArgumentParser(
        prog="python -m bench.text_bugs",
        description="Count the runs of random texts that find known bugs, by library.",
    )
    parser.add_argument("--runs", type=int, default=RUNS, help="of each library")
    parser.add_argument("--json", type=Path, metavar="FILE", help="also write the results here")
    options = parser.parse_args(arguments)
    libraries = (load_shortlex(), load_hypothesis())
    found = {library.name: shares_of(library, options.runs) for library in libraries}
    print(format_shares(found))
    if options.json is not None:
        figures = {"runs": options.runs, "texts": CASES, "bugs": found}
        keep(options.json, f"python -m bench.text_bugs --runs {options.runs}", figures)


def shares_of(library: Library, runs: int) -> Shares:
    """How often a library finds each bug; the seeds are the numbers of the runs."""
    counts = dict.fromkeys(BUGS, 0)
    for number in range(runs):
        texts = texts_of(library, number)
        for bug in BUGS:
            counts[bug] += any(map(bug, texts))
    print(f"{library.name}: {runs} runs", file=sys.stderr, flush=True)
    return {_title(bug): count / runs for bug, count in counts.items()}


def texts_of(library: Library, seed: int) -> list[str]:
    """What ``text()`` makes in one run."""
    texts: list[str] = []

    # By a name: Hypothesis looks at the parameters.
    def record(text: str) -> None:
        texts.append(text)

    library.package.seed(seed)(library.make_test([library.strategies.text()], record, CASES))()
    return texts


def format_shares(found: dict[str, Shares]) -> str:
    header = (f"found in {CASES} texts", *found)
    columns = list(found.values())
    lines = [
        (name, *(format_share(column[name]) for column in columns)) for name in map(_title, BUGS)
    ]
    means = [format_share(sum(column.values()) / len(column)) for column in columns]
    return format_table(header, [*lines, ("on average", *means)])


def _title(bug: Bug) -> str:
    return bug.__name__.replace("_", " ")


if __name__ == "__main__":
    main()
