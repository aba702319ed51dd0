"""The laws of strategies, and ``check_strategy``, which checks them.

Later laws rest on earlier ones: what is not replayed exactly cannot be reduced to its simplest
either. So the first that is broken is the one to mend.
"""

from __future__ import annotations

from collections.abc import Callable, Iterable, Mapping
from typing import Any, Final

from shortlex.core.case import Case
from shortlex.core.order import simpler
from shortlex.errors import InvalidArgument
from shortlex.laws.foreign import foreign_choices_do_no_harm
from shortlex.laws.law import Broken, Unchecked, check_laws, table_of
from shortlex.laws.ordering import indexes_round_trip
from shortlex.laws.rebuilding import copies_are_equal, repr_rebuilds
from shortlex.laws.sameness import mutables_in
from shortlex.laws.trial import (
    Drawn,
    Trial,
    draw_in,
    draw_random,
    draw_replayed,
    draw_simplest,
    shown,
)
from shortlex.lowlevel import reduce, replay
from shortlex.strategies.strategy import SearchStrategy
from shortlex.strategies.strategy import check_strategy as check_is_strategy

REDUCTIONS = 5
"""So many cases are reduced to see where that ends."""

CALLS = 5_000
"""What one of these reductions may take."""


class _Unknown:
    def __repr__(self) -> str:
        return "<not said>"


UNKNOWN: Final = _Unknown()


def validation_agrees_with_drawing(trial: Trial) -> None:
    """``validate`` and ``is_empty`` say what drawing will show."""
    strategy = trial.strategy
    try:
        strategy.validate()
    except InvalidArgument as error:
        if trial.drawn:  # or else drawing says the same
            raise Broken(
                f"validate() refuses it, but it makes {trial.drawn[0]}.",
                "let do_validate() refuse only what drawing refuses.",
            ) from error
        raise
    try:
        drawn = trial.drawn
    except InvalidArgument as error:
        raise Broken(
            "validate() finds nothing wrong, but drawing says that an argument cannot be used.",
            "check the arguments in do_validate(), and that of the parts: see parts().",
        ) from error
    if strategy.is_empty and drawn:
        raise Broken(
            f"is_empty is true, but it makes {drawn[0]}.",
            "name in parts() only what every draw needs, or define calc_is_empty().",
        )


def replay_is_exact(trial: Trial) -> None:
    """The same choices make the same value, at both speeds, and a seed makes the same choices."""
    for seed, first in enumerate(trial.attempts):
        again = draw_random(trial.strategy, seed)
        _check_repeated(trial, first, again, "Once more from the same seed")
        if first is not None:
            replayed = draw_replayed(trial.strategy, first.choices)
            _check_repeated(trial, first, replayed, "Replayed from these choices")


def _check_repeated(trial: Trial, first: Drawn | None, again: Drawn | None, how: str) -> None:
    if first is None or again is None:
        if first is not again:
            raise Broken(f"At first: {first or 'rejected'}.\n{how}: {again or 'rejected'}.", _PURE)
    elif not (again.has_choices_of(first) and trial.is_same(again.value, first.value)):
        raise Broken(f"At first: {first}.\n{how}: {again}.", _PURE)


_PURE = (
    "let the value depend on nothing but what is drawn: no global randomness, clock, counter or "
    "order of a set of strings. If the values are the same and only cannot be compared, give key=."
)


def values_fit(trial: Trial) -> None:
    """Every value is of the type, and satisfies the condition."""
    if trial.of_type is None and trial.satisfies is None:
        raise Unchecked("neither of_type= nor satisfies= was given")
    for drawn in trial.drawn:
        misfit = trial.misfit(drawn.value)
        if misfit:
            raise Broken(
                f"It made {drawn}, which {misfit}.",
                "mend the strategy, or what is expected of it.",
            )


def few_are_rejected(trial: Trial) -> None:
    """No more than a share of the random cases comes to nothing."""
    if trial.strategy.is_empty:
        raise Unchecked("the strategy is empty, and says so")
    share = 1.0 - len(trial.drawn) / trial.cases
    if share > trial.max_rejected:
        raise Broken(
            f"Of {trial.cases} random cases {share:.0%} were rejected or too large; at most "
            f"{trial.max_rejected:.0%} may be.",
            "make values that fit instead of filtering, or state another max_rejected=.",
        )


