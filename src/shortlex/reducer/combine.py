"""Combine: leave a local minimum by several random edits at once.

The passes change one thing at a time, or several that they know to belong together. What is left
when they find nothing more often needs two or three unrelated edits, such as one number lowered
and another raised. There are too many pairs to try them all, but a random one is cheap to try.

Size: the loop, and the table of edits that it picks from.
"""

from __future__ import annotations

from bisect import bisect_left
from collections.abc import Callable, Sequence
from math import isfinite
from random import Random
from typing import Any

from shortlex.core.string import String
from shortlex.core.trace import Trace
from shortlex.reducer.edits import is_branch, is_simplest, is_structure, with_value
from shortlex.reducer.problem import Candidate, Problem

USUAL_LENGTH = 10
"""A case of this many choices gets the attempts asked for."""

MAX_FACTOR = 6
"""A longer one gets at most this many times as many."""

MAX_CHOICES = 400
"""Longer cases are left alone: of so many pairs a random one is hardly ever right."""

DRAWS_PER_ATTEMPT = 4
"""At most this many candidates are made for each that is tried: many are known, or not simpler."""

REPETITIONS = 30
"""So many candidates repeat the edits that helped last time, at other places."""

MAX_PROBED = 60
"""In longer cases it is not asked which choices matter."""

MAX_INDEX = 200
"""Values from the simplest ones are taken up to this index."""

EDITS_PER_CANDIDATE = (1, 2, 2, 2, 2, 3, 3, 4)
"""How many edits are combined, each entry equally likely."""

AMOUNTS = (1, 1, 1, 1, 2, 2, 3, 4, 5, 8, 10, 16)
"""How much the numbers and lengths of one candidate change."""


def combine(problem: Problem, attempts: int) -> bool:
    """Try random edits of the best case; return whether one led to a simpler case.

    For a seed this is the same on every machine: attempts are counted, not seconds.
    """
    best, progress = problem.best, problem.progress
    if not best.choices or len(best) > MAX_CHOICES:
        return False
    attempts = int(attempts * min(MAX_FACTOR, (2 + len(best) / USUAL_LENGTH) / 3))
    if progress.attempts >= attempts:
        return False
    edits = _Edits(best, problem.random)
    edits.ignore(_idle_in(problem))
    for _ in range(DRAWS_PER_ATTEMPT * attempts):
        again = problem.last_edits if progress.attempts < REPETITIONS else ()
        candidate = edits.combined(again)
        if candidate is not None and problem.tries(candidate, "combine"):
            problem.last_edits = edits.used
            return True
        if progress.attempts >= attempts:
            return False
    progress.attempts = attempts
    return False


def _idle_in(problem: Problem) -> list[int]:
    """Choices that can be anything: the case still fails if one of them changes."""
    best, idle = problem.best, []
    for position, (domain, choice) in enumerate(zip(best.domains, best.choices, strict=True)):
        if domain.count == 1 or is_structure(best, position) or len(best) > MAX_PROBED:
            continue
        others = {domain.value_at(i) for i in (0, 1, 2, 7) if domain.count is None or i < domain.count}
        others.discard(choice)
        if others and all(problem.probe(with_value(best, [position], each), "combine") for each in others):
            idle.append(position)
    return idle


Used = tuple[Any, ...]
"""An amount, and the names of edits."""

Region = tuple[int, int]
"""The first position of some choices, and the one behind the last."""


