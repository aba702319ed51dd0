"""Replays: what given choices make of a case, in the order of either library."""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import dataclass
from typing import Any

from shortlex.core.case import RecordedCase
from shortlex.core.source import ReplaySource
from shortlex.core.trace import Outcome, Trace
from shortlex.errors import StopCase

Fails = Callable[[Any], bool]


@dataclass(frozen=True)
class Made:
    """A case of Shortlex that ran to its end."""

    text: str
    """The value; empty if it does not fail."""
    fails: bool
    trace: Trace


def written(value: Any) -> str:
    """A text that is the same for equal values of equal types, and for no others."""
    kind = type(value)
    if kind is set:
        return f"{{{', '.join(sorted(map(written, value)))}}}"
    if kind is list:
        return f"[{', '.join(map(written, value))}]"
    if kind is tuple:
        return f"({', '.join(map(written, value))},)"
    if kind is dict:
        # In the order of insertion: the same keys in another order are another value.
        return f"{{{', '.join(f'{written(k)}: {written(v)}' for k, v in value.items())}}}"
    if kind.__name__ == "Record":
        return f"Record({', '.join(f'{k}={written(v)}' for k, v in vars(value).items())})"
    return repr(value)


def replay(strategy: Any, fails: Fails, choices: list[Any], size: int | None = None) -> Made | None:
    """The case of these choices; None if it is invalid or larger than ``size``.

    Without a size it may be four times as large as the choices are, and no larger: a generator that
    repeats a draw until it likes the value may do so for ever.
    """
    if size is None:
        letters = sum(len(each) for each in choices if isinstance(each, (str, bytes)))
        size = 4 * (len(choices) + letters) + 100
    case = RecordedCase(ReplaySource(choices), size)
    return run(strategy, fails, case)


def run(strategy: Any, fails: Fails, case: RecordedCase) -> Made | None:
    try:
        value = case.draw(strategy)
    except StopCase:
        return None
    is_failing = bool(fails(value))
    # No condition changes its value. Most candidates pass, and their text would be for nothing.
    text = written(value) if is_failing else ""
    return Made(text, is_failing, case.trace(Outcome.INTERESTING))


def key_of_hypothesis(strategy: Any, choices: list[Any]) -> tuple[str, Any] | None:
    """What Hypothesis makes of these choices, and its key for the case; None if it refuses them."""
    from hypothesis.control import BuildContext
    from hypothesis.errors import StopTest
    from hypothesis.internal.conjecture.data import ConjectureData
    from hypothesis.internal.conjecture.shrinker import sort_key

    data = ConjectureData.for_choices(choices)
    try:
        with BuildContext(data, is_final=False, wrapped_test=key_of_hypothesis):
            value = data.draw(strategy)
    except StopTest:
        return None
    return written(value), sort_key(data.nodes)
