"""Case: the live handle that a test function draws from, at two speeds.

``RandomCase`` is light: it samples a value, appends it to one list, and does nothing else.
``RecordedCase`` takes its choices from any source and records domains and spans too.
A test function cannot tell them apart: the same choices give the same values in both.

Size: both speeds keep one contract, and are checked against each other side by side.
"""

from __future__ import annotations

import sys
from abc import ABC, abstractmethod
from collections.abc import Callable, Iterator, Mapping, Sequence
from contextlib import contextmanager
from marshal import dumps
from random import Random
from typing import Any, NoReturn, Protocol

from shortlex.core.constants import NO_CONSTANTS, Constants
from shortlex.core.domain import Choice, Domain, key_of
from shortlex.core.mood import Mood, choose_in_mood
from shortlex.core.remarks import Remarks, Told, apply_change
from shortlex.core.shown import ordinary_type, shown
from shortlex.core.sizes import MORE, MUST, Repeat, Sizes
from shortlex.core.source import (
    TRIES,
    TRIES_WITHOUT_CHOICES,
    RandomSource,
    Source,
    stand_at,
)
from shortlex.core.trace import DUPLICATE, Foreseen, Outcome, RawSpan, Trace, label_of
from shortlex.errors import Interesting, InvalidArgument, InvalidState, Overrun, Rejected, StopCase

__all__ = [
    "MORE",
    "MUST",
    "Case",
    "Drawable",
    "RandomCase",
    "RecordedCase",
    "Repeat",
    "key_of",
]

CHOICE_TYPES = (int, float, str, bytes)

MAX_CAUGHT = 100
"""How often a test may catch the end of its case before it gets values again.

Without them ``while True: try: draw(...)`` with a bare ``except`` would never end.
"""

WASTE_WITHOUT_CHOICES = 400
"""What counts as wasted if a draw without choices is refused: as much as for a short list."""

CHOICES_PER_LOOK = 16
"""A timed case looks at the clock once per this many choices."""

references: Callable[[object], int] = getattr(sys, "getrefcount", lambda kept: 0)
"""The number of references to an object. Where Python cannot tell (0), kept cases go unnoticed."""

CASE_IS_OVER = (
    "This case is over, so nothing can be drawn from it any more. Draw inside the test function, "
    "before any os.fork(), and do not keep `data` or `draw` for later."
)


class Drawable(Protocol):
    """What ``Case.draw`` takes: in practice a strategy."""

    @property
    def label(self) -> str: ...

    def do_draw(self, case: Any, /) -> Any: ...


def check_drawable(strategy: object) -> None:
    """Raise unless ``strategy`` can be drawn from."""
    if hasattr(strategy, "do_draw") and not isinstance(strategy, type):
        return
    hint = ""
    if isinstance(strategy, (list, tuple, range)):
        hint = f" To choose one of its elements, draw from sampled_from({shown(strategy)})."
    elif callable(strategy):
        hint = " Did you forget to call it?"
    raise InvalidArgument(
        f"Cannot draw from {shown(strategy)}: it is not a strategy.{hint}"
    ) from None


