"""Attempts: the shape of every minimiser of values."""

from __future__ import annotations

from collections.abc import Generator, Sequence
from typing import TypeVar

T = TypeVar("T")

Attempts = Generator[Sequence[T], "int | None", None]
"""Yields values in order of preference; is sent the position of the accepted one, or None."""
