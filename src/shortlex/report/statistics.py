"""Statistics: lines about the run of a property: counts, what its cases were like, and its time."""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterator, Sequence
from os.path import basename

from shortlex.core.shown import shown_score
from shortlex.reducer.history import History
from shortlex.report.terminal import reduction_line
from shortlex.runner.health import Draws
from shortlex.runner.observer import Survey
from shortlex.runner.result import Result, Statistics
from shortlex.settings import Phase, settings

MAX_ROWS = 5
"""How many rows of each kind are shown: those that matter most, such as the most frequent ones."""

MAX_STRATEGY_CHARACTERS = 60
"""How many characters of a strategy are shown."""

MAX_BAR = 30
"""The length of the longest bar."""

EDGES = ("simplest", "empty", "nan", "infinite", "other edges")


def statistics_lines(result: Result, options: settings, *, has_survey: bool = False) -> list[str]:
    """Counts, reasons, events, scores and reductions; without scores if a survey shows them."""
    statistics = result.statistics
    lines = [cases_line(result, options)]
    reasons = rejection_counts(statistics)
    lines += [f"{count:,} rejected by {reason}" for reason, count in reasons.most_common(MAX_ROWS)]
    if len(reasons) > MAX_ROWS:
        lines.append(f"... and {len(reasons) - MAX_ROWS:,} more reasons")
    lines += rule_lines(statistics)
    lines += _event_lines(statistics)
    for label, score in () if has_survey else sorted(statistics.targets.items()):
        lines.append(f"Highest target{f' {label!r}' if label else ''}: {shown_score(score)}")
    for failure in result.failures:
        if failure.history is not None:
            lines.append(reduction_line(failure.history, failure.trace))
    return lines


def rule_lines(statistics: Statistics) -> list[str]:
    """How often each rule of a state machine ran, and what blocked it most often."""
    total = sum(each.taken for each in statistics.rules)
    lines = []
    for name, taken, blocked in sorted(statistics.rules, key=lambda each: -each.taken):
        line = f"Rule {name}: ran {taken:,} times ({taken / max(1, total):.0%} of steps)"
        if blocked:
            reason, count = max(blocked.items(), key=lambda each: each[1])
            more = sum(blocked.values()) - count
            line += f"; blocked {count:,} times because {reason}"
            line += f", and {more:,} times for other reasons" if more else ""
        lines.append(line)
    return lines


def rejection_counts(statistics: Statistics) -> Counter[str]:
    """How many cases were invalid, for each reason."""
    reasons: Counter[str] = Counter()
    for reason, count in statistics.rejections.items():
        reasons[str(reason) or "assume() or reject()"] += count
    return reasons


def cases_line(result: Result, options: settings) -> str:
    """How many cases there were, how long they took, and why no more were run."""
    statistics = result.statistics
    if Phase.generate not in options.phases:
        again = f", {statistics.replays:,} replays" if statistics.replays else ""
        return f"Cases: none generated{again}; the settings leave out Phase.generate"
    counts = [
        f"{count:,} {name}"
        for name, count in (
            ("valid", statistics.valid),
            ("invalid", statistics.invalid),
            ("too large", statistics.overruns),
            ("repeated", statistics.duplicates),
        )
        if count or name == "valid"
    ]
    return (
        f"Cases: {', '.join(counts)} in {statistics.seconds:.2f} s; {_why_ended(result, options)}"
    )


def _why_ended(result: Result, options: settings) -> str:
    valid, wanted = result.statistics.valid, options.max_examples
    if result.statistics.is_exhausted:
        return "there are no others"
    if result.failures:
        return f"{len(result.failures):,} failed"
    if valid < wanted:
        return "too few are valid"
    return f"max_examples={wanted}" if valid == wanted else "its time was used up"


def _event_lines(statistics: Statistics) -> list[str]:
    shown = statistics.events.most_common(MAX_ROWS)
    share = max(1, statistics.valid)
    lines = [f"{count / share:.0%} {name}" for name, count in shown]
    if len(statistics.events) > MAX_ROWS:
        lines.append(f"... and {len(statistics.events) - MAX_ROWS:,} more events")
    return lines


def fixtures_line(cases: int, seconds: float) -> str:
    """What it cost to set fixtures up and tear them down for each case."""
    each = 1000 * seconds / cases if cases else 0.0
    return f"Fixtures: set up and torn down {cases:,} times in {seconds:.2f} s ({each:.3f} ms each)"


def survey_lines(
    result: Result, survey: Survey, draws: Draws | None, names: Sequence[str] = ()
) -> list[str]:
    """Everything known besides the counts. ``names`` are the names of the arguments."""
    statistics = result.statistics
    return [
        *size_lines(survey.sizes),
        *_repeat_lines(statistics),
        *_check_lines(survey),
        *([] if draws is None else _draw_lines(statistics, draws, names)),
        *_target_lines(survey),
        *_phase_lines(statistics),
        *(line for each in result.failures if each.history for line in pass_lines(each.history)),
    ]


