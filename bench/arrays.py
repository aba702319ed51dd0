"""Arrays: how fast they are made, and what failures reduce to. ``python -m bench.arrays``.

Beside Hypothesis with the same arguments, and beside a bare generator of numpy that fills an array
of the same shape and dtype. Each is timed in alternating rounds of one process, by CPU time.
"""

from __future__ import annotations

import argparse
import shlex
import statistics
import sys
import warnings
from collections.abc import Callable, Sequence
from importlib import import_module
from pathlib import Path
from time import process_time
from typing import Any, NamedTuple

import numpy as np

from bench.keeping import keep
from bench.libraries import Library, load_hypothesis, load_shortlex

ROUNDS = 5
SECONDS = 0.4
"""About how long a round takes for each maker."""

SHAPES: tuple[tuple[str, tuple[int, ...]], ...] = (
    ("float64", (1000, 1000)),
    ("float32", (1000, 1000)),
    ("int64", (1000, 1000)),
    ("uint8", (1000, 1000)),
    ("bool", (1000, 1000)),
    ("complex128", (1000, 1000)),
    ("datetime64[s]", (1000, 1000)),
    ("float64", (100, 100)),
    ("float64", (10, 10)),
    ("float64", (3,)),
)

SEEDS = 3


class Case(NamedTuple):
    """A strategy, made with a library's extra, and the condition under which a test fails."""

    make: Callable[[Library], Any]
    fails: Callable[[Any], bool]
    ideal: str


def main(arguments: Sequence[str] | None = None) -> None:
    parser = argparse.ArgumentParser(description=__doc__.split("\n")[0])
    parser.add_argument("--json", type=Path, help="write the figures here")
    parser.add_argument("--rounds", type=int, default=ROUNDS, help="of timing each maker")
    parser.add_argument("--seeds", type=int, default=SEEDS, help="to reduce each failure from")
    options = parser.parse_args(arguments)
    warnings.simplefilter("ignore")
    libraries = (load_shortlex(), load_hypothesis())
    figures = {
        "numpy": np.__version__,
        "generation": [made_in(libraries, *row, options.rounds) for row in SHAPES],
        "reduction": [
            reduced_by(libraries, name, case, options.seeds) for name, case in CASES.items()
        ],
    }
    if options.json is not None:
        words = [
            "python",
            "-m",
            "bench.arrays",
            *(sys.argv[1:] if arguments is None else arguments),
        ]
        keep(options.json, shlex.join(words), figures)


def extra(library: Library, name: str = "numpy") -> Any:
    return import_module(f"{library.package.__name__}.extra.{name}")


def made_in(
    libraries: Sequence[Library], dtype: str, shape: tuple[int, ...], rounds: int
) -> dict[str, Any]:
    """Milliseconds per case of each library and of a bare generator."""
    strategies = [extra(library).arrays(dtype, shape) for library in libraries]
    makers: dict[str, Callable[[int], object]] = {
        library.name: making(library, strategy)
        for library, strategy in zip(libraries, strategies, strict=True)
    }
    makers["numpy"] = bare(np.dtype(dtype), shape)
    counts = {name: count_for(make) for name, make in makers.items()}
    times: dict[str, list[float]] = {name: [] for name in makers}
    for _ in range(rounds):
        for name, make in makers.items():
            times[name].append(1000 * seconds_of(make, counts[name]) / counts[name])
    row = {name: statistics.median(each) for name, each in times.items()}
    print(dtype, shape, {name: f"{ms:.3f} ms" for name, ms in row.items()}, flush=True)
    return {"dtype": dtype, "shape": list(shape), "milliseconds": row}


def making(library: Library, strategy: Any) -> Callable[[int], object]:
    def make(count: int) -> object:
        return library.make_test([strategy], lambda array: None, count)()

    return make


def bare(dtype: np.dtype[Any], shape: tuple[int, ...]) -> Callable[[int], object]:
    random = np.random.default_rng(1)
    if dtype.kind == "f":
        one: Callable[[], Any] = lambda: random.random(shape, dtype)  # noqa: E731 - one of several
    elif dtype.kind == "c":
        one = lambda: random.random(shape) + 1j * random.random(shape)  # noqa: E731
    elif dtype.kind in "iu":
        ends = np.iinfo(dtype)
        one = lambda: random.integers(ends.min, ends.max, shape, dtype, endpoint=True)  # noqa: E731
    elif dtype.kind == "b":
        one = lambda: random.integers(0, 2, shape, bool)  # noqa: E731
    else:
        one = lambda: random.integers(-(2**62), 2**62, shape).view(dtype)  # noqa: E731

    def make(count: int) -> None:
        for _ in range(count):
            one()  # not kept: new memory for each would take longer than the numbers

    return make


