"""Advice: what to say about everything but a failure: problems, rare labels and the database.

Problems are those of a passing test, such as slow draws. Complaints are about a database: what
could not be read or written, and which stored cases no longer fit their test.
"""

from __future__ import annotations

import sys
from collections import Counter
from collections.abc import Mapping, Sequence

from shortlex.core.shown import escaped
from shortlex.core.source import TRIES
from shortlex.database.record import format_choice, format_domain
from shortlex.report.terminal import say
from shortlex.runner.flaky.sequential import CONFIDENCE
from shortlex.runner.rarity import WRONG_FAILURE, Judgement
from shortlex.runner.result import (
    Complaint,
    Drawing,
    Result,
    RuleCount,
    Statistics,
    Trouble,
)
from shortlex.runner.reuse import Misfit, OtherDraw, TooManyChoices
from shortlex.settings import HealthCheck, settings

MAX_REASONS = 3
"""How many reasons are named that kept a rule from running."""

MAX_STRATEGY_CHARACTERS = 80
"""How many characters of a strategy are shown."""


def advice_lines(
    name: str, result: Result, options: settings, leaks: Mapping[str, int]
) -> tuple[str, ...]:
    """All advice for one test. ``leaks`` counts the tasks that cases left running, by name."""
    problems = result.health.problems
    lines = [f"{name}: {health_words(each, result, options)}" for each in problems]
    idle = () if result.failures else result.statistics.idle_rules
    lines += [f"{name}: {idle_rule_words(rule)}" for rule in idle]
    for task, count in leaks.items():
        cases = "1 case" if count == 1 else f"{count:,} cases"
        lines.append(f"{name}: {cases} left the task {task} running: it was cancelled.")
    return tuple(lines)


def idle_rule_words(rule: RuleCount) -> str:
    """Why a rule of a state machine never ran, and what to do about it."""
    text = f"the rule {rule.name} never ran"
    if not rule.blocked:
        return f"{text}: no case came to it. Raise max_examples, or its weight."
    reasons = sorted(rule.blocked.items(), key=lambda each: -each[1])[:MAX_REASONS]
    listed = ", ".join(f"{count:,} times because {reason}" for reason, count in reasons)
    return (
        f"{text}: blocked {listed}. See that some steps make it possible, or relax what blocks it."
    )


def print_advice(lines: Sequence[str]) -> None:
    """Print advice for a test that is called directly. Not as warnings: they may be errors."""
    if sys.stderr is not None:
        say(*(f"shortlex: {escaped(line)}" for line in lines), file=sys.stderr)


def health_words(check: HealthCheck, result: Result, options: settings) -> str:
    """What the problem of a test is, and what to do about it."""
    statistics, drawing = result.statistics, result.health.drawing
    if check is HealthCheck.filter_too_much:
        return _filter_words(statistics)
    if check is HealthCheck.data_too_large:
        return (
            f"{statistics.overruns:,} of {statistics.tried:,} cases needed more than "
            f"{options.max_choices:,} choices and were dropped. Make the data smaller, "
            "or raise settings(max_choices=...)."
        )
    if check is HealthCheck.large_base_example:
        return (
            f"even the simplest case has a size of {statistics.simplest_size:,}, so every case is "
            "slow and none is small. Lower the minimum sizes of its strategies."
        )
    assert drawing is not None, "too_slow comes with a measurement"
    return _drawing_words(drawing)


def _filter_words(statistics: Statistics) -> str:
    """Which filter or assumption rejected most cases, and how much it lets through."""
    reasons: Counter[str] = Counter()
    filters = set()
    for reason, count in statistics.rejections.items():
        reasons[_short(reason)] += count
        if not isinstance(reason, str):
            filters.add(_short(reason))
    tried = statistics.valid + statistics.invalid
    text = f"only {statistics.valid:,} of {tried:,} cases were valid"
    ((reason, count),) = reasons.most_common(1)
    refused = count / tried
    # A filter has TRIES tries in each case, and rejects the case only if all of them fail.
    accepted = 1 - refused ** (1 / TRIES) if reason in filters else 1 - refused
    return (
        f"{text} ({reason or 'the test'}; about {100 * accepted:.2g}% pass it). "
        "Draw suitable values, instead of rejecting unsuitable ones."
    )


def _drawing_words(drawing: Drawing) -> str:
    text = f"{drawing.share:.0%} of its {drawing.seconds:.1f} s were spent drawing values"
    text += f", {drawing.own_share:.0%} of that in {_short(drawing.strategy)}"
    if drawing.acceptance < 0.5:
        text += f", which kept {100 * drawing.acceptance:.2g}% of what it drew"
    return f"{text}. Make that strategy simpler, or its values smaller."


