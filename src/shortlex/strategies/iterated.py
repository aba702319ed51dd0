"""Iterated: values for the types that are gone through or awaited: generators, coroutines."""

from __future__ import annotations

from collections.abc import AsyncGenerator, Coroutine, Generator
from typing import Any


def generate(values: list[Any], result: Any) -> Generator[Any, Any, Any]:
    """A generator of these values, which returns that result."""
    yield from values
    return result


async def generate_async(values: list[Any]) -> AsyncGenerator[Any, Any]:
    """The same, asynchronous."""
    for value in values:
        yield value


class Ready(Coroutine[Any, Any, Any]):
    """Gives its value as soon as it is awaited. Does not complain if it never is."""

    def __init__(self, value: Any) -> None:
        self.value = value

    def __await__(self) -> Generator[Any, Any, Any]:
        yield from ()
        return self.value

    def send(self, value: Any, /) -> Any:
        raise StopIteration(self.value)

    def throw(self, kind: Any, value: Any = None, traceback: Any = None, /) -> Any:
        raise kind

    def close(self) -> None:
        pass

    def __repr__(self) -> str:
        return f"Ready({self.value!r})"
