"""Trace: the immutable record of one execution."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from typing import Final

from shortlex.core.domain import Choice, Domain
from shortlex.core.outcome import Outcome
from shortlex.core.span import Span

RawSpan = list[object]
"""[label, start, end, parent, is_discarded, is_element] as the running case keeps it."""


class Trace:
    """What a case chose, from which domains, and what came of it."""

    __slots__ = (
        "_raw_spans",
        "_spans",
        "alternatives",
        "choices",
        "cost",
        "domains",
        "error",
        "events",
        "notes",
        "origin",
        "outcome",
        "output",
        "reason",
        "size",
        "targets",
        "was_run",
    )

    def __init__(
        self,
        *,
        choices: Sequence[Choice],
        domains: Sequence[Domain],
        raw_spans: Sequence[RawSpan],
        outcome: Outcome,
        size: int,
        cost: int = 0,
        origin: object = None,
        error: BaseException | None = None,
        reason: object = "",
        notes: Sequence[str] = (),
        events: Mapping[str, object] | None = None,
        targets: Mapping[str, float] | None = None,
        output: str = "",
        was_run: bool = True,
        alternatives: Mapping[int, Choice] | None = None,
    ) -> None:
        self.choices: Final = tuple(choices)
        self.domains: Final = tuple(domains)
        self._raw_spans = raw_spans
        self._spans: tuple[Span, ...] | None = None
        self.outcome: Final = outcome
        self.size: Final = size
        self.cost: Final = cost
        self.origin: Final = origin
        self.error: Final = error
        self.reason: Final = reason
        self.notes: Final = tuple(notes)
        self.events: Final[Mapping[str, object]] = dict(events) if events else {}
        self.targets: Final[Mapping[str, float]] = dict(targets) if targets else {}
        self.output: Final = output
        self.alternatives: Final[Mapping[int, Choice]] = alternatives or {}
        """By the place of a choice between alternatives, its value, if that could be a choice."""
        self.was_run: Final = was_run
        """Whether the body was run, rather than its ending foreseen."""

    @property
    def spans(self) -> tuple[Span, ...]:
        """In order of opening: a parent stands before its children."""
        # Made on demand: most traces are refused candidates that nobody looks into.
        if self._spans is None:
            spans: list[Span] = []
            for label, start, end, parent, is_discarded, is_element in self._raw_spans:
                depth = 0 if parent == -1 else spans[parent].depth + 1  # type: ignore[call-overload]  # raw
                spans.append(Span(label, start, end, parent, depth, is_discarded, is_element))  # type: ignore[arg-type]  # raw
            self._spans = tuple(spans)
            self._raw_spans = ()  # large, and not needed again
        return self._spans

    @property
    def is_interesting(self) -> bool:
        return self.outcome is Outcome.INTERESTING

    def __len__(self) -> int:
        return len(self.choices)

    def __repr__(self) -> str:
        return f"<Trace {self.outcome.name.lower()} size={self.size} {list(self.choices)!r}>"
