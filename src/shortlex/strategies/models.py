"""Models: classes of attrs, pydantic and msgspec. Each library has a module of its own here.

None of them is imported unless the class that is asked about comes from it.
"""

from __future__ import annotations

from typing import TYPE_CHECKING, Any, get_origin

from shortlex.strategies.inferring import Scope
from shortlex.strategies.strategy import SearchStrategy

if TYPE_CHECKING:
    from shortlex.strategies.parameters import Field


def from_model(thing: Any, scope: Scope) -> SearchStrategy[Any] | None:
    """The strategy of a type that a library made up, such as ``EmailStr`` of pydantic.

    Models themselves are made by calling them, as other classes are.
    """
    if isinstance(thing, type) and thing.__module__.partition(".")[0] == "pydantic":
        from shortlex.strategies.pydantic_models import from_pydantic_type

        return from_pydantic_type(thing)
    return None


def fields_of_model(target: Any, scope: Scope) -> list[Field] | None:
    """The arguments of a model; None for what is not one."""
    cls = get_origin(target) or target
    if not isinstance(cls, type):
        return None
    if "__attrs_attrs__" in vars(cls):
        from shortlex.strategies.attrs_classes import fields_of_attrs

        return fields_of_attrs(target, scope)
    if "__pydantic_fields__" in vars(cls):
        from shortlex.strategies.pydantic_models import fields_of_pydantic

        return fields_of_pydantic(target, scope)
    if hasattr(cls, "__struct_fields__"):
        from shortlex.strategies.msgspec_structs import fields_of_struct

        return fields_of_struct(target, scope)
    return None


def refusals_of(cls: type) -> tuple[type[Exception], ...]:
    """The errors by which a class says that arguments of the right types do not go together."""
    if "__pydantic_fields__" in vars(cls):
        from pydantic import ValidationError

        return (ValidationError,)
    if "__attrs_attrs__" in vars(cls):
        from shortlex.strategies.attrs_classes import refusals_of_attrs

        return refusals_of_attrs(cls)
    return ()
