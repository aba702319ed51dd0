"""Distribution: what random cases look like. Run as ``python -m bench.distribution``.

Speed is worth nothing if the cases are dull. For both libraries, in one process: how often edges
come, how many cases repeat an earlier one, how large they are, how many pass a filter, and how
long it takes until values that must go together do. What is looked at is in ``subjects``.
"""

from __future__ import annotations

import argparse
import shlex
import sys
from collections.abc import Callable, Sequence
from dataclasses import dataclass
from pathlib import Path
from statistics import fmean, median
from time import process_time
from typing import Any

from bench.keeping import keep, versions
from bench.libraries import Library, load_hypothesis, load_shortlex
from bench.subjects import COUPLINGS, FILTERS, SUBJECTS, Coupling, Filter, Subject
from bench.table import format_number, format_share, format_table

LIBRARIES = ("Shortlex", "Hypothesis")


@dataclass(frozen=True)
class Effort:
    """How much to look at."""

    cases: int
    """Of each subject and filter."""

    seeds: int
    """Searches for each coupling."""

    most: int
    """Cases that one search may take."""


FULL = Effort(cases=1000, seeds=20, most=2000)
QUICK = Effort(cases=200, seeds=3, most=300)


class Found(Exception):  # noqa: N818  # ends a search, and is no error
    """A case that meets the condition."""


def look_at(subject: Subject, library: Library, cases: int) -> dict[str, Any]:
    """Sizes, repeats and shares among the values of a subject."""
    values: list[Any] = []
    _test_of(library, subject.make(library.strategies), values.append, cases, seed=0)()
    sizes = sorted(map(subject.size, values))
    count = len(values)
    return {
        "cases": count,
        # By repr: values may be unhashable, and True, 1 and 1.0 are three.
        "duplicates": 1.0 - len({repr(value) for value in values}) / count,
        "mean": fmean(sizes),
        "p90": sizes[int(0.9 * count)],
        "max": sizes[-1],
        "shares": {
            name: sum(map(bool, map(holds, values))) / count
            for name, holds in subject.shares.items()
        },
    }


def try_filter(each: Filter, library: Library, cases: int) -> dict[str, Any]:
    """How often a condition was asked and held, and how many cases came to something."""
    begun = asked = held = valid = 0
    st, assume = library.strategies, library.package.assume

    def begin(nothing: None) -> None:
        nonlocal begun
        begun += 1

    def holds(value: Any) -> bool:
        nonlocal asked, held
        asked += 1
        answer = bool(each.holds(value))
        held += answer
        return answer

    def body(pair: Any) -> None:
        nonlocal valid
        if each.in_body:
            assume(holds(pair[1]))
        valid += 1

    values = each.make(st)
    argument = st.tuples(st.none().map(begin), values if each.in_body else values.filter(holds))
    try:
        _test_of(library, argument, body, cases, seed=0)()
    except Exception as error:
        # Too few valid cases for the library's taste: the figures say so.
        if "Unsatisfiable" not in type(error).__name__:
            raise
    return {"accepted": held / asked, "valid": valid / begun, "cases": begun}


def search(coupling: Coupling, library: Library, effort: Effort) -> dict[str, Any]:
    """How many cases, and how much CPU time, until a condition is first met, over some seeds."""
    hits = [_search_once(coupling, library, seed, effort.most) for seed in range(effort.seeds)]
    found = [hit for hit in hits if hit is not None]
    return {
        "seeds": effort.seeds,
        "found": len(found) / effort.seeds,
        "cases": median(cases for cases, _ in found) if found else None,
        "milliseconds": median(time for _, time in found) if found else None,
    }


def _search_once(
    coupling: Coupling, library: Library, seed: int, most: int
) -> tuple[int, float] | None:
    cases, hit = 0, None

    def body(value: Any) -> None:
        nonlocal cases, hit
        cases += 1
        if coupling.holds(value):
            # Replays of the same case come later.
            hit = hit or (cases, (process_time() - start) * 1e3)
            raise Found

    test = _test_of(library, coupling.make(library.strategies), body, most, seed)
    start = process_time()
    try:
        test()
    except Found:
        pass
    return hit


