"""Health: finds problems of a passing test, after its cases were run.

Nothing is measured while cases run. If they took long, a few more are drawn but not run, to see
how much of the time was spent on drawing, and in which strategy. The statistics measure this, too.
"""

from __future__ import annotations

from collections import Counter
from collections.abc import Callable
from math import isinf, isnan
from typing import Any, NamedTuple

from shortlex.control import current
from shortlex.core.case import Case, Drawable, RandomCase, RecordedCase
from shortlex.core.domain import Domain
from shortlex.core.mood import MOODS
from shortlex.core.source import RandomSource
from shortlex.core.trace import end_before_body
from shortlex.errors import StopCase, UnsatisfiedAssumption
from shortlex.random_state import Random
from shortlex.runner.execute import Test
from shortlex.runner.forks import end_fork
from shortlex.runner.result import MIN_REFUSED, Drawing, Health, Result
from shortlex.runner.shared_random import Seeding
from shortlex.settings import HealthCheck, settings
from shortlex.system.genuine import perf_counter

MIN_INVALID = 50
"""Fewer invalid cases than this may be chance."""


def examine(test: Test, options: settings, result: Result) -> Health:
    """The problems of a test that had valid cases and passed."""
    statistics = result.statistics
    drawing = None
    found = set()
    if statistics.invalid >= MIN_INVALID and statistics.invalid > 5 * statistics.valid:
        found.add(HealthCheck.filter_too_much)
    if statistics.overruns >= MIN_REFUSED and 2 * statistics.overruns > statistics.valid:
        found.add(HealthCheck.data_too_large)
    if 2 * statistics.simplest_size > options.max_choices:
        found.add(HealthCheck.large_base_example)
    if statistics.is_slow and HealthCheck.too_slow not in options.suppress_health_check:
        # Seeded like the run: strategies may use the shared random generators.
        with Seeding(test):
            drawing = _measure_drawing(test, options, result)
        if drawing is not None and drawing.share > 0.5:
            found.add(HealthCheck.too_slow)
    wanted = found.difference(options.suppress_health_check)
    return Health(tuple(check for check in HealthCheck if check in wanted), drawing)


def _measure_drawing(test: Test, options: settings, result: Result) -> Drawing | None:
    """How long drawing takes; None if everything is drawn in the body, as in a state machine."""
    statistics = result.statistics
    random = Random(result.seed)
    patience = statistics.seconds / 20  # used twice, so a tenth of the time of the run
    each = time_of(test, lambda: drawn_case(random, options.max_choices), patience)
    times, source = DrawTimes(), RandomSource(random)
    time_of(test, lambda: TimedCase(source, options.max_choices, times), patience)
    if not times.groups():
        return None
    slowest, own_share = times.slowest()
    return Drawing(
        seconds=statistics.seconds,
        share=min(1.0, each * (statistics.tried + statistics.duplicates) / statistics.seconds),
        strategy=slowest.strategy,
        own_share=own_share,
        acceptance=slowest.draws / max(1, slowest.draws + slowest.refusals),
    )


MAX_SAMPLES = 20
"""How many cases are drawn at most, by default."""

MAX_STATISTICS_SAMPLES = 200
"""How many cases are drawn at most for statistics."""


def time_of(
    test: Test, new_case: Callable[[], Case], patience: float, most: int = MAX_SAMPLES
) -> float:
    """The average time to draw the arguments of a case; bodies are not run."""
    started, count = perf_counter(), 0
    while count < most and (count == 0 or perf_counter() - started < patience):
        count += 1
        case = new_case()
        token = current.set(case)
        try:
            test(case)
        except (StopCase, UnsatisfiedAssumption, Exception):
            # The case ended before its body, or a strategy raised: the run has reported that.
            pass
        finally:
            if case.is_forked:
                end_fork(None)
            current.reset(token)
    return (perf_counter() - started) / count


def drawn_case(random: Random, limit: int) -> RandomCase:
    """A light case in some mood that ends before its body."""
    # Not a subclass: strategies draw as fast, and search where filters refuse, only in this class.
    case = RandomCase(random, 1.0, limit)
    mood = MOODS[random.getrandbits(8)]
    case.begin_case(mood.special, mood.scale)
    case.arguments_drawn = end_before_body  # type: ignore[method-assign]  # see above
    return case


class DrawTally:
    """A strategy's own time, and how often it drew and retried."""

    def __init__(self, strategy: Drawable) -> None:
        self.strategy = strategy
        self.seconds = 0.0
        self.draws = 0
        self.refusals = 0


