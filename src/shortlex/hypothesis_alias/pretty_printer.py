"""Pretty printer: values as text, and the interface that ``_repr_pretty_`` methods write to.

Text without breaks fits on one line or is too long; a group is broken at all its breaks if it does
not fit. That is less than IPython's printer does, but the same calls give readable text.
"""

from __future__ import annotations

from collections.abc import Callable, Iterator
from contextlib import contextmanager
from io import StringIO
from typing import Any, TextIO

from shortlex.report.code.literals import format_literal

__all__ = ["IDKey", "RepresentationPrinter", "for_type", "for_type_by_name", "pretty"]

WIDTH = 79

Print = Callable[[Any, "RepresentationPrinter", bool], object]

_BREAK, _OPEN, _CLOSE = object(), object(), object()


class IDKey:
    """A key that is equal for the same object only."""

    def __init__(self, value: object) -> None:
        self.value = value

    def __hash__(self) -> int:
        return hash((type(self), id(self.value)))

    def __eq__(self, other: object) -> bool:
        return isinstance(other, IDKey) and other.value is self.value


_by_type: dict[type, Print] = {}
_by_name: dict[tuple[str, str], Print] = {}


def for_type(cls: type, function: Print) -> Print | None:
    """Print values of a class with this function. Returns the one before."""
    before = _by_type.get(cls)
    _by_type[cls] = function
    return before


def for_type_by_name(module: str, name: str, function: Print) -> Print | None:
    """The same, for a class that need not be imported."""
    before = _by_name.get((module, name))
    _by_name[module, name] = function
    return before


def pretty(value: object, cycle: bool = False) -> str:
    """A value as text."""
    printer = RepresentationPrinter()
    printer.pretty(value)
    return printer.getvalue()


class RepresentationPrinter:
    """What ``_repr_pretty_(self, printer, cycle)`` writes to."""

    def __init__(self, output: TextIO | None = None, *, context: object = None) -> None:
        self.output = StringIO() if output is None else output
        self.context = context
        self.indentation = 0
        self._parts: list[Any] = []
        self._inside: list[int] = []

    def pretty(self, value: object) -> None:
        """Write a value: as its class says, or else as code."""
        cycle = id(value) in self._inside
        self._inside.append(id(value))
        try:
            self._function_for(type(value))(value, self, cycle)
        finally:
            self._inside.pop()

    def _function_for(self, cls: type) -> Print:
        for each in cls.__mro__:
            found = _by_type.get(each) or _by_name.get((each.__module__, each.__qualname__))
            if found is None and "_repr_pretty_" in vars(each):
                found = vars(each)["_repr_pretty_"]
            if found is not None:
                return found
        return lambda value, printer, cycle: printer.text(format_literal(value))

    def text(self, text: str) -> None:
        """Write text that is not broken."""
        self._parts.append(str(text))

    def breakable(self, separator: str = " ") -> None:
        """Write a separator, or a new line if the group does not fit on one."""
        self._parts.append((_BREAK, separator, self.indentation))

    def break_(self) -> None:
        """Write a new line."""
        self._parts.append("\n" + " " * self.indentation)

    def begin_group(self, indent: int = 0, open: str = "") -> None:  # its name there
        """Begin what should be on one line."""
        if open:
            self.text(open)
        self._parts.append((_OPEN,))
        self.indentation += indent

    def end_group(self, dedent: int = 0, close: str = "") -> None:
        """End the group."""
        self.indentation -= dedent
        self._parts.append((_CLOSE,))
        if close:
            self.text(close)

    @contextmanager
    def group(
        self, indent: int = 0, open: str = "", close: str = ""
    ) -> Iterator[None]:  # its name there
        """A group around this block."""
        self.begin_group(indent, open)
        try:
            yield
        finally:
            self.end_group(indent, close)

    @contextmanager
    def indent(self, indent: int) -> Iterator[None]:
        """Lines that begin in this block are indented further."""
        self.indentation += indent
        try:
            yield
        finally:
            self.indentation -= indent

    def repr_call(
        self, name: str, args: tuple[object, ...], kwargs: dict[str, object], **options: object
    ) -> None:
        """Write a call."""
        with self.group(4, f"{name}(", ")"):
            named = [("", each) for each in args] + [
                (f"{key}=", each) for key, each in kwargs.items()
            ]
            for i, (prefix, value) in enumerate(named):
                if i:
                    self.text(",")
                    self.breakable()
                self.text(prefix)
                self.pretty(value)

    def flush(self) -> None:
        """Write everything to the output."""
        self.output.write(_laid_out(self._parts))
        self._parts.clear()

    def getvalue(self) -> str:
        """All that was written."""
        self.flush()
        assert isinstance(self.output, StringIO), "the printer has an output of its own"
        return self.output.getvalue()


def _laid_out(parts: list[Any]) -> str:
    """The parts as text, with each group on one line if it fits."""
    text = ""
    is_broken = [len(_flat(parts)) > WIDTH]
    for i, part in enumerate(parts):
        if isinstance(part, str):
            text += part
        elif part[0] is _OPEN:
            room = WIDTH - len(text.rpartition("\n")[2])
            is_broken.append(len(_flat(_group_at(parts, i))) > room)
        elif part[0] is _CLOSE:
            is_broken.pop()
        else:
            text += "\n" + " " * part[2] if is_broken[-1] else part[1]
    return text


def _group_at(parts: list[Any], start: int) -> list[Any]:
    """The parts of the group that begins here."""
    depth = 0
    for i in range(start, len(parts)):
        kind = None if isinstance(parts[i], str) else parts[i][0]
        depth += (kind is _OPEN) - (kind is _CLOSE)
        if not depth:
            return parts[start:i]
    return parts[start:]


def _flat(parts: list[Any]) -> str:
    return "".join(
        each if isinstance(each, str) else each[1] if each[0] is _BREAK else "" for each in parts
    )
