"""Sketch: draws the arguments of a case without running the body."""

from __future__ import annotations

from collections.abc import Sequence

from shortlex.core.case import RecordedCase
from shortlex.core.foreseen import end_before_body
from shortlex.core.source import ReplaySource
from shortlex.core.trace import Trace
from shortlex.runner.execute import Test, execute


def sketch(test: Test, choices: Sequence[object]) -> RecordedCase:
    """Draw the arguments of a test from these choices, and format its call."""
    case = RecordedCase(ReplaySource(choices))  # type: ignore[arg-type]  # what fits no domain is replaced
    case.keeps_notes = True
    case.on_arguments = end_before_body
    execute(test, case)
    return case


def call_of(test: Test, trace: Trace) -> str:
    """The call of a case, as code."""
    return sketch(test, trace.choices).call_text
