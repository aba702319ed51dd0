"""Health: what a passing test suffers from. Looked at once, after its cases were run.

Nothing is measured while cases run. If they took long, a few more are drawn, and not run, to see
how much of the time went into drawing, and into which strategy.
"""

from __future__ import annotations

from collections.abc import Callable, Sequence
from random import Random
from time import perf_counter
from typing import Any

from shortlex.control import current
from shortlex.core.case import Case, Drawable, Duplicate, RandomCase
from shortlex.core.source import RandomSource
from shortlex.errors import StopCase, UnsatisfiedAssumption
from shortlex.runner.execute import Test
from shortlex.runner.result import FEW, Drawing, Health, Result
from shortlex.runner.seeding import Seeding
from shortlex.runner.sketch import Sketch
from shortlex.settings import HealthCheck, settings

MANY = 50
"""So many invalid cases are no chance."""

SAMPLES = 20
"""So many cases are drawn again at most, in a tenth of the time that all took."""


def examine(test: Test, options: settings, result: Result) -> Health:
    """What a test suffers from that had valid cases and passed."""
    statistics = result.statistics
    drawing = None
    found = set()
    if statistics.invalid >= MANY and statistics.invalid > 5 * statistics.valid:
        found.add(HealthCheck.filter_too_much)
    if statistics.overruns >= FEW and 2 * statistics.overruns > statistics.valid:
        found.add(HealthCheck.data_too_large)
    if 2 * statistics.simplest_size > options.max_choices:
        found.add(HealthCheck.large_base_example)
    if statistics.is_slow and HealthCheck.too_slow not in options.suppress_health_check:
        # As the run did: strategies may use the shared generators of random numbers.
        with Seeding(test):
            drawing = _measure_drawing(test, options, result)
        if drawing.share > 0.5:
            found.add(HealthCheck.too_slow)
    wanted = found.difference(options.suppress_health_check)
    return Health(tuple(check for check in HealthCheck if check in wanted), drawing)


def _measure_drawing(test: Test, options: settings, result: Result) -> Drawing:
    statistics = result.statistics
    random = Random(result.seed)
    patience = statistics.seconds / 20
    each = _time_of(test, lambda: _DrawnCase(random, 1.0, options.max_choices), patience)
    times, source = _Times(), RandomSource(random)
    _time_of(test, lambda: _TimedCase(source, options.max_choices, times), patience)
    slowest, own_share = times.slowest()
    return Drawing(
        seconds=statistics.seconds,
        share=min(1.0, each * statistics.tried / statistics.seconds),
        strategy=slowest.strategy,
        own_share=own_share,
        acceptance=slowest.draws / (slowest.draws + slowest.refusals),
    )


def _time_of(test: Test, new_case: Callable[[], Case], patience: float) -> float:
    """How long the arguments of a case take to draw, on average; the bodies are not run."""
    started, count = perf_counter(), 0
    while count < SAMPLES and (count == 0 or perf_counter() - started < patience):
        count += 1
        case = new_case()
        token = current.set(case)
        try:
            test(case)
        except (StopCase, UnsatisfiedAssumption, Exception):
            # It has been drawn, or not: what a strategy raises was met before, if it matters.
            pass
        finally:
            current.reset(token)
    return (perf_counter() - started) / count


class _DrawnCase(RandomCase):
    """A light case that ends where its body would begin."""

    def arguments_drawn(self, values: Sequence[object] = ()) -> None:
        raise Duplicate


class _Tally:
    """What a strategy took by itself, and how often it drew and drew again."""

    def __init__(self, strategy: Drawable) -> None:
        self.strategy = strategy
        self.seconds = 0.0
        self.draws = 0
        self.refusals = 0


class _Times:
    """The tallies of strategies while cases are drawn."""

    def __init__(self) -> None:
        # A strategy that is made anew for each case stays here, so that its identity is its own.
        self._tallies: dict[int, _Tally] = {}

    def tally_of(self, strategy: Drawable) -> _Tally:
        if id(strategy) not in self._tallies:
            self._tallies[id(strategy)] = _Tally(strategy)
        return self._tallies[id(strategy)]

    def slowest(self) -> tuple[_Tally, float]:
        """The strategy that took most, and its share. Those that read the same are one."""
        groups: dict[str, _Tally] = {}
        for tally in self._tallies.values():
            group = groups.setdefault(repr(tally.strategy), _Tally(tally.strategy))
            group.seconds += tally.seconds
            group.draws += tally.draws
            group.refusals += tally.refusals
        slowest = max(groups.values(), key=lambda group: group.seconds)
        total = sum(group.seconds for group in groups.values())
        # Too little for the clock to see is nothing.
        return slowest, slowest.seconds / total if total else 0.0


class _TimedCase(Sketch):
    """Times each strategy."""

    def __init__(self, source: RandomSource, limit: int, times: _Times) -> None:
        super().__init__(source, limit)
        self._times = times
        self._stack: list[_Tally] = []
        self._since = 0.0

    def draw(self, strategy: Drawable, label: str | None = None) -> Any:
        self._charge()
        tally = self._times.tally_of(strategy)
        tally.draws += 1
        self._stack.append(tally)
        try:
            return super().draw(strategy, label)
        finally:
            self._charge()
            self._stack.pop()

    def _charge(self) -> None:
        """What passed since the last look is the innermost strategy's."""
        now = perf_counter()
        if self._stack:
            self._stack[-1].seconds += now - self._since
        self._since = now

    def retry(self, checkpoint: Any, attempt: int) -> bool:
        if self._stack:
            self._stack[-1].refusals += 1
        return super().retry(checkpoint, attempt)
