"""Duplicate: detects from its choices alone that a case was run before."""

from __future__ import annotations

from marshal import dumps

from shortlex.core.domain import Choice
from shortlex.errors import StopCase


class Duplicate(StopCase):
    """The choices so far are those of a case that was run before."""


def key_of(choices: list[Choice]) -> int:
    """A hash that distinguishes -0.0 from 0.0 and True from 1, and in which nan equals nan.

    Valid in one process only: Python seeds the hash of bytes anew in each.
    """
    # Version 2, because later versions also write whether a string is interned or shared.
    return hash(dumps(choices, 2))
