"""Minimality: whether anything can be taken out of a result by itself, checked one by one."""

from __future__ import annotations

from collections.abc import Iterator
from typing import Any

from bench.reduction.fresh.replays import Fails, Made, replay
from shortlex.core.order import simpler
from shortlex.core.trace import Trace

KINDS = ("element", "letter", "span")


def violations(strategy: Any, fails: Fails, made: Made) -> list[str]:
    """The kinds of parts of which one can be deleted, so that a simpler failing case is left."""
    found = set()
    for kind, choices in deletions(made.trace):
        if kind in found:
            continue
        other = replay(strategy, fails, choices, made.trace.size)
        if other is not None and other.fails and simpler(other.trace, made.trace):
            found.add(kind)
    return sorted(found)


def deletions(trace: Trace) -> Iterator[tuple[str, list[Any]]]:
    """The choices without each element, each letter and each other span."""
    choices: list[Any] = list(trace.choices)
    for span in trace.spans:
        if 0 < span.length < len(choices):
            kind = "element" if span.is_element else "span"
            yield kind, choices[: span.start] + choices[span.end :]
    for place, choice in enumerate(choices):
        if isinstance(choice, (str, bytes)):
            for letter in range(len(choice)):
                shorter: Any = choice[:letter] + choice[letter + 1 :]  # type: ignore[operator]  # alike
                if trace.domains[place].contains(shorter):
                    yield "letter", [*choices[:place], shorter, *choices[place + 1 :]]
