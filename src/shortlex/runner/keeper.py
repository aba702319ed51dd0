"""Keeper: keeps the failures of one test in a database, and remembers what went wrong with that.

A database that is full, out of reach or damaged never fails a test: it makes a complaint.
"""

from __future__ import annotations

from collections.abc import Iterator
from itertools import islice
from math import inf
from time import monotonic
from typing import TYPE_CHECKING, NamedTuple

from shortlex.core.domain import Domain
from shortlex.core.trace import Trace
from shortlex.errors import BadToken

if TYPE_CHECKING:
    from shortlex.database.interface import Database
    from shortlex.database.record import Record

PAUSE = 0.2
"""While a reduction goes on, its best case is kept once in so many seconds."""

SHARE = 20
"""And not before so many times as long as it took to write it: huge cases take long."""

MOST = 200
"""So many failures of one test are looked at."""

MOST_BYTES = 128 * 2**20
"""And so many bytes of them."""


class Known(NamedTuple):
    """A failure that was in the database."""

    value: bytes
    """What the database has."""
    place: str
    record: Record


class Keeper:
    """One test and its database."""

    def __init__(self, database: Database, test: str | bytes) -> None:
        self.complaints: list[str] = []
        self.is_idle = False
        """Nothing is kept while what is there is looked at."""
        self._database = database
        self._key = test if isinstance(test, bytes) else test.encode("utf-8", "surrogatepass")
        self._kept: dict[object, bytes] = {}
        """By origin, what the database has."""
        self._next = -inf

    def known(self) -> Iterator[Known]:
        """The failures that the database has of this test."""
        size = 0
        try:
            values = iter(self._database.fetch(self._key))
            for value in islice(values, MOST):
                size += len(value)
                if size > MOST_BYTES:
                    break
                known = self._parse(value)
                if known is not None:
                    yield known
            if size > MOST_BYTES or next(values, None) is not None:
                self._complain(
                    f"{self._database!r} has more failures of {self._name} than are looked at. "
                    "Delete those that are of no interest any more."
                )
        except Exception as error:
            self._complain(
                f"The known failures of {self._name} could not be read from "
                f"{self._database!r}: {_words(error)}. The test ran without them."
            )

    def _parse(self, value: bytes) -> Known | None:
        from shortlex.database.record import parse_record

        place: str = getattr(value, "place", "") or repr(self._database)
        problem: str = getattr(value, "problem", "")
        try:
            if problem:
                raise BadToken(f"{problem}. Delete it.")
            return Known(value, place, parse_record(value))
        except BadToken as error:
            self._complain(f"{place} is not a failure that was kept here, and was skipped: {error}")
            return None

    def adopt(self, origin: object, value: bytes) -> None:
        """A known failure has this origin: what is simpler takes its place."""
        self._kept[origin] = value

    def has(self, origin: object) -> bool:
        """Whether a failure of this origin is in the database."""
        return origin in self._kept

    def see(self, trace: Trace) -> None:
        """A case is the best of its bug now. It is kept, unless another was a moment ago."""
        if self.is_idle or (trace.origin in self._kept and monotonic() < self._next):
            return
        started = monotonic()
        self.keep(trace, is_reduced=False)
        ended = monotonic()
        self._next = ended + max(PAUSE, SHARE * (ended - started))

    def keep(self, trace: Trace, *, is_reduced: bool, arguments: int = -1, value: str = "") -> None:
        """Put a failure into the database, in the place of what was there of its origin."""
        from shortlex.core.fingerprint import fingerprint_of
        from shortlex.database.record import Record, format_record

        record = Record(
            test=self._name,
            error="marked interesting" if trace.origin is None else str(trace.origin),
            choices=trace.choices,
            wanted=_words_of(trace.domains),
            fingerprint=fingerprint_of(trace.domains),
            is_reduced=is_reduced,
            arguments=arguments if arguments >= 0 else None,
            value=value,
        )
        before = self._kept.get(trace.origin)
        try:
            after = format_record(record)
            if after != before:
                self._database.save(self._key, after)
                self._kept[trace.origin] = after
        except Exception as error:
            self._complain(
                f"The failure of {self._name} could not be kept in {self._database!r}: "
                f"{_words(error)}. The next run has to find it anew; settings(database=None) "
                "keeps nothing, and says nothing."
            )
        else:
            # Only now: whoever is killed in between leaves two, not none.
            if before is not None and after != before:
                self.drop(before)

    def forget(self, origin: object) -> None:
        """There is no failure of this origin after all."""
        value = self._kept.pop(origin, None)
        if value is not None:
            self.drop(value)

    def drop(self, value: bytes) -> None:
        """Take a failure out of the database."""
        try:
            self._database.delete(self._key, value)
        except Exception as error:
            place: str = getattr(value, "place", "") or repr(self._database)
            self._complain(
                f"A failure of {self._name} that is gone could not be deleted, in {place}: "
                f"{_words(error)}. Delete it, or use a ReadOnlyDatabase."
            )

    def report_stale(self, known: Known, change: str) -> None:
        """A known failure does not fit the test any more."""
        self._complain(
            f"{known.place} has a failure of {self._name} that can no longer be run: {change}. "
            "Write its value as an @example if it still matters, and delete it."
        )

    @property
    def _name(self) -> str:
        return self._key.decode("utf-8", "backslashreplace")

    def _complain(self, text: str) -> None:
        if text not in self.complaints:
            self.complaints.append(text)


def _words(error: Exception) -> str:
    return f"{type(error).__name__}: {error}"


def _words_of(domains: tuple[Domain, ...]) -> tuple[str, ...]:
    from shortlex.runner.confirm import describe_domain

    known: dict[Domain, str] = {}
    words = []
    for domain in domains:
        text = known.get(domain)
        if text is None:
            text = known[domain] = describe_domain(domain)
        words.append(text)
    return tuple(words)
