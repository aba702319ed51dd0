"""Coroutines: an ``async def`` test as a plain function, which runs each case in a loop of its own.

Nothing of a case is left for the next: its loop is new, its context variables are a copy, and tasks
that it leaves behind are cancelled and awaited before it counts as ended.
"""

from __future__ import annotations

import sys
from collections.abc import Callable, Coroutine
from types import TracebackType
from typing import Any

from shortlex.errors import InvalidArgument, InvalidState

Body = Callable[..., Any]

Begin = Callable[[], Coroutine[Any, Any, Any]]

Run = Callable[[Begin], Any]
"""Runs what a function without arguments begins, to its end, and gives what it returned."""


_WARNING = "The test .* is marked with '@pytest.mark.asyncio' but it is not an async function"


def reassure_pytest(wrapper: Any) -> None:
    """Keep pytest-asyncio from warning that a test is not async, which only looks plain."""
    pytest = sys.modules.get("pytest")
    if pytest is not None:
        pytest.mark.filterwarnings(f"ignore:{_WARNING}:pytest.PytestWarning")(wrapper)


def awaited(inner: Body, run: Run, named: Callable[[], object] | None = None) -> Body:
    """A plain function that runs the coroutine of each call to its end.

    It runs as the fixture of anyio says, if the test takes that, or if ``named`` gives its value.
    """
    code = getattr(inner, "__code__", None)

    def body(*args: Any, **kwargs: Any) -> Any:
        backend = kwargs.get("anyio_backend")
        if backend is None and named is not None:
            backend = named()
        run_case = run if backend is None else _anyio_runner(backend)
        try:
            return run_case(lambda: inner(*args, **kwargs))
        except BaseException as error:
            error.__traceback__ = _inside(error.__traceback__, code)
            raise

    return body


def _inside(traceback: TracebackType | None, code: object) -> TracebackType | None:
    """The traceback from the frame of the test on: those of the loop around it say nothing."""
    inner = traceback
    while inner is not None and inner.tb_frame.f_code is not code:
        inner = inner.tb_next
    return traceback if inner is None else inner


def runner_of(backend: str, on_leak: Callable[[str], None]) -> Run:
    """How coroutines are run; ``on_leak`` is told of a task that was left behind."""
    return _trio_runner() if backend == "trio" else _asyncio_runner(on_leak)


def _asyncio_runner(on_leak: Callable[[str], None]) -> Run:
    import asyncio

    try:
        asyncio.get_running_loop()
    except RuntimeError:
        pass
    else:
        raise InvalidState(
            "An async property was called inside a running event loop, where it cannot run loops "
            "of its own. Call it from plain code, or with asyncio.to_thread()."
        )

    def run(begin: Begin) -> Any:
        # With a factory, a runner leaves the loop that others may have set where it is.
        with asyncio.Runner(loop_factory=asyncio.new_event_loop) as runner:
            try:
                return runner.run(begin())
            finally:
                for task in asyncio.all_tasks(runner.get_loop()):
                    # Those without a name end an async generator, as the loop itself began to.
                    name = getattr(task.get_coro(), "__qualname__", None)
                    if name is not None:
                        on_leak(name)

    return run


def _trio_runner() -> Run:
    try:
        import trio
    except ImportError:
        raise InvalidArgument(
            "settings(async_backend='trio'): trio is not installed. Install it, or use 'asyncio'."
        ) from None
    run: Run = trio.run
    return run


def _anyio_runner(backend: object) -> Run:
    """Backends are named as by the fixture of anyio: a name, or a name with options."""
    import anyio

    name, options = backend if isinstance(backend, tuple) else (backend, {})

    def run(begin: Begin) -> Any:
        return anyio.run(begin, backend=name, backend_options=options)

    return run
