"""Statistics page: everything about the cases of one property, for the terminal."""

from __future__ import annotations

from typing import Any

from shortlex.report.statistics import statistics_lines
from shortlex.report.survey_lines import survey_lines
from shortlex.runner.drawing import sample_draws
from shortlex.runner.result import Result
from shortlex.runner.survey import Survey
from shortlex.settings import settings

PATIENCE = 0.2
"""Seconds for which cases are drawn once more, to see what takes how long; more if the test took
long: a tenth of that."""


def page_lines(result: Result, options: settings, survey: Survey, function: Any) -> list[str]:
    """The lines of the property that ``function`` is."""
    lines = statistics_lines(result, options, has_survey=True)
    tested = getattr(function, "shortlex", None)
    draws, names = None, ()
    if tested is not None and result.statistics.tried:
        # Only draws: the body, and so what it is called with besides, is of no interest.
        test = tested.test_function((), {})
        patience = max(PATIENCE, result.statistics.seconds / 10)
        draws = sample_draws(test, options.max_choices, result.seed, patience)
        names = tuple(tested.strategies)
    return lines + survey_lines(result, survey, draws, names)
