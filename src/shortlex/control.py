"""What a test says while it runs: assume, reject, note, event, target.

They reach the running case through a context variable, so threads and tasks do not mix.
"""

from __future__ import annotations

import math
import sys
from _thread import allocate_lock
from collections.abc import Iterator
from contextlib import contextmanager
from contextvars import ContextVar
from typing import Final, NoReturn

from shortlex.core.case import Case
from shortlex.errors import InvalidArgument, UnsatisfiedAssumption

current: ContextVar[Case | None] = ContextVar("shortlex case", default=None)

NOBODY: Final = object()
"""Stands for the instance where a test is a plain function."""

current_self: ContextVar[object] = ContextVar("shortlex self", default=NOBODY)
"""The instance whose method the test is that runs here."""


watchers = 0
"""So many observed runs are under way: only while there are any does assume() look at its case."""

_WATCHERS = allocate_lock()


@contextmanager
def watching_assumptions() -> Iterator[None]:
    """Let assumptions be counted in the cases that want them to be."""
    global watchers
    with _WATCHERS:
        watchers += 1
    try:
        yield
    finally:
        with _WATCHERS:
            watchers -= 1


def currently_in_test_context() -> bool:
    """Whether a case is running here."""
    return current.get() is not None


def running_case(caller: str) -> Case:
    """The case under way; ``caller`` is named in the error if there is none."""
    case = current.get()
    if case is None:
        raise InvalidArgument(
            f"{caller} was called outside of a test: call it from a function decorated with "
            "@given, or from a strategy while it draws."
        )
    return case


def assume(condition: object) -> bool:
    """Go on only if ``condition`` holds: otherwise the case is invalid and does not count."""
    if not condition:
        if watchers:
            _count_check(is_met=False)
        raise UnsatisfiedAssumption("assume() was not met")
    if watchers:
        _count_check(is_met=True)
    return True


def _count_check(*, is_met: bool) -> None:
    case = current.get()
    if case is not None and case.checks is not None:
        frame = sys._getframe(2)
        code = frame.f_code
        place = code.co_qualname, code.co_filename, frame.f_lineno
        case.checks.setdefault(place, [0, 0])[is_met] += 1


def reject() -> NoReturn:
    """The case is invalid and does not count."""
    raise UnsatisfiedAssumption("reject() was called")


def note(value: object) -> None:
    """Say ``value`` in the report of a failure, or for every case when verbose."""
    case = running_case("note()")
    if case.keeps_notes:
        case.note(value if isinstance(value, str) else case.format_value(value))


def event(value: object, payload: object = "") -> None:
    """Count how many cases call this with the same ``value`` (and ``payload``)."""
    case = running_case("event()")
    if case.events is None:
        case.is_marked = True
        case.events = {}
    text = value if isinstance(value, str) else str(value)
    case.events[text] = payload if isinstance(payload, (str, int, float)) else str(payload)


def _is_finite(observation: object) -> bool:
    # Integers are not asked: some are too large to become the float that isfinite() wants.
    return isinstance(observation, int) or (
        isinstance(observation, float) and math.isfinite(observation)
    )


def target(observation: int | float, *, label: str = "") -> int | float:
    """Record a number that the search should make large; gives it back."""
    case = running_case("target()")
    if not _is_finite(observation):
        raise InvalidArgument(f"target({observation!r}): the observation must be a finite number")
    if not isinstance(label, str):
        raise InvalidArgument(f"target(label={label!r}): the label must be a string")
    if case.targets is None:
        case.is_marked = True
        case.targets = {}
    if label in case.targets:
        raise InvalidArgument(
            f"target(..., label={label!r}) was called twice in one case: give each observation "
            "a label of its own."
        )
    case.targets[label] = observation
    return observation
