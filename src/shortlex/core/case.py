"""Case: the live handle that a test function draws from, at two speeds.

``RandomCase`` is light: it samples, appends the value to one list, and that is all.
``RecordedCase`` takes its choices from any source and records domains and spans too.
A test function cannot tell them apart: the same choices give the same values in both.
"""

from __future__ import annotations

from abc import ABC, abstractmethod
from collections.abc import Callable, Hashable, Iterator
from itertools import count
from marshal import dumps
from random import Random
from typing import Any, NoReturn, Protocol

from shortlex.core.boolean import Boolean
from shortlex.core.domain import Choice, Domain
from shortlex.core.outcome import Outcome
from shortlex.core.sizes import Sizes
from shortlex.core.source import Source
from shortlex.core.trace import RawSpan, Trace
from shortlex.errors import InvalidArgument, InvalidState, Interesting, Overrun, Rejected, StopCase

MORE = Boolean(0.85)
"""The choice to go on with a collection. Its probability only serves sources that sample it."""

MUST = Boolean(1.0)
"""The choice to go on where there is no choice: it keeps every element the same shape, so that
any of them can be deleted, and not only those above the least size."""

TRIES = 100
"""How often a refused draw is tried again before the whole case is given up."""

ECHO_SHARE = 0.3
"""How often a case that repeats itself does so."""

CASE_IS_OVER = (
    "This case is over, so nothing can be drawn from it any more. Draw inside the test function, "
    "and do not keep `data` or `draw` for later."
)


class Drawable(Protocol):
    """What ``Case.draw`` takes: in practice a strategy."""

    @property
    def label(self) -> str: ...

    def do_draw(self, case: Any, /) -> Any: ...


class Duplicate(StopCase):
    """The choices so far are those of a case that was run before."""


def check_drawable(strategy: object) -> None:
    if not hasattr(strategy, "do_draw"):
        hint = ""
        if isinstance(strategy, (list, tuple, range)):
            hint = f" To choose one of its elements, draw from sampled_from({strategy!r})."
        raise InvalidArgument(f"Cannot draw from {strategy!r}: it is not a strategy.{hint}")


def key_of(choices: list[Choice]) -> int:
    """A hash that tells -0.0 from 0.0 and True from 1, and knows nan."""
    return hash(dumps(choices, 2))


class Case(ABC):
    """What is common to both speeds. Fields that most cases never set live on the class."""

    is_recorded = False
    is_over = False
    is_marked = False
    """Something besides choices was left on it: only a case that is not marked is used again."""
    keeps_notes = False
    """Whether anybody will read notes: they are not even formatted otherwise."""
    call_text = ""
    """The call of the test as code, where notes are kept."""
    cost = 0
    output = ""
    notes: list[str] | None = None
    events: dict[str, object] | None = None
    targets: dict[str, float] | None = None
    memo: dict[Hashable, Any] | None = None
    """Values that strategies keep for the length of the case, by key."""

    explored: set[int] | None = None
    """Keys of the cases run before; a case that equals one of them stops before its body."""
    key = 0
    drawn = -1
    """How many choices were made when the arguments were there, and the key of those."""

    choices: list[Choice]

    @abstractmethod
    def choose(self, domain: Domain) -> Any:
        """Make one choice."""

    @abstractmethod
    def draw(self, strategy: Drawable, label: str | None = None) -> Any:
        """Make one value."""

    @abstractmethod
    def start_span(self, label: str) -> None:
        """Begin a labelled region."""

    @abstractmethod
    def stop_span(self, *, discard: bool = False) -> None:
        """End the region begun last; ``discard`` if what it made was thrown away."""

    @abstractmethod
    def repeat(self, sizes: Sizes, label: str) -> Iterator[Repeat]:
        """Turn after turn, one for each element of a collection."""

    @abstractmethod
    def checkpoint(self) -> Any:
        """A mark to which ``retry`` goes back."""

    @abstractmethod
    def retry(self, checkpoint: Any, attempt: int) -> bool:
        """Forget all drawn since the checkpoint and say True, if it may be drawn again."""

    def arguments_drawn(self) -> None:
        """All that the body gets is there. A case that was run before ends here."""
        if self.explored is not None:
            self.drawn = len(self.choices)
            self.key = key = hash(dumps(self.choices, 2))  # key_of, without a call
            if key in self.explored:
                raise Duplicate

    def reject(self, reason: object = "") -> NoReturn:
        """The case is invalid: end it."""
        raise Rejected(reason)

    def mark_interesting(self, origin: object = None) -> NoReturn:
        """The case is what is looked for: end it. ``origin`` tells several kinds apart."""
        raise Interesting(origin)

    def incur_cost(self, cost: int) -> None:
        """Make this case worse than any that costs less, however small."""
        self.is_marked = True
        self.cost += cost

    def write(self, text: str) -> None:
        """Add to the output, which the output order compares first."""
        self.is_marked = True
        self.output += text

    def note(self, text: str) -> None:
        """Say something in the report, should this case be the one reported."""
        self.is_marked = True
        if self.notes is None:
            self.notes = []
        self.notes.append(text)

    def note_value(self, name: str, value: object) -> None:
        """Say a drawn value in the report."""
        self.note(f"{name}: {self.format_value(value)}")

    format_value: Callable[[object], str] = staticmethod(repr)
    """How values are written in notes; the report puts its own writer here."""

    def record_call(
        self, value: object, target: object, args: tuple[Any, ...], kwargs: dict[str, Any]
    ) -> None:
        """Say that ``value`` came from a call, for reports of values without a usable repr."""

    def remembered(self) -> dict[Hashable, Any]:
        """The values kept for the length of the case."""
        if self.memo is None:
            self.is_marked = True
            self.memo = {}
        return self.memo


