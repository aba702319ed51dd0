"""Finding: the simplest value that satisfies a condition."""

from __future__ import annotations

import os
from collections.abc import Callable
from random import Random
from typing import Any, TypeVar

from shortlex.core.case import Case
from shortlex.errors import NoSuchExample, Overrun
from shortlex.runner.run import run
from shortlex.settings import Phase, settings
from shortlex.strategies.strategy import SearchStrategy, check_strategy

T = TypeVar("T")

MAX_EXAMPLES = 2000


def find(
    specifier: SearchStrategy[T],
    condition: Callable[[T], object],
    *,
    settings: settings | None = None,
    random: Random | None = None,
) -> T:
    """The simplest value of a strategy for which ``condition`` is true.

    Raises NoSuchExample if none is found in ``settings.max_examples`` cases, by default 2000.
    An error in ``condition`` is raised as it is.
    """
    check_strategy(specifier, "find(specifier)")
    specifier.validate()
    options = _options(settings)
    found: list[Any] = []

    def test(case: Case) -> None:
        try:
            value = case.draw(specifier)
        except RecursionError:
            raise Overrun from None
        case.arguments_drawn()
        if condition(value):
            # The last run is of the simplest case, so its value is the one that stays.
            found[:] = [value]
            case.mark_interesting()

    seed = random.getrandbits(64) if random is not None else int.from_bytes(os.urandom(8), "big")
    result = run(test, options, seed=seed)
    if result.is_interrupted:
        raise KeyboardInterrupt
    if not result.failures:
        raise NoSuchExample(
            f"No value of {specifier!r} satisfies the condition: "
            f"{result.statistics.valid:,} were tried"
            + (", and there are no others." if result.statistics.is_exhausted else ".")
        )
    error = result.failures[0].trace.error
    if error is not None:
        raise error
    return found[0]  # type: ignore[no-any-return]  # a value of the strategy


def _options(given: settings | None) -> settings:
    from shortlex.settings import settings as make

    parent = given if given is not None else make(max_examples=MAX_EXAMPLES)
    return make(parent, report_multiple_bugs=False, phases=[Phase.generate, Phase.shrink])
