"""Every command in the README works: it is a target, our name on PyPI, or run by ``test_pages``."""

import re
import shlex
import tomllib
from pathlib import Path

import pytest
from blocks import PAGES, ROOT, blocks_of, is_run
from copies import copy, make

COMMANDS = [
    command
    for page in PAGES
    for block in blocks_of(page)
    for command, _ in block.commands
    if not is_run(command)
]


def targets() -> set[str]:
    return set(re.findall(r"^([a-z-]+):", (ROOT / "Makefile").read_text("utf-8"), re.M))


@pytest.mark.parametrize("command", sorted(set(COMMANDS)))
def test_every_command_that_pages_do_not_run_is_one_that_works(command: str) -> None:
    project = tomllib.loads((ROOT / "pyproject.toml").read_text("utf-8"))["project"]
    program, *arguments = shlex.split(command, comments=True)
    if program == "make":
        assert set(arguments) <= targets()
    else:
        *before, wanted = [program, *arguments]
        name, _, extra = wanted.removesuffix("]").partition("[")
        assert [*before, name] == ["pip", "install", project["name"]]
        assert not extra or extra in project["optional-dependencies"]


def test_the_readme_shows_how_to_install_and_how_to_try() -> None:
    shown = "\n".join(COMMANDS)
    for command in ("pip install shortlex", "make demo", "make test"):
        assert command in shown


@pytest.mark.slow
def test_the_demo_runs_in_a_copy_of_the_tree(tmp_path: Path) -> None:
    copy(tmp_path, "src", "examples")
    run = make("demo", tmp_path)
    assert run.returncode == 0, run.stdout + run.stderr
    assert "text='01'" in run.stdout
    assert "`make demo` succeeded" in run.stdout
