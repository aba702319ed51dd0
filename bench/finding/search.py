"""Search: one run of a library that looks for one planted bug, and how it went."""

from __future__ import annotations

import warnings
from collections.abc import Callable
from dataclasses import dataclass
from time import process_time
from typing import Any, Literal

from bench.finding.property import Property, load_group
from bench.libraries import Library, load_hypothesis, load_shortlex

LibraryName = Literal["Shortlex", "Hypothesis"]

LOADERS: dict[LibraryName, Callable[[], Library]] = {
    "Shortlex": load_shortlex,
    "Hypothesis": load_hypothesis,
}

DEFAULT_CASES = 100
"""What both libraries run unless they are told otherwise."""


@dataclass(frozen=True)
class Effort:
    """How often each bug is searched for, and for how long."""

    seeds: int
    calls: int
    """The most calls of the test in a long run."""
    seconds: float
    """The most CPU time of a long run."""


@dataclass(frozen=True)
class Job:
    """What one process does: it imports one library, so that the other cannot disturb it."""

    half: str
    group: str
    library: LibraryName
    effort: Effort
    only: tuple[str, ...] = ()
    """The names of properties, if not all of the group are wanted."""


@dataclass(frozen=True)
class Search:
    """How one run went."""

    calls: int
    """Calls of the test: up to the first that failed, or all."""
    seconds: float
    """CPU time, likewise."""
    is_found: bool


@dataclass(frozen=True)
class Record:
    """All searches for one bug by one library."""

    half: str
    group: str
    name: str
    library: LibraryName
    default_runs: tuple[Search, ...]
    long_runs: tuple[Search, ...]


def work(job: Job) -> list[Record]:
    """Search for each bug of a group."""
    warnings.simplefilter("ignore")  # of what some properties do on purpose
    library = LOADERS[job.library]()
    found = [
        each for each in load_group(job.half, job.group) if each.name in job.only or not job.only
    ]
    return [_search_all(job, library, each) for each in found]


def _search_all(job: Job, library: Library, each: Property) -> Record:
    effort = job.effort
    search(library, each, 0, 5, 5, 60.0)  # imports and fills caches
    default_runs, long_runs = [], []
    for seed in range(effort.seeds):
        default_runs.append(search(library, each, seed, DEFAULT_CASES, None, None))
        long_runs.append(search(library, each, seed, effort.calls, effort.calls, effort.seconds))
    return Record(
        job.half, job.group, each.name, job.library, tuple(default_runs), tuple(long_runs)
    )


def search(
    library: Library,
    each: Property,
    seed: int,
    cases: int,
    max_calls: int | None,
    max_seconds: float | None,
) -> Search:
    """Run random cases until one fails or the limits are reached."""
    calls, first = 0, None
    assume, assuming, fails = library.package.assume, each.assuming, each.fails

    def body(*values: Any) -> None:
        nonlocal calls, first
        if first is not None:
            raise AssertionError  # a replay of the failure
        calls += 1
        if max_seconds is not None and process_time() - started > max_seconds:
            raise KeyboardInterrupt
        if assuming is not None:
            if max_calls is not None and calls > max_calls:
                raise KeyboardInterrupt
            assume(assuming(*values))
        if fails(*values):
            first = Search(calls, process_time() - started, is_found=True)
            raise AssertionError

    strategies = each.make(library.strategies)
    test = library.package.seed(seed)(
        library.make_test(
            strategies, _with_parameters(body, len(strategies)), cases, first_only=True
        )
    )
    started = process_time()
    try:
        test()
    except KeyboardInterrupt:
        pass
    except AssertionError:
        assert first is not None, each.name
    except Exception as error:
        # Too few valid cases for the library's taste: the bug is not found.
        if first is None and "Unsatisfiable" not in type(error).__name__:
            raise
    return first or Search(calls, process_time() - started, is_found=False)


def _with_parameters(body: Callable[..., None], count: int) -> Callable[..., None]:
    """The body with named parameters: both libraries count them."""
    names = ", ".join(f"value_{i}" for i in range(count))
    namespace: dict[str, Any] = {"body": body}
    exec(f"def test_property({names}): body({names})", namespace)  # noqa: S102  # our own names
    test: Callable[..., None] = namespace["test_property"]
    return test
