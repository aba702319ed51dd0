"""The command ``passes``: list the passes of the reducer, or show one of them."""

from __future__ import annotations

import argparse
import inspect
from collections.abc import Iterator
from difflib import get_close_matches
from shutil import get_terminal_size
from textwrap import fill

from shortlex.cli import Misuse
from shortlex.reducer.problem import Pass
from shortlex.reducer.schedule import PASSES, SCHEDULE

NAME = "passes"

TIERS = (
    "First tier, cheap: repeated until none of them finds anything",
    "Second tier, expensive: in turns, until they have failed too often",
    "Third tier, seldom successful: after the second, if the test is fast",
)


def add_arguments(parser: argparse.ArgumentParser) -> None:
    parser.add_argument(
        "name",
        nargs="?",
        metavar="NAME",
        help="describe this pass, instead of listing all passes",
    )


def run(options: argparse.Namespace) -> int:
    width = max(40, get_terminal_size().columns)
    lines = list_all(width) if options.name is None else show(options.name, width)
    print("\n".join(lines))
    return 0


def list_all(width: int) -> Iterator[str]:
    """Every pass by its tier: its name, what it does and what it costs."""
    for number, (title, tier) in enumerate(zip(TIERS, SCHEDULE.tiers, strict=True)):
        if number:
            yield ""
        yield fill(title, width)
        for one in tier:
            yield ""
            yield f"  {one.__name__}"
            docstring = inspect.getdoc(one) or ""
            yield _wrapped(docstring.partition("\n\n")[0], width)
            cost = part_of(docstring, "Cost")
            if cost:
                yield _wrapped(f"Cost: {cost}", width)


def show(name: str, width: int) -> Iterator[str]:
    """One pass: its tier, and its docstring part by part."""
    one = _pass_called(name)
    tier = next(i for i, tier in enumerate(SCHEDULE.tiers, start=1) if one in tier)
    yield f"{name} (tier {tier} of {len(SCHEDULE.tiers)})"
    for paragraph in _parts(inspect.getdoc(one) or ""):
        yield ""
        yield _wrapped(paragraph, width)


def part_of(docstring: str, title: str) -> str:
    """The part with a title such as "Cost" in the docstring of a pass; "" if there is none."""
    for part in _parts(docstring):
        if part.startswith(f"{title}: "):
            return part.removeprefix(f"{title}: ")
    return ""


def _parts(docstring: str) -> list[str]:
    """The parts of a docstring, one line each. A part begins at a title or after a blank line."""
    parts: list[str] = []
    is_new = True
    for line in docstring.splitlines():
        title, colon, _ = line.partition(": ")
        is_titled = bool(colon) and title in ("Why", "Guarantee", "Cost", "Leaves to others")
        if not line.strip():
            is_new = True
        elif is_new or is_titled:
            parts.append(line.strip())
            is_new = False
        else:
            parts[-1] += f" {line.strip()}"
    return [part.replace("``", "") for part in parts]


def _wrapped(text: str, width: int) -> str:
    indent = " " * 4
    text = " ".join(text.replace("``", "").split())
    return fill(
        text,
        width,
        initial_indent=indent,
        subsequent_indent=indent,
        break_long_words=False,
        break_on_hyphens=False,
    )


def _pass_called(name: str) -> Pass:
    for one in PASSES:
        if one.__name__ == name:
            return one
    names = [one.__name__ for one in PASSES]
    near = get_close_matches(name, names, n=1, cutoff=0.4)
    hint = f" Did you mean {near[0]!r}?" if near else ""
    raise Misuse(f"there is no pass {name!r}.{hint} `shortlex passes` lists them all.")
