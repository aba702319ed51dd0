"""A process that a body forks never goes on with the test. Each test is a program of its own."""

import os
import subprocess
import sys
import textwrap
from pathlib import Path

import pytest

pytestmark = pytest.mark.skipif(not hasattr(os, "fork"), reason="needs os.fork()")

BEGINNING = """
import os, sys
from shortlex import assume, example, given, settings, strategies as st

MODE = settings(max_examples=20, database=None, derandomize=True, isolate={isolate})

def status_of(child):
    _, status = os.waitpid(child, 0)
    return os.waitstatus_to_exitcode(status)
"""

ENDING = """
try:
    test()
except BaseException as error:
    print(type(error).__name__, *getattr(error, "__notes__", ()))
else:
    print("passed")
"""


def lines_of(path: Path, body: str, *, isolate: bool = False) -> list[str]:
    """What a program prints, which defines a property and calls it."""
    program = path / "program.py"
    begin = BEGINNING.format(isolate=isolate)
    program.write_text(begin + textwrap.dedent(body) + ENDING)
    ended = subprocess.run(
        [sys.executable, str(program)], capture_output=True, text=True, check=True, timeout=120
    )
    return ended.stdout.splitlines()


@pytest.mark.parametrize("isolate", [False, True])
def test_a_child_that_fails_only_makes_its_parent_fail(tmp_path: Path, isolate: bool) -> None:
    first, *rest = lines_of(
        tmp_path,
        """
        @MODE
        @given(st.integers(0, 100))
        def test(x):
            child = os.fork()
            if not child:
                assert x < 50
                os._exit(0)
            if status_of(child):
                raise KeyError
        """,
        isolate=isolate,
    )
    assert first.startswith("KeyError")
    assert "    x=50," in rest
    assert not any(line.startswith(("KeyError", "AssertionError", "passed")) for line in rest)


@pytest.mark.parametrize("isolate", [False, True])
def test_a_child_that_returns_is_over(tmp_path: Path, isolate: bool) -> None:
    body = """
        @MODE
        @given(st.integers(0, 100))
        def test(x):
            child = os.fork()
            assert not child or status_of(child) == 0
        """
    assert lines_of(tmp_path, body, isolate=isolate) == ["passed"]


@pytest.mark.parametrize(
    ("end", "status"),
    [
        ("return", 0),
        ("sys.exit()", 0),
        ("sys.exit(7)", 7),
        ("sys.exit('text')", 1),
        ("assume(False)", 1),
        ("raise ValueError", 1),
        ("data.draw(st.integers())", 1),
    ],
)
def test_a_child_ends_as_a_program_would(tmp_path: Path, end: str, status: int) -> None:
    body = f"""
        @MODE
        @given(st.data())
        def test(data):
            child = os.fork()
            if not child:
                {end}
            else:
                assert status_of(child) == {status}
        """
    assert lines_of(tmp_path, body) == ["passed"]


def test_a_child_of_an_example_is_over(tmp_path: Path) -> None:
    body = """
        @settings(MODE, phases=["explicit"])
        @example(1)
        @example(2)
        @given(st.integers())
        def test(x):
            child = os.fork()
            if not child:
                assert x == 1
            else:
                assert status_of(child) == x - 1
        """
    assert lines_of(tmp_path, body) == ["passed"]


def test_a_child_of_a_strategy_is_over_where_only_its_draws_are_timed(tmp_path: Path) -> None:
    body = """
        from random import Random
        from shortlex.core.case import RandomCase
        from shortlex.runner.health import time_of

        def fork(number):
            child = os.fork()
            if child:
                status_of(child)
            return number

        def draw(case):
            case.draw(st.tuples(st.integers(0, 9).map(fork), st.integers()))

        def test():
            time_of(draw, lambda: RandomCase(Random(0), 1.0, 100), 60.0, 3)
        """
    assert lines_of(tmp_path, body) == ["passed"]


def test_a_draw_in_a_child_says_that_it_is_too_late(tmp_path: Path) -> None:
    body = """
        @MODE
        @given(st.data())
        def test(data):
            child = os.fork()
            if child:
                status_of(child)
                return
            try:
                data.draw(st.integers())
            except Exception as error:
                if "before any os.fork()" in str(error):
                    print("refused", flush=True)
            os._exit(0)
        """
    *refused, last = lines_of(tmp_path, body)
    assert last == "passed"
    assert refused
    assert set(refused) == {"refused"}
