"""Write what the benchmarks measured into README.md, between its markers.

``python -m bench.generation --json bench/results/generation.json`` and ``make bench-full`` measure;
``python docs/fill_numbers.py`` fills in; ``--check`` writes nothing and fails if the README
says anything else.
"""

from __future__ import annotations

import argparse
import json
import re
import sys
from pathlib import Path
from typing import Any

ROOT = Path(__file__).parents[1]
sys.path.insert(0, str(ROOT))

from bench.reduction.verdicts import geometric_means, share_of_ideals  # noqa: E402  # found above

BEGIN = "<!-- numbers: filled in by docs/fill_numbers.py -->\n\n"
END = "\n<!-- end of numbers -->\n"
BEGIN_REDUCTION = "<!-- reduction: filled in by docs/fill_numbers.py -->\n\n"
END_REDUCTION = "\n<!-- end of reduction -->\n"

# Rows of the benchmark that are shown; what is said of all rows is said of all rows.
SHOWN = ("integers", "text", "lists", "dictionaries", "recursive JSON", "builds")

NOT_MEASURED = """\
Not measured yet: `bench/results/generation.json` is missing. It is made by
`python -m bench.generation --json bench/results/generation.json`.
"""

REDUCTION = """\
Of {cases} cases, those that others have published to test reducers with and those that users
complain of, each begun from up to {seeds} failures, the smallest possible value is reached in
{ours:.1%} of reductions; by Hypothesis in {theirs:.1%}. It takes {calls:.2f} of the calls of the
test and {time:.3f} of the time, by geometric mean. [Every
case](docs/explanation/benchmarks.md), and where it falls short.
"""


def numbers(findings: dict[str, Any] | None) -> str:
    """The part of the README that comes from the benchmark."""
    if findings is None:
        return NOT_MEASURED
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


def reduction(figures: dict[str, Any] | None) -> str:
    """What the README says of the benchmark of reduction."""
    if figures is None:
        return "Not measured yet: `make bench-full` makes `bench/results/reduction.json`.\n"
    cases = figures["cases"]
    ours, theirs = (share_of_ideals(cases, name) or 0.0 for name in ("Shortlex", "Hypothesis"))
    means = geometric_means(cases)
    return REDUCTION.format(
        cases=len(cases),
        seeds=figures["seeds"],
        ours=ours,
        theirs=theirs,
        calls=means["calls"],
        time=means["milliseconds"],
    )


def rounded(value: float) -> str:
    """Two digits, or all that stand before the point."""
    return f"{value:.1f}" if value < 9.95 else f"{value:.0f}"


def filled(readme: str, begin: str, content: str, end: str) -> str:
    """The README with some content between two markers."""
    before, _, rest = readme.partition(begin)
    _, found, after = rest.partition(end)
    if not found:
        sys.exit("docs/fill_numbers.py: README.md has lost its markers.")
    return before + begin + content + end + after


def load(path: Path) -> dict[str, Any] | None:
    return json.loads(path.read_text("utf-8")) if path.exists() else None  # type: ignore[no-any-return]  # of that shape


def main() -> None:
    parser = argparse.ArgumentParser(description=__doc__.split("\n")[0])
    parser.add_argument("--check", action="store_true", help="write nothing; fail if they differ")
    parser.add_argument("--readme", type=Path, default=ROOT / "README.md")
    parser.add_argument("--json", type=Path, default=ROOT / "bench/results/generation.json")
    parser.add_argument("--reduction", type=Path, default=ROOT / "bench/results/reduction.json")
    options = parser.parse_args()
    old = options.readme.read_text("utf-8")
    new = filled(old, BEGIN, numbers(load(options.json)), END)
    new = filled(new, BEGIN_REDUCTION, reduction(load(options.reduction)), END_REDUCTION)
    if options.check and old != new:
        sys.exit("The numbers in README.md are not those of the benchmark. Run: make docs")
    if old != new:
        options.readme.write_text(new, "utf-8")


if __name__ == "__main__":
    main()
