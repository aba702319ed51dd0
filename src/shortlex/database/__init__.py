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

from importlib import import_module
from typing import TYPE_CHECKING, Any

from shortlex.database.directory import DirectoryDatabase
from shortlex.database.interface import Database

if TYPE_CHECKING:
    from shortlex.database.redis import RedisDatabase
    from shortlex.database.stores import LayeredDatabase, MemoryDatabase, ReadOnlyDatabase

    MultiplexedDatabase = LayeredDatabase
    InMemoryExampleDatabase = MemoryDatabase
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

# Imported when first used: the module and the name in it.
_LATER = {
    "InMemoryExampleDatabase": ("stores", "MemoryDatabase"),
    "LayeredDatabase": ("stores", "LayeredDatabase"),
    "MemoryDatabase": ("stores", "MemoryDatabase"),
    "MultiplexedDatabase": ("stores", "LayeredDatabase"),
    "ReadOnlyDatabase": ("stores", "ReadOnlyDatabase"),
    "RedisDatabase": ("redis", "RedisDatabase"),
    "RedisExampleDatabase": ("redis", "RedisDatabase"),
}


def __getattr__(name: str) -> Any:
    if name not in _LATER:
        raise AttributeError(f"module {__name__!r} has no attribute {name!r}")
    module, there = _LATER[name]
    found = getattr(import_module(f"{__name__}.{module}"), there)
    globals()[name] = found
    return found
