"""Watching: who is shown how far a test is."""

import io
import sys

import pytest

from shortlex import given, settings
from shortlex import strategies as st
from shortlex.property import watch
from shortlex.property.session import Session, active
from shortlex.report import progress_line
from shortlex.report.progress_line import Monitor, Screen


class Terminal(io.StringIO):
    def isatty(self) -> bool:
        return True


def look(monkeypatch: pytest.MonkeyPatch, stream: io.StringIO) -> io.StringIO:
    """Have a stream for our errors, outside of pytest, and no patience.

    Not a fixture: pytest sets all of this when the test itself begins.
    """
    monkeypatch.setenv("TERM", "xterm")
    for name in ("PYTEST_CURRENT_TEST", "PYTEST_XDIST_WORKER", "SHORTLEX_PROGRESS"):
        monkeypatch.delenv(name, raising=False)
    monkeypatch.setattr(progress_line, "FIRST_SHOWN", 0.0)
    monkeypatch.setattr(progress_line, "LOOK_PAUSE", 0.01)
    monkeypatch.setattr(sys, "stderr", stream)
    return stream


@settings(max_examples=5)
@given(st.integers())
def waiting(x: int) -> None:
    progress_line.sleep(0.02)


def test_a_terminal_is_shown_it(monkeypatch: pytest.MonkeyPatch) -> None:
    terminal = look(monkeypatch, Terminal())
    waiting()
    assert "waiting: searching" in terminal.getvalue()


def test_a_pipe_is_not_and_a_ci_log_not_at_once(monkeypatch: pytest.MonkeyPatch) -> None:
    for is_ci in (False, True):
        stream = look(monkeypatch, io.StringIO())
        monkeypatch.setattr(watch, "IS_CI", is_ci)
        waiting()
        assert stream.getvalue() == ""


def test_nobody_is_under_a_pytest_that_captures_it(monkeypatch: pytest.MonkeyPatch) -> None:
    terminal = look(monkeypatch, Terminal())
    monkeypatch.setenv("PYTEST_CURRENT_TEST", "test_it.py::test (call)")
    waiting()
    assert terminal.getvalue() == ""


@pytest.mark.parametrize("verbosity", ["quiet", "verbose", "debug"])
def test_nobody_is_who_wants_to_see_less_or_more(
    monkeypatch: pytest.MonkeyPatch, verbosity: str
) -> None:
    terminal = look(monkeypatch, Terminal())
    session = Session(options=lambda own: settings(own, verbosity=verbosity))
    token = active.set(session)
    try:
        waiting()
    finally:
        active.reset(token)
    assert terminal.getvalue() == ""


def test_a_reduction_is_shown_with_its_best_case(monkeypatch: pytest.MonkeyPatch) -> None:
    terminal = look(monkeypatch, Terminal())

    @settings(shrink_seconds=float("inf"))
    @given(st.lists(st.text()))
    def test(xs: list[str]) -> None:
        if len(set(map(len, xs))) > 3:
            progress_line.sleep(0.02)
            raise ValueError("too long")

    with pytest.raises(ValueError, match="too long"):
        test()
    shown = terminal.getvalue()
    assert "test: reducing " in shown
    assert "/s, best: test(xs=[" in shown
    assert " s left" not in shown.partition("reducing")[2]
    assert shown.endswith("\r\x1b[K")


def test_a_session_has_a_monitor_of_its_own(monkeypatch: pytest.MonkeyPatch) -> None:
    terminal = look(monkeypatch, Terminal())
    monkeypatch.setattr(progress_line, "HEARTBEAT", 0.02)
    log = io.StringIO()
    token = active.set(Session(name="a name", monitor=Monitor(Screen(log, is_terminal=False))))
    try:
        waiting()
    finally:
        active.reset(token)
    assert log.getvalue().startswith("shortlex: a name: searching, ")
    assert terminal.getvalue() == ""
