"""Where failures are kept, to be run first the next time.

========================  ==================================================================
DirectoryDatabase         one readable file per failure, in the project: the default
MemoryDatabase            forgotten when the process ends
ReadOnlyDatabase          another one, never changed
LayeredDatabase           several, used as one
RedisDatabase             a server that several machines share
Database                  derive your own from it
========================  ==================================================================

The last names are those that Hypothesis has for the same.
"""

from importlib import import_module
from typing import TYPE_CHECKING, Any

from shortlex.database.directory import DirectoryDatabase
from shortlex.database.interface import Database

if TYPE_CHECKING:
    from shortlex.database.layered import LayeredDatabase
    from shortlex.database.memory import MemoryDatabase
    from shortlex.database.readonly import ReadOnlyDatabase
    from shortlex.database.redis import RedisDatabase

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

# By name, the module, imported when used, and the name there.
_LATER = {
    "InMemoryExampleDatabase": ("memory", "MemoryDatabase"),
    "LayeredDatabase": ("layered", "LayeredDatabase"),
    "MemoryDatabase": ("memory", "MemoryDatabase"),
    "MultiplexedDatabase": ("layered", "LayeredDatabase"),
    "ReadOnlyDatabase": ("readonly", "ReadOnlyDatabase"),
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
