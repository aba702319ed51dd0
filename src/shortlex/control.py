"""Control: what a running test may call: assume, reject, note, event, target.

They reach the running case through a context variable, so threads and tasks do not mix.
"""

from __future__ import annotations

import math
import sys
from _thread import allocate_lock
from collections.abc import Iterator
from contextlib import contextmanager
from contextvars import ContextVar
from types import FrameType
from typing import Final, NoReturn

from shortlex.core.case import Case, RecordedCase
from shortlex.core.raised import RUNS
from shortlex.core.shown import exact, shown, text_of
from shortlex.core.source import SimplestSource
from shortlex.errors import InvalidArgument, UnsatisfiedAssumption

current: ContextVar[Case | None] = ContextVar("shortlex case", default=None)


class _Lost:
    """Stands for a context in which no case was ever begun."""


_LOST = _Lost()

NOBODY: Final = object()
"""Stands for ``self`` when the test is a plain function, not a method."""

current_self: ContextVar[object] = ContextVar("shortlex self", default=NOBODY)
"""The instance of the running test method."""


watchers: int = 0
"""The number of observed runs under way. Without any, assume() need not look up its case."""

_WATCHERS = allocate_lock()


@contextmanager
def watching_assumptions() -> Iterator[None]:
    """Count assumptions, in cases that ask for it."""
    global watchers
    with _WATCHERS:
        watchers += 1
    try:
        yield
    finally:
        with _WATCHERS:
            watchers -= 1


def current_case() -> Case | None:
    """The case that is running here, or None."""
    case = current.get(_LOST)
    # A tool may run the body in a context of its own, as pytest-asyncio does with coroutines.
    return _case_below(sys._getframe(1)) if isinstance(case, _Lost) else case


def _case_below(frame: FrameType | None) -> Case | None:
    """The case of the innermost function on the stack that runs one."""
    while frame is not None:
        if frame.f_code in RUNS:
            case = frame.f_locals.get("case")
            return case if isinstance(case, Case) else None
        frame = frame.f_back
    return None


def currently_in_test_context() -> bool:
    """Whether a case is running here."""
    return current_case() is not None


def running_case(caller: str) -> Case:
    """The running case; if there is none, the error names ``caller``."""
    case = current_case()
    if case is None and _is_in_script(sys._getframe(2)):
        return RecordedCase(SimplestSource())  # nobody reads what is left on it
    if case is None:
        raise InvalidArgument(
            f"{caller} was called outside of a test: call it from a function decorated with "
            "@given, or from a strategy while it draws."
        )
    return case


def _is_in_script(frame: FrameType | None) -> bool:
    """Whether a step of a state machine is called by the script of a report, which has no case."""
    while frame is not None:
        names = frame.f_code.co_varnames[: frame.f_code.co_argcount][:1]
        if any(hasattr(type(frame.f_locals.get(name)), "is_shortlex_machine") for name in names):
            return True
        frame = frame.f_back
    return False


def assume(condition: object) -> bool:
    """Continue only if ``condition`` holds; otherwise the case is invalid and does not count."""
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
    """End the case: it is invalid and does not count."""
    raise UnsatisfiedAssumption("reject() was called")


def note(value: object) -> None:
    """Show ``value`` in the report of a failure, or for every case when verbose."""
    case = running_case("note()")
    if case.keeps_notes:
        # Not isinstance(), which would call code of the value: it may define __class__.
        case.note(exact(value) if issubclass(type(value), str) else case.format_value(value))


def event(value: object, payload: object = "") -> None:
    """Count how many cases call this with the same ``value`` (and ``payload``)."""
    case = running_case("event()")
    if case.events is None:
        case.is_marked = True
        case.events = {}
    text = value if isinstance(value, str) else text_of(value)
    case.events[text] = payload if isinstance(payload, (str, int, float)) else text_of(payload)


def _is_finite(observation: object) -> bool:
    # isfinite() converts to float, and some integers are too large for that.
    return isinstance(observation, int) or (
        isinstance(observation, float) and math.isfinite(observation)
    )


def target(observation: int | float, *, label: str = "") -> int | float:
    """Record a number that the search should maximise, and return it."""
    case = running_case("target()")
    if not _is_finite(observation):
        raise InvalidArgument(
            f"target({shown(observation)}): the observation must be a finite number"
        )
    if not isinstance(label, str):
        raise InvalidArgument(f"target(label={shown(label)}): the label must be a string")
    if case.targets is None:
        case.is_marked = True
        case.targets = {}
    if case.pool is not None:
        # The steps of a machine may observe the same thing many times: the best one counts.
        case.targets[label] = max(observation, case.targets.get(label, observation))
        return observation
    if label in case.targets:
        raise InvalidArgument(
            f"target(..., label={shown(label)}) was called twice in one case: give each "
            "observation a label of its own."
        )
    case.targets[label] = observation
    return observation
