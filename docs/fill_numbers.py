"""Write what the generation benchmark measured into README.md, between its two markers.

``python -m bench.generation --json bench/results/generation.json`` measures;
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
BEGIN = "<!-- numbers: filled in by docs/fill_numbers.py -->\n\n"
END = "\n<!-- end of numbers -->\n"

# Rows of the benchmark that are shown; what is said of all rows is said of all rows.
SHOWN = ("integers", "text", "lists", "dictionaries", "recursive JSON", "builds")

NOT_MEASURED = """\
Not measured yet: `bench/results/generation.json` is missing. It is made by
`python -m bench.generation --json bench/results/generation.json`.
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


def rounded(value: float) -> str:
    """Two digits, or all that stand before the point."""
    return f"{value:.1f}" if value < 9.95 else f"{value:.0f}"


def filled(readme: str, findings: dict[str, Any] | None) -> str:
    """The README with the numbers in their place."""
    before, _, rest = readme.partition(BEGIN)
    _, found, after = rest.partition(END)
    if not found:
        sys.exit("docs/fill_numbers.py: README.md has lost its markers.")
    return before + BEGIN + numbers(findings) + END + after


def main() -> None:
    parser = argparse.ArgumentParser(description=__doc__.split("\n")[0])
    parser.add_argument("--check", action="store_true", help="write nothing; fail if they differ")
    parser.add_argument("--readme", type=Path, default=ROOT / "README.md")
    parser.add_argument("--json", type=Path, default=ROOT / "bench/results/generation.json")
    options = parser.parse_args()
    findings = json.loads(options.json.read_text("utf-8")) if options.json.exists() else None
    old = options.readme.read_text("utf-8")
    new = filled(old, findings)
    if options.check and old != new:
        sys.exit("The numbers in README.md are not those of the benchmark. Run: make docs")
    if old != new:
        options.readme.write_text(new, "utf-8")


if __name__ == "__main__":
    main()
