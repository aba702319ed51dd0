"""The Redis database under the name that users of Hypothesis know."""

from datetime import timedelta

import pytest

from shortlex.database import RedisDatabase
from shortlex.errors import InvalidArgument
from shortlex.extra.redis import RedisExampleDatabase


class Client:
    """Keeps sets in memory, as a server does."""

    def __init__(self):
        self.sets = {}

    def sadd(self, key, value):
        self.sets.setdefault(key, set()).add(value)

    def smembers(self, key):
        return self.sets.get(key, set())

    def srem(self, key, value):
        self.sets[key].discard(value)

    def pexpire(self, key, expire_after):
        self.expire_after = expire_after


def test_it_keeps_failures_for_eight_days():
    client = Client()
    database = RedisExampleDatabase(client, key_prefix=b"mine:")
    assert isinstance(database, RedisDatabase)
    database.save(b"key", b"value")
    assert client.sets == {b"mine:key": {b"value"}}
    assert client.expire_after == timedelta(days=8)


def test_a_channel_for_changes_is_refused():
    with pytest.raises(InvalidArgument, match="listener_channel='changes'"):
        RedisExampleDatabase(Client(), listener_channel="changes")
