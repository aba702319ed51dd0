"""The laws of strategies, and ``check_strategy``, which checks them.

Later laws depend on earlier ones: a strategy that cannot be replayed exactly cannot be reduced
either. So fix the first law that is broken.

Size: one table of laws, each a function that is short by itself.
"""

from __future__ import annotations

import copy
import linecache
import math
import pickle
import re
import sys
from collections.abc import Callable, Iterable, Iterator, Mapping
from importlib import import_module
from random import Random
from typing import Any, Final
from zlib import crc32

from shortlex import strategies
from shortlex.core.case import Case, RecordedCase
from shortlex.core.domain import Choice, Domain
from shortlex.core.order import simpler
from shortlex.core.source import ReplaySource
from shortlex.errors import InvalidArgument
from shortlex.laws.law import Broken, Unchecked, check_laws, table_of
from shortlex.laws.trial import (
    MAX_CHOICES,
    REFUSALS,
    Drawn,
    Trial,
    draw_in,
    draw_random,
    draw_recorded,
    draw_replayed,
    draw_simplest,
    is_same,
    mutables_in,
    shown,
)
from shortlex.lowlevel import reduce, replay
from shortlex.strategies.strategy import SearchStrategy, check_is_strategy

MAX_REDUCTIONS = 5
"""How many cases are reduced to see where that ends."""

MAX_CALLS = 5_000
"""How many calls one of these reductions may take."""

MAX_SIZE = 200
"""Longer choices are not checked: their indexes have thousands of digits and show nothing new."""


class _Unknown:
    def __repr__(self) -> str:
        return "<not given>"


UNKNOWN: Final = _Unknown()


def validation_agrees_with_drawing(trial: Trial) -> None:
    """``validate`` and ``is_empty`` agree with what happens when values are drawn."""
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
            "check the arguments in do_validate(), and those of the parts: see parts().",
        ) from error
    if strategy.is_empty and drawn:
        raise Broken(
            f"is_empty is true, but it makes {drawn[0]}.",
            "name in parts() only what every draw needs, or define calc_is_empty().",
        )


def replay_is_exact(trial: Trial) -> None:
    """The same choices make the same value, recorded or not; a seed makes the same choices."""
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
    "let the value depend only on what is drawn: no global randomness, clock, counter or order of "
    "a set of strings. If the values are the same but cannot be compared, give key=."
)


def values_fit(trial: Trial) -> None:
    """Every value has the type, and satisfies the condition."""
    if trial.of_type is None and trial.satisfies is None:
        raise Unchecked("neither of_type= nor satisfies= was given")
    for drawn in trial.drawn:
        misfit = trial.misfit(drawn.value)
        if misfit:
            raise Broken(
                f"It made {drawn}, which {misfit}.",
                "fix the strategy, or what is expected of it.",
            )


def few_are_rejected(trial: Trial) -> None:
    """At most a given share of the random cases is rejected."""
    if trial.strategy.is_empty:
        raise Unchecked("the strategy is empty, and says so")
    share = 1.0 - len(trial.drawn) / trial.cases
    if share > trial.max_rejected:
        raise Broken(
            f"Of {trial.cases} random cases {share:.0%} were rejected or too large; at most "
            f"{trial.max_rejected:.0%} may be.",
            "make suitable values directly instead of filtering, or state another max_rejected=.",
        )


def indexes_round_trip(trial: Trial) -> None:
    """Indexes round-trip, the simplest value has index 0, and any value has a nearest member."""
    met: dict[Domain, Choice] = {}
    for drawn in trial.drawn:
        _, case = draw_recorded(trial.strategy, ReplaySource(drawn.choices))
        for choice, domain in zip(case.choices, case.domains, strict=True):
            if domain not in met:
                _check_domain(domain)
            if domain.size_of(choice) <= MAX_SIZE:
                _check_choice(domain, choice, met.setdefault(domain, choice))


def _check_domain(domain: Domain) -> None:
    _check_in(domain, domain.contains(domain.simplest), "its simplest value is not a member")
    _check_in(
        domain,
        domain.index_of(domain.simplest) == 0,
        "its simplest value does not have the index 0",
    )
    for value in ANYTHING:
        near = domain.nearest(value)
        _check_in(
            domain, domain.contains(near), f"nearest({value!r}) is {near!r}, which is not a member"
        )
    for edge in (*domain.edges(), domain.sample(Random(0), 1.0)):
        _check_in(domain, domain.contains(edge), f"it gives {shown(edge)}, which is not a member")


