"""Random edits: candidates that differ from a trace in several places at once.

A candidate is simpler if it is shorter, or if its first difference is. So it begins with a *lead*,
an edit that does one of these, and goes on with edits that are free to make anything else.

Size: a method for each edit, and the tables of them.
"""

from __future__ import annotations

from bisect import bisect_left
from collections.abc import Callable, Collection, Iterable, Sequence
from random import Random
from typing import Any, NamedTuple

from shortlex.core.integer import Integer
from shortlex.core.string import String
from shortlex.core.trace import Trace
from shortlex.reducer.edits import is_branch, is_simplest, is_structure
from shortlex.reducer.problem import Candidate
from shortlex.reducer.random_values import lower_value, other_value

FOLLOWERS = (0, 0, 1, 1, 1, 1, 1, 1, 1, 1, 1, 2, 2, 2, 2, 2, 2, 3, 3, 3)
"""How many edits follow the first one, each entry equally likely."""

AMOUNTS = (1, 1, 1, 1, 1, 2, 2, 3, 4, 5, 8, 10, 16)
"""By how much numbers and lengths change. Mostly all edits of a candidate share one amount, since a
number and the length that it stands for change together."""

SAME_AMOUNT = 0.8
"""How often an edit takes the amount that the others have."""

UPHILL_SHARE = 0.1
"""How often a candidate is kept that only looks less simple: it may turn out to be shorter."""

TEXT_KINDS = ("string", "bytes")
"""The kinds of choices that have a length."""

Region = tuple[int, int]
"""The first position of some choices, and the one behind the last."""

Edit = Callable[[], None]


class Used(NamedTuple):
    """The edits of a candidate, so that they can be repeated at other places."""

    amount: int
    names: tuple[str, ...]


