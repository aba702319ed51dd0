"""Corpus: every case on both libraries, side by side, with the geometric means of the ratios."""

from __future__ import annotations

import argparse
from typing import Any

from bench.reduction.every import CASES
from bench.reduction.pool import Job, do_jobs
from bench.reduction.run import Limits
from bench.reduction.verdicts import Figures, geometric_means, share_of_ideals, verdicts
from bench.table import format_table

SEEDS = 10


def run(options: argparse.Namespace) -> dict[str, Any]:
    seeds = options.seeds or SEEDS
    figures = measure(options, names_of(options), seeds)
    print_figures(figures)
    return {"cases": figures, "seeds": seeds, "means": geometric_means(figures)}


def names_of(options: argparse.Namespace) -> list[str]:
    return options.cases or list(CASES)[:: options.every]


def measure(options: argparse.Namespace, names: list[str], seeds: int) -> Figures:
    """The figures of some cases on the libraries asked for."""
    limits = Limits(seeds, options.seconds, options.calls)
    jobs = [Job(library, name, limits) for name in names for library in options.only]
    # In the order of the cases, whichever is done first.
    figures: Figures = {name: {} for name in names}
    done = {(job.case, job.library): one for job, one in do_jobs(jobs, options.jobs)}
    for job in jobs:
        figures[job.case][job.library] = done[job.case, job.library]
    return figures


def print_figures(figures: Figures) -> None:
    header = ["case", "library", "seeds", "ideal", "results", "size", "95%", "calls", "worst"]
    header += ["to best", "generated", "ms"]
    rows = []
    for name, both in figures.items():
        for library, one in both.items():
            if not one["seeds"]:
                rows.append([name, library, "0"] + [""] * 9)
                continue
            ideal = "-" if one["ideal"] is None else f"{one['ideal']:.0%}"
            low, high = one["size_interval"]
            rows.append(
                [name, library, str(one["seeds"]), ideal, str(one["results"])]
                + [f"{one['size']:.2f}", f"{low:.2f}-{high:.2f}", f"{one['calls']:.1f}"]
                + [str(one["worst"]), f"{one['calls_to_best']:.1f}"]
                + [f"{one['generations']:.1f}", f"{one['milliseconds']:.2f}"]
            )
    print(format_table(header, rows, words=2))
    for library in ("Shortlex", "Hypothesis"):
        share = share_of_ideals(figures, library)
        if share is not None:
            print(f"{library}: the ideal from {share:.1%} of seeds")
    for key, ratio in geometric_means(figures).items():
        print(f"geometric mean of Shortlex / Hypothesis, {key}: {ratio:.3f}")
    for promise, cases in verdicts(figures).items():
        print(f"{promise}: {', '.join(cases) or 'none'}")
