"""Pass: delete an element of a case together with the elements that refer to it.

Size: who refers to what takes as much as the deletion.
"""

from __future__ import annotations

from bisect import bisect_right
from collections.abc import Iterable, Iterator
from operator import attrgetter
from typing import NamedTuple

from shortlex.core.identity import Identity, Reference
from shortlex.core.trace import Span, Trace
from shortlex.reducer.edits import cut_out_all, max_refusals
from shortlex.reducer.problem import Candidate, Offers, Problem

MAX_OTHERS = 8
"""The references to a value are moved to this many others at most."""


class Maker(NamedTuple):
    """An element that makes values."""

    element: Span
    first: int
    """The number of its first value."""
    end: int
    """The number behind its last one."""


class Web(NamedTuple):
    """Which elements make values, and which use them."""

    makers: tuple[Maker, ...]
    numbers: tuple[int, ...]
    """The numbers of all values that are referred to, or that begin an element's own."""
    uses: tuple[tuple[int, int, Span], ...]
    """The position of each reference, the number in it, and the element around it."""


def delete_referrers(problem: Problem) -> Offers:
    """Delete an element that makes a value, with all that refer to it, or with others in its place.

    Why: a step of a state machine may make a value that later steps use. They cannot stay as they
    are if it goes: ``v1 = new() v2 = new() use(v2) use(v2) -> v1 = new() use(v1) use(v1)``, or they
    go, too. Where only one of them stood, it is repaired by the machine.
    Guarantee: at a fixed point no element can be deleted together with all that use its values, nor
    with all of these uses moved to one of the eight oldest values.
    Cost: nine candidates per element that makes a value; at most two hundred elements in a row.
    Leaves to others: elements that nothing refers to (delete_spans).
    """
    web, best = _web(problem.best), problem.best
    place, left = len(web.makers) - 1, max_refusals(best)
    while place >= 0 and left > 0:
        left -= 1
        accepted = yield _candidates(best, web, web.makers[place])
        if accepted is not None:
            best = problem.best
            web, left = _web(best), max_refusals(best)
            place = min(place, len(web.makers))
        place -= 1


def _candidates(trace: Trace, web: Web, maker: Maker) -> Iterator[Candidate]:
    direct = [use for use in web.uses if maker.first <= use[1] < maker.end]
    if not direct:
        return  # delete_spans has tried it
    yield _without(trace, _closure(web, maker))
    numbers = [n for n in web.numbers if not maker.first <= n < maker.end][:MAX_OTHERS]
    for number in numbers:
        choices = list(trace.choices)
        for position, _, _ in direct:
            choices[position] = number
        yield _without(trace, [maker.element], choices)


def _closure(web: Web, maker: Maker) -> list[Span]:
    """The element, those that use its values, those that use theirs, and so on."""
    gone = {maker.element.start: maker.element}
    lost = set(range(maker.first, maker.end))
    makers = {each.element.start: each for each in web.makers}
    # Values are used after they are made, so one sweep is enough.
    for _, number, element in web.uses:
        if number in lost and element.start not in gone:
            gone[element.start] = element
            if (other := makers.get(element.start)) is not None:
                lost.update(range(other.first, other.end))
    return sorted(gone.values(), key=attrgetter("start"))


def _without(trace: Trace, elements: Iterable[Span], choices: Candidate | None = None) -> Candidate:
    regions = [(each.start, each.end) for each in elements]
    kept = cut_out_all(trace.choices if choices is None else choices, regions)
    # A full collection ends without a choice that says so, and now it is no longer full. A choice
    # too many at the end is never read.
    return (*kept, False)


def _web(trace: Trace) -> Web:
    domains, choices = trace.domains, trace.choices
    elements = [span for span in trace.spans if span.is_element]
    starts = [span.start for span in elements]
    places = [i for i, domain in enumerate(domains) if isinstance(domain, (Identity, Reference))]
    made: list[tuple[int, Span | None]] = []
    uses: list[tuple[int, int, Span]] = []
    numbers: set[int] = set()
    for position in places:
        around = _around(elements, starts, position)
        number = choices[position]
        assert isinstance(number, int), "both domains are integers"
        numbers.add(number)
        if isinstance(domains[position], Identity):
            made.append((number, around))
        elif around is not None:
            uses.append((position, number, around))
    makers = []
    for i, (number, element) in enumerate(made):
        end = made[i + 1][0] if i + 1 < len(made) else max(numbers) + 1
        if element is not None:
            makers.append(Maker(element, number, end))
    return Web(tuple(makers), tuple(sorted(numbers)), tuple(uses))


def _around(elements: list[Span], starts: list[int], position: int) -> Span | None:
    """The outermost element around a position."""
    found, i = None, bisect_right(starts, position) - 1
    while i >= 0:
        if elements[i].end > position:
            found = elements[i]
            if found.depth == 0:
                break
        elif elements[i].depth == 0:
            break
        i -= 1
    return found
