"""Explanation: the words for what matters in a failing case."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from itertools import groupby
from os.path import relpath

from shortlex.runner.result import Explanation, Tries

MOST_LINES = 5
"""So many places are named; of others, only how many there are."""


def comment_text(tries: Tries) -> str:
    """What to say of a part that can be anything."""
    if not tries.is_exhaustive:
        return f"any value here fails too: {tries.failed} of {tries.tried} tries"
    if tries.tried == 1:
        return "the only other value fails too"
    return f"any value here fails too: all {tries.tried} others tried"


def explanation_lines(explanation: Explanation) -> list[str]:
    """What is to be said besides the comments."""
    lines = []
    together = explanation.together
    if together is not None and together.failed == together.tried:
        lines.append(f"So does any of them together: {together.failed} of {together.tried} tries.")
    elif together is not None:
        lines.append(
            "But not all of these at once: of "
            f"{together.tried} tried together, {together.tried - together.failed} did not fail so."
        )
    if explanation.lines:
        places = list(_places(explanation.lines))
        more = len(places) - MOST_LINES
        text = ", ".join(places[:MOST_LINES]) + (f" and {more} more places" if more > 0 else "")
        lines.append(f"Only failing runs executed {text}.")
    return lines


def _places(lines: Sequence[tuple[str, int]]) -> Iterator[str]:
    """Files with their lines; a block of lines is one place."""
    # In a block the numbers grow as the positions do.
    blocks = groupby(enumerate(lines), key=lambda each: (each[1][0], each[1][1] - each[0]))
    for (file, _), block in blocks:
        numbers = [line for _, (_, line) in block]
        through = f"-{numbers[-1]}" if len(numbers) > 1 else ""
        yield f"{_short(file)}:{numbers[0]}{through}"


def _short(file: str) -> str:
    """Relative to where the tests are run, if it is below there."""
    try:
        relative = relpath(file)
    except ValueError:  # on another drive
        return file
    return file if relative.startswith("..") else relative
