"""Suite: whole runs of pytest, as a user waits for them.

500 passing properties on Shortlex and on Hypothesis, which make the same data: the sizes are fixed,
and both run 100 cases of each. Then what the plugin costs a suite that has no property, how much
longer pytest takes to show a failure that is known than a plain test that fails, and what a fixture
costs each case. All in an environment with both libraries and pytest, and nothing else.

    python -m bench.suite [--properties 500] [--rounds 3] [--starts 40] [--json FILE]
"""

from __future__ import annotations

import argparse
import os
import re
import resource
import sys
from collections.abc import Callable, Iterator
from contextlib import contextmanager
from pathlib import Path
from statistics import mean, median
from tempfile import TemporaryDirectory
from time import perf_counter

from bench.environment import Environment
from bench.keeping import keep

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


_PLAIN_FAILURE = "def test_it():\n    assert [0] == [0, 0]\n"
_KNOWN_FAILURE = (
    _IMPORTS["Shortlex"]
    + """
@given(st.lists(st.integers()))
def test_it(numbers):
    assert len(numbers) < 2
"""
)


def main() -> None:
    parser = argparse.ArgumentParser(description=(__doc__ or "").partition("\n")[0])
    parser.add_argument("--properties", type=int, default=500)
    parser.add_argument("--rounds", type=int, default=3)
    parser.add_argument("--starts", type=int, default=40)
    parser.add_argument("--json", type=Path, metavar="FILE", help="where to keep the figures")
    options = parser.parse_args()
    with TemporaryDirectory() as name:
        directory = Path(name)
        environment = Environment(directory / "environment", "hypothesis")
        figures = {
            "properties": options.properties,
            "seconds": time_suites(environment, directory, options.properties, options.rounds),
            "start": time_start(environment, directory, options.starts),
            "known": time_known_failure(environment, directory, options.starts),
            "fixtures": time_fixtures(environment, directory),
        }
    if options.json is not None:
        command = f"python -m bench.suite --properties {options.properties}"
        command += f" --rounds {options.rounds} --starts {options.starts}"
        keep(options.json, command, figures)


def time_suites(
    environment: Environment, directory: Path, properties: int, rounds: int
) -> dict[str, float]:
    """The wall time of both suites, in alternating rounds."""
    times: dict[str, list[float]] = {library: [] for library in _IMPORTS}
    for library, imports in _IMPORTS.items():
        write_suite(directory / library, imports, properties)
    for _ in range(rounds):
        for library in times:
            started = perf_counter()
            run_pytest(environment, directory / library, "-p", f"no:{_PLUGINS[library]}")
            times[library].append(perf_counter() - started)
    ours, theirs = (median(each) for each in times.values())
    print(f"{properties} passing properties: Shortlex {ours:.2f} s, Hypothesis {theirs:.2f} s")
    print(f"ratio of wall time: {ours / theirs:.3f} ({theirs / ours:.1f} times as fast)")
    return {library: median(each) for library, each in times.items()}


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


def time_start(environment: Environment, directory: Path, starts: int) -> dict[str, float]:
    """Milliseconds that the plugin costs where there is no property."""
    suite = directory / "plain"
    suite.mkdir()
    tests = "\n\n".join(f"def test_{i}():\n    pass\n" for i in range(20))
    (suite / "test_plain.py").write_text(tests, "utf-8")
    cost = difference(
        lambda: run_pytest(environment, suite, "-p", "no:hypothesispytest"),
        lambda: run_pytest(environment, suite, "-p", "no:hypothesispytest", "-p", "no:shortlex"),
        starts,
    )
    print(f"20 plain tests: the plugin costs {told(cost)}")
    return cost


def time_known_failure(environment: Environment, directory: Path, starts: int) -> dict[str, float]:
    """Milliseconds that a known failure takes longer than a test that just fails."""
    suites = {"plain_failure": _PLAIN_FAILURE, "known_failure": _KNOWN_FAILURE}
    for name, text in suites.items():
        (directory / name).mkdir()
        (directory / name / "test_it.py").write_text(text, "utf-8")

    def run(name: str) -> str:
        return run_pytest(environment, directory / name, "-p", "no:hypothesispytest", fails=True)

    run("known_failure")  # from now on it is
    cost = difference(lambda: run("known_failure"), lambda: run("plain_failure"), starts)
    print(f"a known failure takes {told(cost)} longer than a plain one")
    return cost


def difference(
    costly: Callable[[], object], plain: Callable[[], object], turns: int
) -> dict[str, float]:
    """By how many milliseconds of processor time one process takes longer than another."""
    times: tuple[list[float], list[float]] = ([], [])
    with one_processor():
        for turn in range(turns + 1):
            for run, found in zip((costly, plain), times, strict=True):
                before = processor_time_of_children()
                run()
                if turn:  # the first writes byte code
                    found.append(1000 * (processor_time_of_children() - before))
    # The quicker half is what is left when nobody disturbs; a single least one may be luck.
    ways: dict[str, Callable[[list[float]], float]] = {
        "quicker half": lambda all: mean(sorted(all)[: (len(all) + 1) // 2]),
        "median": median,
    }
    return {name: way(times[0]) - way(times[1]) for name, way in ways.items()}


@contextmanager
def one_processor() -> Iterator[None]:
    """Nothing moves from one to another, which takes time and is not what is measured."""
    if not hasattr(os, "sched_setaffinity"):
        yield
        return
    usual = os.sched_getaffinity(0)
    os.sched_setaffinity(0, {max(usual)})
    try:
        yield
    finally:
        os.sched_setaffinity(0, usual)


def told(milliseconds: dict[str, float]) -> str:
    return ", ".join(f"{value:.1f} ms ({name})" for name, value in milliseconds.items())


def processor_time_of_children() -> float:
    """The seconds that processes started here, and now over, have used."""
    usage = resource.getrusage(resource.RUSAGE_CHILDREN)
    return usage.ru_utime + usage.ru_stime


def time_fixtures(environment: Environment, directory: Path) -> dict[str, float]:
    """Microseconds that fixtures add to each case, as the statistics say."""
    suite = directory / "fixtures"
    suite.mkdir()
    text = _IMPORTS["Shortlex"] + "import pytest\n\n@pytest.fixture\ndef trivial():\n    yield 1\n"
    for fixture in ("trivial", "monkeypatch", "tmp_path"):
        text += "\n@settings(max_examples=1000)\n@given(x=st.integers())\n"
        text += f"def test_{fixture}({fixture}, x):\n    pass\n"
    (suite / "test_fixtures.py").write_text(text, "utf-8")
    output = run_pytest(environment, suite, "-p", "no:hypothesispytest", "--shortlex-statistics")
    found = {
        name: 1000 * float(each)
        for name, each in re.findall(r"::test_(\w+):.*?\((\S+) ms each\)", output, re.S)
    }
    for name, each in found.items():
        print(f"fixture {name}: {each:.0f} us for each case")
    return found


def run_pytest(
    environment: Environment, directory: Path, *options: str, fails: bool = False
) -> str:
    """Run all tests of a directory, and give what was printed."""
    done = environment.run_pytest(directory, *options, ".")
    if done.returncode != fails:
        sys.exit(f"pytest ended with {done.returncode}:\n{done.stdout}{done.stderr}")
    return done.stdout


if __name__ == "__main__":
    main()
