"""Share: the time that a test may spend on more cases than its settings ask for."""

from __future__ import annotations

from collections.abc import Callable
from time import monotonic

from shortlex.runner.result import Statistics

LOOK = 0.05
"""So many seconds pass, about, from one look at the clock to the next."""


class Share:
    """Counted in cases, at the speed they had so far: no case looks at the clock."""

    def __init__(self, seconds: float, clock: Callable[[], float] = monotonic) -> None:
        self._seconds = seconds
        self._clock = clock
        self._started = clock()

    def begin(self, statistics: Statistics, max_examples: int) -> int:
        """With how many cases to ask for more: when there are as many as settings ask for."""
        return max_examples

    def more(self, done: int) -> int:
        """How many cases to run before asking again, when ``done`` are; 0 if the time is over."""
        taken = self._clock() - self._started
        left = self._seconds - taken
        if left <= 0:
            return 0
        speed = done / taken if taken > 0 else 1.0
        return max(1, int(speed * min(left, LOOK)))
