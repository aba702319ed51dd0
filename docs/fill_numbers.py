"""Write what the benchmarks measured into README.md, between its markers.

``make bench-full`` measures; ``python docs/fill_numbers.py`` fills in; ``--check`` writes nothing
and fails if the README says anything else.
"""

from __future__ import annotations

import argparse
import json
import re
import sys
from math import exp, log
from pathlib import Path
from statistics import mean
from typing import Any

ROOT = Path(__file__).parents[1]
sys.path.insert(0, str(ROOT))

from bench.reduction.verdicts import geometric_means, share_of_ideals  # noqa: E402  # found above

# Rows of the benchmark that are shown; what is said of all rows is said of all rows.
SHOWN = ("integers", "text", "lists", "dictionaries", "recursive JSON", "builds")

REDUCTION = """\
The benchmark has {cases} cases: published test cases for reducers, and cases that users complained
about. Each is reduced from up to {seeds} different failures. Shortlex reaches the smallest possible
value in {ours:.1%} of these reductions, Hypothesis in {theirs:.1%}. By geometric mean, Shortlex
reaches its result after {best:.2f} of the test calls, makes {calls:.2f} of them in all, and takes
{time:.2f} of the time. [Every case](docs/explanation/benchmarks.md) is listed, including those
where it falls short.
"""

FRESH = """\
On {cases} random cases that were not used in development (generators written well and badly,
conditions of {families} kinds), Shortlex ends at the smallest failing value that is known in
{ours:.0%} of reductions, and Hypothesis in {theirs:.0%}. By geometric mean, it takes {time:.2f} of
the time. Both got the same seeds, and {seconds:.0f} s for each reduction. [The table by
kind](docs/explanation/benchmarks.md) has the rest.
"""

FINDING = """\
A run of 100 cases finds {ours:.0%} of {bugs} planted bugs that were written without regard to
Shortlex, and {theirs:.0%} with Hypothesis: the mean over {seeds} seeds. By geometric mean, finding
a bug takes {calls:.2f} of the calls and {time:.3f} of the time. We have not read these bugs, but we
knew the names of four that an earlier version missed. On bugs that we had in view, it is
{seen:.0%} to {seen_by_them:.0%}.
"""

SUITES = """\
Of {passed:,} tests of {packages} packages from PyPI that pass with Hypothesis, {kept:,} pass
unchanged with Shortlex. {lost} The properties among them take {time:.2f} of the
time, by geometric mean.
"""

RUNS = """\
A suite of {properties} passing properties takes {ours:.1f} s, and {theirs:.1f} s with Hypothesis.
The plugin adds {start:.0f} ms to a suite without properties. A failure that is already known is
reported {known:.0f} ms later than the failure of a plain test.
"""


def numbers(findings: dict[str, Any]) -> str:
    """What the README says of the speed of generation."""
    lines = [
        "| microseconds per case | Shortlex | Hypothesis | ratio |",
        "| --- | ---: | ---: | ---: |",
        *(row_line(row) for row in findings["rows"] if row["name"] in SHOWN),
    ]
    return "\n".join([*lines, "", *all_rows(findings), *imports(findings), ""])


def row_line(row: dict[str, Any]) -> str:
    times = [rounded(row["microseconds"][name]["median"]) for name in ("Shortlex", "Hypothesis")]
    ratio = rounded(row["hypothesis_over_shortlex"])
    describe = row["describe"]
    what = f"`{describe}`" if re.fullmatch(r"\w+\(.*\)", describe) else row["name"]
    return f"| {what} | {times[0]} | {times[1]} | {ratio} |"


def all_rows(findings: dict[str, Any]) -> list[str]:
    rows = sorted(findings["rows"], key=lambda row: row["hypothesis_over_shortlex"])
    least, most = (
        f"{rounded(row['hypothesis_over_shortlex'])} ({row['name']})" for row in (rows[0], rows[-1])
    )
    python = f"{findings['implementation']} {findings['python']}"
    return [
        f"Over all {len(rows)} rows the ratio is between {least} and {most}.",
        f"Measured with `{findings['command']}` on {python},",
        f"against Hypothesis {findings['versions']['Hypothesis']}.",
    ]


def imports(findings: dict[str, Any]) -> list[str]:
    if findings["imports"] is None:
        return []
    cost = findings["imports"]["milliseconds"]
    ours, theirs = rounded(cost["Shortlex"]), rounded(cost["Hypothesis"])
    return [f"`import shortlex` takes {ours} ms, `import hypothesis` {theirs} ms."]


