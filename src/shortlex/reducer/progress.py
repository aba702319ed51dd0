"""Progress: what a reduction has found out, to go on from later, in another process.

It is live: the reduction that is given one writes into it at every call, so that it can be stored
at any moment. As bytes it is a row of choices in the encoding of ``core.encoding``, so reading it
executes nothing, and what is damaged raises ``BadToken``.
"""

from __future__ import annotations

import struct
from collections.abc import Collection, Sequence
from hashlib import blake2b
from itertools import islice

from shortlex.core.domain import Choice
from shortlex.core.encoding import decode_choices, encode_choices
from shortlex.errors import BadToken

KEPT = 1 << 16
"""So many keys of each sort are stored, the latest: less than a megabyte."""

_TITLE = "progress 1"
_UNKNOWN = 0xFFFF_FFFF
_FIELDS = (str, int, int, bool, bytes, bytes, bytes, bytes, bytes)


def lasting_key_of(written: bytes) -> int:
    """A key of marshalled choices or arguments: unlike a hash, the same in every process."""
    return int.from_bytes(blake2b(written, digest_size=8).digest(), "big")


class Progress:
    """How far a reduction is: the simplest case so far, and what need not be tried again.

    best
        The choices of the simplest case so far; None before a reduction has begun.
    calls
        How often the test was run.
    runs
        How many reductions have worked on it.
    is_finished
        Whether the last of them came to its end.
    """

    def __init__(self) -> None:
        self.best: tuple[Choice, ...] | None = None
        self.calls = 0
        self.runs = 0
        self.is_finished = False
        self.seen: dict[int, int | None] = {}
        """By key, how many choices each candidate made that was ever run, where that is known.

        Whatever was refused stays refused: it did not fail, or was no simpler than a case that has
        only been bettered since.
        """
        self.arguments: dict[int, bool] = {}
        """By key, whether a test failed on arguments that were met, in the way looked for."""

    def to_bytes(self) -> bytes:
        """All of it, for ``from_bytes``; of the keys the latest 65,536 of each sort."""
        seen = _latest(self.seen)
        lengths = [_stored(self.seen[key]) for key in seen]
        arguments = _latest(self.arguments)
        return encode_choices(
            (
                _TITLE,
                self.calls,
                self.runs,
                self.is_finished,
                b"" if self.best is None else encode_choices(self.best),
                _pack("Q", seen),
                _pack("I", lengths),
                _pack("Q", [key for key in arguments if self.arguments[key]]),
                _pack("Q", [key for key in arguments if not self.arguments[key]]),
            )
        )

    @classmethod
    def from_bytes(cls, data: bytes) -> Progress:
        """What ``to_bytes`` was given; ``BadToken`` for any other bytes. Nothing is executed."""
        fields = decode_choices(data)
        if tuple(map(type, fields)) != _FIELDS or fields[0] != _TITLE:
            raise _bad("it is something else")
        _, calls, runs, is_finished, best, *packed = fields
        progress = cls()
        progress.calls, progress.runs, progress.is_finished = calls, runs, is_finished  # type: ignore[assignment]  # checked above
        progress.best = decode_choices(best) if best else None  # type: ignore[arg-type]  # checked above
        seen, lengths, failing, refused = (
            _unpack(code, part)  # type: ignore[arg-type]  # checked above
            for code, part in zip("QIQQ", packed, strict=True)
        )
        if len(seen) != len(lengths) or min(progress.calls, progress.runs) < 0:
            raise _bad("its numbers contradict each other")
        known = (None if length == _UNKNOWN else length for length in lengths)
        progress.seen = dict(zip(seen, known, strict=True))
        progress.arguments = dict.fromkeys(failing, True) | dict.fromkeys(refused, False)
        return progress

    def __repr__(self) -> str:
        state = "finished" if self.is_finished else "under way"
        return f"<Progress {state}, {self.calls} calls, best={self.best!r}>"


def _latest(keys: dict[int, object] | dict[int, bool] | dict[int, int | None]) -> list[int]:
    return list(islice(keys, max(0, len(keys) - KEPT), None))


def _stored(length: int | None) -> int:
    return _UNKNOWN if length is None or length > _UNKNOWN else length


def _pack(code: str, numbers: Sequence[int]) -> bytes:
    return struct.pack(f">{len(numbers)}{code}", *numbers)


def _unpack(code: str, data: bytes) -> Collection[int]:
    width = struct.calcsize(code)
    if len(data) % width or len(data) // width > KEPT:
        raise _bad("its keys are truncated or too many")
    return struct.unpack(f">{len(data) // width}{code}", data)


def _bad(reason: str) -> BadToken:
    return BadToken(
        f"The bytes hold no progress of a reduction: {reason}. Delete them: the reduction then "
        "begins anew."
    )
