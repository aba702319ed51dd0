"""Models, dataclasses and special types of pydantic."""

from __future__ import annotations

import datetime
from collections.abc import Callable
from decimal import Decimal
from typing import Annotated, Any, get_args

from pydantic import AliasChoices, AliasPath, ValidationError

from shortlex import strategies as st
from shortlex.core.shown import shown
from shortlex.errors import ResolutionFailed
from shortlex.strategies.describe import describe_type
from shortlex.strategies.drawn_calls import Constructs
from shortlex.strategies.inference.constraints import Constraints
from shortlex.strategies.inference.hints import Field, infer_hint
from shortlex.strategies.inference.inferred import Scope
from shortlex.strategies.mappings import FixedDictionaries
from shortlex.strategies.strategy import SearchStrategy

_PAST = datetime.date(2000, 1, 1)
_FUTURE = datetime.date(3000, 1, 1)
_MIDNIGHT = datetime.time()


def fields_of_pydantic(cls: Any, scope: Scope) -> list[Field]:
    """The arguments of a model, with the names by which it takes them."""
    if not getattr(cls, "__pydantic_complete__", True):
        # The model was defined before something that it refers to.
        cls.model_rebuild(raise_errors=False)
    fields = cls.__pydantic_fields__
    by_name = _takes_names(cls)
    return [
        _field_of(cls, name, info, scope, by_name=by_name)
        for name, info in fields.items()
        if info.init is not False
    ]


def _takes_names(cls: Any) -> bool:
    """Whether fields with an alias may also be given by their own names."""
    config = getattr(cls, "model_config", None) or getattr(cls, "__pydantic_config__", None) or {}
    return bool(config.get("populate_by_name") or config.get("validate_by_name"))


def _field_of(cls: Any, name: str, info: Any, scope: Scope, *, by_name: bool) -> Field:
    path = [name] if by_name else _path_of(info.validation_alias or info.alias or name)

    def infer() -> SearchStrategy[Any]:
        strategy = infer_hint(_annotated(info), cls, scope)
        for key in reversed(path[1:]):
            strategy = st.fixed_dictionaries({key: strategy})
        return strategy

    return Field(path[0], infer, is_required=info.is_required())


def _path_of(alias: Any) -> list[str]:
    """The keys under which pydantic looks for a value: one key, or several nested ones."""
    if isinstance(alias, AliasChoices):
        return _path_of(alias.choices[0])
    if not isinstance(alias, AliasPath):
        return [alias]
    if not all(isinstance(each, str) for each in alias.path):
        raise ResolutionFailed(
            f"{shown(alias)}: a value is looked for in a list, of which the rest is not known. "
            "Allow the field's own name with the setting validate_by_name=True, or register the "
            "model."
        )
    return [str(each) for each in alias.path]


def _annotated(info: Any) -> Any:
    """The type of a field, with its constraints as metadata."""
    metadata = [*info.metadata]
    if info.annotation is Decimal or Decimal in get_args(info.annotation):
        metadata.append(Constraints(allow_inf_nan=False))  # pydantic's default
    return Annotated[(info.annotation, *metadata)] if metadata else info.annotation


def _parsed(kind: Any, strategy: SearchStrategy[Any]) -> SearchStrategy[Any]:
    """Values of a pydantic type, parsed from those texts that it accepts."""
    return Constructs(kind, (strategy,), FixedDictionaries({}, {}), (ValidationError,))


def _urls() -> SearchStrategy[str]:
    from shortlex.strategies.internet import urls

    return urls()


_TYPES: dict[str, Callable[[Any], SearchStrategy[Any]]] = {
    "AnyHttpUrl": lambda kind: _parsed(kind, _urls()),
    "AnyUrl": lambda kind: _parsed(kind, _urls()),
    "AwareDatetime": lambda kind: st.datetimes(timezones=st.timezones()),
    "ByteSize": lambda kind: st.integers(min_value=0).map(kind),
    "EmailStr": lambda kind: st.emails(),
    "FutureDate": lambda kind: st.dates(min_value=_FUTURE),
    "FutureDatetime": lambda kind: st.datetimes(
        min_value=datetime.datetime.combine(_FUTURE, _MIDNIGHT)
    ),
    "HttpUrl": lambda kind: _parsed(kind, _urls()),
    "IPvAnyAddress": lambda kind: st.ip_addresses(),
    "NaiveDatetime": lambda kind: st.datetimes(),
    "PastDate": lambda kind: st.dates(max_value=_PAST),
    "PastDatetime": lambda kind: st.datetimes(
        max_value=datetime.datetime.combine(_PAST, _MIDNIGHT)
    ),
    "SecretBytes": lambda kind: st.builds(kind, st.binary()),
    "SecretStr": lambda kind: st.builds(kind, st.text()),
}


def from_pydantic_type(thing: type) -> SearchStrategy[Any] | None:
    """The strategy of a type that pydantic defines; None for models."""
    if "__pydantic_fields__" in vars(thing):
        return None
    make = _TYPES.get(thing.__name__)
    if make is None:
        name = describe_type(thing)
        raise ResolutionFailed(
            f"from_type({name}): no strategy is known for this type of pydantic. Say which to use "
            f"with register_type_strategy({name}, ...)."
        )
    return make(thing)
