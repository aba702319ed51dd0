"""The part about state machines of ``explanation/benchmarks.md``."""

from __future__ import annotations

from typing import Any

BOTH = ("Shortlex", "Hypothesis")

COLUMNS = (
    *("machine", "reductions", "in 100", "in 1,000", "per run"),
    *("minimum", "1-minimal", "steps", "calls", "ms"),
)

INTRODUCTION = """\
Machines of `bench/stateful/`, written once for both libraries. The first nine are public, in the
others we planted a bug. In each cell Shortlex stands first and Hypothesis second. *Found*: the
share of searches that met the bug within 100 and 1,000 runs. *Per run*: bugs met, divided by the
runs until then. *Minimum*: the share of reductions with the fewest steps that show the bug.
*1-minimal*: the share in which no single step can be left out, by a checker that uses neither
library. *Calls*: cases that ran after the bug was met. *ms*: CPU time of the search and the
reduction.
"""


def machine_lines(figures: dict[str, Any]) -> list[str]:
    speeds, machines = figures["speeds"], figures["machines"]
    ours, theirs = (speeds[library] for library in BOTH)
    done, minimal, least = (_total(machines, key) for key in (None, "minimal", "at_minimum"))
    lines = [
        INTRODUCTION,
        (
            f"A machine that does nothing takes {ours:,.0f} steps per second, and {theirs:,.0f} on "
            f"Hypothesis: {ours / theirs:.0f} times as many. Of {done:,.0f} reductions by "
            f"Shortlex, {minimal / done:.1%} are 1-minimal, and {least / done:.1%} end at the "
            "minimum.\n"
        ),
        f"| {' | '.join(COLUMNS)} |",
        f"| --- |{' ---: |' * 9}",
    ]
    return [*lines, *(_row(name, by) for name, by in machines.items())]


def _total(machines: dict[str, Any], key: str | None) -> float:
    """How many reductions by Shortlex have a property; with None, how many there were."""
    each = (by[BOTH[0]] for by in machines.values())
    return sum(row["reductions"] * (1 if key is None else row[key] or 0) for row in each)


def _row(name: str, by: dict[str, Any]) -> str:
    def both(key: str, form: str) -> str:
        values = (by[library][key] for library in BOTH)
        return " / ".join("-" if value is None else form.format(value) for value in values)

    cells = [
        name,
        both("reductions", "{:,}"),
        both("found_100", "{:.0%}"),
        both("found", "{:.0%}"),
        both("found_per_run", "{:.3f}"),
        f"{both('at_minimum', '{:.0%}')} at {by[BOTH[0]]['ideal_steps']}",
        both("minimal", "{:.0%}"),
        both("steps", "{:.2f}"),
        both("calls", "{:,.0f}"),
        both("ms", "{:,.0f}"),
    ]
    return f"| {' | '.join(cells)} |"
