"""Observations: all cases of a run of pytest, as JSON lines."""

from __future__ import annotations

import os

import pytest

from shortlex.observing import observe
from shortlex.report.jsonlines import Directory


def observe_into(path: str, config: pytest.Config) -> None:
    """Write them to files in a directory, until pytest ends."""
    try:
        directory = Directory(os.path.join(config.invocation_params.dir, path))
    except OSError as error:
        raise pytest.UsageError(f"--shortlex-observe {path}: {error}") from None
    observation = observe(directory)
    config.add_cleanup(directory.close)
    config.add_cleanup(observation.stop)