class DrawTimes:
    """The tallies of strategies while cases are drawn."""

    def __init__(self) -> None:
        # Keeps strategies that are newly made for each case alive, so that ids stay unique.
        self._tallies: dict[int, DrawTally] = {}
        self.arguments: list[float] = []
        """The total time of each argument, including its parts."""

    def tally_of(self, strategy: Drawable) -> DrawTally:
        if id(strategy) not in self._tallies:
            self._tallies[id(strategy)] = DrawTally(strategy)
        return self._tallies[id(strategy)]

    def add_argument(self, number: int, seconds: float) -> None:
        if number == len(self.arguments):
            self.arguments.append(0.0)
        self.arguments[number] += seconds

    def groups(self) -> list[DrawTally]:
        """The tallies, slowest first. Strategies with the same repr are grouped."""
        groups: dict[str, DrawTally] = {}
        for tally in self._tallies.values():
            group = groups.setdefault(repr(tally.strategy), DrawTally(tally.strategy))
            group.seconds += tally.seconds
            group.draws += tally.draws
            group.refusals += tally.refusals
        return sorted(groups.values(), key=lambda group: -group.seconds)

    def slowest(self) -> tuple[DrawTally, float]:
        """The strategy that took the most time, and its share."""
        groups = self.groups()
        total = sum(group.seconds for group in groups)
        # The total is 0 if the clock is too coarse.
        return groups[0], groups[0].seconds / total if total else 0.0


class TimedCase(RecordedCase):
    """Times each strategy; the body is not run."""

    def __init__(self, source: RandomSource, limit: int, times: DrawTimes) -> None:
        super().__init__(source, limit)
        self.on_arguments = end_before_body
        self._times = times
        self._stack: list[DrawTally] = []
        self._since = 0.0
        self._arguments = 0

    def draw(self, strategy: Drawable, label: str | None = None) -> Any:
        self._charge()
        started = self._since
        tally = self._times.tally_of(strategy)
        self._stack.append(tally)
        try:
            value = super().draw(strategy, label)
            # A draw that is given up keeps no value.
            tally.draws += 1
            return value
        finally:
            self._charge()
            self._stack.pop()
            if not self._stack:
                self._times.add_argument(self._arguments, self._since - started)
                self._arguments += 1

    def _charge(self) -> None:
        """Add the time since the last call to the innermost strategy."""
        now = perf_counter()
        if self._stack:
            self._stack[-1].seconds += now - self._since
        self._since = now

    def retry(self, checkpoint: Any, attempt: int, skipped: int = 0) -> bool:
        if self._stack:
            self._stack[-1].refusals += 1
        return super().retry(checkpoint, attempt, skipped)


class Draws(NamedTuple):
    """What was measured about drawing."""

    cases: int
    """How many cases were drawn."""
    seconds: float
    """The time to draw the arguments of one case, without the cost of measuring."""
    strategies: list[DrawTally]
    """The own time of each strategy, slowest first."""
    arguments: list[float]
    """The time of each argument."""
    edges: dict[str, Counter[str]]
    """For each kind of choice, the count of each kind of edge; '' for no edge."""


def sample_draws(test: Test, limit: int, seed: int, patience: float) -> Draws:
    """Draw the arguments of random cases, for at most ``patience`` seconds."""
    random = Random(seed)
    times, source = DrawTimes(), RandomSource(random)
    cases: list[TimedCase] = []

    def new_case() -> TimedCase:
        cases.append(TimedCase(source, limit, times))
        return cases[-1]

    # Seeded like the run: strategies may use the shared random generators.
    with Seeding(test):
        each = time_of(
            test, lambda: drawn_case(random, limit), patience / 2, MAX_STATISTICS_SAMPLES
        )
        time_of(test, new_case, patience / 2, MAX_STATISTICS_SAMPLES)
    edges: dict[str, Counter[str]] = {}
    for case in cases:
        for domain, choice in zip(case.domains, case.choices, strict=True):
            # If there are only two values, both are edges.
            if domain.count is None or domain.count > 2:
                edges.setdefault(domain.kind, Counter())[edge_of(domain, choice)] += 1
    return Draws(len(cases), each, times.groups(), times.arguments, edges)


def edge_of(domain: Domain, choice: Any) -> str:
    """Which kind of edge value a choice is; '' if it is none."""
    if isinstance(choice, float):
        if isnan(choice) or isinf(choice):
            return "nan" if isnan(choice) else "infinite"
        if repr(choice) == repr(domain.simplest):
            return "simplest"
        return "other edges" if repr(choice) in map(repr, domain.edges()) else ""
    if isinstance(choice, (str, bytes)) and not choice:
        return "empty"
    if choice == domain.simplest:
        return "simplest"
    return "other edges" if choice in domain.edges() else ""
