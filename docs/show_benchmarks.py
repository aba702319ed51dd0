"""Write ``explanation/benchmarks.md`` from what the benchmarks measured.

``make bench-full`` measures and leaves its figures in ``bench/results/``; ``python
docs/show_benchmarks.py`` makes the page of them; ``--check`` writes nothing and fails if the page
says anything else. The plots are made by ``docs/plot_benchmarks.py``.
"""

from __future__ import annotations

import argparse
import json
import sys
from collections.abc import Callable, Sequence
from functools import partial
from pathlib import Path
from typing import Any

ROOT = Path(__file__).parents[1]
sys.path.insert(0, str(ROOT))

from show_runs import PARTS as RUNS  # noqa: E402  # found only with the line above

from bench.distribution import (  # noqa: E402  # found only with the line above
    coupling_lines,
    filter_lines,
    value_lines,
)
from bench.reduction.verdicts import (  # noqa: E402  # found only with the line above
    geometric_means,
    share_of_ideals,
    verdicts,
)

MADE = "<!-- Made by docs/show_benchmarks.py from bench/results/: run `make docs`. -->\n"
BOTH = ("Shortlex", "Hypothesis")

INTRODUCTION = """\
# Benchmarks

How small failures become, how reliably, and what that costs, beside Hypothesis. The cases are
bugs that others have published to test reducers with, and some that users complained about; each
has its generator, the condition under which it fails and, where there is one, its *ideal*: the
failing value whose choices come first in [the order](order.md). They are in `bench/reduction/`,
each written once for both libraries.

Cases named `big_` begin with a large random failure, those named `fx_`, and a few others, with one
that is given. All others begin with whatever a library finds first from a seed, so that the two do
not begin with the same value. A call is a call of the test function after the first that failed,
with the replays that the library makes at the end.
"""

COLUMNS = """\
In each cell Shortlex stands first and Hypothesis second. *Ideal*: the share of seeds from which
the ideal was reached. *Results*: how many different values were reached. *Size*: the mean by the
measure of the case, with a 95% interval where seeds differ. *Calls*: the mean, and under *to best*
how many of them were made until the result was first seen. *Generated*: how often the generator
ran. *ms*: CPU time.
"""

KEYS = {
    "calls": "calls in all",
    "calls_to_best": "calls until the result was first seen",
    "generations": "runs of the generator",
    "milliseconds": "CPU time",
}


FRESH = """\
These cases are made from a seed, by a program that knows nothing of the reducer: random
compositions of strategies, written well and badly, with random conditions. Seeds 1 to 5 are for
development; the figures are of another one. An ideal is *proved* if everything simpler was counted
out; otherwise it is the best result that either library or a long random search has found. The last
columns are Shortlex / Hypothesis: calls in all, calls until the result was first seen, CPU time,
and reductions cut by the time limit.
"""

FRESH_SLOW = """\
Cases of the same make, but each body sleeps for two milliseconds. Then the number of calls decides
how long a reduction takes. CPU time is without the sleep. These are only {cases} cases, all made
from one seed (reductions of each: {seeds}), so differences of a few percent mean nothing.
"""

LIBRARIES = ("Shortlex", "Hypothesis")


def page(measured: dict[str, dict[str, Any] | None]) -> str:
    """The whole page, from the figures of each section or None where it was not measured."""
    parts = [MADE, INTRODUCTION]
    for name, (title, show) in SECTIONS.items():
        figures = measured.get(name)
        if figures is None:
            parts.append(f"## {title}\n\nNot measured yet: run `make bench-full`.\n")
        else:
            parts.append(f"## {title}\n\n{show(figures)}")
    return "\n".join(parts)


def source_of(figures: dict[str, Any], *, is_compared: bool = True) -> str:
    text = f"Measured with `{figures['command']}` on "
    text += f"{figures['implementation']} {figures['python']}"
    return text + (f", against Hypothesis {figures['hypothesis']}.\n" if is_compared else ".\n")


