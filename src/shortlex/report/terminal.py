"""Terminal: the text of a report, and printing it. Data from the runner become lines."""

from __future__ import annotations

import re
import sys
from collections import Counter
from collections.abc import Iterator, Mapping, Sequence
from functools import partial
from itertools import groupby
from typing import NamedTuple, TextIO

from shortlex.core.case import Case, RecordedCase
from shortlex.core.raised import notes_of
from shortlex.core.shown import escaped, guarded, shown_error, stand_in
from shortlex.core.token import fingerprint_of, format_token, mark_of
from shortlex.core.trace import Outcome, Trace
from shortlex.errors import Flaky, ProcessDied
from shortlex.reducer.history import History
from shortlex.report.code.literals import (
    NOTHING_BESIDE,
    Beside,
    format_call,
    format_draw,
    format_literal,
)
from shortlex.report.code.parts import alias_comments, calls_of
from shortlex.report.side_effects import without_side_effects
from shortlex.runner.flaky.sequential import CONFIDENCE, SURE
from shortlex.runner.origin import is_own_file
from shortlex.runner.result import Explanation, Failure, Frequency, Statistics
from shortlex.system.genuine import os, working_directory

MAX_PLACES = 5
"""How many places are named; the others are only counted."""

MAX_FRAMES = 10
"""How many stack frames of a process that died are shown."""


class Again(NamedTuple):
    """What is needed to run one case of a test again."""

    test: str = ""
    """The name of the test in the database."""
    node: str | None = None
    """Its node id, if pytest runs it."""


def write_notes(case: Case) -> None:
    """Make a case format values as reports do, in notes and for draws in the body."""
    case.format_value = partial(_write_value, case)
    case.format_draw = _write_draw


def describe_call(
    case: Case, name: str, arguments: Mapping[str, object], beside: Beside = NOTHING_BESIDE
) -> None:
    """Format the call of a test before its body can change the arguments."""
    recorded = case if isinstance(case, RecordedCase) else None
    if recorded is not None:
        recorded.parts.clear()
    name = escaped(name)
    values = (*arguments.values(), *beside.positional, *beside.named.values())
    with without_side_effects(case, values):
        case.call_text = guarded(
            lambda: "\n".join(
                [
                    escaped(format_call(name, arguments, beside, case=recorded)),
                    *alias_comments(arguments),
                ]
            ),
            lambda error: f"{name}(...)  # could not be written: {_headline(error)}",
        )


def _write_value(case: Case, value: object) -> str:
    calls = calls_of(case) if isinstance(case, RecordedCase) else None
    with without_side_effects(case, (value,)):
        return guarded(
            lambda: escaped(format_literal(value, calls=calls)), partial(stand_in, value)
        )


def _write_draw(case: Case, value: object) -> str:
    if not isinstance(case, RecordedCase):
        return _write_value(case, value)
    with without_side_effects(case, (value,)):
        return guarded(
            lambda: "\n".join(
                [escaped(format_draw(case, value)), *alias_comments({"draw": value})]
            ),
            partial(stand_in, value),
        )


def failure_lines(failure: Failure, again: Again) -> list[str]:
    """Everything to say about one failure, the most interesting first."""
    lines = [f"Failing test case: {failure.case.call_text}", *note_lines(failure.case)]
    if not failure.is_complete:
        lines.append("(The case was not rerun to its end: draws and notes may be missing.)")
    if isinstance(failure.error, ProcessDied):
        lines += crash_lines(failure.error)
    if failure.explanation is not None:
        lines += explanation_lines(failure.explanation)
    if failure.place:
        lines.append(known_line(failure.place))
    if failure.history is not None:
        is_flaky = isinstance(failure.error, Flaky)
        lines.append(reduction_line(failure.history, failure.trace, is_flaky=is_flaky))
    if failure.frequency is not None:
        lines += frequency_lines(failure.frequency, failure.history)
    lines.append(replay_line(failure, again))
    return lines


def note_lines(case: Case) -> list[str]:
    """The notes of a case."""
    return [escaped(note) for note in case.notes or ()]


def known_line(place: str) -> str:
    """Says that a failure was known, and where it is stored."""
    return f"Known from an earlier run: {near(place)}"


