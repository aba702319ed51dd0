"""Sketch: draws the arguments of a case without running the body."""

from __future__ import annotations

from collections.abc import Sequence

from shortlex.core.case import Duplicate, RecordedCase
from shortlex.core.source import ReplaySource
from shortlex.core.trace import Trace
from shortlex.runner.execute import Test, execute


class Sketch(RecordedCase):
    """A case that ends before its body: only its arguments are needed."""

    def arguments_drawn(self, values: Sequence[object] = ()) -> None:
        raise Duplicate


def sketch(test: Test, choices: Sequence[object]) -> Sketch:
    """Draw the arguments of a test from these choices, and format its call."""
    case = Sketch(ReplaySource(choices))  # type: ignore[arg-type]  # what fits no domain is replaced
    case.keeps_notes = True
    try:
        execute(test, case)
    except Duplicate:
        pass
    return case


def call_of(test: Test, trace: Trace) -> str:
    """The call of a case, as code."""
    return sketch(test, trace.choices).call_text
