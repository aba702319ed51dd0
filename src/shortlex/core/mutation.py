"""Mutation: the choices of a new case, made from those of one or two that were run before.

A mutant shares most of its choices with a case that met the assumptions of a test, so it often
meets them, too. One choice is changed, a part is copied over another one of the same label, in the
same case or from another one, or an element is removed or repeated. What no longer fits is
replaced when the mutant is run.
"""

from __future__ import annotations

from collections.abc import Callable
from random import Random
from typing import Any

from shortlex.core.domain import Choice
from shortlex.core.echo import varied
from shortlex.core.trace import Span, Trace

MAX_POOL = 40
"""How many valid cases mutants are made of."""

MAX_CHANGES = 3
"""At most this many choices are changed at once."""

MAX_TRIES = 5
"""How often a pair of parts is picked that may turn out to be one part."""


class Pool:
    """Valid cases, of which mutants are made. A case that taught something may enter it."""

    def __init__(self) -> None:
        self._traces: list[Trace] = []

    def __len__(self) -> int:
        return len(self._traces)

    def add(self, trace: Trace, random: Random) -> None:
        """Add a case; if there are many, it replaces another one."""
        if len(self._traces) < MAX_POOL:
            self._traces.append(trace)
        else:
            self._traces[int(random.random() * MAX_POOL)] = trace

    def pick(self, random: Random) -> Trace:
        """Any of them."""
        return self._traces[int(random.random() * len(self._traces))]


def mutant(one: Trace, other: Trace, random: Random, scale: float = 1.0) -> list[Choice]:
    """Choices like those of ``one``, perhaps with a part of ``other``."""
    if not one.choices:
        return []
    way = _WAYS[int(random.random() * len(_WAYS))]
    return way(one, other, random, scale) or _change(one, other, random, scale) or []


def _change(one: Trace, other: Trace, random: Random, scale: float) -> list[Choice] | None:
    """Change one choice, rarely a few."""
    choices = list(one.choices)
    changes = 1 + (random.random() < 0.2) * int(random.random() * MAX_CHANGES)
    for _ in range(changes):
        place = int(random.random() * len(choices))
        domain = one.domains[place]
        value: Any = None
        turn = random.random()
        kind = domain.kind
        if turn < 0.8 and (kind == "string" or kind == "bytes") and choices[place]:
            value = _edited(choices[place], random)
        elif turn < 0.4:
            value = varied(choices[place], domain, choices, random)
        elif turn < 0.55:
            # The value of another choice, so that equal values meet.
            value = choices[int(random.random() * len(choices))]
        elif turn < 0.65:
            edges = domain.edges()
            value = edges[int(random.random() * len(edges))]
        if value is None or not domain.contains(value):
            value = domain.sample(random, scale)
        choices[place] = value
    return choices


def _edited(text: Any, random: Random) -> Any:
    """A text or byte string with a small change, made of its own characters."""
    size = len(text)
    i, k = sorted(int(random.random() * (size + 1)) for _ in range(2))
    j = int(random.random() * (size + 1))
    way = int(random.random() * 5.0)
    if way == 0:  # one character over another
        i, k = min(i, size - 1), min(k, size - 1)
        return text[:i] + text[k : k + 1] + text[i + 1 :]
    if way == 1:  # two characters exchanged
        i, k = min(i, size - 1), min(k, size - 1)
        if i < k:
            return text[:i] + text[k : k + 1] + text[i + 1 : k] + text[i : i + 1] + text[k + 1 :]
        return text
    if way == 2:  # a part moved
        rest, part = text[:i] + text[k:], text[i:k]
        return rest[:j] + part + rest[j:]
    if way == 3:  # a part repeated
        return text[:k] + text[i:k] + text[k:]
    return text[:i] + text[k:]  # a part left out


def _shift(one: Trace, other: Trace, random: Random, scale: float) -> list[Choice] | None:
    """Move an amount from one number to another, so that their sum stays."""
    numbers = [i for i, choice in enumerate(one.choices) if type(choice) in (int, float)]
    if len(numbers) < 2:
        return None
    choices: list[Any] = list(one.choices)
    i, k = (numbers[int(random.random() * len(numbers))] for _ in range(2))
    amount = 1 + int(random.random() ** 3 * 20.0)
    choices[i], choices[k] = choices[i] + amount, choices[k] - amount
    fits = all(one.domains[place].contains(choices[place]) for place in (i, k))
    return choices if fits and i != k else None


def _swap(one: Trace, other: Trace, random: Random, scale: float) -> list[Choice] | None:
    """Exchange two choices."""
    choices = list(one.choices)
    i, k = (int(random.random() * len(choices)) for _ in range(2))
    if not (one.domains[i].contains(choices[k]) and one.domains[k].contains(choices[i])):
        return None
    choices[i], choices[k] = choices[k], choices[i]
    return choices


def _clone(one: Trace, other: Trace, random: Random, scale: float) -> list[Choice] | None:
    """Copy one span over another of the same label."""
    return _graft(one, one, random)


def _splice(one: Trace, other: Trace, random: Random, scale: float) -> list[Choice] | None:
    """Copy a span of another case over one of the same label."""
    return _graft(one, other, random)


def _graft(one: Trace, other: Trace, random: Random) -> list[Choice] | None:
    sources = _by_label(other)
    targets = {label: spans for label, spans in _by_label(one).items() if label in sources}
    if not targets:
        return None
    # First a label, for most spans are small and have the same one.
    label = list(targets)[int(random.random() * len(targets))]
    for _ in range(MAX_TRIES):
        target = targets[label][int(random.random() * len(targets[label]))]
        source = sources[label][int(random.random() * len(sources[label]))]
        if one is not other or target != source:
            part = other.choices[source.start : source.end]
            return [*one.choices[: target.start], *part, *one.choices[target.end :]]
    return None


def _by_label(trace: Trace) -> dict[str, list[Span]]:
    found: dict[str, list[Span]] = {}
    for span in trace.spans:
        if span.length and not span.is_discarded:
            found.setdefault(span.label, []).append(span)
    return found


def _remove(one: Trace, other: Trace, random: Random, scale: float) -> list[Choice] | None:
    """Leave out an element."""
    span = _an_element(one, random)
    return None if span is None else [*one.choices[: span.start], *one.choices[span.end :]]


def _repeat(one: Trace, other: Trace, random: Random, scale: float) -> list[Choice] | None:
    """Repeat an element where it is."""
    span = _an_element(one, random)
    return None if span is None else [*one.choices[: span.end], *one.choices[span.start :]]


def _extend(one: Trace, other: Trace, random: Random, scale: float) -> list[Choice] | None:
    """Add an element where a collection ends."""
    ends = [i for i, choice in enumerate(one.choices) if choice is False]
    if not ends:
        return None
    place = ends[int(random.random() * len(ends))]
    span = _an_element(one, random)
    part = () if span is None else one.choices[span.start + 1 : span.end]
    return [*one.choices[:place], True, *part, *one.choices[place:]]


def _an_element(trace: Trace, random: Random) -> Span | None:
    elements = [span for span in trace.spans if span.is_element and span.length]
    return elements[int(random.random() * len(elements))] if elements else None


_Way = Callable[[Trace, Trace, Random, float], list[Choice] | None]

# How often each way is tried, in twentieths.
_WAYS: tuple[_Way, ...] = (_change,) * 7 + (_clone,) * 3 + (_splice,) * 3
_WAYS += (_swap, _shift, _shift, _remove, _repeat, _extend, _extend)