class Case(Remarks, ABC):
    """What is common to both speeds."""

    is_recorded = False

    explored: set[int] | None = None
    """Keys of the cases run before; a case that equals one of them stops before its body."""
    key: int = 0
    drawn: int = -1
    """How many choices the arguments took; ``key`` is the key of those choices."""
    stopped_by: StopCase | None = None
    """Why the case had to end. It counts even if the test catches it or raises something else."""

    is_forked = False
    """Whether this is a copy in a process that the test has forked."""

    runs_here = False
    """Whether the body runs in this process even if other cases run in child processes."""

    choices: list[Choice]

    @property
    @abstractmethod
    def is_open(self) -> bool:
        """Whether something can still be drawn."""

    @contextmanager
    def closed(self) -> Iterator[None]:
        """Within this context nothing can be drawn, and nothing can end the case."""
        if not self.is_open:
            yield
            return
        kept = self.stopped_by, self.explored, self.drawn
        mark = self.save_remarks()
        self.set_open(False)
        try:
            yield
        finally:
            self.set_open(True)
            self.stopped_by, self.explored, self.drawn = kept
            self.restore_remarks(mark)

    @abstractmethod
    def set_open(self, is_open: bool) -> None:
        """Allow or forbid drawing."""

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
        """End the innermost open region; ``discard`` if its result was thrown away."""

    @abstractmethod
    def repeat(self, sizes: Sizes, label: str) -> Iterator[Repeat]:
        """Yield once for each element of a collection."""

    @abstractmethod
    def checkpoint(self) -> Any:
        """A mark to which ``retry`` goes back."""

    @abstractmethod
    def retry(self, checkpoint: Any, attempt: int) -> bool:
        """Forget everything drawn since the checkpoint and return True, if it may be drawn again.

        ``attempt`` counts the refusals so far. A light case forgets the last attempt even if it
        returns False.
        """

    @abstractmethod
    def forget_remarks(self, checkpoint: Any) -> None:
        """Forget the remarks made since the checkpoint, but not the choices."""

    @abstractmethod
    def record_call(
        self, value: object, target: object, args: tuple[Any, ...], kwargs: dict[str, Any]
    ) -> None:
        """Record that ``value`` came from a call, for reports of values without a usable repr."""

    def record_alternative(self, place: int, value: object) -> None:
        """Record the value that came of a choice between alternatives at this position."""

    @abstractmethod
    def tell(self, on_change: Callable[[], None]) -> None:
        """Call ``on_change`` after each choice and each note from now on."""

    def changes(self) -> tuple[Any, ...]:
        """What happened to the case since the last call of this method, as plain data."""
        assert isinstance(self.choices, Told), "tell() comes first"
        return self.choices.change(), self.changed_remarks()

    def adopt(self, changes: tuple[Any, ...]) -> None:
        """Repeat here what happened to the same case in another process."""
        apply_change(self.choices, changes[0])
        self.adopt_remarks(changes[1])

    @abstractmethod
    def standing(self) -> Any:
        """What decides the next draws, and what is known only at the end, as plain data."""

    @abstractmethod
    def stand_at(self, standing: Any) -> None:
        """Continue from where the same case was in another process.

        ``standing`` is None if that is unknown. The case then continues from some other state,
        since continuing from the old one would make the same case again.
        """

    def arguments_wanted(self) -> None:
        """Called before the arguments are drawn: the body has not begun."""

    def arguments_drawn(self, values: Sequence[object] = ()) -> None:
        """Called once all arguments are drawn. A case whose ending is known ends here."""
        if self.explored is not None:
            self.drawn = len(self.choices)
            # Here and not at the end: a duplicate costs its draws, but no run of the body.
            self.key = key = hash(dumps(self.choices, 2))  # key_of(), inlined
            if key in self.explored:
                raise Foreseen(DUPLICATE)
        elif self.stopped_by is not None:
            raise self.stopped_by  # a strategy caught it, so raise it again

    def stop(self, ending: StopCase) -> NoReturn:
        """End the case, even if the test catches the exception."""
        self.stopped_by = ending
        # A case without a key is examined closely, even if the test returns normally.
        self.explored, self.drawn = None, -1
        raise ending

    def reject(self, reason: object = "") -> NoReturn:
        """End the case as invalid."""
        self.stop(Rejected(reason))

    def mark_interesting(self, origin: object = None) -> NoReturn:
        """End the case as interesting. ``origin`` tells several kinds of failures apart."""
        raise Interesting(origin)


