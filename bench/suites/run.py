"""Run: one suite with one library."""

from __future__ import annotations

import json
import os
import shutil
import subprocess
import tempfile
from collections.abc import Iterable, Mapping
from pathlib import Path
from typing import Any, NamedTuple

from bench.environment import plain_environment
from bench.suites.projects import Project
from bench.suites.workplace import Library, Workplace

PROBE = Path(__file__).with_name("probe.py")


class Ended(NamedTuple):
    """What became of one test."""

    outcome: str
    seconds: float
    is_property: bool
    story: str


class Suite(NamedTuple):
    """What became of a whole suite."""

    tests: Mapping[str, Ended]
    is_cut: bool
    """Whether it was stopped by the time limit."""
    output: str
    """The end of what pytest printed."""

    @property
    def passed(self) -> set[str]:
        return {name for name, test in self.tests.items() if test.outcome == "passed"}

    @property
    def failed(self) -> set[str]:
        return {name for name, test in self.tests.items() if test.outcome in ("failed", "error")}


def run_suite(
    workplace: Workplace,
    project: Project,
    library: Library,
    *,
    seconds: float,
    only: Iterable[str] = (),
    more: Mapping[str, str] | None = None,
) -> Suite:
    """Run a project's tests, or ``only`` those named.

    ``more`` is more variables of the environment, such as a path to a broken copy.
    """
    sources, python = workplace.sources(project), workplace.python(project, library)
    with tempfile.TemporaryDirectory() as directory:
        # A copy, because tests write beside themselves.
        copied = Path(shutil.copytree(sources, Path(directory) / "suite", symlinks=True))
        plugins = Path(directory) / "plugins"
        plugins.mkdir()
        shutil.copy(PROBE, plugins / "suites_probe.py")
        results = Path(directory) / "results"
        results.touch()
        paths = list(only) or [str(path) for path in _test_files(project, copied)]
        alias = ("-p", "shortlex.as_hypothesis") if library == "Shortlex" else ()
        extra = dict(more or {})
        before = [str(plugins), *filter(None, [extra.pop("PYTHONPATH", "")])]
        if (copied / "src").is_dir() and project.tests[0].startswith("src"):
            before.append(str(copied / "src"))
        environment = {
            **plain_environment(),
            **project.variables,
            **extra,
            "PYTHONPATH": os.pathsep.join(before),
            "SUITES_PROBE": str(results),
            "PATH": os.pathsep.join([str(python.parent), os.environ["PATH"]]),
            "HOME": directory,
        }
        command = [str(python), "-m", "pytest", *alias, "-p", "suites_probe", "-q", "--tb=short"]
        command += ["-p", "no:cacheprovider", "-o", "addopts=", *project.options, *paths]
        output, is_cut = _run_limited(command, copied, environment, seconds)
        return Suite(_read(results), is_cut, output[-4000:])


def _test_files(project: Project, copied: Path) -> list[Path]:
    """What to give pytest: all tests, or only the files that mention Hypothesis."""
    given = [copied / path for path in project.tests]
    if project.everything:
        return given
    found: list[Path] = []
    for path in given:
        files = [path] if path.is_file() else sorted(path.rglob("*test*.py"))
        found += [file for file in files if path.is_file() or _mentions_hypothesis(file)]
    return [file for file in found if file.name not in ("conftest.py", "__init__.py")]


def _mentions_hypothesis(file: Path) -> bool:
    text = file.read_text(encoding="utf-8", errors="replace")
    return "from hypothesis" in text or "import hypothesis" in text


def _run_limited(
    command: list[str], directory: Path, environment: Mapping[str, str], seconds: float
) -> tuple[str, bool]:
    with tempfile.TemporaryFile("w+", encoding="utf-8", errors="replace") as output:
        process = subprocess.Popen(
            command,
            cwd=directory,
            env=dict(environment),
            stdin=subprocess.DEVNULL,
            stdout=output,
            stderr=subprocess.STDOUT,
            start_new_session=True,
        )
        try:
            process.wait(seconds)
            is_cut = False
        except subprocess.TimeoutExpired:
            # With what it started: tests of servers and of processes leave some.
            os.killpg(process.pid, 9)
            process.wait()
            is_cut = True
        output.seek(0)
        return output.read(), is_cut


def _read(results: Path) -> dict[str, Ended]:
    tests: dict[str, Ended] = {}
    for line in results.read_text(encoding="utf-8").splitlines():
        try:
            fields: dict[str, Any] = json.loads(line)
        except ValueError:
            continue  # the process was ended while it wrote
        name = fields.pop("test")
        tests[name] = Ended(**fields)
    return tests
