"""Database: where failures are kept, to be replayed first in the next run.

========================  ==================================================================
DirectoryDatabase         one readable file per failure, in the project: the default
MemoryDatabase            forgotten when the process ends
ReadOnlyDatabase          reads another database, never changes it
LayeredDatabase           several databases, used as one
RedisDatabase             a server that several machines share
GitHubDatabase            what a workflow of GitHub Actions has uploaded
BackgroundDatabase        writes to another database in a thread
Database                  derive your own from it
========================  ==================================================================

The other names are those that Hypothesis has for the same classes.
"""

from importlib import import_module
from typing import TYPE_CHECKING, Any

from shortlex.database.directory import DirectoryDatabase
from shortlex.database.interface import (
    Database,
    LayeredDatabase,
    MemoryDatabase,
    ReadOnlyDatabase,
)

if TYPE_CHECKING:
    from shortlex.database.background import BackgroundDatabase
    from shortlex.database.github import GitHubDatabase
    from shortlex.database.redis_server import RedisDatabase

    BackgroundWriteDatabase = BackgroundDatabase
    GitHubArtifactDatabase = GitHubDatabase
    RedisExampleDatabase = RedisDatabase

__all__ = [
    "BackgroundDatabase",
    "BackgroundWriteDatabase",
    "Database",
    "DirectoryBasedExampleDatabase",
    "DirectoryDatabase",
    "ExampleDatabase",
    "GitHubArtifactDatabase",
    "GitHubDatabase",
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

_LATE = {
    "BackgroundDatabase": ("background", "BackgroundDatabase"),
    "BackgroundWriteDatabase": ("background", "BackgroundDatabase"),
    "GitHubArtifactDatabase": ("github", "GitHubDatabase"),
    "GitHubDatabase": ("github", "GitHubDatabase"),
    "RedisDatabase": ("redis_server", "RedisDatabase"),
    "RedisExampleDatabase": ("redis_server", "RedisDatabase"),
}
"""The module and the class for each name that is imported when first used."""


def __getattr__(name: str) -> Any:
    """The databases that need threads or a network are imported when first used."""
    if name not in _LATE:
        raise AttributeError(f"module {__name__!r} has no attribute {name!r}")
    module, cls = _LATE[name]
    found = getattr(import_module(f"{__name__}.{module}"), cls)
    globals()[name] = found
    return found
