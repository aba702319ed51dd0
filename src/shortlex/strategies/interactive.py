"""Interactive: ``.example()``, to see at a prompt what a strategy makes."""

from __future__ import annotations

import os
import sys
import warnings
from random import Random
from typing import TypeVar

from shortlex.control import currently_in_test_context
from shortlex.core.case import RandomCase
from shortlex.errors import (
    InvalidState,
    NonInteractiveExampleWarning,
    Overrun,
    Rejected,
    Unsatisfiable,
    UnsatisfiedAssumption,
)
from shortlex.strategies.strategy import SearchStrategy

T = TypeVar("T")

_TRIES = 100


def example_of(strategy: SearchStrategy[T]) -> T:
    if currently_in_test_context():
        raise InvalidState(
            f"{strategy!r}.example() was called inside a test or strategy, where its value could "
            "be neither replayed nor reduced. Draw instead: @given, data() or @composite."
        )
    if "PYTEST_CURRENT_TEST" in os.environ or not hasattr(sys, "ps1"):
        warnings.warn(
            f"{strategy!r}.example() is for the interactive prompt. In a test, use @given.",
            NonInteractiveExampleWarning,
            stacklevel=3,
        )
    strategy.validate()
    # A new generator each time: the prompt shows variety, and no global state is touched.
    random = Random()
    for _ in range(_TRIES):
        try:
            return strategy.do_draw(RandomCase(random, 1.0, 1_000_000))
        except (Overrun, Rejected, UnsatisfiedAssumption):
            continue
    raise Unsatisfiable(f"No value of {strategy!r} was found in {_TRIES} tries.")
