"""Coroutines: turns an ``async def`` test into a plain function; each case has its own event loop.

Cases do not affect each other: each has a new loop and a copy of the context variables, and tasks
that it leaves running are cancelled and awaited before it ends.
"""

from __future__ import annotations

import sys
from collections.abc import Callable, Coroutine, Iterator
from contextlib import contextmanager
from types import TracebackType
from typing import TYPE_CHECKING, Any

from shortlex.errors import InvalidArgument, InvalidState

if TYPE_CHECKING:
    from asyncio import AbstractEventLoop

Body = Callable[..., Any]

Begin = Callable[[], Coroutine[Any, Any, Any]]

Run = Callable[[Begin], Any]
"""Runs the coroutine that a function makes to its end, and returns its result."""


_WARNING = "The test .* is marked with '@pytest.mark.asyncio' but it is not an async function"


def reassure_pytest(wrapper: Any) -> None:
    """Stop pytest-asyncio from warning that the test is not async: only its wrapper is not."""
    pytest = sys.modules.get("pytest")
    if pytest is not None:
        pytest.mark.filterwarnings(f"ignore:{_WARNING}:pytest.PytestWarning")(wrapper)


def awaited(inner: Body, run: Run, named: Callable[[], object] | None = None) -> Body:
    """A plain function that runs the coroutine of each call to its end.

    If the test uses anyio's fixture ``anyio_backend``, or ``named`` returns its value, the
    coroutine runs on that backend.
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
            # Called on BaseException: an error may be frozen, or override the method.
            BaseException.with_traceback(error, _inside(error.__traceback__, code))
            raise

    return body


def _inside(traceback: TracebackType | None, code: object) -> TracebackType | None:
    """The traceback from the test's frame on, without the frames of the event loop."""
    inner = traceback
    while inner is not None and inner.tb_frame.f_code is not code:
        inner = inner.tb_next
    return traceback if inner is None else inner


def runner_of(backend: str, on_leak: Callable[[str], None]) -> Run:
    """The function that runs coroutines; ``on_leak`` gets the names of tasks left running."""
    return _trio_runner() if backend == "trio" else _asyncio_runner(on_leak)


def _check_no_loop() -> None:
    """Raise if an event loop is running here."""
    import asyncio

    try:
        asyncio.get_running_loop()
    except RuntimeError:
        return
    raise InvalidState(
        "An async property was called inside a running event loop, where it cannot run loops "
        "of its own. Call it from plain code, or with asyncio.to_thread()."
    )


async def _ending_of(begin: Begin) -> tuple[Any, BaseException | None]:
    """The result of a coroutine, and its error.

    A loop may take the repr of a task, and so of its error, which may run any user code.
    """
    from asyncio import CancelledError

    try:
        return await begin(), None
    except CancelledError:
        raise  # asyncio.Runner turns it into KeyboardInterrupt after Ctrl-C
    except BaseException as error:
        return None, error


def _asyncio_runner(on_leak: Callable[[str], None]) -> Run:
    import asyncio

    _check_no_loop()

    def run(begin: Begin) -> Any:
        # With a factory, a runner does not replace the current loop of the thread.
        with asyncio.Runner(loop_factory=asyncio.new_event_loop) as runner:
            try:
                result, error = runner.run(_ending_of(begin))
            finally:
                _tell_of_leaks(runner.get_loop(), on_leak)
        try:
            if error is not None:
                raise error
        finally:
            del error  # it refers to this frame
        return result

    return run


def _tell_of_leaks(loop: AbstractEventLoop, on_leak: Callable[[str], None]) -> None:
    from asyncio import all_tasks

    # Each name once: what is counted are cases.
    for name in {getattr(task.get_coro(), "__qualname__", None) for task in all_tasks(loop)}:
        # Tasks without a name are the loop's own: they close async generators.
        if name is not None:
            on_leak(name)


@contextmanager
def kept_loop(backend: str, on_leak: Callable[[str], None]) -> Iterator[Run]:
    """A function that runs several coroutines one after the other, if possible on one loop.

    Tasks that they start go on while the next one runs; ``on_leak`` gets the names of those that
    are left running at the end. Trio has no such loop: it ends with each coroutine.
    """
    if backend == "trio":
        yield _trio_runner()
        return
    import asyncio

    _check_no_loop()
    with asyncio.Runner(loop_factory=asyncio.new_event_loop) as runner:

        def run(begin: Begin) -> Any:
            result, error = runner.run(_ending_of(begin))
            try:
                if error is not None:
                    raise error
            finally:
                del error  # it refers to this frame
            return result

        try:
            yield run
        finally:
            _tell_of_leaks(runner.get_loop(), on_leak)


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
    """Run on a backend as anyio's fixture names it: a name, or a name with options."""
    import anyio

    name, options = backend if isinstance(backend, tuple) else (backend, {})

    def run(begin: Begin) -> Any:
        return anyio.run(begin, backend=name, backend_options=options)

    return run
