"""Progress: a line on a terminal, a heartbeat in a CI log, and nothing in a pipe."""

import io
import os
import re
import subprocess
import sys
import textwrap
import time
from collections.abc import Callable
from functools import partial
from pathlib import Path

import pytest

from shortlex import given, settings
from shortlex import strategies as st
from shortlex.property.session import Session, active
from shortlex.report import progress_line
from shortlex.report.progress_line import Monitor, Screen, View, monitor_of_stderr, screen_of

REDUCING = """
    import time
    from shortlex import given, settings, strategies as st

    @settings(shrink_seconds=1.8, derandomize=True, report_multiple_bugs=False)
    @given(st.lists(st.text()))
    def test_words(xs):
        if len(set(map(len, xs))) > 3:
            time.sleep(0.25)
            raise ValueError("too many")

    try:
        test_words()
    except ValueError:
        print("found")
"""

SEARCHING = """
    import time
    from shortlex import given, settings, strategies as st

    @settings(max_examples=140, derandomize=True)
    @given(st.integers())
    def test_wait(x):
        time.sleep(0.01)

    test_wait()
    print("passed")
"""


def environment(**more: str) -> dict[str, str]:
    kept = {name: value for name, value in os.environ.items() if name in ("PATH", "HOME", "LANG")}
    return {**kept, "PYTHONPATH": os.pathsep.join(sys.path), "TERM": "xterm", **more}


def start(tmp_path: Path, program: str, stderr: int, **more: str) -> subprocess.Popen[bytes]:
    path = tmp_path / "program.py"
    path.write_text(textwrap.dedent(program))
    return subprocess.Popen(
        [sys.executable, str(path)],
        stdin=subprocess.DEVNULL,
        stdout=subprocess.PIPE,
        stderr=stderr,
        cwd=tmp_path,
        env=environment(**more),
    )


def lines_of(shown: str) -> list[str]:
    """Every line as it was rewritten, without what moves the cursor."""
    return [line for line in re.split(r"\r|\x1b\[K|\n", shown) if line]


OnTerminal = Callable[..., tuple[str, str]]


def test_a_reduction_on_a_terminal_is_one_line_that_is_rewritten_and_erased(
    tmp_path: Path, on_terminal: OnTerminal
) -> None:
    output, shown = on_terminal(partial(start, tmp_path, REDUCING))
    assert output == "found\n"
    lines = lines_of(shown)
    assert len(lines) > 2
    pattern = (
        r"test_words: reducing \d+ -> \d+, \d+ calls, [\d.]+/s, \d s left, "
        r"best: test_words\(xs=.*|test_words: reduced, running it once more"
    )
    assert all(re.fullmatch(pattern, line) for line in lines), lines
    assert all(len(line) < 80 for line in lines)
    assert "\n" not in shown
    assert shown.endswith("\r\x1b[K")


def test_a_search_on_a_terminal_says_how_far_it_is(tmp_path: Path, on_terminal: OnTerminal) -> None:
    output, shown = on_terminal(partial(start, tmp_path, SEARCHING))
    assert output == "passed\n"
    lines = lines_of(shown)
    assert len(lines) > 1
    pattern = r"test_wait: searching, \d+ cases, \d+/s, about \d+ s left"
    assert all(re.fullmatch(pattern, line) for line in lines), lines
    assert shown.endswith("\r\x1b[K")


@pytest.mark.parametrize(
    "more", [{"SHORTLEX_PROGRESS": "0"}, {"SHORTLEX_VERBOSITY": "quiet"}, {"TERM": "dumb"}]
)
def test_progress_can_be_switched_off(
    tmp_path: Path, on_terminal: OnTerminal, more: dict[str, str]
) -> None:
    assert on_terminal(partial(start, tmp_path, SEARCHING, **more)) == ("passed\n", "")


def test_nothing_is_written_to_a_pipe(tmp_path: Path) -> None:
    process = start(tmp_path, REDUCING, subprocess.PIPE)
    assert process.communicate(timeout=120) == (b"found\n", b"")


def test_a_ci_log_gets_a_heartbeat(tmp_path: Path) -> None:
    program = SEARCHING.replace(
        "import time\n",
        "import time\n    from shortlex.report import progress_line\n"
        "    progress_line.HEARTBEAT = 0.6\n",
        1,
    )
    process = start(tmp_path, program, subprocess.PIPE, CI="true")
    output, log = process.communicate(timeout=120)
    assert output == b"passed\n"
    lines = log.decode().splitlines()
    assert lines, "how many depends on the machine"
    pattern = r"shortlex: test_wait: searching, \d+ cases, \d+/s, about \d+ s left"
    assert all(re.fullmatch(pattern, line) for line in lines), lines


