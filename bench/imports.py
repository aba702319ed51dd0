"""Imports: what importing a library costs, over an interpreter that imports nothing."""

from __future__ import annotations

import os
import subprocess
import sys
from dataclasses import dataclass
from statistics import median
from time import perf_counter

_PROGRAMS = {
    "empty": "pass",
    "Shortlex": "import shortlex, shortlex.strategies",
    "Hypothesis": "import hypothesis, hypothesis.strategies",
}


@dataclass(frozen=True)
class Imports:
    """Milliseconds of fresh interpreters, by what they imported; ``empty`` imported nothing."""

    runs: dict[str, tuple[float, ...]]

    @property
    def empty(self) -> float:
        return median(self.runs["empty"])

    def cost_of(self, name: str) -> float:
        return median(self.runs[name]) - self.empty

    @property
    def share(self) -> float:
        """Of Hypothesis's cost, how much is ours."""
        return self.cost_of("Shortlex") / self.cost_of("Hypothesis")


def measure_imports(interpreters: int) -> Imports:
    """Start ``interpreters`` of each kind in turn, after one of each to write byte code."""
    runs: dict[str, list[float]] = {name: [] for name in _PROGRAMS}
    # Byte code is what users have; where it is not to be written, every import would compile.
    environment = {k: v for k, v in os.environ.items() if k != "PYTHONDONTWRITEBYTECODE"}
    for turn in range(interpreters + 1):
        for name, program in _PROGRAMS.items():
            start = perf_counter()
            subprocess.run([sys.executable, "-c", program], check=True, env=environment)
            if turn:
                runs[name].append((perf_counter() - start) * 1e3)
    return Imports({name: tuple(times) for name, times in runs.items()})
