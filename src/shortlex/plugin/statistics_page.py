"""Statistics page: everything about the cases of one property, for the terminal."""

from __future__ import annotations

import pytest

from shortlex.plugin.fixtures import CaseFixtures
from shortlex.report.statistics import fixtures_line, statistics_lines, survey_lines
from shortlex.runner.draw_times import sample_draws
from shortlex.runner.result import Result
from shortlex.runner.survey import Survey
from shortlex.settings import settings

MIN_DRAW_SECONDS = 0.2
"""Minimum seconds for drawing cases again to measure draw times. A slow test gets more: a tenth of
its own time."""


class StatisticsPage:
    """Watches one property, and writes the lines about it."""

    def __init__(self, item: pytest.Item, fixtures: CaseFixtures | None, lines: list[str]) -> None:
        self.observer = Survey()
        self._item = item
        self._fixtures = fixtures
        self._lines = lines

    def keep(self, result: Result, options: settings) -> None:
        lines = statistics_lines(result, options, has_survey=True)
        tested = getattr(getattr(self._item, "obj", None), "shortlex", None)
        draws, names = None, ()
        if tested is not None and result.statistics.tried:
            # Only for drawing: the body is not run, so its other arguments are not needed.
            test = tested.test_function((), {})
            patience = max(MIN_DRAW_SECONDS, result.statistics.seconds / 10)
            draws = sample_draws(test, options.max_choices, result.seed, patience)
            names = tuple(tested.strategies)
        lines += survey_lines(result, self.observer, draws, names)
        if self._fixtures is not None and self._fixtures.cases:
            lines.append(fixtures_line(self._fixtures.cases, self._fixtures.seconds))
        self._lines[:] = lines
