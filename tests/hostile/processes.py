"""Processes: many programs in one real run of pytest: plain, in parallel, and killed on the way."""

from __future__ import annotations

import json
import os
import random
import signal
import subprocess
import sys
import tempfile
from collections.abc import Iterator
from pathlib import Path
from typing import NamedTuple

import shortlex
from tests.hostile.campaign import Campaign, Task
from tests.hostile.judge import ENOUGH_EXAMPLES, Observed, Trial, Truth, Wrong, truth_of
from tests.hostile.programs import pasteable

TOO_MUCH_FOR_PYTEST = frozenset(
    {
        "stop",
        "global",
        "with",
        "ud800",
        "Odd",
        "NotedError",
        "NoTraceError",
        "FrozenError",
        "SlotsError",
        "Exiting",
    }
)
"""Behaviours that end or upset a whole run of pytest or xdist, whatever library the tests use."""

WITHOUT_PLUGINS = ["-p", "no:cacheprovider", "-p", "no:asyncio", "-p", "no:anyio"]

WAYS = ("pytest", "xdist", "killed")

CONFTEST = f"""
import json, os, sys
import pytest
from shortlex import settings

default = settings.get_profile("default")
settings.register_profile("hostile", default, max_examples={ENOUGH_EXAMPLES})
settings.load_profile("hostile")

@pytest.hookimpl(wrapper=True)
def pytest_runtest_makereport(item, call):
    report = yield
    if call.when == "call":
        error = call.excinfo.value if call.excinfo else None
        names = [type(error).__name__] if error is not None else []
        if isinstance(error, BaseExceptionGroup) and error.message.startswith("test failed "):
            names = [type(each).__name__ for each in error.exceptions]
        line = json.dumps([item.path.stem, report.outcome, names, str(report.longrepr)[-3000:]])
        with open(os.environ["HOSTILE_RESULTS"], "a") as file:
            file.write(line + "\\n")
    return report
"""


BATCH = 40
"""How many programs one run of pytest has."""


class Body(NamedTuple):
    """A program in a file of its own, and its truth."""

    number: int
    task: Task
    truth: Truth


class Report(NamedTuple):
    """What pytest said of a test."""

    outcome: str
    names: list[str]
    text: str

    def observed(self) -> Observed:
        if "Unsatisfiable" in self.names:
            return Observed("unsatisfiable", (), tuple(self.names))
        if any(name.startswith("Flaky") for name in self.names):
            return Observed("flaky", (), tuple(self.names))
        kind = {"passed": "pass", "failed": "fail", "skipped": "skip"}[self.outcome]
        return Observed(kind, (), tuple(self.names))


def bodies_of(campaign: Campaign, numbers: range) -> list[Body]:
    """The programs that can be judged."""
    every = [(number, campaign.task(number)) for number in numbers]
    bodies = [Body(number, task, truth_of(task.program)) for number, task in every]
    return [body for body in bodies if body.truth.endings]


def judge_batch(bodies: list[Body], way: str, seed: int) -> list[tuple[Body, Wrong]]:
    """Run programs with pytest in one way."""
    with tempfile.TemporaryDirectory(prefix="hostile-") as name:
        directory = Path(name)
        (directory / "conftest.py").write_text(CONFTEST)
        (directory / "pytest.ini").write_text(
            "[pytest]\naddopts = -p no:cacheprovider -p no:asyncio -p no:anyio -q\n"
        )
        for body in bodies:
            text = pasteable(body.task.program).replace("class Body", "class TestBody")
            text = text.partition("\nrun = ")[0]
            (directory / f"test_{body.number}.py").write_text(text + "\n", "utf-8")
        seen: list[dict[str, Report]] = []
        if way == "killed":
            dice = random.Random(seed)
            seen += [_run(directory, [], dice.uniform(0.3, 3.0)) for _ in range(3)]
        options = ["-n", "2"] if way == "xdist" else []
        seen += [_run(directory, options), _run(directory, options)]
        output = (directory / "output").read_text(errors="replace")
    found = [(body, _wrong_of(body, seen, way, output)) for body in bodies]
    return [(body, wrong) for body, wrong in found if wrong is not None]


def _run(directory: Path, options: list[str], seconds: float | None = None) -> dict[str, Report]:
    """What pytest says of each test, in one run; it may be killed after some seconds."""
    results = directory / "results.jsonl"
    results.unlink(missing_ok=True)
    path = os.pathsep.join([str(Path(shortlex.__file__).parents[1])])
    environment = {
        **{name: value for name, value in os.environ.items() if not name.startswith("PYTEST")},
        "PYTHONPATH": path,
        "HOSTILE_RESULTS": str(results),
        "SHORTLEX_HOME": str(directory / "home"),
        "TMPDIR": str(directory),
    }
    with (directory / "output").open("w") as output:
        process = subprocess.Popen(
            [sys.executable, "-m", "pytest", "-q", *WITHOUT_PLUGINS, *options],
            cwd=directory,
            env=environment,
            stdout=output,
            stderr=subprocess.STDOUT,
            start_new_session=True,
        )
    try:
        process.wait(seconds)
    except subprocess.TimeoutExpired:
        os.killpg(process.pid, signal.SIGKILL)
        process.wait()
    said: dict[str, Report] = {}
    for line in results.read_text().splitlines() if results.exists() else ():
        try:
            stem, *rest = json.loads(line)
        except ValueError:  # killed while it wrote
            continue
        said[stem] = Report(*rest)
    return said


def _wrong_of(body: Body, seen: list[dict[str, Report]], way: str, output: str) -> Wrong | None:
    """What is wrong with what pytest said of a body in some runs.

    The last two were not killed, and the last one printed ``output``.
    """
    trial = Trial(None, body.truth, "plain", Path())
    trial.has_examples = bool(body.task.program.examples)
    reports = [said.get(f"test_{body.number}") for said in seen]
    if None in reports[-2:]:
        return Wrong("not run", f"{way}: {reports}\n{output[-3000:]}")
    for i, report in enumerate(reports):
        if report is None:
            continue
        wrong = trial.check_verdict(report.observed(), f"{way}, run {i}")
        if wrong is not None:
            return Wrong(wrong.kind, f"{wrong.details}\n{report.text}")
    return None


def judge_processes(campaign: Campaign, numbers: range) -> Iterator[tuple[str, Body, Wrong]]:
    """Judge bodies in batches, each in one of the ways, in turn."""
    for i, start in enumerate(numbers[::BATCH]):
        bodies = bodies_of(campaign, range(start, min(start + BATCH, numbers.stop)))
        way = WAYS[i % len(WAYS)]
        for body, wrong in judge_batch(bodies, way, seed=i):
            yield way, body, wrong
