"""The numbers in the README are those of the benchmark, rounded."""

import json
import re
import shutil
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
    page, measured = results_with(tmp_path, "generation.json", findings())
    options = ("--readme", page, "--results", measured)
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
    ours = {"seeds": 50, "ideal": 0.98, "calls": 10, "calls_to_best": 5, "generations": 20}
    theirs = {**ours, "seeds": 25, "ideal": 0.6, "calls": 40, "milliseconds": 50.0}
    both = {"Shortlex": {**ours, "milliseconds": 2.0}, "Hypothesis": theirs}
    figures = {"seeds": 50, "cases": {"one": both}}
    page, measured = results_with(tmp_path, "reduction.json", figures)
    assert fill("--readme", page, "--results", measured).returncode == 0
    written = " ".join(page.read_text("utf-8").split())
    assert "has 1 cases" in written
    assert "in 98.0% of these reductions, Hypothesis in 60.0%." in written
    assert "its result after 1.00 of the test calls, makes 0.25 of them in all, and" in written
    assert "takes 0.04 of the time" in written


def test_what_is_said_of_fresh_cases_is_what_was_measured(tmp_path: Path) -> None:
    whole = {
        "cases": 70,
        "ideal": {"Shortlex": 0.91, "Hypothesis": 0.62},
        "ratios": {"milliseconds": 0.333},
    }
    families = {"order": whole, "sums": whole, "all": whole, "proved": whole}
    page, measured = results_with(
        tmp_path, "fresh.json", {"families": families, "seconds": 7.0, "seeds": 2}
    )
    assert fill("--readme", page, "--results", measured).returncode == 0
    written = " ".join(page.read_text("utf-8").split())
    assert "On 70 random cases" in written
    assert "conditions of 2 kinds" in written
    assert "in 91% of reductions, and Hypothesis in 62%" in written
    assert "it takes 0.33 of the time" in written
    assert "and 7 s for each reduction" in written


def test_what_is_said_of_whole_runs_is_what_was_measured(tmp_path: Path) -> None:
    figures = {
        "properties": 77,
        "seconds": {"Shortlex": 1.234, "Hypothesis": 22.22},
        "start": {"quicker half": 2.2, "median": 9.0},
        "known": {"quicker half": 33.3, "median": 44.4},
    }
    page, measured = results_with(tmp_path, "suite.json", figures)
    assert fill("--readme", page, "--results", measured).returncode == 0
    written = " ".join(page.read_text("utf-8").split())
    assert "77 passing properties takes 1.2 s, and 22.2 s with Hypothesis" in written
    assert "adds 2 ms to a suite without properties" in written
    assert "33 ms later" in written


def test_what_was_not_measured_is_said_to_be_so(tmp_path: Path) -> None:
    page, measured = results_with(tmp_path, "generation.json", findings())
    (measured / "reduction.json").unlink()
    assert fill("--readme", page, "--results", measured).returncode == 0
    assert "Not measured yet: `make bench-full` makes `bench/results/reduction.json`." in (
        page.read_text("utf-8")
    )


def results_with(directory: Path, name: str, figures: object) -> tuple[Path, Path]:
    """A README, and a directory of the results that are kept, but for one."""
    page, results = directory / "README.md", directory / "results"
    page.write_text(readme(), "utf-8")
    shutil.copytree(MEASURED.parent, results)
    (results / name).write_text(json.dumps(figures), "utf-8")
    return page, results


def readme() -> str:
    return (ROOT / "README.md").read_text("utf-8")
