"""The numbers in the README are those of the benchmark, rounded."""

import json
import re
import subprocess
import sys
from pathlib import Path

from blocks import ROOT

MEASURED = ROOT / "bench" / "results" / "generation.json"


def fill(*arguments: object) -> subprocess.CompletedProcess[str]:
    return subprocess.run(
        [sys.executable, ROOT / "docs" / "fill_numbers.py", *map(str, arguments)],
        capture_output=True,
        text=True,
        check=False,
    )


def findings() -> dict[str, object]:
    rows = [("integers", "integers()", 1.26, 250.4), ("flatmap", "a list of as many", 9.97, 301)]
    return {
        "command": "python -m bench.generation",
        "versions": {"Shortlex": "0.1.0", "Hypothesis": "6.170.15"},
        "python": "3.11.7",
        "implementation": "CPython",
        "rows": [
            {
                "name": name,
                "describe": describe,
                "microseconds": {"Shortlex": {"median": ours}, "Hypothesis": {"median": theirs}},
                "hypothesis_over_shortlex": theirs / ours,
            }
            for name, describe, ours, theirs in rows
        ],
        "imports": {"milliseconds": {"Shortlex": 20.4, "Hypothesis": 130.6}},
    }


def test_numbers_in_the_readme_are_those_of_the_benchmark() -> None:
    run = fill("--check")
    assert run.returncode == 0, run.stderr


def test_every_time_in_the_readme_is_in_the_json_when_rounded() -> None:
    # Read here without the script, so that a mistake of the script is found too.
    rows = json.loads(MEASURED.read_text("utf-8"))["rows"] if MEASURED.exists() else []
    medians = {
        f"{row['microseconds'][maker]['median']:.{digits}f}"
        for row in rows
        for maker in ("Shortlex", "Hypothesis")
        for digits in (0, 1)
    }
    table = re.findall(r"^\| .+ \| ([\d.]+) \| ([\d.]+) \| [\d.]+ \|$", readme(), re.M)
    assert bool(table) == bool(rows), "the table is there when, and only when, it was measured"
    assert {time for times in table for time in times} <= medians


def test_numbers_are_written_between_the_markers_and_nowhere_else(tmp_path: Path) -> None:
    page, measured = tmp_path / "README.md", tmp_path / "generation.json"
    page.write_text(readme(), "utf-8")
    measured.write_text(json.dumps(findings()), "utf-8")
    options = ("--readme", page, "--json", measured)
    assert fill("--check", *options).returncode != 0
    assert fill(*options).returncode == 0
    assert fill("--check", *options).returncode == 0
    written = page.read_text("utf-8")
    assert "| `integers()` | 1.3 | 250 | 199 |" in written
    assert "between 30 (flatmap) and 199 (integers)" in written
    assert "takes 20 ms, `import hypothesis` 131 ms" in written
    outside = re.compile(r"(<!-- numbers.*?-->).*(<!-- end of numbers -->)", re.S)
    assert outside.sub(r"\1\2", written) == outside.sub(r"\1\2", readme())


def test_what_is_said_of_reduction_is_what_was_measured(tmp_path: Path) -> None:
    page, measured = tmp_path / "README.md", tmp_path / "reduction.json"
    page.write_text(readme(), "utf-8")
    ours = {"seeds": 50, "ideal": 0.98, "calls": 10, "calls_to_best": 5, "generations": 20}
    theirs = {**ours, "seeds": 25, "ideal": 0.6, "calls": 40, "milliseconds": 50.0}
    both = {"Shortlex": {**ours, "milliseconds": 2.0}, "Hypothesis": theirs}
    measured.write_text(json.dumps({"seeds": 50, "cases": {"one": both}}), "utf-8")
    assert fill("--readme", page, "--reduction", measured).returncode == 0
    written = " ".join(page.read_text("utf-8").split())
    assert "Of 1 cases" in written
    assert "is reached in 98.0% of reductions; by Hypothesis in 60.0%." in written
    assert "It takes 0.25 of the calls of the test and 0.040 of the time" in written


def readme() -> str:
    return (ROOT / "README.md").read_text("utf-8")
