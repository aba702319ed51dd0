"""Entries: how one property ended, and what is to be said of the run, as told to the page."""

from __future__ import annotations

from collections.abc import Sequence
from typing import NamedTuple

from shortlex.report.html.property_record import PropertyRecord

STATUSES = ("failed", "error", "interrupted", "xfailed", "passed", "skipped")
"""How a test can end, in the order of interest."""

BROKEN = STATUSES[:3]


class Entry(NamedTuple):
    """One property, as whoever ran it tells."""

    name: str
    """The node id."""
    status: str
    seconds: float
    record: PropertyRecord | None
    """What it was run with, if it came to that."""
    text: str = ""
    """What the test runner says of its end."""
    sections: Sequence[tuple[str, str]] = ()
    """What it printed: titles and texts."""
    advice: Sequence[str] = ()
    """What it suffers from, though it may have passed."""


class Facts(NamedTuple):
    """What is to be said of the run as a whole."""

    command: str
    started: str
    seconds: float
    profile: str
    seed: str
    versions: Sequence[tuple[str, str]]
