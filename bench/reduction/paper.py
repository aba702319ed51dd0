"""Paper: the five cases of ECOOP 2020, section 4.3, beside the figures printed there."""

from __future__ import annotations

import argparse
from typing import Any

from bench.reduction import corpus
from bench.table import format_table

SEEDS = 1000

# Figures 13 and 14: mean size of the result and mean number of tries.
PRINTED = {
    "binheap": {"Hypothesis 5.15": (9.02, 170), "QuickCheck": (9.00, 88)},
    "bound5": {"Hypothesis 5.15": (2.08, 95), "QuickCheck": (11.30, 1439)},
    "calculator": {"Hypothesis 5.15": (5.00, 72), "QuickCheck": (5.11, 31)},
    "parser": {"Hypothesis 5.15": (3.31, 127), "QuickCheck": (3.99, 34)},
    "reverse": {"Hypothesis 5.15": (2.00, 51), "QuickCheck": (2.00, 18)},
}


def run(options: argparse.Namespace) -> dict[str, Any]:
    seeds = options.seeds or SEEDS
    figures = corpus.measure(options, options.cases or list(PRINTED), seeds)
    header = ["case", "by", "seeds", "size", "95%", "calls", "95%"]
    rows = []
    for name, by in figures.items():
        for library, one in by.items():
            if not one["seeds"]:
                rows.append([name, library, "0", "", "", "", ""])
                continue
            (low, high), (least, most) = one["size_interval"], one["calls_interval"]
            rows.append(
                [name, library, str(one["seeds"]), f"{one['size']:.2f}", f"{low:.2f}-{high:.2f}"]
                + [f"{one['calls']:.1f}", f"{least:.1f}-{most:.1f}"]
            )
        for library, (size, calls) in PRINTED[name].items():
            rows.append([name, f"{library} (printed)", "1000", f"{size:.2f}", "", str(calls), ""])
    print(format_table(header, rows, words=2))
    printed = {
        name: {library: {"size": size, "calls": calls} for library, (size, calls) in by.items()}
        for name, by in PRINTED.items()
    }
    return {"cases": figures, "printed": printed, "seeds": seeds}
