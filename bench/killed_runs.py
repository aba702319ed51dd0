"""Whole runs of pytest, killed at random moments, over and over with the same store.

``python -m bench.killed_runs --count 1000`` starts runs of a small project whose tests fail, and
kills each with SIGKILL. Later runs of the same project replay what earlier ones have found, some of
them in child processes, because the journal tells them that a process has died. After every kill
the store must have each failure that any run has reported, whole. In the end a run that is not
killed must know all of them.
"""

from __future__ import annotations

import argparse
import os
import signal
import sys
import tempfile
import time
from collections import Counter
from collections.abc import Iterator
from concurrent.futures import ProcessPoolExecutor
from contextlib import contextmanager
from datetime import timedelta
from itertools import repeat
from pathlib import Path
from random import Random
from typing import NamedTuple

import pytest

from bench.keeping import keep
from shortlex.database import DirectoryDatabase
from shortlex.database.record import parse_record
from shortlex.errors import BadToken

KILLS_PER_PROJECT = 10

TESTS = """
import time
from shortlex import given, settings, strategies as st

settings.register_profile("killed", journal={journal})
settings.load_profile("killed")

@given(st.integers())
def test_quick(x):
    assert x < 1000

@given(st.lists(st.integers()))
def test_reduced(xs):
    assert sum(xs) < 10**6 or len(set(xs)) < 3

@given(st.data())
def test_slow(data):
    xs = data.draw(st.lists(st.integers(0, 1000), min_size=2))
    time.sleep(0.0001)
    assert sum(xs) < 1500

@given(st.integers(), st.text())
def test_two_bugs(x, text):
    if x > 500:
        raise ValueError
    if len(text) > 4:
        raise KeyError

@given(st.lists(st.booleans()))
def test_passing(xs):
    pass
"""

CONFTEST = """
import os

reported = os.open("reported", os.O_WRONLY | os.O_APPEND | os.O_CREAT)

def pytest_exception_interact(node, call):
    error = call.excinfo.value
    for each in getattr(error, "exceptions", [error]):
        known = any(note.startswith("Known from") for note in each.__notes__)
        os.write(reported, f"{node.nodeid} {type(each).__name__} {known}\\n".encode())
"""


class Reported(NamedTuple):
    """A failure that a run has told of."""

    node: str
    error: str


class Kills(NamedTuple):
    """What came of a number of kills."""

    kills: int
    projects: int
    too_late: int
    """Runs that had ended before they could be killed, besides the kills."""
    reported: int
    """Different failures that were reported before a kill."""
    checked: int
    """How often one of these was looked for in a store after a kill."""
    lost: list[str]
    corrupt: list[str]
    forgotten: list[str]
    """Failures that were reported, and that the last run did not know."""
    emptied: int
    """Stores that had something in them before a kill, and nothing afterwards."""


class Project:
    """A directory with tests, and the store of their failures."""

    def __init__(self, directory: Path, *, journal: bool) -> None:
        self.directory = directory
        for name in ("tmp", "other"):
            (directory / name).mkdir()
        (directory / "pytest.ini").write_text("[pytest]\n")
        (directory / "conftest.py").write_text(CONFTEST)
        (directory / "test_it.py").write_text(TESTS.format(journal=journal))
        self.store = DirectoryDatabase(directory / ".shortlex" / "failures")

    def start(self, *, journal: str = "tmp") -> int:
        """Run pytest in a child process, which has it imported already."""
        child = os.fork()
        if child:
            return child
        try:
            os.chdir(self.directory)
            os.environ["TMPDIR"] = str(self.directory / journal)
            os.environ.pop("SHORTLEX_HOME", None)
            silence = os.open(os.devnull, os.O_RDWR)
            for descriptor in (0, 1, 2):
                os.dup2(silence, descriptor)
            pytest.main(["-q", "-pno:cacheprovider", "-pno:hypothesispytest", "-pno:xdist"])
        finally:
            os._exit(0)

    def reported(self) -> set[Reported]:
        return {Reported(*line.split(" ")[:2]) for line in self._lines()}

    def known(self, skip: int) -> set[Reported]:
        """What was reported as known, after so many other lines."""
        lines = [line.split(" ") for line in self._lines()[skip:]]
        return {Reported(node, error) for node, error, known in lines if known == "True"}

    def _lines(self) -> list[str]:
        try:
            return (self.directory / "reported").read_text().split("\n")[:-1]
        except FileNotFoundError:
            return []

    def kept(self) -> tuple[Counter[Reported], list[str]]:
        """The failures in the store, and what is no failure."""
        found: Counter[Reported] = Counter()
        corrupt = []
        for node in {each.node for each in self.reported()}:
            for value in self.store.fetch(node.encode()):
                try:
                    error = parse_record(value).error.partition(" ")[0]
                except BadToken:
                    corrupt.append(f"{self.directory}: {node}")
                else:
                    found[Reported(node, error)] += 1
        return found, corrupt

    def is_empty(self) -> bool:
        return not any(Path(self.store.path).rglob("*.txt"))


