"""Health: finds problems of a passing test, after its cases were run.

Nothing is measured while cases run. If they took long, a few more are drawn but not run, to see
how much of the time was spent on drawing, and in which strategy.
"""

from __future__ import annotations

from shortlex.core.source import RandomSource
from shortlex.random_state import Random
from shortlex.runner.draw_times import DrawnCase, DrawTimes, TimedCase, time_of
from shortlex.runner.execute import Test
from shortlex.runner.result import MIN_REFUSED, Drawing, Health, Result
from shortlex.runner.shared_random import Seeding
from shortlex.settings import HealthCheck, settings

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
        if drawing.share > 0.5:
            found.add(HealthCheck.too_slow)
    wanted = found.difference(options.suppress_health_check)
    return Health(tuple(check for check in HealthCheck if check in wanted), drawing)


def _measure_drawing(test: Test, options: settings, result: Result) -> Drawing:
    statistics = result.statistics
    random = Random(result.seed)
    patience = statistics.seconds / 20  # used twice, so a tenth of the time of the run
    each = time_of(test, lambda: DrawnCase(random, 1.0, options.max_choices), patience)
    times, source = DrawTimes(), RandomSource(random)
    time_of(test, lambda: TimedCase(source, options.max_choices, times), patience)
    slowest, own_share = times.slowest()
    return Drawing(
        seconds=statistics.seconds,
        share=min(1.0, each * statistics.tried / statistics.seconds),
        strategy=slowest.strategy,
        own_share=own_share,
        acceptance=slowest.draws / (slowest.draws + slowest.refusals),
    )
