"""Terminal: the words of a report. It gets data from the runner, and gives or prints lines."""

from __future__ import annotations

import os
import re
from collections import Counter
from collections.abc import Mapping, Sequence
from typing import NamedTuple

from shortlex.core.case import Case, RecordedCase
from shortlex.core.fingerprint import fingerprint_of, mark_of
from shortlex.core.outcome import Outcome
from shortlex.core.token import format_token
from shortlex.core.trace import Trace
from shortlex.errors import ProcessDied
from shortlex.reducer.history import History
from shortlex.report.calls import calls_of
from shortlex.report.explanation import explanation_lines
from shortlex.report.literals import format_call, format_draw, format_literal
from shortlex.runner.origin import is_own_file
from shortlex.runner.result import Failure, Frequency, Statistics
from shortlex.runner.sequential import CONFIDENCE, SURE

MOST_FRAMES = 10
"""So many frames of a process that died are shown."""


class Again(NamedTuple):
    """What must be known to run one case of a test again."""

    test: str = ""
    """The name of the test, which the database knows it by."""
    node: str | None = None
    """What pytest knows it by, if pytest runs it."""


def describe_call(case: Case, name: str, arguments: Mapping[str, object]) -> None:
    """Write down the call of a test before its body can change the arguments."""
    if not isinstance(case, RecordedCase):
        case.call_text = format_call(name, arguments)
        case.format_value = format_literal
        return
    case.parts.clear()
    case.call_text = format_call(name, arguments, case=case)
    calls = calls_of(case)
    case.format_value = lambda value: format_literal(value, calls=calls)
    case.format_draw = format_draw


def failure_lines(failure: Failure, again: Again) -> list[str]:
    """Everything to say about one failure, in the order of interest."""
    lines = [f"Failing test case: {failure.case.call_text}", *(failure.case.notes or ())]
    if not failure.is_complete:
        lines.append("(The test was not run to its end again: draws and notes may be missing.)")
    if isinstance(failure.error, ProcessDied):
        lines += crash_lines(failure.error)
    if failure.explanation is not None:
        lines += explanation_lines(failure.explanation)
    if failure.place:
        lines.append(known_line(failure.place))
    if failure.history is not None:
        lines.append(reduction_line(failure.history, failure.trace))
    if failure.frequency is not None:
        lines += frequency_lines(failure.frequency, failure.history)
    lines.append(replay_line(failure.trace, again))
    return lines


def known_line(place: str) -> str:
    """That a failure was kept, and where."""
    return f"Known from an earlier run: {_near(place)}"


def _near(place: str) -> str:
    """A path as it is seen from here, if it is below."""
    try:
        return place.removeprefix(os.getcwd() + os.sep)
    except OSError:  # here is gone
        return place


def crash_lines(error: ProcessDied) -> list[str]:
    """Where a process was when it died, down to the test."""
    frames = [line for line in error.said.splitlines() if line.lstrip().startswith("File ")]
    own = (i for i, line in enumerate(frames) if is_own_file(line.partition('"')[2]))
    kept = frames[: min(next(own, MOST_FRAMES), MOST_FRAMES)]
    return ["The stack when it ended, innermost first:", *kept] if kept else []


def example_lines(case: Case, strategies: Sequence[str]) -> list[str]:
    """What to say about an example that failed; ``strategies`` are arguments that are some."""
    lines = [f"Failing explicit example: {case.call_text}", *(case.notes or ())]
    if strategies:
        lines.append(
            f"({', '.join(strategies)}: a strategy, which @example passes on as it is. Give a "
            "value instead.)"
        )
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
    elif history.stopped_early:
        line = "It was not reduced."
    else:
        line = "Nothing simpler fails."
    if history.stopped_early:
        line += f" Stopped early: {_why_stopped(history)}"
    return line


def _why_stopped(history: History) -> str:
    """Why a reduction ended before its end, and what to do about it."""
    may = "a smaller case may exist"
    if history.stopped_early == "interrupt":
        return f"it was interrupted; {may}."
    if history.stopped_early == "calls":
        return f"it had no more calls to make; {may}."
    if history.stopped_early == "seldom":
        return "it fails too seldom."
    allowed = history.seconds_allowed or 0.0
    over = f"its {allowed:g} s were over" if allowed else "it was given no time"
    return (
        f"{over}; {may}. "
        f"Give it more time with @settings(shrink_seconds={max(60, round(10 * allowed))})."
    )


