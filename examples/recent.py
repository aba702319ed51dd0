"""A cache that drops the least recently used entry, with a bug."""

from collections import OrderedDict


class RecentCache:
    """At most ``size`` entries: a new one takes the place of the one used longest ago."""

    def __init__(self, size: int) -> None:
        self.size = size
        self.entries: OrderedDict[str, int] = OrderedDict()

    def get(self, key: str) -> int | None:
        if key in self.entries:
            self.entries.move_to_end(key)
        return self.entries.get(key)

    def put(self, key: str, value: int) -> None:
        # The bug: a key that is there already stays where it is in the order.
        self.entries[key] = value
        if len(self.entries) > self.size:
            self.entries.popitem(last=False)
