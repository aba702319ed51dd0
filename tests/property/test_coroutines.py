"""Async tests: each case in a loop of its own, of which nothing is left for the next."""

from __future__ import annotations

import asyncio
import contextvars
import os
import signal
import subprocess
import sys
import textwrap
import time
from collections.abc import AsyncIterator
from dataclasses import dataclass
from pathlib import Path
from types import TracebackType
from typing import Any

import pytest
import trio

from shortlex import assume, example, given, note, settings
from shortlex import strategies as st
from shortlex.errors import DeadlineExceeded, InvalidArgument, InvalidState
from shortlex.property.coroutines import awaited, runner_of
from shortlex.property.session import Session, active

FEW = settings(max_examples=5)
BOTH = pytest.mark.parametrize("backend", ["asyncio", "trio"])


def notes_of(caught: pytest.ExceptionInfo[BaseException]) -> str:
    return "\n".join(caught.value.__notes__)


@BOTH
def test_a_coroutine_is_run_to_its_end_and_reduced(backend: str) -> None:
    sleep = asyncio.sleep if backend == "asyncio" else trio.sleep

    @settings(async_backend=backend)
    @given(st.lists(st.integers()))
    async def test(xs: list[int]) -> None:
        await sleep(0)
        note("after the sleep")
        assert sum(xs) < 1000

    with pytest.raises(AssertionError) as caught:
        test()
    assert "    xs=[1000],\n)\nafter the sleep" in notes_of(caught)


@BOTH
def test_the_traceback_of_a_failure_begins_in_the_test(backend: str) -> None:
    @settings(async_backend=backend)
    @given(st.integers())
    async def test(x: int) -> None:
        assert x < 10

    with pytest.raises(AssertionError) as caught:
        test()
    names = [entry.name for entry in caught.traceback]
    assert names[-1] == "test"
    assert not {"run", "run_until_complete"}.intersection(names)


def test_every_case_has_a_loop_of_its_own_that_is_closed() -> None:
    loops: list[asyncio.AbstractEventLoop] = []

    @FEW
    @given(st.integers())
    async def test(x: int) -> None:
        loops.append(asyncio.get_running_loop())

    test()
    assert len(set(map(id, loops))) == 5
    assert all(loop.is_closed() for loop in loops)


def test_a_loop_that_others_have_set_stays_set() -> None:
    @FEW
    @given(st.integers())
    async def test(x: int) -> None: ...

    loop = asyncio.new_event_loop()
    asyncio.set_event_loop(loop)
    try:
        test()
        assert asyncio.get_event_loop() is loop
    finally:
        asyncio.set_event_loop(None)
        loop.close()


def test_context_variables_of_a_case_are_gone_in_the_next() -> None:
    variable: contextvars.ContextVar[int] = contextvars.ContextVar("variable", default=0)

    @FEW
    @given(st.integers())
    async def test(x: int) -> None:
        assert variable.get() == 0
        variable.set(1)

    test()
    assert variable.get() == 0


@BOTH
def test_draws_notes_and_assumptions_work_in_tasks(backend: str) -> None:
    met: list[int] = []

    @settings(async_backend=backend, max_examples=20)
    @given(st.data())
    async def test(data: st.DataObject) -> None:
        async def draw() -> None:
            x = data.draw(st.integers(0, 20))
            assume(x % 2)
            note(f"drew {x}")
            met.append(x)
            assert x < 10

        if backend == "trio":
            async with trio.open_nursery() as nursery:
                nursery.start_soon(draw)
        else:
            async with asyncio.TaskGroup() as group:
                group.create_task(draw())

    with pytest.raises(BaseExceptionGroup) as caught:
        test()
    assert "drew 11" in notes_of(caught)
    assert all(x % 2 for x in met)


