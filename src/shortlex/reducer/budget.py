"""Budget: how many calls and seconds a reduction may spend."""

from __future__ import annotations

from collections.abc import Callable
from typing import Literal

from shortlex.core.shown import shown
from shortlex.errors import StopCase


class OutOfBudget(StopCase):
    """Ends a reduction where it stands, for lack of ``"calls"`` or ``"seconds"``."""

    def __init__(self, lacking: Literal["calls", "seconds"]) -> None:
        super().__init__(lacking)
        self.lacking = lacking


class Budget:
    """Counts calls, and asks the clock that it is given: the reducer has no clock of its own."""

    def __init__(
        self,
        *,
        calls: int | None = None,
        seconds: float | None = None,
        clock: Callable[[], float] | None = None,
    ) -> None:
        if seconds is not None and clock is None:
            raise TypeError(f"Budget(seconds={shown(seconds)}) needs a clock")
        self.seconds = seconds
        self._calls = calls
        self._clock = clock if seconds is not None else None
        self._end = clock() + seconds if clock is not None and seconds is not None else 0.0
        self.spent = 0

    def spend(self) -> None:
        """Count one more call; raise OutOfBudget if none is left."""
        if self._calls is not None and self.spent >= self._calls:
            raise OutOfBudget("calls")
        self.check_time()
        self.spent += 1

    @property
    def seconds_left(self) -> float | None:
        """How much time is left; None if it is not limited."""
        return None if self._clock is None else max(0.0, self._end - self._clock())

    def now(self) -> float:
        """The time; always 0 if time is not limited, as nobody looks at a clock then."""
        return 0.0 if self._clock is None else self._clock()

    def check_time(self) -> None:
        """Raise OutOfBudget if no time is left."""
        if self._clock is not None and self._clock() >= self._end:
            raise OutOfBudget("seconds")
