"""The command ``show``: show the choices, spans and value of a token or a stored failure."""

from __future__ import annotations

import argparse
import os
import sys
from collections.abc import Iterator, Sequence
from importlib import import_module
from importlib.util import module_from_spec, spec_from_file_location
from types import ModuleType
from typing import Any, NamedTuple

from shortlex.cli import Misuse
from shortlex.core.case import RecordedCase
from shortlex.core.domain import Choice
from shortlex.core.shown import shown
from shortlex.core.source import ReplaySource
from shortlex.core.token import parse_token
from shortlex.core.trace import Foreseen, Outcome, Trace, end_before_body
from shortlex.database.record import format_domain, parse_record
from shortlex.errors import BadToken

NAME = "show"


class Stored(NamedTuple):
    """The contents of a token or a file."""

    title: str
    choices: tuple[Choice, ...]
    wanted: tuple[str, ...] = ()
    test: str = ""


def add_arguments(parser: argparse.ArgumentParser) -> None:
    parser.add_argument(
        "case",
        metavar="CASE",
        help="a token from the end of a report, or a file of the failure database",
    )
    parser.add_argument(
        "--test",
        metavar="TEST",
        help="the test it belongs to, such as tests/test_file.py::test_name. Its arguments are "
        "drawn to show values and spans; its body is not run",
    )


def run(options: argparse.Namespace) -> int:
    stored = read(options.case)
    test = options.test or stored.test
    print(stored.title)
    if not test:
        print(*choice_lines(stored), sep="\n")
        print("Add --test tests/test_file.py::test_name to see spans and values.")
        return 0
    case, trace = draw(property_called(test), stored.choices)
    print(case.call_text or "(Not all of its arguments can be drawn.)")
    print(*span_lines(trace, stored), sep="\n")
    return 0


def read(given: str) -> Stored:
    """Read a token, or a file."""
    if not os.path.exists(given):
        try:
            token = parse_token(given)
        except BadToken as error:
            raise Misuse(f"{given!r} is neither a file nor a token. {error}") from None
        mark = "" if token.mark is None else f", of a test with the mark {token.mark.hex()}"
        return Stored(f"A token: {counted(token.choices)}{mark}", token.choices)
    try:
        with open(given, "rb") as file:
            record = parse_record(file.read())
    except (BadToken, OSError) as error:
        raise Misuse(f"{given!r} is not a stored failure: {error}") from None
    state = "reduced" if record.is_reduced else "not fully reduced"
    title = f"{record.test} failed with {record.error}: {counted(record.choices)}, {state}"
    return Stored(title, record.choices, record.wanted, record.test)


def counted(choices: Sequence[Choice]) -> str:
    return f"{len(choices)} choice{'' if len(choices) == 1 else 's'}"


def choice_lines(stored: Stored) -> Iterator[str]:
    """Each choice with its place and, if known, what was wanted there."""
    width = len(str(len(stored.choices)))
    for place, choice in enumerate(stored.choices):
        wanted = f"  ({stored.wanted[place]})" if stored.wanted else ""
        yield f"{place:{width}}  {shown(choice)}{wanted}"


def property_called(test: str) -> Any:
    """The property with this name: a file and name, or a module and name."""
    path, colons, inside = test.partition("::")
    module = _module_at(path) if colons else None
    name = inside.replace("::", ".") if colons else test
    if module is None:
        module, name = _module_within(name)
    found: Any = module
    for part in name.partition("[")[0].split("."):
        found = getattr(found, part, None)
    if not hasattr(found, "shortlex"):
        raise Misuse(
            f"there is no property {name!r} in {module.__name__}. Name it with --test, such as "
            "--test tests/test_file.py::test_name."
        )
    return found.shortlex


def _module_at(path: str) -> ModuleType:
    name = os.path.splitext(os.path.basename(path))[0]
    spec = spec_from_file_location(name, path) if os.path.exists(path) else None
    if spec is None or spec.loader is None:
        raise Misuse(f"--test names {path!r}, which is not a Python file.")
    # Like pytest: a test may import modules from its own directory.
    sys.path.insert(0, os.path.dirname(os.path.abspath(path)))
    module = sys.modules[name] = module_from_spec(spec)
    spec.loader.exec_module(module)
    return module


def _module_within(name: str) -> tuple[ModuleType, str]:
    """The module that a dotted name begins with, and the rest of the name."""
    sys.path.insert(0, os.getcwd())
    parts = name.partition("[")[0].split(".")
    for end in range(len(parts) - 1, 0, -1):
        try:
            return import_module(".".join(parts[:end])), ".".join(parts[end:])
        except ModuleNotFoundError:
            continue
    raise Misuse(
        f"the module of {name!r} cannot be imported from here. Name the test with --test, such as "
        "--test tests/test_file.py::test_name."
    )


def draw(tested: Any, choices: Sequence[Choice]) -> tuple[RecordedCase, Trace]:
    """Draw the arguments of a test, without calling it."""
    tested.check()
    case = RecordedCase(ReplaySource(choices))
    case.keeps_notes = True
    case.on_arguments = end_before_body
    try:
        tested.test_function((), {})(case)
    except Foreseen:
        pass
    return case, case.trace(Outcome.VALID)


def span_lines(trace: Trace, stored: Stored) -> Iterator[str]:
    """The tree of spans, with the choices in their places."""
    width = len(str(len(stored.choices)))
    spans, next_span = trace.spans, 0
    ends: list[int] = []
    for place in range(len(trace)):
        while ends and ends[-1] <= place:
            ends.pop()
        while next_span < len(spans) and spans[next_span].start <= place:
            span = spans[next_span]
            next_span += 1
            if span.end > place:
                yield f"{'':{width}}  {'  ' * span.depth}{span.label}"
                ends.append(span.end)
        wanted = format_domain(trace.domains[place])
        yield f"{place:{width}}  {'  ' * len(ends)}{trace.choices[place]!r}  ({wanted})"
    left = stored.choices[len(trace) :]
    if left:
        yield f"Drawn in the body, {counted(left)}: {', '.join(map(shown, left))}"
