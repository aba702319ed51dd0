"""Fitter: parts of a regular expression written so that the length of all of it comes out right.

Each part knows the lengths it can have. Before it writes, those that leave no way for the rest
are taken away, so what is written is hardly ever refused. See ``lengths`` for the sets.
"""

from __future__ import annotations

from collections.abc import Sequence
from functools import lru_cache, reduce
from operator import or_
from typing import Any

from shortlex.core.case import Case
from shortlex.core.sizes import Sizes
from shortlex.core.string import String
from shortlex.strategies.ballast import ONE_LETTER
from shortlex.strategies.choosing import position_in
from shortlex.strategies.drafts import (
    Alternatives,
    Anchor,
    Chosen,
    Conditional,
    Draft,
    Fixed,
    Group,
    Look,
    Part,
    Reference,
    Repeated,
    Sequel,
    Spelled,
)
from shortlex.strategies.lengths import (
    NONE,
    ZERO,
    Lengths,
    add,
    between,
    fitting,
    is_run,
    longest,
    members,
    shortest,
)

ROOM = 1000
"""So much longer than it must be a text is thought of at most, if something fits at all."""

MOST_LENGTHS = 16
"""Where a text has to be longer than it would be, one of so many lengths is chosen."""

LONGEST = 1 << 16

Groups = tuple[tuple[int, int], ...]
"""The numbers of groups, and how long their texts are."""


class Plan:
    """The lengths that a match may have, and the way to write one."""

    def __init__(self, part: Part, sizes: Sizes) -> None:
        self._part = part
        limit = 2 * sizes.minimum + ROOM
        while True:
            limit = min(limit, sizes.maximum)
            self._fitter = Fitter(limit)
            possible = self._fitter.lengths_of(part)
            self.allowed = possible & between(sizes.minimum, limit)
            if self.allowed or limit >= min(sizes.maximum, LONGEST):
                break
            limit = min(4 * limit, LONGEST)
        self._each: list[Lengths] = []
        # A text that has to be longer than its shortest gets its length first: else the first
        # part would be as short as it can be, and the others have to make up for it. A longer
        # one is more to choose, too.
        if self.allowed and shortest(possible) < sizes.minimum:
            most = MOST_LENGTHS + sizes.minimum
            self._each = [1 << length for length in members(self.allowed)[:most]]
            self._which = String(ONE_LETTER, Sizes(0, len(self._each) - 1))

    def write(self, case: Case, draft: Draft) -> None:
        allowed = self._each[len(case.choose(self._which))] if self._each else self.allowed
        self._fitter.write(self._part, case, draft, allowed)