class RandomCase(Case):
    """A random case that records its choices and nothing else.

    There is only one class for it, because CPython runs a call site twice as fast if it always sees
    one type.
    """

    mood: Mood | None = None
    """What is special about this case."""
    offset: int = 0
    """While the case copies an earlier part of itself, how many choices ago that was."""
    stops: float = 0.0
    """How often such a copy ends."""
    source_end: int = 0
    """Where such a copy began. It ends there, or it would copy itself without end."""
    copied: list[tuple[object, int]] | None = None
    """In a case that copies parts of itself, of which kind its values are, and where they begin."""
    swarm: dict[int, tuple[Domain, tuple[int, ...]]] | None = None
    """In a case that leaves out alternatives, those that are left, by the identity of a domain."""
    letters: str | None = None
    """In a case whose texts have few letters, these."""
    tags: int = 0
    """Decides the first choices between alternatives, if it is not 0."""
    constants: Constants = NO_CONSTANTS
    """Constants of the code under test."""
    _aside: list[Choice]
    """The choices, kept here while the case is closed."""

    wasted: int = 0
    """Roughly how many choices went into draws that never succeeded, since the last count."""

    def __init__(self, random: Random, scale: float, limit: int) -> None:
        self.choices: list[Choice] = []
        self.random = random
        self.scale: float = scale
        self.limit = limit
        # Set on the instance although the class has them: reading them from the class is slower,
        # and one object serves many cases.
        self.mood = None
        self.offset = self.tags = 0
        self.is_recorded = self.keeps_notes = self.is_marked = False
        self.drawn: int = -1
        self.key: int = 0

    @property
    def is_open(self) -> bool:
        return self.choices is not _FINISHED

    def set_open(self, is_open: bool) -> None:
        if is_open:
            self.choices = self._aside
        else:
            self._aside, self.choices = self.choices, _FINISHED

    def choose(self, domain: Domain) -> Any:
        if self.mood is None:
            choice = domain.sample(self.random, self.scale)
        else:
            choice = choose_in_mood(self, self.mood, domain)
        choices = self.choices
        choices.append(choice)
        # Not for ever: a test that catches the end each time gets values again, see MAX_CAUGHT.
        if self.limit < len(choices) <= self.limit + MAX_CAUGHT:
            self.stop(Overrun())
        return choice

    def begin_case(self, mood: Mood | None, scale: float) -> None:
        """Begin another case with this object, in this mood."""
        self.mood = mood
        self.scale = scale
        self.offset = self.tags = 0
        self.copied = self.swarm = self.letters = None

    def draw(self, strategy: Drawable, label: str | None = None) -> Any:
        try:
            # No check up front: only an AttributeError raises the question whether this is a
            # strategy at all, so good strategies pay nothing.
            return strategy.do_draw(self)
        except AttributeError:
            check_drawable(strategy)
            raise

    def start_span(self, label: str) -> None:
        """Only a recorded case keeps spans."""

    def stop_span(self, *, discard: bool = False) -> None:
        """Only a recorded case keeps spans."""

    def repeat(self, sizes: Sizes, label: str) -> Iterator[Repeat]:
        """Yield as often as a random length says; record the choices that a replay will ask for."""
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
                # The length was sampled at once, which is fast. A replay asks before each element
                # whether there is one, so that an element is deleted without changing a length.
                choices.append(True)
            yield step
            if step.is_rejected:
                # A refused element leaves nothing behind: the record reads as if none was refused.
                step.is_rejected = False
                drawn = len(choices) - mark
                del choices[mark:]
                if self.is_marked:
                    self.restore_remarks(remarks)
                # Each element gets all ``TRIES``. The counter is reset here, not on success, so
                # that elements that are never refused pay nothing for it.
                stuck, tries = done, tries + 1 if stuck == done else 1
                if tries == TRIES:
                    self.wasted += TRIES * drawn
                    if done < sizes.minimum:
                        self.reject(f"{label}: too few different elements")
                    break
            else:
                done += 1
                if mark > self.limit:
                    self.stop(Overrun())
        # A replay of a full collection does not ask whether it goes on.
        if done < sizes.maximum and not is_fixed:
            choices.append(False)

    def checkpoint(self) -> Any:
        # Most cases have no remarks; then a number is enough, and nothing is allocated.
        return (len(self.choices), self.save_remarks()) if self.is_marked else len(self.choices)

    def retry(self, checkpoint: Any, attempt: int) -> bool:
        start, remarks = (checkpoint, None) if type(checkpoint) is int else checkpoint
        drawn = len(self.choices) - start
        is_over = attempt >= (TRIES if drawn else TRIES_WITHOUT_CHOICES)
        if is_over:
            self.wasted += attempt * drawn if drawn else WASTE_WITHOUT_CHOICES
        del self.choices[start:]
        if self.is_marked:
            self.restore_remarks(remarks)
        return not is_over

    def forget_remarks(self, checkpoint: Any) -> None:
        if self.is_marked:
            self.restore_remarks(None if type(checkpoint) is int else checkpoint[1])

    def record_call(
        self, value: object, target: object, args: tuple[Any, ...], kwargs: dict[str, Any]
    ) -> None:
        """Only a recorded case keeps notes, which are what calls are for."""

    def tell(self, on_change: Callable[[], None]) -> None:
        self.tell_remarks(on_change)
        self.choices = Told(self.choices, on_change)

    def standing(self) -> Any:
        return self.random.getstate()

    def stand_at(self, standing: Any) -> None:
        stand_at(self.random, standing)

    def finish(self) -> None:
        """End the case: drawing from it later raises an error that says so."""
        self.choices = _FINISHED
        # A constant makes no choice, so a list that refuses choices would not notice its draw.
        self.draw = _refuse_draw  # type: ignore[method-assign]  # see above