def show_reduction(figures: dict[str, Any]) -> str:
    cases = figures["cases"]
    lines = [source_of(figures)]
    shares = [share_of_ideals(cases, library) for library in BOTH]
    if None not in shares:
        lines.append(
            f"The ideal is reached from {shares[0]:.1%} of seeds by Shortlex and from "
            f"{shares[1]:.1%} by Hypothesis, on average over the cases that have one.\n"
        )
    means = geometric_means(cases)
    if means:
        lines += ["| Shortlex / Hypothesis, geometric mean | ratio |", "| --- | ---: |"]
        lines += [f"| {words} | {means[key]:.2f} |" for key, words in KEYS.items()]
        lines.append("")
    lines.append("![Calls per case](plots/calls.svg)\n")
    lines.append("![Share of ideals per case](plots/ideals.svg)\n")
    lines.append("### Where it falls short\n")
    for promise, broken in verdicts(cases).items():
        lines.append(f"* {promise}: {', '.join(broken) or 'none'}.")
    lines += ["", "### Case by case\n", COLUMNS]
    lines.append("| case | seeds | ideal | results | size | calls | to best | generated | ms |")
    lines.append("| --- | ---: | ---: | ---: | ---: | ---: | ---: | ---: | ---: |")
    lines += [case_line(name, by) for name, by in cases.items()]
    return "\n".join(lines) + "\n"


def case_line(name: str, by: dict[str, Any]) -> str:
    ones = [by.get(library, {}) for library in BOTH]

    def cell(text: Any) -> str:
        return " / ".join(text(one) if one.get("seeds") else "-" for one in ones)

    cells = [
        " / ".join(str(one.get("seeds", "-")) for one in ones),
        cell(lambda one: "-" if one["ideal"] is None else f"{one['ideal']:.0%}"),
        cell(lambda one: str(one["results"])),
        cell(lambda one: number(one["size"]) + interval(one["size_interval"])),
        cell(lambda one: number(one["calls"])),
        cell(lambda one: number(one["calls_to_best"])),
        cell(lambda one: number(one["generations"])),
        cell(lambda one: number(one["milliseconds"])),
    ]
    return f"| {name} | {' | '.join(cells)} |"


def show_paper(figures: dict[str, Any]) -> str:
    lines = [
        (
            "The five cases of section 4.3 of *Test-Case Reduction via Test-Case Generation* "
            "(ECOOP 2020), beside what its Figures 13 and 14 print. The generators are ours, after "
            "the descriptions there, and the libraries begin with failures of their own.\n"
        ),
        source_of(figures),
        "| case | by | size | 95% | calls | 95% |",
        "| --- | --- | ---: | ---: | ---: | ---: |",
    ]
    for name, by in figures["cases"].items():
        for library, one in by.items():
            if one.get("seeds"):
                sizes = f"{one['size']:.2f} | {plain_interval(one['size_interval'], 2)}"
                calls = f"{one['calls']:.1f} | {plain_interval(one['calls_interval'], 1)}"
                lines.append(f"| {name} | {library} | {sizes} | {calls} |")
        for library, one in figures["printed"][name].items():
            lines.append(
                f"| {name} | {library}, as printed | {one['size']:.2f} | | {one['calls']} | |"
            )
    return "\n".join(lines) + "\n"


