"""Fitter: generates the parts of a regular expression so that the total length is right.

Each part knows the lengths it can have. Before it is written, lengths that leave no way for the
rest are excluded, so texts are hardly ever refused. Sets of
lengths are at the end.
"""

from __future__ import annotations

from collections.abc import Sequence
from functools import lru_cache, reduce
from operator import or_
from typing import Any

from shortlex.core.alphabet import Alphabet
from shortlex.core.case import Case
from shortlex.core.sizes import Sizes
from shortlex.core.string import String
from shortlex.strategies.patterns.regex_parts import (
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
from shortlex.strategies.selection import position_in

ROOM = 1000
"""Lengths up to this much above the minimum are considered, if one of them is possible."""

MAX_LENGTHS = 16
"""If a text must be longer than its shortest form, one of this many lengths is chosen."""

MAX_LENGTH = 1 << 16

_ONE_LETTER = Alphabet.of_characters("0")

Groups = tuple[tuple[int, int], ...]
"""The numbers of groups, and the lengths of their texts."""


class Plan:
    """The lengths that a match may have, and how to write one."""

    def __init__(self, part: Part, sizes: Sizes) -> None:
        self._part = part
        limit = 2 * sizes.minimum + ROOM
        while True:
            limit = min(limit, sizes.maximum)
            self._fitter = Fitter(limit)
            possible = self._fitter.lengths_of(part)
            self.allowed = possible & between(sizes.minimum, limit)
            if self.allowed or limit >= min(sizes.maximum, MAX_LENGTH):
                break
            limit = min(4 * limit, MAX_LENGTH)
        self._each: list[Lengths] = []
        # If a text must be longer than its shortest form, its length is chosen first. Otherwise the
        # first part would be as short as possible, and the others would have to make up for it.
        # The choice is a text, so that a longer one is less simple.
        if self.allowed and shortest(possible) < sizes.minimum:
            most = MAX_LENGTHS + sizes.minimum
            self._each = [1 << length for length in members(self.allowed)[:most]]
            self._which = String(_ONE_LETTER, Sizes(0, len(self._each) - 1))

    def write(self, case: Case, draft: Draft) -> None:
        allowed = self._each[len(case.choose(self._which))] if self._each else self.allowed
        self._fitter.write(self._part, case, draft, allowed)


class Fitter:
    """Writes parts within lengths. ``limit`` is the longest length considered.

    A reference has the length of its group, if that is known; ``groups`` has those.
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
        """The lengths that a part can write, up to the limit."""
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
            # A reference to a group that is not there writes nothing.
            known = dict(groups).get(part.number)
            return self._in_groups.get(part.number, ZERO) if known is None else 1 << known
        return ZERO

    def _wanted(self, part: Part, groups: Groups) -> Groups:
        """The groups that something inside a part refers to."""
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
        """The total lengths of ``least`` to ``most`` texts of the inner lengths."""
        if inner & ZERO:
            # If one may be empty, the required ones may all be.
            least, inner = 0, inner & ~ZERO
        if not inner:
            return NONE if least else ZERO
        # More repetitions than fit make no difference.
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
        """Write a part, of an allowed length if possible; return the length."""
        place = len(draft.pieces)
        allowed &= self.lengths_of(part, _known_in(draft))
        if not allowed:
            # No allowed length is possible, and the final check will notice.
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
            # References to it are as long as it is, so try each of its lengths.
            fit = NONE
            for length in members(own):
                after = self._sum(rest, (*groups, (each.number, length)))
                fit |= fitting(1 << length, after, allowed)
            return fit
        return fitting(own, self._sum(rest, groups), allowed)

    def _write_look(self, part: Look, case: Case, draft: Draft, allowed: Lengths) -> None:
        # It is laid over what follows, and must not be longer.
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
        # A text that is still too short goes on, whatever was chosen.
        while not allowed & ZERO and (fit := self._next(part, done, allowed, draft)):
            case.start_span("repetition")
            allowed >>= self.write(inner, case, draft, fit)
            case.stop_span()
            done += 1
        case.stop_span()

    def _next(self, part: Repeated, done: int, allowed: Lengths, draft: Draft) -> Lengths:
        """The lengths that the next repetition can have."""
        sizes, inner = part.sizes, self.lengths_of(part.part, _known_in(draft))
        if done >= sizes.maximum:
            return NONE
        after = self._reach(inner, max(0, sizes.minimum - done - 1), sizes.maximum - done - 1)
        # Repetitions beyond the minimum must not be empty, or they would never end.
        return fitting(inner if done < sizes.minimum else inner & ~ZERO, after, allowed)


def _known_in(draft: Draft) -> Groups:
    groups = draft.groups
    return tuple((number, len(text)) for number, text in groups.items()) if groups else ()


def references_in(*parts: Part) -> set[int]:
    """The groups that the parts refer to."""
    found = {part.number for part in parts if isinstance(part, Reference)}
    return found.union(*(references_in(*part.inner()) for part in parts))


def is_tied(part: Part, anchors: Sequence[Any], *, at_end: bool) -> bool:
    """Whether everything that a part writes begins, or ends, with one of the anchors."""
    if isinstance(part, Anchor):
        return part.anchor in anchors
    if isinstance(part, Group):
        return is_tied(part.part, anchors, at_end=at_end)
    if isinstance(part, Alternatives):
        return all(is_tied(each, anchors, at_end=at_end) for each in part.parts)
    if isinstance(part, Sequel) and part.parts:
        return is_tied(part.parts[-1 if at_end else 0], anchors, at_end=at_end)
    return False


# A set of lengths is a number whose bit n says whether n is a member, so sets can be joined,
# shifted and compared in one operation.

Lengths = int

NONE: Lengths = 0
ZERO: Lengths = 1
"""The set that contains only the length 0."""


def between(least: int, most: int) -> Lengths:
    """The lengths from one to another."""
    return (1 << most + 1) - (1 << least) if least <= most else NONE


def shortest(lengths: Lengths) -> int:
    return (lengths & -lengths).bit_length() - 1


def longest(lengths: Lengths) -> int:
    return lengths.bit_length() - 1


def members(lengths: Lengths) -> list[int]:
    return [length for length, bit in enumerate(reversed(f"{lengths:b}")) if bit == "1"]


def is_run(lengths: Lengths) -> bool:
    """Whether there is no gap between the shortest and the longest."""
    return lengths == between(shortest(lengths), longest(lengths))


@lru_cache(maxsize=1024)
def add(left: Lengths, right: Lengths) -> Lengths:
    """The total lengths of two texts."""
    if not left or not right:
        return NONE
    if is_run(left) and is_run(right):
        return between(shortest(left) + shortest(right), longest(left) + longest(right))
    few, many = sorted((left, right), key=int.bit_count)
    total = NONE
    for length in members(few):
        total |= many << length
    return total


@lru_cache(maxsize=1024)
def fitting(own: Lengths, after: Lengths, allowed: Lengths, times: int = 1) -> Lengths:
    """The lengths of a part that can be allowed, repeated ``times`` and followed by ``after``."""
    if not own or not after or not allowed:
        return NONE
    if times == 1 and is_run(after) and is_run(allowed):
        least = max(0, shortest(allowed) - longest(after))
        return own & between(least, longest(allowed) - shortest(after))
    found = NONE
    for length in members(own):
        if (allowed >> length * times) & after:
            found |= 1 << length
    return found
