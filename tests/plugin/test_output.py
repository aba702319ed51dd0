"""Progress and advice in real runs of pytest: on a terminal, in a pipe, in a CI log."""

import os
import re
import subprocess
import sys
from collections.abc import Callable
from pathlib import Path

import pytest
from conftest import Run

WAITING = """
import time
from shortlex import given, settings, strategies as st

@settings(max_examples=150)
@given(st.integers())
def test_wait(x):
    time.sleep(0.01)

def test_other(): ...
"""

HEARTBEAT = """
from shortlex.report import progress_line
progress_line.HEARTBEAT = 0.5
"""

PICKY = """
@given(st.integers(0, 999))
def test_picky(x):
    assume(x % 10 == 0)

@settings(verbosity="quiet")
@given(st.integers(0, 999))
def test_quiet(x):
    assume(x % 10 == 0)
"""


def start(
    directory: Path, body: str, *options: str, ends: tuple[int, int], **more: str
) -> subprocess.Popen[bytes]:
    """pytest, with the two ends of its output given."""
    (directory / "test_it.py").write_text(body)
    kept = {name: value for name, value in os.environ.items() if name in ("PATH", "HOME", "LANG")}
    usual = ("-pno:cacheprovider", "-pno:hypothesispytest", "-pno:asyncio", "-pno:anyio")
    return subprocess.Popen(
        [sys.executable, "-m", "pytest", "test_it.py", *usual, *options],
        cwd=directory,
        stdin=subprocess.DEVNULL,
        stdout=ends[0],
        stderr=ends[1],
        env={**kept, "PYTHONPATH": os.pathsep.join(sys.path), "TERM": "xterm", **more},
    )


def test_a_terminal_has_the_line_below_the_dots_which_go_on_afterwards(
    tmp_path: Path, on_terminal: Callable[..., tuple[str, str]]
) -> None:
    _, shown = on_terminal(lambda terminal: start(tmp_path, WAITING, ends=(terminal, terminal)))
    first, _, rest = shown.partition("test_it.py ")[2].partition("\x1b[K")
    # A line is begun, and rewritten there; it is erased, and the dots go on where they were.
    assert first == "\r\n\r"
    *lines, last = rest.split("\r\x1b[K")
    pattern = r"test_it.py::test_wait: searching, \d+ cases, \d+/s, about \d+ s left\r?"
    assert lines
    assert all(re.fullmatch(pattern, line) for line in lines), lines
    assert last.startswith("\x1b[A\x1b[11C")
    assert "2 passed" in last


def test_captured_piped_and_distributed_output_has_none_of_it(tmp_path: Path) -> None:
    ends = (subprocess.PIPE, subprocess.PIPE)
    for options in ((), ("-n1",), ("-s",)):
        output, errors = start(tmp_path, WAITING, *options, ends=ends).communicate(timeout=120)
        assert b"searching" not in output + errors
        assert b"2 passed" in output


def test_a_ci_log_has_a_heartbeat_that_begins_a_line(tmp_path: Path) -> None:
    ends = (subprocess.PIPE, subprocess.STDOUT)
    output, _ = start(tmp_path, WAITING + HEARTBEAT, ends=ends, CI="1").communicate(timeout=120)
    log = output.decode()
    pattern = r"^shortlex: test_it.py::test_wait: searching, \d+ cases, \d+/s, about \d+ s left$"
    assert 1 <= len(re.findall(pattern, log, re.M)) <= 3, log


def test_advice_is_told_in_the_end_and_fails_nothing(run: Run) -> None:
    body = "from shortlex import assume\n" + PICKY
    for options in ((), ("-Werror",), ("-n1",)):
        result = run(body, *options)
        result.assert_outcomes(passed=2)
        result.stdout.fnmatch_lines(
            [
                "*= shortlex advice =*",
                "test_it.py::test_picky: only * of * cases were valid (assume() was not met*",
            ]
        )
        result.stdout.no_fnmatch_line("*test_quiet*")


def test_without_advice_there_is_no_section(run: Run) -> None:
    result = run("@given(st.integers())\ndef test_it(x): ...")
    result.stdout.no_fnmatch_line("*shortlex advice*")


def test_tests_marked_for_anyio_run_on_its_backends(pytester: pytest.Pytester) -> None:
    pytester.makepyfile(
        """
        import anyio, pytest, sniffio
        from shortlex import given, settings, strategies as st

        met = set()
        pytestmark = pytest.mark.anyio

        @given(st.integers())
        async def test_both(x):
            await anyio.sleep(0)
            met.add(sniffio.current_async_library())

        @given(x=st.integers())
        def test_plain(x): ...

        @given(st.integers(), st.integers())
        async def test_misused(x): ...

        def test_met():
            assert met == {"asyncio", "trio"}

        class TestOne:
            @pytest.fixture
            def anyio_backend(self):
                return "trio"

            @given(st.integers())
            async def test_trio(self, x):
                assert sniffio.current_async_library() == "trio"
        """
    )
    result = pytester.runpytest_subprocess("-pno:cacheprovider", "-pno:hypothesispytest", "-v")
    result.assert_outcomes(passed=5, failed=1)
    result.stdout.fnmatch_lines(["*test_both?asyncio? PASSED*", "*test_both?trio? PASSED*"])


def test_statistics_and_advice_are_in_the_xml_of_junit(run: Run, pytester: pytest.Pytester) -> None:
    run(
        """
@given(st.integers().map(lambda x: x * 2))
def test_even(x):
    event("even")
""",
        "--shortlex-statistics",
        "--junit-xml=report.xml",
    )
    text = (pytester.path / "report.xml").read_text(encoding="utf-8")
    assert '<property name="shortlex statistics" value="Cases: 100 valid' in text