def show_scale(figures: dict[str, Any]) -> str:
    lines = [
        (
            "A list, or a balanced tree, of small numbers, in which one, two or ten large ones are "
            "needed to fail. Both libraries are given the same start. *Left* is how many numbers "
            "the result has.\n"
        ),
        source_of(figures),
        "![Calls against size](plots/scale-calls.svg)\n",
        "![Time against size](plots/scale-time.svg)\n",
        "| shape | elements | needed | calls | seconds | left |",
        "| --- | ---: | ---: | ---: | ---: | ---: |",
    ]
    remarks: list[str] = []
    for row in figures["scale"]:
        ones = [row.get(library, {}) for library in BOTH]
        cells = [
            " / ".join(text(one) if one.get("seeds") else "-" for one in ones)
            for text in (
                lambda one: number(one["calls"]),
                lambda one: f"{one['milliseconds'] / 1000:.2f}",
                lambda one: number(one["size"]),
            )
        ]
        what = f"{row['shape']} | {row['elements']:,} | {row['matter']}"
        lines.append(f"| {what} | {' | '.join(cells)} |")
        remarks += [
            f"* {library}, {row['shape']} of {row['elements']:,} with {row['matter']}: "
            f"{one['remark']}."
            for library, one in zip(BOTH, ones)
            if one.get("remark")
        ]
    if remarks:
        lines += ["", "Where it ended, and nothing larger was tried:\n", *remarks]
    return "\n".join(lines) + "\n"


def show_ablation(figures: dict[str, Any]) -> str:
    lines = [
        (
            f"Each pass left out in turn, over {figures['cases']} cases. A case misses a pass if "
            "it reaches its ideal less often without, ends larger where it has no ideal, or takes "
            f"over a fifth more calls. A reduction ends after {figures['calls']:,} calls.\n"
        ),
        source_of(figures),
        "| left out | cases that miss it | for instance |",
        "| --- | ---: | --- |",
    ]
    for name, worse in figures["passes"].items():
        # What is no longer reached says more than what takes longer.
        told = sorted(worse.items(), key=lambda item: not item[1].startswith(("ideal", "size")))
        some = "; ".join(f"{case}: {how}" for case, how in told[:3])
        lines.append(f"| `{name}` | {len(worse)} | {some or 'missed by nothing'} |")
    return "\n".join(lines) + "\n"


def show_distribution(figures: dict[str, Any]) -> str:
    ours, theirs = BOTH
    return "\n".join(
        [
            (
                "The random cases of both libraries, with the same settings: how often edges come, "
                "how many cases equal an earlier one, and how large they are.\n"
            ),
            source_of(figures),
            *table(("strategy", "share or size", *BOTH), value_lines(figures), words=2),
            (
                "\nWhat filters leave. *Held*: in what share of the times it was asked a condition "
                "held. *Run*: how many of the cases begun came to a run of the test; the others "
                "were given up, or equal to an earlier one.\n"
            ),
            *table(
                ("condition", f"held: {ours}", theirs, f"run: {ours}", theirs),
                filter_lines(figures),
            ),
            (
                "\nValues that must go together. *Found*: in what share of searches, of at most "
                f"{figures['most']:,} cases, a case met the condition; after how many cases, and "
                "how much CPU time, by the median of those that found it.\n"
            ),
            *table(
                ("condition", f"found: {ours}", theirs, f"cases: {ours}", theirs, f"ms: {ours}",
                 theirs),
                coupling_lines(figures),
            ),
            "",
        ]
    )  # fmt: skip


def table(header: Sequence[str], lines: Sequence[Sequence[str]], words: int = 1) -> list[str]:
    """A table in Markdown, of words and then figures."""
    rule = ["---" if place < words else "---:" for place in range(len(header))]
    return [f"| {' | '.join(line)} |" for line in (header, rule, *lines)]


def show_text_bugs(figures: dict[str, Any]) -> str:
    lines = [
        (
            f"The share of {figures['runs']} runs in which {figures['texts']} texts of `text()` "
            "find a bug. Each bug is a program that is wrong for some text; what it does is said "
            "in `bench/text_bugs.py`.\n"
        ),
        source_of(figures),
        f"| bug | {' | '.join(BOTH)} |",
        "| --- | ---: | ---: |",
    ]
    shares = [figures["bugs"][library] for library in BOTH]
    lines += [f"| {bug} | {' | '.join(f'{by[bug]:.0%}' for by in shares)} |" for bug in shares[0]]
    means = [sum(by.values()) / len(by) for by in shares]
    lines.append(f"| on average | {' | '.join(f'{mean:.0%}' for mean in means)} |")
    return "\n".join(lines) + "\n"


