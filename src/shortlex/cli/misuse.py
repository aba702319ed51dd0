"""Misuse: the program was called with something that it cannot use."""

from __future__ import annotations


class Misuse(Exception):  # noqa: N818  # said on standard error, never shown as a traceback
    """Its message names what was given and the next step."""