def explanation_lines(explanation: Explanation) -> list[str]:
    """The lines below the call, besides its comments."""
    lines = []
    together = explanation.together
    if together is not None and together.failed == together.tried:
        lines.append(
            f"Changing all of them at once fails too ({together.failed} of {together.tried} tries)."
        )
    elif together is not None:
        lines.append(
            "But changing all of them at once does not always fail like this: "
            f"{together.tried - together.failed} of {together.tried} tries did not."
        )
    if explanation.lines:
        places = list(_places(explanation.lines))
        more = len(places) - MAX_PLACES
        text = ", ".join(places[:MAX_PLACES]) + (f" and {more} more places" if more > 0 else "")
        lines.append(f"Only failing runs executed {text}.")
    return lines


def _places(lines: Sequence[tuple[str, int]]) -> Iterator[str]:
    """Files with their lines; a block of lines is one place."""
    # Within a block, line number minus position is constant.
    blocks = groupby(enumerate(lines), key=lambda each: (each[1][0], each[1][1] - each[0]))
    for (file, _), block in blocks:
        numbers = [line for _, (_, line) in block]
        through = f"-{numbers[-1]}" if len(numbers) > 1 else ""
        yield f"{near(file)}:{numbers[0]}{through}"


def near(path: str) -> str:
    """A path relative to the working directory, if it is below it."""
    here = working_directory()
    return path.removeprefix(here + os.sep) if here else path


def crash_lines(error: ProcessDied) -> list[str]:
    """Where a process was when it died, down to the test."""
    frames = [line for line in error.said.splitlines() if line.lstrip().startswith("File ")]
    own = (i for i, line in enumerate(frames) if is_own_file(line.partition('"')[2]))
    kept = frames[: min(next(own, MAX_FRAMES), MAX_FRAMES)]
    return ["The stack when it ended, innermost first:", *kept] if kept else []


def example_lines(case: Case, strategies: Sequence[str]) -> list[str]:
    """What to say about a failed example; ``strategies`` names arguments that are strategies."""
    lines = [f"Failing explicit example: {case.call_text}", *note_lines(case)]
    if strategies:
        lines.append(
            f"({', '.join(strategies)}: a strategy, and @example does not draw from strategies. "
            "Give a value instead.)"
        )
    return lines


def reduction_line(history: History, trace: Trace, *, is_flaky: bool = False) -> str:
    """How the reduction went. Of a flaky failure, what was tried says little."""
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
    elif history.needed_steps and not is_flaky:
        line += f" {_needed(history.needed_steps)}"
    return line


def _needed(steps: int) -> str:
    """Says that no step of a state machine can be left out."""
    if steps == 1:
        return "Its step cannot be left out: without it, the test does not fail like this."
    return f"None of its {steps:,} steps can be left out: each was tried."


def _why_stopped(history: History) -> str:
    """Why a reduction stopped early, and what to do about it."""
    may = "a smaller case may exist"
    if history.stopped_early == "interrupt":
        return f"it was interrupted; {may}."
    if history.stopped_early == "calls":
        return f"it used up its calls; {may}."
    if history.stopped_early == "seldom":
        return "it fails too rarely."
    allowed = history.seconds_allowed or 0.0
    over = f"its {allowed:g} s were used up" if allowed else "it was given no time"
    return (
        f"{over}; {may}. "
        f"Give it more time with @settings(shrink_seconds={max(60, round(10 * allowed))})."
    )


def frequency_lines(frequency: Frequency, history: History | None) -> list[str]:
    """How often a case fails, and how reliable its reduction is."""
    from shortlex.runner.flaky.statistical import WRONG_REFUSE

    rate, limit, is_confirmed = frequency
    low, high = rate.interval()
    runs = f"{rate.runs} run{'' if rate.runs == 1 else 's'}"
    interval = f"{CONFIDENCE:.0%} interval {low:.0%} to {high:.0%}"
    lines = [f"Fails in about {rate.share:.0%} of runs ({interval}, {runs})."]
    often = f"in more than {100 * limit:.3g}% of runs"
    if is_confirmed:
        line = f"{SURE:.0%} confident that it fails {often}"
        if history is not None and not history.stopped_early:
            line += (
                "; the probability that a simpler case that fails as often was missed is about "
                f"{WRONG_REFUSE[-1]:.0%}"
            )
        lines.append(line + ".")
    elif history is not None:
        line = f"Too few runs failed to say that it fails {often}."
        if rate.advisable_limit < limit:
            line += f" To reduce it, try @settings(min_failure_rate={rate.advisable_limit})."
        lines.append(line)
    return lines


