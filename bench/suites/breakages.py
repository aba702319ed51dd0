"""Breakages: copies of a package with one small mistake each.

Nobody picks the mistakes: they are a seeded sample of all changes that `bench.mutation` can make to
the module that a project names.
"""

from __future__ import annotations

import ast
import re
import shutil
from collections.abc import Iterator
from pathlib import Path
from random import Random
from subprocess import run
from typing import NamedTuple

from bench.mutation import mutants_in
from bench.suites.projects import Project
from bench.suites.workplace import Workplace

_EXAMPLE = re.compile(r"(?:Falsifying example|Failing test case): (.*?\n(?:E? +\)|\)))", re.DOTALL)


class Breakage(NamedTuple):
    """A mistake: where it is, what it is, and a directory that holds the broken package."""

    where: str
    directory: Path


def break_package(
    workplace: Workplace, project: Project, directory: Path, *, count: int, seed: int
) -> Iterator[Breakage]:
    """Make ``count`` broken copies, one after the other, in the same place."""
    python = workplace.python(project, "Hypothesis")
    package = project.broken.partition("/")[0]
    found = run(
        [str(python), "-c", f"import {package}; print({package}.__path__[0])"],
        capture_output=True,
        text=True,
        check=True,
    )
    installed = Path(found.stdout.strip())
    text = (installed.parent / project.broken).read_text(encoding="utf-8")
    mutants = [each for each in mutants_in(text) if _is_in_function(text, each.line)]
    for mutant in Random(seed).sample(mutants, min(count, len(mutants))):
        shutil.rmtree(directory, ignore_errors=True)
        shutil.copytree(installed, directory / package)
        (directory / project.broken).write_text(mutant.source, encoding="utf-8")
        yield Breakage(f"{project.broken}, line {mutant.line}: {mutant.change}", directory)


def _is_in_function(text: str, line: int) -> bool:
    """Mistakes elsewhere mostly break the import, which any test notices."""
    functions = ast.FunctionDef | ast.AsyncFunctionDef
    nodes = [node for node in ast.walk(ast.parse(text)) if isinstance(node, functions)]
    return any(node.lineno < line <= (node.end_lineno or 0) for node in nodes)


def example_in(story: str) -> str:
    """The failing example that a report shows, or nothing."""
    found = _EXAMPLE.search(story)
    if found is None:
        return ""
    lines = (re.sub(r"^E? +", "", line) for line in found[1].splitlines())
    return " ".join(line.strip() for line in lines)
