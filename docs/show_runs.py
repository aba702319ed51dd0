"""What whole runs cost, and what they survive: the last parts of ``explanation/benchmarks.md``."""

from __future__ import annotations

from typing import Any

from show_machines import machine_lines
from show_projects import project_lines


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


def killed_runs_lines(figures: dict[str, Any]) -> list[str]:
    return [
        (
            f"Whole runs of pytest were killed with SIGKILL {figures['kills']:,} times, at random "
            f"moments, in {figures['projects']:,} projects; later runs of a project replay what "
            f"earlier ones have found, some of them with `journal=True`. {figures['reported']:,} "
            f"failures were reported, and looked for in the store after each kill, "
            f"{figures['checked']:,} times in all. Lost: {len(figures['lost'])}. Stores emptied: "
            f"{figures['emptied']}. Corrupt files: {len(figures['corrupt'])}. Not known to a last "
            f"run: {len(figures['forgotten'])}."
        )
    ]


def bodies_lines(figures: dict[str, Any]) -> list[str]:
    wrong = "; ".join(f"{count} {cause}" for cause, count in figures["causes"].items())
    return [
        (
            f"{figures['bodies']:,} programs that misbehave were made from one seed, and "
            f"{figures['judged']:,} of them have few enough cases to try all. Wrong verdicts: "
            f"{sum(figures['wrong'].values())}{f' ({wrong})' if wrong else ''}."
        )
    ]


def hostile_lines(figures: dict[str, Any]) -> list[str]:
    lines = [
        (
            "Valid tokens and records were damaged, or changed and sealed again, and replayed with "
            f"one of {figures['properties']} properties that pass. *Errors*: anything but an error "
            "of the library for a token, and anything but a warning for a record.\n"
        ),
        "| | tried | errors | slowest | most memory |",
        "| --- | ---: | ---: | ---: | ---: |",
    ]
    for kind in ("tokens", "records"):
        row = figures[kind]
        lines.append(
            f"| {kind} | {row['count']:,} | {row['errors']} | {row['slowest_seconds']:.1f} s | "
            f"{row['most_memory_bytes'] / 2**20:.0f} MB |"
        )
    return lines


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
    "stateful": ("State machines", machine_lines),
    "suites": ("Suites of real packages", project_lines),
    "suite": ("Whole runs of pytest", suite_lines),
    "contention": ("On a busy machine", contention_lines),
    "kills": ("Killed while it writes", kills_lines),
    "killed_runs": ("Whole runs that are killed", killed_runs_lines),
    "hostile_bodies": ("Hostile bodies", bodies_lines),
    "hostile_records": ("Hostile tokens and records", hostile_lines),
    "crashes": ("Tests that crash", crashes_lines),
}
"""By the name of the file of figures: the title, and what is said below it."""
