"""Imitation: functions that look to their callers like another one.

They have its name, its parameters with their defaults, and its kind, whether plain or async or a
generator. So they are compiled: Python itself then refuses what does not fit, where it would.
"""

from __future__ import annotations

import enum
import inspect
from collections.abc import Callable
from inspect import Parameter, Signature
from types import FunctionType
from typing import Any

from shortlex.errors import InvalidArgument

Called = Callable[[tuple[Any, ...], dict[str, Any]], Any]
"""What is called in the place of a body: gets the positional arguments, and those by name."""


class Kind(enum.Enum):
    """What the call of a function gives."""

    PLAIN = "a value"
    GENERATOR = "a generator"
    ASYNC = "a coroutine"
    ASYNC_GENERATOR = "an asynchronous generator"


_HEADS = {Kind.ASYNC: "async def", Kind.ASYNC_GENERATOR: "async def"}

_BODIES = {
    Kind.PLAIN: "return {call}",
    Kind.GENERATOR: "yield from {call}",
    Kind.ASYNC: "return await {call}",
    Kind.ASYNC_GENERATOR: "async for {value} in {call}: yield {value}",
}

_ASKS = (
    (inspect.isasyncgenfunction, Kind.ASYNC_GENERATOR),
    (inspect.iscoroutinefunction, Kind.ASYNC),
    (inspect.isgeneratorfunction, Kind.GENERATOR),
)


def kind_of(like: Any) -> Kind:
    """What the call of a function, or of an object that can be called, gives."""
    # A class has the __call__ of its instances, which says nothing of itself.
    inner = None if isinstance(like, type) else getattr(like, "__call__", None)  # noqa: B004  # the method itself is wanted
    for is_so, kind in _ASKS:
        if is_so(like) or is_so(inner):
            return kind
    return Kind.PLAIN


class Imitation:
    """Makes functions that look like ``like``."""

    def __init__(self, like: Any) -> None:
        name = getattr(like, "__name__", "")
        self.like = like
        self.name: str = name if name.isidentifier() else "function"
        self.kind = kind_of(like)
        self.signature = _signature_of(like)
        self._factory: Callable[[Called], FunctionType] | None = None

    def make(self, call: Called) -> FunctionType:
        """A function that passes its arguments on to ``call``."""
        if self._factory is None:
            self._factory = self._compile()
        function = self._factory(call)
        function.__defaults__ = self._defaults
        function.__kwdefaults__ = self._keyword_defaults
        function.__qualname__ = self.name
        function.__module__ = self._module
        function.__doc__ = getattr(self.like, "__doc__", None)
        function.__signature__ = self.signature  # type: ignore[attr-defined]  # read by inspect
        return function

    @property
    def parameters(self) -> str:
        """The parameters as code, without annotations."""
        bare = [
            each.replace(annotation=Parameter.empty) for each in self.signature.parameters.values()
        ]
        return str(Signature(bare))[1:-1]

    def _compile(self) -> Callable[[Called], FunctionType]:
        parameters = list(self.signature.parameters.values())
        with_default = [each for each in parameters if each.default is not Parameter.empty]
        by_name = [each for each in with_default if each.kind is Parameter.KEYWORD_ONLY]
        self._defaults = tuple(each.default for each in with_default if each not in by_name) or None
        self._keyword_defaults = {each.name: each.default for each in by_name} or None
        self._module = getattr(self.like, "__module__", None) or __name__
        # A name that no parameter has.
        ours = "_" * (1 + max((len(each.name) for each in parameters), default=0))
        # The defaults themselves are put in later: they are objects, not code.
        code = [
            each.replace(annotation=Parameter.empty, default=_none(each)) for each in parameters
        ]
        body = _BODIES[self.kind].format(call=f"{ours}({_passed_on(parameters)})", value=f"{ours}_")
        source = (
            f"def make({ours}):\n"
            f" {_HEADS.get(self.kind, 'def')} {self.name}{Signature(code)}:\n"
            f"  {body}\n"
            f" return {self.name}\n"
        )
        names: dict[str, Any] = {}
        # In a file of this library, as it seems to whoever reads a traceback.
        exec(compile(source, f"{__file__} of {self.name}", "exec"), names)  # noqa: S102  # of names only
        return names["make"]  # type: ignore[no-any-return]  # as written


def _none(parameter: Parameter) -> Any:
    return parameter.default if parameter.default is Parameter.empty else None


def _passed_on(parameters: list[Parameter]) -> str:
    """The arguments as code: a tuple of those by position, and a dict of those by name."""
    positional, named = "", ""
    for each in parameters:
        if each.kind is Parameter.VAR_KEYWORD:
            named += f"**{each.name}, "
        elif each.kind is Parameter.KEYWORD_ONLY:
            named += f"{each.name!r}: {each.name}, "
        else:
            stars = "*" if each.kind is Parameter.VAR_POSITIONAL else ""
            positional += f"{stars}{each.name}, "
    return f"({positional}), {{{named}}}"


def _signature_of(like: Any) -> Signature:
    if not callable(like):
        raise InvalidArgument(
            f"functions(like={like!r}): must be a function to imitate, such as lambda x: ..."
        )
    try:
        return inspect.signature(like)
    except (TypeError, ValueError):
        raise InvalidArgument(
            f"functions(like={like!r}): Python does not know its parameters. Give a function "
            "with the same ones, such as lambda x: ..."
        ) from None
