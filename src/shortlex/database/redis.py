"""Redis: failures that several machines share. Needs ``pip install shortlex[redis]``."""

from __future__ import annotations

from collections.abc import Iterable
from datetime import timedelta
from typing import Any

from shortlex.database.interface import Database, Entry
from shortlex.errors import InvalidArgument


class RedisDatabase(Database):
    """Keeps failures in a Redis server: ``RedisDatabase(redis.Redis("the-host"))``.

    A test whose failures nobody read or wrote for ``expire_after`` is forgotten.
    """

    def __init__(
        self,
        redis: Any,
        *,
        expire_after: timedelta | None = timedelta(days=30),
        key_prefix: bytes = b"shortlex:",
    ) -> None:
        for method in ("sadd", "smembers", "srem", "pexpire"):
            if not callable(getattr(redis, method, None)):
                raise InvalidArgument(
                    f"RedisDatabase(redis={redis!r}): must be a client, such as redis.Redis(...)."
                )
        _check_expiry(expire_after)
        if not isinstance(key_prefix, bytes):
            raise InvalidArgument(f"RedisDatabase(key_prefix={key_prefix!r}): must be bytes.")
        self.redis = redis
        self.expire_after = expire_after
        self.key_prefix = key_prefix

    def save(self, key: bytes, value: bytes) -> None:
        self.redis.sadd(self.key_prefix + key, value)
        self._keep(key)

    def fetch(self, key: bytes) -> Iterable[bytes]:
        place = f"Redis, in the set {(self.key_prefix + key).decode('utf-8', 'replace')!r}"
        found = self.redis.smembers(self.key_prefix + key)
        if found:
            self._keep(key)
        # A client that was told to decode gives text.
        return [
            Entry.at(place, each if isinstance(each, bytes) else each.encode("utf-8"))
            for each in found
        ]

    def delete(self, key: bytes, value: bytes) -> None:
        self.redis.srem(self.key_prefix + key, value)

    def _keep(self, key: bytes) -> None:
        if self.expire_after is not None:
            self.redis.pexpire(self.key_prefix + key, self.expire_after)

    def __repr__(self) -> str:
        return f"RedisDatabase({self.redis!r})"


def _check_expiry(value: object) -> None:
    if value is None or (isinstance(value, timedelta) and value > timedelta(0)):
        return
    raise InvalidArgument(
        f"RedisDatabase(expire_after={value!r}): must be a timedelta above 0, or None for never."
    )
