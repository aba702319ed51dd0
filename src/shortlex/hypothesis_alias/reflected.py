"""Reflected: what ``hypothesis.internal.reflection`` tells about functions."""

from __future__ import annotations

import functools
import inspect
from collections.abc import Callable
from hashlib import sha384
from typing import Any

from shortlex.strategies.describe import describe_call, describe_callable

__all__ = [
    "convert_keyword_arguments",
    "convert_positional_arguments",
    "define_function_signature",
    "function_digest",
    "get_pretty_function_description",
    "get_signature",
    "impersonate",
    "is_identity_function",
    "is_mock",
    "is_typed_named_tuple",
    "lambda_description",
    "nicerepr",
    "proxies",
    "repr_call",
    "required_args",
]

get_pretty_function_description = describe_callable
lambda_description = describe_callable
nicerepr = describe_callable


def get_signature(target: Any, *, follow_wrapped: bool = True) -> inspect.Signature:
    return inspect.signature(target, follow_wrapped=follow_wrapped)


def proxies(target: Callable[..., Any]) -> Callable[[Callable[..., Any]], Callable[..., Any]]:
    """A decorator that gives a function the name and signature of another."""

    def decorate(proxy: Callable[..., Any]) -> Callable[..., Any]:
        return functools.wraps(target)(proxy)

    return decorate


def impersonate(target: Any) -> Callable[[Callable[..., Any]], Callable[..., Any]]:
    """A decorator that gives a function the name and the place of another."""

    def decorate(function: Any) -> Any:
        function.__code__ = function.__code__.replace(
            co_filename=target.__code__.co_filename, co_firstlineno=target.__code__.co_firstlineno
        )
        function.__name__, function.__module__ = target.__name__, target.__module__
        function.__doc__ = target.__doc__
        return function

    return decorate


def define_function_signature(
    name: str, docstring: str | None, signature: inspect.Signature
) -> Callable[[Callable[..., Any]], Callable[..., Any]]:
    """A decorator that gives a function this name, docstring and signature."""

    def decorate(function: Callable[..., Any]) -> Callable[..., Any]:
        def made(*args: Any, **kwargs: Any) -> Any:
            bound = signature.bind(*args, **kwargs)
            return function(*bound.args, **bound.kwargs)

        made.__name__ = made.__qualname__ = name
        made.__doc__ = docstring
        made.__signature__ = signature  # type: ignore[attr-defined]  # read by inspect
        return made

    return decorate


def convert_positional_arguments(
    function: Callable[..., Any], args: tuple[Any, ...], kwargs: dict[str, Any]
) -> tuple[tuple[Any, ...], dict[str, Any]]:
    """The same call, with as many arguments by keyword as possible."""
    bound = inspect.signature(function).bind_partial(*args, **kwargs)
    parameters = bound.signature.parameters
    by_name: dict[str, Any] = {}
    rest: list[Any] = []
    for name, value in bound.arguments.items():
        kind = parameters[name].kind
        if kind is inspect.Parameter.VAR_POSITIONAL:
            return args, kwargs
        if kind is inspect.Parameter.POSITIONAL_ONLY:
            rest.append(value)
        elif kind is inspect.Parameter.VAR_KEYWORD:
            by_name.update(value)
        else:
            by_name[name] = value
    return tuple(rest), by_name


def convert_keyword_arguments(
    function: Callable[..., Any], args: tuple[Any, ...], kwargs: dict[str, Any]
) -> tuple[tuple[Any, ...], dict[str, Any]]:
    """The same call, with as many arguments by position as possible."""
    bound = inspect.signature(function).bind(*args, **kwargs)
    bound.apply_defaults()
    return bound.args, bound.kwargs


def function_digest(function: Any) -> bytes:
    """Bytes that differ between functions of different source."""
    try:
        text = inspect.getsource(function)
    except (OSError, TypeError):
        text = repr(getattr(function, "__code__", function))
    return sha384(text.encode("utf-8", "surrogateescape")).digest()


def is_mock(value: object) -> bool:
    """Whether this is a mock, which has any attribute."""
    return hasattr(value, "hypothesis_internal_is_this_a_mock_check")


def is_identity_function(function: Any) -> bool:
    """Whether a function is clearly one that returns its argument."""
    return describe_callable(function) in ("lambda x: x", "lambda v: v", "lambda value: value")


def is_typed_named_tuple(cls: type) -> bool:
    """Whether a class comes from ``typing.NamedTuple``."""
    return (
        issubclass(cls, tuple)
        and hasattr(cls, "_fields")
        and bool(getattr(cls, "__annotations__", 0))
    )


def repr_call(function: Any, args: tuple[Any, ...], kwargs: dict[str, Any]) -> str:
    """The call as code."""
    return describe_call(describe_callable(function), args, kwargs)


def required_args(
    target: Any, args: tuple[Any, ...] = (), kwargs: dict[str, Any] | None = None
) -> set[str]:
    """The parameters that still need a value."""
    try:
        parameters = list(inspect.signature(target).parameters.values())[len(args) :]
    except (TypeError, ValueError):
        return set()
    kinds = (inspect.Parameter.POSITIONAL_OR_KEYWORD, inspect.Parameter.KEYWORD_ONLY)
    return {
        each.name
        for each in parameters
        if each.kind in kinds and each.default is each.empty and each.name not in (kwargs or {})
    }
