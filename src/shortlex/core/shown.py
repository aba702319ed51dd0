"""Shown: any object as text, whatever its own methods do and however long its numbers are.

Error messages, reprs of strategies and reports are made with these functions. Python refuses to
write an integer of more than 4,300 digits, and a ``__repr__`` or ``__str__`` may raise anything.
"""

from __future__ import annotations

import re
from abc import ABCMeta
from collections.abc import Callable, Iterable
from types import CodeType, TracebackType
from typing import Any

DIGITS = 600
"""Integers with more digits than this are not written in decimal.

Python always converts up to 640 digits, whatever limit the user has set.
"""

MAX_BITS = 400_000
"""Integers with more bits than this are abbreviated."""

MAX_CHARACTERS = 100_000
"""Texts with more characters than this are cut."""

_DECIMAL = 10**DIGITS
_DEEPEST = 50  # levels of containers that are written here
_BRACKETS: dict[type, tuple[str, str]] = {list: ("[", "]"), tuple: ("(", ")"), set: ("{", "}")}


def ordinary_type(value: object) -> type:
    """The class of a value, to be looked up or compared; ``object`` if users wrote its metaclass.

    A metaclass may define ``__hash__`` and ``==``: looking up its class would run the user's code.
    """
    kind = type(value)
    return kind if type(kind) is type or type(kind) is ABCMeta else object


def shown(value: object) -> str:
    """The repr of a value, or a text that says why there is none."""
    if type(value) is int:
        return shown_integer(value)
    return guarded(lambda: _repr(value, 0), lambda error: stand_in(value, error))


def shown_integer(value: int) -> str:
    """An integer as code: in decimal, as a power with a small remainder, or in base 16."""
    if -_DECIMAL < value < _DECIMAL:
        return int.__repr__(value)
    magnitude, sign, other = (value, "", "-") if value > 0 else (-value, "-", "+")
    bits = int.bit_length(magnitude)
    if bits > MAX_BITS:
        leading = magnitude >> (bits - 64)
        return f"<an integer of {bits:,} bits, beginning with {sign}{leading:#x}>"
    for base, exponent in (2, bits - 1), (2, bits), (10, round((bits - 1) / 3.3219280948873626)):
        rest = magnitude - base**exponent
        if -(2**32) < rest < 2**32:
            tail = "" if not rest else f" {other if rest < 0 else sign or '+'} {abs(rest)}"
            return f"{sign}{base}**{exponent}{tail}"
    return hex(value)


def shown_score(score: float, form: str = "g") -> str:
    """A number in a few characters, unless it is far too large for that."""
    try:
        return format(score, form)
    except (OverflowError, ValueError):
        return shown(score)


def text_of(value: object) -> str:
    """What ``str`` returns, even if a value has a long number in it. Other errors are raised."""
    try:
        return str(value)
    except ValueError:
        return _repr(value, 0)


def shown_error(error: BaseException) -> str:
    """The type of an error and its message, if it has one."""
    text = message_of(error)
    return f"{name_of_type(error)}: {text}" if text else name_of_type(error)


def message_of(error: BaseException) -> str:
    """The message of an error."""
    return guarded(
        lambda: cut(exact(str(error))),
        lambda raised: f"<its __str__ raised {name_of_type(raised)}>",
    )


def stand_in(value: object, error: BaseException) -> str:
    """The text for a value whose repr raised an error."""
    said = guarded(lambda: exact(str(error)), lambda raised: "")
    said = f": {said[:200]}" if said else ""
    return f"<{name_of_type(value)}: its repr raised {name_of_type(error)}{said}>"


def name_of_type(value: object) -> str:
    """The name of the class of a value, even where a metaclass hides it."""
    return str(type.__dict__["__name__"].__get__(type(value)))


def exact(text: Any) -> str:
    """The same text as a plain ``str``: a subclass may do anything."""
    return text if type(text) is str else str.__str__(text)


def encoded(text: str) -> bytes:
    """Text as bytes, even with lone surrogates, as in file names."""
    return text.encode("utf-8", "surrogatepass")