def test_an_explicit_example_may_be_refused_in_a_task() -> None:
    met: list[int] = []

    @settings(max_examples=3)
    @example(-1)
    @given(st.integers(0, 9))
    async def test(x: int) -> None:
        async def check() -> None:
            assume(x >= 0)
            met.append(x)

        async with asyncio.TaskGroup() as group:
            group.create_task(check())

    test()
    assert len(met) == 3


def test_a_skip_in_a_task_skips_the_test() -> None:
    @given(st.integers())
    async def test(x: int) -> None:
        async def skip() -> None:
            pytest.skip("not here")

        async with asyncio.TaskGroup() as group:
            group.create_task(skip())

    with pytest.raises(pytest.skip.Exception, match="not here"):
        test()


def test_tasks_left_behind_are_cancelled_before_the_case_ends_and_told_of(
    capsys: pytest.CaptureFixture[str],
) -> None:
    events: list[str] = []

    async def linger() -> None:
        try:
            await asyncio.sleep(60)
        finally:
            events.append("cancelled")

    @FEW
    @given(st.integers())
    async def test(x: int) -> None:
        task = asyncio.create_task(linger())
        await asyncio.sleep(0)
        assert not task.done()
        events.append("ended")

    test()
    assert events == ["ended", "cancelled"] * 5
    name = linger.__qualname__
    line = f"shortlex: test: 5 cases left the task {name} running: it was cancelled.\n"
    assert capsys.readouterr().err == line


def test_a_session_is_given_the_advice_instead(capsys: pytest.CaptureFixture[str]) -> None:
    @settings(max_examples=1)
    @given(st.integers())
    async def test(x: int) -> None:
        asyncio.get_running_loop().create_task(asyncio.sleep(60))

    advice: list[str] = []
    token = active.set(Session(on_advice=advice.extend))
    try:
        test()
    finally:
        active.reset(token)
    assert advice == ["test: 1 case left the task sleep running: it was cancelled."]
    assert capsys.readouterr().err == ""


def test_async_generators_are_closed_with_their_case() -> None:
    events: list[str] = []

    async def numbers() -> AsyncIterator[int]:
        try:
            yield 1
            yield 2
        finally:
            await asyncio.sleep(0)
            events.append("closed")

    kept: list[AsyncIterator[int]] = []

    @settings(max_examples=2)
    @given(st.integers())
    async def test(x: int) -> None:
        kept.append(numbers())
        events.append(str(await anext(kept[-1])))

    test()
    assert events == ["1", "closed"] * 2


def test_what_a_coroutine_returns_is_refused() -> None:
    @given(st.integers())
    async def test(x: int) -> bool:
        return True

    with pytest.raises(InvalidArgument, match="test returned True"):
        test()


def test_inside_a_running_loop_it_says_where_to_call_it() -> None:
    @FEW
    @given(st.integers())
    async def test(x: int) -> None: ...

    async def main() -> None:
        with pytest.raises(InvalidState, match=r"Call it from plain code, or with asyncio.to_thr"):
            test()
        await asyncio.to_thread(test)

    asyncio.run(main())


def test_a_deadline_counts_the_work_of_a_coroutine_and_not_its_waiting() -> None:
    def work() -> None:
        started = time.thread_time()
        while time.thread_time() - started < 0.03:
            pass

    @settings(deadline=20, max_examples=10)
    @given(st.integers())
    async def test(x: int) -> None:
        if x > 0:
            work()
        else:
            await asyncio.sleep(0.03)

    with pytest.raises(DeadlineExceeded) as caught:
        test()
    assert "    x=1,\n" in notes_of(caught)


@pytest.mark.parametrize("backend", ["asyncio", "trio", ("asyncio", {"debug": True})])
def test_the_fixture_of_anyio_says_what_runs_a_test_that_asks_for_it(backend: Any) -> None:
    import sniffio

    met: list[str] = []

    @FEW
    @given(x=st.integers())
    async def test(anyio_backend: object, x: int) -> None:
        met.append(sniffio.current_async_library())

    test(anyio_backend=backend)
    assert met == [backend if isinstance(backend, str) else backend[0]] * 5