def _check_choice(domain: Domain, choice: Any, other: Any) -> None:
    _check_in(domain, domain.contains(choice), f"{shown(choice)} was chosen, but is not a member")
    index = domain.index_of(choice)
    back = domain.value_at(index)
    _check_in(
        domain,
        is_same(back, choice),
        f"{choice!r} has the index {index}, but value_at({index}) is {back!r}",
    )
    _check_in(
        domain,
        is_same(domain.nearest(choice), choice),
        f"nearest({choice!r}) is another value, though it is a member",
    )
    is_before = domain.sort_key(choice) < domain.sort_key(other)
    _check_in(
        domain,
        is_before == (index < domain.index_of(other)),
        f"sort_key() and index_of() disagree on which of {choice!r} and {other!r} comes first",
    )


def _check_in(domain: Domain, holds: bool, otherwise: str) -> None:
    if not holds:
        raise Broken(f"In the domain {domain!r}: {otherwise}.", _DOMAIN_ADVICE)


ANYTHING: tuple[Any, ...] = (
    None, True, 0, -1, 10**30, 0.5, -0.0, float("nan"), "", "a\ud800", b"", b"\xff", (), object(),
)  # fmt: skip

_DOMAIN_ADVICE = (
    "fix the domain: value_at() is the inverse of index_of(), index 0 is `simplest`, and "
    "nearest() returns a member for any value."
)


def simplest_is_reached(trial: Trial) -> None:
    """The simplest case has a value, and reductions end there."""
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
    """Reductions of most cases end at the simplest case, and none at something simpler."""
    missed, starts = [], trial.drawn[:MAX_REDUCTIONS]
    goal = replay(_everything(trial.strategy), simplest.choices)
    for drawn in starts:
        try:
            trace = reduce(_everything(trial.strategy), drawn.choices, max_calls=MAX_CALLS)
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
    "for other values."
)


def foreign_choices_do_no_harm(trial: Trial) -> None:
    """Any choices make a suitable value or a rejection, never an error."""
    for choices in _foreign_to(trial):
        case = RecordedCase(ReplaySource(choices), MAX_CHOICES)
        try:
            value = draw_in(trial.strategy, case)
        except REFUSALS:
            continue
        except Exception as error:
            raise Broken(
                f"The choices {shown(choices)} make it fail: {type(error).__name__}: {error}",
                "a reduction offers such choices, so handle every choice that a domain has; call "
                "case.reject() or assume() if there is no value.",
            ) from error
        misfit = trial.misfit(value)
        if misfit:
            raise Broken(
                f"The choices {shown(choices)} made {shown(value)}, which {misfit}.",
                "a reduction offers such choices: fix the strategy, or reject them.",
            )


_FOREIGN: tuple[Choice, ...] = (
    False, True, 0, 1, -1, 7, 255, 10**20, -(10**9), 0.0, -0.0, 0.5, 1e300, float("nan"),
    float("-inf"), "", "0", "a\n\U0001f600", b"", b"\xff\x00",
)  # fmt: skip


def _foreign_to(trial: Trial) -> Iterator[list[Choice]]:
    """The same choice repeated, and mangled choices of the strategy's own cases."""
    for choice in _FOREIGN:
        yield [choice] * 100
    random = Random(0)
    for _ in range(trial.cases):
        yield _mangled(random.choice(trial.drawn).choices if trial.drawn else (), random)


def _mangled(own: Iterable[Choice], random: Random) -> list[Choice]:
    """Choices of a case, with some deleted, repeated, moved or replaced by any others."""
    choices = [*own]
    for _ in range(random.randrange(1, 5)):
        place = random.randrange(len(choices) + 1)
        what = random.randrange(5)
        if what == 0:
            del choices[place : place + random.randrange(1, 4)]
        elif what == 1:
            choices[place:place] = choices[place : place + random.randrange(1, 4)]
        elif what == 2:
            choices = choices[place:] + choices[:place]
        else:
            choices[place : place + what - 3] = [random.choice(_FOREIGN)]
    return choices


def values_are_independent(trial: Trial) -> None:
    """Changing one value changes no other: they do not share lists or dictionaries."""
    if trial.allow_shared:
        raise Unchecked("allow_shared=True: values are passed on as they were given")
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
                    "make a new one in every draw; or give allow_shared=True if it is shared on "
                    "purpose, as in just().",
                )


MAX_COMPARED = 20
"""How many values are compared."""

MODULES = (
    "collections", "datetime", "decimal", "enum", "fractions", "ipaddress", "math", "re", "uuid",
    "zoneinfo",
)  # fmt: skip
"""Modules of the standard library that the reprs of arguments may use."""

