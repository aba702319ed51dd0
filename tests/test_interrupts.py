"""Ctrl-C in real processes: what is known by then is shown, at once, and the process ends."""

import os
import signal
import subprocess
import sys
import textwrap
from pathlib import Path

import pytest

from shortlex import given
from shortlex import strategies as st

pytestmark = pytest.mark.skipif(os.name != "posix", reason="signals as on Unix")

HEADER = """
import sys, time
from shortlex import given, note, settings, strategies as st

def say(what):
    print(what, flush=True)
"""


PATIENCE = 120
"""Seconds after which a process has missed its interrupt: then it sleeps far longer."""


class Process:
    """A program that says on its output how far it is."""

    def __init__(self, tmp_path: Path, program: str, *command: str) -> None:
        path = tmp_path / "test_program.py"
        path.write_text(HEADER + textwrap.dedent(program))
        self.running = subprocess.Popen(
            [sys.executable, *command, str(path)],
            stdout=subprocess.PIPE,
            stderr=subprocess.PIPE,
            text=True,
            env={**os.environ, "PYTHONPATH": os.pathsep.join(sys.path)},
        )

    def wait_for(self, word: str, times: int = 1) -> None:
        assert self.running.stdout is not None
        for line in self.running.stdout:
            times -= line.strip() == word
            if times == 0:
                return
        raise AssertionError(f"it ended before it said {word!r}: {self.running.communicate()}")

    def interrupt(self) -> None:
        self.running.send_signal(signal.SIGINT)

    def end(self) -> str:
        """What it wrote to its standard error, after it was interrupted."""
        _, errors = self.running.communicate(timeout=PATIENCE)
        assert self.running.returncode == -signal.SIGINT
        # All that the user sees is one frame of ours, and then the report.
        assert errors.count("in wrapper") <= 1
        return errors[errors.index("\nKeyboardInterrupt\n") :]


def test_the_best_so_far_is_shown_when_a_reduction_is_interrupted(tmp_path: Path) -> None:
    process = Process(
        tmp_path,
        """
        calls = []

        @settings(report_multiple_bugs=False)
        @given(st.lists(st.integers(0, 9999), min_size=3, max_size=3))
        def test(xs):
            note("a note")
            if sum(xs) > 3000:
                calls.append(xs)
                if len(calls) == 5:
                    say("reducing")
                    time.sleep(600)
                raise ValueError("too much")

        test()
        """,
    )
    process.wait_for("reducing")
    process.interrupt()
    report = process.end().splitlines()[2:]
    assert report[:3] == [
        "Interrupted. The simplest failure so far:",
        "ValueError: too much",
        "Failing test case: test(",
    ]
    assert report[3].startswith("    xs=[")
    assert report[4:6] == [")", "a note"]
    assert "Stopped early: it was interrupted; a smaller case may exist." in report[6]
    assert report[7].startswith('Replay exactly this case with @reproduce_failure("s2_')


def test_a_slow_body_is_not_run_again_to_show_its_arguments(tmp_path: Path) -> None:
    process = Process(
        tmp_path,
        """
        @settings(report_multiple_bugs=False)
        @given(st.integers(min_value=7))
        def test(x):
            note("a note")
            if x > 100:
                say("failing")
                time.sleep(0.7)
                raise ValueError("too much")

        test()
        """,
    )
    process.wait_for("failing", times=3)
    process.interrupt()
    errors = process.end()
    assert "Failing test case: test(\n    x=" in errors
    assert "a note" not in errors
    assert "(The case was not rerun to its end: draws and notes may be missing.)" in errors


def test_a_second_interrupt_does_not_lose_what_is_known(tmp_path: Path) -> None:
    process = Process(
        tmp_path,
        """
        calls = []

        @settings(report_multiple_bugs=False)
        @given(st.integers(min_value=7), st.data())
        def test(x, data):
            if x > 100:
                data.draw(st.just("drawn"))
                note("a note")
                calls.append(x)
                say("failing")
                # Found, confirmed, and interrupted; the fourth is for the report.
                time.sleep(0.05 if len(calls) < 3 else 600)
                note("not reached")
                raise ValueError("too much")

        test()
        """,
    )
    process.wait_for("failing", times=3)
    process.interrupt()
    process.wait_for("failing")
    process.interrupt()
    errors = process.end()
    assert "Failing test case: test(\n    x=" in errors
    assert "\nDraw 1: 'drawn'\na note\n(The case was not rerun to its end" in errors
    assert "not reached" not in errors


