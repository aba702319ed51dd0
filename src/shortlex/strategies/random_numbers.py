"""Randoms: generators of random numbers for code that wants to be given one."""

from __future__ import annotations

from functools import wraps
from random import Random
from typing import Any

from shortlex.core.case import Case
from shortlex.core.integer import Integer
from shortlex.errors import InvalidArgument
from shortlex.random_state import seed_all
from shortlex.strategies.drawn_random import METHODS, SEED, DrawnRandom, State
from shortlex.strategies.lazy import lazy_once
from shortlex.strategies.strategy import SearchStrategy


class TrueRandom(Random):
    """A usual generator that shows its seed."""

    def __new__(cls, *args: Any) -> TrueRandom:
        # Before Python 3.12 a generator was seeded here already, by its only argument.
        return super().__new__(cls, 0)  # type: ignore[call-arg]  # takes a seed

    def __init__(self, seed: Any = 0) -> None:
        super().__init__(seed)

    def seed(self, a: Any = None, version: int = 2) -> None:
        super().seed(a, version)
        self._seed = a

    def __reduce__(self) -> Any:
        return type(self), (self._seed,), self.getstate()

    def __repr__(self) -> str:
        return f"Random({self._seed!r})"


class Noting:
    """Notes each call: for a class before that of a generator, with which it is mixed."""

    _case: Case | None = None
    _is_noting = False
    """Whether a call is under way, for what methods call of each other is not noted."""

    def _noted(self, name: str, args: tuple[Any, ...], kwargs: dict[str, Any]) -> Any:
        method = getattr(super(), name)
        case = self._case
        if self._is_noting or case is None or not case.keeps_notes or not case.is_open:
            return method(*args, **kwargs)
        # Before the call: it may change its arguments.
        written = [case.format_value(each) for each in args]
        written += [f"{key}={case.format_value(each)}" for key, each in kwargs.items()]
        self._is_noting = True
        try:
            value = method(*args, **kwargs)
        finally:
            self._is_noting = False
        shown = args[0] if name == "shuffle" and args else value
        case.note(f"{self!r}.{name}({', '.join(written)}) -> {case.format_value(shown)}")
        return value


def _noting(name: str) -> Any:
    @wraps(METHODS[name])
    def noting(self: Noting, *args: Any, **kwargs: Any) -> Any:
        return self._noted(name, args, kwargs)

    return noting


for _name in METHODS:
    setattr(Noting, _name, _noting(_name))


class NotedRandom(Noting, DrawnRandom):  # type: ignore[misc]  # it always has a case
    """Every number is a choice, and every call a note."""


class NotedTrueRandom(Noting, TrueRandom):
    """Random numbers from a seed, and every call is a note."""

    def __init__(self, seed: Any = 0, case: Case | None = None) -> None:
        super().__init__(seed)
        # Only now: that it is seeded at first is no call of the test's.
        self._case = case


class Randoms(SearchStrategy[Random]):
    """A generator whose numbers are drawn when it is asked for them."""

    known_empty = False

    def __init__(self, *, notes: bool) -> None:
        self._class = NotedRandom if notes else DrawnRandom

    def do_draw(self, case: Case) -> Random:
        # Whoever uses the generator when the case is over must be told so: no other may use it.
        case.is_marked = True
        return self._class(case, State())


class TrueRandoms(SearchStrategy[Random]):
    """A generator whose numbers come from a drawn seed."""

    known_empty = False

    def __init__(self, *, notes: bool) -> None:
        self._notes = notes

    def do_draw(self, case: Case) -> Random:
        seed = case.choose(SEED)
        if not self._notes:
            return TrueRandom(seed)
        case.is_marked = True
        return NotedTrueRandom(seed, case)


@lazy_once
def randoms(
    *, note_method_calls: bool = False, use_true_random: bool = False
) -> SearchStrategy[Random]:
    """Instances of ``random.Random``. Every number they give is drawn, and reduces.

    ``random()`` reduces to 0.0, whole numbers to the one nearest to 0, ``choice`` to the first,
    ``shuffle`` to the order given. What comes is possible, but not as likely as with a real
    generator: code that relies on that wants ``use_true_random``, which draws a seed and nothing
    else. ``note_method_calls`` puts every call into the report.
    """
    for name, given in (
        ("note_method_calls", note_method_calls),
        ("use_true_random", use_true_random),
    ):
        if not isinstance(given, bool):
            raise InvalidArgument(f"randoms({name}={given!r}): must be True or False.")
    return (TrueRandoms if use_true_random else Randoms)(notes=note_method_calls)


class RandomSeeder:
    """Says with which seed the shared generators of random numbers began in this case."""

    def __init__(self, seed: int) -> None:
        self.seed = seed

    def __repr__(self) -> str:
        return f"RandomSeeder({self.seed})"


class RandomModule(SearchStrategy[RandomSeeder]):
    """Seeds the shared generators when drawn."""

    known_empty = False

    def do_draw(self, case: Case) -> RandomSeeder:
        seed: int = case.choose(_ANY_SEED)
        seed_all(seed)
        return RandomSeeder(seed)

    def __repr__(self) -> str:
        return "random_module()"


# No more bits: numpy takes none larger.
_ANY_SEED = Integer(0, 2**32 - 1)
_RANDOM_MODULE = RandomModule()


def random_module() -> SearchStrategy[RandomSeeder]:
    """Seed ``random``, ``numpy.random`` and what was registered with a drawn seed.

    For tests of code that uses them, which otherwise see the same numbers in each case. The seed
    reduces to 0.
    """
    return _RANDOM_MODULE
