"""Filling: the arguments that a call of ``builds`` leaves to be inferred."""

from __future__ import annotations

import inspect
from inspect import Parameter
from typing import Any

from shortlex.errors import InvalidArgument
from shortlex.strategies.building import name_of_target, signature_of
from shortlex.strategies.inferring import NO_NAMES
from shortlex.strategies.parameters import Field, fields_of
from shortlex.strategies.strategy import SearchStrategy

Arguments = tuple[tuple[SearchStrategy[Any], ...], dict[str, SearchStrategy[Any]]]


def fill_in(target: Any, args: tuple[Any, ...], kwargs: dict[str, Any]) -> Arguments:
    """All arguments: those given, those asked for with ``...`` and those that it needs."""
    call = f"builds({name_of_target(target)}, ...)"
    given = {name: each for name, each in kwargs.items() if each is not ...}
    asked = [name for name in kwargs if name not in given]
    taken = _names_taken(target, call, args, kwargs)
    fields = {each.name: each for each in fields_of(target, NO_NAMES) or ()}
    for name in asked:
        given[name] = _field(fields, name, call).checked(call)
    missing = [each for each in fields.values() if each.is_required and each.name not in taken]
    by_position = [each.checked(call) for each in missing if each.is_positional]
    by_name = {each.name: each.checked(call) for each in missing if not each.is_positional}
    return (*args, *by_position), {**given, **by_name}


def _field(fields: dict[str, Field], name: str, call: str) -> Field:
    if name not in fields:
        raise InvalidArgument(
            f"{call}: {name}=... asks to infer an argument that it does not name; it has "
            f"{', '.join(fields) or 'none'}. Give a strategy for it."
        )
    return fields[name]


def _names_taken(target: Any, call: str, args: tuple[Any, ...], kwargs: dict[str, Any]) -> set[str]:
    """The parameters that are given, or an error if one is given that the target does not take."""
    try:
        signature: inspect.Signature = signature_of(target)
    except (TypeError, ValueError):  # nobody knows
        return set(kwargs)
    try:
        bound = signature.bind_partial(*args, **kwargs).arguments
    except TypeError as error:
        raise InvalidArgument(
            f"{call}: {error}. Its signature is {name_of_target(target)}{signature}: give a "
            "strategy for each argument it needs."
        ) from None
    several = (Parameter.VAR_POSITIONAL, Parameter.VAR_KEYWORD)
    return {name for name in bound if signature.parameters[name].kind not in several} | set(kwargs)
