"""Pass: delete the same elements from sequences that are equally long."""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Sequence
from itertools import combinations
from typing import Any, NamedTuple

from shortlex.core.bytestring import Bytes
from shortlex.core.integer import Integer
from shortlex.core.string import String
from shortlex.core.trace import Span, Trace
from shortlex.reducer.problem import Candidate, Offers, Problem

MAX_ROWS = 4
"""Of more sequences that are equally long, only all together are tried, not each pair."""

MAX_BLOCKS = 32
"""This many blocks of one group are tried, the long ones first."""

MAX_NUMBERS = 3
"""This many numbers are tried that may be the length of sequences, or the width of a table."""


class Change(NamedTuple):
    """The choices from ``start`` up to ``end`` become ``content``."""

    start: int
    end: int
    content: Sequence[Any]


class Row(NamedTuple):
    """A sequence: where its parts are, or a text; and the number that counts them, if one does."""

    parts: tuple[tuple[int, int], ...]
    texts: tuple[int, ...] = ()
    """The positions of texts that are one after the other, if it is made of letters."""
    number: int | None = None
    """The position of the number."""
    is_told: bool = False
    """Whether it ends without a choice that says so, because it is full."""

    def without(self, trace: Trace, start: int, stop: int) -> Iterator[Change]:
        """What deletes the parts from ``start`` up to ``stop``."""
        if self.number is not None:
            lowered = trace.choices[self.number] - (stop - start)  # type: ignore[operator]  # a number
            yield Change(self.number, self.number + 1, (lowered,))
        for position in self.texts:
            text: Any = trace.choices[position]
            first, last = max(0, start), max(0, stop)
            yield Change(position, position + 1, (text[:first] + text[last:],))
            start, stop = start - len(text), stop - len(text)
        if self.parts:
            yield Change(self.parts[start][0], self.parts[stop - 1][1], ())
            if self.is_told:
                yield Change(self.parts[-1][1], self.parts[-1][1], (False,))


Group = tuple[int, tuple[Row, ...]]
"""The length of some sequences, and the sequences."""


def delete_corresponding(problem: Problem) -> Offers:
    """Delete elements with the same positions from several sequences that are equally long.

    Why: if two sequences must be equally long, neither can lose an element alone. They may be
    collections, texts, or a number and as many values: ``(1 7 1 5 0) 'ab' -> (1 5 0) 'b'``. Or they
    are the rows of a table, whose width is a number: ``2 (4 9) (5 8) -> 1 (9) (8)``.
    Guarantee: at a fixed point no two of up to four such sequences can lose one element each, at
    the same position, if they have up to sixteen elements.
    Cost: at most 32 candidates for each group of sequences that are equally long.
    Leaves to others: elements with different positions (the search by random edits).
    """
    number = 0
    while number < len(groups := _groups(problem.best)):
        if (yield _shortened(problem.best, *groups[number])) is None:
            number += 1


def _groups(trace: Trace) -> list[Group]:
    by_length: dict[int, list[Row]] = {}
    for length, row in _sequences(trace):
        if length > 1:
            by_length.setdefault(length, []).append(row)
    groups: list[Group] = []
    for length, rows in by_length.items():
        if len(rows) > 1:
            groups.append((length, tuple(rows)))
        if 2 < len(rows) <= MAX_ROWS:
            groups += [(length, pair) for pair in combinations(rows, 2)]
        counts = {row.number for row in rows}
        numbers = [i for i in range(len(trace)) if i not in counts and _is_number(trace, i, length)]
        if len(rows) > 1 or rows[0].number is not None:
            groups += [(length, (*rows, Row((), number=i))) for i in numbers[:MAX_NUMBERS]]
    return [*groups, *_tables(trace)]


def _sequences(trace: Trace) -> Iterator[tuple[int, Row]]:
    """Every sequence, with its length."""
    children = _children(trace)
    for number, spans in children.items():
        elements = [span for span in spans if span.is_element]
        if len(elements) > 1:
            end = len(trace) if number < 0 else trace.spans[number].end
            yield len(elements), Row(_regions(elements), is_told=elements[-1].end == end)
            texts = tuple(span.end - 1 for span in elements if _is_text(trace, span.end - 1))
            if len(texts) == len(elements) and all(span.length == 2 for span in elements):
                yield sum(_length_at(trace, i) for i in texts), Row((), texts)
        for place, span in enumerate(spans):
            row = _counted(trace, span, spans[place + 1 :])
            if row is not None:
                yield len(row.parts), row
    for position in range(len(trace)):
        if _is_text(trace, position):
            yield _length_at(trace, position), Row((), (position,))


def _is_text(trace: Trace, position: int) -> bool:
    return isinstance(trace.domains[position], String | Bytes)


def _length_at(trace: Trace, position: int) -> int:
    text: Any = trace.choices[position]
    return len(text)


def _counted(trace: Trace, span: Span, following: Sequence[Span]) -> Row | None:
    """A number and the spans behind it, if it counts them, or their multiple."""
    domain, count = trace.domains[span.start], trace.choices[span.start]
    if span.length != 1 or not isinstance(domain, Integer) or not isinstance(count, int):
        return None
    if not 1 < count <= len(following):
        return None
    width = len(following) // count if len(following) % count == 0 else 1
    groups = [following[i * width : (i + 1) * width] for i in range(count)]
    parts = tuple((group[0].start, group[-1].end) for group in groups)
    return Row(parts, number=span.start)


def _tables(trace: Trace) -> Iterator[Group]:
    """Spans of one kind that have as many spans in them as each other, with and without a width."""
    children = _children(trace)
    tables: dict[tuple[int, str, int], list[Row]] = {}
    for number, spans in children.items():
        if number >= 0 and len(spans) > 1 and not spans[0].is_element:
            around = trace.spans[number]
            key = (around.depth, around.label, len(spans))
            tables.setdefault(key, []).append(Row(_regions(spans)))
    for (_, _, width), rows in tables.items():
        if len(rows) > 1:
            first = rows[0].parts[0][0]
            numbers = [i for i in range(first) if _is_number(trace, i, width)]
            for position in numbers[: -MAX_NUMBERS - 1 : -1]:
                yield width, (Row((), number=position), *rows)
            yield width, tuple(rows)


def _is_number(trace: Trace, position: int, value: int) -> bool:
    choice = trace.choices[position]
    return isinstance(trace.domains[position], Integer) and choice == value


def _children(trace: Trace) -> dict[int, list[Span]]:
    """The spans directly inside each span, by its number; -1 stands for the whole case."""
    children: dict[int, list[Span]] = {}
    for span in trace.spans:
        if span.length:
            children.setdefault(span.parent, []).append(span)
    return children


def _regions(spans: Iterable[Span]) -> tuple[tuple[int, int], ...]:
    return tuple((span.start, span.end) for span in spans)


def _shortened(trace: Trace, length: int, rows: Sequence[Row]) -> Iterator[Candidate]:
    """The choices without a block of parts of each row, long blocks first, the last one first."""
    blocks = 0
    size = length - 1
    while size:
        for start in range(length - size, -1, -size):
            changes = [change for row in rows for change in row.without(trace, start, start + size)]
            yield _changed(trace, changes)
            blocks += 1
            if blocks == MAX_BLOCKS:
                return
        size //= 2


def _changed(trace: Trace, changes: list[Change]) -> Candidate:
    choices: list[Any] = list(trace.choices)
    for start, end, content in sorted(changes, reverse=True, key=_place_of):
        choices[start:end] = content
    return choices


def _place_of(change: Change) -> tuple[int, int]:
    return change.start, change.end
