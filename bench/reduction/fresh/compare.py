"""Compare: fresh cases on both libraries, from the same seeds and with the same time limit.

python -m bench.reduction fresh                           20 cases of seed 1
python -m bench.reduction fresh --cases 500 --seed 17 --seeds 3 --seconds 4 --json FILE
python -m bench.reduction fresh --body-ms 2               bodies that take 2 ms
python -m bench.reduction fresh --curve                   the share of ideals against time and calls
python -m bench.reduction fresh --seed 17 --show 3        one case, its source and its endings

Development has the seeds 1 to 5. Every other seed is for figures that are reported: look at its
table, but never at its cases.

``--ideals FILE`` keeps the ideals and begins with those that are there, so that two runs, such as
before and after a change, are judged alike.
"""

from __future__ import annotations

import argparse
import json
import sys
import warnings
from collections.abc import Iterator
from concurrent.futures import ProcessPoolExecutor
from functools import cache, partial
from hashlib import sha256
from pathlib import Path
from typing import Any

from bench.keeping import keep
from bench.reduction.adapters import LIBRARIES
from bench.reduction.case import Case
from bench.reduction.fresh.compose import compose
from bench.reduction.fresh.ideals import Judge
from bench.reduction.fresh.tables import (
    curves,
    print_case,
    print_curve,
    print_figures,
    summaries,
    violations_in,
)
from bench.reduction.fresh.watch import Reduced, reduce_fresh
from bench.reduction.pool import library_of

Figures = list[dict[str, Any]]


def main(arguments: list[str]) -> None:
    options = parse(arguments)
    stored = read_ideals(options.ideals)
    numbers = range(options.cases) if options.show is None else [options.show]
    figures: Figures = []
    for one in measure_all(options, list(numbers), stored):
        figures.append(one)
        keep_ideal(options.ideals, stored, one)
        print(f"\r{len(figures)}/{len(numbers)} {one['name']:20}", end="", file=sys.stderr)
    print(file=sys.stderr)
    if options.show is None:
        print_figures(figures)
    else:
        print_case(figures[0])
    if options.curve:
        print_curve(figures)
    if options.json is not None:
        command = " ".join(["python -m bench.reduction fresh", *arguments])
        kept = {
            "families": summaries(figures),
            "curves": curves(figures),
            "violations": violations_in(figures),
            "seeds": options.seeds,
            "seconds": options.seconds,
        }
        keep(options.json, command, kept | ({"fresh": figures} if options.details else {}))


def parse(arguments: list[str]) -> argparse.Namespace:
    parser = argparse.ArgumentParser(prog="python -m bench.reduction fresh")
    parser.add_argument("--cases", type=int, default=20, help="how many are made")
    parser.add_argument("--seed", type=int, default=1, help="from which they are made")
    parser.add_argument("--seeds", type=int, default=3, help="reductions of each case")
    parser.add_argument("--seconds", type=float, default=2.0, help="for one reduction")
    parser.add_argument("--jobs", type=int, default=1, help="processes that share the cases")
    parser.add_argument("--body-ms", type=float, default=0.0, help="how long each body sleeps")
    parser.add_argument("--libraries", nargs="+", choices=LIBRARIES, default=list(LIBRARIES))
    parser.add_argument("--show", type=int, metavar="CASE", help="one case: its number")
    parser.add_argument("--curve", action="store_true", help="ideals against time and calls")
    parser.add_argument("--ideals", type=Path, help="where ideals are kept between runs")
    parser.add_argument("--json", type=Path, help="where to keep the figures")
    parser.add_argument("--details", action="store_true", help="keep every reduction there, too")
    return parser.parse_args(arguments)


def read_ideals(file: Path | None) -> dict[str, Any]:
    if file is None or not file.exists():
        return {}
    ideals: dict[str, Any] = json.loads(file.read_text("utf-8"))
    return ideals


def keep_ideal(file: Path | None, stored: dict[str, Any], one: dict[str, Any]) -> None:
    """At once: a run over many cases takes long, and may be stopped."""
    if one["ideal"] is None:
        return
    stored[one["hash"]] = one["ideal"]
    if file is not None:
        file.write_text(json.dumps(stored, indent=1, sort_keys=True) + "\n", "utf-8")


def measure_all(
    options: argparse.Namespace, numbers: list[int], stored: dict[str, Any]
) -> Iterator[dict[str, Any]]:
    # A copy: new ideals are added while it is sent to the processes.
    measured = partial(measure, options, dict(stored))
    if options.jobs <= 1:
        yield from map(measured, numbers)
        return
    with ProcessPoolExecutor(options.jobs) as pool:
        yield from pool.map(measured, numbers)


def measure(options: argparse.Namespace, stored: dict[str, Any], number: int) -> dict[str, Any]:
    """The figures of one case: what each reduction came to, and how good that is."""
    # Both libraries warn of things that the cases do on purpose.
    warnings.simplefilter("ignore")
    for name in options.libraries:
        warm_up(name)
    fresh = compose(options.seed, number)
    digest = sha256(fresh.source.encode()).hexdigest()[:16]
    runs: dict[str, list[Reduced]] = {name: [] for name in options.libraries}
    for seed in range(options.seeds):
        # In turns, so that both meet the same load of the machine.
        for name in options.libraries:
            one = reduce_fresh(
                library_of(name),
                fresh.case,
                seed,
                seconds=options.seconds,
                body_seconds=options.body_ms / 1000,
            )
            if one is not None:
                runs[name].append(one)
    judge = Judge(fresh)
    every = [one.choices for reductions in runs.values() for one in reductions]
    judge.settle(every, stored.get(digest))
    return {
        "name": fresh.name,
        "family": fresh.family,
        "source": fresh.source,
        "hash": digest,
        "ideal": judge.stored() if judge.made else None,
        "runs": {
            name: [rated(judge, one) for one in reductions] for name, reductions in runs.items()
        },
        "seeds": options.seeds,
    }


@cache
def warm_up(name: str) -> None:
    """Reduce something once in this process: modules are imported when they are first needed."""
    case = Case("warm up", lambda st: st.lists(st.text()), lambda xs: len("".join(xs)) > 2)
    reduce_fresh(library_of(name), case, 0, seconds=2.0)


def rated(judge: Judge, one: Reduced) -> dict[str, Any]:
    return {
        "value": one.text,
        "ideal": judge.is_ideal(one.text),
        "same": one.text == judge.ideal,
        "comparable": judge.is_comparable(one.text),
        "violations": judge.violations(one.text),
        "calls": one.calls,
        "calls_to_best": one.calls_to_best,
        "final_calls": one.final_calls,
        "generations": one.generations,
        "milliseconds": round(1000 * one.seconds, 3),
        "milliseconds_to_best": round(1000 * one.seconds_to_best, 3),
        "cut": one.is_cut,
    }
