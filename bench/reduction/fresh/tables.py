"""Tables: what the figures of fresh cases come to, by family and in all."""

from __future__ import annotations

from collections import Counter
from math import exp, log
from typing import Any

from bench.reduction.fresh.families import FAMILIES
from bench.reduction.fresh.minimality import KINDS
from bench.table import format_share, format_table

Figures = list[dict[str, Any]]

LIBRARIES = ("Shortlex", "Hypothesis")
WEAKEST = 10
LEAST = {"calls": 0.5, "calls_to_best": 0.5, "generations": 0.5, "milliseconds": 0.01}
"""Less than this counts as this: of a mean of none there is no ratio."""

MILLISECONDS = (2, 5, 10, 20, 50, 100, 200, 500, 1000, 2000, 5000)
CALLS = (5, 10, 20, 50, 100, 200, 500, 1000, 2000)


def share(figures: Figures, library: str, what: str = "ideal") -> float | None:
    """Of the reductions: the mean over cases."""
    shares = [mean(runs, what) for each in figures if (runs := each["runs"].get(library))]
    return sum(shares) / len(shares) if shares else None


def mean(runs: list[dict[str, Any]], what: str) -> float:
    return float(sum(one[what] for one in runs)) / len(runs)


def ratio(figures: Figures, what: str) -> float | None:
    """The geometric mean over the cases that both have reduced."""
    logs = []
    for each in figures:
        ours, theirs = (each["runs"].get(library) for library in LIBRARIES)
        if ours and theirs:
            pair = (max(LEAST[what], mean(runs, what)) for runs in (ours, theirs))
            logs.append(log(next(pair) / next(pair)))
    return exp(sum(logs) / len(logs)) if logs else None


def count(figures: Figures, library: str, what: str) -> int:
    return sum(bool(one[what]) for each in figures for one in each["runs"].get(library, ()))


def is_proved(each: dict[str, Any]) -> bool:
    return each["ideal"] is not None and bool(each["ideal"]["is_proved"])


def print_figures(figures: Figures) -> None:
    header = ["family", "cases", "proved", "Shortlex", "Hypothesis", "calls", "to best", "time"]
    header += ["cut", "cut by H."]
    rows = [_row(name, one) for name, one in summaries(figures).items()]
    print(format_table(header, rows))
    print(
        "\nShortlex, Hypothesis: the share of ideals. calls, to best, time: Shortlex / Hypothesis."
    )
    _print_counts(figures)
    _print_verdicts(figures)
    for each in weakest(figures):
        print()
        print_case(each)


def summary(figures: Figures) -> dict[str, Any]:
    """What some cases come to, for a row of the table."""
    return {
        "cases": len(figures),
        "proved": sum(map(is_proved, figures)),
        "ideal": {library: share(figures, library) for library in LIBRARIES},
        "ratios": {what: ratio(figures, what) for what in LEAST},
        "cut": {library: count(figures, library, "cut") for library in LIBRARIES},
    }


def summaries(figures: Figures) -> dict[str, dict[str, Any]]:
    """By family, and then of all cases and of those whose ideal is proved."""
    groups = {
        **{name: [each for each in figures if each["family"] == name] for name in FAMILIES},
        "all": figures,
        "proved": [each for each in figures if is_proved(each)],
    }
    return {name: summary(some) for name, some in groups.items() if some}


def _row(name: str, one: dict[str, Any]) -> list[str]:
    shares = [one["ideal"][library] for library in LIBRARIES]
    ratios = [one["ratios"][what] for what in ("calls", "calls_to_best", "milliseconds")]
    return [
        name,
        str(one["cases"]),
        str(one["proved"]),
        *("-" if share is None else format_share(share) for share in shares),
        *("-" if ratio is None else f"{ratio:.3f}" for ratio in ratios),
        *(str(one["cut"][library]) for library in LIBRARIES),
    ]