class RandomCase(Case):
    """A random case that keeps its values and nothing else.

    One class for all of them: the interpreter is twice as fast where it meets one type only.
    """

    heard: dict[Domain, list[Choice]] | None = None
    """In a case that repeats itself, what was chosen before from each domain."""

    def __init__(self, random: Random, scale: float, limit: int) -> None:
        self.choices = []
        self.random = random
        self.scale = scale
        self.limit = limit
        # Said again for each instance: reading them from the class is slower, and this object
        # is used for many cases.
        self.heard = None
        self.is_recorded = self.keeps_notes = self.is_marked = False
        self.drawn, self.key = -1, 0

    def choose(self, domain: Domain) -> Any:
        if self.heard is None:
            choice = domain.sample(self.random, self.scale)
        else:
            choice = self._echo(domain, self.heard)
        choices = self.choices
        choices.append(choice)
        if len(choices) > self.limit:
            raise Overrun
        return choice

    def _echo(self, domain: Domain, heard: dict[Domain, list[Choice]]) -> Choice:
        """A value that was chosen before, or a new one: so equal values meet often."""
        before = heard.get(domain)
        if before is None:
            before = heard[domain] = []
        elif (r := self.random.random()) < ECHO_SHARE:
            return before[int(r * (len(before) / ECHO_SHARE))]
        choice: Choice = domain.sample(self.random, self.scale)
        before.append(choice)
        return choice

    def draw(self, strategy: Drawable, label: str | None = None) -> Any:
        try:
            return strategy.do_draw(self)
        except AttributeError:
            check_drawable(strategy)
            raise

    def start_span(self, label: str) -> None:
        """Spans matter only where they are recorded."""

    def stop_span(self, *, discard: bool = False) -> None:
        """Spans matter only where they are recorded."""

    def repeat(self, sizes: Sizes, label: str) -> Iterator[Repeat]:
        """As often as a random length says; records what a replay will ask for."""
        choices = self.choices
        wanted = sizes.sample(self.random, self.scale)
        is_fixed = not sizes.spread
        step = Repeat()
        done = tries = 0
        while done < wanted:
            mark = len(choices)
            if not is_fixed:
                choices.append(True)
            yield step
            if step.is_rejected:
                # Nothing of a refused element stays: the record reads as if it had been lucky.
                step.is_rejected = False
                del choices[mark:]
                tries += 1
                if tries > TRIES:
                    if done < sizes.minimum:
                        self.reject(f"{label}: too few different elements")
                    break
            else:
                done += 1
                if mark > self.limit:
                    raise Overrun
        if done < sizes.maximum and not is_fixed:
            choices.append(False)

    def checkpoint(self) -> Any:
        memo = self.memo
        return len(self.choices) if memo is None else (len(self.choices), dict(memo))

    def retry(self, checkpoint: Any, attempt: int) -> bool:
        if type(checkpoint) is int:
            del self.choices[checkpoint:]
            self.memo = None
        else:
            del self.choices[checkpoint[0] :]
            self.memo = checkpoint[1]
        return attempt < TRIES


    def finish(self) -> None:
        """Whoever keeps the case and draws from it later is told so."""
        self.choices = _FINISHED


