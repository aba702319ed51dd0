"""Recording: what the HTML report needs of one property, in the process that runs it."""

from __future__ import annotations

import pytest

from _shortlex_pytest import PUBLISHING
from shortlex.report.html.census import Census
from shortlex.report.html.property_record import record_text
from shortlex.runner.result import Result
from shortlex.settings import settings

RECORD = pytest.StashKey[str]()


class Recorder:
    """Watches one property, and leaves the record on its item."""

    def __init__(self, item: pytest.Item) -> None:
        self._item = item
        self.observer = Census()

    def keep(self, result: Result, options: settings) -> None:
        item = self._item
        tested = getattr(getattr(item, "obj", None), "shortlex", None)
        # Only draws: the body, and so what it is called with besides, is of no interest.
        test = None if tested is None else tested.test_function((), {})
        record = item.stash[RECORD] = record_text(result, options, test, self.observer, item.nodeid)
        publishing = item.config.pluginmanager.getplugin(PUBLISHING)
        if result.stopped_by is not None and publishing is not None:
            publishing.add_interrupted(item.nodeid, record)