FINDING = """\
Planted bugs, each written once for both libraries, in eight groups. *Default run*: the share of
seeds from which 100 cases find the bug. The next columns are of longer runs: the share found within
that number of calls, and within one second of CPU time. In each cell Shortlex stands first and
Hypothesis second. *Calls* and *time*: Shortlex / Hypothesis, calls and CPU time for each find, by
geometric mean over the bugs that both find. One half of the bugs was known while generation was
worked on; the *unseen* half was written without regard to it, and only run afterwards. It was run
for earlier versions, too, and the names of four bugs that Shortlex then missed were known when
generation was last worked on: strips_letters_not_a_suffix, a_thousand_milliseconds,
straight_that_begins_with_an_ace and session_that_ends_at_once.
"""


def show_finding(figures: dict[str, Any]) -> str:
    """Planted bugs by group, for each half, and what Hypothesis finds and Shortlex does not."""
    shares = ("default run", "within 1,000 calls", "within 10,000 calls", "within 1 s")
    lines = [FINDING, source_of(figures)]
    for half, groups in figures["summaries"].items():
        rows = [
            [
                name,
                str(row["bugs"]),
                *(" / ".join(f"{row[one][share]:.0%}" for one in BOTH) for share in shares),
                *(
                    "-" if row[what] is None else f"{row[what]:.2g}"
                    for what in ("calls per find", "seconds per find")
                ),
            ]
            for name, row in groups.items()
            if name != "lost"
        ]
        header = ("group", "bugs", *shares, "calls", "time")
        lines += [f"The {half} half:", "", *table(header, rows), ""]
        lost = ", ".join(each.replace("_", " ") for each in groups["lost"]) or "none"
        lines.append(f"Found by Hypothesis in half of the default runs, and not by us: {lost}.\n")
    return "\n".join(lines) + "\n"


def show_run(lines_of: Callable[[dict[str, Any]], list[str]], figures: dict[str, Any]) -> str:
    return "\n".join([source_of(figures, is_compared=False), *lines_of(figures), ""])


def show_fresh(figures: dict[str, Any]) -> str:
    """Cases that were made for the measurement, by the kind of their condition."""
    lines = [FRESH, source_of(figures), *fresh_table(figures["families"])]
    for unit, by_library in figures["curves"].items():
        marks = next(iter(by_library.values()))
        shares = [[name, *(f"{s:.1%}" for s in row.values())] for name, row in by_library.items()]
        lines += ["", f"Ideal within this number of {unit}:", "", *table(["", *marks], shares)]
    counts = " and ".join(f"{figures['violations'][name]} of {name}" for name in LIBRARIES)
    lines += ["", f"Results from which one element, letter or span can still be deleted: {counts}."]
    return "\n".join(lines) + "\n"


def show_fresh_slow(figures: dict[str, Any]) -> str:
    """Such cases in sum only, with bodies that take a while: each kind has too few of them."""
    sums = {name: figures["families"][name] for name in ("all", "proved")}
    said = FRESH_SLOW.format(cases=sums["all"]["cases"], seeds=figures["seeds"])
    lines = [said, source_of(figures), *fresh_table(sums)]
    return "\n".join(lines) + "\n"


def fresh_table(families: dict[str, Any]) -> list[str]:
    rows = [
        [
            name,
            str(one["cases"]),
            str(one["proved"]),
            *(f"{one['ideal'][library]:.1%}" for library in LIBRARIES),
            *(f"{one['ratios'][what]:.2f}" for what in ("calls", "calls_to_best", "milliseconds")),
            " / ".join(str(one["cut"][library]) for library in LIBRARIES),
        ]
        for name, one in families.items()
    ]
    return table(["kind", "cases", "proved", *LIBRARIES, "calls", "to best", "time", "cut"], rows)


