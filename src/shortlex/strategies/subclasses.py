"""Subclasses: the classes below a class, and those that ``type[...]`` stands for."""

from __future__ import annotations

import typing
from types import UnionType
from typing import Any, TypeVar, get_args, get_origin

from shortlex.errors import ResolutionFailed
from shortlex.strategies.hints import Unknown, evaluate, mentions_names
from shortlex.strategies.inferring import Scope, describe_type
from shortlex.strategies.standard import SIMPLE


def classes_of(arg: Any, scope: Scope) -> list[Any]:
    """The classes that ``type[arg]`` may be: the one that is named first."""
    if mentions_names(arg):
        arg = evaluate(arg, {}, scope.names)
    if get_origin(arg) in (typing.Union, UnionType):
        return [cls for each in get_args(arg) for cls in classes_of(each, scope)]
    if isinstance(arg, TypeVar):
        found = arg.__constraints__ or ((arg.__bound__,) if arg.__bound__ else SIMPLE)
        return [cls for each in found for cls in classes_of(each, scope)]
    if arg is Any or arg is object:
        return list(SIMPLE)
    cls = get_origin(arg) or arg
    if isinstance(arg, Unknown) or not isinstance(cls, type):
        raise ResolutionFailed(
            f"from_type(type[{describe_type(arg)}]): no class is known by that name. Use the class "
            "itself."
        )
    return [cls, *(each for each in subclasses_of(cls) if not each.__name__.startswith("_"))]


def subclasses_of(cls: type) -> list[type]:
    """Those below a class, in the order of their definition, children before grandchildren."""
    found: dict[type, None] = {}
    waiting: list[type[Any]] = [cls]
    while waiting:
        below: list[type[Any]] = []
        for each in waiting:
            below += type.__subclasses__(each)
        found |= dict.fromkeys(below)
        waiting = below
    return list(found)
