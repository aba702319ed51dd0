"""Keeper: keeps the failures of one test in a database, and collects complaints about it.

A database that is full, unreachable or damaged never fails a test: it causes a complaint.

A failure from an earlier run is removed in two cases only: if a simpler failure of the same bug is
in the database; or if the run has reached its verdict, and the failure was replayed and passed. So
a process that is killed at any moment leaves one failure too many, never one too few.
"""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from itertools import islice
from math import inf
from typing import TYPE_CHECKING, NamedTuple

from shortlex.core.domain import Choice, Domain
from shortlex.core.shown import escaped, shown_error
from shortlex.core.trace import Trace
from shortlex.errors import BadToken
from shortlex.runner.result import Complaint, Trouble
from shortlex.system.genuine import monotonic

if TYPE_CHECKING:
    from shortlex.database.interface import Database
    from shortlex.database.record import Record
    from shortlex.runner.reuse import Misfit

MIN_PAUSE = 0.2
"""During a reduction, its best case is saved at most once in this many seconds."""

PAUSE_FACTOR = 20
"""The pause is at least this many times as long as saving took: huge cases take long."""

MAX_KNOWN_FAILURES = 200
"""How many failures of one test are read."""

MAX_KNOWN_BYTES = 128 * 2**20
"""How many bytes of failures of one test are read."""

MAX_COMPLAINTS = 5
"""How many complaints a test makes; the others are only counted."""


class KeptFailure(NamedTuple):
    """A failure that was in the database before this run."""

    value: bytes
    """The value in the database."""
    place: str
    record: Record


_WORDS_FOR: dict[type, str] = {
    bool: "True or False",
    int: "an integer",
    float: "a float",
    str: "text",
    bytes: "bytes",
}


