"""What a runner of tests, such as the pytest plugin, can ask of a property through a session."""

import io
import sys
from collections.abc import Callable, Iterator
from contextlib import contextmanager
from typing import Any

import pytest

from shortlex import example, given, settings
from shortlex import strategies as st
from shortlex.property import session as module
from shortlex.property.session import Session, active
from shortlex.report import progress_line
from shortlex.report.progress_line import Monitor, Screen
from shortlex.runner.result import Result


@contextmanager
def within(session: Session) -> Iterator[None]:
    token = active.set(session)
    try:
        yield
    finally:
        active.reset(token)


def test_a_session_wraps_the_body_of_every_case_and_example() -> None:
    calls: list[str] = []

    def wrap(body: Callable[..., Any]) -> Callable[..., Any]:
        def wrapped(*args: Any, **kwargs: Any) -> Any:
            calls.append("around")
            return body(*args, **kwargs)

        return wrapped

    @settings(max_examples=5)
    @example(3)
    @given(st.integers())
    def test(x: int) -> None:
        calls.append("body")

    with within(Session(wrap=wrap)):
        test()
    assert calls == ["around", "body"] * 6


def test_a_session_seeds_the_cases_of_tests_that_have_no_seed() -> None:
    def cases(session: Session) -> list[int]:
        drawn: list[int] = []

        @settings(derandomize=False)
        @given(st.integers())
        def test(x: int) -> None:
            drawn.append(x)

        with within(session):
            test()
        return drawn

    assert cases(Session(seed=1)) == cases(Session(seed=1)) != cases(Session(seed=2))


def test_a_session_changes_settings_and_is_told_the_result() -> None:
    results: list[tuple[Result, settings]] = []

    @given(st.integers())
    def test(x: int) -> None: ...

    session = Session(
        options=lambda own: settings(own, max_examples=7),
        on_result=lambda result, options: results.append((result, options)),
    )
    with within(session):
        test()
    ((result, options),) = results
    assert options.max_examples == result.statistics.valid == 7


def test_a_session_runs_the_case_of_its_token_alone() -> None:
    drawn: list[int] = []

    @given(st.integers())
    def test(x: int) -> None:
        drawn.append(x)
        assert x < 1000

    with pytest.raises(AssertionError) as caught:
        test()
    token = caught.value.__notes__[-1].split('"')[1]
    drawn.clear()
    with within(Session(token=token)), pytest.raises(AssertionError):
        test()
    assert drawn == [1000]


def test_a_session_may_give_time_for_more_cases() -> None:
    calls: list[int] = []

    @settings(max_examples=5)
    @given(st.integers())
    def test(x: int) -> None:
        calls.append(x)

    with within(Session(seconds=0.05)):
        test()
    assert len(calls) > 5


def test_a_session_is_told_before_cases_are_run_for_the_report() -> None:
    said: list[object] = []

    @example(1)
    @example(2)
    @given(st.integers())
    def test(x: int) -> None:
        said.append(x)
        assert x < 100

    session = Session(on_report=lambda options: said.append("report"))
    with within(session), pytest.raises(AssertionError):
        test()
    assert said[:4] == ["report", 1, "report", 2]
    assert said[-2:] == ["report", 100]
    assert said.count("report") == 3


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
        monkeypatch.setattr(module, "IS_CI", is_ci)
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
