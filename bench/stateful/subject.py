"""Subject: a state machine with a bug, written once for both libraries."""

from __future__ import annotations

from collections.abc import Callable
from typing import Any, NamedTuple

Build = Callable[[Any, Any], Any]
"""Makes the class, from a library's ``stateful`` and its strategies."""


class Subject(NamedTuple):
    """A machine, and how few steps show its bug."""

    name: str
    build: Build
    steps: int
    """The fewest rules that can show it, without those of ``initialize``."""
    is_public: bool
    """Whether others have published it; the rest are bugs that we planted."""


SUBJECTS: dict[str, Subject] = {}


def subject(steps: int, *, is_public: bool = False) -> Callable[[Build], Build]:
    """List a function as a subject under its own name."""

    def keep(build: Build) -> Build:
        name = build.__name__
        SUBJECTS[name] = Subject(name, build, steps, is_public)
        return build

    return keep
