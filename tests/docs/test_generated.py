"""Pages that are made from the code are made from the code as it is."""

import os
import subprocess
import sys

from blocks import ROOT


def test_generated_pages_are_current() -> None:
    run = subprocess.run(
        [sys.executable, ROOT / "docs" / "generate.py", "--check"],
        env={**os.environ, "PYTHONPATH": str(ROOT / "src")},
        capture_output=True,
        text=True,
        check=False,
    )
    assert run.returncode == 0, run.stderr
