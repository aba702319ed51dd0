"""Home: the directory of a project where data is kept between runs."""

from __future__ import annotations

from shortlex.system.genuine import os

VARIABLE = "SHORTLEX_HOME"
"""The environment variable with the directory to use. The pytest plugin sets it."""

ORDINARY = ".shortlex"
"""The name of the directory, unless the environment says otherwise."""


def _started_in() -> str:
    try:
        return os.getcwd()
    except OSError:  # the directory was removed
        return os.curdir


# Read only once: tests change the working directory, but the next run must find the failures.
_START = _started_in()


def project_directory() -> str:
    """The parent of the home directory, if that has its usual name; else where we started."""
    above, name = os.path.split(home_directory())
    return above if name == ORDINARY else _START


def home_directory() -> str:
    """The directory from the environment, or ``.shortlex`` where the program was started."""
    return os.path.join(_START, os.environ.get(VARIABLE) or ORDINARY)