class _Finished(list[Choice]):
    """The choices of a finished case: appending one is an error."""

    def append(self, choice: Choice) -> None:
        raise InvalidState(CASE_IS_OVER)


_FINISHED = _Finished()


def _refuse_draw(strategy: Drawable, label: str | None = None) -> NoReturn:
    raise InvalidState(CASE_IS_OVER)


class RecordedCase(Case):
    """A case that records everything, with choices from any source."""

    is_recorded = True

    on_arguments: Callable[[Sequence[object]], None] | None = None
    """Called with the arguments before the body runs; may end the case."""

    _most: int
    _told_open: Sequence[int] = ()
    """The spans that were open when ``changes`` was last called."""
    _check_time: Callable[[], None] | None = None
    _bulk_counted: int = 0
    """How many choices were looked at for cells made in bulk."""
    _stops: int = 0
    """How often the case was told to end: more than once if the test catches that."""

    def __init__(self, source: Source, limit: int | None = None) -> None:
        self.source: Source = source
        self.choices: list[Choice] = []
        self.domains: list[Domain] = []
        self.size: int = 0
        self.limit: int = 1 << 62 if limit is None else limit
        self._most = self.limit
        self._spans: list[RawSpan] = []
        self._open: list[int] = [-1]
        self.is_marked = False
        self.is_over: bool = False
        self.has_begun: bool = True
        """Whether the body was reached. Always true if no arguments are drawn before the body."""
        self.alternatives: dict[int, Choice] = {}
        """Values of choices between alternatives, by position, if they fit a choice themselves."""
        self.calls: dict[int, tuple[Any, ...]] = {}
        """Which call made which value, by identity: (value, target, args, kwargs)."""
        self.values: dict[int, tuple[Any, Drawable]] = {}
        """The value of each draw and its strategy, by the number of its span, if notes are kept."""
        self.parts: dict[int, int | None] = {}
        """Each part that the report writes, by the number of its span, with the part around it."""
        self.comments: Mapping[int, Any] = {}
        """What was found out about a part, by the number of its span, for the report."""

    @property
    def is_open(self) -> bool:
        return not self.is_over

    def set_open(self, is_open: bool) -> None:
        self.is_over = not is_open

    def stop(self, ending: StopCase) -> NoReturn:
        # The test catches every ending, so its loop goes on until it gets the values that it wants.
        self._stops += 1
        if self._stops == MAX_CAUGHT:
            self.source, self._check_time = RandomSource(Random(0)), None
            self.limit = self._most = 1 << 62
        super().stop(ending)

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
        # `limit` is moved on step by step, so that cases without a clock pay nothing for this.
        self._check_time = check_time
        self.limit = min(self._most, CHOICES_PER_LOOK)

    def raise_limit(self, limit: int) -> None:
        """Allow the case to become larger."""
        self._most = max(self._most, limit)
        if self._check_time is None:
            self.limit = self._most

    @property
    def room(self) -> int:
        """By how much the case may still grow."""
        return self._most - self.size

    def _reach_limit(self) -> None:
        if self.size > self._most:
            self._most += self._new_bulk()
        if self.size > self._most:
            self.stop(Overrun())
        if self._check_time is None:
            self.limit = self._most
            return
        try:
            self._check_time()
        except StopCase as ending:
            self.stop(ending)
        self.limit = min(self._most, self.size + CHOICES_PER_LOOK)

    def _new_bulk(self) -> int:
        """How much of the size are cells made in bulk, which do not count towards the limit.

        Those that were counted before are left out.
        """
        start, self._bulk_counted = self._bulk_counted, len(self.choices)
        drawn = zip(self.domains[start:], self.choices[start:])
        return sum(domain.size_of(choice) - 1 for domain, choice in drawn if domain.kind == "bulk")

    def draw(self, strategy: Drawable, label: str | None = None) -> Any:
        if not hasattr(strategy, "do_draw") or isinstance(strategy, type):
            check_drawable(strategy)
        depth, number = len(self._open), len(self._spans)
        # Most spans are never looked at, so the label is asked for later.
        self._start_span(strategy if label is None else label, len(self.choices))
        try:
            value = strategy.do_draw(self)
        finally:
            # Even if the draw failed: the caller may catch that and draw something else.
            self._close_spans(depth)
        if self.keeps_notes:
            self.values[number] = (value, strategy)
        return value

    def draws_within(self, number: int) -> list[int]:
        """The numbers of the draws that a span is made of; -1 stands for the whole case.

        Draws that were thrown away are left out, and so are draws inside other draws.
        """
        within, found = {number}, []
        for i in range(number + 1, len(self._spans)):
            _, _, _, parent, is_discarded, _ = self._spans[i]
            # Spans are listed as they began: the first one with a parent from before this span, and
            # all after it, are outside.
            if parent < number:
                break
            if parent in within and not is_discarded:
                if i in self.values:
                    found.append(i)
                else:
                    within.add(i)
        return found

    def start_span(self, label: str) -> None:
        self._start_span(label, len(self.choices))

    def start_element(self, label: str) -> None:
        """Begin a turn of a repetition, which the last choice said to continue."""
        self._start_span(label, len(self.choices) - 1, is_element=True)

    def _start_span(self, label: Drawable | str, start: int, *, is_element: bool = False) -> None:
        if self.is_over:
            raise InvalidState(CASE_IS_OVER)
        spans, opened = self._spans, self._open
        # In this order, because Ctrl-C may come in between: an open span must already exist.
        spans.append([label, start, start, opened[-1], False, is_element])
        opened.append(len(spans) - 1)

    def stop_span(self, *, discard: bool = False) -> None:
        if len(self._open) == 1:
            raise InvalidState("stop_span() without a span begun: call start_span() first")
        span = self._spans[self._open.pop()]
        span[2] = len(self.choices)
        span[4] = discard

    def repeat(self, sizes: Sizes, label: str) -> Iterator[Repeat]:
        """Continue while the choices say so. Each element is one span with the choice before it.

        If a loop is left early, the enclosing draw closes the span of its last turn.
        """
        step = Repeat()
        done = rejections = skipped = 0
        while done < sizes.maximum:
            start, depth = len(self.choices), len(self._open)
            if sizes.spread and not self.choose(MUST if done < sizes.minimum else MORE):
                return
            self._start_span(label, start, is_element=bool(sizes.spread))
            span = self._spans[-1]
            checkpoint, attempt = self.checkpoint(), 1
            yield step
            # A refused element may be drawn again if the source made it up. Values that were
            # refused for an earlier element are skipped: most are refused because they are in the
            # collection already.
            while step.is_rejected and self.retry(checkpoint, attempt, skipped):
                attempt += 1
                step.is_rejected = False
                yield step
            self._close_spans(depth)
            if not step.is_rejected:
                done += 1
                skipped += attempt - 1
                continue
            span[4] = True
            step.is_rejected = False
            rejections += 1
            is_short = done < sizes.minimum
            # After this many refusals more tries are pointless.
            if not sizes.spread or rejections > 3 + 2 * done or (is_short and attempt == TRIES):
                if is_short:
                    self.reject(f"{label}: too few different elements")
                return

    def _close_spans(self, depth: int) -> None:
        """Close all but the ``depth`` outermost regions; the root counts as one."""
        while len(self._open) > depth:
            self._spans[self._open.pop()][2] = len(self.choices)

    def checkpoint(self) -> Any:
        return (
            len(self.choices),
            len(self._spans),
            len(self._open),
            self.size,
            self.source.position(),
            self.save_remarks() if self.is_marked else None,
        )

    def retry(self, checkpoint: Any, attempt: int, skipped: int = 0) -> bool:
        if len(self.choices) == checkpoint[0] and attempt >= TRIES_WITHOUT_CHOICES:
            attempt = TRIES
        if not self.source.retry(checkpoint[4], attempt, skipped):
            return False
        self.undo(checkpoint)
        return True

    def undo(self, checkpoint: Any) -> None:
        """Forget everything drawn since the checkpoint. The source does not go back."""
        choices, spans, depth, size, _, remarks = checkpoint
        del self.choices[choices:], self.domains[choices:]
        del self._open[depth:], self._spans[spans:]
        # Dictionaries keep insertion order, so entries made since the checkpoint are at the end.
        while self.values and next(reversed(self.values)) >= spans:
            self.values.popitem()
        while self.alternatives and next(reversed(self.alternatives)) >= choices:
            self.alternatives.popitem()
        self.size = size
        if self.is_marked:
            self.restore_remarks(remarks)

    def forget_remarks(self, checkpoint: Any) -> None:
        if self.is_marked:
            self.restore_remarks(checkpoint[-1])

    def replace_last(self, choice: Choice) -> None:
        """Replace the last choice by another member of its domain."""
        domain = self.domains[-1]
        self.size += domain.size_of(choice) - domain.size_of(self.choices[-1])
        self.choices[-1] = choice
        if self.size > self.limit:
            self._reach_limit()

    def record_call(
        self, value: object, target: object, args: tuple[Any, ...], kwargs: dict[str, Any]
    ) -> None:
        if self.keeps_notes:
            # Keeps the value alive, since an identity may be reused once its object is gone.
            self.calls[id(value)] = (value, target, args, kwargs)

    def record_alternative(self, place: int, value: object) -> None:
        if ordinary_type(value) in CHOICE_TYPES:
            self.alternatives[place] = value  # type: ignore[assignment]  # of one of these types

    def tell(self, on_change: Callable[[], None]) -> None:
        self.tell_remarks(on_change)
        self.choices = Told(self.choices)
        self.domains = Told(self.domains, on_change)  # the last list that a choice changes
        self._spans = Told(self._spans)
        self._told_open = self._open.copy()

    def changes(self) -> tuple[Any, ...]:
        assert isinstance(self.domains, Told), "tell() comes first"
        assert isinstance(self._spans, Told), "tell() comes first"
        start, new = self._spans.change()
        # A span that was sent while it was open changes once more when it ends.
        ended = [
            (i, [label_of(span), *span[1:]])
            for i in self._told_open[1:]
            if i < start and (span := self._spans[i])
        ]
        self._told_open = self._open.copy()
        spans = start, [[label_of(span), *span[1:]] for span in new]
        return *super().changes(), self.domains.change(), spans, ended, self._told_open

    def adopt(self, changes: tuple[Any, ...]) -> None:
        super().adopt(changes)
        _, _, domains, spans, ended, self._open = changes
        apply_change(self.domains, domains)
        apply_change(self._spans, spans)
        for number, span in ended:
            self._spans[number] = span

    def standing(self) -> Any:
        return self.source.standing(), self.alternatives, self.parts

    def stand_at(self, standing: Any) -> None:
        # The size is not sent with the choices, so it is added up again.
        self.size = sum(d.size_of(choice) for d, choice in zip(self.domains, self.choices))
        source = None
        if standing is not None:
            source, self.alternatives, self.parts = standing
        self.source.stand_at(source)

    def arguments_wanted(self) -> None:
        self.has_begun = False

    def arguments_drawn(self, values: Sequence[object] = ()) -> None:
        super().arguments_drawn(values)
        self.drawn: int = len(self.choices)
        if self.on_arguments is not None:
            self.on_arguments(values)
        self.has_begun = True

    def trace(self, outcome: Outcome, **details: Any) -> Trace:
        """The record, once the case is over."""
        self.is_over = True
        # An exception leaves the spans open in which it was raised.
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
            is_drawn_first=self.drawn == len(self.choices),
            alternatives=self.alternatives,
            **details,
        )
