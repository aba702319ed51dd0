"""Paper: the five cases of ECOOP 2020, section 4.3, beside the figures printed there."""

from __future__ import annotations

import argparse
from typing import Any

from bench.reduction import corpus
from bench.reduction.case import CASES
from bench.reduction.run import Library
from bench.table import format_table

# Figures 13 and 14: mean size of the result and mean number of tries.
PRINTED = {
    "binheap": {"Hypothesis 5.15": (9.02, 170), "QuickCheck": (9.00, 88)},
    "bound5": {"Hypothesis 5.15": (2.08, 95), "QuickCheck": (11.30, 1439)},
    "calculator": {"Hypothesis 5.15": (5.00, 72), "QuickCheck": (5.11, 31)},
    "parser": {"Hypothesis 5.15": (3.31, 127), "QuickCheck": (3.99, 34)},
    "reverse": {"Hypothesis 5.15": (2.00, 51), "QuickCheck": (2.00, 18)},
}


def run(options: argparse.Namespace) -> dict[str, Any]:
    libraries = [Library(name) for name in corpus.LIBRARIES if options.only in (None, name)]
    figures: dict[str, Any] = {}
    for name in options.cases or PRINTED:
        figures[name] = {
            library.name: corpus.reduce_many(library, CASES[name], options.seeds)
            for library in libraries
        }
    header = ["case", "by", "size", "95%", "calls"]
    rows = []
    for name, by in figures.items():
        for library, one in by.items():
            low, high = one["size_interval"]
            interval = f"{low:.2f}-{high:.2f}"
            rows.append([name, library, f"{one['size']:.2f}", interval, f"{one['calls']:.1f}"])
        for library, (size, calls) in PRINTED[name].items():
            rows.append([name, f"{library} (printed)", f"{size:.2f}", "", str(calls)])
    print(format_table(header, rows, words=2))
    return {"paper": figures, "seeds": options.seeds}