class Fitter:
    """Writes parts within lengths. ``limit`` is the longest that is thought of.

    What refers to a group has its length, once that is known; ``groups`` has those.
    """

    def __init__(self, limit: int) -> None:
        self.limit = limit
        self._everything = between(0, limit)
        self._known: dict[tuple[Part, Groups], Lengths] = {}
        self._numbers: dict[Part, set[int]] = {}
        self._in_groups: dict[int, Lengths] = {}
        self._reached: dict[tuple[Lengths, int, int], Lengths] = {}
        self._fit = lru_cache(maxsize=4096)(self._find_fit)
        self._domains: dict[tuple[Part, int, int], String] = {}

    def lengths_of(self, part: Part, groups: Groups = ()) -> Lengths:
        """What a part can write, up to the limit."""
        key = part, self._wanted(part, groups) if groups else groups
        known = self._known.get(key)
        if known is None:
            known = self._known[key] = self._find(part, key[1]) & self._everything
        return known

    def _find(self, part: Part, groups: Groups) -> Lengths:
        if isinstance(part, Fixed):
            return 1 << len(part.text)
        if isinstance(part, Spelled):
            return 1 << len(part.variants)
        if isinstance(part, Chosen):
            return between(part.domain.sizes.minimum, min(self.limit, part.domain.sizes.maximum))
        if isinstance(part, Sequel):
            return self._sum(part.parts, groups)
        if isinstance(part, (Alternatives, Conditional)):
            return reduce(or_, [self.lengths_of(each, groups) for each in part.inner()])
        if isinstance(part, Repeated):
            inner = self.lengths_of(part.part, groups)
            return self._reach(inner, part.sizes.minimum, part.sizes.maximum)
        if isinstance(part, Group):
            found = self._in_groups[part.number] = self.lengths_of(part.part, groups)
            return found
        if isinstance(part, Reference):
            # Where no group was before, nothing can be written.
            known = dict(groups).get(part.number)
            return self._in_groups.get(part.number, ZERO) if known is None else 1 << known
        return ZERO

    def _wanted(self, part: Part, groups: Groups) -> Groups:
        """Those of the groups that a part refers to, somewhere inside."""
        numbers = self._numbers.get(part)
        if numbers is None:
            numbers = self._numbers[part] = references_in(part)
        return tuple(each for each in groups if each[0] in numbers) if numbers else ()

    def _sum(self, parts: Sequence[Part], groups: Groups) -> Lengths:
        total = ZERO
        for each in parts:
            total = add(total, self.lengths_of(each, groups)) & self._everything
        return total

    def _reach(self, inner: Lengths, least: int, most: int) -> Lengths:
        """The lengths of ``least`` to ``most`` texts of the inner lengths."""
        if inner & ZERO:
            # Those beyond what is needed may be empty.
            least, inner = 0, inner & ~ZERO
        if not inner:
            return NONE if least else ZERO
        # More than fit make no difference.
        most = min(most, self.limit // shortest(inner) + 1)
        key = (inner, least, most)
        if key not in self._reached:
            found, current = NONE, ZERO
            for count in range(most + 1):
                if count >= least:
                    found |= current
                current = add(current, inner) & self._everything
                if not current:
                    break
            self._reached[key] = found
        return self._reached[key]

    def write(self, part: Part, case: Case, draft: Draft, allowed: Lengths) -> int:
        """Write a part, of an allowed length if there is one; gives the length."""
        place = len(draft.pieces)
        allowed &= self.lengths_of(part, _known_in(draft))
        if not allowed:
            # It cannot be, and what comes after sees that.
            part.write(case, draft)
        elif isinstance(part, Chosen):
            self._write_chosen(part, case, draft, allowed)
        elif isinstance(part, Sequel):
            self._write_sequel(part, case, draft, allowed)
        elif isinstance(part, Alternatives):
            self._write_alternative(part, case, draft, allowed)
        elif isinstance(part, Repeated):
            self._write_repeated(part, case, draft, allowed)
        elif isinstance(part, Group):
            self.write(part.part, case, draft, allowed)
            draft.groups[part.number] = "".join(draft.pieces[place:])
        elif isinstance(part, Conditional):
            self.write(part.part_for(draft), case, draft, allowed)
        else:
            part.write(case, draft)
        return sum(map(len, draft.pieces[place:]))

    def _write_chosen(self, part: Chosen, case: Case, draft: Draft, allowed: Lengths) -> None:
        least, most = shortest(allowed), longest(allowed)
        if not is_run(allowed):
            lengths = members(allowed)
            least = most = lengths[case.choose(position_in(len(lengths)))]
        key = (part, least, most)
        if key not in self._domains:
            self._domains[key] = String(part.domain.alphabet, Sizes(least, most))
        text = case.choose(self._domains[key])
        if text:
            draft.pieces.append(text)

    def _write_sequel(self, part: Sequel, case: Case, draft: Draft, allowed: Lengths) -> None:
        for place, each in enumerate(part.parts):
            if isinstance(each, Look) and not each.is_before:
                self._write_look(each, case, draft, allowed)
            else:
                fit = self._fit(part, place, allowed, _known_in(draft))
                allowed >>= self.write(each, case, draft, fit)

    def _find_fit(self, part: Sequel, place: int, allowed: Lengths, groups: Groups) -> Lengths:
        """The lengths of one part that leave a way for those after it."""
        each, rest = part.parts[place], part.parts[place + 1 :]
        own = self.lengths_of(each, groups)
        if isinstance(each, Group) and each.number in references_in(*rest):
            # What refers to it is as long as it is: each of its lengths is looked at.
            fit = NONE
            for length in members(own):
                after = self._sum(rest, (*groups, (each.number, length)))
                fit |= fitting(1 << length, after, allowed)
            return fit
        return fitting(own, self._sum(rest, groups), allowed)

    def _write_look(self, part: Look, case: Case, draft: Draft, allowed: Lengths) -> None:
        # It is laid over what comes, and must not be longer.
        place, marks = len(draft.pieces), len(draft.marks)
        self.write(part.part, case, draft, between(0, longest(allowed)))
        part.lay_over(draft, place, marks)

    def _write_alternative(
        self, part: Alternatives, case: Case, draft: Draft, allowed: Lengths
    ) -> None:
        groups = _known_in(draft)
        fit = [each for each in part.parts if self.lengths_of(each, groups) & allowed]
        case.start_span("alternative")
        self.write(fit[case.choose(position_in(len(fit)))], case, draft, allowed)
        case.stop_span()

    def _write_repeated(self, part: Repeated, case: Case, draft: Draft, allowed: Lengths) -> None:
        inner, done = part.part, 0
        case.start_span("repetitions")
        for _ in case.repeat(part.sizes, "repetition"):
            fit = self._next(part, done, allowed, draft)
            if not fit:
                break
            allowed >>= self.write(inner, case, draft, fit)
            done += 1
        # What is too short yet goes on, whatever was chosen.
        while not allowed & ZERO and (fit := self._next(part, done, allowed, draft)):
            case.start_span("repetition")
            allowed >>= self.write(inner, case, draft, fit)
            case.stop_span()
            done += 1
        case.stop_span()

    def _next(self, part: Repeated, done: int, allowed: Lengths, draft: Draft) -> Lengths:
        """Of what length the next repetition can be."""
        sizes, inner = part.sizes, self.lengths_of(part.part, _known_in(draft))
        if done >= sizes.maximum:
            return NONE
        after = self._reach(inner, max(0, sizes.minimum - done - 1), sizes.maximum - done - 1)
        # More than are needed are not empty, or there would be no end of them.
        return fitting(inner if done < sizes.minimum else inner & ~ZERO, after, allowed)


def _known_in(draft: Draft) -> Groups:
    groups = draft.groups
    return tuple((number, len(text)) for number, text in groups.items()) if groups else ()


def references_in(*parts: Part) -> set[int]:
    """The groups that something in the parts refers to."""
    found = {part.number for part in parts if isinstance(part, Reference)}
    return found.union(*(references_in(*part.inner()) for part in parts))


def is_tied(part: Part, anchors: Sequence[Any], *, at_end: bool) -> bool:
    """Whether all that a part writes begins, or ends, with one of the anchors."""
    if isinstance(part, Anchor):
        return part.anchor in anchors
    if isinstance(part, Group):
        return is_tied(part.part, anchors, at_end=at_end)
    if isinstance(part, Alternatives):
        return all(is_tied(each, anchors, at_end=at_end) for each in part.parts)
    if isinstance(part, Sequel) and part.parts:
        return is_tied(part.parts[-1 if at_end else 0], anchors, at_end=at_end)
    return False
