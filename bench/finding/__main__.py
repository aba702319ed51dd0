"""``python -m bench.finding``: how often, how soon and how fast planted bugs are found.

python -m bench.finding                            both halves, 20 seeds
python -m bench.finding --half seen --groups text  one group
python -m bench.finding --only sum_is_infinite     one bug
python -m bench.finding --quick                    few seeds, short runs
"""

from __future__ import annotations

import argparse
import sys
from multiprocessing import get_context
from pathlib import Path

from bench.finding.figures import BOTH, figures_of, format_figures, summaries_of
from bench.finding.property import GROUPS, HALVES
from bench.finding.search import LOADERS, Effort, Job, Record, work
from bench.keeping import keep

FULL = Effort(seeds=20, calls=10_000, seconds=20.0)
QUICK = Effort(seeds=3, calls=1000, seconds=0.3)


def main(arguments: list[str]) -> None:
    options = parse(arguments)
    effort = QUICK if options.quick else FULL
    effort = Effort(
        options.seeds or effort.seeds,
        options.calls or effort.calls,
        options.seconds or effort.seconds,
    )
    jobs = [
        Job(half, group, library, effort, tuple(options.only))
        for half in options.half or HALVES
        for group in options.groups or GROUPS
        for library in LOADERS
    ]
    records: list[Record] = []
    # A new process for each job: a library must not find the other one's modules imported.
    with get_context("spawn").Pool(options.jobs, maxtasksperchild=1) as pool:
        for found in pool.imap_unordered(work, jobs, chunksize=1):
            records += found
            for record in found[:1]:
                print(
                    f"{record.library}: {record.half} {record.group}", file=sys.stderr, flush=True
                )
    if not records:
        sys.exit("There are no such bugs.")
    # In the order of the jobs, whichever ended first.
    order = [(job.half, job.group, job.library) for job in jobs]
    records.sort(key=lambda one: order.index((one.half, one.group, one.library)))
    halves = figures_of(records)
    print(format_figures(halves, is_long=not options.short))
    if options.json is not None:
        figures = {
            "seeds": effort.seeds,
            "calls": effort.calls,
            "seconds": effort.seconds,
            "libraries": BOTH,
            "summaries": summaries_of(halves),
            "halves": halves,
        }
        keep(options.json, " ".join(["python -m bench.finding", *arguments]), figures)


def parse(arguments: list[str]) -> argparse.Namespace:
    parser = argparse.ArgumentParser(
        prog="python -m bench.finding", description="Count the runs that find planted bugs."
    )
    parser.add_argument("--quick", action="store_true", help="few seeds and short runs")
    parser.add_argument("--half", action="append", choices=HALVES, help="only this half")
    parser.add_argument("--groups", nargs="*", default=[], choices=GROUPS, metavar="GROUP")
    parser.add_argument("--only", nargs="*", default=[], metavar="BUG", help="names of bugs")
    parser.add_argument("--short", action="store_true", help="no line for each bug")
    parser.add_argument("--seeds", type=int, help="runs for each bug, by library")
    parser.add_argument("--calls", type=int, help="of a long run")
    parser.add_argument("--seconds", type=float, help="CPU time of a long run")
    parser.add_argument("--jobs", type=int, default=1, help="processes that share the groups")
    parser.add_argument("--json", type=Path, help="where to keep the figures")
    return parser.parse_args(arguments)


if __name__ == "__main__":
    main(sys.argv[1:])
