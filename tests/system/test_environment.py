"""Where a project keeps things, and which environments are those of CI services."""

import os
import subprocess
import sys
from pathlib import Path

import pytest

from shortlex.system.environment import HOME_VARIABLE, home_directory, is_ci

PROGRAM = "from shortlex.system.environment import home_directory; print(home_directory())"


def test_it_is_below_where_the_program_was_started(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.delenv(HOME_VARIABLE, raising=False)
    started = home_directory()
    assert os.path.basename(started) == ".shortlex"
    monkeypatch.chdir("/")
    assert home_directory() == started


def test_the_environment_can_say_where(monkeypatch: pytest.MonkeyPatch, tmp_path: Path) -> None:
    monkeypatch.setenv(HOME_VARIABLE, str(tmp_path))
    assert home_directory() == str(tmp_path)
    monkeypatch.setenv(HOME_VARIABLE, "below")
    assert os.path.isabs(home_directory())


def test_a_program_can_be_started_where_nothing_is_any_more(tmp_path: Path) -> None:
    gone = tmp_path / "gone"
    gone.mkdir()
    source = f"import os; os.rmdir({str(gone)!r}); {PROGRAM}"
    run = subprocess.run(
        [sys.executable, "-c", source],
        cwd=gone,
        env={**os.environ, HOME_VARIABLE: "", "PYTHONPATH": os.pathsep.join(sys.path)},
        capture_output=True,
        text=True,
        check=True,
    )
    assert run.stdout.strip() == os.path.join(".", ".shortlex")


@pytest.mark.parametrize(
    ("environment", "expected"),
    [
        ({}, False),
        ({"CI": ""}, True),
        ({"bamboo.buildKey": "x"}, True),
        ({"__TOX_ENVIRONMENT_VARIABLE_ORIGINAL_CI": "1"}, True),
        ({"GITHUB_ACTIONS": "true"}, True),
        ({"TF_BUILD": "True"}, True),
        ({"BUILDKITE": "1"}, False),
        ({"HOME": "/CI"}, False),
    ],
)
def test_some_variables_must_be_there_and_some_must_be_true(
    environment: dict[str, str], expected: bool
) -> None:
    assert is_ci(environment) is expected
