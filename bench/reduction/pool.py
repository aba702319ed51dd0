"""Pool: the cases of a benchmark shared out over processes."""

from __future__ import annotations

import sys
import warnings
from collections.abc import Iterator
from concurrent.futures import ProcessPoolExecutor, as_completed
from dataclasses import dataclass
from functools import cache
from typing import Any

from bench.reduction import every
from bench.reduction.adapters import LIBRARIES, Library
from bench.reduction.run import Limits, reduce_many


@dataclass(frozen=True)
class Job:
    """One case on one library, perhaps without one of the passes."""

    library: str
    case: str
    limits: Limits
    left_out: str | None = None


def do_jobs(jobs: list[Job], processes: int) -> Iterator[tuple[Job, dict[str, Any]]]:
    """Each job with its figures, as they are done."""
    done = 0

    def show(job: Job) -> None:
        nonlocal done
        done += 1
        print(f"\r{done}/{len(jobs)} {job.case:40}", end="", file=sys.stderr, flush=True)

    if processes <= 1:
        for job in jobs:
            yield job, do_job(job)
            show(job)
    else:
        with ProcessPoolExecutor(processes) as pool:
            waiting = {pool.submit(do_job, job): job for job in jobs}
            for future in as_completed(waiting):
                yield waiting[future], future.result()
                show(waiting[future])
    print(file=sys.stderr)


def do_job(job: Job) -> dict[str, Any]:
    # Both libraries warn of things that the cases do on purpose.
    warnings.simplefilter("ignore")
    case = every.CASES[job.case]
    if job.left_out is None:
        return reduce_many(library_of(job.library), case, job.limits)
    from shortlex.reducer import reduce as loop

    whole = loop.SCHEDULE
    loop.SCHEDULE = whole.without(job.left_out)
    try:
        return reduce_many(library_of(job.library), case, job.limits)
    finally:
        loop.SCHEDULE = whole


@cache
def library_of(name: str) -> Library:
    return LIBRARIES[name]()
