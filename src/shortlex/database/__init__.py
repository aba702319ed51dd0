"""Database: where failures are kept, to be replayed first in the next run.

========================  ==================================================================
DirectoryDatabase         one readable file per failure, in the project: the default
MemoryDatabase            forgotten when the process ends
ReadOnlyDatabase          reads another database, never changes it
LayeredDatabase           several databases, used as one
RedisDatabase             a server that several machines share
Database                  derive your own from it
========================  ==================================================================

The other names are those that Hypothesis has for the same classes.
"""

from typing import TYPE_CHECKING, Any

from shortlex.database.directory import DirectoryDatabase
from shortlex.database.interface import (
    Database,
    LayeredDatabase,
    MemoryDatabase,
    ReadOnlyDatabase,
)

if TYPE_CHECKING:
    from shortlex.database.redis_server import RedisDatabase

    RedisExampleDatabase = RedisDatabase

__all__ = [
    "Database",
    "DirectoryBasedExampleDatabase",
    "DirectoryDatabase",
    "ExampleDatabase",
    "InMemoryExampleDatabase",
    "LayeredDatabase",
    "MemoryDatabase",
    "MultiplexedDatabase",
    "ReadOnlyDatabase",
    "RedisDatabase",
    "RedisExampleDatabase",
]

ExampleDatabase = Database
DirectoryBasedExampleDatabase = DirectoryDatabase
InMemoryExampleDatabase = MemoryDatabase
MultiplexedDatabase = LayeredDatabase


def __getattr__(name: str) -> Any:
    """The database that needs a library is imported when first used."""
    if name not in ("RedisDatabase", "RedisExampleDatabase"):
        raise AttributeError(f"module {__name__!r} has no attribute {name!r}")
    from shortlex.database.redis_server import RedisDatabase

    globals().update(RedisDatabase=RedisDatabase, RedisExampleDatabase=RedisDatabase)
    return RedisDatabase
