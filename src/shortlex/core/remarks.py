"""Remarks: all that is left on a case besides its choices."""

from __future__ import annotations

from collections.abc import Callable, Hashable, Mapping
from typing import Any, Protocol

Place = tuple[str, str, int]
"""The name of a function, its file, and a line."""


class Watch(Protocol):
    """Sees the arguments of a case between their drawing and the body."""

    def draw_arguments(self, case: Any, strategies: Mapping[str, Any]) -> dict[str, Any]:
        """Draw each, as ``case.draw`` does, and look at the clock."""

    def see_arguments(self, arguments: Mapping[str, Any]) -> None:
        """Look at arguments that are there without being drawn."""

    def begin_body(self) -> None:
        """The body comes next."""


class Remarks:
    """What a test says of its case, and what strategies remember for the length of it.

    Fields that most cases never set live on the class.
    """

    is_marked = False
    """Something besides choices was left on it: only a case that is not marked is used again."""
    keeps_notes = False
    """Whether anybody will read notes: they are not even formatted otherwise."""
    call_text = ""
    """The call of the test as code, where notes are kept."""
    watch: Watch | None = None
    """Wants to see the arguments, in a run that is observed."""
    ending: object = None
    """What it ended with before its end, in such a run: a reason, or an error."""
    checks: dict[Place, list[int]] | None = None
    """Where such a run counts them, how many assumptions were not met at each place, and were."""
    cost = 0
    notes: list[str] | None = None
    events: dict[str, object] | None = None
    targets: dict[str, float] | None = None
    memo: dict[Hashable, Any] | None = None
    """Values that strategies keep for the length of the case, by key."""
    _written: list[str] | None = None

    format_value: Callable[[object], str] = staticmethod(repr)
    """How values are written in notes; the report puts its own writer here."""
    format_draw: Callable[[Any, object], str] = staticmethod(
        lambda case, value: case.format_value(value)
    )
    """How a case writes a value that it drew last."""

    @property
    def output(self) -> str:
        """All that was written, which the output order compares first."""
        return "".join(self._written or ())

    def incur_cost(self, cost: int) -> None:
        """Make this case worse than any that costs less, however small."""
        self.is_marked = True
        self.cost += cost

    def write(self, text: str) -> None:
        """Add to the output."""
        self.is_marked = True
        if self._written is None:
            self._written = []
        self._written.append(text)

    def note(self, text: str) -> None:
        """Say something in the report, should this case be the one reported."""
        self.is_marked = True
        if self.notes is None:
            self.notes = []
        self.notes.append(text)

    def note_value(self, name: str, value: object) -> None:
        """Say a drawn value in the report."""
        self.note(f"{name}: {self.format_draw(self, value)}")

    def remembered(self) -> dict[Hashable, Any]:
        """The values kept for the length of the case."""
        if self.memo is None:
            self.is_marked = True
            self.memo = {}
        return self.memo

    def get_remarks(self) -> tuple[Any, ...]:
        """All of them but what strategies remember, as plain data."""
        said = self.notes, self.events, self.targets, self.checks
        return self.is_marked, self.cost, said, self._written

    def set_remarks(self, remarks: tuple[Any, ...]) -> None:
        """What ``get_remarks`` gave, perhaps in another process."""
        self.is_marked, self.cost, said, self._written = remarks
        self.notes, self.events, self.targets, self.checks = said

    def save_remarks(self) -> Any:
        """A mark to which ``restore_remarks`` goes back; None while there is nothing to keep."""
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
        """Forget what was said since the mark, along with the draw that said it.

        Except for events: how often something happened counts what was thrown away, too.
        """
        cost, written, notes, targets, memo = mark or (0, 0, 0, None, None)
        self.cost = cost
        if self._written is not None:
            del self._written[written:]
        if self.notes is not None:
            del self.notes[notes:]
        # Copies once more: there may be several ways back to one mark.
        self.targets = _copy(targets)
        self.memo = _copy(memo)


def _copy(entries: dict[Any, Any] | None) -> dict[Any, Any] | None:
    return None if entries is None else entries.copy()
