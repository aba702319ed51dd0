"""Options in text: the options and variables of Hypothesis in configuration and scripts."""

from __future__ import annotations

import re

from shortlex.hypothesis_alias.exception_names import OUR_NAMES

ByHand = tuple[tuple[int, str], ...]

_SAME = {
    "--hypothesis-profile": "--shortlex-profile",
    "--hypothesis-seed": "--shortlex-seed",
    "--hypothesis-show-statistics": "--shortlex-statistics",
    "--hypothesis-verbosity": "--shortlex-verbosity",
    "HYPOTHESIS_STORAGE_DIRECTORY": "SHORTLEX_HOME",
}

_BY_HAND = {
    r"--hypothesis-explain\b": "Shortlex explains failures unless settings(phases=...) leaves it "
    "out: remove the option.",
    r"HYPOTHESIS_EXPERIMENTAL_OBSERVABILITY\w*": "set SHORTLEX_OBSERVE to a directory.",
    r"HYPOTHESIS_(NO_PLUGINS|DATABASE_FILE|EXTEND_INITIALIZATION|NO_TRACEBACK_TRIM)\b": (
        "Shortlex has no such variable: remove it."
    ),
    r"(?<![\w./-])hypothesis(\[[\w,-]*\])?\s*([<>=~!]=?|@)": "depend on shortlex instead.",
    r"^\s*[\"']?hypothesis(\[[\w,-]*\])?[\"']?,?\s*$": "depend on shortlex instead.",
    r"no:hypothesispytest": "Shortlex's plugin is turned off with -p no:shortlex.",
    r"(?<!\w)\.hypothesis\b": "Shortlex keeps its data in .shortlex.",
}

_OPTION = re.compile("|".join(rf"(?<![\w-]){re.escape(each)}(?![\w-])" for each in _SAME))
_ERROR = re.compile(r"\bhypothesis\.errors\.(\w+)")


def rewrite_options(text: str) -> str:
    """The text with the options, variables and names of errors that Shortlex has, too."""
    text = _OPTION.sub(lambda found: _SAME[found[0]], text)
    return _ERROR.sub(_error, text)


def _error(found: re.Match[str]) -> str:
    name = OUR_NAMES.get(found[1])
    return found[0] if name is None else f"shortlex.errors.{name}"


def rewrite_text(text: str) -> tuple[str, ByHand]:
    """A file that is not Python, and what to look at by hand in it."""
    return rewrite_options(text), by_hand_in(text)


def by_hand_in(text: str, first_line: int = 1) -> ByHand:
    """What the command leaves to its user."""
    found = []
    for number, line in enumerate(text.splitlines(), start=first_line):
        for pattern, what in _BY_HAND.items():
            if re.search(pattern, line):
                found.append((number, f"{line.strip()}: {what}"))
                break
    return tuple(found)