def test_an_interrupt_at_the_last_run_does_not_lose_the_reduction(tmp_path: Path) -> None:
    process = Process(
        tmp_path,
        """
        calls = []

        @settings(report_multiple_bugs=False, phases=["generate"])
        @given(st.integers(min_value=7))
        def test(x):
            if x > 100:
                calls.append(x)
                say("failing")
                time.sleep(0 if len(calls) < 2 else 600)
                raise ValueError("too much")

        test()
        """,
    )
    process.wait_for("failing", times=2)
    process.interrupt()
    errors = process.end()
    assert "ValueError: too much\nFailing test case: test(\n    x=" in errors


def test_a_bug_that_is_known_is_shown_when_the_search_for_others_is_interrupted(
    tmp_path: Path,
) -> None:
    process = Process(
        tmp_path,
        """
        calls = []

        @given(st.integers())
        def test(x):
            calls.append(x)
            if len(calls) > 3:
                say("searching")
                time.sleep(600)
            if x == 0:
                raise ValueError("zero")

        test()
        """,
    )
    process.wait_for("searching")
    process.interrupt()
    # It would now be slow, which nobody can know; but its arguments come first.
    process.wait_for("searching")
    process.interrupt()
    assert "ValueError: zero\nFailing test case: test(\n    x=0,\n)" in process.end()


def test_an_interrupt_before_any_failure_shows_the_case_that_was_running(tmp_path: Path) -> None:
    process = Process(
        tmp_path,
        """
        @given(st.integers())
        def test(x):
            say("running")
            time.sleep(600)

        test()
        """,
    )
    process.wait_for("running")
    process.interrupt()
    report = process.end()
    assert "Interrupted" not in report
    assert "\nThe case that was running: test(\n    x=0,\n)" in report


def test_pytest_shows_the_report_too(tmp_path: Path) -> None:
    process = Process(
        tmp_path,
        """
        calls = []

        @settings(report_multiple_bugs=False)
        @given(st.integers(min_value=7))
        def test(x):
            if x > 100:
                calls.append(x)
                if len(calls) == 3:
                    print("reducing", file=sys.__stdout__, flush=True)
                    time.sleep(600)
                raise ValueError("too much")
        """,
        *("-m", "pytest", "-q", "--capture=sys", "-p", "no:cacheprovider"),
        *("-p", "no:hypothesispytest"),
    )
    process.wait_for("reducing")
    process.interrupt()
    output, _ = process.running.communicate(timeout=PATIENCE)
    assert "KeyboardInterrupt\nInterrupted. The simplest failure so far:\n" in output
    assert "ValueError: too much\nFailing test case: test(\n    x=" in output
    assert process.running.returncode == pytest.ExitCode.INTERRUPTED


@pytest.mark.parametrize(
    ("hook", "condition"),
    [
        ("pytest_runtest_call(item)", "True"),
        ("pytest_runtest_makereport(item, call)", "call.when == 'call'"),
    ],
)
@pytest.mark.parametrize("is_method", [False, True])
def test_an_interrupt_while_pytest_makes_the_report_waits_for_it(
    pytester: pytest.Pytester, hook: str, condition: str, is_method: bool
) -> None:
    pytester.makeconftest(
        f"""
        import os, pytest, signal

        @pytest.hookimpl(wrapper=True, tryfirst=True)
        def {hook}:
            try:
                return (yield)
            finally:
                if item.name == "test_first" and ({condition}):
                    os.kill(os.getpid(), signal.SIGINT)
        """
    )
    pytester.makepyfile(
        """
        import unittest
        from shortlex import given, strategies as st

        class TestIt(unittest.TestCase):
            @given(st.integers())
            def test_first(self, x):
                assert x < 100

        def test_second():
            pass
        """
        if is_method
        else """
        from shortlex import given, strategies as st

        @given(st.integers())
        def test_first(x):
            assert x < 100

        def test_second():
            pass
        """
    )
    result = pytester.runpytest_subprocess("-p", "no:cacheprovider")
    assert result.ret == pytest.ExitCode.INTERRUPTED
    result.stdout.fnmatch_lines(["*Failing test case: *test_first(", "*x=100,"])
    result.assert_outcomes(failed=1)


@pytest.mark.parametrize("name", ["signal", "getsignal"])
def test_a_test_may_replace_how_signals_are_handled(
    name: str, monkeypatch: pytest.MonkeyPatch
) -> None:
    def replacement(*args: object) -> None:
        raise OSError("replaced")

    @given(st.lists(st.integers()))
    def test(xs: list[int]) -> None:
        assert sum(xs) < 100

    monkeypatch.setattr(signal, name, replacement)
    with pytest.raises(AssertionError) as caught:
        test()
    assert "xs=[100]" in caught.value.__notes__[0]
