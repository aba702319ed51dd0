"""Copies: a target of the Makefile, run in a copy of the tree with the packages that are here."""

import os
import shutil
import subprocess
import sys
from pathlib import Path

from blocks import ROOT


def copy(directory: Path, *names: str) -> None:
    """Copy what is named, and what ``make`` needs, into ``directory``."""
    for name in ["Makefile", "pyproject.toml", *names]:
        if (ROOT / name).is_dir():
            leave_out = shutil.ignore_patterns("__pycache__")
            shutil.copytree(ROOT / name, directory / name, ignore=leave_out)
        else:
            shutil.copy(ROOT / name, directory)
    # Stands for the environment that `make` would set up from the network.
    environment = directory / ".venv" / "bin"
    environment.mkdir(parents=True)
    python = environment / "python"
    python.write_text(f'#!/bin/sh\nexec {sys.executable} "$@"\n', "utf-8")
    python.chmod(0o755)
    (directory / ".venv" / ".ready").touch()


def make(target: str, directory: Path) -> subprocess.CompletedProcess[str]:
    inherited = {key: value for key, value in os.environ.items() if not key.startswith("PYTEST")}
    return subprocess.run(
        ["make", target],
        cwd=directory,
        env={**inherited, "PYTHONPATH": str(directory / "src")},
        capture_output=True,
        text=True,
        check=False,
    )