def test_without_trio_it_says_what_to_install(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setitem(sys.modules, "trio", None)

    @settings(async_backend="trio")
    @given(st.integers())
    async def test(x: int) -> None: ...

    with pytest.raises(InvalidArgument, match="trio is not installed"):
        test()


@pytest.mark.skipif(os.name != "posix", reason="signals as on Unix")
@BOTH
def test_ctrl_c_ends_a_test_that_waits(tmp_path: Path, backend: str) -> None:
    program = f"""
        import {backend}
        from shortlex import given, settings, strategies as st

        @settings(async_backend="{backend}")
        @given(st.integers())
        async def test(x):
            try:
                print("waiting", flush=True)
                await {backend}.sleep(60)
            finally:
                print("cleaned", flush=True)

        test()
    """
    path = tmp_path / "program.py"
    path.write_text(textwrap.dedent(program))
    process = subprocess.Popen(
        [sys.executable, str(path)],
        stdout=subprocess.PIPE,
        stderr=subprocess.PIPE,
        text=True,
        env={**os.environ, "PYTHONPATH": os.pathsep.join(sys.path)},
    )
    assert process.stdout is not None
    assert process.stdout.readline() == "waiting\n"
    process.send_signal(signal.SIGINT)
    output, errors = process.communicate(timeout=120)
    assert output == "cleaned\n"
    assert process.returncode == -signal.SIGINT
    assert "\nKeyboardInterrupt\nThe case that was running: test(\n" in errors


MIXED = """
    import asyncio, anyio, pytest
    from shortlex import given, strategies as st

    @pytest.mark.asyncio
    @given(st.integers())
    async def test_marked(x):
        await asyncio.sleep(0)

    @given(st.integers())
    @pytest.mark.asyncio
    async def test_marked_below(x):
        await asyncio.sleep(0)

    @given(st.integers())
    async def test_unmarked(x):
        await asyncio.sleep(0)

    @given(st.integers())
    async def test_fails(x):
        await asyncio.sleep(0)
        assert x < 10

    @pytest.mark.asyncio
    async def test_of_another_plugin():
        await asyncio.sleep(0)

    @pytest.mark.anyio
    @given(x=st.integers())
    async def test_on_every_backend(anyio_backend, x):
        await anyio.sleep(0)

    @pytest.mark.anyio
    @given(st.integers())
    async def test_for_anyio(x):
        await anyio.sleep(0)
"""


@pytest.mark.parametrize("mode", ["auto", "strict"])
def test_beside_the_plugins_of_others_all_tests_run_and_nobody_warns(
    pytester: pytest.Pytester, mode: str
) -> None:
    pytester.makeini(
        f"""
        [pytest]
        asyncio_mode = {mode}
        asyncio_default_fixture_loop_scope = function
        filterwarnings = error
        """
    )
    pytester.makepyfile(MIXED)
    result = pytester.runpytest_subprocess("-p", "no:cacheprovider", "-p", "no:hypothesispytest")
    result.assert_outcomes(passed=8, failed=1)
    result.stdout.fnmatch_lines(["E *    x=10,*"])


class MuteError(Exception):
    def __repr__(self) -> str:
        raise RuntimeError("no words")


@dataclass(frozen=True)
class FrozenError(Exception):
    code: int = 0


class OwnTracebackError(Exception):
    def with_traceback(self, traceback: TracebackType | None) -> OwnTracebackError:
        raise RuntimeError("no traceback")


@pytest.mark.parametrize("kind", [MuteError, FrozenError, OwnTracebackError, SystemExit])
def test_an_error_of_a_coroutine_is_raised_whatever_its_methods_do(
    kind: type[BaseException],
) -> None:
    async def test(n: int) -> None:
        if n > 3:
            raise kind

    # The runner alone: what a report makes of such errors is tested with the reports.
    body = awaited(test, runner_of("asyncio", lambda name: None))
    body(2)
    with pytest.raises(kind):
        body(5)
