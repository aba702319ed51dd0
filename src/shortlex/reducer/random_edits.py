"""Random edits: candidates that differ from a trace in several places at once.

Size: a method for each edit, and the table of them.
"""

from __future__ import annotations

from bisect import bisect_left
from collections.abc import Callable, Collection
from math import isfinite
from random import Random
from typing import Any, NamedTuple

from shortlex.core.integer import Integer
from shortlex.core.string import String
from shortlex.core.trace import Trace
from shortlex.reducer.edits import is_branch, is_simplest, is_structure
from shortlex.reducer.problem import Candidate

EDITS_PER_CANDIDATE = (1, 2, 2, 2, 2, 3, 3, 4)
"""How many edits are combined, each entry equally likely."""

AMOUNTS = (1, 1, 1, 1, 2, 2, 3, 4, 5, 8, 10, 16)
"""By how much numbers and lengths change. Mostly all edits of a candidate share one amount, since a
number and the length that it stands for change together."""

SAME_AMOUNT = 0.8
"""How often an edit takes the amount that the others have."""

MAX_INDEX = 200
"""Small values have an index below this."""

MAX_LETTER_INDEX = 700
"""Letters have an index below this: up to the end of the Latin, Greek and Cyrillic blocks."""

MAX_DIGITS_BITS = 1024
"""The digits of longer numbers are left alone."""

UPHILL_SHARE = 0.1
"""How often a candidate is kept that only looks less simple: it may turn out to be shorter."""

