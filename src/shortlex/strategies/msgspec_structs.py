"""Structs of msgspec. Their constraints stand in annotations: ``Annotated[int, Meta(ge=0)]``."""

from __future__ import annotations

from typing import Any

from msgspec import NODEFAULT, structs

from shortlex.strategies.inferring import Scope
from shortlex.strategies.parameters import Field, infer_hint


def fields_of_struct(target: Any, scope: Scope) -> list[Field]:
    """The arguments of a struct."""
    return [_field_of(target, each, scope) for each in structs.fields(target)]


def _field_of(target: Any, field: Any, scope: Scope) -> Field:
    return Field(
        field.name,
        lambda: infer_hint(field.type, target, scope),
        is_required=field.default is NODEFAULT and field.default_factory is NODEFAULT,
    )