def simplest_is_reached(trial: Trial) -> None:
    """The simplest case has a value, and that is where reduction ends."""
    if trial.strategy.is_empty:
        raise Unchecked("the strategy is empty, and says so")
    simplest = draw_simplest(trial.strategy)
    if simplest is None:
        raise Broken("The simplest case, all choices at 0, is rejected or too large.", _OPEN)
    if trial.simplest is not UNKNOWN and not trial.is_same(simplest.value, trial.simplest):
        raise Broken(
            f"simplest={shown(trial.simplest)} was promised, but the simplest case is {simplest}.",
            _OPEN,
        )
    _check_reductions(trial, simplest)


def _check_reductions(trial: Trial, simplest: Drawn) -> None:
    """Reduction ends at the simplest: from most cases, and never at something simpler."""
    missed, starts = [], trial.drawn[:REDUCTIONS]
    goal = replay(_everything(trial.strategy), simplest.choices)
    for drawn in starts:
        try:
            trace = reduce(_everything(trial.strategy), drawn.choices, max_calls=CALLS)
        except InvalidArgument as error:
            raise Broken(f"It made {drawn}, but now rejects these choices.", _PURE) from error
        end = draw_replayed(trial.strategy, trace.choices)
        if end is None or not trial.is_same(end.value, simplest.value):
            missed.append(f"From {drawn} it came to {end}.")
            if simpler(trace, goal):
                break
    else:
        if 2 * len(missed) <= len(starts):
            return
    raise Broken(f"Reduction does not end at the simplest case, {simplest}.\n{missed[-1]}", _OPEN)


def _everything(strategy: SearchStrategy[Any]) -> Callable[[Case], None]:
    """A test for which every value is interesting."""

    def test(case: Case) -> None:
        draw_in(strategy, case)
        case.mark_interesting()

    return test


_OPEN = (
    "let 0, False and the first alternative mean the simplest thing, and draw no more for it than "
    "for anything else."
)


def values_are_independent(trial: Trial) -> None:
    """Whoever changes a value changes no other: none is made of the same lists or dictionaries."""
    if trial.allow_shared:
        raise Unchecked("allow_shared=True: values are handed out as they were given")
    for drawn in trial.drawn:
        again = draw_replayed(trial.strategy, drawn.choices)
        if again is None:
            continue
        # Both values are alive, so equal identities mean the same object.
        first = {id(each) for each in mutables_in(drawn.value)}
        for each in mutables_in(again.value):
            if id(each) in first:
                raise Broken(
                    f"Two cases got the very same {type(each).__name__} {shown(each)}: a test "
                    "that changes it changes what the next case gets.",
                    "make it anew in every draw; or say allow_shared=True if it is handed out on "
                    "purpose, as just() does.",
                )


STRATEGY_LAWS: Final[Mapping[str, Callable[[Trial], None]]] = table_of(
    validation_agrees_with_drawing,
    replay_is_exact,
    values_fit,
    few_are_rejected,
    indexes_round_trip,
    simplest_is_reached,
    foreign_choices_do_no_harm,
    values_are_independent,
    copies_are_equal,
    repr_rebuilds,
)
"""By name, in the order in which they are checked."""


def check_strategy(
    strategy: SearchStrategy[Any],
    *,
    of_type: type | tuple[type, ...] | None = None,
    satisfies: Callable[[Any], object] | None = None,
    simplest: object = UNKNOWN,
    max_rejected: float = 0.2,
    namespace: Mapping[str, Any] | None = None,
    key: Callable[[Any], object] | None = None,
    allow_shared: bool = False,
    cases: int = 100,
    only: Iterable[str] | None = None,
    skip: Iterable[str] = (),
) -> dict[str, str]:
    """Check a strategy by the laws of strategies, or raise LawBroken.

    of_type
        Values are of this type, or of one of these.
    satisfies
        A condition that holds for every value, such as its bounds.
    simplest
        The value that everything reduces to where nothing forbids it.
    max_rejected
        What share of random cases may come to nothing.
    namespace
        Names that the repr uses, besides those of ``shortlex.strategies``, the modules of the
        standard library, and the module of the strategy's class: often ``globals()``.
    key
        What is compared of two values, for values that cannot be compared themselves.
    allow_shared
        Values are handed out as they were given, as ``just`` does, and not made anew.
    cases
        How many random cases are made; always the same ones.
    only, skip
        Names of the laws to check, or to leave out: see ``STRATEGY_LAWS``.

    The result has the names of the laws that could not be checked, each with the reason.
    """
    check_is_strategy(strategy, "check_strategy(strategy)")
    if cases < 1:
        raise InvalidArgument(f"check_strategy(cases={cases!r}): must be 1 or more.")
    trial = Trial(
        strategy, of_type, satisfies, simplest, max_rejected, namespace or {}, key, allow_shared,
        cases,
    )  # fmt: skip
    return check_laws(STRATEGY_LAWS, trial, shown(strategy), only, skip)
