"""The part about suites of real packages of ``explanation/benchmarks.md``."""

from __future__ import annotations

from typing import Any

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
    lines = [
        INTRODUCTION,
        f"Of {passed:,} tests of {len(projects)} packages that pass, {lost:,} are lost.\n",
        "| package | passed | lost | properties | CPU s | ratio |",
        "| --- | ---: | ---: | ---: | ---: | ---: |",
        *(_project_row(each) for each in projects),
    ]
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
