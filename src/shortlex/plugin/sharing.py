"""Sharing: the time that ``--budget`` gives to a run, split among its properties."""

from __future__ import annotations


class Sharing:
    """Everyone gets the same of what is left, so what one does not use goes to those after it."""

    def __init__(self, seconds: float, count: int, workers: int = 1) -> None:
        self._seconds = seconds
        # Several processes work at once, and each has the whole time for its part of the tests.
        self._waiting = count / workers

    def share(self) -> float:
        """The seconds for the property whose turn it is."""
        return max(0.0, self._seconds) / max(1.0, self._waiting)

    def spend(self, seconds: float) -> None:
        """Say how long it took."""
        self._seconds -= seconds

    def pass_on(self) -> None:
        """The turn of this property is over, whether or not it was run."""
        self._waiting -= 1
