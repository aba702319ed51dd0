"""Sketch: a case drawn again as far as its arguments, where its body would take too long."""

from __future__ import annotations

from collections.abc import Sequence

from shortlex.core.case import Duplicate, RecordedCase
from shortlex.core.source import ReplaySource
from shortlex.core.trace import Trace
from shortlex.runner.execute import Test, execute


class Sketch(RecordedCase):
    """A case that ends where its body would begin: only its arguments are wanted."""

    def arguments_drawn(self, values: Sequence[object] = ()) -> None:
        raise Duplicate


def call_of(test: Test, trace: Trace) -> str:
    """The call of a case, as code."""
    case = Sketch(ReplaySource(trace.choices))
    case.keeps_notes = True
    try:
        execute(test, case)
    except Duplicate:
        pass
    return case.call_text