class RandomEdits:
    """Makes candidates by random edits of one trace. It leaves ``idle`` choices alone."""

    def __init__(self, trace: Trace, random: Random, idle: Collection[int] = ()) -> None:
        self._random = random.random
        self._trace = trace
        self._domains = trace.domains
        self._find_places(trace, idle)
        self._find_regions(trace)
        self._leads, self._followers = self._possible_edits()
        # The candidate in progress.
        self._edits: list[Edit] = []
        """Its edits, in order."""
        self._shared_amount = 1
        self._choices: list[Any] = []
        self._cuts: list[tuple[int, int, Sequence[Any]]] = []
        """Regions, and what replaces each."""
        self._first = 0
        """The first position that was changed."""
        self._last = -1
        """The position that was picked last."""

    def _find_places(self, trace: Trace, idle: Collection[int]) -> None:
        positions = range(len(trace))
        # Whether a collection goes on is changed by deleting elements.
        free = [i for i in positions if not is_structure(trace, i)] or list(positions)
        self._free = [i for i in free if i not in idle] or free
        self.count = len(self._free)
        """How many choices are edited."""
        self._raised = [i for i in self._free if not is_simplest(trace, i)]
        self._branches = [i for i in self._free if is_branch(trace, i)]
        self._by_kind: dict[str, list[int]] = {}
        for i in self._free:
            self._by_kind.setdefault(self._domains[i].kind, []).append(i)
        self._texts = [i for i, domain in enumerate(self._domains) if domain.kind in TEXT_KINDS]
        self._letters = self._count_letters(trace.choices)

    def _count_letters(self, choices: Sequence[Any]) -> int:
        return sum(len(choices[i]) for i in self._texts)

    def _find_regions(self, trace: Trace) -> None:
        spans = [span for span in trace.spans if 0 < span.length < len(trace)]
        self._spans = list(dict.fromkeys((span.start, span.end) for span in spans))
        self._elements = [(span.start, span.end) for span in spans if span.is_element]
        self._trees = [(span.start, span.end) for span in trace.spans if span.length > 1]
        self._twins = _twins_in(trace)

    def _possible_edits(self) -> tuple[list[Edit], list[Edit]]:
        """Each edit that this trace allows, as often as its weight says: leads, and followers."""
        kinds = self._by_kind
        has_several = len(self._free) > 1
        has_texts = len(kinds.get("string", ())) + len(kinds.get("bytes", ())) > 1
        has_numbers = len(kinds.get("integer", ())) > 1
        weights = (
            (40, 8, self._lower, self._raised),
            (0, 36, self._change, True),
            (7, 3, self._cut_span, self._spans),
            (6, 6, self._cut_element, self._elements),
            (3, 1, self._cut_twins, self._twins),
            (2, 2, self._cut_run, True),
            (0, 2, self._insert, True),
            (3, 2, self._move, self._spans),
            (5, 3, self._spread, has_numbers),
            (8, 8, self._shift_equals, has_several),
            (5, 5, self._shift_alike, has_several),
            (6, 4, self._copy, has_several),
            (4, 3, self._swap, has_several),
            (3, 2, self._join, has_texts),
            (6, 4, self._switch, self._branches),
            (2, 1, self._regrow, self._trees),
        )
        possible = [row[:3] for row in weights if row[3]]
        leads = [edit for weight, _, edit in possible for _ in range(weight)]
        followers = [edit for _, weight, edit in possible for _ in range(weight)]
        return leads or followers, followers

    def candidate(self, again: Used | None = None) -> Candidate | None:
        """The next candidate, or None if it would not be simpler.

        With ``again``, it repeats these edits at random places.
        """
        self._choices = [*self._trace.choices]
        self._cuts.clear()
        self._first, self._last = len(self._choices), -1
        if again is None:
            self._draw_edits()
        else:
            self._repeat_edits(again)
        for edit in self._edits:
            edit()
        return self._finished()

    def extended(self) -> Candidate | None:
        """The last candidate with one more edit."""
        followers = self._followers
        edit = followers[int(self._random() * len(followers))]
        self._edits.append(edit)
        edit()
        return self._finished()

    def _finished(self) -> Candidate | None:
        choices, cuts = self._choices, self._cuts
        if not cuts:
            return [*choices] if self._is_promising() else None
        if len(cuts) > 1:
            cuts.sort(key=_start_of, reverse=True)
        result = [*choices]
        for start, end, content in cuts:
            result[start:end] = content
        return result if len(result) <= len(choices) else None

    @property
    def used(self) -> Used:
        """The edits of the last candidate."""
        return Used(self._shared_amount, tuple(edit.__name__ for edit in self._edits))

    def _draw_edits(self) -> None:
        r, followers = self._random, self._followers
        self._shared_amount = AMOUNTS[int(r() * len(AMOUNTS))]
        lead = self._leads[int(r() * len(self._leads))]
        count = FOLLOWERS[int(r() * len(FOLLOWERS))]
        self._edits = [lead, *(followers[int(r() * len(followers))] for _ in range(count))]

    def _repeat_edits(self, used: Used) -> None:
        """Take those edits that are possible here."""
        possible = {edit.__name__: edit for edit in (*self._leads, *self._followers)}
        self._shared_amount = used.amount
        self._edits = [possible[name] for name in used.names if name in possible]

    def _is_promising(self) -> bool:
        """Whether the first difference makes the case simpler, as far as one can tell."""
        first = self._first
        if first == len(self._choices):
            return False
        if self._texts:
            letters = self._count_letters(self._choices)
            if letters != self._letters:
                return letters < self._letters or self._random() < UPHILL_SHARE
        before, after = self._trace.choices[first], self._choices[first]
        domain = self._domains[first]
        if not domain.contains(after):
            after = domain.nearest(after)
        is_lower = domain.sort_key(after) < domain.sort_key(before)
        return is_lower or self._random() < UPHILL_SHARE

    # Where to edit.

    def _put(self, position: int, value: Any) -> None:
        # A text takes long to check, and nearly always fits.
        if type(value) is not str:
            domain = self._domains[position]
            if not domain.contains(value):
                value = domain.nearest(value)
        self._choices[position] = value
        if position < self._first:
            self._first = position

    def _value(self, position: int) -> Any:
        """The present value. An edit before this one may have put one there that does not fit."""
        value, domain = self._choices[position], self._domains[position]
        return value if domain.contains(value) else domain.nearest(value)

    def _position(self) -> int:
        """A random position: often a neighbour of the last one, or behind it."""
        r, free, last = self._random, self._free, self._last
        if last >= 0:
            at, how = bisect_left(free, last), r()
            if how < 0.45:
                # One step away, and sometimes more.
                step = 1 + int(r() ** 3 * 4)
                at += step if r() < 0.75 else -step
                if 0 <= at < len(free) and free[at] != last:
                    return free[at]
            elif how < 0.75 and at + 1 < len(free):
                return free[at + 1 + int(r() * (len(free) - at - 1))]
        self._last = free[int(r() * len(free))]
        return self._last

    def _raised_position(self) -> int:
        raised = self._raised or self._free
        self._last = raised[int(self._random() * len(raised))]
        return self._last

    def _other_of_kind(self, position: int) -> int:
        others = self._by_kind[self._domains[position].kind]
        return others[int(self._random() * len(others))]

    def _amount(self) -> int:
        r = self._random
        return self._shared_amount if r() < SAME_AMOUNT else AMOUNTS[int(r() * len(AMOUNTS))]

    # One choice.

    def _lower(self) -> None:
        position = self._raised_position()
        domain, value = self._domains[position], self._value(position)
        self._put(position, lower_value(domain, value, self._random, self._amount()))

    def _change(self) -> None:
        position = self._position()
        domain, value = self._domains[position], self._value(position)
        self._put(position, other_value(domain, value, self._random, self._amount()))

    def _copy(self) -> None:
        position = self._position()
        self._put(position, self._choices[self._other_of_kind(position)])

    # Several choices.

    def _swap(self) -> None:
        position = self._position()
        other = self._other_of_kind(position)
        mine, theirs = self._choices[position], self._choices[other]
        self._put(position, theirs)
        self._put(other, mine)

    def _shift_equals(self) -> None:
        """Change all choices that are equal to one, so that they stay equal."""
        position = self._raised_position() if self._random() < 0.7 else self._position()
        value, other = self._choices[position], self._shifted(position)
        for i in self._by_kind[self._domains[position].kind]:
            if self._choices[i] == value:
                self._put(i, other)

    def _shifted(self, position: int) -> Any:
        """A lower value, or just another one."""
        domain, value = self._domains[position], self._value(position)
        change = lower_value if self._random() < 0.6 else other_value
        return change(domain, value, self._random, self._amount())

    def _shift_alike(self) -> None:
        """Shift all numbers of one domain by the same amount, or a few that are side by side."""
        r, position = self._random, self._position()
        domain = self._domains[position]
        value = self._choices[position]
        if isinstance(value, str | bytes | bool):
            return
        alike = [i for i in self._free if self._domains[i] == domain]
        if r() < 0.5:
            at = bisect_left(alike, position)
            alike = alike[at : at + 2 + int(r() * 2)]
        amount = self._amount() if r() < 0.5 else -self._amount()
        for i in alike:
            self._put(i, self._value(i) + amount)

    def _spread(self) -> None:
        """Delete a number, or lower it, and add what is missing to the last ones with room."""
        r, numbers = self._random, self._by_kind["integer"]
        position = numbers[int(r() * len(numbers))]
        value, target = self._choices[position], self._domains[position].simplest
        if not isinstance(value, int) or value <= target:
            return
        element = self._element_around(position)
        if element is not None and r() < 0.6:
            self._cut(element)
            rest = value
        else:
            rest = min(value - target, self._amount())
            self._put(position, value - rest)
        others = reversed(numbers) if r() < 0.7 else self._few_of(numbers)
        for other in others:
            old, domain = self._choices[other], self._domains[other]
            if other == position or not isinstance(old, int) or not isinstance(domain, Integer):
                continue
            more = rest if domain.maximum is None else min(rest, domain.maximum - old)
            if more > 0:
                self._put(other, old + more)
                rest -= more

    def _few_of(self, positions: list[int]) -> Iterable[int]:
        """A position and those behind it."""
        return positions[int(self._random() * len(positions)) :]

    # Deletions.

    def _cut_span(self) -> None:
        self._cut(self._spans[int(self._random() * len(self._spans))])

    def _cut_element(self) -> None:
        self._cut(self._elements[int(self._random() * len(self._elements))])

    def _cut_twins(self) -> None:
        for region in self._twins[int(self._random() * len(self._twins))]:
            self._cut(region)

    def _cut_run(self) -> None:
        r = self._random
        start = int(r() * len(self._choices))
        self._cut((start, start + 1 + int(r() * 3)))

    def _cut(self, region: Region, content: Sequence[Any] = ()) -> None:
        self._cuts.append((*region, content))
        if self._last < 0:
            # What comes next is probably beside it.
            self._last = min(region[0], self._free[-1])

    def _element_around(self, position: int) -> Region | None:
        """The innermost element that a choice is in."""
        around = [each for each in self._elements if each[0] <= position < each[1]]
        return around[-1] if around else None

    def _insert(self) -> None:
        """Insert a choice: something may end without a word where it is full, and only there."""
        r = self._random
        if not self._cuts:
            self._cut_run()
        at = int(r() * (len(self._choices) + 1))
        self._cut((at, at), [False if r() < 0.6 else int(r() * r() * 4)])

    def _move(self) -> None:
        """Take a span from its place and put it in front of another, or behind."""
        r, spans = self._random, self._spans
        start, end = spans[int(r() * len(spans))]
        other = spans[int(r() * len(spans))]
        at = other[0] if r() < 0.5 else other[1]
        if start <= at <= end:
            return
        self._cut((start, end))
        self._cut((at, at), self._choices[start:end])

    # Texts.

    def _filler(self, position: int) -> Any:
        domain = self._domains[position]
        return domain.alphabet.simplest if isinstance(domain, String) else b"\0"

    def _join(self) -> None:
        """Append a text to the one before, and delete its element or make it empty."""
        r = self._random
        texts = self._by_kind.get("string", ())
        if len(texts) < 2:
            texts = self._by_kind.get("bytes", ())
        if len(texts) < 2:
            return
        at = int(r() * (len(texts) - 1))
        position, other = texts[at], texts[at + 1]
        mine, theirs = self._value(position), self._value(other)
        between: Any = self._filler(position) if r() < 0.2 else mine[:0]
        self._put(position, mine + between + theirs)
        element = self._element_around(other)
        if element is not None and element[0] > position and r() < 0.8:
            self._cut(element)
        else:
            self._put(other, theirs[:0])

    # Alternatives.

    def _switch(self) -> None:
        """Take another alternative, with some of what was drawn in this one."""
        r = self._random
        position = self._branches[int(r() * len(self._branches))]
        self._put(position, int(r() * (self._domains[position].count or 1)))
        inside = [span for span in self._spans if span[0] > position]
        end = next((span[1] for span in inside if span[0] == position + 1), position + 1)
        how = r()
        if end == position + 1 or how >= 0.8:
            return
        if how < 0.4:
            parts = [span for span in inside if span[1] <= end and span != (position + 1, end)]
            if parts:
                self._cut(parts[int(r() * len(parts))])
        else:
            at = position + 1 + int(r() * (end - position - 1))
            self._cut((position + 1, end), [self._choices[at]])

    def _regrow(self) -> None:
        """Make a region anew from other decisions and some of the choices or parts in it."""
        r = self._random
        start, end = self._trees[int(r() * len(self._trees))]
        inner = [span for span in self._spans if start < span[0] and span[1] <= end]
        content: list[Any] = []
        for _ in range(1 + int(r() * 2)):
            content += [r() < 0.5 if r() < 0.4 else int(r() * r() * 4) for _ in range(int(r() * 3))]
            if inner and r() < 0.6:
                first, last = inner[int(r() * len(inner))]
            else:
                first = start + int(r() * (end - start))
                last = first + 1
            content += self._choices[first:last]
        self._cut((start, end), content)


def _start_of(cut: tuple[int, int, Sequence[Any]]) -> int:
    return cut[0]


def _twins_in(trace: Trace) -> list[list[Region]]:
    """Groups of spans that have the same place in regions side by side, such as a column."""
    spans = trace.spans
    ordinals: dict[int, int] = {}
    groups: dict[tuple[str, int, int], list[Region]] = {}
    for span in spans:
        ordinal = ordinals[span.parent] = ordinals.get(span.parent, -1) + 1
        if span.parent >= 0 and span.length:
            key = (spans[span.parent].label, span.depth, ordinal)
            groups.setdefault(key, []).append((span.start, span.end))
    return [group for group in groups.values() if len(group) > 1]
