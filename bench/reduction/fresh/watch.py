"""Watch: one reduction of a fresh case, with its own time limit and a body that may take its time.

Counting is that of ``run``. The time is the CPU time of the process and what the bodies slept.
"""

from __future__ import annotations

import signal
from collections.abc import Iterator
from contextlib import contextmanager
from dataclasses import dataclass
from time import process_time, sleep
from typing import Any

from bench.reduction.adapters import BugError, Library
from bench.reduction.case import Case
from bench.reduction.fresh.replays import written
from bench.reduction.run import Stop, count_calls

SEARCH_SECONDS = 20.0
"""For the search of a failure, which is not measured."""

LOOKS_PER_CLOCK = 16
"""The CPU clock is read once per this many looks: reading it takes longer than many a body."""

GRACE = 0.25
"""How long after its limit a reduction is interrupted that runs no test any more."""


@dataclass(frozen=True)
class Reduced:
    """How one reduction went."""

    text: str
    choices: list[Any]
    """By which the library made the final value."""
    calls: int
    calls_to_best: int
    final_calls: int
    """What follows the reduction: replays that confirm the result, and the report. Not in
    ``calls``, but in ``seconds``."""
    generations: int
    seconds: float
    seconds_to_best: float
    is_cut: bool


class Watch:
    """Counts what a library does from the first failing call on, and stops it at the limit."""

    def __init__(self, library: Library, case: Case, seconds: float, body_seconds: float) -> None:
        self.library = library
        self.case = case
        self.limit = seconds
        self.body_seconds = body_seconds
        self.begun = process_time()
        self.started: float | None = None
        self.slept = 0.0
        self.generations = 0
        self.generations_before = 0
        self.seen: list[str] = []
        """What failed, call by call, and nothing for a call that passed."""
        self.times: dict[int, float] = {}
        """When each call began that failed."""
        self.looks = 0
        self.choices: list[Any] = []
        self.is_cut = False

    @property
    def seconds(self) -> float:
        assert self.started is not None
        return process_time() - self.started + self.slept

    def tick(self) -> None:
        self.generations += 1
        self._look()

    def check(self, value: Any) -> None:
        self._look()
        if self.body_seconds:
            sleep(self.body_seconds)
        fails = self.case.fails(value)
        if self.started is not None:
            if fails:
                self.times[len(self.seen)] = self.seconds
            self.slept += self.body_seconds
            self.seen.append(written(value) if fails else "")
        elif fails:
            self.started = process_time()
            self.generations_before = self.generations
            self.seen.append(written(value))
            self.times[0] = 0.0
            signal.setitimer(signal.ITIMER_PROF, self.limit + GRACE, GRACE)
        if fails:
            self.choices = self.library.choices()
            raise BugError

    def _look(self) -> None:
        self.looks += 1
        if self.looks % LOOKS_PER_CLOCK and not self.body_seconds:
            return
        if self.started is None:
            if process_time() - self.begun > SEARCH_SECONDS:
                self._stop()
        elif self.seconds > self.limit:
            self._stop()

    def _stop(self, *_: Any) -> None:
        self.is_cut = True
        raise Stop

    @contextmanager
    def stoppable(self) -> Iterator[None]:
        """Around a run of a library, which may turn our Stop into an error of its own."""
        before = signal.signal(signal.SIGPROF, self._stop)
        try:
            yield
        except BaseException:
            if not self.is_cut:
                raise
        finally:
            signal.setitimer(signal.ITIMER_PROF, 0)
            signal.signal(signal.SIGPROF, before)

    def reduced(self) -> Reduced | None:
        if self.started is None:
            return None
        final = next(text for text in reversed(self.seen) if text)
        calls, calls_to_best = count_calls(self.seen, final, self.library.final_runs)
        return Reduced(
            text=final,
            choices=self.choices,
            calls=calls,
            calls_to_best=calls_to_best,
            final_calls=len(self.seen) - 1 - calls,
            generations=self.generations - self.generations_before - (len(self.seen) - 1 - calls),
            seconds=self.seconds,
            seconds_to_best=self.times[calls_to_best],
            is_cut=self.is_cut,
        )


def reduce_fresh(
    library: Library, case: Case, seed: int, *, seconds: float, body_seconds: float = 0.0
) -> Reduced | None:
    """Find a failing value from a seed and reduce it; None if none was found."""
    watch = Watch(library, case, seconds, body_seconds)
    strategy = case.make(library.strategies)
    with watch.stoppable():
        library.search(strategy, watch.check, watch.tick, seed, case.max_examples)
    return watch.reduced()
