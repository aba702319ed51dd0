"""Redis: failures that several machines share. Needs ``pip install shortlex[redis]``."""

from __future__ import annotations

from collections.abc import Callable, Iterable
from datetime import timedelta
from threading import Thread
from typing import Any

from shortlex.core.shown import shown
from shortlex.database.interface import Database, Entry
from shortlex.errors import InvalidArgument

_lost: set[object] = set()
"""The servers that could not be reached. This process does not try them again."""


class RedisDatabase(Database):
    """Keeps failures in a Redis server: ``RedisDatabase(redis.Redis("the-host"))``.

    The failures of a test are forgotten if nobody reads or writes them for ``expire_after``.

    If the server cannot be reached, or does not answer within ``timeout``, this process does not
    try it again. From then on this database is empty and keeps nothing, and one warning says so.
    """

    def __init__(
        self,
        redis: Any,
        *,
        expire_after: timedelta | None = timedelta(days=30),
        key_prefix: bytes = b"shortlex:",
        timeout: timedelta = timedelta(seconds=2),
    ) -> None:
        for method in ("sadd", "smembers", "srem", "pexpire"):
            if not callable(getattr(redis, method, None)):
                raise InvalidArgument(
                    f"RedisDatabase(redis={shown(redis)}): must be a client, such as "
                    "redis.Redis(...)."
                )
        _check_expiry(expire_after)
        _check_timeout(timeout)
        if not isinstance(key_prefix, bytes):
            raise InvalidArgument(f"RedisDatabase(key_prefix={key_prefix!r}): must be bytes.")
        self.redis = redis
        self.expire_after = expire_after
        self.key_prefix = key_prefix
        self.timeout = timeout
        self._server = _server_of(redis)

    def save(self, key: bytes, value: bytes) -> None:
        if self._ask("sadd", key, value):
            self._broadcast_change(("save", (key, value)))
        self._keep(key)

    def fetch(self, key: bytes) -> Iterable[bytes]:
        place = f"Redis, in the set {(self.key_prefix + key).decode('utf-8', 'replace')!r}"
        found = self._ask("smembers", key) or ()
        if found:
            self._keep(key)
        # A client with decode_responses=True returns texts.
        return [
            Entry.at(place, each if isinstance(each, bytes) else each.encode("utf-8"))
            for each in found
        ]

    def delete(self, key: bytes, value: bytes) -> None:
        if self._ask("srem", key, value):
            self._broadcast_change(("delete", (key, value)))

    def _keep(self, key: bytes) -> None:
        if self.expire_after is not None:
            self._ask("pexpire", key, self.expire_after)

    def _ask(self, method: str, key: bytes, *arguments: object) -> Any:
        """The server's answer; None once it could not be reached."""
        if self._server in _lost:
            return None
        seconds = self.timeout.total_seconds()
        try:
            return _answer_of(
                lambda: getattr(self.redis, method)(self.key_prefix + key, *arguments), seconds
            )
        except Exception as error:
            if _is_out_of_reach(error):
                _lost.add(self._server)
                what = str(error) or type(error).__name__
                raise ConnectionError(
                    f"{what}. This process will not use the server again. If the server is only "
                    "slow, give RedisDatabase a longer timeout"
                ) from error
            raise

    def __repr__(self) -> str:
        return f"RedisDatabase({self.redis!r})"


def _check_expiry(value: object) -> None:
    if value is None or (isinstance(value, timedelta) and value > timedelta(0)):
        return
    raise InvalidArgument(
        f"RedisDatabase(expire_after={shown(value)}): must be a timedelta above 0, or None for "
        "never."
    )


def _check_timeout(value: object) -> None:
    if not isinstance(value, timedelta) or value <= timedelta(0):
        raise InvalidArgument(f"RedisDatabase(timeout={value!r}): must be a timedelta above 0.")


def _answer_of(ask: Callable[[], Any], seconds: float) -> Any:
    """What a function returns or raises; TimeoutError if it takes too long."""
    # In a thread: a client's own time limits are per try and per read, if there are any.
    ending: list[tuple[Any, Exception | None]] = []

    def run() -> None:
        try:
            ending.append((ask(), None))
        except Exception as error:
            ending.append((None, error))

    thread = Thread(target=run, name="shortlex redis", daemon=True)
    thread.start()
    thread.join(seconds)
    if not ending:
        raise TimeoutError(f"no answer within {seconds:g} s")
    answer, error = ending[0]
    if error is not None:
        raise error
    return answer


def _is_out_of_reach(error: Exception) -> bool:
    # Redis's errors do not derive from Python's, and are not worth an import.
    names = {each.__name__ for each in type(error).__mro__}
    return isinstance(error, OSError) or not names.isdisjoint({"ConnectionError", "TimeoutError"})


def _server_of(redis: Any) -> object:
    """A key that is equal for clients of the same server, if the server is known."""
    known: object = getattr(getattr(redis, "connection_pool", None), "connection_kwargs", None)
    if not isinstance(known, dict):
        return object()
    named = tuple(known.get(name) for name in ("host", "port", "path"))
    return named if any(named) else object()