def _print_counts(figures: Figures) -> None:
    for library in LIBRARIES:
        runs = [one for each in figures for one in each["runs"].get(library, ())]
        if not runs:
            continue
        same = share(figures, library, "same")
        missing = sum(each["seeds"] - len(each["runs"][library]) for each in figures)
        broken = Counter(kind for one in runs for kind in one["violations"])
        kinds = ", ".join(f"{broken[kind]} by {kind}" for kind in KINDS)
        strange = sum(not one["comparable"] for one in runs)
        print(
            f"{library}: exactly the ideal value {same or 0:.1%}; not 1-minimal: {kinds}; "
            f"no failure found {missing}; not comparable {strange}; reductions {len(runs)}; "
            f"final replays {mean(runs, 'final_calls'):.1f} of each"
        )


def _print_verdicts(figures: Figures) -> None:
    below = []
    for each in figures:
        ours, theirs = (each["runs"].get(library) for library in LIBRARIES)
        if ours and theirs and mean(ours, "ideal") < mean(theirs, "ideal"):
            below.append(f"{each['name']} {mean(ours, 'ideal'):.0%} to {mean(theirs, 'ideal'):.0%}")
    print(f"ideal less often than Hypothesis: {', '.join(below) or 'none'}")


def weakest(figures: Figures) -> Figures:
    """The cases where Shortlex is ideal least often; of these, where Hypothesis is more often."""

    def badness(each: dict[str, Any]) -> tuple[float, float]:
        ours, theirs = (each["runs"].get(library) for library in LIBRARIES)
        return mean(ours, "ideal"), -mean(theirs, "ideal") if theirs else 0.0

    failing = [
        each
        for each in figures
        if each["runs"].get("Shortlex") and mean(each["runs"]["Shortlex"], "ideal") < 1
    ]
    return sorted(failing, key=badness)[:WEAKEST]


def print_case(each: dict[str, Any]) -> None:
    """Its source, its ideal and where the reductions ended."""
    seed, number = each["name"].split("/")
    print(f"# {each['name']} ({each['family']}): fresh --seed {seed} --show {number}")
    print(each["source"], end="")
    if each["ideal"] is not None:
        how = "proved" if is_proved(each) else "best known"
        print(f"# ideal ({how}): {each['ideal']['value']}   choices {each['ideal']['choices']}")
    for library, runs in each["runs"].items():
        for seed, one in enumerate(runs):
            remark = "ideal" if one["ideal"] else "NOT ideal"
            remark += " cut" if one["cut"] else ""
            remark += "".join(f", {kind} can be deleted" for kind in one["violations"])
            print(
                f"# {library:10} {seed}: {remark:9} {one['value'][:150]}  {one['calls']} calls, "
                f"{one['calls_to_best']} to best, {one['milliseconds']:.0f} ms"
            )


def curves(figures: Figures) -> dict[str, dict[str, dict[str, float]]]:
    """The share of reductions that had reached an ideal which was their result, by time and calls.

    By unit, by library, by the limit.
    """
    found: dict[str, dict[str, dict[str, float]]] = {}
    for what, unit, marks in (
        ("milliseconds_to_best", "ms", MILLISECONDS),
        ("calls_to_best", "calls", CALLS),
    ):
        found[unit] = {}
        for library in LIBRARIES:
            runs = [one for each in figures for one in each["runs"].get(library, ())]
            if runs:
                found[unit][library] = {
                    str(mark): sum(one["ideal"] and one[what] <= mark for one in runs) / len(runs)
                    for mark in marks
                }
    return found


def print_curve(figures: Figures) -> None:
    for unit, by_library in curves(figures).items():
        rows = [[name, *map(format_share, row.values())] for name, row in by_library.items()]
        marks = next(iter(by_library.values()), {})
        print(f"\nIdeal within a number of {unit}")
        print(format_table(["library", *marks], rows))


def violations_in(figures: Figures) -> dict[str, int]:
    """How many results of each library are not 1-minimal."""
    return {
        library: sum(
            bool(one["violations"]) for each in figures for one in each["runs"].get(library, ())
        )
        for library in LIBRARIES
    }