def _test_of(
    library: Library, strategy: Any, use: Callable[[Any], object], cases: int, seed: int
) -> Callable[[], object]:
    """A test of one argument, always with the same cases."""

    def test(value: Any) -> None:
        use(value)

    decorated: Callable[[], object] = library.package.seed(seed)(
        library.make_test([strategy], test, cases)
    )
    return decorated


def measure(effort: Effort) -> dict[str, Any]:
    """All figures, as they are written down."""
    libraries = (load_shortlex(), load_hypothesis())

    def both(name: str, figure: Callable[[Library], dict[str, Any]]) -> dict[str, Any]:
        print(name, file=sys.stderr, flush=True)
        return {"name": name, **{library.name: figure(library) for library in libraries}}

    return {
        "values": [
            {
                **both(each.name, lambda library, each=each: look_at(each, library, effort.cases)),
                "size_is": each.unit,
            }
            for each in SUBJECTS
        ],
        "filters": [
            both(each.name, lambda library, each=each: try_filter(each, library, effort.cases))
            for each in FILTERS
        ],
        "couplings": [
            both(each.name, lambda library, each=each: search(each, library, effort))
            for each in COUPLINGS
        ],
        "most": effort.most,
    }


def value_lines(figures: dict[str, Any]) -> list[tuple[str, ...]]:
    """Subject, measure, and the figure of each library."""
    lines = []
    for one in figures["values"]:
        ours = [one[library] for library in LIBRARIES]
        lines += [
            (
                one["name"],
                "equal to an earlier case",
                *(format_share(x["duplicates"]) for x in ours),
            ),
            (one["name"], f"{one['size_is']}: mean", *(format_number(x["mean"]) for x in ours)),
            (
                one["name"],
                f"{one['size_is']}: 90th percentile",
                *(format_number(x["p90"]) for x in ours),
            ),
            (one["name"], f"{one['size_is']}: most", *(format_number(x["max"]) for x in ours)),
        ]
        lines += [
            (one["name"], share, *(format_share(x["shares"][share]) for x in ours))
            for share in ours[0]["shares"]
        ]
    return lines


def filter_lines(figures: dict[str, Any]) -> list[tuple[str, ...]]:
    """Condition, how often it held when asked, and how many of the cases begun were run."""
    return [
        (
            one["name"],
            *(format_share(one[library]["accepted"]) for library in LIBRARIES),
            *(format_share(one[library]["valid"]) for library in LIBRARIES),
        )
        for one in figures["filters"]
    ]


def coupling_lines(figures: dict[str, Any]) -> list[tuple[str, ...]]:
    """Condition, in what share of searches it was met, after how many cases, and how long."""
    return [
        (
            one["name"],
            *(format_share(one[library]["found"]) for library in LIBRARIES),
            *(_number(one[library]["cases"]) for library in LIBRARIES),
            *(_number(one[library]["milliseconds"]) for library in LIBRARIES),
        )
        for one in figures["couplings"]
    ]


def _number(value: float | None) -> str:
    return "-" if value is None else format_number(value)


def format_figures(figures: dict[str, Any]) -> str:
    ours, theirs = LIBRARIES
    used = versions()
    return "\n\n".join(
        [
            f"Shortlex and Hypothesis {used['hypothesis']}, Python {used['python']}",
            format_table(("values", "share or size", ours, theirs), value_lines(figures), words=2),
            format_table(
                ("filters", f"held: {ours}", theirs, f"run: {ours}", theirs),
                filter_lines(figures),
            ),
            format_table(
                (
                    "going together",
                    f"found: {ours}",
                    theirs,
                    f"cases: {ours}",
                    theirs,
                    f"ms: {ours}",
                    theirs,
                ),
                coupling_lines(figures),
            ),
        ]
    )


def main(arguments: Sequence[str] | None = None) -> None:
    parser = argparse.ArgumentParser(
        prog="python -m bench.distribution",
        description="What the random cases of Shortlex and Hypothesis look like.",
    )
    parser.add_argument("--quick", action="store_true", help="fewer cases: rough figures soon")
    parser.add_argument("--json", type=Path, metavar="FILE", help="also write the figures here")
    options = parser.parse_args(arguments)
    words = ["python", "-m", "bench.distribution", *(["--quick"] if options.quick else [])]
    figures = measure(QUICK if options.quick else FULL)
    print(format_figures(figures))
    if options.json is not None:
        keep(options.json, shlex.join(words), figures)


if __name__ == "__main__":
    main()
