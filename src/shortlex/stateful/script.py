"""Script: writes the steps of a case as a program that runs by itself.

Each step is a note of the case, so that the steps so far are known even if the process dies. What
the user notes during a step becomes a comment below it.
"""

from __future__ import annotations

import keyword
import re
from collections import Counter
from collections.abc import Callable, Mapping
from functools import partial
from typing import Any, NamedTuple

from shortlex.core.case import Case, RandomCase, RecordedCase
from shortlex.core.shown import escaped, guarded, shown_error, stand_in
from shortlex.report.code.literals import format_literal
from shortlex.report.code.parts import calls_of
from shortlex.report.side_effects import without_side_effects
from shortlex.stateful.bundles import Bundle, Pool, Several
from shortlex.stateful.machine import Definition
from shortlex.strategies.composition import DataObject
from shortlex.strategies.strategy import SearchStrategy
from shortlex.system.genuine import monotonic

MAX_COMMENT = 80
"""A comment is cut after this many characters."""


class drawn:  # noqa: N801  # it is used like a function, in scripts
    """Stands for ``data()`` in a printed script: ``draw`` returns these values in their order."""

    def __init__(self, *values: Any) -> None:
        self._values = list(values)

    def draw(self, strategy: object = None, label: str | None = None) -> Any:
        """The next value."""
        return self._values.pop(0)


class _Watched(DataObject):
    """What a rule gets for ``data()`` while its script is written."""

    def __init__(self, name: str, data: DataObject, script: Script) -> None:
        self._name, self._data, self._script = name, data, script
        self._texts: list[str] = []

    @property
    def text(self) -> str:
        """The argument, with what was drawn so far."""
        return written_argument(self._name, f"drawn({', '.join(self._texts)})")

    def draw(self, strategy: Any, label: str | None = None) -> Any:
        value, source = self._script.draw(strategy, partial(self._data.draw, strategy, label))
        before = self.text
        self._texts.append(self._script.argument(value, source))
        self._script.amend(self, before)
        return value


class Line(NamedTuple):
    """A step of a script, for the report."""

    text: str
    seconds: float
    """When the step began, since the beginning of the case."""
    taken: float
    """How long it took."""
    is_failure: bool


