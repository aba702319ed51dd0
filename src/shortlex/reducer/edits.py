"""Edits: questions that passes ask about a trace, and candidates made from it. All are pure."""

from __future__ import annotations

from bisect import bisect_left
from collections.abc import Iterable, Sequence
from operator import attrgetter
from typing import Any

from shortlex.core.domain import Choice
from shortlex.core.integer import Integer
from shortlex.core.shown import shown
from shortlex.core.sizes import MORE, MUST
from shortlex.core.trace import Span, Trace
from shortlex.reducer.problem import Anything, Candidate

Keys = tuple[tuple[str, Any], ...]
"""Comparable choices: the kind of each, and its key in the order of its domain."""

MAX_REFUSALS = 200
"""A sweep over the parts of a case stops after this many refusals in a row."""

MIN_REFUSALS = 8
"""However large a case is, a sweep over its parts goes on for this many."""

MAX_REFUSED_CHOICES = 400_000
"""A sweep stops earlier if the refused candidates had more choices than this."""


def without(trace: Trace, start: int, end: int) -> Candidate:
    """The choices without a region."""
    return cut_out(trace.choices, start, end)


def cut_out(choices: Candidate, start: int, end: int) -> Candidate:
    """Any choices without a region."""
    return (*choices[:start], *choices[end:])


def cut_out_all(choices: Candidate, regions: Iterable[tuple[int, int]]) -> Candidate:
    """Any choices without several regions, in order and without overlap."""
    kept: list[Choice | Anything] = []
    last = 0
    for start, end in regions:
        kept += choices[last:start]
        last = end
    return (*kept, *choices[last:])


def without_elements(
    trace: Trace, first: Span, last: Span, choices: Candidate | None = None
) -> Candidate:
    """The choices, or the given ones instead, without a run of elements.

    A full collection ends without a choice that says so. Once it has lost an element it needs one.
    """
    choices = trace.choices if choices is None else choices
    end = trace.spans[first.parent].end if first.parent >= 0 else len(trace)
    # All elements stand together, and the choice that ends them stands behind them.
    told = (False,) if _last_sibling(trace, first, end).end == end else ()
    return (*choices[: first.start], *choices[last.end : end], *told, *choices[end:])


def _last_sibling(trace: Trace, one: Span, end: int) -> Span:
    """The last element of a collection that ends at a position, by any of its elements."""
    spans = trace.spans
    number = bisect_left(spans, end, key=attrgetter("start")) - 1
    while not is_sibling(spans[number], one):
        number -= 1
    return spans[number]


def is_sibling(span: Span, other: Span) -> bool:
    """Whether two spans are elements of one collection."""
    return span.is_element and span.parent == other.parent


def replaced(trace: Trace, start: int, end: int, content: Candidate) -> Candidate:
    """The choices with other content for a region."""
    return (*trace.choices[:start], *content, *trace.choices[end:])


def replaced_all(trace: Trace, places: Sequence[Span], contents: Sequence[Candidate]) -> Candidate:
    """The choices with other content for several regions, in order and without overlap."""
    result: list[Choice | Anything] = []
    end = 0
    for place, content in zip(places, contents, strict=True):
        result += trace.choices[end : place.start]
        result += content
        end = place.end
    return (*result, *trace.choices[end:])


def with_value(trace: Trace, positions: Iterable[int], value: Choice) -> Candidate:
    """The choices with one value at some positions."""
    choices = list(trace.choices)
    for position in positions:
        choices[position] = value
    return choices


def with_pair(trace: Trace, first: int, second: int, values: tuple[Any, ...]) -> Candidate:
    """The choices with other values at two positions."""
    choices = list(trace.choices)
    choices[first], choices[second] = values
    return choices


def is_structure(trace: Trace, position: int) -> bool:
    """Whether a choice only says that a collection goes on. Passes delete elements instead."""
    domain = trace.domains[position]
    return domain is MORE or domain is MUST


def is_simplest(trace: Trace, position: int) -> bool:
    """Whether a choice is the simplest of its domain. Equality cannot tell -0.0 from 0.0."""
    domain = trace.domains[position]
    choice = trace.choices[position]
    return choice is domain.simplest or bool(
        domain.sort_key(choice) == domain.sort_key(domain.simplest)
    )


