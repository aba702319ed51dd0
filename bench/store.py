"""The store of failures under attack, and against the clock.

``python -m bench.store kills`` starts process after process, each of which runs tests that fail and
tells of every failure that it reports, and kills it with SIGKILL at a random moment. Whatever was
reported must be in the store, and every file there must be whole.

``python -m bench.store replay`` measures how much longer pytest takes for a failure that is known
than for a plain test that fails; ``python -m bench.store passing`` what the store costs a test that
has never failed.
"""

from __future__ import annotations

import argparse
import os
import signal
import statistics
import subprocess
import sys
import tempfile
import time
from collections.abc import Callable
from pathlib import Path
from random import Random
from resource import RUSAGE_CHILDREN, getrusage
from typing import Any, NamedTuple

from shortlex import given, settings
from shortlex import strategies as st
from shortlex.core.token import parse_token
from shortlex.database import DirectoryDatabase
from shortlex.database.record import Record, parse_record
from shortlex.errors import BadToken

LONGEST_LIFE = 0.02
"""So many seconds, at most, pass from the first failure of a process to its end."""


class Kills(NamedTuple):
    """What came of a number of kills."""

    kills: int
    reported: int
    """Failures that were reported before."""
    lost: list[str]
    """Of these, those that the store does not have."""
    corrupt: list[str]
    """Files that are no failure."""
    unfinished: int
    """Files that were being written when the process was killed."""


def failing_test(database: DirectoryDatabase, name: str, limit: int) -> Callable[[], None]:
    """A test whose simplest failure is ``[limit]``."""

    @settings(database=database)
    @given(st.lists(st.integers()))
    def test(numbers: list[int]) -> None:
        assert all(number < limit for number in numbers)

    test.__module__, test.__qualname__ = "tests", name
    return test


def report_failures(database: DirectoryDatabase, number: int, pipe: int) -> None:
    """Run tests that fail, and tell of each, for ever."""
    random = Random(number)
    for i in range(1_000_000):
        name = f"test_{number}_{i}"
        try:
            failing_test(database, name, random.randrange(10**6))()
        except AssertionError as error:
            token = error.__notes__[-1].split('"')[1]
            os.write(pipe, f"tests.{name} {token}\n".encode())


def kill_one(database: DirectoryDatabase, number: int, random: Random) -> list[str]:
    """Start a process, kill it, and give what it had reported by then."""
    reading, writing = os.pipe()
    child = os.fork()
    if child == 0:
        try:
            os.close(reading)
            report_failures(database, number, writing)
        finally:
            os._exit(1)
    os.close(writing)
    with os.fdopen(reading, "r") as pipe:
        first = pipe.readline()
        time.sleep(random.random() * LONGEST_LIFE)
        os.kill(child, signal.SIGKILL)
        reported = first + pipe.read()
    os.waitpid(child, 0)
    # The last line may be cut off: then it was not reported.
    return reported.split("\n")[:-1]


def count_kills(path: str, kills: int, seed: int = 0) -> Kills:
    """Kill so many processes, and look at the store after each."""
    database, random = DirectoryDatabase(path), Random(seed)
    reported: list[str] = []
    lost = []
    for number in range(kills):
        lines = kill_one(database, number, random)
        reported += lines
        lost += [line for line in lines if not has_failure(database, line)]
    every = [file for file in Path(path).rglob("*") if file.is_file()]
    corrupt = [str(file) for file in every if file.suffix == ".txt" and not is_whole(file)]
    unfinished = sum(file.suffix == ".tmp" for file in every)
    return Kills(kills, len(reported), lost, corrupt, unfinished)


def has_failure(database: DirectoryDatabase, line: str) -> bool:
    key, token = line.split(" ")
    wanted = parse_token(token).choices
    records: list[Record] = [parse_record(value) for value in database.fetch(key.encode())]
    return any(record.choices == wanted and record.is_reduced for record in records)


def is_whole(file: Path) -> bool:
    try:
        parse_record(file.read_bytes())
    except BadToken:
        return False
    return True


PLAIN = "def test_it():\n    assert [0] == [0, 0]\n"
KNOWN = """\
from shortlex import given, strategies as st

@given(st.lists(st.integers()))
def test_it(numbers):
    assert len(numbers) < 2
"""


def seconds_of_pytest(directory: Path) -> float:
    """Of the processor: the machine may have other things to do."""
    before = getrusage(RUSAGE_CHILDREN)
    others = ["-p", "no:cacheprovider", "-p", "no:hypothesispytest", "-p", "no:xdist"]
    command = [sys.executable, "-m", "pytest", "-q", *others, "test_it.py"]
    run = subprocess.run(command, cwd=directory, capture_output=True, check=False)
    assert run.returncode == 1, run.stdout
    after = getrusage(RUSAGE_CHILDREN)
    return after.ru_utime + after.ru_stime - before.ru_utime - before.ru_stime


def measure_replay(rounds: int) -> tuple[float, float]:
    """The least seconds of pytest with a plain test that fails, and with a known failure."""
    with tempfile.TemporaryDirectory() as plain, tempfile.TemporaryDirectory() as known:
        Path(plain, "test_it.py").write_text(PLAIN)
        Path(known, "test_it.py").write_text(KNOWN)
        seconds_of_pytest(Path(plain)), seconds_of_pytest(Path(known))
        pairs = [
            (seconds_of_pytest(Path(plain)), seconds_of_pytest(Path(known))) for _ in range(rounds)
        ]
    return min(pair[0] for pair in pairs), min(pair[1] for pair in pairs)


def measure_passing(rounds: int) -> tuple[float, float]:
    """Microseconds of a test of one case without and with a store: medians."""

    def make(database: DirectoryDatabase | None) -> Callable[[], Any]:
        @settings(max_examples=1, database=database)
        @given(st.integers())
        def test(number: int) -> None:
            pass

        return test

    def once(test: Callable[[], Any]) -> float:
        started = time.perf_counter()
        test()
        return (time.perf_counter() - started) * 1e6

    with tempfile.TemporaryDirectory() as directory:
        tests = make(None), make(DirectoryDatabase(directory))
        pairs = [[once(test) for test in tests] for _ in range(rounds)]
    without, with_store = (statistics.median(column) for column in zip(*pairs, strict=True))
    return without, with_store


def main() -> int:
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("what", choices=["kills", "replay", "passing"])
    parser.add_argument("--count", type=int, help="how many kills, or rounds to measure")
    arguments = parser.parse_args()
    if arguments.what == "kills":
        with tempfile.TemporaryDirectory() as directory:
            found = count_kills(directory, arguments.count or 1000)
        print(
            f"{found.kills:,} kills, {found.unfinished:,} of them in the middle of a write; "
            f"{found.reported:,} failures reported, {len(found.lost)} lost, "
            f"{len(found.corrupt)} files corrupt"
        )
        return 1 if found.lost or found.corrupt else 0
    if arguments.what == "replay":
        plain, known = measure_replay(arguments.count or 10)
        print(
            f"CPU time of pytest with a plain failure {plain * 1000:.0f} ms, with a known failure "
            f"{known * 1000:.0f} ms: {(known - plain) * 1000:.0f} ms more"
        )
        return 0
    without, with_store = measure_passing(arguments.count or 2000)
    print(f"a test of one case: {without:.0f} us without a store, {with_store:.0f} us with one")
    return 0


if __name__ == "__main__":
    sys.exit(main())
