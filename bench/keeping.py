"""Keeping: figures as JSON, with the command that made them and what it was run with."""

from __future__ import annotations

import json
import platform
from collections.abc import Mapping
from importlib.metadata import version
from pathlib import Path


def keep(path: Path, command: str, figures: Mapping[str, object]) -> None:
    """Write a file for ``bench/results``."""
    path.parent.mkdir(parents=True, exist_ok=True)
    text = json.dumps({"command": command, **versions(), **figures}, indent=2)
    path.write_text(text + "\n", encoding="utf-8")


def versions() -> dict[str, str]:
    """What was measured, and what it ran on; nothing that is private."""
    return {
        "implementation": platform.python_implementation(),
        "machine": platform.machine(),
        "python": platform.python_version(),
        "hypothesis": version("hypothesis"),
        "shortlex": version("shortlex"),
    }