def integer_at(trace: Trace, position: int) -> int:
    """The value of an integer choice."""
    choice = trace.choices[position]
    if not isinstance(choice, int):
        raise TypeError(f"choice {position} is {shown(choice)}, not an integer")
    return choice


def distance_at(trace: Trace, position: int) -> int:
    """How far an integer is from its target, with its sign; 0 for choices of another kind."""
    domain, choice = trace.domains[position], trace.choices[position]
    if isinstance(domain, Integer) and isinstance(choice, int):
        return choice - domain.target
    return 0


def is_branch(trace: Trace, position: int) -> bool:
    """Whether an integer chooses between alternatives: one of them is drawn in the next span."""
    domain = trace.domains[position]
    if not isinstance(domain, Integer) or domain.minimum != 0 or domain.count is None:
        return False
    child = next_span(trace, position + 1)
    if child is None or child.start != position + 1 or child.parent < 0:
        return False
    if trace.spans[child.parent].start != position or child.is_element:
        return False
    # A number that was drawn as a value has a span of its own.
    number = bisect_left(trace.spans, position, key=attrgetter("start"))
    # By number: islice would walk over all the spans before it.
    while number < len(trace.spans) and trace.spans[number].start == position:
        if trace.spans[number].length == 1:
            return False
        number += 1
    return True


def numbers_in(trace: Trace) -> list[int]:
    """The positions of integers that are amounts, not choices between alternatives."""
    likely = _before_content(trace)
    return [
        position
        for position, domain in enumerate(trace.domains)
        if isinstance(domain, Integer) and not (position in likely and is_branch(trace, position))
    ]


def has_branches(trace: Trace) -> bool:
    """Whether any choice is between alternatives, as in every tree."""
    return any(is_branch(trace, position) for position in _before_content(trace))


def _before_content(trace: Trace) -> set[int]:
    """Positions at which a span may open with a choice between alternatives. Found in one pass."""
    spans = trace.spans
    lone = {span.start for span in spans if span.length == 1}
    return {
        span.start - 1
        for span in spans
        if span.parent >= 0 and spans[span.parent].start == span.start - 1
    } - lone


def raised_numbers(trace: Trace) -> list[int]:
    """The positions of numbers that are not at their target."""
    return [position for position in numbers_in(trace) if distance_at(trace, position)]


def keys_of(trace: Trace, span: Span) -> Keys:
    """The content of a span, comparable in the order of choices, wherever it stands."""
    return tuple(_key_at(trace, position) for position in range(span.start, span.end))


def _key_at(trace: Trace, position: int) -> tuple[str, Any]:
    domain, choice = trace.domains[position], trace.choices[position]
    # Whether a collection must go on depends on the position, not on the element.
    return domain.kind, choice if is_structure(trace, position) else domain.sort_key(choice)


def size_of(trace: Trace, span: Span) -> int:
    """What a span adds to the size of its case."""
    positions = range(span.start, span.end)
    return sum(trace.domains[i].size_of(trace.choices[i]) for i in positions)


def max_refusals(trace: Trace) -> int:
    """How many refusals in a row end a sweep: fewer for a large case, which is slow to run."""
    return max(MIN_REFUSALS, min(MAX_REFUSALS, MAX_REFUSED_CHOICES // max(1, len(trace))))


def closes_up(trace: Trace, start: int, end: int) -> bool:
    """Whether what follows a region can take its place: its first choice has the same domain.

    Otherwise a deletion only makes everything behind it be read as something else. For the next
    choice the same kind is enough, because its limits may depend on what is deleted.
    """
    domains, count = trace.domains, min(end - start, len(trace) - end)
    return (count < 1 or domains[start] == domains[end]) and (
        count < 2 or domains[start + 1].kind == domains[end + 1].kind
    )


def crosses_spans(trace: Trace, start: int, end: int) -> bool:
    """Whether a region cuts a span in two, so that the rest would be read as something else."""
    return any(
        span.start < start < span.end < end or start < span.start < end < span.end
        for span in trace.spans
    )


def next_span(trace: Trace, position: int) -> Span | None:
    """The first span that begins at a position or behind it; the outermost if there are several."""
    number = bisect_left(trace.spans, position, key=attrgetter("start"))
    return trace.spans[number] if number < len(trace.spans) else None
