"""Cases that run in a child process: whatever they do to it, the run goes on."""

import ctypes
import os
import signal
import sys
import time
from collections.abc import Callable
from typing import Any

import pytest

from shortlex import Phase, assume, event, given, note, settings, target
from shortlex import strategies as st
from shortlex.errors import InvalidArgument, InvalidState, ProcessDied
from shortlex.runner import isolation
from shortlex.runner.result import Result
from shortlex.session import Session, active

pytestmark = pytest.mark.skipif(not hasattr(os, "fork"), reason="needs os.fork()")

isolated = settings(isolate=True, derandomize=True, phases=set(Phase) - {Phase.explain})


def death_of(test: Callable[..., Any]) -> ProcessDied:
    with pytest.raises(ProcessDied) as caught:
        test()
    return caught.value


def segfault() -> None:
    ctypes.string_at(0)


def test_a_segmentation_fault_is_reduced_and_says_where() -> None:
    @isolated
    @given(st.lists(st.integers()))
    def test(xs: list[int]) -> None:
        if sum(xs) > 1000:
            segfault()

    error = death_of(test)
    assert str(error) == "The case killed its process: SIGSEGV (segmentation fault)."
    assert error.how == "SIGSEGV"
    assert error.place == (__file__, segfault.__code__.co_firstlineno + 1)
    report = "\n".join(error.__notes__)
    assert "xs=[1001]," in report
    assert "in segfault" in report
    assert "run_in_child" not in report
    assert "death_of" not in report


@pytest.mark.parametrize(
    ("end", "how"),
    [
        (os.abort, "SIGABRT"),
        (lambda: os._exit(3), "exit 3"),
        (lambda: os._exit(0), "exit 0"),
        (lambda: os.kill(os.getpid(), signal.SIGKILL), "SIGKILL"),
        (lambda: os.kill(os.getpid(), signal.SIGTERM), "SIGTERM"),
    ],
    ids=["abort", "exit", "silent exit", "kill", "terminate"],
)
def test_every_way_to_die_is_told_apart(end: Callable[[], None], how: str) -> None:
    @isolated
    @given(st.integers(0, 100))
    def test(x: int) -> None:
        if x > 9:
            end()

    error = death_of(test)
    assert error.how == how
    assert "x=10," in error.__notes__[0]


def test_different_deaths_are_different_bugs() -> None:
    @isolated
    @given(st.integers(0, 100))
    def test(x: int) -> None:
        if x > 50:
            os._exit(1)
        if x > 20:
            os.abort()

    with pytest.raises(ExceptionGroup) as caught:
        test()
    assert {error.how for error in caught.value.exceptions} == {"exit 1", "SIGABRT"}  # type: ignore[attr-defined]  # all died


def test_an_endless_loop_is_ended_and_says_where_it_was() -> None:
    @settings(isolated, case_seconds=0.5)
    @given(st.integers(0, 100))
    def test(x: int) -> None:
        while x > 90:
            pass

    error = death_of(test)
    assert str(error) == "The case did not end within 0.5 seconds."
    assert error.place[0] == __file__
    assert "x=91," in error.__notes__[0]


def test_too_much_memory_is_a_failure_of_the_case() -> None:
    @settings(isolated, case_memory=200_000_000)
    @given(st.integers(0, 100))
    def test(x: int) -> None:
        if x > 9:
            bytearray(10**9)

    error = death_of(test)
    assert "more memory than the 200,000,000 bytes" in str(error)
    assert "x=10," in error.__notes__[0]


def test_what_was_drawn_and_noted_before_the_end_is_reported() -> None:
    @isolated
    @given(st.integers(0, 9), st.data())
    def test(x: int, data: st.DataObject) -> None:
        note("before")
        xs = data.draw(st.lists(st.integers(0, 100)), label="numbers")
        note(f"drew {len(xs)}")
        if sum(xs) > 20:
            os.abort()

    assert "\n".join(death_of(test).__notes__).startswith(
        "Failing test case: test(\n    x=0,\n    data=data(...),\n)\n"
        "before\nDraw 1 (numbers): [21]\ndrew 1\n"
    )


def test_an_ordinary_failure_is_raised_here_with_its_own_traceback() -> None:
    pids = []

    @isolated
    @given(st.integers())
    def test(x: int) -> None:
        pids.append(os.getpid())
        if x > 99:
            raise ValueError(x)

    with pytest.raises(ValueError, match="100") as caught:
        test()
    assert caught.traceback[-1].name == "test"
    assert set(pids) == {os.getpid()}, "what happens in a child stays there"


def test_what_a_case_says_comes_back() -> None:
    results: list[Result] = []

    @settings(isolated, max_examples=20)
    @given(st.integers(0, 1000))
    def test(x: int) -> None:
        assume(x % 2 == 0)
        event("even")
        target(x, label="size")

    token = active.set(Session(on_result=lambda result, options: results.append(result)))
    try:
        test()
    finally:
        active.reset(token)
    statistics = results[0].statistics
    assert statistics.valid == statistics.events["even"] == 20
    assert statistics.invalid > 0
    assert statistics.targets["size"] > 0
    assert any("assume() was not met" in str(reason) for reason in statistics.rejections)


def test_a_case_that_returns_something_is_told_so() -> None:
    @isolated
    @given(st.integers())
    def test(x: int) -> int:
        return x

    with pytest.raises(InvalidArgument, match="returned"):
        test()


def test_skipping_works_in_a_child() -> None:
    @isolated
    @given(st.integers())
    def test(x: int) -> None:
        pytest.skip("not today")

    with pytest.raises(pytest.skip.Exception, match="not today"):
        test()


def test_an_interrupt_ends_the_child_too() -> None:
    started = time.monotonic()

    @isolated
    @given(st.just(0))
    def test(x: int) -> None:
        time.sleep(0.5)  # until the parent waits: elsewhere an interrupt may get lost
        os.kill(os.getppid(), signal.SIGINT)
        time.sleep(30)

    with pytest.raises(KeyboardInterrupt):
        test()
    assert time.monotonic() - started < 10
    with pytest.raises(ChildProcessError):
        os.waitpid(-1, os.WNOHANG)


def test_output_is_not_printed_twice(pytester: pytest.Pytester) -> None:
    pytester.makepyfile(
        script="""
        from shortlex import given, settings, strategies as st

        @settings(isolate=True)
        @given(st.booleans())
        def test(flag):
            print("run")

        print("start")
        test()
        """
    )
    result = pytester.run(sys.executable, "script.py")
    assert result.stdout.lines == ["start", "run", "run"]


def test_a_system_without_fork_is_told_so(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.delattr(isolation.os, "fork")

    @isolated
    @given(st.integers())
    def test(x: int) -> None: ...

    with pytest.raises(InvalidState, match="which this system does not have"):
        test()


def test_bad_limits_are_refused() -> None:
    with pytest.raises(InvalidArgument, match="case_seconds=0"):
        settings(case_seconds=0)
    with pytest.raises(InvalidArgument, match="case_memory='1 GB'"):
        settings(case_memory="1 GB")  # type: ignore[arg-type]  # the point of it
