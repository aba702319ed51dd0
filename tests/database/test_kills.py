"""What was reported is kept, whenever the process is killed."""

import os
import re
import subprocess
import sys
from pathlib import Path

import pytest

ROOT = Path(__file__).parents[2]

pytestmark = pytest.mark.skipif(not hasattr(os, "fork"), reason="needs fork and SIGKILL")


def kill(count: int) -> str:
    command = [sys.executable, "-m", "bench.store", "kills", "--count", str(count)]
    run = subprocess.run(
        command,
        cwd=ROOT,
        env={**os.environ, "PYTHONPATH": os.pathsep.join(sys.path)},
        capture_output=True,
        text=True,
        check=False,
    )
    assert run.returncode == 0, run.stdout + run.stderr
    return run.stdout


def test_nothing_reported_is_lost_and_nothing_is_corrupt() -> None:
    printed = kill(10)
    found = re.fullmatch(
        r"10 kills, \d+ of .* write; (\d+) failures reported, 0 lost, 0 files corrupt\n", printed
    )
    assert found is not None, printed
    assert int(found[1]) >= 10


@pytest.mark.slow
def test_nothing_is_lost_either_where_many_are_killed_while_they_write() -> None:
    printed = kill(300)
    middle = re.search(r", (\d+) of them in the middle of a write", printed)
    assert middle is not None
    assert int(middle[1]) > 10