class Script:
    """The script of one case, as it grows."""

    def __init__(self, case: Case, making: str, pool: Pool) -> None:
        self._case = case
        self._pool = pool
        self._names: dict[int, str] = {}
        """The variable of each value, by its number."""
        self._counts: Counter[str] = Counter()
        self._place = -1
        """Where the line of the present step is among the notes."""
        self._call = ""
        self._started = self._began = monotonic()
        self._sources: dict[str, int | None] = {}
        """For each argument, the number of the value that was drawn last for it."""
        self._watched: dict[_Watched, int] = {}
        """Where the line is that each of them is written in."""
        case.is_marked = True
        self.lines: list[Line] = []
        case.timeline = self.lines
        self._write(f"state = {making}")

    def _write(self, call: str) -> None:
        """Begin a line."""
        case = self._case
        if case.notes is None:
            case.notes = []
        self._place, self._call = len(case.notes), call
        case.notes.append(call)
        self._began = monotonic()

    def _finish(self, text: str, *, is_failure: bool = False) -> None:
        """Replace the line by what is known now."""
        notes = self._case.notes
        assert notes is not None, "there is a line"
        if len(notes) > self._place + 1:
            # What the step has noted.
            for i in range(self._place + 1, len(notes)):
                notes[i] = "\n".join(f"# {line}" for line in notes[i].splitlines())
        notes[self._place] = text
        now = monotonic()
        self.lines.append(Line(text, self._began - self._started, now - self._began, is_failure))

    def begin(
        self,
        name: str,
        arguments: Mapping[str, Any],
        *,
        is_async: bool = False,
    ) -> None:
        """A step begins. Its arguments are written now, since it may change them."""
        texts = [
            value.text
            if isinstance(value, _Watched)
            else written_argument(argument, self.argument(value, self._sources[argument]))
            for argument, value in arguments.items()
        ]
        inside = ", ".join(texts)
        if len(inside) > MAX_COMMENT and len(texts) > 1:
            inside = "".join(f"\n    {text}," for text in texts) + "\n"
        method = f"state.{name}" if _is_name(name) else f"getattr(state, {name!r})"
        self._write(f"{'await ' if is_async else ''}{method}({inside})")
        for value in arguments.values():
            if isinstance(value, _Watched):
                self._watched[value] = self._place

    def draw_argument(self, name: str, strategy: SearchStrategy[Any]) -> Any:
        """Draw an argument of the step that begins next."""
        value, self._sources[name] = self.draw(strategy, partial(self._case.draw, strategy))
        return value

    def draw(self, strategy: object, draw: Callable[[], Any]) -> tuple[Any, int | None]:
        """A drawn value, and the number of the value of a bundle that was drawn last for it."""
        self._pool.latest = None
        value = draw()
        if type(self._case) is RandomCase and isinstance(strategy, Bundle):
            return value, self._case.choices[-1]  # type: ignore[return-value]  # a number
        return value, self._pool.latest

    def amend(self, watched: _Watched, before: str) -> None:
        """Something was drawn: by the present step, or with the ``data()`` of an earlier one."""
        place = self._watched.get(watched)
        if place is None:
            return
        if place == self._place:
            self._call = self._call.replace(before, watched.text, 1)
            return
        notes = self._case.notes
        assert notes is not None, "there is a line"
        text = notes[place].replace(before, watched.text, 1)
        for i, line in enumerate(self.lines):
            if line.text == notes[place]:
                self.lines[i] = line._replace(text=text)
        notes[place] = text

    def watch(self, arguments: dict[str, Any]) -> dict[str, Any]:
        """The arguments of a step, with those observed that draw during the step."""
        return {
            name: _Watched(name, value, self) if type(value) is DataObject else value
            for name, value in arguments.items()
        }

    def argument(self, value: Any, source: int | None) -> str:
        """An argument as code. If it is the value with the number ``source``, its variable.

        Other values may be the same object, such as the number 0.
        """
        if source in self._names and self._pool.values[source] is value:
            return self._names[source]
        return self.literal(value)

    def literal(self, value: Any) -> str:
        """A value as code, with variables for what steps have made."""
        case = self._case
        calls = calls_of(case) if isinstance(case, RecordedCase) else None
        names = {id(self._pool.values[number]): name for number, name in self._names.items()}
        with without_side_effects(case, (value,)):
            return guarded(
                lambda: escaped(format_literal(value, calls=calls, names=names, indent=4)),
                partial(stand_in, value),
            )

    def end(self, result: Any, targets: tuple[str, ...] = (), number: int = 0) -> None:
        """The step has returned. Its values get numbers from ``number`` on."""
        call, comment = self._call, ""
        if result is not None and not (type(result) is Several and not result):
            comment = f"  # -> {self._comment(result)}"  # before its values have names
        if targets:
            values = result if type(result) is Several else (result,)
            names = [self._name(targets[0], number + i) for i in range(len(values))]
            if type(result) is Several:
                left = f"({names[0]},) = " if len(names) == 1 else ", ".join(names) + " = "
                call = left + call if names else call
            else:
                call = f"{names[0]} = {call}"
        self._finish(call + comment)

    def _name(self, bundle: str, number: int) -> str:
        """A new variable for a value."""
        base = re.sub(r"\W", "_", bundle)
        base = base if _is_name(base) else f"value_{base}"
        self._counts[base] += 1
        name = self._names[number] = f"{base}_{self._counts[base]}"
        return name

    def _comment(self, result: Any) -> str:
        values = result if type(result) is Several else (result,)
        return _cut(", ".join(map(self.literal, values)))

    def fail(self, error: BaseException) -> None:
        """The step has failed."""
        self._finish(f"{self._call}  # <- {_headline(error)}", is_failure=True)

    def stop(self, error: BaseException, definition: Definition) -> None:
        """The steps end with this error. If no step is marked, it came from between two of them."""
        is_told = any(line.is_failure for line in self.lines)
        if not is_told and isinstance(error, Exception):
            self._write(f"# <- {_headline(error)}: {definition.whence(error)}")
            self._finish(self._call, is_failure=True)

    def skip(self, error: BaseException) -> None:
        """An assumption of the step was not met, so it counts as not taken."""
        self._finish(f"with suppress(UnsatisfiedAssumption): {self._call}  # {_headline(error)}")

    def break_invariant(self, name: str, error: BaseException, is_async: bool) -> None:
        """An invariant does not hold after the last step."""
        self._write(f"{'await ' if is_async else ''}state.{name}()")
        self._finish(f"{self._call}  # <- the invariant broke: {_headline(error)}", is_failure=True)


def written_argument(name: str, text: str) -> str:
    """An argument of a call, by its name."""
    return f"{name}={text}" if _is_name(name) else f"**{{{name!r}: {text}}}"


def _is_name(text: str) -> bool:
    return text.isidentifier() and not keyword.iskeyword(text)


def _headline(error: BaseException) -> str:
    """The type and the first line of the message: pytest adds others."""
    return _cut(escaped(shown_error(error)).partition("\n")[0])


def _cut(text: str) -> str:
    line = " ".join(text.split())
    return line if len(line) <= MAX_COMMENT else f"{line[: MAX_COMMENT - 3]}..."
