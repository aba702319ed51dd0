"""The page about the benchmarks says what was measured."""

import json
import re
import subprocess
import sys
from pathlib import Path

import pytest
from blocks import ROOT

PAGE = ROOT / "docs" / "explanation" / "benchmarks.md"
RESULTS = ROOT / "bench" / "results"


def run_script(name: str, *arguments: object) -> subprocess.CompletedProcess[str]:
    return subprocess.run(
        [sys.executable, ROOT / "docs" / name, *map(str, arguments)],
        capture_output=True,
        text=True,
        check=False,
    )


def test_the_page_is_what_was_measured() -> None:
    run = run_script("show_benchmarks.py", "--check")
    assert run.returncode == 0, run.stderr


def test_every_case_is_on_the_page_with_its_calls() -> None:
    # Read here without the script, so that a mistake of the script is found too.
    cases = json.loads((RESULTS / "reduction.json").read_text("utf-8"))["cases"]
    rows = [line.strip("| ").split(" | ") for line in PAGE.read_text("utf-8").splitlines()]
    lines = {row[0]: row for row in rows if len(row) == 9}
    for name, by in cases.items():
        calls = lines[name][5].split(" / ")
        for shown, library in zip(calls, ("Shortlex", "Hypothesis"), strict=True):
            if not by[library]["seeds"]:
                assert shown == "-"
            else:
                assert float(shown) == pytest.approx(by[library]["calls"], rel=0.05, abs=0.01)


def test_figures_that_change_change_the_page(tmp_path: Path) -> None:
    page, results = tmp_path / "page.md", tmp_path / "results"
    results.mkdir()
    options = ("--page", page, "--results", results)
    assert run_script("show_benchmarks.py", *options).returncode == 0
    sections = PAGE.read_text("utf-8").count("\n## ")
    assert page.read_text("utf-8").count("Not measured yet") == sections
    for file in RESULTS.glob("*.json"):
        (results / file.name).write_bytes(file.read_bytes())
    assert run_script("show_benchmarks.py", "--check", *options).returncode != 0
    assert run_script("show_benchmarks.py", *options).returncode == 0
    assert page.read_text("utf-8") == PAGE.read_text("utf-8")
    figures = json.loads((results / "paper.json").read_text("utf-8"))
    figures["cases"]["reverse"]["Shortlex"]["size"] = 77.25
    (results / "paper.json").write_text(json.dumps(figures), "utf-8")
    assert run_script("show_benchmarks.py", "--check", *options).returncode != 0
    assert run_script("show_benchmarks.py", *options).returncode == 0
    assert "| reverse | Shortlex | 77.25 |" in page.read_text("utf-8")


@pytest.mark.slow
def test_the_same_figures_make_the_same_plots(tmp_path: Path) -> None:
    pytest.importorskip("matplotlib")
    for name in ("first", "second"):
        run = run_script("plot_benchmarks.py", "--plots", tmp_path / name)
        assert run.returncode == 0, run.stderr
    linked = re.findall(r"\(plots/([\w.-]+)\)", PAGE.read_text("utf-8"))
    assert sorted(linked) == sorted(file.name for file in (tmp_path / "first").iterdir())
    for name in linked:
        assert (tmp_path / "first" / name).read_bytes() == (tmp_path / "second" / name).read_bytes()