def cut(text: str, most: int = MAX_CHARACTERS) -> str:
    """The text, or its beginning and its length if it is too long."""
    if len(text) <= most:
        return text
    return f"{text[:most]}... (the first {most:,} of {len(text):,} characters)"


_UNPRINTABLE = re.compile(r"[^\x20-\x7e\n\t]+")


def escaped(text: str) -> str:
    """The text with everything escaped that a terminal does not show as it is, except line ends.

    These are control characters, lone surrogates, and characters without a width or that change
    the direction of writing.
    """
    return _UNPRINTABLE.sub(lambda found: "".join(map(_escaped_character, found[0])), exact(text))


def _escaped_character(character: str) -> str:
    return character if character.isprintable() else ascii(character)[1:-1]


def guarded(action: Callable[[], str], otherwise: Callable[[BaseException], str]) -> str:
    """The text that an action returns, or ``otherwise`` if it raises anything.

    Errors raised by a signal, such as Ctrl-C or a time limit, are not caught.
    """
    try:
        return action()
    except BaseException as error:
        if is_from_signal(error):
            raise
        return otherwise(error)


def is_from_signal(error: BaseException) -> bool:
    """Whether a signal handler raised an error, rather than the code that it interrupted."""
    last: TracebackType | None = None
    codes = set()
    traceback: TracebackType | None = BaseException.__dict__["__traceback__"].__get__(error)
    while traceback is not None:
        codes.add(traceback.tb_frame.f_code)
        last, traceback = traceback, traceback.tb_next
    # Python's own handler has no frame: its error seems to come from the middle of other code.
    if isinstance(error, KeyboardInterrupt) and (last is None or not _is_at_raise(last)):
        return True
    return not codes.isdisjoint(_handlers())


def _is_at_raise(traceback: TracebackType) -> bool:
    from opcode import opname

    code = traceback.tb_frame.f_code.co_code
    return opname[code[traceback.tb_lasti]] in ("RAISE_VARARGS", "RERAISE")


def _handlers() -> set[CodeType]:
    """The code of all handlers of signals that are written in Python."""
    # Not `signal.getsignal`, which a test may replace.
    from _signal import getsignal, valid_signals  # type: ignore[import-not-found]  # has no stubs

    found = set()
    for number in valid_signals():
        handler: Any = getsignal(number)
        # A partial has `func`, and a method `__func__`.
        for name in ("func", "__func__"):
            handler = getattr(handler, name, handler)
        code = getattr(handler, "__code__", None)
        if isinstance(code, CodeType):
            found.add(code)
    return found


def _repr(value: Any, depth: int) -> str:
    """The repr, built from parts if Python refuses to write a number."""
    kind = type(value)
    if kind is int:
        return shown_integer(value)
    try:
        return exact(repr(value))
    except ValueError:
        # Python's own containers raise nothing else themselves, but their elements may.
        parts = _parts(value) if depth < _DEEPEST else None
        if parts is None:
            raise
        return parts(lambda each: _repr(each, depth + 1))


def _parts(value: Any) -> Callable[[Callable[[Any], str]], str] | None:
    """A function that writes a value from the texts of its parts, if its kind is known."""
    kind = ordinary_type(value)
    if kind in _BRACKETS:
        start, end = _BRACKETS[kind]
        comma = "," * (kind is tuple and len(value) == 1)
        return lambda write: f"{start}{_joined(write, value)}{comma}{end}"
    if kind is dict:
        return lambda write: (
            "{" + ", ".join(f"{write(k)}: {write(v)}" for k, v in value.items()) + "}"
        )
    if kind is frozenset:
        return lambda write: f"frozenset({{{_joined(write, value)}}})"
    if kind in (range, slice):
        bounds = (value.start, value.stop, value.step)
        return lambda write: f"{kind.__name__}({_joined(write, bounds)})"
    if kind.__name__ == "Fraction" and kind.__module__ == "fractions":
        return lambda write: f"Fraction({_joined(write, (value.numerator, value.denominator))})"
    return None


def _joined(write: Callable[[Any], str], values: Iterable[Any]) -> str:
    return ", ".join(map(write, values))
