"""Where a project keeps things."""

import os
import subprocess
import sys
from pathlib import Path

import pytest

from shortlex.database.home import VARIABLE, home_directory

PROGRAM = "from shortlex.database.home import home_directory; print(home_directory())"


def test_it_is_below_where_the_program_was_started(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.delenv(VARIABLE, raising=False)
    started = home_directory()
    assert os.path.basename(started) == ".shortlex"
    monkeypatch.chdir("/")
    assert home_directory() == started


def test_the_environment_can_say_where(monkeypatch: pytest.MonkeyPatch, tmp_path: Path) -> None:
    monkeypatch.setenv(VARIABLE, str(tmp_path))
    assert home_directory() == str(tmp_path)
    monkeypatch.setenv(VARIABLE, "below")
    assert os.path.isabs(home_directory())


def test_a_program_can_be_started_where_nothing_is_any_more(tmp_path: Path) -> None:
    gone = tmp_path / "gone"
    gone.mkdir()
    source = f"import os; os.rmdir({str(gone)!r}); {PROGRAM}"
    run = subprocess.run(
        [sys.executable, "-c", source],
        cwd=gone,
        env={**os.environ, VARIABLE: "", "PYTHONPATH": os.pathsep.join(sys.path)},
        capture_output=True,
        text=True,
        check=True,
    )
    assert run.stdout.strip() == os.path.join(".", ".shortlex")
