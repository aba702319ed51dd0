"""Terminal: the words of a report. It gets data from the runner and gives lines."""

from __future__ import annotations

from collections.abc import Mapping

from shortlex.core.case import Case, RecordedCase
from shortlex.core.encoding import format_token
from shortlex.core.outcome import Outcome
from shortlex.core.trace import Trace
from shortlex.reducer.history import History
from shortlex.report.literals import Call, format_call, format_literal
from shortlex.runner.result import Failure, Statistics


def describe_call(case: Case, name: str, arguments: Mapping[str, object]) -> None:
    """Write down the call of a test before its body can change the arguments."""
    calls = {}
    if isinstance(case, RecordedCase):
        calls = {i: Call(target, args, kw) for i, (_, target, args, kw) in case.calls.items()}
    case.call_text = format_call(name, arguments, calls=calls)
    case.format_value = lambda value: format_literal(value, calls=calls)


def failure_lines(failure: Failure) -> list[str]:
    """Everything to say about one failure, in the order of interest."""
    lines = [f"Failing test case: {failure.case.call_text}", *failure.trace.notes]
    if failure.history is not None:
        lines.append(reduction_line(failure.history, failure.trace))
    lines.append(replay_line(failure.trace))
    return lines


def reduction_line(history: History, trace: Trace) -> str:
    """How the reduction went."""
    calls = f"{history.calls:,} call{'' if history.calls == 1 else 's'}"
    if history.steps:
        line = (
            f"Reduced from size {history.start.size:,} to {trace.size:,} in {calls} "
            f"({len(history.steps):,} accepted, the last at {history.calls_to_best:,}; "
            f"{history.seconds:.2f} s)."
        )
    elif history.calls:
        line = f"Nothing simpler failed in {calls} ({history.seconds:.2f} s)."
    else:
        line = "Nothing is simpler."
    if history.stopped_early:
        line += f" Stopped early: {history.stopped_early}; a smaller case may exist."
    return line


def replay_line(trace: Trace) -> str:
    return f'Replay exactly this case with @reproduce_failure("{format_token(trace.choices)}")'


def case_lines(case: Case, outcome: Outcome) -> list[str]:
    """One case, for those who want to see all of them."""
    lines = [f"Test case ({outcome.name.lower()}): {case.call_text}"] if case.call_text else []
    return lines + (case.notes or [])


def step_line(name: str, trace: Trace) -> str:
    """One accepted step of the reduction."""
    return f"{name}: size {trace.size}: {list(trace.choices)!r}"


def unsatisfiable_text(name: str, statistics: Statistics) -> str:
    """Why no valid case was found, with what refused most of them."""
    counts = []
    if statistics.invalid:
        counts.append(f"{statistics.invalid:,} were rejected by filters or assumptions")
    if statistics.overruns:
        counts.append(f"{statistics.overruns:,} grew too large")
    text = f"{name}: no valid case was found: of {statistics.calls:,} tried, {' and '.join(counts)}."
    if statistics.is_exhausted:
        text += " There are no others."
    for reason, count in statistics.rejections.most_common(3):
        if reason:
            text += f"\n  {count:,} by {reason}"
    if statistics.overruns:
        text += "\n  Make the data smaller, or raise settings(max_choices=...)."
    return text