def size_lines(sizes: Counter[int]) -> list[str]:
    """How many choices the cases made: a line, and a bar chart if sizes vary."""
    if not sizes:
        return []
    values = sorted(sizes.elements())
    line = f"Sizes, in choices: {spread(values)}"
    bins: Counter[int] = Counter()
    for size, count in sizes.items():
        bins[size.bit_length()] += count
    if len(bins) == 1:
        return [line]
    rows = [(_range_of(k), bins[k]) for k in range(min(bins), max(bins) + 1)]
    width, most = max(len(text) for text, _ in rows), max(bins.values())
    return [
        line,
        *(f"  {text:>{width}} {'#' * -(-MAX_BAR * n // most)} {n:,}".rstrip() for text, n in rows),
    ]


def _range_of(bits: int) -> str:
    """The sizes with this bit length, such as 0, 1, 2-3 or 4-7."""
    low, high = (1 << bits) >> 1, (1 << bits) - 1
    return f"{low:,}" if low >= high else f"{low:,}-{high:,}"


def spread(values: Sequence[float]) -> str:
    """The minimum and maximum of sorted numbers, their median and 90th percentile."""
    low, high = values[0], values[-1]
    half, most = values[(len(values) - 1) // 2], values[(9 * len(values) - 1) // 10]
    least, largest, half_text, most_text = (shown_score(n, ",g") for n in (low, high, half, most))
    if low == high:
        return f"always {least}"
    return f"{least} to {largest} (half up to {half_text}, 90% up to {most_text})"


def _repeat_lines(statistics: Statistics) -> Iterator[str]:
    made = statistics.tried + statistics.duplicates
    if statistics.duplicates:
        share = percent(statistics.duplicates, made)
        yield f"Repeats: {share} of {made:,} cases repeated an earlier one, and were not run"


def _check_lines(survey: Survey) -> Iterator[str]:
    """How many assumptions were met at each place, the least often met first."""
    rows = [(met, met + unmet, place) for place, (unmet, met) in survey.checks.items() if unmet]
    rows.sort(key=lambda row: row[0] / row[1])
    for met, asked, (name, file, line) in rows[:MAX_ROWS]:
        share = f"{percent(met, asked)} met, {met:,} of {asked:,}"
        yield f"assume() at {basename(file)}:{line} in {name}: {share}"


def _draw_lines(statistics: Statistics, draws: Draws, names: Sequence[str]) -> Iterator[str]:
    yield from _time_lines(statistics, draws, names)
    refusing = [each for each in draws.strategies if each.refusals]
    refusing.sort(key=lambda each: each.draws / (each.draws + each.refusals))
    for each in refusing[:MAX_ROWS]:
        tried = each.draws + each.refusals
        share = f"{percent(each.draws, tried)} kept, {each.draws:,} of {tried:,}"
        yield f"{_short(each.strategy)}: {share}"
    for kind, counts in sorted(draws.edges.items()):
        total = counts.total()
        shares = [f"{percent(counts[edge], total)} {edge}" for edge in EDGES if counts[edge]]
        if shares:
            yield f"Edge values of {kind} choices: {', '.join(shares)}"


def _time_lines(statistics: Statistics, draws: Draws, names: Sequence[str]) -> Iterator[str]:
    """The share of drawing, of each argument, and of the strategies that took most."""
    if not statistics.seconds or not statistics.tried:
        return
    drawn = statistics.tried + statistics.duplicates
    share = min(1.0, draws.seconds * drawn / statistics.seconds)
    line = f"Time of a case: {share:.0%} drawing"
    total = sum(draws.arguments)
    if len(draws.arguments) > 1 and len(draws.arguments) == len(names) and total:
        parts = zip(names, draws.arguments, strict=True)
        line += f" ({', '.join(f'{name} {taken / total * share:.0%}' for name, taken in parts)})"
    yield f"{line}, {1 - share:.0%} the body and everything else"
    own = sum(each.seconds for each in draws.strategies)
    for each in draws.strategies[:MAX_ROWS] if own else ():
        if each.seconds >= 0.01 * own:
            yield f"  {each.seconds / own:.0%} of drawing in {_short(each.strategy)}"


def _target_lines(survey: Survey) -> Iterator[str]:
    for label, sample in sorted(survey.targets.items()):
        yield f"Target{f' {label!r}' if label else ''}: {spread(sorted(sample.values))}"


def _phase_lines(statistics: Statistics) -> Iterator[str]:
    if statistics.phases:
        phases = [f"{name} {seconds:.2f} s" for name, seconds in statistics.phases.items()]
        yield f"Phases: {', '.join(phases)}"


def pass_lines(history: History) -> list[str]:
    """What each pass of a reduction did, the most expensive first."""
    tallies = sorted(history.tallies.items(), key=lambda each: (-each[1].calls, each[0]))
    if not tallies:
        return []
    rows = [("pass", "calls", "accepted")]
    rows += [(name, f"{tally.calls:,}", f"{tally.accepted:,}") for name, tally in tallies]
    width = max(len(name) for name, _, _ in rows)
    return [f"  {name:<{width}} {calls:>7} {accepted:>8}" for name, calls, accepted in rows]


def percent(count: int, total: int) -> str:
    """A share in whole percents. Only nothing at all is 0%, and only everything is 100%."""
    share = count / total
    if 0 < share < 0.005:
        return "<1%"
    return ">99%" if 0.995 <= share < 1 else f"{share:.0%}"


def _short(strategy: object) -> str:
    text = repr(strategy)
    return (
        text
        if len(text) <= MAX_STRATEGY_CHARACTERS
        else f"{text[: MAX_STRATEGY_CHARACTERS - 3]}..."
    )
