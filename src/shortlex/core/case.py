"""Case: the live handle that a test function draws from, at two speeds.

``RandomCase`` is light: it samples, appends the value to one list, and that is all.
``RecordedCase`` takes its choices from any source and records domains and spans too.
A test function cannot tell them apart: the same choices give the same values in both.

Size: both speeds keep one contract, and are checked against each other side by side.
"""

from __future__ import annotations

from abc import ABC, abstractmethod
from collections.abc import Callable, Iterator, Mapping, Sequence
from marshal import dumps
from random import Random
from typing import Any, NoReturn

from shortlex.core.domain import Choice, Domain
from shortlex.core.drawable import Drawable, check_drawable
from shortlex.core.duplicate import Duplicate, key_of
from shortlex.core.outcome import Outcome
from shortlex.core.remarks import Remarks
from shortlex.core.repetition import MORE, MUST, Repeat
from shortlex.core.sizes import Sizes
from shortlex.core.source import TRIES, Source
from shortlex.core.trace import RawSpan, Trace
from shortlex.errors import Interesting, InvalidState, Overrun, Rejected, StopCase

__all__ = [
    "MORE",
    "MUST",
    "Case",
    "Drawable",
    "Duplicate",
    "RandomCase",
    "RecordedCase",
    "Repeat",
    "key_of",
]

ECHO_SHARE = 0.4
"""How often a case that repeats itself does so."""

CHOICE_TYPES = (int, float, str, bytes)

CHOICES_PER_LOOK = 16
"""A case that is timed looks at the clock once in so many choices."""

CASE_IS_OVER = (
    "This case is over, so nothing can be drawn from it any more. Draw inside the test function, "
    "and do not keep `data` or `draw` for later."
)


class Case(Remarks, ABC):
    """What is common to both speeds."""

    is_recorded = False

    explored: set[int] | None = None
    """Keys of the cases run before; a case that equals one of them stops before its body."""
    key = 0
    drawn = -1
    """How many choices were made when the arguments were there, and the key of those."""
    stopped_by: StopCase | None = None
    """Why the case cannot go on. It counts even if the test catches it or raises something else."""

    choices: list[Choice]

    @property
    @abstractmethod
    def is_open(self) -> bool:
        """Whether something can still be drawn."""

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
        """Forget all drawn since the checkpoint and say True, if it may be drawn again.

        ``attempt`` counts the refusals so far. A light case forgets the last one, too.
        """

    @abstractmethod
    def record_call(
        self, value: object, target: object, args: tuple[Any, ...], kwargs: dict[str, Any]
    ) -> None:
        """Say that ``value`` came from a call, for reports of values without a usable repr."""

    def record_alternative(self, place: int, value: object) -> None:
        """Say what came of the choice between alternatives that was made at a place."""

    def record_since(self, known: int) -> tuple[Any, ...]:
        """As plain data, what happened to the case since it had so many choices."""
        return self.choices[known:], self.get_remarks()

    def adopt(self, known: int, record: tuple[Any, ...]) -> None:
        """Take over what the same case recorded in another process."""
        self.choices[known:] = record[0]
        self.set_remarks(record[1])

    def arguments_wanted(self) -> None:
        """What is drawn from here on is for the body, which has not begun."""

    def arguments_drawn(self, values: Sequence[object] = ()) -> None:
        """All that the body gets is there. A case whose ending is known ends here."""
        if self.explored is not None:
            self.drawn = len(self.choices)
            self.key = key = hash(dumps(self.choices, 2))  # key_of, without a call
            if key in self.explored:
                raise Duplicate
        elif self.stopped_by is not None:
            raise self.stopped_by  # which a strategy has caught

    def stop(self, ending: StopCase) -> NoReturn:
        """End the case, whatever the test makes of the exception that is raised."""
        self.stopped_by = ending
        # So a light case that returns all the same is looked at more closely.
        self.explored, self.drawn = None, -1
        raise ending

    def reject(self, reason: object = "") -> NoReturn:
        """The case is invalid: end it."""
        self.stop(Rejected(reason))

    def mark_interesting(self, origin: object = None) -> NoReturn:
        """The case is what is looked for: end it. ``origin`` tells several kinds apart."""
        raise Interesting(origin)


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

    @property
    def is_open(self) -> bool:
        return self.choices is not _FINISHED

    def choose(self, domain: Domain) -> Any:
        if self.heard is None or domain.count == 2:
            # Two values repeat themselves.
            choice = domain.sample(self.random, self.scale)
        else:
            choice = self._echo(domain, self.heard)
        choices = self.choices
        choices.append(choice)
        if len(choices) > self.limit:
            self.stop(Overrun())
        return choice

    def _echo(self, domain: Domain, heard: dict[Domain, list[Choice]]) -> Choice:
        """A value that was chosen before, or a new one: so equal values meet often."""
        before = heard.get(domain)
        if before is None:
            before = heard[domain] = []
        elif (r := self.random.random()) < ECHO_SHARE:
            return before[int(r / ECHO_SHARE * len(before))]
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
        remarks = None
        done = stuck = tries = 0
        while done < wanted:
            mark = len(choices)
            if self.is_marked:
                remarks = self.save_remarks()
            if not is_fixed:
                choices.append(True)
            yield step
            if step.is_rejected:
                # Nothing of a refused element stays: the record reads as if it had been lucky.
                step.is_rejected = False
                del choices[mark:]
                if self.is_marked:
                    self.restore_remarks(remarks)
                # Each element has all tries to itself; that an element was found is noticed only
                # here, where it costs nothing to those that are never refused.
                stuck, tries = done, tries + 1 if stuck == done else 1
                if tries == TRIES:
                    if done < sizes.minimum:
                        self.reject(f"{label}: too few different elements")
                    break
            else:
                done += 1
                if mark > self.limit:
                    self.stop(Overrun())
        if done < sizes.maximum and not is_fixed:
            choices.append(False)

    def checkpoint(self) -> Any:
        # Most cases say nothing, and then a number is enough.
        return (len(self.choices), self.save_remarks()) if self.is_marked else len(self.choices)

    def retry(self, checkpoint: Any, attempt: int) -> bool:
        if self.is_marked:
            choices, remarks = (checkpoint, None) if type(checkpoint) is int else checkpoint
            del self.choices[choices:]
            self.restore_remarks(remarks)
        else:
            del self.choices[checkpoint:]
        return attempt < TRIES

    def record_call(
        self, value: object, target: object, args: tuple[Any, ...], kwargs: dict[str, Any]
    ) -> None:
        """Calls matter only where notes are read: in a recorded case."""

    def finish(self) -> None:
        """Whoever keeps the case and draws from it later is told so."""
        self.choices = _FINISHED


