"""Blocks: the fenced code of a page, and how each language of it is run.

========  ===================================================================================
python    run in order, in one namespace a page; one that begins with ``# name.py`` is not run
          but saved under that name, for the commands of the page
pycon     a session of the interpreter, in the same namespace; its output is compared
console   after each ``$`` a command; ``python`` and ``pytest`` are run and their output compared
text      only looked at, as is diff
========  ===================================================================================

A line ``...`` in an output stands for any lines. Times, and the counts on the way to a reduced
case, are not compared: they change with the machine and with every change of the reducer.
"""

from __future__ import annotations

import doctest
import io
import os
import re
import shlex
import subprocess
import sys
from collections.abc import Iterator
from contextlib import contextmanager
from functools import partial
from pathlib import Path
from random import Random
from tempfile import TemporaryDirectory
from typing import Any, NamedTuple
from unittest import mock

from shortlex import settings

ROOT = Path(__file__).parents[2]
PAGES = [ROOT / "README.md", *sorted((ROOT / "docs").rglob("*.md"))]
LANGUAGES = {"python", "pycon", "console", "text", "diff"}

# Every run of a page must be the same, so the commands run under these settings.
CONFTEST = """
from shortlex import settings

settings.register_profile("docs", derandomize=True)
settings.load_profile("docs")
"""


class Block(NamedTuple):
    """One fenced block; ``line`` is the number of its first line in the page."""

    page: Path
    line: int
    language: str
    text: str

    @property
    def file_name(self) -> str | None:
        """The name under which a python block is saved instead of run."""
        found = re.match(r"# (\w+\.py)\n", self.text)
        return found[1] if found and self.language == "python" else None

    @property
    def commands(self) -> list[tuple[str, list[str]]]:
        """The commands of a console block, each with the lines of output shown for it."""
        found: list[tuple[str, list[str]]] = []
        for line in self.text.splitlines() if self.language == "console" else ():
            if line.startswith("$ "):
                found.append((line[2:], []))
            elif found:
                found[-1][1].append(line)
        return found


def blocks_of(page: Path) -> list[Block]:
    found = []
    text = page.read_text(encoding="utf-8")
    for match in re.finditer(r"^```(\S*)\n(.*?)^```$", text, re.M | re.S):
        line = text[: match.start(2)].count("\n") + 1
        found.append(Block(page, line, match[1], match[2]))
    return found


def run_code(page: Path, seed: int = 0) -> None:
    """Run what is Python on a page; ``seed`` takes the place of chance."""
    namespace: dict[str, Any] = {"__name__": page.stem}
    seed_of_run = partial(Random(seed).getrandbits, 64)
    with (
        # Not `os.urandom`: names of files take from it too, and time decides how many are written.
        mock.patch("shortlex.runner.hunt.new_seed", seed_of_run),
        mock.patch("shortlex.property.crash_recovery.new_seed", seed_of_run),
        TemporaryDirectory() as home,
        mock.patch.dict(os.environ, SHORTLEX_HOME=home),
        same_profile_after(),
    ):
        for block in blocks_of(page):
            if block.language == "pycon":
                run_session(block, namespace)
            elif block.language == "python" and block.file_name is None:
                # Line numbers, and the source that `inspect` finds, are those of the page.
                padded = "\n" * (block.line - 1) + block.text
                code = compile(padded, page, "exec", dont_inherit=True)
                exec(code, namespace)  # noqa: S102  # our own pages


@contextmanager
def same_profile_after() -> Iterator[None]:
    """Pages load profiles; the tests after them must not notice. Pages begin with the usual one."""
    active = settings.get_current_profile_name()
    settings.load_profile("default")
    try:
        yield
    finally:
        settings.load_profile(active)


def run_commands(page: Path, directory: Path) -> None:
    """Save the files of a page in ``directory``, and run its commands there."""
    (directory / "conftest.py").write_text(CONFTEST, encoding="utf-8")
    for block in blocks_of(page):
        if block.file_name is not None:
            (directory / block.file_name).write_text(block.text, encoding="utf-8")
        for command, output in block.commands:
            if is_run(command):
                run_command(command, output, directory)


def run_session(block: Block, namespace: dict[str, Any]) -> None:
    name = block.page.name
    parsed = doctest.DocTestParser().get_doctest(block.text, {}, name, name, block.line - 1)
    parsed.globs = namespace
    report = io.StringIO()
    runner = doctest.DocTestRunner(optionflags=doctest.ELLIPSIS)
    runner.run(parsed, out=report.write, clear_globs=False)
    assert not runner.failures, report.getvalue()


def is_run(command: str) -> bool:
    return command.split()[0] in ("python", "pytest")


def run_command(command: str, output: list[str], directory: Path) -> None:
    program, *arguments = shlex.split(command)
    arguments = ["-m", "pytest", *arguments] if program == "pytest" else arguments
    environment = {
        **{
            key: value
            for key, value in os.environ.items()
            # Failures are kept where the command is run, as they are for readers.
            if not key.startswith(("PYTEST", "SHORTLEX"))
        },
        "PYTHONPATH": str(ROOT / "src"),
        "PYTEST_ADDOPTS": "-p no:cacheprovider -p no:asyncio -p no:anyio --color=no",
        "COLUMNS": "80",
    }
    run = subprocess.run(
        [sys.executable, *arguments],
        cwd=directory,
        env=environment,
        stdout=subprocess.PIPE,
        stderr=subprocess.STDOUT,
        encoding="utf-8",
        check=False,
    )
    assert matches(output, run.stdout.splitlines()), f"$ {command}\n{run.stdout}"


def matches(shown: list[str], real: list[str]) -> bool:
    """Whether the lines shown are the real ones, where ``...`` stands for any lines."""
    lines = ("(.*\n)*?" if line == "..." else re.escape(line + "\n") for line in comparable(shown))
    return re.fullmatch("".join(lines), "\n".join([*comparable(real), ""])) is not None


def comparable(lines: list[str]) -> list[str]:
    """Lines without what differs between machines, or between versions of the reducer."""
    text = "\n".join(line.rstrip() for line in lines).strip("\n")
    text = re.sub(
        r"Reduced from size [\d,]+ to ([\d,]+) in [\d,]+ calls? \(.*?\)\.",
        r"Reduced from size # to \1 in # calls (#).",
        text,
    )
    text = re.sub(r"Nothing simpler failed in [\d,]+ calls? \(.*?\)\.", "Nothing simpler.", text)
    text = re.sub(r"torn down [\d,]+ times", "torn down # times", text)
    # How often a test fails that is left to chance depends on how often it was run before.
    text = re.sub(r"Fails in about \d+% of runs \(.*?\)\.", "Fails in about # of runs.", text)
    return re.sub(r"\b\d+\.\d+ ?(m?s)\b", r"# \1", text).split("\n")
