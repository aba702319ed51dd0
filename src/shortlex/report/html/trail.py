"""Trail: the way of a reduction, step by step, with the values that there were.

A history has only choices. The arguments are drawn from them again, and the body is not run.
"""

from __future__ import annotations

from collections.abc import Iterator
from typing import TypedDict

from shortlex.reducer.history import Choices, History
from shortlex.report.debug import short
from shortlex.report.html.texts import shortened
from shortlex.runner.execute import Test
from shortlex.runner.sketch import sketch

MOST_STEPS = 200
"""So many steps are kept, evenly over all of them."""

ROOM = 30_000
"""So many characters all values of one trail may have together, and each the same share of it."""

LEAST_ROOM = 200

LARGEST = 500
"""Of more choices than this no value is made: it takes long, and nobody would read it."""


class StepRecord(TypedDict):
    """One step; the first stands for the start."""

    name: str
    """The pass, or nothing."""
    calls: int
    size: int
    text: str
    """The value then, as code."""


def trail_of(history: History, test: Test | None) -> list[StepRecord]:
    """The start, and the steps from there; ``test`` says which arguments to draw."""
    wanted = set(_evenly(len(history.steps) + 1, MOST_STEPS))
    room = max(LEAST_ROOM, ROOM // len(wanted))
    trail = []
    for number, choices in enumerate(history.choices()):
        if number not in wanted:
            continue
        text = shortened(value_text(choices, test), room)
        if number == 0:
            trail.append(StepRecord(name="", calls=0, size=history.start.size, text=text))
        else:
            step = history.steps[number - 1]
            trail.append(StepRecord(name=step.name, calls=step.calls, size=step.size, text=text))
    return trail


def _evenly(count: int, most: int) -> Iterator[int]:
    """So many numbers below ``count`` at most, with the first and the last."""
    if count <= most:
        yield from range(count)
    else:
        yield from (i * (count - 1) // (most - 1) for i in range(most))


def value_text(choices: Choices, test: Test | None) -> str:
    """The call of a test with what these choices make; or the choices, if they make none."""
    if len(choices) > LARGEST:
        return f"# {len(choices):,} choices, too many to show"
    if test is None:
        return f"# choices: {short(choices)}"
    case = sketch(test, choices)
    if not case.call_text:
        return f"# choices: {short(choices)}"
    rest = choices[len(case.choices) :]
    return case.call_text + (f"\n# drawn in the body, as choices: {short(rest)}" if rest else "")
