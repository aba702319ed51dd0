"""Entry: the program ``shortlex``, made of its commands."""

from __future__ import annotations

import argparse
import sys
from collections.abc import Sequence
from shutil import get_terminal_size
from textwrap import fill
from typing import Protocol

from shortlex.cli import Misuse, list_passes, migrate, run_as_hypothesis, show_case


class Command(Protocol):
    """The interface of a command's module. The first line of its docstring is the help text."""

    NAME: str
    __doc__: str | None

    def add_arguments(self, parser: argparse.ArgumentParser) -> None:
        """Add the arguments of the command."""

    def run(self, options: argparse.Namespace) -> int:
        """Run the command and return the exit code; wrong arguments raise ``Misuse``."""


COMMANDS: tuple[Command, ...] = (list_passes, show_case, run_as_hypothesis, migrate)


def main(arguments: Sequence[str] | None = None) -> int:
    """Run the program; the exit code is 0, or 2 if it was called wrongly."""
    parser = _parser()
    options = parser.parse_args(arguments)
    try:
        code: int = options.run(options)
        # Flushed here, so that a closed pipe raises here.
        sys.stdout.flush()
    except Misuse as misuse:
        text = f"{parser.prog}: {misuse}"
        parser.exit(2, fill(text, max(40, get_terminal_size().columns)) + "\n")
    except BrokenPipeError:
        # The reader has closed the pipe, as in `shortlex passes | head`.
        sys.stderr.close()
        return 0
    return code


def _parser() -> argparse.ArgumentParser:
    parser = argparse.ArgumentParser(
        prog="shortlex", description="Property-based testing with the smallest counterexamples."
    )
    parser.add_argument("--version", action="version", version=_version())
    commands = parser.add_subparsers(title="commands", metavar="COMMAND", required=True)
    for command in COMMANDS:
        doc = command.__doc__ or ""
        purpose = doc.partition("\n")[0].partition(": ")[2].rstrip(".")
        one = commands.add_parser(
            command.NAME, help=purpose, description=purpose[0].upper() + purpose[1:] + "."
        )
        command.add_arguments(one)
        one.set_defaults(run=command.run)
    return parser


def _version() -> str:
    from platform import python_implementation, python_version

    # Not imported: the top-level package is above this one in the layers.
    version = sys.modules["shortlex"].__version__
    return f"shortlex {version} ({python_implementation()} {python_version()})"
