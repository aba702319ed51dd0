"""In the command of ``shortlex as-hypothesis``, and in what it starts, hypothesis is Shortlex."""

import os
import subprocess
import sys
from pathlib import Path

import pytest

PROGRAM = [sys.executable, "-m", "shortlex", "as-hypothesis"]

ASK = "import hypothesis, shortlex; print(hypothesis.given is shortlex.given)"


def run(*arguments: str, cwd: Path) -> "subprocess.CompletedProcess[str]":
    return subprocess.run(
        [*PROGRAM, *arguments], capture_output=True, text=True, cwd=cwd, check=False
    )


def test_the_command_and_what_it_starts_import_shortlex(tmp_path: Path) -> None:
    (tmp_path / "start.py").write_text(
        f"import subprocess, sys\nsys.exit(subprocess.call([sys.executable, '-c', {ASK!r}]))"
    )
    assert run("--", sys.executable, "start.py", cwd=tmp_path).stdout == "True\n"


def test_pytest_has_the_options_and_the_version(tmp_path: Path) -> None:
    (tmp_path / "test_it.py").write_text(
        """
import importlib.metadata
from hypothesis import __version__, given, strategies as st

@given(st.integers())
def test_property(x):
    pass

def test_version(pytestconfig):
    assert importlib.metadata.version("hypothesis") == __version__
"""
    )
    ended = run(
        *("--", sys.executable, "-m", "pytest", "-pno:cacheprovider", "-pno:asyncio", "-pno:anyio"),
        *("--hypothesis-seed=1", "-m", "hypothesis", "--strict-markers"),
        cwd=tmp_path,
    )
    assert "1 passed, 1 deselected" in ended.stdout, ended.stdout + ended.stderr
    assert ended.returncode == 0


def test_the_plugin_may_be_named_as_well(tmp_path: Path) -> None:
    (tmp_path / "test_it.py").write_text("import hypothesis\ndef test_it(): pass")
    ended = run(
        *("--", sys.executable, "-m", "pytest", "-p", "shortlex.as_hypothesis"),
        *("-pno:cacheprovider", "-pno:asyncio", "-pno:anyio"),
        cwd=tmp_path,
    )
    assert "1 passed" in ended.stdout, ended.stdout + ended.stderr


def test_nothing_is_left_behind(tmp_path: Path) -> None:
    place = "import hypothesis, os, sys; print(os.environ['PYTHONPATH'].split(os.pathsep)[0])"
    folder = run("--", sys.executable, "-c", place, cwd=tmp_path).stdout.strip()
    assert folder
    assert not os.path.exists(folder)


def test_the_exit_code_is_that_of_the_command(tmp_path: Path) -> None:
    assert run("--", sys.executable, "-c", "raise SystemExit(7)", cwd=tmp_path).returncode == 7


def test_a_command_is_needed(tmp_path: Path) -> None:
    ended = run(cwd=tmp_path)
    assert ended.returncode == 2
    assert "as-hypothesis needs a command" in ended.stderr


def test_a_command_that_is_not_there_is_named(tmp_path: Path) -> None:
    ended = run("--", "no-such-command", cwd=tmp_path)
    assert ended.returncode == 2
    assert "no-such-command cannot be run" in ended.stderr


def test_a_python_without_shortlex_is_told_so(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    from shortlex.cli.run_as_hypothesis import write_shim

    write_shim(tmp_path)
    ended = subprocess.run(
        [sys.executable, "-S", "-c", "import hypothesis"],
        env={"PYTHONPATH": str(tmp_path)},
        capture_output=True,
        text=True,
        cwd=tmp_path,
        check=False,
    )
    assert "where Shortlex is not installed. Install it here, too." in ended.stderr