def _short(reason: object) -> str:
    text = str(reason)
    return (
        text
        if len(text) <= MAX_STRATEGY_CHARACTERS
        else f"{text[: MAX_STRATEGY_CHARACTERS - 3]}..."
    )


def rare_text(name: str, judgements: Sequence[Judgement]) -> str:
    """Why a test fails although all of its cases passed."""
    lines = [f"{name} passed, but too few of its cases are of the required kind."]
    lines += [f"  {_finding(each)}" for each in judgements]
    lines.append(
        "Make such cases more frequent: add an alternative that makes them, raise sizes, or narrow "
        "a strategy. Or lower at_least, if fewer are enough."
    )
    return "\n".join(lines)


def undecided_line(name: str, judgement: Judgement) -> str:
    """Advice for a test that passes because its cases may or may not be frequent enough."""
    (label, limit), rate, _, _ = judgement
    if not rate.runs:
        return (
            f"{name}: @require({label!r}, at_least={limit:g}) was not checked, because too few "
            "valid cases were generated. Add Phase.generate to phases, or raise max_examples."
        )
    return (
        f"{name}: {_finding(judgement)} That is too close to tell: lower at_least, or make such "
        "cases more frequent."
    )


def _finding(judgement: Judgement) -> str:
    (label, limit), rate, _, is_exhaustive = judgement
    wanted = f"at_least={limit:g} is required"
    if is_exhaustive:
        return f"{label!r}: {rate.failures:,} of all {rate.runs:,} possible cases; {wanted}."
    low, high = rate.interval()
    text = f"{label!r}: {rate.failures:,} of {rate.runs:,} cases"
    if rate.runs:
        text += (
            f", {rate.share:.2%} ({CONFIDENCE:.0%} interval {low:.2%} to {high:.2%}), "
            "not counting the first small ones"
        )
    text += f"; {wanted}."
    if judgement.is_met is False:
        text += f" Not chance: the probability of a false alarm is below {WRONG_FAILURE:g}."
    return text


MAX_SHOWN_CHARACTERS = 60
"""How many characters of a choice are shown."""


def complaint_words(complaint: Complaint) -> str:
    """What went wrong, and what to do about it."""
    trouble, test, place, reason = complaint
    if trouble is Trouble.too_many:
        return (
            f"{place} has too many failures of {test}, so some were not run. Delete those that are "
            "no longer of interest."
        )
    if trouble is Trouble.unreadable:
        return (
            f"The known failures of {test} could not be read from {place}: {reason}. The test ran "
            "without them."
        )
    if trouble is Trouble.damaged:
        return f"{place} is not a stored failure, and was skipped: {reason}"
    if trouble is Trouble.unwritable:
        return (
            f"The failure of {test} could not be kept in {place}: {reason}. The next run has to "
            "find it again. To turn this warning off, use settings(database=None), which keeps "
            "nothing."
        )
    if trouble is Trouble.undeletable:
        return (
            f"A failure of {test} that is fixed could not be deleted from {place}: {reason}. "
            "Delete it, or use a ReadOnlyDatabase."
        )
    if isinstance(reason, int):
        return f"{place} caused {reason:,} more such warnings."
    assert not isinstance(reason, str), "a stale failure has a misfit"
    return (
        f"{place} has a failure of {test} that can no longer be run: {misfit_words(reason)}. If it "
        "still matters, add its value as an @example; then delete it."
    )


def misfit_words(misfit: Misfit) -> str:
    """How the choices of a case do not fit its test."""
    if isinstance(misfit, TooManyChoices):
        size, limit = misfit
        return f"it has {size:,} choices, but settings(max_choices=...) allows only {limit:,}"
    if not isinstance(misfit, OtherDraw):
        return "it grows too large or too deep, and does not end"
    domain = misfit.now
    now = "nothing is drawn there" if domain is None else f"{format_domain(domain)} is wanted"
    return f"strategy changed here: choice {misfit.place + 1} was {_before(misfit)}, but now {now}"


def _before(misfit: OtherDraw) -> str:
    if not misfit.before:
        return "not there"
    text = format_choice(*misfit.before)
    if len(text) > MAX_SHOWN_CHARACTERS:
        text = text[:MAX_SHOWN_CHARACTERS] + "..."
    return f"{text}, out of {misfit.wanted}" if misfit.wanted else text