def seconds_of(make: Callable[[int], object], count: int) -> float:
    started = process_time()
    make(count)
    return process_time() - started


def count_for(make: Callable[[int], object]) -> int:
    """As many cases as take about a round, but at least 30: random cases differ much."""
    make(3)  # what is found out once
    return max(30, min(5000, int(SECONDS / max(seconds_of(make, 30) / 30, 1e-9))))


def million(dtype: str) -> Callable[[Library], Any]:
    return lambda library: extra(library).arrays(dtype, (1000, 1000))


def has_equal(array: Any) -> bool:
    others = array[array > 1]
    return len(np.unique(others)) < len(others)


def frames(library: Library) -> Any:
    pandas = extra(library, "pandas")
    columns = [pandas.column("a", dtype=int), pandas.column("b", dtype=float)]
    return pandas.data_frames(columns, index=pandas.range_indexes(max_size=50))


CASES: dict[str, Case] = {
    "one above 3": Case(million("float64"), lambda a: bool((a > 3).any()), "1 of 1,000,000"),
    "a nan": Case(million("float64"), lambda a: bool(np.isnan(a).any()), "1 of 1,000,000"),
    "two positive": Case(million("int64"), lambda a: (a > 0).sum() > 1, "2 of 1,000,000"),
    "two equal": Case(
        lambda library: extra(library).arrays("int64", (100, 100)), has_equal, "2 of 10,000"
    ),
    "a sum": Case(million("int32"), lambda a: a.sum(dtype=float) > 1e6, "1 of 1,000,000"),
    "not sorted": Case(
        lambda library: extra(library).arrays("int64", 10_000),
        lambda a: bool((a[1:] < a[:-1]).any()),
        "1 of 10,000",
    ),
    "nearly all true": Case(million("bool"), lambda a: a.mean() > 0.9, "0 of 1,000,000"),
    "more rows than columns": Case(
        lambda library: extra(library).arrays(
            "int64", extra(library).array_shapes(min_dims=2, max_dims=2, max_side=30)
        ),
        lambda a: a.shape[0] > a.shape[1] and bool((a > 3).any()),
        "1 of 2",
    ),
    "a bad row of a frame": Case(
        frames, lambda frame: bool(((frame["a"] > 3) & (frame["b"] < 0)).any()), "1 of 1 row"
    ),
}
"""The ideal says how many cells differ from all others, and of how many."""


def reduced_by(libraries: Sequence[Library], name: str, case: Case, seeds: int) -> dict[str, Any]:
    """What the case was reduced to from each seed, by each library."""
    row: dict[str, Any] = {"name": name, "ideal": case.ideal}
    for library in libraries:
        runs = [reduced(library, case, seed) for seed in range(1, seeds + 1)]
        row[library.name] = {
            "results": [run["result"] for run in runs],
            "calls": [run["calls"] for run in runs],
            "seconds": [run["seconds"] for run in runs],
        }
    print(row, flush=True)
    return row


def reduced(library: Library, case: Case, seed: int) -> dict[str, Any]:
    failing: list[Any] = []
    calls = 0

    def body(value: Any) -> None:
        nonlocal calls
        calls += bool(failing)
        if case.fails(value):
            failing[:] = [value.copy()]
            raise AssertionError

    package = library.package
    settings = package.settings(
        max_examples=1000,
        database=None,
        deadline=None,
        suppress_health_check=list(package.HealthCheck),
        phases=[package.Phase.generate, package.Phase.shrink],
    )
    test = package.seed(seed)(settings(package.given(case.make(library))(body)))
    started = process_time()
    try:
        test()
    except Exception:
        pass  # the failure, or what the library says in its place
    seconds = process_time() - started
    result = shown(failing[0]) if failing else "not found"
    return {"result": result, "calls": calls, "seconds": seconds}


def shown(value: Any) -> str:
    """How many cells differ from the most common one, and of how many."""
    if not isinstance(value, np.ndarray):
        return f"{len(value)} of {len(value)} row" + "s" * (len(value) != 1)
    values, counts = np.unique(value, return_counts=True)
    return f"{value.size - counts.max():,} of {value.size:,}" if values.size else "empty"


if __name__ == "__main__":
    main()
