"""Edits: what passes ask about a trace, and the candidates they make of it. All of it is pure."""

from __future__ import annotations

from bisect import bisect_left
from collections.abc import Iterable, Sequence
from operator import attrgetter
from typing import Any

from shortlex.core.domain import Choice
from shortlex.core.integer import Integer
from shortlex.core.repetition import MORE, MUST
from shortlex.core.span import Span
from shortlex.core.trace import Trace
from shortlex.reducer.problem import Anything, Candidate

Keys = tuple[tuple[str, Any], ...]
"""Choices made comparable: the kind of each, and its key in the order of its domain."""


def without(trace: Trace, start: int, end: int) -> Candidate:
    """The choices without a region."""
    return cut_out(trace.choices, start, end)


def cut_out(choices: Candidate, start: int, end: int) -> Candidate:
    """Choices of any origin without a region."""
    return (*choices[:start], *choices[end:])


def without_elements(
    trace: Trace, first: Span, last: Span, choices: Candidate | None = None
) -> Candidate:
    """The choices, or others as many, without elements in a row.

    A collection that is full ends without saying so; once it has lost something it must.
    """
    choices = trace.choices if choices is None else choices
    end = trace.spans[first.parent].end if first.parent >= 0 else len(trace)
    # All elements stand together, and what tells the end stands behind them.
    is_full = any(span.end == end for span in trace.spans if is_sibling(span, first))
    told = (False,) if is_full else ()
    return (*choices[: first.start], *choices[last.end : end], *told, *choices[end:])


def is_sibling(span: Span, other: Span) -> bool:
    """Whether two spans are elements of one collection."""
    return span.is_element and span.parent == other.parent


def replaced(trace: Trace, start: int, end: int, content: Candidate) -> Candidate:
    """The choices with other content for a region."""
    return (*trace.choices[:start], *content, *trace.choices[end:])


def replaced_all(trace: Trace, places: Sequence[Span], contents: Sequence[Candidate]) -> Candidate:
    """The choices with other content for several regions, which stand in order and apart."""
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
    """Whether a choice only says that a collection goes on: elements are deleted, not lowered."""
    domain = trace.domains[position]
    return domain is MORE or domain is MUST


def is_simplest(trace: Trace, position: int) -> bool:
    """Whether a choice is the first of its domain. Equality would not tell -0.0 from 0.0."""
    domain = trace.domains[position]
    choice = trace.choices[position]
    return choice is domain.simplest or bool(
        domain.sort_key(choice) == domain.sort_key(domain.simplest)
    )


def integer_at(trace: Trace, position: int) -> int:
    """The value of an integer choice."""
    choice = trace.choices[position]
    if not isinstance(choice, int):
        raise TypeError(f"choice {position} is {choice!r}, not an integer")
    return choice


def distance_at(trace: Trace, position: int) -> int:
    """How far an integer is from its target, with its sign; 0 for choices of another kind."""
    domain, choice = trace.domains[position], trace.choices[position]
    if isinstance(domain, Integer) and isinstance(choice, int):
        return choice - domain.target
    return 0


def is_branch(trace: Trace, position: int) -> bool:
    """Whether an integer chooses between alternatives: the span that it opens draws one of them."""
    domain = trace.domains[position]
    if not isinstance(domain, Integer) or domain.minimum != 0 or domain.count is None:
        return False
    child = next_span(trace, position + 1)
    if child is None or child.start != position + 1 or child.parent < 0:
        return False
    if trace.spans[child.parent].start != position or child.is_element:
        return False
    # A number that was drawn for itself has a span of its own.
    number = bisect_left(trace.spans, position, key=attrgetter("start"))
    # By number: to skip to it with islice would walk over all that stand before.
    while number < len(trace.spans) and trace.spans[number].start == position:
        if trace.spans[number].length == 1:
            return False
        number += 1
    return True


def numbers_in(trace: Trace) -> list[int]:
    """The positions of integers that stand for an amount, not for an alternative."""
    likely = _before_content(trace)
    return [
        position
        for position, domain in enumerate(trace.domains)
        if isinstance(domain, Integer) and not (position in likely and is_branch(trace, position))
    ]


def has_branches(trace: Trace) -> bool:
    """Whether anything chooses between alternatives, as in every tree."""
    return any(is_branch(trace, position) for position in _before_content(trace))


def _before_content(trace: Trace) -> set[int]:
    """Where a span may open with a choice between alternatives: the others cost no search."""
    spans = trace.spans
    lone = {span.start for span in spans if span.length == 1}
    return {
        span.start - 1
        for span in spans
        if span.parent >= 0 and spans[span.parent].start == span.start - 1
    } - lone


def raised_numbers(trace: Trace) -> list[int]:
    """The positions of those that are not at their target."""
    return [position for position in numbers_in(trace) if distance_at(trace, position)]


def keys_of(trace: Trace, span: Span) -> Keys:
    """What a span holds, comparable in the order of choices, wherever it may stand."""
    return tuple(_key_at(trace, position) for position in range(span.start, span.end))


def _key_at(trace: Trace, position: int) -> tuple[str, Any]:
    domain, choice = trace.domains[position], trace.choices[position]
    # Whether a collection must go on depends on the place, and is not the element's doing.
    return domain.kind, choice if is_structure(trace, position) else domain.sort_key(choice)


def size_of(trace: Trace, span: Span) -> int:
    """What a span adds to the size of its case."""
    positions = range(span.start, span.end)
    return sum(trace.domains[i].size_of(trace.choices[i]) for i in positions)


def closes_up(trace: Trace, start: int, end: int) -> bool:
    """Whether what follows a region can take its place: the first choice is of the same domain.

    Without this a deletion only makes everything behind it be read as something else. The next
    choice is of the same kind at least: its limits may depend on what goes.
    """
    domains, count = trace.domains, min(end - start, len(trace) - end)
    return (count < 1 or domains[start] == domains[end]) and (
        count < 2 or domains[start + 1].kind == domains[end + 1].kind
    )


def crosses_spans(trace: Trace, start: int, end: int) -> bool:
    """Whether a region cuts a span in two: one part of it would be read as something else."""
    return any(
        span.start < start < span.end < end or start < span.start < end < span.end
        for span in trace.spans
    )


def next_span(trace: Trace, position: int) -> Span | None:
    """The first span that begins at a position or behind it, the outermost if there are several."""
    number = bisect_left(trace.spans, position, key=attrgetter("start"))
    return trace.spans[number] if number < len(trace.spans) else None
