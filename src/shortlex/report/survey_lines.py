"""Survey lines: what the cases of a run were like, and where its time went."""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterator, Sequence
from os.path import basename

from shortlex.reducer.history import History
from shortlex.runner.drawing import Draws
from shortlex.runner.result import Result, Statistics
from shortlex.runner.survey import Survey

MOST = 5
"""So many of each are shown: those that matter most."""

WIDEST = 60
"""So many characters of a strategy are shown."""

BAR = 30
"""The length of the longest bar."""

EDGES = ("simplest", "empty", "nan", "infinite", "other edges")


def survey_lines(
    result: Result, survey: Survey, draws: Draws | None, names: Sequence[str] = ()
) -> list[str]:
    """All that is known besides the counts. ``names`` are those of the arguments."""
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
    """How many choices cases made: in a line, and as a picture if there are several sizes."""
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
        *(f"  {text:>{width}} {'#' * -(-BAR * n // most)} {n:,}".rstrip() for text, n in rows),
    ]


def _range_of(bits: int) -> str:
    """The sizes that are so many bits long: 0, 1, 2-3, 4-7, ..."""
    low, high = (1 << bits) >> 1, (1 << bits) - 1
    return f"{low:,}" if low >= high else f"{low:,}-{high:,}"


def spread(values: Sequence[float]) -> str:
    """The smallest and the largest of sorted numbers, and what half and most of them reach."""
    low, high = values[0], values[-1]
    if low == high:
        return f"always {low:,g}"
    half, most = values[(len(values) - 1) // 2], values[(9 * len(values) - 1) // 10]
    return f"{low:,g} to {high:,g} (half up to {half:,g}, 90% up to {most:,g})"


def _repeat_lines(statistics: Statistics) -> Iterator[str]:
    made = statistics.tried + statistics.duplicates
    if statistics.duplicates:
        share = percent(statistics.duplicates, made)
        yield f"Repeats: {share} of {made:,} cases were met before, and not run again"


def _check_lines(survey: Survey) -> Iterator[str]:
    """How many assumptions were met at each place, where fewest were first."""
    rows = [(met, met + unmet, place) for place, (unmet, met) in survey.checks.items() if unmet]
    rows.sort(key=lambda row: row[0] / row[1])
    for met, asked, (name, file, line) in rows[:MOST]:
        share = f"{percent(met, asked)} met, {met:,} of {asked:,}"
        yield f"assume() at {basename(file)}:{line} in {name}: {share}"


def _draw_lines(statistics: Statistics, draws: Draws, names: Sequence[str]) -> Iterator[str]:
    yield from _time_lines(statistics, draws, names)
    refusing = [each for each in draws.strategies if each.refusals]
    refusing.sort(key=lambda each: each.draws / (each.draws + each.refusals))
    for each in refusing[:MOST]:
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
    share = min(1.0, draws.seconds * statistics.tried / statistics.seconds)
    line = f"Time of a case: {share:.0%} drawing"
    total = sum(draws.arguments)
    if len(draws.arguments) > 1 and len(draws.arguments) == len(names) and total:
        parts = zip(names, draws.arguments, strict=True)
        line += f" ({', '.join(f'{name} {taken / total * share:.0%}' for name, taken in parts)})"
    yield f"{line}, {1 - share:.0%} the body and all else"
    own = sum(each.seconds for each in draws.strategies)
    for each in draws.strategies[:MOST] if own else ():
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
    """What each pass of a reduction did, those that cost most first."""
    tallies = sorted(history.tallies.items(), key=lambda each: (-each[1].calls, each[0]))
    if not tallies:
        return []
    rows = [("pass", "calls", "accepted")]
    rows += [(name, f"{tally.calls:,}", f"{tally.accepted:,}") for name, tally in tallies]
    width = max(len(name) for name, _, _ in rows)
    return [f"  {name:<{width}} {calls:>7} {accepted:>8}" for name, calls, accepted in rows]


def percent(count: int, total: int) -> str:
    """A share in whole percents, but what is there is never none, nor what is missing."""
    share = count / total
    if 0 < share < 0.005:
        return "<1%"
    return ">99%" if 0.995 <= share < 1 else f"{share:.0%}"


def _short(strategy: object) -> str:
    text = repr(strategy)
    return text if len(text) <= WIDEST else f"{text[: WIDEST - 3]}..."
