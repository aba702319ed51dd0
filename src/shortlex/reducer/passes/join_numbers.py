"""Pass: replace two elements with numbers by one.

Size: the sums and products that one element can stand for are half of it.
"""

from __future__ import annotations

from collections.abc import Iterator
from itertools import pairwise

from shortlex.core.integer import Integer
from shortlex.core.trace import Span, Trace
from shortlex.reducer.edits import (
    integer_at,
    is_branch,
    is_sibling,
    is_structure,
    without_elements,
)
from shortlex.reducer.problem import Candidate, Offers, Problem

MAX_LENGTH = 16
"""Elements of more choices are left alone, and those of more than ``MAX_NUMBERS`` numbers."""

MAX_NUMBERS = 3

Values = dict[int, int]
"""New numbers, by position."""


def join_numbers(problem: Problem) -> Offers:
    """Delete an element that has numbers, and add them to those of the element before it.

    Why: if only a sum matters, one number is enough: ``[(1 600) (1 401) 0] -> [(1 1001) 0]``. If
    elements have two numbers, it may also be the sum of their products:
    ``[(1 600 2) (1 25 4) 0] -> [(1 650 2) 0]``. If a number is then beyond the limits of its
    domain, the limits are tried instead.
    Guarantee: at a fixed point no two neighbouring numbers can be joined, nor elements of two or
    three numbers, by the sum of one number, of all, or of products of two that follow each other.
    Cost: at most two candidates per pair of neighbours with one number, eleven with more.
    Leaves to others: sums that need two elements (redistribute).
    """
    number = len(problem.best.spans) - 1
    while number > 0:
        pair = _pair(problem.best, number)
        if pair is not None:
            yield _joined(problem.best, *pair)
        number -= 1


def _pair(trace: Trace, number: int) -> tuple[Span, Span] | None:
    """An element and the one before it, if both have as many numbers, and not only zeros."""
    if number >= len(trace.spans):
        return None
    last = trace.spans[number]
    if not _counts(trace, last):
        return None
    before = (trace.spans[i] for i in range(number - 1, last.parent, -1))
    first = next((span for span in before if is_sibling(span, last)), None)
    if first is None or not _counts(trace, first):
        return None
    return (first, last) if len(_numbers(trace, first)) == len(_numbers(trace, last)) else None


def _counts(trace: Trace, span: Span) -> bool:
    """Whether an element has few numbers, and not all of them are zero.

    A number at its target counts, too: where it cannot be zero, it is a part of the sum.
    """
    if not span.is_element or span.length > MAX_LENGTH:
        return False
    numbers = _numbers(trace, span)
    return len(numbers) <= MAX_NUMBERS and any(integer_at(trace, i) for i in numbers)


def _numbers(trace: Trace, span: Span) -> list[int]:
    return [
        i
        for i in range(span.start, span.end)
        if isinstance(trace.domains[i], Integer)
        and not is_structure(trace, i)
        and not is_branch(trace, i)
    ]


def _joined(trace: Trace, first: Span, last: Span) -> Iterator[Candidate]:
    for values in _sums(trace, first, last):
        choices = list(trace.choices)
        for position, value in values.items():
            choices[position] = value
        yield without_elements(trace, last, last, choices)


def _sums(trace: Trace, first: Span, last: Span) -> Iterator[Values]:
    """What the numbers of the first element may become."""
    kept = _numbers(trace, first)
    other = dict(zip(kept, _numbers(trace, last), strict=True))
    sums = {i: integer_at(trace, i) + integer_at(trace, other[i]) for i in kept}
    if len(kept) > 1 and all(trace.domains[i].contains(sums[i]) for i in kept):
        yield sums
    for i in kept:
        yield from _within(trace, {i: sums[i]})
    for a, b in pairwise(kept):
        x, y = integer_at(trace, a), integer_at(trace, b)
        total = x * y + integer_at(trace, other[a]) * integer_at(trace, other[b])
        if x > 0 and y > 0:
            # Rounded up, so that the product does not become smaller.
            yield from _within(trace, {a: total, b: 1})
            yield from _within(trace, {a: -(-total // y)})
            yield from _within(trace, {b: -(-total // x)})


def _within(trace: Trace, values: Values) -> Iterator[Values]:
    """The values, or the limits of the domain of one value that is beyond them."""
    if all(trace.domains[i].contains(value) for i, value in values.items()):
        yield values
    elif len(values) == 1:
        (position,) = values
        domain = trace.domains[position]
        assert isinstance(domain, Integer), "other kinds are no numbers"
        yield from (
            {position: value} for value in (domain.maximum, domain.minimum) if value is not None
        )
