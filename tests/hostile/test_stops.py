"""What ends a test early hides no failure that was found before: skips, stops and time limits."""

import asyncio
import os
import unittest
from collections.abc import Callable
from pathlib import Path
from typing import Any

import func_timeout
import pytest

from shortlex import example, given, settings
from shortlex import strategies as st
from shortlex.database import MemoryDatabase


class OwnStop(BaseException):
    """What a program of somebody's raises to end everything."""


SKIPS: dict[str, Callable[[], object]] = {
    "pytest.skip": lambda: pytest.skip("cannot say"),
    "pytest.xfail": lambda: pytest.xfail("cannot say"),
    "unittest.SkipTest": lambda: raise_(unittest.SkipTest("cannot say")),
}

STOPS: dict[str, Callable[[], object]] = {
    "BaseException": lambda: raise_(BaseException("stop")),
    "a class derived from it": lambda: raise_(OwnStop("stop")),
    "CancelledError": lambda: raise_(asyncio.CancelledError("stop")),
    "KeyboardInterrupt": lambda: raise_(KeyboardInterrupt("stop")),
    "pytest.exit": lambda: pytest.exit("stop"),
    "a group": lambda: raise_(BaseExceptionGroup("stop", [ValueError(), OwnStop()])),
    "func_timeout": lambda: func_timeout.func_timeout(0.001, endless),
}


def raise_(error: BaseException) -> None:
    raise error


def endless() -> None:
    while True:
        pass


def notes_of(error: BaseException) -> str:
    return "\n".join(getattr(error, "__notes__", ()))


def property_of(body: Callable[[int], Any], database: MemoryDatabase | None = None) -> Any:
    return settings(database=database)(given(x=st.integers(0, 1000))(body))


@pytest.mark.parametrize("how", SKIPS)
def test_a_skip_does_not_hide_a_failure(how: str) -> None:
    def fails(x: int) -> None:
        if 250 < x < 500:
            SKIPS[how]()
        assert x < 500

    with pytest.raises(AssertionError) as caught:
        property_of(fails)()
    assert "fails(\n    x=500,\n)" in notes_of(caught.value)


@pytest.mark.parametrize("how", SKIPS)
def test_a_test_is_skipped_if_no_case_fails(how: str) -> None:
    def skips(x: int) -> None:
        if x > 500:
            SKIPS[how]()

    with pytest.raises(BaseException, match="cannot say") as caught:
        property_of(skips)()
    assert type(caught.value).__name__ in ("Skipped", "XFailed", "SkipTest")


@pytest.mark.parametrize("how", SKIPS)
def test_an_example_that_skips_does_not_hide_a_failure(how: str) -> None:
    def fails(x: int) -> None:
        if x == 1:
            SKIPS[how]()
        assert x < 500

    with pytest.raises(AssertionError):
        example(1)(property_of(fails))()


@pytest.mark.parametrize("how", STOPS)
def test_what_stops_a_test_shows_and_keeps_the_failure_found_before(how: str) -> None:
    database = MemoryDatabase()
    met: list[int] = []

    def fails(x: int) -> None:
        met.append(x)
        if 50 < x < 500 and any(each >= 500 for each in met):
            STOPS[how]()
        assert x < 500

    run = property_of(fails, database)
    with pytest.raises(BaseException) as caught:  # noqa: PT011  # of all kinds
        run()
    assert not isinstance(caught.value, AssertionError)
    report = notes_of(caught.value)
    assert "The simplest failure so far:\nAssertionError" in report
    assert "Failing test case: fails(\n    x=" in report
    # The next run begins with what was kept.
    met.clear()
    with pytest.raises(BaseException):  # noqa: B017, PT011  # whatever comes first
        run()
    assert met[0] >= 500


@pytest.mark.parametrize("how", STOPS)
def test_what_stops_a_test_shows_the_case_that_was_running(how: str) -> None:
    def stops(x: int) -> None:
        if x > 500:
            STOPS[how]()

    with pytest.raises(BaseException, match=r"stop|timed out") as caught:
        property_of(stops)()
    assert "The case that was running: stops(\n    x=" in notes_of(caught.value)


