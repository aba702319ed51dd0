"""Contention: a passing suite passes every time, however busy the machine is.

Other processes take all processors while the suite is run again and again; a run that fails is
printed. The suite has what depends on time or on other processes in a property: deadlines,
fixtures, temporary directories, filters, budgets and workers.

    python -m bench.contention [--runs 1000] [--hogs 8] [--parallel 4]
"""

from __future__ import annotations

import argparse
import os
import subprocess
import sys
from concurrent.futures import ThreadPoolExecutor
from pathlib import Path
from tempfile import TemporaryDirectory
from time import perf_counter

SUITE = """
import pytest
from shortlex import assume, given, settings, strategies as st

@pytest.fixture
def table():
    rows = []
    yield rows
    rows.clear()

@given(st.lists(st.integers()))
def test_sorting(xs):
    assert sorted(sorted(xs)) == sorted(xs)

@settings(deadline=200)
@given(st.dictionaries(st.text(), st.integers()))
def test_with_a_deadline(mapping):
    assert dict(mapping.items()) == mapping

@settings(deadline=50)
@given(st.integers())
def test_with_a_short_deadline_and_work(x):
    assert sum(range(1000)) == 499500

@given(x=st.binary())
def test_files(tmp_path, x):
    path = tmp_path / "file"
    assert not path.exists()
    path.write_bytes(x)
    assert path.read_bytes() == x

@given(x=st.integers())
def test_fixture(table, monkeypatch, x):
    assert table == []
    table.append(x)

@given(st.integers().filter(lambda x: x % 3 == 0))
def test_filter(x):
    assert x % 3 == 0

@given(st.integers(), st.integers())
def test_assume(x, y):
    assume(x < y)
    assert y > x

@pytest.mark.parametrize("n", range(5))
@given(x=st.text())
def test_parametrized(n, x):
    assert len(x * n) == n * len(x)

class TestClass:
    @given(st.recursive(st.booleans(), st.lists, max_leaves=10))
    def test_method(self, x):
        assert repr(x)
"""


def main() -> None:
    parser = argparse.ArgumentParser(description=(__doc__ or "").partition("\n")[0])
    parser.add_argument("--runs", type=int, default=1000)
    parser.add_argument("--hogs", type=int, default=4 * (os.cpu_count() or 1))
    parser.add_argument("--parallel", type=int, default=2 * (os.cpu_count() or 1))
    arguments = parser.parse_args()
    hogs = [
        subprocess.Popen([sys.executable, "-c", "while True: pass"]) for _ in range(arguments.hogs)
    ]
    started = perf_counter()
    done = failed = 0
    try:
        with TemporaryDirectory() as name, ThreadPoolExecutor(arguments.parallel) as pool:
            path = Path(name) / "test_suite.py"
            path.write_text(SUITE, "utf-8")
            ways = ((), ("-n2",), ("--budget=0.5s",))
            endings = pool.map(
                lambda number: run_once(path, number, ways[number % len(ways)]),
                range(arguments.runs),
            )
            try:
                for ending in endings:
                    done += 1
                    if ending:
                        failed += 1
                        print(ending)
                    if done % 100 == 0:
                        print(f"{done} runs, {failed} failed", flush=True)
            except KeyboardInterrupt:
                pool.shutdown(wait=False, cancel_futures=True)
    finally:
        for hog in hogs:
            hog.kill()
            hog.wait()
    taken = perf_counter() - started
    print(
        f"{failed} of {done} runs failed, beside {arguments.hogs} busy processes, in {taken:.0f} s"
    )
    sys.exit(bool(failed))


def run_once(path: Path, number: int, options: tuple[str, ...]) -> str:
    """Run the suite. What it printed if it failed, nothing if it passed."""
    command = [sys.executable, "-m", "pytest", "-q", "-p", "no:cacheprovider"]
    command += ["-p", "no:hypothesispytest", f"--basetemp={path.parent / str(number)}"]
    done = subprocess.run(
        [*command, *options, str(path)], cwd=path.parent, capture_output=True, text=True
    )
    return done.stdout + done.stderr if done.returncode else ""


if __name__ == "__main__":
    main()
