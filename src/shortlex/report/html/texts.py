"""Texts: what others wrote, such as an error, made fit for a page."""

from __future__ import annotations

import re

# All but tab and line feed.
_CONTROL = re.compile(r"[\x00-\x08\x0b-\x1f\x7f-\x9f]")


def shortened(text: str, most: int) -> str:
    """The text, or its beginning with how much was left out."""
    if len(text) <= most:
        return text
    return f"{text[:most]}\n... ({len(text) - most:,} characters more)"


def printable(text: str, most: int) -> str:
    """The same for a text that may have anything in it, such as the colours of a terminal."""
    return _CONTROL.sub(lambda found: repr(found[0])[1:-1], shortened(text, most))
