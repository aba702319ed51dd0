"""Storage: where data is kept between runs, as ``hypothesis.configuration`` says it."""

from __future__ import annotations

import os
from pathlib import Path

from shortlex.system.environment import HOME_VARIABLE, home_directory

__all__ = ["set_hypothesis_home_dir", "storage_directory"]


def set_hypothesis_home_dir(directory: str | os.PathLike[str] | None) -> None:
    """Keep data in this directory from now on; None means the usual one."""
    if directory is None:
        os.environ.pop(HOME_VARIABLE, None)
    else:
        os.environ[HOME_VARIABLE] = os.fspath(directory)


def storage_directory(*names: str, intent_to_write: bool = True) -> Path:
    """The directory, or a path in it."""
    return Path(home_directory(), *names)
