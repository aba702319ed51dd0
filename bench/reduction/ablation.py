"""Ablation: the corpus with each pass left out in turn. A pass that nothing misses must go."""

from __future__ import annotations

import argparse
import sys
from typing import Any

from bench.reduction import corpus
from bench.reduction.case import CASES
from bench.reduction.run import Library
from bench.table import format_table


def run(options: argparse.Namespace) -> dict[str, Any]:
    from shortlex.reducer import reduce as loop
    from shortlex.reducer.schedule import PASSES, SCHEDULE, Schedule

    library = Library("Shortlex")
    names = [name for name in options.cases or CASES if CASES[name].ideal is not None]
    figures: dict[str, Any] = {}
    for left_out in (None, *PASSES):
        label = left_out.__name__ if left_out is not None else "(none)"
        loop.SCHEDULE = Schedule(
            *(tuple(p for p in tier if p is not left_out) for tier in SCHEDULE)
        )
        figures[label] = {}
        for name in names:
            print(f"\rwithout {label}: {name:40}", end="", file=sys.stderr, flush=True)
            figures[label][name] = corpus.reduce_many(library, CASES[name], options.seeds)
    loop.SCHEDULE = SCHEDULE
    print(file=sys.stderr)
    whole = figures["(none)"]
    rows = []
    for label, by_case in figures.items():
        missed = [
            f"{name} {100 * whole[name]['ideal']:.0f}%->{100 * one['ideal']:.0f}%"
            for name, one in by_case.items()
            if one.get("seeds") and one["ideal"] < whole[name]["ideal"]
        ]
        calls = sum(one.get("calls", 0) for one in by_case.values())
        rows.append([label, str(len(missed)), f"{calls:.0f}", "; ".join(missed[:4])])
    print(format_table(["left out", "cases worse", "calls in all", "for instance"], rows))
    return {"ablation": figures, "seeds": options.seeds}
