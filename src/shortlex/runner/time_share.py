"""Time share: time that a test may spend on more than ``max_examples`` cases."""

from __future__ import annotations

from collections.abc import Callable

from shortlex.runner.result import Statistics
from shortlex.system.genuine import monotonic

CLOCK_SECONDS = 0.05
"""About how many seconds pass between two looks at the clock."""


class Share:
    """Converts time to numbers of cases, by their speed so far: cases do not look at the clock."""

    def __init__(self, seconds: float, clock: Callable[[], float] = monotonic) -> None:
        self._seconds = seconds
        self._clock = clock
        self._started = clock()

    def begin(self, statistics: Statistics, max_examples: int) -> int:
        """After how many cases to call ``more`` for the first time."""
        return max_examples

    def more(self, done: int) -> int:
        """How many cases to run before the next call, after ``done`` cases; 0 if time is over."""
        taken = self._clock() - self._started
        left = self._seconds - taken
        if left <= 0:
            return 0
        speed = done / taken if taken > 0 else 1.0
        return max(1, int(speed * min(left, CLOCK_SECONDS)))
