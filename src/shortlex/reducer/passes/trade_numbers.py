"""Pass: lower one number and let another make up for it, but not by keeping their sum.

Size: four forms, with one function each.
"""

from __future__ import annotations

from math import gcd

from shortlex.core.integer import Integer
from shortlex.core.trace import Trace
from shortlex.reducer.edits import distance_at, integer_at, numbers_in, raised_numbers, with_pair
from shortlex.reducer.problem import Candidate, Offers, Problem
from shortlex.reducer.search import descend

MIN_AMOUNTS = 20
"""Domains of at least this many values hold amounts."""

MAX_NUMBERS = 6
"""This many raised numbers are traded with each other."""


def trade_numbers(problem: Problem) -> Offers:
    """Lower a number and change a later one so that a product, a ratio or a weighted sum stays.

    Why: a test does not always compare a plain sum: ``19 53 -> 10 100`` if the product must be a
    thousand, ``4502 1 -> 226 20`` if it must be little more than 4501, ``102 51 -> 20 10`` if one
    is twice the other, ``5 10 -> 0 20`` if one counts double. Also ``2 45 -> -1 48``: a simpler
    number may be farther away.
    Guarantee: none: only these forms are tried.
    Cost: some ten candidates per pair of the first six numbers that are not at their target.
    Leaves to others: plain sums (redistribute), common offsets (lower_together).
    """
    for first in raised_numbers(problem.best)[:MAX_NUMBERS]:
        for second in [p for p in numbers_in(problem.best) if p > first][:MAX_NUMBERS]:
            for form in (_product, _ratio, _weighted, _neighbour):
                if second < len(problem.best) and _are_alike(problem.best, first, second):
                    yield from form(problem, first, second)


def _are_alike(trace: Trace, first: int, second: int) -> bool:
    """Whether two numbers may be amounts of the same thing."""
    a, b = trace.domains[first], trace.domains[second]
    # An offer that was accepted before may have turned them into something else.
    if not isinstance(a, Integer) or not isinstance(b, Integer):
        return False
    if trace.choices[first] == trace.choices[second]:
        return False
    return a == b or all(domain.count is None or domain.count >= MIN_AMOUNTS for domain in (a, b))


def _weighted(problem: Problem, first: int, second: int) -> Offers:
    """Lower the first by a step and raise the second by two or three; if accepted, all the way."""
    best, distance = problem.best, distance_at(problem.best, first)
    x, y = integer_at(best, first), integer_at(best, second)
    sign = 1 if distance > 0 else -1
    for weight in (2, 3) if distance else ():

        def make(kept: int, weight: int = weight) -> Candidate:
            amount = sign * (abs(distance) - kept)
            return with_pair(best, first, second, (x - amount, y + weight * amount))

        yield from descend(make, 0, abs(distance))


def _product(problem: Problem, first: int, second: int) -> Offers:
    best = problem.best
    x, y = integer_at(best, first), integer_at(best, second)
    if x > 1 and y > 0:

        def make(number: int) -> Candidate:
            # Rounded up, so that the product does not become smaller.
            return with_pair(best, first, second, (number, -(-x * y // number)))

        if (yield from descend(make, 1, x)) < x:
            return
        # A slightly smaller product may do too.
        if (yield [with_pair(best, first, second, (x - 1, x * y // (x - 1)))]) is None:
            yield from _multiply(problem, first, second)


def _multiply(problem: Problem, first: int, second: int) -> Offers:
    """Raise the second number by steps of one: if it is small, each step lowers the first a lot."""
    best = problem.best
    x, y = integer_at(best, first), integer_at(best, second)
    limits = best.domains[second]
    assert isinstance(limits, Integer), "a number"
    most = x * y if limits.maximum is None else min(x * y, limits.maximum)

    def make(room: int) -> Candidate:
        return with_pair(best, first, second, (-(-x * y // (most - room)), most - room))

    if x * y <= (x - 1) * (y + 1) and y < most:
        yield from descend(make, 0, most - y)


def _ratio(problem: Problem, first: int, second: int) -> Offers:
    best = problem.best
    x, y = integer_at(best, first), integer_at(best, second)
    common = gcd(x, y)
    if common > 1:

        def make(number: int) -> Candidate:
            return with_pair(best, first, second, (x // common * number, y // common * number))

        yield from descend(make, 1, common)


def _neighbour(problem: Problem, first: int, second: int) -> Offers:
    """The next simpler values of the first number, on either side of its target."""
    best, domain = problem.best, problem.best.domains[first]
    x, y = integer_at(best, first), integer_at(best, second)
    index = domain.index_of(x)
    if 0 < index <= 16:
        simpler = [domain.value_at(i) for i in (index - 1, index - 2) if i >= 0]
        yield [with_pair(best, first, second, (value, y + x - value)) for value in simpler]
