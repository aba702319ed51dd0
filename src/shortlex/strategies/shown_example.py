"""Shown example: ``.example()``, which shows at a prompt what a strategy makes."""

from __future__ import annotations

import os
import sys
import warnings
from random import Random
from typing import TYPE_CHECKING, TypeVar

from shortlex.control import current, currently_in_test_context
from shortlex.core.case import RandomCase
from shortlex.core.shown import shown
from shortlex.errors import (
    InvalidState,
    NonInteractiveExampleWarning,
    Overrun,
    Rejected,
    Unsatisfiable,
    UnsatisfiedAssumption,
)

if TYPE_CHECKING:
    from shortlex.strategies.strategy import SearchStrategy

T = TypeVar("T")

_TRIES = 100

PYTEST_VARIABLE = "PYTEST_CURRENT_TEST"
"""Set in the environment while pytest runs a test."""


def example_of(strategy: SearchStrategy[T]) -> T:
    if currently_in_test_context():
        raise InvalidState(
            f"{shown(strategy)}.example() was called inside a test or strategy, where its value "
            "could be neither replayed nor reduced. Draw instead: @given, data() or @composite."
        )
    if PYTEST_VARIABLE in os.environ or not hasattr(sys, "ps1"):
        warnings.warn(
            f"{shown(strategy)}.example() is for the interactive prompt. In a test, use @given.",
            NonInteractiveExampleWarning,
            stacklevel=3,
        )
    strategy.validate()
    # A new generator each time, for variety at the prompt and without global state.
    random = Random()
    for _ in range(_TRIES):
        case = RandomCase(random, 1.0, 1_000_000)
        token = current.set(case)
        try:
            return strategy.do_draw(case)
        except (Overrun, Rejected, UnsatisfiedAssumption, RecursionError):
            continue
        finally:
            current.reset(token)
    raise Unsatisfiable(f"No value of {shown(strategy)} was found in {_TRIES} tries.")
