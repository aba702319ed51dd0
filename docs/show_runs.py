"""What whole runs cost, and what they survive: the last parts of ``explanation/benchmarks.md``."""

from __future__ import annotations

from typing import Any


def suite_lines(figures: dict[str, Any]) -> list[str]:
    ours, theirs = (figures["seconds"][library] for library in ("Shortlex", "Hypothesis"))
    fixtures = ", ".join(f"`{name}` {cost:.0f} µs" for name, cost in figures["fixtures"].items())
    return [
        (
            f"A suite of {figures['properties']} passing properties, whose values have the same "
            f"sizes in both libraries, takes {ours:.2f} s, and {theirs:.1f} s on Hypothesis "
            f"{figures['hypothesis']}: {ours / theirs:.3f} of the time.\n"
        ),
        "| milliseconds of CPU time | mean of the quicker half | median |",
        "| --- | ---: | ---: |",
        cost_line("the plugin, in a suite without properties", figures["start"]),
        cost_line("a known failure, more than a plain test that fails", figures["known"]),
        f"\nFixtures that are set up for each case cost it: {fixtures}.",
    ]


def cost_line(name: str, cost: dict[str, float]) -> str:
    return f"| {name} | {cost['quicker half']:.1f} | {cost['median']:.1f} |"


def contention_lines(figures: dict[str, Any]) -> list[str]:
    return [
        (
            f"A suite that passes was run {figures['runs']:,} times, {figures['parallel']} at a "
            f"time, beside {figures['hogs']} processes that do nothing but take time, on "
            f"{figures['processors']} processors. Runs that failed: {figures['failed']}."
        )
    ]


def kills_lines(figures: dict[str, Any]) -> list[str]:
    return [
        (
            f"Processes that run failing tests, one after another, were killed with SIGKILL "
            f"{figures['kills']:,} times, {figures['unfinished']:,} of them in the middle of a "
            f"write. They had reported {figures['reported']:,} failures. Lost: "
            f"{len(figures['lost'])}. Corrupt files: {len(figures['corrupt'])}."
        )
    ]


def crashes_lines(figures: dict[str, Any]) -> list[str]:
    return [
        (
            "Tests that end their process. *Replayed*: the next run reported the failure. "
            "*Minimal*: it ended at the smallest case there is.\n"
        ),
        "| how it ended | crashes | replayed | minimal |",
        "| --- | ---: | ---: | ---: |",
        *(
            f"| {kind} | {row['crashes']} | {row['replayed']} | {row['minimal']} |"
            for kind, row in figures["crashes"].items()
        ),
    ]


PARTS = {
    "suite": ("Whole runs of pytest", suite_lines),
    "contention": ("On a busy machine", contention_lines),
    "kills": ("Killed while it writes", kills_lines),
    "crashes": ("Tests that crash", crashes_lines),
}
"""By the name of the file of figures: the title, and what is said below it."""
