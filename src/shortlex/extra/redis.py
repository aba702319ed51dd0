"""The Redis database under the name that users of Hypothesis know. Needs ``shortlex[redis]``.

``shortlex.database.RedisDatabase`` is the same with other defaults.
"""

from __future__ import annotations

from datetime import timedelta
from typing import Any

from shortlex.core.shown import shown
from shortlex.database.redis_server import RedisDatabase
from shortlex.errors import InvalidArgument

__all__ = ["RedisExampleDatabase"]


class RedisExampleDatabase(RedisDatabase):
    """Keeps failures in a Redis server. What is not used for eight days is forgotten."""

    def __init__(
        self,
        redis: Any,
        *,
        expire_after: timedelta | None = timedelta(days=8),
        key_prefix: bytes = b"shortlex:",
        listener_channel: str | None = None,
    ) -> None:
        if listener_channel is not None:
            raise InvalidArgument(
                f"RedisExampleDatabase(listener_channel={shown(listener_channel)}): this database "
                "does not announce changes. Leave the argument out."
            )
        super().__init__(redis, expire_after=expire_after, key_prefix=key_prefix)