def run_for(project: Project, seconds: float) -> bool:
    """Start a run and kill it after some time. False if it had ended by itself."""
    child = project.start()
    end = time.monotonic() + seconds
    while time.monotonic() < end:
        if os.waitpid(child, os.WNOHANG)[0]:
            return False
        time.sleep(0.001)
    os.kill(child, signal.SIGKILL)
    _, status = os.waitpid(child, 0)
    return os.WIFSIGNALED(status)


def run_whole(project: Project, *, journal: str = "tmp") -> float:
    """Run to the end. How many seconds it took."""
    started = time.monotonic()
    os.waitpid(project.start(journal=journal), 0)
    return time.monotonic() - started


@contextmanager
def new_project(*, journal: bool) -> Iterator[Project]:
    with tempfile.TemporaryDirectory(prefix="shortlex-kills-") as directory:
        yield Project(Path(directory), journal=journal)


def count_kills(count: int, seed: int, longest: float) -> Kills:
    """Kill so many runs of one project, and look at the store after each.

    ``longest`` is how many seconds a run may take. Every second project has a journal.
    """
    random = Random(seed)
    too_late = checked = emptied = 0
    reported: set[Reported] = set()
    lost, corrupt = [], []
    with new_project(journal=seed % 2 == 1) as project:
        for kill in range(count):
            # Projects that were run to their end first have only replays to be killed.
            if random.random() < 0.1:
                longest = max(longest * 0.8, run_whole(project))
            was_empty = project.is_empty()
            while not run_for(project, random.random() * longest):
                too_late += 1
            kept, damaged = project.kept()
            wanted = project.reported()
            checked += len(wanted)
            reported |= wanted
            lost += [
                f"{each} after kill {kill} of project {seed}"
                for each in sorted(wanted)
                if not kept[each]
            ]
            corrupt += damaged
            emptied += project.is_empty() and not was_empty
        wanted, skip = project.reported(), len(project._lines())
        # Without a journal: what this run knows, it knows from the store.
        run_whole(project, journal="other")
        forgotten = sorted(map(str, wanted - project.known(skip)))
    return Kills(count, 1, too_late, len(reported), checked, lost, corrupt, forgotten, emptied)


def count_all(count: int, seed: int, jobs: int) -> Iterator[Kills]:
    """Kill so many runs, in so many processes at once. What has come of all so far."""
    counts = [min(KILLS_PER_PROJECT, count - start) for start in range(0, count, KILLS_PER_PROJECT)]
    seeds = range(seed * 10**6, seed * 10**6 + len(counts))
    with new_project(journal=False) as project:
        longest = run_whole(project)
    found: Kills | None = None
    with ProcessPoolExecutor(jobs) as pool:
        for part in pool.map(count_kills, counts, seeds, repeat(longest)):
            # Numbers are added, and so are lists.
            both = zip(found or part, part, strict=True)
            found = part if found is None else Kills(*(mine + theirs for mine, theirs in both))
            yield found


def main() -> int:
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("--count", type=int, default=1000, help="how many kills")
    parser.add_argument("--seed", type=int, default=0)
    parser.add_argument("--jobs", type=int, default=1, help="processes at once")
    parser.add_argument("--json", type=Path, metavar="FILE", help="where to keep the figures")
    arguments = parser.parse_args()
    command = f"python -m bench.killed_runs --count {arguments.count} --seed {arguments.seed}"
    started = time.monotonic()
    for found in count_all(arguments.count, arguments.seed, arguments.jobs):
        wrong = len([*found.lost, *found.corrupt, *found.forgotten]) + found.emptied
        took = timedelta(seconds=round(time.monotonic() - started))
        print(f"{found.kills:,} kills, {wrong} wrong ({took})", file=sys.stderr, flush=True)
        if arguments.json is not None:
            keep(arguments.json, command, found._asdict())
    print(
        f"{found.kills:,} kills of runs in {found.projects} projects; {found.reported:,} failures "
        f"reported, looked for {found.checked:,} times: {len(found.lost)} lost, "
        f"{len(found.forgotten)} forgotten, {len(found.corrupt)} files corrupt, {found.emptied} "
        "stores emptied"
    )
    for each in (*found.lost, *found.forgotten, *found.corrupt):
        print(each, file=sys.stderr)
    return 1 if wrong else 0


if __name__ == "__main__":
    sys.exit(main())
