"""Models: classes of attrs, pydantic and msgspec.

A library is imported only if a class comes from it.

The constraints of msgspec are in annotations, as in ``Annotated[int, Meta(ge=0)]``, so its classes
need little. Those of attrs and pydantic have modules of their own.
"""

from __future__ import annotations

from functools import partial
from typing import Any, get_origin

from shortlex.strategies.inference.inferred import Scope
from shortlex.strategies.inference.parameters import Field, fields_of_signature, infer_hint
from shortlex.strategies.strategy import SearchStrategy


def from_model(thing: Any, scope: Scope) -> SearchStrategy[Any] | None:
    """The strategy of a type that a library defines, such as ``EmailStr`` of pydantic.

    Models are made by calling them, like other classes.
    """
    if isinstance(thing, type) and thing.__module__.partition(".")[0] == "pydantic":
        from shortlex.strategies.inference.pydantic_models import from_pydantic_type

        return from_pydantic_type(thing)
    return None


def fields_of(target: Any, scope: Scope) -> list[Field] | None:
    """The arguments of a call of a class or function; None if they are unknown."""
    cls = get_origin(target) or target
    if not isinstance(cls, type):
        return fields_of_signature(target, scope)
    if "__attrs_attrs__" in vars(cls):
        from shortlex.strategies.inference.attrs_classes import fields_of_attrs

        return fields_of_attrs(target, scope)
    if "__pydantic_fields__" in vars(cls):
        from shortlex.strategies.inference.pydantic_models import fields_of_pydantic

        return fields_of_pydantic(target, scope)
    if hasattr(cls, "__struct_fields__"):
        return _fields_of_struct(target, scope)
    return fields_of_signature(target, scope)


def _fields_of_struct(target: Any, scope: Scope) -> list[Field]:
    """The arguments of a struct of msgspec."""
    from msgspec import NODEFAULT, structs

    return [
        Field(
            each.name,
            partial(infer_hint, each.type, target, scope),
            is_required=each.default is NODEFAULT and each.default_factory is NODEFAULT,
        )
        for each in structs.fields(target)
    ]


def refusals_of(cls: type) -> tuple[type[Exception], ...]:
    """The errors with which a class refuses a combination of arguments of the right types."""
    if "__pydantic_fields__" in vars(cls):
        from pydantic import ValidationError

        return (ValidationError,)
    if "__attrs_attrs__" in vars(cls):
        from shortlex.strategies.inference.attrs_classes import refusals_of_attrs

        return refusals_of_attrs(cls)
    return ()