def reduction(figures: dict[str, Any]) -> str:
    """What the README says of the benchmark of reduction."""
    cases = figures["cases"]
    ours, theirs = (share_of_ideals(cases, name) or 0.0 for name in ("Shortlex", "Hypothesis"))
    means = geometric_means(cases)
    return REDUCTION.format(
        cases=len(cases),
        seeds=figures["seeds"],
        ours=ours,
        theirs=theirs,
        best=means["calls_to_best"],
        calls=means["calls"],
        time=means["milliseconds"],
    )


def fresh(figures: dict[str, Any]) -> str:
    """What the README says of cases that were made for the measurement."""
    families = figures["families"]
    whole = families["all"]
    return FRESH.format(
        cases=whole["cases"],
        families=len(families) - 2,  # without the rows of all cases, and of those with a proof
        ours=whole["ideal"]["Shortlex"],
        theirs=whole["ideal"]["Hypothesis"],
        time=whole["ratios"]["milliseconds"],
        seconds=figures["seconds"],
    )


def finding(figures: dict[str, Any]) -> str:
    """What the README says of planted bugs: first of those that nobody had in view."""
    unseen, seen = (figures["summaries"][half]["all"] for half in ("unseen", "seen"))
    return FINDING.format(
        ours=unseen["Shortlex"]["default run"],
        theirs=unseen["Hypothesis"]["default run"],
        bugs=unseen["bugs"],
        seeds=figures["seeds"],
        calls=unseen["calls per find"],
        time=unseen["seconds per find"],
        seen=seen["Shortlex"]["default run"],
        seen_by_them=seen["Hypothesis"]["default run"],
    )


def rounded(value: float) -> str:
    """Two digits, or all that stand before the point."""
    return f"{value:.1f}" if value < 9.95 else f"{value:.0f}"


def suites(figures: dict[str, Any]) -> str:
    """What the README says of the suites of real packages."""
    projects = figures["projects"]
    passed = sum(each["passed"]["Hypothesis"] for each in projects)
    lost = sum(len(each["lost"]) for each in projects)
    seconds = [each["seconds"] for each in projects if all(each["seconds"].values())]
    ratios = [log(each["Shortlex"] / each["Hypothesis"]) for each in seconds]
    return SUITES.format(
        passed=passed,
        packages=len(projects),
        kept=passed - lost,
        lost="[The others](docs/explanation/benchmarks.md#suites-of-real-packages) are listed."
        if lost
        else "None is lost.",
        time=exp(mean(ratios)),
    )


def runs(figures: dict[str, Any]) -> str:
    """What the README says of whole runs of pytest."""
    return RUNS.format(
        properties=figures["properties"],
        ours=figures["seconds"]["Shortlex"],
        theirs=figures["seconds"]["Hypothesis"],
        start=figures["start"]["quicker half"],
        known=figures["known"]["quicker half"],
    )


BLOCKS = {
    "numbers": ("generation.json", numbers),
    "fresh": ("fresh.json", fresh),
    "reduction": ("reduction.json", reduction),
    "finding": ("finding.json", finding),
    "suites": ("suites.json", suites),
    "runs": ("suite.json", runs),
}
"""By the name in its markers: the file of figures, and what is said of them."""


def filled(readme: str, name: str, results: Path) -> str:
    """The README with what was measured between two markers."""
    file, tell = BLOCKS[name]
    begin = f"<!-- {name}: filled in by docs/fill_numbers.py -->\n\n"
    end = f"\n<!-- end of {name} -->\n"
    before, _, rest = readme.partition(begin)
    _, found, after = rest.partition(end)
    if not found:
        sys.exit(f"docs/fill_numbers.py: README.md has lost its markers of {name}.")
    path = results / file
    if path.exists():
        content = tell(json.loads(path.read_text("utf-8")))
    else:
        content = f"Not measured yet: `make bench-full` makes `bench/results/{file}`.\n"
    return before + begin + content + end + after


def main() -> None:
    parser = argparse.ArgumentParser(description=__doc__.split("\n")[0])
    parser.add_argument("--check", action="store_true", help="write nothing; fail if they differ")
    parser.add_argument("--readme", type=Path, default=ROOT / "README.md")
    parser.add_argument("--results", type=Path, default=ROOT / "bench" / "results")
    options = parser.parse_args()
    old = new = options.readme.read_text("utf-8")
    for name in BLOCKS:
        new = filled(new, name, options.results)
    if options.check and old != new:
        sys.exit("The numbers in README.md are not those of the benchmarks. Run: make docs")
    if old != new:
        options.readme.write_text(new, "utf-8")


if __name__ == "__main__":
    main()
