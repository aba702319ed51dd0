"""Duplicate: telling whether a case was run before, from its choices alone."""

from __future__ import annotations

from marshal import dumps

from shortlex.core.domain import Choice
from shortlex.errors import StopCase


class Duplicate(StopCase):
    """The choices so far are those of a case that was run before."""


def key_of(choices: list[Choice]) -> int:
    """A hash that tells -0.0 from 0.0 and True from 1, and knows nan.

    Good for one process only: Python seeds the hash of bytes anew in each.
    """
    # Later versions of the format also write whether a string is interned or shared.
    return hash(dumps(choices, 2))
