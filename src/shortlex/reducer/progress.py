"""Progress: what a reduction has learnt, so that another process can continue it later.

It is live: the reduction writes into it at every call, so that it can be stored at any moment. As
bytes it is a row of choices in the encoding of ``core.encoding``, so reading it executes nothing,
and damaged bytes raise ``BadToken``.
"""

from __future__ import annotations

import struct
from collections.abc import Collection, Sequence
from hashlib import blake2b
from itertools import islice

from shortlex.core.domain import Choice
from shortlex.core.encoding import decode_choices, encode_choices
from shortlex.errors import BadToken

MAX_KEYS = 1 << 16
"""This many keys of each sort are stored, the latest ones: less than a megabyte."""

_TITLE = "progress 2"
_UNKNOWN = 0xFFFF_FFFF
_FIELDS = (str, int, int, int, bool, bytes, bytes, bytes, bytes, bytes)


def lasting_key_of(written: bytes) -> int:
    """A key for marshalled choices or arguments. Unlike a hash, it is the same in every process."""
    return int.from_bytes(blake2b(written, digest_size=8).digest(), "big")


class Progress:
    """How far a reduction has got: the simplest case so far, and what need not be tried again.

    best
        The choices of the simplest case so far; None before a reduction has begun.
    calls
        How often the test was run.
    runs
        How many reductions have worked on it.
    attempts
        How many random edits of the best case were tried.
    is_finished
        Whether the last of them finished.
    """

    def __init__(self) -> None:
        self.best: tuple[Choice, ...] | None = None
        self.calls = 0
        self.runs = 0
        self.attempts = 0
        self.is_finished = False
        self.seen: dict[int, int | None] = {}
        """How many choices each candidate that was run made, by key, where that is known.

        A refused candidate stays refused: it did not fail, or it was not simpler than the best,
        which has only become simpler since.
        """
        self.arguments: dict[int, bool] = {}
        """Whether the test failed on some arguments in the way looked for, by key."""

    def to_bytes(self) -> bytes:
        """The progress as bytes, for ``from_bytes``, with the latest 65,536 keys of each sort."""
        seen = _latest(self.seen)
        lengths = [_stored(self.seen[key]) for key in seen]
        arguments = _latest(self.arguments)
        return encode_choices(
            (
                _TITLE,
                self.calls,
                self.runs,
                self.attempts,
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
        """The progress that ``to_bytes`` wrote; raises ``BadToken`` for any other bytes."""
        fields = decode_choices(data)
        if tuple(map(type, fields)) != _FIELDS or fields[0] != _TITLE:
            raise _bad("it is something else")
        _, calls, runs, attempts, is_finished, best, *packed = fields
        progress = cls()
        progress.calls, progress.runs, progress.attempts = calls, runs, attempts  # type: ignore[assignment]  # checked above
        progress.is_finished = is_finished  # type: ignore[assignment]  # checked above
        progress.best = decode_choices(best) if best else None  # type: ignore[arg-type]  # checked above
        seen, lengths, failing, refused = (
            _unpack(code, part)  # type: ignore[arg-type]  # checked above
            for code, part in zip("QIQQ", packed, strict=True)
        )
        if len(seen) != len(lengths) or min(progress.calls, progress.runs, progress.attempts) < 0:
            raise _bad("its numbers contradict each other")
        known = (None if length == _UNKNOWN else length for length in lengths)
        progress.seen = dict(zip(seen, known, strict=True))
        progress.arguments = dict.fromkeys(failing, True) | dict.fromkeys(refused, False)
        return progress

    def __repr__(self) -> str:
        state = "finished" if self.is_finished else "under way"
        return f"<Progress {state}, {self.calls} calls, best={self.best!r}>"


def _latest(keys: dict[int, object] | dict[int, bool] | dict[int, int | None]) -> list[int]:
    return list(islice(keys, max(0, len(keys) - MAX_KEYS), None))


def _stored(length: int | None) -> int:
    return _UNKNOWN if length is None or length > _UNKNOWN else length


def _pack(code: str, numbers: Sequence[int]) -> bytes:
    return struct.pack(f">{len(numbers)}{code}", *numbers)


def _unpack(code: str, data: bytes) -> Collection[int]:
    width = struct.calcsize(code)
    if len(data) % width or len(data) // width > MAX_KEYS:
        raise _bad("its keys are truncated or too many")
    return struct.unpack(f">{len(data) // width}{code}", data)


def _bad(reason: str) -> BadToken:
    return BadToken(
        f"The bytes hold no progress of a reduction: {reason}. Delete them: the reduction then "
        "begins anew."
    )
