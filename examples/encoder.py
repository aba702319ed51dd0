"""Run-length encoding: ``aaab`` becomes ``3ab``."""

import re
from itertools import groupby


def encode(text: str) -> str:
    """Write each run as its length and its character; a run of one needs no length."""
    runs = ((character, len(list(run))) for character, run in groupby(text))
    return "".join(character if n == 1 else f"{n}{character}" for character, n in runs)


def decode(encoded: str) -> str:
    # The bug: a digit that was in the text is read as the length of the next run.
    runs = re.findall(r"(\d*)(.)", encoded, re.DOTALL)
    return "".join(character * int(n or 1) for n, character in runs)