class _Finished(list[Choice]):
    def append(self, choice: Choice) -> None:
        raise InvalidState(CASE_IS_OVER)


_FINISHED = _Finished()


class Repeat:
    """One turn of a repetition; the element drawn in it can be taken back."""

    __slots__ = ("is_rejected",)

    def __init__(self) -> None:
        self.is_rejected = False

    def reject(self) -> None:
        self.is_rejected = True


class RecordedCase(Case):
    """A case that records everything, with choices from any source."""

    is_recorded = True

    def __init__(self, source: Source, limit: int | None = None) -> None:
        self.source = source
        self.choices = []
        self.domains: list[Domain] = []
        self.size = 0
        self.limit = 1 << 62 if limit is None else limit
        self._spans: list[RawSpan] = []
        self._open: list[int] = [-1]
        self.calls: dict[int, tuple[Any, ...]] = {}
        """By identity, what was made by which call: (value, target, args, kwargs)."""

    def choose(self, domain: Domain) -> Any:
        if self.is_over:
            raise InvalidState(CASE_IS_OVER)
        if self.size >= self.limit:
            raise Overrun
        choice = self.source.take(domain)
        self.choices.append(choice)
        self.domains.append(domain)
        self.size += domain.size_of(choice)
        if self.size > self.limit:
            raise Overrun
        return choice

    def draw(self, strategy: Drawable, label: str | None = None) -> Any:
        check_drawable(strategy)
        # A span is closed by hand: if a draw ends the case, `trace` closes all that are open.
        self._start_span(strategy.label if label is None else label, len(self.choices))
        value = strategy.do_draw(self)
        self.stop_span()
        return value

    def start_span(self, label: str) -> None:
        self._start_span(label, len(self.choices))

    def _start_span(self, label: str, start: int, *, is_element: bool = False) -> None:
        self._open.append(len(self._spans))
        self._spans.append([label, start, start, self._open[-2], False, is_element])

    def stop_span(self, *, discard: bool = False) -> None:
        if len(self._open) == 1:
            raise InvalidState("stop_span() without a span begun: call start_span() first")
        span = self._spans[self._open.pop()]
        span[2] = len(self.choices)
        span[4] = discard

    def repeat(self, sizes: Sizes, label: str) -> Iterator[Repeat]:
        """Go on while the choices say so; each element is one span with the choice before it."""
        step = Repeat()
        done = rejections = 0
        while done < sizes.maximum:
            start = len(self.choices)
            if sizes.spread and not self.choose(MUST if done < sizes.minimum else MORE):
                return
            self._start_span(label, start, is_element=bool(sizes.spread))
            for attempt in count(1):
                checkpoint = self.checkpoint()
                yield step
                # A refused element that was only filled in may be filled in differently.
                if not step.is_rejected or not self.retry(checkpoint, attempt):
                    break
                step.is_rejected = False
            self.stop_span(discard=step.is_rejected)
            if not step.is_rejected:
                done += 1
                continue
            step.is_rejected = False
            rejections += 1
            if not sizes.spread or rejections > 3 + 2 * done:
                if done < sizes.minimum:
                    self.reject(f"{label}: too few different elements")
                return

    def checkpoint(self) -> Any:
        return (
            len(self.choices),
            len(self._spans),
            len(self._open),
            self.size,
            self.source.position(),
            None if self.memo is None else dict(self.memo),
        )

    def retry(self, checkpoint: Any, attempt: int) -> bool:
        choices, spans, depth, size, position, memo = checkpoint
        if attempt >= TRIES or not self.source.retry(position, attempt):
            return False
        del self.choices[choices:], self.domains[choices:]
        del self._spans[spans:], self._open[depth:]
        self.size = size
        self.memo = memo
        return True

    def record_call(
        self, value: object, target: object, args: tuple[Any, ...], kwargs: dict[str, Any]
    ) -> None:
        if self.keeps_notes:
            # The value is kept too: its identity means nothing once it is gone.
            self.calls[id(value)] = (value, target, args, kwargs)

    def trace(self, outcome: Outcome, **details: Any) -> Trace:
        """The record, once the case is over."""
        self.is_over = True
        for position in self._open[1:]:
            self._spans[position][2] = len(self.choices)
        return Trace(
            choices=self.choices,
            domains=self.domains,
            raw_spans=self._spans,
            outcome=outcome,
            size=self.size,
            cost=self.cost,
            notes=self.notes or (),
            events=self.events,
            targets=self.targets,
            output=self.output,
            **details,
        )
