"""Measure: time the cases of a row, in alternating rounds, and gather its data untimed.

A *maker* is one of the three columns: Shortlex, Hypothesis, the bare loop. Times are processor
time of this process: none of the makers waits for anything, and a busy machine disturbs it
less than the wall clock. The garbage collector runs as it does for users.
"""

from __future__ import annotations

import gc
from collections.abc import Callable, Sequence
from dataclasses import dataclass
from math import ceil
from random import Random
from statistics import median
from time import process_time
from typing import Any

from bench.libraries import Library
from bench.row import Row
from bench.shapes import Summary, summarise

BARE = "bare"


@dataclass(frozen=True)
class Effort:
    """How much to measure."""

    cases: int
    """In one call of a test, where the row's space allows."""

    data_cases: int
    """Gathered, untimed, to describe the data."""

    rounds: int
    sample_seconds: float
    """What one sample lasts at least: quick makers are called again and again."""

    interpreters: int
    """Started of each kind to time the imports."""


@dataclass(frozen=True)
class Timing:
    """One maker on one row: the cases each call ran, and microseconds per case by round."""

    cases: int
    rounds: tuple[float, ...]

    @property
    def microseconds(self) -> float:
        return median(self.rounds)


@dataclass(frozen=True)
class Result:
    """All there is to say of a row, by maker."""

    row: Row
    timings: dict[str, Timing]
    data: dict[str, Summary]

    def ratio(self, slow: str, fast: str) -> float | None:
        """How many times the one takes longer; None if one of them was not measured."""
        if slow not in self.timings or fast not in self.timings:
            return None
        return self.timings[slow].microseconds / self.timings[fast].microseconds


@dataclass(frozen=True)
class _Stopwatch:
    """A call ready to be timed."""

    call: Callable[[], object]
    cases: int
    repeats: int

    def sample(self) -> float:
        gc.collect()
        call = self.call
        start = process_time()
        for _ in range(self.repeats):
            call()
        return (process_time() - start) / (self.repeats * self.cases) * 1e6


def measure_row(row: Row, libraries: Sequence[Library], effort: Effort) -> Result:
    """Time every maker on ``row`` and summarise what each makes."""
    data = {library.name: collect(row, library, effort.data_cases) for library in libraries}
    if row.bare is not None:
        random = Random()
        data[BARE] = [row.bare(random) for _ in range(effort.data_cases)]
    return Result(
        row,
        _time_row(row, libraries, effort),
        {name: summarise(row.shape, values) for name, values in data.items()},
    )


def _time_row(row: Row, libraries: Sequence[Library], effort: Effort) -> dict[str, Timing]:
    cases = effort.cases if row.most_cases is None else min(effort.cases, row.most_cases)
    stopwatches = {}
    for library in libraries:
        # Counted, not assumed: a library may run fewer cases than it was allowed. This run also
        # loads tables and fills caches outside of the measurement.
        run = len(collect(row, library, cases))
        stopwatches[library.name] = _prepare(_timed_test(row, library, cases), run, effort)
    if row.bare is not None:
        arguments = len(row.make(libraries[0].strategies))
        loop = _timed_loop(row.bare, arguments, cases)
        stopwatches[BARE] = _prepare(loop, cases, effort)
    samples: dict[str, list[float]] = {name: [] for name in stopwatches}
    for _ in range(effort.rounds):
        for name, stopwatch in stopwatches.items():
            samples[name].append(stopwatch.sample())
    return {name: Timing(stopwatches[name].cases, tuple(samples[name])) for name in samples}


def collect(row: Row, library: Library, cases: int) -> list[object]:
    """The values of every case that a library runs when asked for ``cases``."""
    values: list[object] = []

    # One argument whatever the row, so that one body serves all; the choices are the same.
    def record(value: object) -> None:
        values.append(value)

    st = library.strategies
    strategies = row.make(st)
    argument = strategies[0] if len(strategies) == 1 else st.tuples(*strategies)
    library.make_test([argument], record, cases)()
    return values


def _prepare(call: Callable[[], object], cases: int, effort: Effort) -> _Stopwatch:
    start = process_time()
    call()
    seconds = max(process_time() - start, 1e-6)
    return _Stopwatch(call, cases, max(1, ceil(effort.sample_seconds / seconds)))


def _timed_test(row: Row, library: Library, cases: int) -> Callable[[], object]:
    strategies = row.make(library.strategies)
    return library.make_test(strategies, _BODIES[len(strategies)], cases)


def _timed_loop(make: Callable[[Random], Any], arguments: int, cases: int) -> Callable[[], object]:
    body = _BODIES[arguments]
    random = Random()

    def loop_over_one() -> None:
        for _ in range(cases):
            body(make(random))

    def loop_over_several() -> None:
        for _ in range(cases):
            body(*make(random))

    return loop_over_one if arguments == 1 else loop_over_several


# The test functions, all empty. Written out because @given wants parameters with names.
def _one(a: object) -> None:
    pass


def _two(a: object, b: object) -> None:
    pass


def _four(a: object, b: object, c: object, d: object) -> None:
    pass


def _twelve(
    a: object,
    b: object,
    c: object,
    d: object,
    e: object,
    f: object,
    g: object,
    h: object,
    i: object,
    j: object,
    k: object,
    l: object,  # noqa: E741  # the twelfth of twelve letters
) -> None:
    pass


_BODIES: dict[int, Callable[..., None]] = {1: _one, 2: _two, 4: _four, 12: _twelve}
