"""Programs that run in a process of their own, in which hypothesis is Shortlex."""

import subprocess
import sys
from collections.abc import Callable
from pathlib import Path

import pytest

Program = Callable[..., str]


@pytest.fixture
def program(tmp_path: Path) -> Program:
    """Run a program after ``import shortlex.as_hypothesis``; returns what it prints."""

    def run(text: str, *, fails: bool = False, before: str = "") -> str:
        path = tmp_path / "program.py"
        path.write_text(f"{before}\nimport shortlex.as_hypothesis\n{text}", encoding="utf-8")
        ended = subprocess.run(
            [sys.executable, str(path)], capture_output=True, text=True, cwd=tmp_path, check=False
        )
        assert (ended.returncode != 0) is fails, ended.stderr + ended.stdout
        return ended.stderr if fails else ended.stdout

    return run