class _Edits:
    """Makes candidates by random edits of one trace."""

    def __init__(self, trace: Trace, random: Random) -> None:
        self._random = random.random
        self._trace = trace
        self._domains = trace.domains
        self._kinds = [domain.kind for domain in trace.domains]
        count = len(trace)
        positions = range(count)
        # Whether a collection goes on is changed by deleting elements.
        self._free = [i for i in positions if not is_structure(trace, i)] or list(positions)
        self._raised = [i for i in self._free if not is_simplest(trace, i)]
        self._by_kind: dict[str, list[int]] = {}
        for i in self._free:
            self._by_kind.setdefault(self._kinds[i], []).append(i)
        self._set_spans(trace)
        self._choices: list[Any] = []
        self._cuts: list[Region] = []
        self._inserts: dict[int, list[Any]] = {}
        self._first = count
        self._amount = 1
        kinds = set(self._by_kind)
        table: list[tuple[int, Callable[[], None], bool]] = [
            (10, self._cut_span, bool(self._spans)),
            (6, self._cut_element, bool(self._elements)),
            (3, self._cut_twins, bool(self._twins)),
            (3, self._cut_run, True),
            (12, self._set_small, True),
            (4, self._set_simplest, bool(self._raised)),
            (7, self._set_below, bool(self._raised)),
            (8, self._copy, count > 1),
            (14, self._shift, True),
            (5, self._shift_equals, count > 1),
            (2, self._set_edge, True),
            (4, self._change_digits, bool(kinds & {"integer", "float"})),
            (6, self._change_letters, bool(kinds & {"string", "bytes"})),
            (3, self._swap, count > 1),
            (3, self._join, bool(kinds & {"string", "bytes"})),
            (4, self._switch, bool(self._branches)),
            (4, self._regrow, bool(self._trees)),
        ]
        self._by_name = {edit.__name__: edit for _, edit, _ in table}
        self.used: Used = ()
        """The amount and the names of the edits of the last candidate."""
        self._near = -1
        self._edits = [edit for weight, edit, is_possible in table if is_possible for _ in range(weight)]

    def _set_spans(self, trace: Trace) -> None:
        spans = [span for span in trace.spans if 0 < span.length < len(trace)]
        self._spans = [(span.start, span.end) for span in spans]
        self._elements = [(span.start, span.end) for span in spans if span.is_element]
        self._branches = [i for i in self._free if is_branch(trace, i)]
        self._twins = _twins_in(trace)
        self._trees = [(span.start, span.end) for span in trace.spans if span.length > 1]

    def ignore(self, idle: Sequence[int]) -> None:
        """Leave some choices as they are."""
        busy = [i for i in self._free if i not in idle]
        if busy:
            self._free = busy
            self._raised = [i for i in self._raised if i not in idle]

    def combined(self, again: Used) -> Candidate | None:
        """A candidate, or None if it would not be simpler. Repeats edits elsewhere, if given."""
        r = self._random
        self._choices = list(self._trace.choices)
        self._cuts, self._inserts = [], {}
        self._first = len(self._choices)
        self._near = -1
        if again:
            self._amount, *names = again
            self.used = again
            for name in names:
                self._by_name[name]()
        else:
            self._amount = AMOUNTS[int(r() * len(AMOUNTS))]
            edits = self._edits
            names = []
            for _ in range(EDITS_PER_CANDIDATE[int(r() * len(EDITS_PER_CANDIDATE))]):
                edit = edits[int(r() * len(edits))]
                names.append(edit.__name__)
                edit()
            self.used = (self._amount, *names)
        choices = self._choices
        if not self._cuts and not self._is_promising(choices):
            return None
        for start, end in sorted(self._cuts, reverse=True):
            choices[start:end] = self._inserts.get(start, ())
        return choices

    def _is_promising(self, choices: list[Any]) -> bool:
        first = self._first
        if first == len(choices):
            return False
        before, after, domain = self._trace.choices[first], choices[first], self._domains[first]
        if not domain.contains(after):
            return True
        return bool(domain.sort_key(after) < domain.sort_key(before)) or self._random() < 0.1

    def _put(self, position: int, value: Any) -> None:
        self._choices[position] = value
        if position < self._first:
            self._first = position

    def _any(self) -> int:
        r = self._random
        # Choices that are not the simplest ones are what is left to be lowered.
        among = self._raised if self._raised and r() < 0.6 else self._free
        if self._near >= 0 and r() < 0.25:
            # What stands side by side often belongs together.
            at = bisect_left(self._free, self._near) + (1 if r() < 0.7 else -1)
            if 0 <= at < len(self._free):
                return self._free[at]
        position = self._near = among[int(r() * len(among))]
        return position

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

    # Other values.

    def _set_small(self) -> None:
        position = self._any()
        domain = self._domains[position]
        index = int(self._random() ** 3 * MAX_INDEX)
        if domain.count is not None and index >= domain.count:
            index = int(self._random() * domain.count)
        self._put(position, domain.value_at(index))

    def _set_simplest(self) -> None:
        position = self._any()
        self._put(position, self._domains[position].simplest)

    def _set_below(self) -> None:
        r = self._random
        position = self._any()
        domain, value = self._domains[position], self._choices[position]
        if domain.kind == "integer":
            if not domain.contains(value):
                return
            index = domain.index_of(value)
            self._put(position, domain.value_at(int(r() * index) if index < 1 << 50 else index >> int(1 + 20 * r())))
        elif domain.kind == "float" and isfinite(value):
            self._put(position, float(int(value * r())))

    def _set_edge(self) -> None:
        position = self._any()
        edges = self._domains[position].edges()
        self._put(position, edges[int(self._random() * len(edges))])

    def _copy(self) -> None:
        r = self._random
        position = self._any()
        others = self._by_kind[self._kinds[position]]
        self._put(position, self._choices[others[int(r() * len(others))]])

    def _swap(self) -> None:
        position = self._any()
        others = self._by_kind[self._kinds[position]]
        other = others[int(self._random() * len(others))]
        mine, theirs = self._choices[position], self._choices[other]
        self._put(position, theirs)
        self._put(other, mine)

    def _shift(self) -> None:
        position = self._any()
        self._put(position, self._shifted(position, self._choices[position]))

    def _shift_equals(self) -> None:
        position = self._any()
        value, kind = self._choices[position], self._kinds[position]
        other = self._shifted(position, value)
        for i in self._by_kind[kind]:
            if self._choices[i] == value:
                self._put(i, other)

    def _shifted(self, position: int, value: Any) -> Any:
        r, amount = self._random, self._amount
        if value is True or value is False:
            return not value
        kind = type(value)
        if kind is int:
            if r() < 0.1:
                return value >> 1 if r() < 0.5 else -value
            target = self._domains[position].simplest
            away = value > target if type(target) is int else value > 0
            return value - amount if away is (r() < 0.7) else value + amount
        if kind is float:
            if not isfinite(value):
                return -value
            if r() < 0.2:
                return float(int(value)) if r() < 0.5 else -value
            return value - amount if (value > 0) is (r() < 0.7) else value + amount
        if r() < 0.2:
            return value + self._filler(position, kind) * amount
        if not value:
            return value
        start = int(r() * len(value))
        return value[:start] + value[start + amount :]

    def _filler(self, position: int, kind: type) -> Any:
        domain = self._domains[position]
        return domain.alphabet.simplest if isinstance(domain, String) else kind(b"\0" if kind is bytes else "0")

    def _change_digits(self) -> None:
        position = self._any()
        value = self._choices[position]
        r = self._random
        if type(value) is float:
            if not isfinite(value):
                return
            if value != int(value):
                # The same digits as a whole number.
                shown = repr(value)
                self._put(position, float(int(shown.replace(".", ""))) if "e" not in shown else float(int(value)))
                return
            if abs(value) < 1e17:
                self._put(position, float(self._with_other_digits(int(value))))
        elif type(value) is int and value.bit_length() < 1024:
            self._put(position, self._with_other_digits(value))

    def _with_other_digits(self, value: int) -> int:
        r = self._random
        sign = -1 if value < 0 else 1
        digits = str(abs(value))
        at = int(r() * len(digits))
        how = int(r() * 4)
        if how == 0:
            digits = digits[:at] + digits[at + 1 :]
        elif how == 1:
            digits = digits[:at] + "01"[int(r() * 2)] + digits[at + 1 :]
        elif how == 2:
            # Zeros up to here.
            digits = digits[0] + "0" * at + digits[at + 1 :]
        else:
            digits = digits[: at + 1]
        return sign * int(digits or "0")

    def _change_letters(self) -> None:
        r = self._random
        texts = self._by_kind.get("string", ()) or self._by_kind["bytes"]
        position = texts[int(r() * len(texts))]
        value = self._choices[position]
        if not value or type(value) not in (str, bytes):
            return
        at = int(r() * len(value))
        how = int(r() * 4)
        if how == 0:
            letter = self._filler(position, type(value))
        elif how == 1:
            other = int(r() * len(value))
            letter = value[other : other + 1]
        else:
            domain = self._domains[position]
            index = int(r() ** 3 * 700)
            if isinstance(domain, String):
                letter = domain.alphabet.char_at(index % len(domain.alphabet))
            else:
                letter = bytes([index % 256]) if type(value) is bytes else ""
        if r() < 0.3:
            self._put(position, value.replace(value[at : at + 1], letter))
        else:
            self._put(position, value[:at] + letter + value[at + 1 :])

    def _join(self) -> None:
        """Append a text to another, and leave it out or make it empty."""
        r = self._random
        kind = "string" if len(self._by_kind.get("string", ())) > 1 else "bytes"
        texts = self._by_kind.get(kind, ())
        if len(texts) < 2:
            return
        at = int(r() * (len(texts) - 1))
        position, other = texts[at], texts[at + 1]
        mine, theirs = self._choices[position], self._choices[other]
        if type(mine) is not type(theirs):
            return
        self._put(position, mine + theirs)
        around = [span for span in self._elements if span[0] <= other < span[1] and span[0] > position]
        if around and r() < 0.8:
            self._cuts.append(around[-1])
        else:
            self._put(other, theirs[:0])

    def _switch(self) -> None:
        """Take another branch, with some of what was drawn in this one."""
        r = self._random
        position = self._branches[int(r() * len(self._branches))]
        domain = self._domains[position]
        self._put(position, domain.value_at(int(r() * (domain.count or 1))))
        inside = [span for span in self._spans if span[0] > position]
        end = next((span[1] for span in inside if span[0] == position + 1), position + 1)
        if end <= position + 1:
            return
        how = r()
        if how < 0.4:
            # Leave out a part of it.
            parts = [span for span in inside if span[1] <= end and span != (position + 1, end)]
            if parts:
                self._cuts.append(parts[int(r() * len(parts))])
        elif how < 0.8:
            # Take one of its choices.
            at = position + 1 + int(r() * (end - position - 1))
            self._cuts.append((position + 1, end))
            self._inserts[position + 1] = [self._choices[at]]

    def _regrow(self) -> None:
        """Make a region anew from other decisions and one of the choices or parts in it."""
        r = self._random
        start, end = self._trees[int(r() * len(self._trees))]
        decisions: list[Any] = []
        for _ in range(int(r() * 3)):
            decisions.append(r() < 0.5 if r() < 0.3 else int(r() * r() * 8))
        if r() < 0.5:
            at = start + int(r() * (end - start))
            kept: Any = [self._choices[at]]
        else:
            inner = [span for span in self._spans if start < span[0] and span[1] <= end]
            if not inner:
                return
            first, last = inner[int(r() * len(inner))]
            kept = self._choices[first:last]
        self._cuts.append((start, end))
        self._inserts[start] = [*decisions, *kept]


def _twins_in(trace: Trace) -> list[list[Region]]:
    """Groups of spans that have the same place in regions side by side, such as a column."""
    spans, ordinals = trace.spans, dict[int, int]()
    groups: dict[tuple[str, int, int], list[Region]] = {}
    for span in spans:
        ordinal = ordinals[span.parent] = ordinals.get(span.parent, -1) + 1
        if span.parent >= 0 and span.length:
            key = (spans[span.parent].label, span.depth, ordinal)
            groups.setdefault(key, []).append((span.start, span.end))
    return [group for group in groups.values() if len(group) > 1]
