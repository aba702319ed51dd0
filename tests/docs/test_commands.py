"""Every command in the README works: it is a target, our name on PyPI, or run by ``test_pages``."""

import os
import re
import shutil
import subprocess
import sys
import tomllib
from pathlib import Path

import pytest
from blocks import PAGES, ROOT, blocks_of, is_run

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
    program, *arguments = command.partition("#")[0].split()
    if program == "make":
        assert set(arguments) <= targets()
    else:
        assert [program, *arguments] == ["pip", "install", project["name"]]


def test_the_readme_shows_how_to_install_and_how_to_try() -> None:
    shown = "\n".join(COMMANDS)
    for command in ("pip install shortlex", "make demo", "make test"):
        assert command in shown


@pytest.mark.slow
def test_the_demo_runs_in_a_copy_of_the_tree(tmp_path: Path) -> None:
    for name in ("Makefile", "pyproject.toml"):
        shutil.copy(ROOT / name, tmp_path)
    for name in ("src", "examples"):
        shutil.copytree(ROOT / name, tmp_path / name)
    # Stands for the environment that `make` would set up from the network.
    environment = tmp_path / ".venv" / "bin"
    environment.mkdir(parents=True)
    python = environment / "python"
    python.write_text(f'#!/bin/sh\nexec {sys.executable} "$@"\n', "utf-8")
    python.chmod(0o755)
    (tmp_path / ".venv" / ".ready").touch()
    run = subprocess.run(
        ["make", "demo"],
        cwd=tmp_path,
        env={key: value for key, value in os.environ.items() if not key.startswith("PYTEST")},
        capture_output=True,
        text=True,
        check=False,
    )
    assert run.returncode == 0, run.stdout + run.stderr
    assert "text='01'" in run.stdout
    assert "`make demo` succeeded" in run.stdout
