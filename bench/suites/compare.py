"""Compare: run the suites with both libraries, and show what is lost, and what it costs."""

from __future__ import annotations

import argparse
import tempfile
from collections.abc import Callable, Iterable, Sequence
from math import exp, log
from pathlib import Path
from typing import Any, NamedTuple, TypeVar

from bench.keeping import keep
from bench.suites.breakages import break_package, example_in
from bench.suites.projects import Project, load_projects
from bench.suites.run import Suite, run_suite
from bench.suites.workplace import LIBRARIES, SetUpError, Workplace
from bench.table import format_number, format_table

T = TypeVar("T")

SHOWN_LINES = 12
"""How much of the report of a lost test is shown."""


class Compared(NamedTuple):
    """A project's suite with both libraries."""

    name: str
    version: str
    passed: dict[str, int]
    lost: dict[str, str]
    """Tests that pass with Hypothesis only, each with the end of its report."""
    unsteady: list[str]
    """Tests that would be lost, had they not failed with Hypothesis or passed here another time."""
    properties: int
    """How many properties pass with both."""
    seconds: dict[str, float]
    """CPU time of these."""
    cut: list[str]
    """The libraries with which the suite did not end in time."""


def compare(workplace: Workplace, project: Project, seconds: float) -> Compared:
    """Run a project's suite with both libraries, and what was lost once more with each."""
    theirs, ours = (run_suite(workplace, project, each, seconds=seconds) for each in LIBRARIES)
    lost = sorted(theirs.passed - ours.passed)
    again = _again(workplace, project, lost, seconds) if lost and not ours.is_cut else []
    unsteady = [
        test for test in lost if again and (test not in again[0].passed or test in again[1].passed)
    ]
    both = [
        test
        for test in theirs.passed & ours.passed
        if theirs.tests[test].is_property or ours.tests[test].is_property
    ]
    return Compared(
        project.name,
        workplace.version(project),
        {"Hypothesis": len(theirs.passed), "Shortlex": len(ours.passed)},
        {test: _story(ours, test) for test in lost if test not in unsteady},
        unsteady,
        len(both),
        {
            "Hypothesis": sum(theirs.tests[test].seconds for test in both),
            "Shortlex": sum(ours.tests[test].seconds for test in both),
        },
        [each for each, suite in zip(LIBRARIES, (theirs, ours)) if suite.is_cut],
    )


def _again(
    workplace: Workplace, project: Project, lost: Sequence[str], seconds: float
) -> list[Suite]:
    """Only what was lost, or the whole suite where that is too long for a command line."""
    only = lost if sum(map(len, lost)) < 50_000 else ()
    return [run_suite(workplace, project, each, seconds=seconds, only=only) for each in LIBRARIES]


def _story(suite: Suite, test: str) -> str:
    ended = suite.tests.get(test)
    if ended is None:
        # Its module could not be imported, or the whole run ended early.
        errors = [each.story for each in suite.tests.values() if each.outcome == "error"]
        return (errors[0] if errors else suite.output)[-2000:]
    return f"{ended.outcome}: {ended.story[-2000:]}"


def compare_broken(
    workplace: Workplace, project: Project, *, count: int, seed: int, seconds: float
) -> list[dict[str, Any]]:
    """What each library reports for broken copies of a package."""
    rows: list[dict[str, Any]] = []
    whole = {each: run_suite(workplace, project, each, seconds=seconds) for each in LIBRARIES}
    properties = sorted(
        test
        for test in whole["Hypothesis"].passed & whole["Shortlex"].passed
        if whole["Hypothesis"].tests[test].is_property
    )
    with tempfile.TemporaryDirectory() as name:
        for breakage in break_package(workplace, project, Path(name), count=count, seed=seed):
            row: dict[str, Any] = {"project": project.name, "where": breakage.where}
            for library in LIBRARIES:
                suite = run_suite(
                    workplace,
                    project,
                    library,
                    seconds=seconds,
                    only=properties,
                    more={"PYTHONPATH": str(breakage.directory)},
                )
                failed = sorted(suite.failed)
                examples = [example_in(suite.tests[test].story) for test in failed]
                row[library] = {
                    "failed": len(failed),
                    "examples": dict(zip(failed, examples, strict=True)),
                    "cut": suite.is_cut,
                }
            rows.append(row)
    return rows


def show(compared: Iterable[Compared]) -> str:
    """The table of all projects."""
    rows = []
    for each in compared:
        ours, theirs = each.seconds["Shortlex"], each.seconds["Hypothesis"]
        rows.append(
            (
                f"{each.name} {each.version}",
                str(each.passed["Hypothesis"]),
                str(each.passed["Shortlex"]),
                str(len(each.lost)),
                str(len(each.unsteady)),
                str(each.properties),
                format_number(theirs),
                format_number(ours),
                format_number(ours / theirs) if theirs else "-",
            )
        )
    header = ("project", "passed", "aliased", "lost", "unsteady", "properties")
    return format_table((*header, "CPU s", "aliased", "ratio"), rows)


