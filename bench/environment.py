"""Environment: one as a user has it, with the library installed and little besides.

The one in which Shortlex is worked on has a dozen plugins of pytest, and does not install the
library but points to it. Both change what a run of pytest costs.
"""

from __future__ import annotations

import os
import subprocess
import sys
import venv
from pathlib import Path

ROOT = Path(__file__).parents[1]


class Environment:
    """Has pytest, Shortlex and what else is named, in a directory of its own."""

    def __init__(self, directory: Path, *others: str) -> None:
        venv.create(directory, with_pip=True)
        self.python = str(directory / "bin" / "python")
        packages = ["pytest", *others, str(ROOT)]
        command = [self.python, "-m", "pip", "install", "-q", "--disable-pip-version-check"]
        done = subprocess.run([*command, *packages], capture_output=True, text=True)
        if done.returncode:
            sys.exit(f"{' '.join(packages)} cannot be installed:\n{done.stdout}{done.stderr}")

    def run_pytest(self, directory: Path, *options: str) -> subprocess.CompletedProcess[str]:
        """Run pytest there, and give back how that ended."""
        return subprocess.run(
            [self.python, "-m", "pytest", "-q", "-p", "no:cacheprovider", *options],
            cwd=directory,
            env=plain_environment(),
            capture_output=True,
            text=True,
        )


def plain_environment() -> dict[str, str]:
    """The variables of this process without those that change how Python and pytest run."""
    ours = ("PYTEST", "PYTHON", "SHORTLEX", "HYPOTHESIS")
    return {name: value for name, value in os.environ.items() if not name.startswith(ours)}
