"""Observing: ``observe``, for tools that want to know of every case.

Records go to callbacks and, as JSON lines, to files in a directory: ``report/jsonlines``. What a
record has in it is said in ``report/observation``. Both are imported when they are needed.
"""

from __future__ import annotations

import os
from _thread import allocate_lock
from collections.abc import Callable, Iterator
from contextlib import contextmanager
from copy import copy
from functools import cache
from typing import TYPE_CHECKING, Any

from shortlex.errors import InvalidArgument
from shortlex.session import Session

if TYPE_CHECKING:
    from shortlex.runner.result import Result
    from shortlex.settings import settings

Record = dict[str, Any]
Callback = Callable[[Record], object]

VARIABLE = "SHORTLEX_OBSERVE"
"""In the environment: a directory to write observations to."""

_callbacks: tuple[Callback, ...] = ()
_LOCK = allocate_lock()


class Observation:
    """A callback that is told of every case until it is stopped, or for a ``with`` statement."""

    def __init__(self, callback: Callback) -> None:
        global _callbacks
        self._callback = callback
        with _LOCK:
            _callbacks = (*_callbacks, callback)

    def stop(self) -> None:
        """Tell it no more."""
        global _callbacks
        with _LOCK:
            kept = list(_callbacks)
            if self._callback in kept:
                kept.remove(self._callback)
            _callbacks = tuple(kept)

    def __enter__(self) -> Observation:
        return self

    def __exit__(self, *_: object) -> None:
        self.stop()


def observe(callback: Callback) -> Observation:
    """Call ``callback`` with a record of every case that is run, from now on and in all threads.

    A record is a dictionary that can be written as JSON. To stop, call ``stop()`` of what is
    returned, or use that in a ``with`` statement.
    """
    if not callable(callback):
        raise InvalidArgument(f"observe({callback!r}): needs a function that takes a record.")
    return Observation(callback)


@cache
def _directory(path: str) -> Callback:
    """Writes to a directory. One for each: its files stay open for the next test."""
    from shortlex.report.jsonlines import Directory

    return Directory(path)


def callbacks_now() -> tuple[Callback, ...]:
    """Everybody who is to be told, mostly nobody."""
    path = os.environ.get(VARIABLE)
    return (*_callbacks, _directory(os.path.abspath(path))) if path else _callbacks


@contextmanager
def observed(session: Session, key: str, callbacks: tuple[Callback, ...]) -> Iterator[Session]:
    """The same session, of which the callbacks are told everything.

    ``key`` is what the database knows the test by.
    """
    from time import time

    from shortlex.report.observation import Collecting, Recording
    from shortlex.runner.observer import Observers

    name = session.name or key
    told = _Told(name, callbacks, session)
    with Collecting() as collecting:
        recording = Recording(name, key, told, time(), collecting)
        changed = copy(session)
        changed.observer = recording
        if session.observer is not None:
            changed.observer = Observers(session.observer, recording)

        def on_result(result: Result, options: settings) -> None:
            recording.see_result(result, options)
            if session.on_result is not None:
                session.on_result(result, options)

        changed.on_result = on_result
        yield changed


class _Told:
    """Passes records on. A callback that raises is told no more in this test, and the user why."""

    def __init__(self, name: str, callbacks: tuple[Callback, ...], session: Session) -> None:
        self._name = name
        self._callbacks = callbacks
        self._session = session

    def __call__(self, record: Record) -> None:
        for callback in self._callbacks:
            try:
                callback(record)
            except Exception as error:
                # Whether a test passes must not depend on who looks.
                self._drop(callback, error)

    def _drop(self, callback: Callback, error: Exception) -> None:
        from shortlex.report.advice import print_advice

        self._callbacks = tuple(each for each in self._callbacks if each is not callback)
        line = (
            f"{self._name}: the observer {callback!r} raised {type(error).__name__}: {error}. "
            "It is told no more of this test."
        )
        (self._session.on_advice or print_advice)([line])
