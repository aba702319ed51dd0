"""Observe: ``observe``, for tools that need a record of every case.

Records go to callbacks and, as JSON lines, to files in a directory. ``report/observation.py`` makes
and writes them; it is imported only when needed.
"""

from __future__ import annotations

import os
from _thread import allocate_lock
from collections.abc import Callable, Iterator
from contextlib import contextmanager
from copy import copy
from functools import cache
from typing import TYPE_CHECKING, Any

from shortlex.core.shown import shown
from shortlex.errors import InvalidArgument
from shortlex.property.session import Session
from shortlex.system.genuine import wall_time

if TYPE_CHECKING:
    from shortlex.runner.result import Result
    from shortlex.settings import settings

ObservationRecord = dict[str, Any]
Callback = Callable[[ObservationRecord], object]

OBSERVE_VARIABLE = "SHORTLEX_OBSERVE"
"""The environment variable with a directory to write observations to."""

_callbacks: tuple[Callback, ...] = ()
_LOCK = allocate_lock()


class Observation:
    """A callback that gets every case until ``stop()`` or the end of a ``with`` statement."""

    def __init__(self, callback: Callback) -> None:
        global _callbacks
        self._callback = callback
        with _LOCK:
            _callbacks = (*_callbacks, callback)

    def stop(self) -> None:
        """Stop calling the callback."""
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
    """Call ``callback`` with a record of every case that runs from now on, in all threads.

    A record is a dictionary that can be written as JSON. To stop, call ``stop()`` of the result, or
    use the result in a ``with`` statement.
    """
    if not callable(callback):
        raise InvalidArgument(f"observe({shown(callback)}): needs a function that takes a record.")
    return Observation(callback)


@cache
def _directory(path: str) -> Callback:
    """The writer for a directory. It is cached: its files stay open for the next test."""
    from shortlex.report.observation import Directory

    return Directory(path)


def callbacks_now() -> tuple[Callback, ...]:
    """All callbacks; usually there are none."""
    path = os.environ.get(OBSERVE_VARIABLE)
    return (*_callbacks, _directory(os.path.abspath(path))) if path else _callbacks


@contextmanager
def observed(session: Session, key: str, callbacks: tuple[Callback, ...]) -> Iterator[Session]:
    """The same session, with an observer that calls the callbacks.

    ``key`` is the test's key in the database.
    """
    from shortlex.report.observation import Collecting, Recording
    from shortlex.runner.observer import Observers

    name = session.name or key
    told = _Told(name, callbacks, session)
    with Collecting() as collecting:
        recording = Recording(name, key, told, wall_time(), collecting)
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
    """Passes records on. A callback that raises is dropped for this test, with advice."""

    def __init__(self, name: str, callbacks: tuple[Callback, ...], session: Session) -> None:
        self._name = name
        self._callbacks = callbacks
        self._session = session

    def __call__(self, record: ObservationRecord) -> None:
        for callback in self._callbacks:
            try:
                callback(record)
            except Exception as error:
                # Whether a test passes must not depend on its observers.
                self._drop(callback, error)

    def _drop(self, callback: Callback, error: Exception) -> None:

        self._callbacks = tuple(each for each in self._callbacks if each is not callback)
        line = (
            f"{self._name}: the observer {shown(callback)} raised {type(error).__name__}: {error}. "
            "It gets no more records of this test."
        )
        self._session.show_advice([line])