NO_CODE = re.compile(r"<lambda at .*?:\d+>|<[^<>]*>")
"""What Python writes for objects without code, such as functions."""


def copies_are_equal(trial: Trial) -> None:
    """A copy, a deep copy and a pickled copy, if possible, make the same values."""
    impossible = []
    for name, duplicate in _DUPLICATES.items():
        try:
            twin = duplicate(trial.strategy)
        except (TypeError, AttributeError, pickle.PicklingError) as error:
            impossible.append(f"{name}: {error}")
        else:
            _check_twin(trial, twin, f"its {name}")
    if len(impossible) == len(_DUPLICATES):
        raise Unchecked(f"it cannot be copied ({'; '.join(impossible)})")


def _pickled(strategy: SearchStrategy[Any]) -> Any:
    return pickle.loads(pickle.dumps(strategy))  # noqa: S301  # of bytes made here


_DUPLICATES: dict[str, Callable[[SearchStrategy[Any]], Any]] = {
    "copy": copy.copy,
    "deep copy": copy.deepcopy,
    "pickled copy": _pickled,
}


def repr_rebuilds(trial: Trial) -> None:
    """The repr is code that makes a strategy with the same repr and the same values."""
    strategy = trial.strategy
    if type(strategy).__repr__ is object.__repr__:
        raise Broken(
            f"{type(strategy).__name__} has no repr of its own.",
            "define __repr__() to return the call that makes it: reports print it.",
        )
    code = repr(strategy)
    twin = _evaluated(code, trial)
    if not isinstance(twin, SearchStrategy):
        raise Broken(f"Its repr makes {shown(twin)}, which is not a strategy.", _CODE)
    _check_twin(trial, twin, "what its repr makes")
    if repr(twin) != code:
        raise Broken(f"What its repr makes has another repr: {shown(twin)}", _CODE)


_CODE = "let the repr be the call that makes the strategy, with all of its arguments."


def _evaluated(code: str, trial: Trial) -> Any:
    """The value of the repr's code."""
    # Registered as if from a file, so that the source of its lambdas can be found.
    file = f"<repr {crc32(code.encode('utf-8', 'replace')):08x}>"
    linecache.cache[file] = (len(code), None, [code], file)
    try:
        return eval(compile(code, file, "eval"), _names_for(trial))  # noqa: S307  # that is the law
    except SyntaxError as error:
        shapeless = NO_CODE.search(code)
        if shapeless is not None:
            raise Unchecked(
                f"the repr contains something that is not code: {shapeless[0]}"
            ) from None
        raise Broken(f"Its repr is not an expression: {error}.", _CODE) from error
    except Exception as error:
        raise Broken(
            f"Its repr cannot be evaluated: {type(error).__name__}: {error}.",
            f"give the names that it uses as namespace=, such as globals(); or: {_CODE}",
        ) from error


def _names_for(trial: Trial) -> dict[str, Any]:
    names: dict[str, Any] = {"inf": math.inf, "nan": math.nan, "st": strategies}
    names |= {name: import_module(name) for name in MODULES}
    names |= {name: getattr(strategies, name) for name in strategies.__all__}
    home = sys.modules.get(type(trial.strategy).__module__)
    if home is not None and not home.__name__.startswith("shortlex."):
        names |= vars(home)
    return names | dict(trial.namespace)


def _check_twin(trial: Trial, twin: SearchStrategy[Any], which: str) -> None:
    for drawn in trial.drawn[:MAX_COMPARED]:
        try:
            other = draw_replayed(twin, drawn.choices)
        except Exception as error:
            raise Broken(
                f"It made {drawn}, but {which} fails: {type(error).__name__}: {error}.", _WHOLE
            ) from error
        if other is None or not trial.is_same(other.value, drawn.value):
            raise Broken(f"It made {drawn}, but {which} made {other or 'nothing'}.", _WHOLE)


_WHOLE = (
    "keep everything that affects the values in attributes and in the arguments of the repr; names "
    "that functions in the repr use can be given as namespace=."
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
"""The laws of strategies by name, in the order in which they are checked."""


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
        The type of all values, or several types.
    satisfies
        A condition that holds for every value, such as its bounds. Returns true if it does.
    simplest
        The value that everything reduces to if nothing prevents it.
    max_rejected
        The maximum share of random cases that are rejected.
    namespace
        Names that the repr uses, besides those of ``shortlex.strategies``, the modules of the
        standard library, and the module of the strategy's class: often ``globals()``.
    key
        A function of a value whose results are compared, for values that cannot be compared.
    allow_shared
        Whether values may be shared: passed on as they were given, as in ``just``.
    cases
        How many random cases to try; they are always the same.
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
