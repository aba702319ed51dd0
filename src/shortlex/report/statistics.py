"""Statistics: what to say of a run besides how it ended, a few lines for each property."""

from __future__ import annotations

from collections import Counter

from shortlex.report.terminal import reduction_line
from shortlex.runner.result import Result, Statistics
from shortlex.settings import settings

MOST = 5
"""So many events, and so many reasons of rejections, are shown: the most frequent ones."""


def statistics_lines(result: Result, options: settings, *, has_survey: bool = False) -> list[str]:
    """Counts, reasons, events, scores and reductions; a survey says more of scores."""
    statistics = result.statistics
    lines = [cases_line(result, options)]
    reasons = rejection_counts(statistics)
    lines += [f"{count:,} rejected by {reason}" for reason, count in reasons.most_common(MOST)]
    if len(reasons) > MOST:
        lines.append(f"... and by {len(reasons) - MOST:,} more")
    lines += _event_lines(statistics)
    for label, score in () if has_survey else sorted(statistics.targets.items()):
        lines.append(f"Highest target{f' {label!r}' if label else ''}: {score:g}")
    for failure in result.failures:
        if failure.history is not None:
            lines.append(reduction_line(failure.history, failure.trace))
    return lines


def rejection_counts(statistics: Statistics) -> Counter[str]:
    """By reason, in words, how many cases were invalid."""
    reasons: Counter[str] = Counter()
    for reason, count in statistics.rejections.items():
        reasons[str(reason) or "assume() or reject()"] += count
    return reasons


def cases_line(result: Result, options: settings) -> str:
    """How many cases there were, how long they took, and why no more were run."""
    statistics = result.statistics
    counts = [
        f"{count:,} {name}"
        for name, count in (
            ("valid", statistics.valid),
            ("invalid", statistics.invalid),
            ("too large", statistics.overruns),
            ("met before", statistics.duplicates),
        )
        if count or name == "valid"
    ]
    return (
        f"Cases: {', '.join(counts)} in {statistics.seconds:.2f} s; {_why_ended(result, options)}"
    )


def _why_ended(result: Result, options: settings) -> str:
    valid, wanted = result.statistics.valid, options.max_examples
    if result.statistics.is_exhausted:
        return "there are no others"
    if result.failures:
        return f"{len(result.failures):,} failed"
    if valid < wanted:
        return "too few are valid"
    return f"max_examples={wanted}" if valid == wanted else "its time was over"


def _event_lines(statistics: Statistics) -> list[str]:
    shown = statistics.events.most_common(MOST)
    share = max(1, statistics.valid)
    lines = [f"{count / share:.0%} {name}" for name, count in shown]
    if len(statistics.events) > MOST:
        lines.append(f"... and {len(statistics.events) - MOST:,} more events")
    return lines


def fixtures_line(cases: int, seconds: float) -> str:
    """What it cost to set fixtures up and tear them down for each case."""
    each = 1000 * seconds / cases if cases else 0.0
    return f"Fixtures: set up and torn down {cases:,} times in {seconds:.2f} s ({each:.3f} ms each)"
