"""Home: the directory of a project in which things are kept from one run to the next."""

from __future__ import annotations

import os

VARIABLE = "SHORTLEX_HOME"
"""In the environment: the directory to use. The pytest plugin names the project's here."""


def _started_in() -> str:
    try:
        return os.getcwd()
    except OSError:  # it was removed meanwhile
        return os.curdir


# Once, for tests change it: what one of them finds must be there for the next run.
_START = _started_in()


def home_directory() -> str:
    """What the environment says, or ``.shortlex`` where the program was started."""
    return os.path.join(_START, os.environ.get(VARIABLE) or ".shortlex")
