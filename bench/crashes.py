"""Crashes: are tests that kill their process replayed and reduced, and what does the journal cost?

``python -m bench.crashes [--crashes 200] [--json FILE]``. Each crash is two real processes: one
that dies or is killed, and the next, which must report the documented minimum.
"""

from __future__ import annotations

import argparse
import os
import subprocess
import sys
import tempfile
from pathlib import Path
from time import perf_counter
from typing import NamedTuple

from bench.keeping import keep
from bench.table import format_table

PROGRAM = """
import ctypes, os, re, signal, sys
from shortlex import Phase, given, settings, strategies as st
import shortlex.property.crash_recovery
shortlex.property.crash_recovery.CASE_SECONDS = 1.5

@settings(max_examples=300, derandomize=False, phases=set(Phase) - {{Phase.explain}})
@given({strategy})
def test(x):
    if {condition}:
        {end}

try:
    test()
except BaseException as error:
    print(type(error).__name__, getattr(error, "how", ""))
    print(error.__notes__[0])
"""

ENDS = {
    "segfault": "ctypes.string_at(0)",
    "abort": "os.abort()",
    "exit": "os._exit(3)",
    "kill": "os.kill(os.getpid(), signal.SIGKILL)",
    "hang": 're.match("(a*)*b", "a" * 40)',
}

SHARES = {"segfault": 8, "abort": 4, "exit": 4, "kill": 3, "hang": 1}
"""Of twenty crashes, how many of each kind: those that hang take seconds."""


class Shape(NamedTuple):
    """What is generated, when it is deadly, and the smallest that is."""

    strategy: str
    condition: str
    simplest: str


SHAPES = [
    Shape("st.integers()", "x > 100", "x=101"),
    Shape("st.lists(st.integers())", "sum(x) > 50", "x=[51]"),
    Shape("st.text()", "len(x) > 3", "x='0000'"),
    Shape("st.tuples(st.integers(0, 99), st.booleans())", "x[0] > 9 and x[1]", "x=(10, True)"),
    Shape("st.lists(st.booleans())", "x.count(True) > 2", "x=[True, True, True]"),
    Shape("st.dictionaries(st.integers(), st.text())", "len(x) > 1", "x={0: '', 1: ''}"),
]


def run(program: str, directory: str, *, seconds: float | None) -> str:
    """What a process prints; it is killed after so many seconds."""
    environment = {**os.environ, "TMPDIR": directory, "SHORTLEX_HOME": directory}
    environment.pop("CI", None)
    process = subprocess.Popen(
        [sys.executable, "-c", program],
        env=environment,
        stdout=subprocess.PIPE,
        stderr=subprocess.DEVNULL,
        text=True,
    )
    try:
        return process.communicate(timeout=seconds)[0]
    except subprocess.TimeoutExpired:
        process.kill()
        return process.communicate()[0]


def crash(kind: str, shape: Shape) -> dict[str, bool]:
    """Kill one process, and see what the next one says."""
    strategy, condition, simplest = shape
    program = PROGRAM.format(strategy=strategy, condition=condition, end=ENDS[kind])
    with tempfile.TemporaryDirectory() as directory:
        before = run(program, directory, seconds=1.5 if kind == "hang" else 60)
        after = run(program, directory, seconds=120)
    return {
        "died": not before,
        "replayed": after.startswith("ProcessDied"),
        "minimal": f"{simplest}," in after,
    }


def measure_crashes(count: int) -> dict[str, dict[str, int]]:
    """By kind, how many died, were replayed, and reduced to the smallest."""
    kinds = [kind for kind, share in SHARES.items() for _ in range(share)]
    rows: dict[str, dict[str, int]] = {}
    for i in range(count):
        kind = kinds[i % len(kinds)]
        outcome = crash(kind, SHAPES[(i // len(kinds) + i) % len(SHAPES)])
        row = rows.setdefault(kind, {"crashes": 0, "died": 0, "replayed": 0, "minimal": 0})
        row["crashes"] += 1
        for name, value in outcome.items():
            row[name] += value
    return rows


OVERHEAD = """
import sys
from time import perf_counter
from shortlex import given, settings, strategies as st

def timed(options):
    @options
    @given({strategy})
    def test(x): {body}
    started = perf_counter()
    test()
    return perf_counter() - started

plain = settings(max_examples=2000, derandomize=True)
ways = [plain, settings(plain, journal=True), settings(plain, database=None)]
for options in ways:
    timed(options)
print(*(min(timed(options) for _ in range(7)) for options in ways))
"""


def measure_overhead() -> dict[str, tuple[float, float]]:
    """By shape of the test: time with a journal of all cases, and with none, over the usual."""
    ratios = {}
    for name, strategy, body in [
        ("integers, empty body", "st.integers(0, 10**9)", "pass"),
        ("lists, empty body", "st.lists(st.integers())", "pass"),
        ("lists, sorted in the body", "st.lists(st.integers())", "sorted(x); sum(x); set(x)"),
    ]:
        with tempfile.TemporaryDirectory() as directory:
            program = OVERHEAD.format(strategy=strategy, body=body)
            usual, journal, none = map(float, run(program, directory, seconds=None).split())
        ratios[name] = (journal / usual, none / usual)
    return ratios


def main() -> None:
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("--crashes", type=int, default=20)
    parser.add_argument("--json", type=Path, metavar="FILE", help="where to keep the figures")
    options = parser.parse_args()
    started = perf_counter()
    overhead = measure_overhead()
    lines = [[name, f"{a:.2f}", f"{b:.2f}"] for name, (a, b) in overhead.items()]
    print(format_table(["time over the usual", "every case written", "no journal"], lines))
    rows = measure_crashes(options.crashes)
    headers = ["crashes", "died", "replayed", "minimal"]
    lines = [[kind, *map(str, row.values())] for kind, row in rows.items()]
    print(format_table(["kind", *headers], lines))
    print(f"{perf_counter() - started:.0f} s")
    if options.json is not None:
        figures = {
            "crashes": rows,
            "journal_ratio": {name: ratio for name, (ratio, _) in overhead.items()},
        }
        keep(options.json, f"python -m bench.crashes --crashes {options.crashes}", figures)


if __name__ == "__main__":
    main()
