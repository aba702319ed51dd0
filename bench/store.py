"""The store of failures under attack, and against the clock.

``python -m bench.store kills`` starts process after process, each of which runs tests that fail and
tells of every failure that it reports, and kills it with SIGKILL at a random moment. Whatever was
reported must be in the store, and every file there must be whole.

``python -m bench.store passing`` measures what the store costs a test that has never failed.
"""

from __future__ import annotations

import argparse
import os
import signal
import statistics
import sys
import tempfile
import time
from collections.abc import Callable
from pathlib import Path
from random import Random
from typing import Any, NamedTuple

from bench.keeping import keep
from shortlex import given, settings
from shortlex import strategies as st
from shortlex.core.token import parse_token
from shortlex.database import DirectoryDatabase
from shortlex.database.record import Record, parse_record
from shortlex.errors import BadToken
from shortlex.property.session import key_of

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
        test = failing_test(database, f"test_{number}_{i}", random.randrange(10**6))
        try:
            test()
        except AssertionError as error:
            token = error.__notes__[-1].split('"')[1]
            os.write(pipe, f"{key_of(test, object, None)} {token}\n".encode())


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
    parser.add_argument("what", choices=["kills", "passing"])
    parser.add_argument("--count", type=int, help="how many kills, or rounds to measure")
    parser.add_argument("--json", type=Path, metavar="FILE", help="where to keep the kills")
    arguments = parser.parse_args()
    if arguments.what == "kills":
        with tempfile.TemporaryDirectory() as directory:
            found = count_kills(directory, arguments.count or 1000)
        print(
            f"{found.kills:,} kills, {found.unfinished:,} of them in the middle of a write; "
            f"{found.reported:,} failures reported, {len(found.lost)} lost, "
            f"{len(found.corrupt)} files corrupt"
        )
        if arguments.json is not None:
            keep(
                arguments.json,
                f"python -m bench.store kills --count {found.kills}",
                found._asdict(),
            )
        return 1 if found.lost or found.corrupt else 0
    without, with_store = measure_passing(arguments.count or 2000)
    print(f"a test of one case: {without:.0f} us without a store, {with_store:.0f} us with one")
    return 0


if __name__ == "__main__":
    sys.exit(main())
