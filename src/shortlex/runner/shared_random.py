"""Shared random: makes the shared random generators give a test the same numbers every time.

Seeding before each case would take longer than most cases, and few tests need it. So the generators
are seeded at the start of a run, and asked for a number now and then. If it is not the expected
one, the test has used them, and from then on they are seeded before each case.
"""

from __future__ import annotations

from _thread import allocate_lock, get_ident
from collections.abc import Callable
from random import Random
from typing import Any

from shortlex.core.case import Case, RecordedCase
from shortlex.core.trace import Trace
from shortlex.random_state import PYTHON, Generator, numpy_random, registered
from shortlex.runner.execute import Test, execute

SEED = 0

_taking = allocate_lock()
_owner = 0
"""The thread whose runs may seed. Others do not: generators cannot be shared between threads."""
_depth = 0
"""How many nested runs that thread has."""


class _Watched:
    """A generator whose next number shows its position: after ``SEED``, or as last saved.

    Reading or writing its state would take longer than many cases.
    """

    def __init__(
        self,
        generator: Generator,
        draw: Callable[[], int],
        draw_same: Callable[[], int],
        restart: Callable[[], object],
        kind: type[_PythonState] | type[_NumpyState],
    ) -> None:
        self.generator = generator
        self.restart = restart
        """Seeds it with ``SEED``."""
        self._draw = draw
        """Draws one of the 32-bit words that all its numbers are made of."""
        self._draw_same = draw_same
        """Draws from another generator with the same seed, which nothing else uses."""
        self._expected: list[int] = []
        self._kind = kind
        self._state: Any = None
        self._next = 0
        """The last saved state, and the word that comes next there."""

    def save(self) -> Any:
        """Its state. Drawing has moved it on, so it must be seeded or restored before use."""
        if self._state is None:
            self._state = self.generator.getstate()
            self._next = self._draw()
        elif self._next != (word := self._draw()) or self._kind.has_spare(self._state):
            self._state = self._kind.stepped_back(self.generator.getstate())
            self._next = word
        return self._state

    def gives(self, place: int) -> bool:
        """Whether its next word, which is drawn, is the one at this place after ``SEED``."""
        while len(self._expected) <= place:
            self._expected.append(self._draw_same())
        return self._draw() == self._expected[place]


class _PythonState:
    """``(version, (*words, how many of them are used up), a spare number of gauss())``."""

    @staticmethod
    def has_spare(state: Any) -> bool:
        """Whether gauss() has a spare number, which needs no word."""
        return state[2] is not None

    @staticmethod
    def stepped_back(state: Any) -> Any:
        """The state before the last word was drawn."""
        version, (*words, used), spare = state
        return version, (*words, used - 1), spare


class _NumpyState:
    """``(name, words, how many of them are used up, whether there is a spare number, which)``."""

    @staticmethod
    def has_spare(state: Any) -> bool:
        return bool(state[3])

    @staticmethod
    def stepped_back(state: Any) -> Any:
        name, words, used, *spare = state
        return (name, words, used - 1, *spare)


_same = Random(SEED)
_same.getrandbits(32)
# Setting this state is faster than seeding: the words are already computed.
_FRESH = _PythonState.stepped_back(_same.getstate())
_same.setstate(_FRESH)

_python = _Watched(
    PYTHON,
    lambda: PYTHON.getrandbits(32),
    lambda: _same.getrandbits(32),
    lambda: PYTHON.setstate(_FRESH),
    _PythonState,
)

_numpy: _Watched | None = None


def _watched() -> list[_Watched]:
    """The generators that exist now."""
    global _numpy
    found = numpy_random()
    if found is None:
        return [_python]
    if _numpy is None:
        module, same = found.module, found.module.RandomState(SEED)
        _numpy = _Watched(
            found,
            lambda: module.get_bit_generator().random_raw(),
            lambda: int.from_bytes(same.bytes(4), "little"),
            lambda: module.seed(SEED),
            _NumpyState,
        )
    return [_python, _numpy]


class Seeding:
    """Seeds the generators during a run, and restores them at its end."""

    def __init__(self, test: Test, *, is_wanted: bool = True) -> None:
        self.test = test
        """The test as it must be called."""
        self.is_on = False
        """Whether the test seeds all generators first."""
        self._unseeded = test
        self._is_wanted = is_wanted
        self._saved: list[tuple[Generator, Any]] = []
        self._places: dict[_Watched, int] = {}

    def __enter__(self) -> Seeding:
        self._is_wanted = self._is_wanted and _take()
        if self._is_wanted:
            watched = _watched()
            self._saved = [(each.generator, each.save()) for each in watched]
            self._places = dict.fromkeys(watched, 0)
            if others := registered():
                self._saved += [(each, each.getstate()) for each in others]
                # We cannot tell whether they were used, so they are always seeded.
                self.switch_on()
            _restart()
        return self

    def __exit__(self, *error: object) -> None:
        if self._is_wanted:
            for generator, state in self._saved:
                generator.setstate(state)
            self._places = {}
            _give_back()

    def replace(self, test: Test) -> None:
        """Continue with another test."""
        self._unseeded = test
        self.test = self._seeded if self.is_on else test

    def switch_on(self) -> None:
        """From now on, seed before each case."""
        self.is_on = True
        self.test = self._seeded

    def _seeded(self, case: Case) -> Any:
        _restart()
        return self._unseeded(case)

    def notice(self) -> bool:
        """Check whether the test has used a generator. If so, switch on, and return True once."""
        places = self._places
        if self.is_on or not places:
            return False
        was_used = False
        for each, place in places.items():
            # Each must be asked, even if one was used: asking moves it on by a word.
            was_used |= not each.gives(place)
            places[each] = place + 1
        if len(places) == 1 and (numpy := numpy_random()) is not None:
            # The test was the first to import it.
            self._saved.append((numpy, numpy.getstate()))
            was_used = True
        if was_used:
            self.switch_on()
        return was_used


def _restart() -> None:
    """Seed all generators."""
    for each in _watched():
        each.restart()
    for other in registered():
        other.seed(SEED)


def _take() -> bool:
    """Whether this thread may seed, because no other thread does."""
    global _owner, _depth
    with _taking:
        if _depth and _owner != get_ident():
            return False
        _owner = get_ident()
        _depth += 1
        return True


def _give_back() -> None:
    global _depth
    with _taking:
        _depth -= 1


def execute_alone(test: Test, case: RecordedCase) -> Trace:
    """Run a test on one case that belongs to no run."""
    with Seeding(test):
        return execute(test, case)
