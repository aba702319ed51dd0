"""Flaky: cases of the corpus whose failing inputs fail only in some of their runs.

Each is reduced twice from the same failing start: once as it is, and once with every failure left
to chance. Given are how often either result is at most half as large again as the ideal, how often
the second is the ideal, how many runs the reduction took beside the plain one, with and without
those that only measure the rate for the report, and how often the reported interval holds the true
rate. A failure is lost if what is reported cannot fail.
"""

from __future__ import annotations

import argparse
import sys
from random import Random
from typing import Any, NamedTuple

from bench.reduction.case import Case
from bench.reduction.every import CASES
from bench.table import format_table
from shortlex import Phase, settings
from shortlex import strategies as st
from shortlex.runner.run import run as run_test

NAMES = (
    "bound5",
    "binheap",
    "calculator",
    "reverse",
    "big_distinct",
    "coupling",
    "deletion",
    "nestedlists",
    "large_union_list",
    "big_lengthlist",
    "difference_one",
)
RATES = (0.2, 0.5, 0.9)
LIMIT = 0.05
CLOSE = 1.5


class BugError(Exception):
    """The bug."""


class Reduced(NamedTuple):
    """One reduction."""

    value: Any
    calls: int
    """Runs of the body after the first that failed."""
    measuring: int
    """Of these, the runs that only measured the rate."""
    interval: tuple[float, float]
    accepted: int


def run(options: argparse.Namespace) -> dict[str, Any]:
    names = options.cases or NAMES
    figures: dict[str, Any] = {}
    for name in names:
        print(f"\r{name:30}", end="", file=sys.stderr, flush=True)
        plain = {seed: reduce_once(CASES[name], seed, None) for seed in range(options.seeds)}
        for rate in RATES:
            found = [
                (one, reduce_once(CASES[name], seed, rate))
                for seed, one in plain.items()
                if one is not None
            ]
            figures[f"{name} {rate}"] = summary(CASES[name], rate, found)
    print(file=sys.stderr)
    header = ["case", "rate", "seeds", "plain close", "close", "ideal", "lost", "covered"]
    header += ["plain", "flaky", "ratio", "without measuring"]
    rows = [_row(name.split(), one) for name, one in figures.items()]
    for rate in RATES:
        these = [one for name, one in figures.items() if name.endswith(f" {rate}")]
        mean = {key: sum(one[key] for one in these) / len(these) for key in these[0]}
        rows.append(_row(["mean", str(rate)], mean))
    print(format_table(header, rows, words=2))
    return {"cases": figures, "seeds": options.seeds, "limit": LIMIT}


def _row(name: list[str], one: dict[str, float]) -> list[str]:
    keys = ("plain_close", "close", "ideal", "lost", "covered")
    shares = [f"{100 * one[key]:.0f}%" for key in keys]
    counts = [f"{one[key]:.1f}" for key in ("plain", "flaky", "ratio", "ratio_without_measuring")]
    return [*name, f"{one['seeds']:.0f}", *shares, *counts]


def reduce_once(case: Case, seed: int, rate: float | None) -> Reduced | None:
    """Find a failing value from a seed, the same for all rates, and reduce it."""
    random = Random(seed)
    strategy = case.make(st)
    calls: list[Any] = []

    def test(handle: Any) -> None:
        value = handle.draw(strategy)
        handle.arguments_drawn([value])
        is_first = not calls
        if is_first and not (case.fails(value) and (case.is_big is None or case.is_big(value))):
            return
        calls.append(value)
        if case.fails(value) and (is_first or rate is None or random.random() < rate):
            raise BugError

    limits = settings(
        max_examples=case.max_examples,
        phases=[Phase.generate, Phase.shrink],
        report_multiple_bugs=False,
        min_failure_rate=None if rate is None else LIMIT,
    )
    result = run_test(test, limits, seed=seed)
    if not result.failures:
        return None
    failure = result.failures[0]
    # The last runs are all of the case that is reported.
    value = calls[-1]
    measured = failure.frequency.rate if failure.frequency is not None else None
    steps = failure.history.steps if failure.history is not None else ()
    return Reduced(
        value=value,
        calls=len(calls) - 1,
        measuring=0 if measured is None else measured.runs,
        interval=(1.0, 1.0) if measured is None else measured.interval(),
        accepted=len(steps),
    )


def summary(case: Case, rate: float, found: list[Any]) -> dict[str, float]:
    """The figures of one case at one rate."""
    count = max(1, len(found))

    def size(value: Any) -> float:
        return float(case.size(value)) if case.size is not None else float(len(repr(value)))

    def share(claims: Any) -> float:
        return sum(bool(claim) for claim in claims) / count

    def mean(numbers: Any) -> float:
        return sum(numbers) / count

    plain = mean(one.calls for one, _ in found)
    flaky = mean(many.calls for _, many in found)
    measuring = mean(many.measuring for _, many in found)
    return {
        "seeds": len(found),
        "plain_close": share(size(one.value) <= CLOSE * size(case.ideal) for one, _ in found),
        "close": share(size(many.value) <= CLOSE * size(case.ideal) for _, many in found),
        "ideal": share(many.value == case.ideal for _, many in found),
        "lost": share(not case.fails(many.value) for _, many in found),
        "covered": share(many.interval[0] <= rate <= many.interval[1] for _, many in found),
        "plain": plain,
        "plain_accepted": mean(one.accepted for one, _ in found),
        "flaky": flaky,
        "ratio": flaky / max(1.0, plain),
        "ratio_without_measuring": (flaky - measuring) / max(1.0, plain),
    }