def replay_line(failure: Failure, again: Again) -> str:
    """How to see the same failure again."""
    colon = "" if again.node is None else ":"
    command = replay_command(failure.trace, again)
    if isinstance(failure.error, Flaky):
        return f"Run this case again (it may pass) with{colon} {command}"
    return f"Replay exactly this case with{colon} {command}"


def replay_command(trace: Trace, again: Again) -> str:
    """What runs one case again: a command, or a decorator if pytest is not used."""
    token = token_of(trace, again.test)
    if again.node is None:
        return f'@reproduce_failure("{token}")'
    return f"pytest {_quoted(again.node)} --replay={token}"


def token_of(trace: Trace, test: str) -> str:
    """The replay token of a case, for the test of this name."""
    return format_token(trace.choices, fingerprint_of(trace.domains), mark_of(test))


def _quoted(node: str) -> str:
    """A node id as an argument, if possible in quotes that every shell understands."""
    if re.fullmatch(r"[\w./:@%+=,-]+", node, re.ASCII):
        return node
    if not re.search(r'["$`\\!%\x00-\x1f]', node):
        return f'"{node}"'
    from shlex import quote

    return quote(node)


def print_example(case: Case) -> None:
    """Print an example that is about to run."""
    say(f"Trying explicit example: {case.call_text}")


def print_case(case: Case, outcome: Outcome) -> None:
    """Print one case, when verbose."""
    call = case.call_text or "(not all of its arguments were drawn)"
    say(f"Test case ({outcome.name.lower()}): {call}", *note_lines(case))


def stopped_lines(stop: BaseException, failure: Failure, again: Again) -> list[str]:
    """A failure that was already found when something stopped the run."""
    what = "Interrupted." if isinstance(stop, KeyboardInterrupt) else "This stopped the test."
    error = [] if failure.error is None else [_headline(failure.error)]
    return [f"{what} The simplest failure so far:", *error, *failure_lines(failure, again)]


def error_lines(error: BaseException) -> list[str]:
    """An error with its notes, to attach to another error that is raised instead."""
    return [_headline(error), *notes_of(error)]


def _headline(error: BaseException) -> str:
    return escaped(shown_error(error))


def unsatisfiable_text(name: str, statistics: Statistics) -> str:
    """Why no valid case was found, with what rejected most of them."""
    counts = []
    if statistics.invalid:
        counts.append(f"{statistics.invalid:,} were rejected by filters or assumptions")
    if statistics.overruns:
        counts.append(f"{statistics.overruns:,} grew too large")
    tried = statistics.invalid + statistics.overruns
    text = f"{name}: no valid case was found: of {tried:,} tried, {' and '.join(counts)}."
    if statistics.is_exhausted:
        text += " There are no other cases."
    reasons: Counter[str] = Counter()
    for reason, count in statistics.rejections.items():
        reasons[str(reason)] += count
    for reason, count in reasons.most_common(3):
        if reason:
            text += f"\n  {count:,} by {reason}"
    if statistics.too_deep:
        text += (
            f"\n  {statistics.too_deep:,} were nested deeper than Python's stack allows: does "
            "every recursive strategy have a base case?"
        )
    if statistics.invalid:
        text += "\n  Make valid values directly: with other bounds, map(), flatmap() or builds()."
    if statistics.overruns:
        text += "\n  Make the data smaller, or raise settings(max_choices=...)."
    return text


def say(*lines: str, file: TextIO | None = None) -> None:
    """Print lines. What the stream cannot encode is escaped; a closed stream is ignored."""
    stream = sys.stdout if file is None else file
    if stream is None:
        return
    text = "".join(f"{line}\n" for line in lines)
    try:
        try:
            stream.write(text)
        except UnicodeEncodeError:
            encoding = getattr(stream, "encoding", None) or "ascii"
            stream.write(text.encode(encoding, "backslashreplace").decode(encoding))
        stream.flush()
    except (OSError, ValueError):  # nobody reads it any more, or it is closed
        pass
