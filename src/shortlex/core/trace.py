"""Trace: the immutable record of one execution: its choices, its spans, and its outcome.

``Ending`` is the outcome alone. ``Foreseen`` ends a case before its body, because its ending is
known: it is a duplicate of an earlier case, a candidate that is not simpler or was refused before,
or only its arguments are wanted.
"""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from enum import IntEnum
from typing import Any, Final, NamedTuple, NoReturn

from shortlex.core.domain import Choice, Domain
from shortlex.core.shown import shown
from shortlex.errors import StopCase


class Outcome(IntEnum):
    """Ordered: neither a mutation nor a reduction accepts a lower outcome."""

    OVERRUN = 0
    """It asked for more choices than it was allowed."""
    INVALID = 1
    """An assumption of the test did not hold."""
    VALID = 2
    """It ran to its end."""
    INTERESTING = 3
    """It failed, or was marked interesting."""


class Span(NamedTuple):
    """The choices from ``start`` up to, but not including, ``end``, made for one purpose."""

    label: str
    start: int
    end: int
    parent: int
    """The position of the enclosing span in the trace's spans; -1 at the top."""
    depth: int
    is_discarded: bool
    """Whether the value made here was thrown away, so that its choices may go too."""
    is_element: bool
    """Whether it is one turn of a repetition: without it, the rest still makes sense."""

    @property
    def length(self) -> int:
        return self.end - self.start


STEP: Final = "step"
"""The label of a step of a state machine. The reducer makes sure that none can be left out."""

RawSpan = list[Any]
"""[label, start, end, parent, is_discarded, is_element] as the running case keeps it. The label may
be something that has one, such as a strategy: most spans are never looked at."""


def label_of(span: RawSpan) -> str:
    """The label of a span."""
    label = span[0]
    return label if type(label) is str else str(getattr(label, "label", label))


class Trace:
    """What a case chose, from which domains, and how it ended."""

    __slots__ = (
        "_raw_spans",
        "_spans",
        "alternatives",
        "choices",
        "cost",
        "domains",
        "error",
        "events",
        "is_drawn_first",
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
        is_drawn_first: bool = False,
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
        """Values of choices between alternatives, by position, if they fit a choice themselves."""
        self.was_run: Final = was_run
        """Whether the body ran; false if its ending was foreseen."""
        self.is_drawn_first: Final = is_drawn_first
        """Whether everything was drawn before the body began."""

    @property
    def spans(self) -> tuple[Span, ...]:
        """The spans in the order in which they were opened: parents before children."""
        # Built on demand: most traces are refused candidates whose spans nobody looks at.
        if self._spans is None:
            spans: list[Span] = []
            for raw in self._raw_spans:
                _, start, end, parent, is_discarded, is_element = raw
                depth = 0 if parent == -1 else spans[parent].depth + 1
                label = label_of(raw)
                spans.append(Span(label, start, end, parent, depth, is_discarded, is_element))
            self._spans = tuple(spans)
            self._raw_spans = ()  # large, and not needed again
        return self._spans

    @property
    def refused_at(self) -> int:
        """A refused value begins before this position; -1 if none was refused.

        If no choices are given from there on, other values may be tried in its place.
        """
        if self.outcome is Outcome.INVALID:
            return len(self)
        # An element begins with the choice to continue, which is not drawn again.
        if self._spans is None:
            starts = [start for _, start, _, _, is_over, _ in self._raw_spans if is_over]
        else:
            starts = [span.start for span in self._spans if span.is_discarded]
        return max(starts, default=-2) + 1

    @property
    def is_interesting(self) -> bool:
        return self.outcome is Outcome.INTERESTING

    def __len__(self) -> int:
        return len(self.choices)

    def __repr__(self) -> str:
        return f"<Trace {self.outcome.name.lower()} size={self.size} {shown(list(self.choices))}>"


class Ending(NamedTuple):
    """How a case ended, without its choices."""

    outcome: Outcome
    origin: object = None
    error: BaseException | None = None
    reason: object = ""


PASSED = Ending(Outcome.VALID)

REJECTED = Ending(Outcome.INVALID)

OVERRUN = Ending(Outcome.OVERRUN)

DRAWN = Ending(Outcome.INVALID, reason="only its arguments were wanted")

DUPLICATE = Ending(Outcome.INVALID, reason="its choices are those of an earlier case")


def ending_in(trace: Trace) -> Ending:
    """How the case of a trace ended."""
    return Ending(trace.outcome, trace.origin, trace.error, trace.reason)


class Foreseen(StopCase):
    """The body need not be run: this is how it would end."""

    # Not set in __init__, which would cost a call: in a small space, most cases are duplicates.
    @property
    def ending(self) -> Ending:
        """How the case would end."""
        ending: Ending = self.args[0]
        return ending


def end_before_body(values: Sequence[object] = ()) -> NoReturn:
    """For ``on_arguments`` of a case of which only the arguments are wanted."""
    raise Foreseen(DRAWN)