def frequency_lines(frequency: Frequency, history: History | None) -> list[str]:
    """How often a case fails, and how far its reduction is to be trusted."""
    from shortlex.runner.insist import WRONG_REFUSE

    rate, limit, is_confirmed = frequency
    low, high = rate.interval()
    runs = f"{rate.runs} run{'' if rate.runs == 1 else 's'}"
    interval = f"{CONFIDENCE:.0%} interval {low:.0%} to {high:.0%}"
    lines = [f"Fails in about {rate.share:.0%} of runs ({interval}, {runs})."]
    often = f"in more than {100 * limit:.3g}% of its runs"
    if is_confirmed:
        line = f"That it fails {often} has a confidence of {SURE:.0%}"
        if history is not None and not history.stopped_early:
            line += (
                "; a simpler case that fails as often was missed with a probability of about "
                f"{WRONG_REFUSE[-1]:.0%}"
            )
        lines.append(line + ".")
    elif history is not None:
        line = f"It was not seen to fail {often}."
        if rate.advisable_limit < limit:
            line += f" To reduce it, try @settings(min_failure_rate={rate.advisable_limit})."
        lines.append(line)
    return lines


def replay_line(trace: Trace, again: Again) -> str:
    """What to do to see the same failure again."""
    colon = "" if again.node is None else ":"
    return f"Replay exactly this case with{colon} {replay_command(trace, again)}"


def replay_command(trace: Trace, again: Again) -> str:
    """What runs one case again: a command, or a decorator where pytest is not at work."""
    token = token_of(trace, again.test)
    if again.node is None:
        return f'@reproduce_failure("{token}")'
    return f"pytest {_quoted(again.node)} --replay={token}"


def token_of(trace: Trace, test: str) -> str:
    """The replay token of a case, for the test of this name."""
    return format_token(trace.choices, fingerprint_of(trace.domains), mark_of(test))


def _quoted(node: str) -> str:
    """A node id as an argument: in quotes that every shell knows, where it can be."""
    if re.fullmatch(r"[\w./:@%+=,-]+", node, re.ASCII):
        return node
    if not re.search(r'["$`\\!%\x00-\x1f]', node):
        return f'"{node}"'
    from shlex import quote

    return quote(node)


def print_example(case: Case) -> None:
    """An example that is about to run."""
    print(f"Trying explicit example: {case.call_text}")


def print_case(case: Case, outcome: Outcome) -> None:
    """One case, for those who want to see all of them."""
    call = case.call_text or "(its arguments were not drawn to the end)"
    print(f"Test case ({outcome.name.lower()}): {call}", *(case.notes or ()), sep="\n")


def stopped_lines(stop: BaseException, failure: Failure, again: Again) -> list[str]:
    """A failure that was known when something stopped the run."""
    what = "Interrupted." if isinstance(stop, KeyboardInterrupt) else "This stopped the test."
    error = [] if failure.error is None else [_headline(failure.error)]
    return [f"{what} The simplest failure so far:", *error, *failure_lines(failure, again)]


def error_lines(error: BaseException) -> list[str]:
    """An error with all that was said about it, for what is raised in its place."""
    return [_headline(error), *getattr(error, "__notes__", ())]


def _headline(error: BaseException) -> str:
    return f"{type(error).__name__}: {error}"


def unsatisfiable_text(name: str, statistics: Statistics) -> str:
    """Why no valid case was found, with what refused most of them."""
    counts = []
    if statistics.invalid:
        counts.append(f"{statistics.invalid:,} were rejected by filters or assumptions")
    if statistics.overruns:
        counts.append(f"{statistics.overruns:,} grew too large")
    tried = statistics.invalid + statistics.overruns
    text = f"{name}: no valid case was found: of {tried:,} tried, {' and '.join(counts)}."
    if statistics.is_exhausted:
        text += " There are no others."
    reasons: Counter[str] = Counter()
    for reason, count in statistics.rejections.items():
        reasons[str(reason)] += count
    for reason, count in reasons.most_common(3):
        if reason:
            text += f"\n  {count:,} by {reason}"
    if statistics.too_deep:
        text += (
            f"\n  {statistics.too_deep:,} were nested deeper than Python's stack allows: does a "
            "strategy that contains itself always have a way to end?"
        )
    if statistics.invalid:
        text += "\n  Make what is wanted instead: with other bounds, map(), flatmap() or builds()."
    if statistics.overruns:
        text += "\n  Make the data smaller, or raise settings(max_choices=...)."
    return text
