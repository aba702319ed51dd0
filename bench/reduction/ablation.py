"""Ablation: the corpus with each pass left out in turn. A pass that nothing misses must go."""

from __future__ import annotations

import argparse
from dataclasses import replace
from typing import Any

from bench.reduction import corpus
from bench.reduction.pool import Job, do_jobs
from bench.reduction.run import Limits
from bench.reduction.verdicts import missed
from bench.table import format_table

SEEDS = 5
SECONDS = 10.0
CALLS = 5000
PATIENCE = 3
"""So many times as long may a case take without a pass: not done in time means much longer."""


def run(options: argparse.Namespace) -> dict[str, Any]:
    from shortlex.reducer.schedule import PASSES

    seeds = options.seeds or SEEDS
    seconds = options.seconds or SECONDS
    whole = Limits(seeds, seconds, options.calls or CALLS)
    limits = replace(whole, seconds=PATIENCE * seconds)
    names = corpus.names_of(options)
    passes = [one.__name__ for one in PASSES]
    jobs = [Job("Shortlex", name, whole) for name in names]
    jobs += [Job("Shortlex", name, limits, left_out) for left_out in passes for name in names]
    figures = {(job.left_out, job.case): one for job, one in do_jobs(jobs, options.jobs)}
    by_pass: dict[str, dict[str, str]] = {}
    for left_out in passes:
        verdicts = {name: missed(figures[None, name], figures[left_out, name]) for name in names}
        by_pass[left_out] = {name: worse for name, worse in verdicts.items() if worse is not None}
    print_passes(by_pass)
    return {
        "passes": by_pass,
        "cases": len(names),
        "seeds": seeds,
        "calls": limits.calls,
        "seconds": seconds,
    }


def print_passes(by_pass: dict[str, dict[str, str]]) -> None:
    rows = []
    for name, worse in by_pass.items():
        some = "; ".join(f"{case} {how}" for case, how in list(worse.items())[:4])
        rows.append([name, some or "missed by nothing", str(len(worse))])
    print(format_table(["left out", "for instance", "cases worse"], rows, words=2))
