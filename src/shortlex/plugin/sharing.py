"""Sharing: how the time of ``--budget`` is divided among the properties.

Each gets the same part of what is left, so those that follow also get what a property did not use.
What the last ones did not use goes to those that could use more: they have another round, with
other cases.
"""

from __future__ import annotations

from typing import TYPE_CHECKING

import pytest

if TYPE_CHECKING:
    from typing import Any
    from xml.etree.ElementTree import Element

    from shortlex.runner.result import Result
    from shortlex.settings import settings

SMALLEST_REST = 0.01
"""If less than this part of the budget is left, it is not worth another round."""


class Sharing:
    """Divides the remaining time evenly among the properties that wait for their turn."""

    def __init__(self, seconds: float, count: int, workers: int = 1) -> None:
        self.rounds = 0
        """How many rounds there were before this one."""
        self._seconds = seconds
        self._smallest = SMALLEST_REST * seconds
        # Each xdist worker has the whole time for its part of the tests.
        self._waiting = count / workers
        self._eager: dict[pytest.Item, None] = {}

    def share(self) -> float:
        """The seconds for the next property."""
        return max(0.0, self._seconds) / max(1.0, self._waiting)

    def see(self, item: pytest.Item, result: Result, options: settings) -> None:
        """Notice whether a property could use more time, which is so unless its cases ran out."""
        statistics = result.statistics
        if not statistics.is_exhausted and statistics.valid >= options.max_examples:
            self._eager[item] = None

    def leave_out(self, item: pytest.Item) -> None:
        """This property has failed: it is in no further round."""
        self._eager.pop(item, None)

    def spend(self, item: pytest.Item, seconds: float) -> None:
        """Subtract the time that a property took."""
        if seconds < self.share():
            self.leave_out(item)  # whatever made it end early would do so again
        self._seconds -= seconds

    def pass_on(self) -> None:
        """The turn of this property is over, whether or not it was run."""
        self._waiting -= 1

    def use_up(self, session: pytest.Session) -> None:
        """Give further rounds to the properties that could use more time, until it is used up."""
        plugins = session.config.pluginmanager.get_plugins()
        # A worker of xdist has to know whose reports it sends.
        workers = [each for each in plugins if type(each).__name__ == "WorkerInteractor"]
        while self._eager and self._seconds > self._smallest:
            self.rounds += 1
            items, self._eager = [*self._eager], {}
            self._waiting = len(items)
            for item, following in zip(items, [*items[1:], None], strict=True):
                for worker in workers:
                    worker.item_index = session.items.index(item)
                item.config.hook.pytest_runtest_protocol(item=item, nextitem=following)
                # As in the loop of pytest itself.
                if session.shouldfail:
                    raise session.Failed(session.shouldfail)
                if session.shouldstop:
                    raise session.Interrupted(session.shouldstop)


def merge_rounds(config: pytest.Config) -> None:
    """Leave out of JUnit XML each round that passed, if the property has a later entry.

    pytest has no public way to do this.
    """
    for plugin in config.pluginmanager.get_plugins():
        if type(plugin).__name__ == "LogXML":
            log: Any = plugin
            rows = [(entry, entry.to_xml()) for entry in log.node_reporters_ordered]
            last = {_name_in(row): row for _, row in rows}
            kept = [each for each, row in rows if row is last[_name_in(row)] or not _passed(row)]
            log.node_reporters_ordered = kept
            log.stats["passed"] -= len(rows) - len(kept)


def _name_in(row: Element) -> tuple[object, ...]:
    return row.get("classname"), row.get("name")


def _passed(row: Element) -> bool:
    return all(row.find(kind) is None for kind in ("failure", "error", "skipped"))
