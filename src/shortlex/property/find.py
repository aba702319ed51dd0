"""Find: the simplest value that satisfies a condition."""

from __future__ import annotations

from collections.abc import Callable
from random import Random
from typing import Any, TypeVar

from shortlex.core.case import Case
from shortlex.core.raised import is_too_deep
from shortlex.core.shown import shown
from shortlex.errors import InvalidArgument, NoSuchExample, TooDeep
from shortlex.runner.interrupts import gate
from shortlex.runner.result import Statistics
from shortlex.runner.run import run
from shortlex.settings import Phase, settings
from shortlex.strategies.strategy import SearchStrategy, check_is_strategy

T = TypeVar("T")

MAX_EXAMPLES = 2000
PHASES = (Phase.reuse, Phase.generate, Phase.shrink)


def find(
    specifier: SearchStrategy[T],
    condition: Callable[[T], object],
    *,
    settings: settings | None = None,
    random: Random | None = None,
    database_key: bytes | None = None,
) -> T:
    """The simplest value of a strategy for which ``condition`` is true.

    Raises NoSuchExample if none is found in ``settings.max_examples`` cases, by default 2000.
    An error in ``condition`` is raised as it is. With a ``database_key``, the value is kept under
    that key in ``settings.database`` and tried first the next time.
    """
    _check(specifier, condition, random, database_key)
    specifier.validate()
    options = _options(settings)
    found: list[Any] = []

    def test(case: Case) -> None:
        case.arguments_wanted()
        try:
            value = case.draw(specifier)
        except RecursionError as error:
            if not is_too_deep(error):
                raise
            raise TooDeep from None
        case.arguments_drawn([value])
        if condition(value):
            # The simplest case is run last, so its value remains.
            found[:] = [value]
            case.mark_interesting()

    seed = None if random is None else random.getrandbits(64)
    with gate.released_after():
        result = run(test, options, seed=seed, key=database_key, code=condition)
    if result.complaints:
        from shortlex.report.verdict import complain

        complain(result.complaints, condition)
    if result.stopped_by is not None:
        raise result.stopped_by
    if not result.failures:
        raise NoSuchExample(_nothing_found(specifier, result.statistics))
    error = result.failures[0].error
    if error is not None:
        from shortlex.report.verdict import trim

        trim(error)
        raise error
    return found[0]  # type: ignore[no-any-return]  # a value of the strategy


def _check(specifier: object, condition: object, random: object, database_key: object) -> None:
    check_is_strategy(specifier, "find(specifier)")
    if not callable(condition):
        raise InvalidArgument(
            f"find(condition={shown(condition)}): must be a function of one value."
        )
    if random is not None and not isinstance(random, Random):
        raise InvalidArgument(f"find(random={shown(random)}): must be a random.Random.")
    if database_key is not None and not isinstance(database_key, bytes):
        raise InvalidArgument(f"find(database_key={shown(database_key)}): must be bytes.")


def _nothing_found(specifier: SearchStrategy[Any], statistics: Statistics) -> str:
    tried = f"{statistics.valid:,} value{'' if statistics.valid == 1 else 's'}"
    if statistics.is_exhausted:
        return f"No value of {shown(specifier)} satisfies the condition: there are only {tried}."
    refused = statistics.invalid + statistics.overruns
    others = f", and {refused:,} more were rejected or too large" if refused else ""
    return f"No value of {shown(specifier)} satisfies the condition: {tried} tried{others}."


def _options(given: settings | None) -> settings:
    from shortlex.settings import settings as make

    parent = given if given is not None else make(max_examples=MAX_EXAMPLES)
    return make(parent, report_multiple_bugs=False, phases=PHASES)
