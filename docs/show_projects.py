"""The part about suites of real packages of ``explanation/benchmarks.md``."""

from __future__ import annotations

from collections.abc import Iterator
from typing import Any

from bench.suites.projects import load_projects

BOTH = ("Shortlex", "Hypothesis")

INTRODUCTION = """\
The tests of packages from PyPI, unchanged, once on Hypothesis and once with `hypothesis`
[aliased to Shortlex](../how-to/run-a-hypothesis-suite.md), in separate environments. Hypothesis is
not installed in the second one, except where a package asks for its version. *Lost*: tests that
pass on Hypothesis only, in two runs of two. *Properties*: those that pass on both. *CPU s* is what
these take, on Shortlex and on Hypothesis.
"""

BROKEN = """\
Mistakes were planted in some of these packages: a seeded sample of small changes, picked by
nobody. *Failed*: properties that notice the mistake, on Shortlex and on Hypothesis. *Shorter*:
where both show an example for the same property, how often that of Shortlex has fewer characters,
and how often that of Hypothesis has.
"""


def project_lines(figures: dict[str, Any]) -> list[str]:
    projects = figures["projects"]
    passed = sum(each["passed"]["Hypothesis"] for each in projects)
    lost = sum(len(each["lost"]) for each in projects)
    unsteady = sum(len(each["unsteady"]) for each in projects)
    lines = [
        INTRODUCTION,
        (
            f"Of {passed:,} tests of {len(projects)} packages that pass, {lost:,} are lost. "
            f"{unsteady} more failed in one run of two.\n"
        ),
        "| package | passed | lost | properties | CPU s | ratio |",
        "| --- | ---: | ---: | ---: | ---: | ---: |",
        *(_project_row(each) for each in projects),
    ]
    if lost:
        lines += ["", "Why they are lost:", "", *_lost_lines(projects)]
    if figures["broken"]:
        lines += ["", BROKEN, "| mistake | failed | shorter |", "| --- | ---: | ---: |"]
        lines += [_broken_row(each) for each in figures["broken"]]
    return lines


def _project_row(project: dict[str, Any]) -> str:
    ours, theirs = (project["seconds"][library] for library in BOTH)
    cells = [
        f"{project['name']} {project['version']}",
        " / ".join(f"{project['passed'][library]:,}" for library in BOTH),
        str(len(project["lost"])),
        f"{project['properties']:,}",
        f"{ours:.1f} / {theirs:.1f}",
        f"{ours / theirs:.2f}" if theirs else "-",
    ]
    return f"| {' | '.join(cells)} |"


def _lost_lines(projects: list[dict[str, Any]]) -> Iterator[str]:
    """The lost tests, those of a package that have the same reason together."""
    reasons = {project.name: project.reasons for project in load_projects()}
    for project in projects:
        alike: dict[str, list[str]] = {}
        for test, story in project["lost"].items():
            known = (why for end, why in reasons[project["name"]].items() if test.endswith(end))
            alike.setdefault(next(known, None) or _error_in(story), []).append(test)
        for reason, tests in alike.items():
            more = f" and {len(tests) - 1:,} more" if len(tests) > 1 else ""
            yield f"* {project['name']}, `{tests[0].rpartition('::')[2]}`{more}: {reason}"


def _error_in(story: str) -> str:
    errors = [line for line in story.splitlines() if line.startswith("E ")]
    return f"`{(errors or story.splitlines() or ['no report'])[0].removeprefix('E').strip()[:160]}`"


def _broken_row(row: dict[str, Any]) -> str:
    ours, theirs = (row[library]["examples"] for library in BOTH)
    pairs = [(ours[test], theirs[test]) for test in ours.keys() & theirs.keys()]
    shown = [(len(own), len(other)) for own, other in pairs if own and other]
    cells = [
        row["where"],
        " / ".join(str(row[library]["failed"]) for library in BOTH),
        f"{sum(a < b for a, b in shown)} / {sum(a > b for a, b in shown)}",
    ]
    return f"| {' | '.join(cells)} |"