def test_an_exit_is_a_failure() -> None:
    def exits(x: int) -> None:
        if x > 500:
            raise SystemExit(3)

    with pytest.raises(SystemExit) as caught:
        property_of(exits)()
    assert "exits(\n    x=501,\n)" in notes_of(caught.value)


TIMED = """
import signal, threading, time
import pytest
from shortlex import given, settings, strategies as st

met = []

def hang():  # until the limit, which comes at once
    timers = (each for each in threading.enumerate() if isinstance(each, threading.Timer))
    timer = next(timers, None)
    if timer is None:
        signal.raise_signal(signal.SIGALRM)
    else:
        threading.Thread(target=timer.function, args=timer.args, kwargs=timer.kwargs).start()
    time.sleep(600)

@pytest.mark.timeout(600, method="signal")
@given(st.integers(0, 1000))
def test_fails(x):
    met.append(x)
    if x < 500 and any(each >= 500 for each in met):
        hang()
    assert x < 500

@pytest.mark.timeout(600, method="signal")
@given(st.integers(0, 1000))
def test_hangs(x):
    if x > 500:
        hang()
"""


def test_a_time_limit_of_pytest_timeout_ends_a_test_and_shows_its_failure(
    pytester: pytest.Pytester,
) -> None:
    pytester.makepyfile(TIMED)
    options = ("-pno:asyncio", "-pno:anyio", "-pno:hypothesispytest", "--tb=short")
    result = pytester.runpytest_subprocess(*options)
    result.assert_outcomes(failed=2)
    text = result.stdout.str()
    assert text.count("Failed: Timeout (>600.0s) from pytest-timeout.") >= 2
    assert "The simplest failure so far:\nE   AssertionError" in text
    assert "Failing test case: test_fails(\nE       x=" in text
    assert "The case that was running: test_hangs(\nE       x=" in text
    assert "Flaky" not in text


def test_a_failure_is_kept_before_a_time_limit_ends_the_process(pytester: pytest.Pytester) -> None:
    pytester.makepyfile(TIMED.replace('"signal"', '"thread"'))
    options = ("-pno:asyncio", "-pno:anyio", "-pno:hypothesispytest", "-k", "test_fails")
    result = pytester.runpytest_subprocess(*options)
    assert "+ Timeout +" in result.stdout.str() + result.stderr.str()
    (kept,) = Path(os.environ["SHORTLEX_HOME"]).glob("failures/*/*.txt")
    assert "AssertionError" in kept.read_text()


@pytest.mark.parametrize("how", STOPS)
def test_the_case_that_something_stopped_is_run_first_the_next_time(how: str) -> None:
    store, met, is_mended = MemoryDatabase(), [], False

    def stops(x: int) -> None:
        met.append(x)
        if x > 500 and not is_mended:
            STOPS[how]()

    for _ in range(2):
        with pytest.raises(BaseException, match=r"stop|timed out"):
            property_of(stops, store)()
    first = next(i for i, x in enumerate(met) if x > 500)
    # What a person asks for is no failure of the case.
    is_kept = how not in ("KeyboardInterrupt", "pytest.exit")
    assert any(store.data.values()) is is_kept
    assert (met[first + 1 :] == [met[first]]) is is_kept

    is_mended = True
    property_of(stops, store)()
    assert not any(store.data.values())


def test_a_stop_while_arguments_are_drawn_is_kept_and_nothing_is_drawn_again() -> None:
    store, met = MemoryDatabase(), []

    def stop(x: int) -> int:
        met.append(x)
        if x > 500:
            raise OwnStop("stop")
        return x

    # A light case is used again: what the one before it drew must not be taken for its own.
    @settings(database=store)
    @given(st.integers(0, 1000).map(stop))
    def test(x: int) -> None:
        pass

    for _ in range(2):
        with pytest.raises(OwnStop) as caught:
            test()
        assert "had not yet drawn all its arguments" in notes_of(caught.value)
    first = next(i for i, x in enumerate(met) if x > 500)
    assert met[first + 1 :] == [met[first]]
