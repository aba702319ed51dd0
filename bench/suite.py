"""Suite: whole runs of pytest, as a user waits for them.

500 passing properties on Shortlex and on Hypothesis, which make the same data: the sizes are fixed,
and both run 100 cases of each. Then what the plugin costs a suite that has no property, and what
a fixture costs each case.

    python -m bench.suite [--properties 500] [--rounds 3] [--starts 15]
"""

from __future__ import annotations

import argparse
import os
import re
import resource
import subprocess
import sys
from pathlib import Path
from statistics import median
from tempfile import TemporaryDirectory
from time import perf_counter

# No deadline on either side: a busy machine is no bug.
_IMPORTS = {
    "Shortlex": "from shortlex import given, settings, strategies as st\n",
    "Hypothesis": "from hypothesis import given, settings, strategies as st\n"
    "settings.register_profile('bench', deadline=None)\nsettings.load_profile('bench')\n",
}

_STRATEGIES = (
    "st.integers()",
    "st.floats(allow_nan=False)",
    "st.booleans() | st.none()",
    "st.text(min_size=8, max_size=8)",
    "st.sampled_from(range(1000))",
    "st.tuples(st.integers(), st.text(min_size=4, max_size=4))",
    "st.lists(st.integers(), min_size=6, max_size=6)",
    "st.lists(st.floats(allow_nan=False), min_size=3, max_size=3)",
    "st.dictionaries(st.integers(), st.booleans(), min_size=4, max_size=4)",
    "st.integers(0, 10**6).map(str)",
)

_PLUGINS = {"Shortlex": "hypothesispytest", "Hypothesis": "shortlex"}
"""Which plugin each does without: that of the other."""


def main() -> None:
    parser = argparse.ArgumentParser(description=(__doc__ or "").partition("\n")[0])
    parser.add_argument("--properties", type=int, default=500)
    parser.add_argument("--rounds", type=int, default=3)
    parser.add_argument("--starts", type=int, default=15)
    arguments = parser.parse_args()
    with TemporaryDirectory() as name:
        directory = Path(name)
        show_suites(directory, arguments.properties, arguments.rounds)
        show_start(directory, arguments.starts)
        show_fixtures(directory)


def show_suites(directory: Path, properties: int, rounds: int) -> None:
    """The wall time of both suites, in alternating rounds."""
    times: dict[str, list[float]] = {library: [] for library in _IMPORTS}
    for library, imports in _IMPORTS.items():
        write_suite(directory / library, imports, properties)
    for _ in range(rounds):
        for library in times:
            started = perf_counter()
            run_pytest(directory / library, "-p", f"no:{_PLUGINS[library]}")
            times[library].append(perf_counter() - started)
    ours, theirs = (median(each) for each in times.values())
    print(f"{properties} passing properties: Shortlex {ours:.2f} s, Hypothesis {theirs:.2f} s")
    print(f"ratio of wall time: {ours / theirs:.3f} ({theirs / ours:.1f} times as fast)")


def write_suite(directory: Path, imports: str, properties: int) -> None:
    """Files of 50 properties each, as a project might have them."""
    directory.mkdir()
    for first in range(0, properties, 50):
        tests = [
            f"@given({_STRATEGIES[i % len(_STRATEGIES)]})\n"
            f"def test_{i}(x):\n    assert x == x or x != x\n"
            for i in range(first, min(first + 50, properties))
        ]
        text = "\n\n".join([imports, *tests])
        (directory / f"test_{first}.py").write_text(text, "utf-8")


def show_start(directory: Path, starts: int) -> None:
    """Processor time of runs without a property, with the plugin and without."""
    suite = directory / "plain"
    suite.mkdir()
    for number in range(10):
        tests = "\n\n".join(f"def test_{i}():\n    pass\n" for i in range(20))
        (suite / f"test_{number}.py").write_text(tests, "utf-8")
    times: dict[str, list[float]] = {"with": [], "without": []}
    for turn in range(starts + 1):
        for which, found in times.items():
            options = ["-p", "no:hypothesispytest"]
            options += ["-p", "no:shortlex"] if which == "without" else []
            before = processor_time_of_children()
            run_pytest(suite, *options)
            if turn:  # the first writes byte code
                found.append(processor_time_of_children() - before)
    # The least is what is left when nobody disturbs; a median carries half of the noise.
    cost = 1000 * (min(times["with"]) - min(times["without"]))
    middle = 1000 * (median(times["with"]) - median(times["without"]))
    print(f"200 plain tests: the plugin costs {cost:.1f} ms (least), {middle:.1f} ms (median)")


def processor_time_of_children() -> float:
    """The seconds that processes started here, and now over, have used."""
    usage = resource.getrusage(resource.RUSAGE_CHILDREN)
    return usage.ru_utime + usage.ru_stime


def show_fixtures(directory: Path) -> None:
    """What fixtures add to each case, as the statistics say."""
    suite = directory / "fixtures"
    suite.mkdir()
    text = _IMPORTS["Shortlex"] + "import pytest\n\n@pytest.fixture\ndef trivial():\n    yield 1\n"
    for fixture in ("trivial", "monkeypatch", "tmp_path"):
        text += "\n@settings(max_examples=1000)\n@given(x=st.integers())\n"
        text += f"def test_{fixture}({fixture}, x):\n    pass\n"
    (suite / "test_fixtures.py").write_text(text, "utf-8")
    output = run_pytest(suite, "-p", "no:hypothesispytest", "--shortlex-statistics")
    for name, each in re.findall(r"::test_(\w+):.*?\((\S+) ms each\)", output, re.S):
        print(f"fixture {name}: {1000 * float(each):.0f} us for each case")


def run_pytest(directory: Path, *options: str) -> str:
    """Run all tests of a directory, which must pass. What was printed."""
    command = [sys.executable, "-m", "pytest", "-q", "-p", "no:cacheprovider", "-p", "no:xdist"]
    environment = {k: v for k, v in os.environ.items() if not k.startswith("PYTEST")}
    environment.pop("PYTHONDONTWRITEBYTECODE", None)  # byte code is what users have
    done = subprocess.run(
        [*command, *options, "."], cwd=directory, capture_output=True, text=True, env=environment
    )
    if done.returncode:
        sys.exit(f"pytest failed in {directory}:\n{done.stdout}{done.stderr}")
    return done.stdout


if __name__ == "__main__":
    main()