class _Finished(list[Choice]):
    """The choices of every case that is over: none can be added."""

    def append(self, choice: Choice) -> None:
        raise InvalidState(CASE_IS_OVER)


_FINISHED = _Finished()


class RecordedCase(Case):
    """A case that records everything, with choices from any source."""

    is_recorded = True

    on_arguments: Callable[[Sequence[object]], None] | None = None
    """Looks at the arguments before the body does, and may end the case."""

    _most: int
    _check_time: Callable[[], None] | None = None

    def __init__(self, source: Source, limit: int | None = None) -> None:
        self.source = source
        self.choices = []
        self.domains: list[Domain] = []
        self.size = 0
        self.limit = self._most = 1 << 62 if limit is None else limit
        self._spans: list[RawSpan] = []
        self._open: list[int] = [-1]
        self.is_over = self.is_marked = False
        self.has_begun = True
        """Whether the body has been reached, if the test has one apart from its arguments."""
        self.alternatives: dict[int, Choice] = {}
        """By the place of a choice between alternatives, its value, if that could be a choice."""
        self.calls: dict[int, tuple[Any, ...]] = {}
        """By identity, what was made by which call: (value, target, args, kwargs)."""
        self.values: dict[int, tuple[Any, Drawable]] = {}
        """By the number of its span, what a draw gave and who made it, where notes are kept."""
        self.parts: dict[int, int | None] = {}
        """By the number of its span, each part that the report writes, with the part around it."""
        self.comments: Mapping[int, Any] = {}
        """By the number of its span, what was found out about a part, for the report to say."""

    @property
    def is_open(self) -> bool:
        return not self.is_over

    def choose(self, domain: Domain) -> Any:
        if self.is_over:
            raise InvalidState(CASE_IS_OVER)
        try:
            choice = self.source.take(domain)
        except StopCase as ending:
            self.stop(ending)
        self.choices.append(choice)
        self.domains.append(domain)
        self.size += domain.size_of(choice)
        if self.size > self.limit:
            self._reach_limit()
        return choice

    def keep_time(self, check_time: Callable[[], None]) -> None:
        """Call ``check_time`` every few choices; what it raises ends the case."""
        # By a limit that is moved on: where nobody looks at the clock it costs nothing.
        self._check_time = check_time
        self.limit = min(self._most, CHOICES_PER_LOOK)

    def _reach_limit(self) -> None:
        if self.size > self._most or self._check_time is None:
            self.stop(Overrun())
        try:
            self._check_time()
        except StopCase as ending:
            self.stop(ending)
        self.limit = min(self._most, self.size + CHOICES_PER_LOOK)

    def draw(self, strategy: Drawable, label: str | None = None) -> Any:
        check_drawable(strategy)
        depth, number = len(self._open), len(self._spans)
        self._start_span(strategy.label if label is None else label, len(self.choices))
        try:
            value = strategy.do_draw(self)
        finally:
            # Also where the draw failed: the caller may catch that and draw something else.
            self._close_spans(depth)
        if self.keeps_notes:
            self.values[number] = (value, strategy)
        return value

    def draws_within(self, number: int) -> list[int]:
        """The numbers of the draws that a span is made of; -1 stands for the whole case.

        What was thrown away is left out, and so is what belongs to one of those draws.
        """
        within, found = {number}, []
        for i in range(number + 1, len(self._spans)):
            _, _, _, parent, is_discarded, _ = self._spans[i]
            if parent < number:  # type: ignore[operator]  # raw
                break
            if parent in within and not is_discarded:
                if i in self.values:
                    found.append(i)
                else:
                    within.add(i)
        return found

    def start_span(self, label: str) -> None:
        self._start_span(label, len(self.choices))

    def _start_span(self, label: str, start: int, *, is_element: bool = False) -> None:
        if self.is_over:
            raise InvalidState(CASE_IS_OVER)
        self._open.append(len(self._spans))
        self._spans.append([label, start, start, self._open[-2], False, is_element])

    def stop_span(self, *, discard: bool = False) -> None:
        if len(self._open) == 1:
            raise InvalidState("stop_span() without a span begun: call start_span() first")
        span = self._spans[self._open.pop()]
        span[2] = len(self.choices)
        span[4] = discard

    def repeat(self, sizes: Sizes, label: str) -> Iterator[Repeat]:
        """Go on while the choices say so; each element is one span with the choice before it.

        A loop that is left early leaves the span of its last turn to the enclosing draw.
        """
        step = Repeat()
        done = rejections = 0
        while done < sizes.maximum:
            start, depth = len(self.choices), len(self._open)
            if sizes.spread and not self.choose(MUST if done < sizes.minimum else MORE):
                return
            self._start_span(label, start, is_element=bool(sizes.spread))
            span = self._spans[-1]
            checkpoint, attempt = self.checkpoint(), 1
            yield step
            # A refused element that was only filled in may be filled in differently.
            while step.is_rejected and self.retry(checkpoint, attempt):
                attempt += 1
                step.is_rejected = False
                yield step
            self._close_spans(depth)
            if not step.is_rejected:
                done += 1
                continue
            span[4] = True
            step.is_rejected = False
            rejections += 1
            if not sizes.spread or rejections > 3 + 2 * done:
                if done < sizes.minimum:
                    self.reject(f"{label}: too few different elements")
                return

    def _close_spans(self, depth: int) -> None:
        """End every region but the ``depth`` outermost; the root counts as one."""
        while len(self._open) > depth:
            self._spans[self._open.pop()][2] = len(self.choices)

    def checkpoint(self) -> Any:
        return (
            len(self.choices),
            len(self._spans),
            len(self._open),
            self.size,
            self.source.position(),
            self.save_remarks(),
        )

    def retry(self, checkpoint: Any, attempt: int) -> bool:
        choices, spans, depth, size, position, remarks = checkpoint
        if not self.source.retry(position, attempt):
            return False
        del self.choices[choices:], self.domains[choices:]
        del self._spans[spans:], self._open[depth:]
        for number in [each for each in self.values if each >= spans]:
            del self.values[number]
        # What was noted since stands at the end.
        while self.alternatives and next(reversed(self.alternatives)) >= choices:
            self.alternatives.popitem()
        self.size = size
        if self.is_marked:
            self.restore_remarks(remarks)
        return True

    def replace_last(self, choice: Choice) -> None:
        """Put another member of its domain in the place of the choice made last."""
        domain = self.domains[-1]
        self.size += domain.size_of(choice) - domain.size_of(self.choices[-1])
        self.choices[-1] = choice
        if self.size > self.limit:
            self._reach_limit()

    def record_call(
        self, value: object, target: object, args: tuple[Any, ...], kwargs: dict[str, Any]
    ) -> None:
        if self.keeps_notes:
            # The value is kept too: its identity means nothing once it is gone.
            self.calls[id(value)] = (value, target, args, kwargs)

    def record_alternative(self, place: int, value: object) -> None:
        if type(value) in CHOICE_TYPES:
            self.alternatives[place] = value  # type: ignore[assignment]  # of one of these types

    def record_since(self, known: int) -> tuple[Any, ...]:
        return *super().record_since(known), self.domains[known:], self._spans, self.size

    def adopt(self, known: int, record: tuple[Any, ...]) -> None:
        super().adopt(known, record)
        self.domains[known:], self._spans, self.size = record[2:]

    def arguments_wanted(self) -> None:
        self.has_begun = False

    def arguments_drawn(self, values: Sequence[object] = ()) -> None:
        super().arguments_drawn(values)
        self.drawn = len(self.choices)
        if self.on_arguments is not None:
            self.on_arguments(values)
        self.has_begun = True

    def trace(self, outcome: Outcome, **details: Any) -> Trace:
        """The record, once the case is over."""
        self.is_over = True
        self._close_spans(1)
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
            was_run=self.has_begun,
            alternatives=self.alternatives,
            **details,
        )
