"""Corpus: every case on both libraries, side by side, with the geometric means of the ratios."""

from __future__ import annotations

import argparse
import sys
from math import exp, log
from random import Random
from typing import Any

from bench.reduction import classics, forks, suites
from bench.reduction.case import CASES, Case
from bench.reduction.run import Library, Outcome, reduce_once, summary
from bench.table import format_table

# Importing them has registered their cases.
_SOURCES = (classics, forks, suites)

LIBRARIES = ("Shortlex", "Hypothesis")


def run(options: argparse.Namespace) -> dict[str, Any]:
    names = options.cases or list(CASES)
    libraries = [Library(name) for name in LIBRARIES if options.only in (None, name)]
    figures: dict[str, Any] = {}
    for number, name in enumerate(names, 1):
        print(f"\r{number}/{len(names)} {name:30}", end="", file=sys.stderr, flush=True)
        figures[name] = {
            library.name: reduce_many(library, CASES[name], options.seeds) for library in libraries
        }
    print(file=sys.stderr)
    print_figures(figures)
    return {"cases": figures, "seeds": options.seeds, "means": geometric_means(figures)}


def reduce_many(library: Library, case: Case, seeds: int) -> dict[str, Any]:
    outcomes = [reduce_once(library, case, seed) for seed in range(seeds)]
    found = [outcome for outcome in outcomes if outcome is not None]
    result = summary(case, found)
    if found:
        result["size_interval"] = _bootstrap(found)
    return result


def _bootstrap(outcomes: list[Outcome]) -> tuple[float, float]:
    """A 95% interval for the mean size."""
    random = Random(0)
    sizes = [outcome.size for outcome in outcomes]
    means = sorted(sum(random.choices(sizes, k=len(sizes))) / len(sizes) for _ in range(1000))
    return means[25], means[974]


def geometric_means(figures: dict[str, Any]) -> dict[str, float]:
    """Of the ratios Shortlex to Hypothesis, over the cases that both have."""
    result = {}
    for key in ("calls", "calls_to_best", "generations", "milliseconds"):
        ratios = [
            log(max(0.5, both["Shortlex"][key]) / max(0.5, both["Hypothesis"][key]))
            for both in figures.values()
            if len(both) == 2 and all(one.get("seeds") for one in both.values())
        ]
        if ratios:
            result[key] = exp(sum(ratios) / len(ratios))
    return result


def print_figures(figures: dict[str, Any]) -> None:
    header = ["case", "library", "seeds", "ideal", "results", "size", "95%", "calls", "worst"]
    header += ["to best", "generated", "ms"]
    rows = []
    for name, both in figures.items():
        for library, one in both.items():
            if not one.get("seeds"):
                rows.append([name, library, "0"] + [""] * 9)
                continue
            ideal = "-" if one["ideal"] is None else f"{100 * one['ideal']:.0f}%"
            low, high = one["size_interval"]
            rows.append(
                [name, library, str(one["seeds"]), ideal, str(one["results"])]
                + [f"{one['size']:.2f}", f"{low:.2f}-{high:.2f}", f"{one['calls']:.1f}"]
                + [str(one["worst"]), f"{one['calls_to_best']:.1f}"]
                + [f"{one['generations']:.1f}", f"{one['milliseconds']:.2f}"]
            )
    print(format_table(header, rows, words=2))
    for key, ratio in geometric_means(figures).items():
        print(f"geometric mean of Shortlex / Hypothesis, {key}: {ratio:.3f}")
    for line in _verdicts(figures):
        print(line)


def _verdicts(figures: dict[str, Any]) -> list[str]:
    """What the promises are, and which cases break them."""
    lines = []
    ours = {name: both["Shortlex"] for name, both in figures.items() if "Shortlex" in both}
    rated = {n: one for n, one in ours.items() if one.get("seeds") and one["ideal"] is not None}
    if rated:
        total = sum(one["ideal"] * one["seeds"] for one in rated.values())
        share = total / sum(one["seeds"] for one in rated.values())
        low = [f"{n} {100 * one['ideal']:.0f}%" for n, one in rated.items() if one["ideal"] < 0.9]
        lines.append(f"ideal on {100 * share:.1f}% of seeds; below 90%: {', '.join(low) or 'none'}")
    both = {
        n: b for n, b in figures.items() if len(b) == 2 and all(o.get("seeds") for o in b.values())
    }
    worse = [
        n
        for n, b in both.items()
        if b["Shortlex"]["ideal"] is not None and b["Shortlex"]["ideal"] < b["Hypothesis"]["ideal"]
    ]
    more = [
        f"{n} {b['Shortlex']['calls']:.0f}/{b['Hypothesis']['calls']:.0f}"
        for n, b in both.items()
        if b["Shortlex"]["calls"] > 1.2 * b["Hypothesis"]["calls"]
    ]
    if both:
        lines.append(f"a worse share than Hypothesis: {', '.join(worse) or 'none'}")
        lines.append(f"over a fifth more calls: {', '.join(more) or 'none'}")
    return lines
