"""Signatures: which strategy goes to which parameter of a test, and what is left of it."""

from __future__ import annotations

import inspect
from collections.abc import Callable, Mapping
from inspect import Parameter
from typing import Any

from shortlex.errors import InvalidArgument
from shortlex.settings import settings

Strategies = dict[str, Any]


def strategies_by_name(
    test: Callable[..., Any], positional: tuple[Any, ...], named: Mapping[str, Any]
) -> Strategies:
    """The strategy for each parameter, or an error that says which argument is wrong."""
    name = getattr(test, "__name__", repr(test))
    if getattr(test, "is_shortlex_test", False):
        raise InvalidArgument(f"{name} has @given twice: put all strategies into one.")
    if not positional and not named:
        raise InvalidArgument(f"@given() on {name} needs at least one strategy.")
    if positional and named:
        raise InvalidArgument(
            f"@given on {name}: give strategies by position or by keyword, not both."
        )
    parameters = inspect.signature(test).parameters
    if ... in positional or ... in named.values():
        raise InvalidArgument(
            f"@given(...) on {name}: strategies are not inferred from annotations. Write them out."
        )
    if positional:
        return _by_position(name, positional, parameters)
    return _by_keyword(name, named, parameters)


def _by_position(
    name: str, positional: tuple[Any, ...], parameters: Mapping[str, Parameter]
) -> Strategies:
    usual = [p for p in parameters.values() if p.kind is Parameter.POSITIONAL_OR_KEYWORD]
    if len(usual) != len(parameters):
        raise InvalidArgument(
            f"@given on {name}: with positional-only, keyword-only, *args or **kwargs parameters, "
            "give the strategies by keyword."
        )
    if len(positional) > len(usual):
        raise InvalidArgument(
            f"@given on {name}: {len(positional)} strategies for {len(usual)} parameters."
        )
    filled = usual[len(usual) - len(positional) :]
    _check_defaults(name, filled)
    return {p.name: strategy for p, strategy in zip(filled, positional, strict=True)}


def _by_keyword(
    name: str, named: Mapping[str, Any], parameters: Mapping[str, Parameter]
) -> Strategies:
    takes_any = any(p.kind is Parameter.VAR_KEYWORD for p in parameters.values())
    for key in named:
        if key not in parameters and not takes_any:
            hint = f" Did you mean @settings({key}=...)?" if key in dir(settings) else ""
            raise InvalidArgument(
                f"@given({key}=...): {name} has no parameter {key!r}; it has "
                f"{', '.join(parameters) or 'none'}.{hint}"
            )
    filled = [p for key, p in parameters.items() if key in named]
    if wrong := [p.name for p in filled if p.kind is Parameter.POSITIONAL_ONLY]:
        raise InvalidArgument(f"@given on {name}: {wrong[0]!r} is positional-only.")
    _check_defaults(name, filled)
    return {**{p.name: named[p.name] for p in filled}, **named}


def _check_defaults(name: str, filled: list[Parameter]) -> None:
    for parameter in filled:
        if parameter.default is not Parameter.empty:
            raise InvalidArgument(
                f"@given on {name}: {parameter.name!r} has the default {parameter.default!r}, "
                "which would never be used. Remove it."
            )


def remaining_signature(test: Callable[..., Any], strategies: Strategies) -> inspect.Signature:
    """The signature without what ``@given`` supplies: for pytest, the fixtures."""
    signature = inspect.signature(test)
    left = [p for p in signature.parameters.values() if p.name not in strategies]
    return signature.replace(parameters=left, return_annotation=None)


def takes_last(test: Callable[..., Any], names: tuple[str, ...]) -> bool:
    """Whether the named parameters are the last positional ones, in this order."""
    parameters = list(inspect.signature(test).parameters.values())
    usual = [p.name for p in parameters if p.kind is Parameter.POSITIONAL_OR_KEYWORD]
    return len(usual) == len(parameters) and usual[-len(names) :] == list(names)
