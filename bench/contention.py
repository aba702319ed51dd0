"""Contention: a passing suite passes every time, however busy the machine is.

Other processes take all processors while the suite is run again and again; a run that fails is
printed. The suite has what depends on time or on other processes in a property: deadlines,
fixtures, temporary directories, filters, budgets and workers.

    python -m bench.contention [--runs 1000] [--hogs 8] [--parallel 4] [--json FILE]
"""

from __future__ import annotations

import argparse
import os
import subprocess
import sys
from collections.abc import Iterator
from concurrent.futures import ThreadPoolExecutor
from contextlib import contextmanager
from pathlib import Path
from tempfile import TemporaryDirectory
from time import perf_counter

from bench.environment import Environment
from bench.keeping import keep

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


WAYS: tuple[tuple[str, ...], ...] = ((), ("-n2",), ("--budget=0.5s",))
"""Options of the runs, by turns."""


def main() -> None:
    parser = argparse.ArgumentParser(description=(__doc__ or "").partition("\n")[0])
    parser.add_argument("--runs", type=int, default=1000)
    parser.add_argument("--hogs", type=int, default=4 * (os.cpu_count() or 1))
    parser.add_argument("--parallel", type=int, default=2 * (os.cpu_count() or 1))
    parser.add_argument("--json", type=Path, metavar="FILE", help="where to keep the figures")
    options = parser.parse_args()
    started = perf_counter()
    with TemporaryDirectory() as name:
        directory = Path(name)
        environment = Environment(directory / "environment", "pytest-xdist")
        with busy(options.hogs):
            done, failed = run_again_and_again(
                environment, directory, options.runs, options.parallel
            )
    figures = {
        "runs": done,
        "failed": failed,
        "hogs": options.hogs,
        "parallel": options.parallel,
        "processors": os.cpu_count(),
        "seconds": round(perf_counter() - started),
    }
    print(
        f"{failed} of {done} runs failed, {options.parallel} at a time beside {options.hogs} busy "
        f"processes on {os.cpu_count()} processors, in {figures['seconds']} s"
    )
    if options.json is not None:
        command = f"python -m bench.contention --runs {options.runs} --hogs {options.hogs}"
        keep(options.json, f"{command} --parallel {options.parallel}", figures)
    sys.exit(bool(failed))


@contextmanager
def busy(hogs: int) -> Iterator[None]:
    """Beside so many processes that do nothing but take time."""
    processes = [subprocess.Popen([sys.executable, "-c", "while True: pass"]) for _ in range(hogs)]
    try:
        yield
    finally:
        for process in processes:
            process.kill()
            process.wait()


def run_again_and_again(
    environment: Environment, directory: Path, runs: int, parallel: int
) -> tuple[int, int]:
    """Run the suite so often, or until Ctrl-C. How many runs there were, and how many failed."""
    suite = directory / "test_suite.py"
    suite.write_text(SUITE, "utf-8")

    def run_once(number: int) -> str:
        """What the suite printed if it failed; nothing if it passed."""
        own = f"--basetemp={directory / str(number)}"
        done = environment.run_pytest(directory, own, *WAYS[number % len(WAYS)], suite.name)
        return done.stdout + done.stderr if done.returncode else ""

    count = failed = 0
    with ThreadPoolExecutor(parallel) as pool:
        try:
            for count, ending in enumerate(pool.map(run_once, range(runs)), 1):
                if ending:
                    failed += 1
                    print(ending)
                if count % 100 == 0:
                    print(f"{count} runs, {failed} failed", flush=True)
        except KeyboardInterrupt:
            pool.shutdown(wait=False, cancel_futures=True)
    return count, failed


if __name__ == "__main__":
    main()
