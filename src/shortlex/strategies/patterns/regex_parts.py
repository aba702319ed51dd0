"""Regex parts: the parts of a regular expression, which write text one after another.

A part appends its text to the draft. What can only be checked at the end, such as whether a ``$``
is at the end of the text, is noted in the draft. ``syntax`` makes the parts, and ``regex`` uses a
finished draft.
"""

from __future__ import annotations

from collections.abc import Sequence
from typing import Any, NamedTuple

from shortlex.core.case import Case
from shortlex.core.domain import Domain
from shortlex.core.integer import Integer
from shortlex.core.sizes import Sizes
from shortlex.core.string import String
from shortlex.strategies.selection import ballast_of, position_in


class Mark(NamedTuple):
    """The place of an anchor or a word boundary."""

    place: int
    """Its position in the pieces of a draft."""

    anchor: Any


class Overlay(NamedTuple):
    """Text that a lookaround must find at a place, whatever else is written there."""

    place: int
    text: str
    is_before: bool


class Draft:
    """The text so far."""

    __slots__ = ("groups", "marks", "overlays", "pieces")

    def __init__(self) -> None:
        # No piece is empty, so that the first and the last place are easy to recognise.
        self.pieces: list[str] = []
        self.groups: dict[int, str] = {}
        self.marks: list[Mark] = []
        self.overlays: list[Overlay] = []

    def text(self) -> str:
        """All pieces, overlaid with what lookarounds must find."""
        text = "".join(self.pieces)
        # Shorter ones last: the end of a lookahead usually matters most, and it stays visible.
        for place, wanted, is_before in sorted(self.overlays, key=lambda each: -len(each.text)):
            start = sum(map(len, self.pieces[:place]))
            if is_before:
                start = max(0, start - len(wanted))
            text = text[:start] + wanted + text[start + len(wanted) :]
        return text


class Part:
    """Writes text that matches a part of the expression; this one writes nothing."""

    def write(self, case: Case, draft: Draft) -> None:
        """Make choices, append pieces."""

    def inner(self) -> Sequence[Part]:
        """The parts inside this part."""
        return ()

    def weigh(self) -> None:
        """Make every character count, even those that involve no choice.

        This makes the shorter of two alternatives simpler, not the one with fewer choices.
        """
        for part in self.inner():
            part.weigh()


class Fixed(Part):
    """Always the same text."""

    def __init__(self, text: str) -> None:
        self.text = text
        self.weight: Domain | None = None

    def write(self, case: Case, draft: Draft) -> None:
        if self.text:
            if self.weight is not None:
                case.choose(self.weight)
            draft.pieces.append(self.text)

    def weigh(self) -> None:
        self.weight = ballast_of(len(self.text))


class Chosen(Part):
    """Characters of one class: a single choice, however many there are."""

    def __init__(self, domain: String) -> None:
        self.domain = domain

    def write(self, case: Case, draft: Draft) -> None:
        text = case.choose(self.domain)
        if text:
            draft.pieces.append(text)


class Spelled(Part):
    """A text in any mix of cases: a single choice, which is simplest as written."""

    def __init__(self, variants: Sequence[Sequence[str]], count: int) -> None:
        self.variants = variants
        self.domain = Integer(0, count - 1)

    def write(self, case: Case, draft: Draft) -> None:
        number = case.choose(self.domain)
        letters = []
        for cases in reversed(self.variants):
            number, which = divmod(number, len(cases))
            letters.append(cases[which])
        draft.pieces.append("".join(reversed(letters)))


class Sequel(Part):
    """One part after another."""

    def __init__(self, parts: Sequence[Part]) -> None:
        self.parts = parts

    def write(self, case: Case, draft: Draft) -> None:
        for part in self.parts:
            part.write(case, draft)

    def inner(self) -> Sequence[Part]:
        return self.parts


class Alternatives(Part):
    """One of several parts."""

    def __init__(self, parts: Sequence[Part]) -> None:
        self.parts = parts
        self.domain = position_in(len(parts))

    def write(self, case: Case, draft: Draft) -> None:
        case.start_span("alternative")
        self.parts[case.choose(self.domain)].write(case, draft)
        case.stop_span()

    def inner(self) -> Sequence[Part]:
        return self.parts


class Repeated(Part):
    """A repeated part."""

    def __init__(self, part: Part, sizes: Sizes) -> None:
        self.part = part
        self.sizes = sizes

    def write(self, case: Case, draft: Draft) -> None:
        write = self.part.write
        # In its own span, so that it can be made simple whatever comes after.
        case.start_span("repetitions")
        for _ in case.repeat(self.sizes, "repetition"):
            write(case, draft)
        case.stop_span()

    def inner(self) -> Sequence[Part]:
        return (self.part,)


class Group(Part):
    """A part whose text may be referred to."""

    def __init__(self, number: int, part: Part) -> None:
        self.number = number
        self.part = part

    def write(self, case: Case, draft: Draft) -> None:
        start = len(draft.pieces)
        self.part.write(case, draft)
        draft.groups[self.number] = "".join(draft.pieces[start:])

    def inner(self) -> Sequence[Part]:
        return (self.part,)


class Reference(Part):
    """The text of a group again. A reference to a missing group cannot match."""

    def __init__(self, number: int) -> None:
        self.number = number
        self.is_weighed = False

    def write(self, case: Case, draft: Draft) -> None:
        text = draft.groups.get(self.number)
        if text:
            if self.is_weighed:
                case.choose(ballast_of(len(text)))
            draft.pieces.append(text)

    def weigh(self) -> None:
        self.is_weighed = True


class Conditional(Part):
    """One part if a group is there, another if it is not."""

    def __init__(self, number: int, present: Part, absent: Part) -> None:
        self.number = number
        self.present = present
        self.absent = absent

    def write(self, case: Case, draft: Draft) -> None:
        self.part_for(draft).write(case, draft)

    def inner(self) -> Sequence[Part]:
        return (self.present, self.absent)

    def part_for(self, draft: Draft) -> Part:
        """The part that applies to the text so far."""
        return self.present if self.number in draft.groups else self.absent


class Anchor(Part):
    """Writes nothing, but marks a beginning, an end or a word boundary."""

    def __init__(self, anchor: Any) -> None:
        self.anchor = anchor

    def write(self, case: Case, draft: Draft) -> None:
        draft.marks.append(Mark(len(draft.pieces), self.anchor))


class Look(Part):
    """Text that must be found after or before this place; it is not part of the match."""

    def __init__(self, part: Part, *, is_before: bool) -> None:
        self.part = part
        self.is_before = is_before

    def write(self, case: Case, draft: Draft) -> None:
        place, marks = len(draft.pieces), len(draft.marks)
        self.part.write(case, draft)
        self.lay_over(draft, place, marks)

    def lay_over(self, draft: Draft, place: int, marks: int) -> None:
        """Remove what was written since, and note that it must be found there."""
        text = "".join(draft.pieces[place:])
        del draft.pieces[place:], draft.marks[marks:]
        if text:
            draft.overlays.append(Overlay(place, text, self.is_before))
