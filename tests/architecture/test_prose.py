"""Phrases that readers stumble over must not stand in the sources, the docs or the README.

``PHRASES`` lists each phrase with the reason. ``phrases_left.json`` counts, for each file, the
phrases that stood there before this rule. The counts may only shrink. To record a mend, run::

    python tests/architecture/test_prose.py --shrink
"""

import json
import re
import sys
from collections.abc import Iterator
from pathlib import Path

import pytest

ROOT = Path(__file__).parents[2]
LEFT = Path(__file__).with_name("phrases_left.json")

PHRASES = {
    r"\bso many\b": "say 'this many', or name the number",
    r"\bwhat whoever\b": "two question words in a row: name who does it",
    r"\bhowever it was come by\b": "a riddle: say 'however it was made'",
    r"\bno chance\b": "reads as 'impossible': say 'not chance'",
    r"\bas many more for every\b": "a riddle: say by how much it grows, and when",
    r"\bthat one is \w+ which\b": "an inversion: 'of two, that one is simpler which has'",
    r"\bforbids to\b": "no English verb does this: say 'prevents deleting'",
}


def files() -> Iterator[Path]:
    """Every file whose prose counts."""
    yield ROOT / "README.md"
    yield ROOT / "CONTRIBUTING.md"
    yield from sorted((ROOT / "src").rglob("*.py"))
    yield from sorted((ROOT / "docs").rglob("*.md"))
    yield from sorted((ROOT / "docs").rglob("*.py"))


def found_in(text: str) -> list[str]:
    """The line, the phrase and the reason for each phrase in a text, over line ends too."""
    found = []
    for phrase, reason in PHRASES.items():
        pattern = phrase.replace(" ", r"\s+(?:#\s+)?")
        for match in re.finditer(pattern, text, re.IGNORECASE):
            line = text.count("\n", 0, match.start()) + 1
            found.append(f"line {line}: {' '.join(match[0].split())!r}: {reason}")
    return found


def standing() -> dict[str, list[str]]:
    """The phrases in each file that has any."""
    found = {
        path.relative_to(ROOT).as_posix(): found_in(path.read_text(encoding="utf-8"))
        for path in files()
    }
    return {name: each for name, each in found.items() if each}


def allowed() -> dict[str, int]:
    """How many phrases may still stand in each file."""
    counts: dict[str, int] = json.loads(LEFT.read_text(encoding="utf-8"))
    return counts


def shrink() -> None:
    """Lower each count to what stands now. No count rises, and no file is added."""
    now = standing()
    counts = {name: min(count, len(now.get(name, ()))) for name, count in allowed().items()}
    kept = {name: count for name, count in counts.items() if count}
    LEFT.write_text(json.dumps(kept, indent=0, sort_keys=True) + "\n", encoding="utf-8")


def new() -> list[str]:
    """The phrases of each file that has more of them than it may."""
    limits = allowed()
    return [
        f"{name}, {each}"
        for name, found in standing().items()
        if len(found) > limits.get(name, 0)
        for each in found
    ]


def test_no_new_phrase_that_readers_stumble_over() -> None:
    assert new() == []


def test_the_counts_of_old_phrases_have_shrunk_with_them() -> None:
    now = standing()
    stale = {name for name, count in allowed().items() if count > len(now.get(name, ()))}
    assert stale == set(), "run: python tests/architecture/test_prose.py --shrink"


@pytest.mark.parametrize(
    "text",
    ["After so many runs.", "So\nmany", "# For so\n    # many cases", "This is no chance: it"],
)
def test_a_phrase_is_found_in_any_case_and_over_line_ends(text: str) -> None:
    assert len(found_in(text)) == 1


@pytest.mark.parametrize("text", ["also many", "so manyfold", "not chance", "which one is simpler"])
def test_other_words_are_left_alone(text: str) -> None:
    assert found_in(text) == []


if __name__ == "__main__":
    if "--shrink" in sys.argv:
        shrink()
    else:
        sys.exit("\n".join(new()) or 0)