class Keeper:
    """One test and its database."""

    def __init__(self, database: Database, test: str | bytes) -> None:
        self.is_idle = False
        """Whether saving is paused, while known failures are replayed."""
        self._database = database
        self._key = test if isinstance(test, bytes) else test.encode("utf-8", "surrogatepass")
        self._known: set[bytes] = set()
        """The values that the database had before this run."""
        self._kept: dict[object, bytes] = {}
        """The value in the database, for each origin."""
        self._outdated: dict[bytes, None] = {}
        """The values to remove when the run has reached its verdict, in order."""
        self._is_doubtful = False
        """Whether saving failed, so that something may be missing in the database."""
        self._complaints: dict[Complaint, None] = {}
        self._next = -inf

    @property
    def complaints(self) -> tuple[Complaint, ...]:
        """What went wrong, each reported once."""
        said = tuple(self._complaints)
        more = len(said) - MAX_COMPLAINTS
        if more <= 0:
            return said
        rest = Complaint(Trouble.more, self._name, repr(self._database), more)
        return *said[:MAX_COMPLAINTS], rest

    def known(self) -> Iterator[KeptFailure]:
        """The failures that the database has of this test."""
        size = 0
        try:
            values = iter(self._database.fetch(self._key))
            for value in islice(values, MAX_KNOWN_FAILURES):
                size += len(value)
                if size > MAX_KNOWN_BYTES:
                    break
                known = None if value in self._known else self._parse(value)
                if known is not None:
                    self._known.add(value)
                    yield known
            if size > MAX_KNOWN_BYTES or next(values, None) is not None:
                self._complain(Trouble.too_many)
        except Exception as error:
            self._complain(Trouble.unreadable, _text_of(error))

    def _parse(self, value: bytes) -> KeptFailure | None:
        from shortlex.database.record import parse_record

        place: str = getattr(value, "place", "") or repr(self._database)
        problem: str = getattr(value, "problem", "")
        try:
            if problem:
                raise BadToken(f"{problem}.")
            return KeptFailure(value, place, parse_record(value))
        except BadToken as error:
            self._complain(Trouble.damaged, str(error), place)
            return None

    def adopt(self, origin: object, value: bytes) -> None:
        """Make a known failure the kept one of its origin, since it is the simplest."""
        before, self._kept[origin] = self._kept.get(origin), value
        if before is not None:
            self.drop(before)

    def has(self, origin: object) -> bool:
        """Whether a failure of this origin is in the database."""
        return origin in self._kept

    def see(self, trace: Trace) -> None:
        """Save a case that is now the best of its bug, unless another was saved a moment ago."""
        if self.is_idle or (trace.origin in self._kept and monotonic() < self._next):
            return
        started = monotonic()
        self.keep(trace, is_reduced=False)
        ended = monotonic()
        self._next = ended + max(MIN_PAUSE, PAUSE_FACTOR * (ended - started))

    def keep(self, trace: Trace, *, is_reduced: bool, arguments: int = -1, value: str = "") -> None:
        """Save a failure in the database, replacing the previous one of the same origin."""
        from shortlex.core.token import fingerprint_of
        from shortlex.database.record import Record

        record = Record(
            test=self._name,
            error="marked interesting" if trace.origin is None else str(trace.origin),
            choices=trace.choices,
            wanted=_words_of(trace.domains),
            fingerprint=fingerprint_of(trace.domains),
            is_reduced=is_reduced,
            # A flaky test may have drawn more the last time than in its simplest case.
            arguments=arguments if 0 <= arguments <= len(trace.choices) else None,
            value=value,
        )
        before = self._kept.get(trace.origin)
        after = self._save(record, before)
        if after is None or after == before:
            return
        # Deleted only now: a process killed in between leaves two failures, not none.
        self._kept[trace.origin] = after
        if before in self._known:
            self.outdate(before)
        elif before is not None:
            self.drop(before)

    def keep_as(self, name: str, trace: Trace) -> None:
        """Save a case that did not fail, under a name instead of an error."""
        from shortlex.core.token import fingerprint_of
        from shortlex.database.record import Record

        words = _words_of(trace.domains)
        fingerprint = fingerprint_of(trace.domains)
        record = Record(self._name, name, trace.choices, words, fingerprint, is_reduced=False)
        value = self._save(record, None)
        if value is not None:
            self._kept[name] = value

    def keep_unfinished(self, choices: Sequence[Choice], stop: BaseException, value: str) -> None:
        """Save the case that was running when something stopped the run: it may be the reason."""
        from shortlex.core.token import fingerprint_of
        from shortlex.database.record import Record

        record = Record(
            test=self._name,
            error=f"{type(stop).__name__}, which stopped the test",
            choices=tuple(choices),
            # Their domains were not recorded.
            wanted=tuple(_WORDS_FOR[type(each)] for each in choices),
            fingerprint=fingerprint_of(()),
            is_reduced=False,
            value=value,
        )
        self._save(record, None)

    def _save(self, record: Record, before: bytes | None) -> bytes | None:
        """Save a failure. Returns its value; None if it could not be saved."""
        from shortlex.database.record import format_record

        value = None
        try:
            value = format_record(record)
            if value != before:
                self._database.save(self._key, value)
        except Exception as error:
            self._is_doubtful = True
            self._complain(Trouble.unwritable, _text_of(error))
            # In a layered database, one layer may have it.
            return value if value is not None and self._is_there(value) else None
        return value

    def _is_there(self, value: bytes) -> bool:
        try:
            return any(each == value for each in self._database.fetch(self._key))
        except Exception:
            return False

    def forget(self, origin: object) -> None:
        """Drop the kept failure of an origin, because this run has not found one after all."""
        value = self._kept.pop(origin, None)
        if value is not None and value not in self._known:
            self.drop(value)

    def outdate(self, value: bytes) -> None:
        """Mark a known failure, to be removed when the run has reached its verdict."""
        self._outdated[value] = None

    def settle(self) -> None:
        """Remove outdated failures: the run has reached its verdict."""
        if not self._is_doubtful:
            for value in self._outdated:
                self.drop(value)

    def drop(self, value: bytes) -> None:
        """Remove a failure from the database, unless it is the kept one of some origin."""
        if value in self._kept.values():
            return
        try:
            self._database.delete(self._key, value)
        except Exception as error:
            place: str = getattr(value, "place", "") or repr(self._database)
            self._complain(Trouble.undeletable, _text_of(error), place)

    def report_stale(self, known: KeptFailure, change: Misfit) -> None:
        """Complain that a known failure does not fit the test any more."""
        self._complain(Trouble.stale, change, known.place)

    @property
    def _name(self) -> str:
        return self._key.decode("utf-8", "backslashreplace")

    def _complain(self, trouble: Trouble, reason: str | Misfit = "", place: str = "") -> None:
        place = place or repr(self._database)
        self._complaints[Complaint(trouble, self._name, place, reason)] = None


def _text_of(error: Exception) -> str:
    return escaped(shown_error(error))


def _words_of(domains: tuple[Domain, ...]) -> tuple[str, ...]:
    from shortlex.database.record import format_domain

    known: dict[Domain, str] = {}
    words = []
    for domain in domains:
        text = known.get(domain)
        if text is None:
            text = known[domain] = format_domain(domain)
        words.append(text)
    return tuple(words)