ARRAYS = """\
Random arrays, in milliseconds of CPU time per case: beside Hypothesis with the same arguments, and
beside a generator of numpy that only fills an array of the same shape and dtype. Then what
failures reduce to, from each of some seeds: how many cells differ from all others, and of how many;
the calls after the first that failed; and the CPU time with the search for the failure. Where a
library ends with 0 cells that differ, all cells have the value that matters.
"""


def show_arrays(figures: dict[str, Any]) -> str:
    """How fast arrays are made, and what they reduce to."""
    lines = [ARRAYS, source_of(figures)]
    rows = []
    for row in figures["generation"]:
        ms = row["milliseconds"]
        shape = " x ".join(f"{side:,}" for side in row["shape"])
        times = [f"{ms[name]:.3f}" for name in (*BOTH, "numpy")]
        rows.append([f"{row['dtype']}, {shape}", *times, f"{ms['Shortlex'] / ms['numpy']:.2f}"])
    lines += [*table(["array", *BOTH, "numpy", "Shortlex to numpy"], rows), ""]
    rows = []
    for row in figures["reduction"]:
        both = [row[name] for name in BOTH]
        rows.append(
            [
                row["name"],
                row["ideal"],
                *("; ".join(dict.fromkeys(one["results"])) for one in both),
                " / ".join(number(sum(one["calls"]) / len(one["calls"])) for one in both),
                " / ".join(f"{sum(one['seconds']) / len(one['seconds']):.2f}" for one in both),
            ]
        )
    header = ["failure", "ideal", *BOTH, "calls", "seconds"]
    return "\n".join([*lines, *table(header, rows, words=4), ""])


SECTIONS: dict[str, tuple[str, Callable[[dict[str, Any]], str]]] = {
    "fresh": ("Cases that nobody tuned to", show_fresh),
    "fresh_slow": ("Where each body takes 2 ms", show_fresh_slow),
    "reduction": ("All cases", show_reduction),
    "paper": ("The paper's cases", show_paper),
    "scale": ("Size", show_scale),
    "ablation": ("What each pass is for", show_ablation),
    "distribution": ("What random cases look like", show_distribution),
    "finding": ("Planted bugs", show_finding),
    "text_bugs": ("Bugs that random text finds", show_text_bugs),
    "arrays": ("Arrays", show_arrays),
    **{name: (title, partial(show_run, lines_of)) for name, (title, lines_of) in RUNS.items()},
}
"""By the name of the file of figures: the title, and what is said below it."""


def number(value: float) -> str:
    """About three digits; whole where it is large."""
    if value >= 1e7:
        return f"{value:.2g}"
    if value >= 100:
        return f"{value:.0f}"
    return f"{value:.1f}" if value >= 10 else f"{value:.2f}".removesuffix(".00")


def interval(bounds: list[float]) -> str:
    low, high = bounds
    return "" if low == high else f" ({number(low)}-{number(high)})"


def plain_interval(bounds: list[float], digits: int) -> str:
    return f"{bounds[0]:.{digits}f}-{bounds[1]:.{digits}f}"


def load(results: Path) -> dict[str, dict[str, Any] | None]:
    files = {name: results / f"{name}.json" for name in SECTIONS}
    return {
        name: json.loads(file.read_text("utf-8")) if file.exists() else None
        for name, file in files.items()
    }


def main() -> None:
    parser = argparse.ArgumentParser(description=__doc__.split("\n")[0])
    parser.add_argument("--check", action="store_true", help="write nothing; fail if they differ")
    parser.add_argument("--results", type=Path, default=ROOT / "bench" / "results")
    parser.add_argument(
        "--page", type=Path, default=ROOT / "docs" / "explanation" / "benchmarks.md"
    )
    options = parser.parse_args()
    new = page(load(options.results))
    old = options.page.read_text("utf-8") if options.page.exists() else ""
    if options.check and old != new:
        sys.exit(f"{options.page.name} is not what was measured. Run: make docs")
    if old != new:
        options.page.write_text(new, "utf-8")


if __name__ == "__main__":
    main()
