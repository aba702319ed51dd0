"""Outcome: how the execution of a case ended, worst to best."""

from __future__ import annotations

from enum import IntEnum


class Outcome(IntEnum):
    """Ordered: a mutation or a reduction never accepts a lower one."""

    OVERRUN = 0
    """It asked for more choices than it was allowed."""
    INVALID = 1
    """Something that it needs did not hold."""
    VALID = 2
    """It ran to its end."""
    INTERESTING = 3
    """It failed, or was marked interesting."""
