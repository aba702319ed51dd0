"""Remarks: what a test and its strategies leave on a case, besides choices.

A case may run in another process. ``Told`` is a list that tells what has changed in it, so that the
same case here can follow.
"""

from __future__ import annotations

from collections.abc import Callable, Hashable, Iterable, Mapping, Sequence
from typing import Any, Protocol, TypeVar

from shortlex.core.shown import cut, exact, shown

T = TypeVar("T")

Change = tuple[int, list[Any]]
"""The position from which a list is new, and what is there now."""


class Told(list[T]):
    """A list that can tell what has changed since it was last asked.

    This costs as much as the appended items, however long the list is.
    """

    def __init__(self, items: Iterable[T], on_append: Callable[[], None] | None = None) -> None:
        super().__init__(items)
        self._told = len(self)
        self._on_append = on_append
        """Called after each append."""

    def append(self, item: T) -> None:
        super().append(item)
        if self._on_append is not None:
            self._on_append()

    def __setitem__(self, place: Any, item: Any) -> None:
        self._forget(place)
        super().__setitem__(place, item)

    def __delitem__(self, place: Any) -> None:
        self._forget(place)
        super().__delitem__(place)

    def _forget(self, place: Any) -> None:
        start = place.indices(len(self))[0] if isinstance(place, slice) else place % len(self)
        self._told = min(self._told, start)

    def change(self) -> Change:
        """What has changed since the last call."""
        start, self._told = self._told, len(self)
        return start, self[start:]


def apply_change(items: list[Any], change: Change) -> None:
    """Apply a change to a list that was equal before the change."""
    start, new = change
    items[start:] = new


Place = tuple[str, str, int]
"""The name of a function, its file, and a line."""


class Watch(Protocol):
    """Sees the arguments of a case after they are drawn and before the body runs."""

    def draw_arguments(self, case: Any, strategies: Mapping[str, Any]) -> dict[str, Any]:
        """Draw each argument, as ``case.draw`` does, and measure the time."""

    def see_arguments(self, arguments: Mapping[str, Any]) -> None:
        """See arguments that were not drawn."""

    def begin_body(self) -> None:
        """Called just before the body."""


class Remarks:
    """Notes, events and targets of a test, and what strategies remember during a case.

    Fields that most cases never set live on the class, which saves time per case.
    """

    is_marked: bool = False
    """Whether there is anything besides choices. Only unmarked cases are reused."""
    keeps_notes = False
    """Whether notes will be read; otherwise they are not even formatted."""
    has_written_objects = False
    """Whether user code, such as a ``__repr__``, was called to write values."""
    call_text = ""
    """The call of the test as code, if notes are kept."""
    watch: Watch | None = None
    """Receives the arguments, in a run that is observed."""
    ending: object = None
    """Why an observed case ended early: a reason, or an error."""
    checks: dict[Place, list[int]] | None = None
    """In an observed run: how often the assumption at each place failed, and how often it held."""
    seconds_aside: float = 0.0
    """CPU time spent on writing values, which does not count as the test's own."""
    cost: int = 0
    notes: list[str] | None = None
    events: dict[str, object] | None = None
    targets: dict[str, float] | None = None
    memo: dict[Hashable, Any] | None = None
    """Values that strategies keep during the case, by key."""
    timeline: Sequence[tuple[str, float, float, bool]] = ()
    """The steps of a state machine that were written down: the text of each, when it began and how
    long it took, in seconds, and whether it failed."""
    pool: Any = None
    """The values that the steps of a state machine have made, while one runs."""
    _written: list[str] | None = None

    format_value: Callable[[object], str] = staticmethod(shown)
    """Formats values in notes; the report sets its own function here."""
    format_draw: Callable[[Any, object], str] = staticmethod(
        lambda case, value: case.format_value(value)
    )
    """Formats the value that the case drew last."""

    @property
    def output(self) -> str:
        """Everything that was written; the output order compares it first."""
        return "".join(self._written or ())

    def incur_cost(self, cost: int) -> None:
        """Make this case worse than any case that costs less, however large that is."""
        self.is_marked = True
        self.cost += cost

    def write(self, text: str) -> None:
        """Add to the output."""
        self.is_marked = True
        if self._written is None:
            self._written = []
        self._written.append(text)

    def note(self, text: str) -> None:
        """Add a line to the report, in case this is the case that is reported."""
        self.is_marked = True
        if self.notes is None:
            self.notes = []
        self.notes.append(cut(exact(text)))

    def note_value(self, name: str, value: object) -> None:
        """Add a drawn value to the report."""
        self.note(f"{name}: {self.format_draw(self, value)}")

    def remembered(self) -> dict[Hashable, Any]:
        """The values that strategies keep during the case."""
        if self.memo is None:
            self.is_marked = True
            self.memo = {}
        return self.memo

    def tell_remarks(self, tell: Callable[[], None]) -> None:
        """Call ``tell`` after each note from now on."""
        self.notes = Told(self.notes or (), tell)
        self._written = Told(self._written or ())

    def changed_remarks(self) -> tuple[Any, ...]:
        """Remarks since the last call, as plain data, without what strategies remember."""
        notes, written = self.notes, self._written
        assert isinstance(notes, Told), "tell_remarks() comes first"
        assert isinstance(written, Told), "tell_remarks() comes first"
        checks = None if self.checks is None else {k: v.copy() for k, v in self.checks.items()}
        entries = _copy(self.events), _copy(self.targets), checks
        return self.is_marked, self.cost, notes.change(), written.change(), entries

    def adopt_remarks(self, changes: tuple[Any, ...]) -> None:
        """Repeat the remarks that the same case got in another process."""
        self.is_marked, self.cost, notes, written, entries = changes
        self.notes, self._written = self.notes or [], self._written or []
        apply_change(self.notes, notes)
        apply_change(self._written, written)
        self.events, self.targets, self.checks = entries

    def save_remarks(self) -> Any:
        """A mark for ``restore_remarks``; None while there is nothing to keep."""
        if not self.is_marked:
            return None
        return (
            self.cost,
            len(self._written or ()),
            len(self.notes or ()),
            _copy(self.targets),
            _copy(self.memo),
        )

    def restore_remarks(self, mark: Any) -> None:
        """Forget the remarks made since the mark, along with the draw that made them.

        Events are kept: they count how often something happened, in discarded draws too.
        """
        cost, written, notes, targets, memo = mark or (0, 0, 0, None, None)
        self.cost = cost
        if self._written is not None:
            del self._written[written:]
        if self.notes is not None:
            del self.notes[notes:]
        # Copied again, because one mark may be restored several times.
        self.targets = _copy(targets)
        self.memo = _copy(memo)


def _copy(entries: dict[Any, Any] | None) -> dict[Any, Any] | None:
    return None if entries is None else entries.copy()
