"""Advice: the words for what a passing test suffers from, a line each."""

from __future__ import annotations

import sys
from collections import Counter
from collections.abc import Mapping, Sequence

from shortlex.core.source import TRIES
from shortlex.runner.result import Drawing, Result, Statistics
from shortlex.settings import HealthCheck, settings

WIDEST = 80
"""So many characters of a strategy are shown."""


def advice_lines(
    name: str, result: Result, options: settings, leaks: Mapping[str, int]
) -> tuple[str, ...]:
    """All there is to say. ``leaks`` are tasks that cases left running."""
    problems = result.health.problems
    lines = [f"{name}: {health_words(each, result, options)}" for each in problems]
    for task, count in leaks.items():
        cases = "1 case" if count == 1 else f"{count:,} cases"
        lines.append(f"{name}: {cases} left the task {task} running: it was cancelled.")
    return tuple(lines)


def print_advice(lines: Sequence[str]) -> None:
    """For a test that is called directly. No warning: somewhere those are errors."""
    for line in lines:
        print(f"shortlex: {line}", file=sys.stderr)


def health_words(check: HealthCheck, result: Result, options: settings) -> str:
    """What a test suffers from, and what to do about it."""
    statistics, drawing = result.statistics, result.health.drawing
    if check is HealthCheck.filter_too_much:
        return _filter_words(statistics)
    if check is HealthCheck.data_too_large:
        return (
            f"{statistics.overruns:,} of {statistics.tried:,} cases wanted more than "
            f"{options.max_choices:,} choices and were dropped. Make the data smaller, "
            "or raise settings(max_choices=...)."
        )
    if check is HealthCheck.large_base_example:
        return (
            f"even the simplest case has a size of {statistics.simplest_size:,}, so every case is "
            "slow and none can be small. Lower what the strategies need at least."
        )
    assert drawing is not None, "that it is slow was measured"
    return _drawing_words(drawing)


def _filter_words(statistics: Statistics) -> str:
    """Which filter or assumption refused most, and how much it lets through."""
    reasons: Counter[str] = Counter()
    filters = set()
    for reason, count in statistics.rejections.items():
        reasons[_short(reason)] += count
        if not isinstance(reason, str):
            filters.add(_short(reason))
    tried = statistics.valid + statistics.invalid
    text = f"only {statistics.valid:,} of {tried:,} cases were valid"
    ((reason, count),) = reasons.most_common(1)
    refused = count / tried
    # A filter has so many tries in each case, and a case is refused if none of them was kept.
    accepted = 1 - refused ** (1 / TRIES) if reason in filters else 1 - refused
    return (
        f"{text} ({reason or 'the test'}; about {100 * accepted:.2g}% pass it). "
        "Draw values that fit, instead of refusing those that do not."
    )


def _drawing_words(drawing: Drawing) -> str:
    text = f"{drawing.share:.0%} of its {drawing.seconds:.1f} s went into drawing values"
    text += f", {drawing.own_share:.0%} of that into {_short(drawing.strategy)}"
    if drawing.acceptance < 0.5:
        text += f", which kept {100 * drawing.acceptance:.2g}% of what it drew"
    return f"{text}. Make that simpler, or smaller."


def _short(reason: object) -> str:
    text = str(reason)
    return text if len(text) <= WIDEST else f"{text[: WIDEST - 3]}..."
