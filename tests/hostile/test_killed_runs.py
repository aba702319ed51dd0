"""What pytest has reported is in the store, whenever its runs are killed."""

import os
import subprocess
import sys
from pathlib import Path

import pytest

ROOT = Path(__file__).parents[2]

pytestmark = pytest.mark.skipif(not hasattr(os, "fork"), reason="needs fork and SIGKILL")


def kill_runs(count: int) -> None:
    command = [sys.executable, "-m", "bench.killed_runs", "--count", str(count)]
    run = subprocess.run(
        command,
        cwd=ROOT,
        env={
            **{name: os.environ[name] for name in os.environ if "SHORTLEX" not in name},
            "PYTHONPATH": os.pathsep.join(sys.path),
        },
        capture_output=True,
        text=True,
        check=False,
    )
    assert run.returncode == 0, run.stdout + run.stderr


def test_a_few_killed_runs_lose_nothing() -> None:
    kill_runs(5)


@pytest.mark.slow
def test_many_killed_runs_lose_nothing() -> None:
    kill_runs(60)