Region = tuple[int, int]
"""The first position of some choices, and the one behind the last."""


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
        self._table = self._possible_edits()
        self._by_name = {edit.__name__: edit for edit in self._table}
        self.used = Used(1, ())
        """The edits of the last candidate."""
        # The candidate in progress.
        self._choices: list[Any] = []
        self._cuts: list[Region] = []
        self._inserts: dict[int, list[Any]] = {}
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

    def _find_regions(self, trace: Trace) -> None:
        spans = [span for span in trace.spans if 0 < span.length < len(trace)]
        self._spans = [(span.start, span.end) for span in spans]
        self._elements = [(span.start, span.end) for span in spans if span.is_element]
        self._trees = [(span.start, span.end) for span in trace.spans if span.length > 1]
        self._twins = _twins_in(trace)

    def _possible_edits(self) -> list[Callable[[], None]]:
        """Each edit that this trace allows, as often as its weight says."""
        kinds = self._by_kind
        has_several = len(self._free) > 1
        has_numbers = "integer" in kinds or "float" in kinds
        has_texts = "string" in kinds or "bytes" in kinds
        weights = (
            (10, self._cut_span, self._spans),
            (6, self._cut_element, self._elements),
            (3, self._cut_twins, self._twins),
            (3, self._cut_run, True),
            (5, self._spread, len(kinds.get("integer", ())) > 1),
            (12, self._set_small, True),
            (4, self._set_simplest, self._raised),
            (7, self._set_below, self._raised),
            (8, self._copy, has_several),
            (14, self._shift, True),
            (5, self._shift_equals, has_several),
            (2, self._set_edge, True),
            (4, self._change_digits, has_numbers),
            (6, self._change_letters, has_texts),
            (3, self._swap, has_several),
            (3, self._join, has_texts),
            (4, self._switch, self._branches),
            (4, self._regrow, self._trees),
        )
        return [edit for weight, edit, is_possible in weights if is_possible for _ in range(weight)]

    def candidate(self, again: Used | None = None) -> Candidate | None:
        """The next candidate, or None if it would not be simpler.

        With ``again``, it repeats these edits at random places.
        """
        self._choices = list(self._trace.choices)
        self._cuts, self._inserts = [], {}
        self._first, self._last = len(self._choices), -1
        self.used = again or self._drawn_edits()
        for name in self.used.names:
            edit = self._by_name.get(name)
            if edit is not None:
                edit()
        choices = self._choices
        if not self._cuts and not self._is_promising():
            return None
        for start, end in sorted(self._cuts, reverse=True):
            choices[start:end] = self._inserts.get(start, ())
        return choices

    def _drawn_edits(self) -> Used:
        r, table = self._random, self._table
        count = EDITS_PER_CANDIDATE[int(r() * len(EDITS_PER_CANDIDATE))]
        names = [table[int(r() * len(table))].__name__ for _ in range(count)]
        return Used(AMOUNTS[int(r() * len(AMOUNTS))], tuple(names))

    def _is_promising(self) -> bool:
        """Whether the first difference makes the case simpler, as far as one can tell."""
        first = self._first
        if first == len(self._choices):
            return False
        before, after = self._trace.choices[first], self._choices[first]
        domain = self._domains[first]
        if not domain.contains(after):
            return True
        return bool(domain.sort_key(after) < domain.sort_key(before)) or (
            self._random() < UPHILL_SHARE
        )

    # Where to edit.

    def _put(self, position: int, value: Any) -> None:
        self._choices[position] = value
        if position < self._first:
            self._first = position

    def _position(self) -> int:
        """A random position: often one that can be lowered, or the neighbour of the last one."""
        r = self._random
        if self._last >= 0 and r() < 0.25:
            at = bisect_left(self._free, self._last) + (1 if r() < 0.7 else -1)
            if 0 <= at < len(self._free):
                return self._free[at]
        among = self._raised if self._raised and r() < 0.6 else self._free
        self._last = among[int(r() * len(among))]
        return self._last

    def _other_of_kind(self, position: int) -> int:
        others = self._by_kind[self._domains[position].kind]
        return others[int(self._random() * len(others))]

    def _amount(self) -> int:
        r = self._random
        return self.used.amount if r() < SAME_AMOUNT else AMOUNTS[int(r() * len(AMOUNTS))]

    # Deletions.

    def _cut_span(self) -> None:
        self._cuts.append(self._spans[int(self._random() * len(self._spans))])

    def _cut_element(self) -> None:
        self._cuts.append(self._elements[int(self._random() * len(self._elements))])

    def _cut_twins(self) -> None:
        self._cuts += self._twins[int(self._random() * len(self._twins))]

    def _cut_run(self) -> None:
        r = self._random
        start = int(r() * len(self._choices))
        self._cuts.append((start, start + 1 + int(r() * 3)))

    def _element_around(self, position: int) -> Region | None:
        """The innermost element that a choice is in."""
        around = [each for each in self._elements if each[0] <= position < each[1]]
        return around[-1] if around else None

    # Other values.

    def _set_small(self) -> None:
        r, position = self._random, self._position()
        domain = self._domains[position]
        index = int(r() ** 3 * MAX_INDEX)
        if domain.count is not None and index >= domain.count:
            index = int(r() * domain.count)
        self._put(position, domain.value_at(index))

    def _set_simplest(self) -> None:
        position = self._position()
        self._put(position, self._domains[position].simplest)

    def _set_below(self) -> None:
        """Any number that is simpler, all of them equally likely."""
        r, position = self._random, self._position()
        domain, value = self._domains[position], self._trace.choices[position]
        if isinstance(domain, Integer):
            index = domain.index_of(value)  # type: ignore[arg-type]  # a member of the domain
            few = index if index < 1 << 50 else index >> int(1 + 20 * r())
            self._put(position, domain.value_at(int(r() * few) if few < 1 << 50 else few))
        elif isinstance(value, float) and isfinite(value):
            self._put(position, float(int(value * r())))

    def _set_edge(self) -> None:
        position = self._position()
        edges = self._domains[position].edges()
        self._put(position, edges[int(self._random() * len(edges))])

    def _copy(self) -> None:
        position = self._position()
        self._put(position, self._choices[self._other_of_kind(position)])

    def _swap(self) -> None:
        position = self._position()
        other = self._other_of_kind(position)
        mine, theirs = self._choices[position], self._choices[other]
        self._put(position, theirs)
        self._put(other, mine)

    def _shift(self) -> None:
        position = self._position()
        self._put(position, self._shifted(position))

    def _shift_equals(self) -> None:
        """Shift all choices that are equal to one, so that they stay equal."""
        position = self._position()
        value, other = self._choices[position], self._shifted(position)
        for i in self._by_kind[self._domains[position].kind]:
            if self._choices[i] == value:
                self._put(i, other)

    def _shifted(self, position: int) -> Any:
        """A value that is near: one step, one sign, or some letters away."""
        value = self._choices[position]
        if isinstance(value, bool):
            return not value
        if isinstance(value, int):
            return self._shifted_integer(position, value)
        if isinstance(value, float):
            return self._shifted_float(value)
        r, amount = self._random, self._amount()
        if r() < 0.2:
            return value + self._filler(position) * amount
        start = int(r() * len(value))
        return value[:start] + value[start + amount :]

    def _shifted_integer(self, position: int, value: int) -> int:
        r, amount, target = self._random, self._amount(), self._domains[position].simplest
        if r() < 0.1:
            return value >> 1 if r() < 0.5 else -value
        is_above = value > target if isinstance(target, int) else value > 0
        return value - amount if is_above is (r() < 0.7) else value + amount

    def _shifted_float(self, value: float) -> float:
        r, amount = self._random, self._amount()
        if not isfinite(value):
            return -value
        if r() < 0.2:
            return float(int(value)) if r() < 0.5 else -value
        return value - amount if (value > 0) is (r() < 0.7) else value + amount

    def _spread(self) -> None:
        """Delete a number, or lower it, and add what is missing to the last ones with room."""
        r, numbers = self._random, self._by_kind["integer"]
        position = numbers[int(r() * len(numbers))]
        value, target = self._choices[position], self._domains[position].simplest
        if not isinstance(value, int) or value <= target:
            return
        element = self._element_around(position)
        if element is not None and r() < 0.6:
            self._cuts.append(element)
            rest = value
        else:
            rest = min(value - target, self._amount())
            self._put(position, value - rest)
        for other in reversed(numbers):
            old, domain = self._choices[other], self._domains[other]
            if other == position or not isinstance(old, int) or not isinstance(domain, Integer):
                continue
            more = rest if domain.maximum is None else min(rest, domain.maximum - old)
            if more > 0:
                self._put(other, old + more)
                rest -= more

    def _change_digits(self) -> None:
        """A number whose decimal digits differ in one place."""
        position = self._position()
        value = self._choices[position]
        if isinstance(value, float) and isfinite(value):
            if value == int(value):
                if abs(value) < 1e17:
                    self._put(position, float(self._with_other_digits(int(value))))
                return
            digits = repr(value).replace(".", "")
            # The same digits as a whole number.
            self._put(position, float(int(value) if "e" in digits else int(digits)))
        elif type(value) is int and value.bit_length() < MAX_DIGITS_BITS:
            self._put(position, self._with_other_digits(value))

    def _with_other_digits(self, value: int) -> int:
        r = self._random
        digits = str(abs(value))
        at, how = int(r() * len(digits)), int(r() * 4)
        if how == 0:
            digits = digits[:at] + digits[at + 1 :]
        elif how == 1:
            digits = digits[:at] + "01"[int(r() * 2)] + digits[at + 1 :]
        elif how == 2:
            digits = digits[0] + "0" * at + digits[at + 1 :]
        else:
            digits = digits[: at + 1]
        return int(digits or "0") * (-1 if value < 0 else 1)

    # Texts.

    def _filler(self, position: int) -> Any:
        domain = self._domains[position]
        return domain.alphabet.simplest if isinstance(domain, String) else b"\0"

    def _change_letters(self) -> None:
        """Another letter at one place of a text, or wherever the old one stands."""
        r = self._random
        texts = self._by_kind.get("string") or self._by_kind["bytes"]
        position = texts[int(r() * len(texts))]
        value = self._choices[position]
        if not value or not isinstance(value, (str, bytes)):
            return
        text: Any = value
        at = int(r() * len(text))
        how = int(r() * 4)
        if how == 0:
            letter = self._filler(position)
        elif how == 1:
            other = int(r() * len(text))
            letter = text[other : other + 1]
        else:
            letter = self._letter(position, int(r() ** 3 * MAX_LETTER_INDEX))
        if type(letter) is not type(text):
            return
        if r() < 0.3:
            self._put(position, text.replace(text[at : at + 1], letter))
        else:
            self._put(position, text[:at] + letter + text[at + 1 :])

    def _letter(self, position: int, index: int) -> Any:
        domain = self._domains[position]
        if isinstance(domain, String):
            return domain.alphabet.char_at(index % len(domain.alphabet))
        return bytes([index % 256])

    def _join(self) -> None:
        """Append a text to the one before, and delete its element or make it empty."""
        r = self._random
        texts = self._by_kind.get("string") or self._by_kind["bytes"]
        if len(texts) < 2:
            return
        at = int(r() * (len(texts) - 1))
        position, other = texts[at], texts[at + 1]
        mine, theirs = self._choices[position], self._choices[other]
        if type(mine) is not type(theirs) or not isinstance(mine, (str, bytes)):
            return
        self._put(position, mine + theirs)
        element = self._element_around(other)
        if element is not None and element[0] > position and r() < 0.8:
            self._cuts.append(element)
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
                self._cuts.append(parts[int(r() * len(parts))])
        else:
            at = position + 1 + int(r() * (end - position - 1))
            self._replace(position + 1, end, [self._choices[at]])

    def _regrow(self) -> None:
        """Make a region anew from other decisions and one of the choices or parts in it."""
        r = self._random
        start, end = self._trees[int(r() * len(self._trees))]
        decisions: list[Any] = [
            r() < 0.5 if r() < 0.3 else int(r() * r() * 8) for _ in range(int(r() * 3))
        ]
        if r() < 0.5:
            first = start + int(r() * (end - start))
            last = first + 1
        else:
            inner = [span for span in self._spans if start < span[0] and span[1] <= end]
            if not inner:
                return
            first, last = inner[int(r() * len(inner))]
        self._replace(start, end, [*decisions, *self._choices[first:last]])

    def _replace(self, start: int, end: int, content: list[Any]) -> None:
        self._cuts.append((start, end))
        self._inserts[start] = content


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
