"""The command ``migrate``: rewrite tests that use Hypothesis so that they use Shortlex."""

from __future__ import annotations

import argparse
import os
import sys
from collections.abc import Iterable, Iterator
from difflib import unified_diff
from fnmatch import fnmatch
from importlib.util import find_spec
from pathlib import Path
from tempfile import NamedTemporaryFile
from typing import NamedTuple

from shortlex.cli import Misuse
from shortlex.cli.options_in_text import rewrite_text

NAME = "migrate"

CONFIGURATION = {".cfg", ".ini", ".toml", ".yaml", ".yml", ".sh", ".mk"}
"""The endings of files in which options are looked for."""

NAMED = {"Makefile", "makefile", "GNUmakefile", ".gitignore"}

SKIPPED = {"__pycache__", "build", "dist", "node_modules", "site-packages", "venv"}
"""Directories that are not entered, besides those whose names begin with a dot."""


class Change(NamedTuple):
    """What becomes of one file."""

    path: Path
    before: bytes
    after: bytes
    by_hand: tuple[tuple[int, str], ...]
    """What the command cannot decide: a line, and what to look at there."""


def add_arguments(parser: argparse.ArgumentParser) -> None:
    parser.add_argument("paths", nargs="+", metavar="PATH", help="a file or directory to rewrite")
    how = parser.add_mutually_exclusive_group()
    how.add_argument("--diff", action="store_true", help="only show what would change")
    how.add_argument("--write", action="store_true", help="write the changes without a question")


def run(options: argparse.Namespace) -> int:
    if find_spec("libcst") is None:
        raise Misuse("migrate needs LibCST: pip install 'shortlex[migrate]'.")
    changes, problems = [], []
    for path in _files(map(Path, options.paths)):
        try:
            changes.append(change_of(path))
        except (OSError, SyntaxError, UnicodeError) as error:
            problems.append(f"{path}: left as it is: {error}")
    changed = [each for each in changes if each.before != each.after]
    for each in changed:
        sys.stdout.writelines(_diff(each))
    for line in _by_hand(changes):
        print(line)
    for problem in problems:
        print(problem)
    if changed and _is_to_be_written(options, len(changed)):
        for each in changed:
            write(each.path, each.before, each.after)
        print(f"{_files_of(len(changed))} rewritten.")
    elif changed:
        print(f"{_files_of(len(changed))} would change. Nothing was written.")
    else:
        print("Nothing to rewrite.")
    return 1 if problems else 0


def change_of(path: Path) -> Change:
    """What becomes of a file. Raises SyntaxError if it is not Python that can be read."""
    before = path.read_bytes()
    if b"hypothesis" not in before.lower():
        return Change(path, before, before, ())
    if path.suffix == ".py":
        from shortlex.cli.rewrite_python import rewrite_python

        after, by_hand = rewrite_python(before)
    else:
        text, by_hand = rewrite_text(before.decode("utf-8"))
        after = text.encode("utf-8")
    return Change(path, before, after, by_hand)


def write(path: Path, before: bytes, after: bytes) -> None:
    """Replace a file at once, so that it is never half written, unless it has changed meanwhile."""
    real = path.resolve()
    if real.read_bytes() != before:
        raise Misuse(f"{path} has changed since it was read: it is left as it is. Run this again.")
    with NamedTemporaryFile(dir=real.parent, prefix=f".{real.name}.", delete=False) as file:
        new = Path(file.name)
        try:
            file.write(after)
            file.flush()
            os.fsync(file.fileno())
            os.chmod(new, real.stat().st_mode)
        except BaseException:
            new.unlink()
            raise
    os.replace(new, real)


def _files(paths: Iterable[Path]) -> Iterator[Path]:
    """The files to look at, each once, in order; of links to one file the first one."""
    found: dict[Path, None] = {}
    for path in paths:
        if path.is_dir():
            found.update(dict.fromkeys(sorted(_files_below(path))))
        elif path.exists():
            found[path] = None
        else:
            raise Misuse(f"there is no file or directory {str(path)!r}.")
    met: set[Path] = set()
    for path in found:
        real = path.resolve()
        if real not in met:
            met.add(real)
            yield path


def _files_below(directory: Path) -> Iterator[Path]:
    for folder, inside, names in os.walk(directory):
        inside[:] = [
            each
            for each in inside
            if each not in SKIPPED and (not each.startswith(".") or each == ".github")
        ]
        for name in names:
            path = Path(folder, name)
            is_named = name in NAMED or fnmatch(name, "*requirements*.txt")
            if path.suffix == ".py" or path.suffix in CONFIGURATION or is_named:
                yield path


def _diff(change: Change) -> Iterator[str]:
    before, after = (
        text.decode("utf-8", "replace").splitlines(keepends=True)
        for text in (change.before, change.after)
    )
    for line in unified_diff(before, after, str(change.path), str(change.path)):
        yield line if line.endswith("\n") else line + "\n"


def _by_hand(changes: Iterable[Change]) -> Iterator[str]:
    lines = [
        f"{each.path}:{line}: {what}" for each in changes for line, what in sorted(each.by_hand)
    ]
    if lines:
        yield "Look at by hand:"
        yield from (f"  {line}" for line in lines)


def _is_to_be_written(options: argparse.Namespace, count: int) -> bool:
    if options.diff or options.write or not sys.stdin.isatty():
        return bool(options.write)
    return input(f"Write {_files_of(count)}? [y/N] ").strip().lower() in ("y", "yes")


def _files_of(count: int) -> str:
    return f"{count} file{'' if count == 1 else 's'}"