def show_lost(compared: Iterable[Compared]) -> str:
    """The reports of what was lost, those that end alike together."""
    lines: list[str] = []
    for each in compared:
        alike: dict[str, list[str]] = {}
        for test, story in each.lost.items():
            reason = next((x for x in reversed(story.splitlines()) if x.startswith("E ")), story)
            alike.setdefault(reason[:200], []).append(test)
        for tests in alike.values():
            lines.append(f"{each.name}: {len(tests)} lost, such as {tests[0]}")
            lines += [f"    {x}" for x in each.lost[tests[0]].splitlines()[-SHOWN_LINES:]]
        if each.cut:
            lines.append(f"{each.name}: did not end in time with {', '.join(each.cut)}")
    return "\n".join(lines)


def show_broken(rows: Iterable[dict[str, Any]]) -> str:
    """What each library reported for each broken copy."""
    lines = []
    for row in rows:
        theirs, ours = row["Hypothesis"], row["Shortlex"]
        shared = sorted(theirs["examples"].keys() & ours["examples"].keys())
        lengths = [
            (len(theirs["examples"][test]), len(ours["examples"][test]))
            for test in shared
            if theirs["examples"][test] and ours["examples"][test]
        ]
        shorter = sum(own < other for other, own in lengths)
        longer = sum(own > other for other, own in lengths)
        lines.append(
            (row["where"], str(theirs["failed"]), str(ours["failed"]), str(shorter), str(longer))
        )
    return format_table(("mistake", "failed", "aliased", "shorter", "longer"), lines)


def geometric_mean(values: Sequence[float]) -> float:
    return exp(sum(map(log, values)) / len(values)) if values else 0.0


def main() -> None:
    parser = argparse.ArgumentParser(
        prog="python -m bench.suites", description=(__doc__ or "").partition("\n")[0]
    )
    parser.add_argument("projects", nargs="*", help="only these, by name")
    place = "where downloads and environments are kept"
    parser.add_argument("--workplace", type=Path, default=Path("suites"), metavar="DIR", help=place)
    parser.add_argument("--seconds", type=float, default=900, help="time limit of one suite")
    copies = "also N broken copies of each project that names a module"
    parser.add_argument("--broken", type=int, default=0, metavar="N", help=copies)
    parser.add_argument("--seed", type=int, default=1, help="of the mistakes")
    parser.add_argument("--json", type=Path, metavar="FILE", help="where to keep the figures")
    asked = parser.parse_args()
    chosen = [each for each in load_projects() if not asked.projects or each.name in asked.projects]
    unknown = sorted(set(asked.projects) - {each.name for each in chosen})
    if unknown:
        parser.error(f"no such project: {', '.join(unknown)}; see bench/suites/projects.toml")
    workplace = Workplace(asked.workplace)
    figures: dict[str, Any] = {"projects": [], "broken": [], "not_run": {}}

    def compare_one(project: Project) -> Compared:
        compared = compare(workplace, project, asked.seconds)
        figures["projects"].append(compared._asdict())
        _keep(asked, figures)
        return compared

    def break_one(project: Project) -> list[dict[str, Any]]:
        rows = compare_broken(
            workplace, project, count=asked.broken, seed=asked.seed, seconds=asked.seconds
        )
        figures["broken"] += rows
        _keep(asked, figures)
        return rows

    compared, failures = _each(chosen, compare_one)
    print(show(compared), show_lost(compared), sep="\n\n")
    if asked.broken:
        lists, more = _each([each for each in chosen if each.broken], break_one)
        failures |= more
        print(show_broken(row for rows in lists for row in rows))
    for name, failure in failures.items():
        print(f"{name} could not be run: {failure[-600:]}")
    ratios = [
        each.seconds["Shortlex"] / each.seconds["Hypothesis"]
        for each in compared
        if each.seconds["Hypothesis"] > 0 and each.seconds["Shortlex"] > 0
    ]
    print(
        f"{len(compared)} suites: {sum(each.passed['Hypothesis'] for each in compared)} tests pass"
        f" with Hypothesis, {sum(len(each.lost) for each in compared)} of them are lost."
        f" CPU time of properties, geometric mean of the ratios: {geometric_mean(ratios):.2f}"
    )
    figures["not_run"] = failures
    _keep(asked, figures)


def _keep(asked: argparse.Namespace, figures: dict[str, Any]) -> None:
    """Write what is known so far: a whole run takes the better part of an hour."""
    if asked.json is not None:
        words = ["python -m bench.suites", *asked.projects, f"--broken {asked.broken}"]
        keep(asked.json, " ".join(words), figures)


def _each(
    projects: Sequence[Project], run: Callable[[Project], T]
) -> tuple[list[T], dict[str, str]]:
    """The results, and why there is none of some projects."""
    results: list[T] = []
    failures: dict[str, str] = {}
    for number, project in enumerate(projects, 1):
        print(f"[{number}/{len(projects)}] {project.name}", flush=True)
        try:
            results.append(run(project))
        except SetUpError as error:
            failures[project.name] = str(error)
    return results, failures
