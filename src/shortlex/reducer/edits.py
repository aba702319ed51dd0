"""Edits: what passes ask about a trace, and the candidates they make of it. All of it is pure."""

from __future__ import annotations

from bisect import bisect_left
from collections.abc import Iterable
from operator import attrgetter
from typing import Any

from shortlex.core.domain import Choice
from shortlex.core.integer import Integer
from shortlex.core.repetition import MORE, MUST
from shortlex.core.span import Span
from shortlex.core.trace import Trace
from shortlex.reducer.problem import Candidate

Keys = tuple[tuple[str, Any], ...]
"""Choices made comparable: the kind of each, and its key in the order of its domain."""


def without(trace: Trace, start: int, end: int) -> Candidate:
    """The choices without a region."""
    return trace.choices[:start] + trace.choices[end:]


def replaced(trace: Trace, start: int, end: int, content: Candidate) -> Candidate:
    """The choices with other content for a region."""
    return (*trace.choices[:start], *content, *trace.choices[end:])


def with_value(trace: Trace, positions: Iterable[int], value: Choice) -> Candidate:
    """The choices with one value at some positions."""
    choices = list(trace.choices)
    for position in positions:
        choices[position] = value
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


def distance_at(trace: Trace, position: int) -> int:
    """How far an integer is from its target, with its sign; 0 for choices of another kind."""
    domain, choice = trace.domains[position], trace.choices[position]
    if isinstance(domain, Integer) and isinstance(choice, int):
        return choice - domain.target
    return 0


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


def next_span(trace: Trace, position: int) -> Span | None:
    """The first span that begins at a position or behind it, the outermost if there are several."""
    number = bisect_left(trace.spans, position, key=attrgetter("start"))
    return trace.spans[number] if number < len(trace.spans) else None