def test_a_heartbeat_comes_every_30_seconds() -> None:
    assert progress_line.HEARTBEAT == 30


class Terminal(io.StringIO):
    def isatty(self) -> bool:
        return True


def wait_until(condition: Callable[[], object]) -> None:
    end = time.monotonic() + 120
    while not condition():
        assert time.monotonic() < end
        time.sleep(0.01)


def test_a_session_has_the_line_below_what_others_have_written(
    monkeypatch: pytest.MonkeyPatch,
) -> None:
    monkeypatch.setattr(progress_line, "FIRST_SHOWN", 0.0)
    stream = Terminal()
    monitor = Monitor(Screen(stream, is_terminal=True, column=lambda: 12))

    @settings(max_examples=1)
    @given(st.integers())
    def test(x: int) -> None:
        wait_until(lambda: "searching" in stream.getvalue())

    for _ in range(2):
        token = active.set(Session(name="test_it.py::test[a]", monitor=monitor))
        try:
            test()
        finally:
            active.reset(token)
        shown = stream.getvalue()
        assert shown.startswith("\n\r\x1b[Ktest_it.py::test[a]: searching, 0 cases, 0.0/s\r")
        # Up again, and along to where they were.
        assert shown.endswith("\r\x1b[K\x1b[A\x1b[12C")
        stream.truncate(0)
        stream.seek(0)


def test_a_line_of_a_log_begins_anew_and_a_closed_log_is_no_error() -> None:
    stream = io.StringIO()
    screen = Screen(stream, is_terminal=False, column=lambda: 3)
    screen.say("a line")
    screen.erase()
    assert stream.getvalue() == "\nshortlex: a line\n"
    stream.close()
    screen.say("a line")


def test_a_test_that_has_not_begun_and_one_with_failures_are_told_too() -> None:
    view = View("test")
    assert view.line() == "test: starting"
    lines: list[str] = []

    class Looking(View):
        def see_start(self, hunt: object) -> None:
            super().see_start(hunt)  # type: ignore[arg-type]  # a hunt
            current.append(self)

    current: list[View] = []

    @settings(phases=["generate"], max_examples=50)
    @given(st.integers(0, 99))
    def test(x: int) -> None:
        lines.append(current[0].line())
        assert x < 50

    class Once(Monitor):
        pass

    token = active.set(Session(monitor=Once(Screen(io.StringIO(), is_terminal=False))))
    original, progress_line.View = progress_line.View, Looking  # type: ignore[misc]  # put back
    try:
        with pytest.raises(AssertionError):
            test()
    finally:
        progress_line.View = original  # type: ignore[misc]  # see above
        active.reset(token)
    assert any(", 1 failing" in line for line in lines)


@pytest.mark.parametrize(
    ("stream", "variables", "is_terminal"),
    [
        (None, {"CI": "1"}, None),
        (Terminal(), {}, None),
        (Terminal(), {"TERM": "xterm"}, True),
        (Terminal(), {"WT_SESSION": "1"}, True),
        (Terminal(), {"TERM": "dumb", "CI": "1"}, False),
        (Terminal(), {"TERM": "xterm", "PYTEST_XDIST_WORKER": "gw0"}, None),
        (Terminal(), {"TERM": "xterm", "SHORTLEX_PROGRESS": "0"}, None),
        (io.StringIO(), {"TERM": "xterm"}, None),
        (io.StringIO(), {"CI": "1"}, False),
    ],
)
def test_who_looks_decides_what_is_shown(
    stream: io.StringIO | None, variables: dict[str, str], is_terminal: bool | None
) -> None:
    screen = screen_of(stream, variables)
    assert (None if screen is None else screen.is_terminal) is is_terminal


def test_another_stderr_is_another_screen(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setenv("TERM", "xterm")
    monkeypatch.delenv("PYTEST_XDIST_WORKER", raising=False)
    monkeypatch.delenv("CI", raising=False)
    monkeypatch.setattr(sys, "stderr", Terminal())
    first = monitor_of_stderr()
    assert first is not None
    assert monitor_of_stderr() is first
    monkeypatch.setattr(sys, "stderr", io.StringIO())
    assert monitor_of_stderr() is None


@pytest.mark.skipif(not hasattr(os, "fork"), reason="needs fork")
def test_a_forked_process_leaves_the_screen_to_its_parent(monkeypatch: pytest.MonkeyPatch) -> None:
    stream = io.StringIO()
    monitor = Monitor(Screen(stream, is_terminal=True))
    monkeypatch.setattr(monitor, "_process", os.getpid() + 1)
    with monitor.watch(View("test")):
        pass
    assert monitor._thread is None
