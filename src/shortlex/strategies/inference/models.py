"""Models: classes of attrs, pydantic and msgspec.

A library is imported only if a class comes from it.

The constraints of msgspec are in annotations, as in ``Annotated[int, Meta(ge=0)]``, so its classes
need little. Those of attrs have validators and converters; those of pydantic have fields with
constraints, aliases, and special types.
"""

from __future__ import annotations

import datetime
import enum
from collections.abc import Callable, Iterable, Iterator
from decimal import Decimal
from functools import partial
from inspect import Parameter
from typing import Annotated, Any, get_args, get_origin

from shortlex import strategies as st
from shortlex.core.shown import shown
from shortlex.errors import ResolutionFailed
from shortlex.strategies.describe import describe_type
from shortlex.strategies.drawn_calls import Constructs
from shortlex.strategies.inference.constraints import Constraints
from shortlex.strategies.inference.hints import (
    Field,
    fields_of_signature,
    hints_of_class,
    hints_of_function,
    infer_hint,
)
from shortlex.strategies.inference.inferred import Scope
from shortlex.strategies.mappings import FixedDictionaries
from shortlex.strategies.selection import sampled_from
from shortlex.strategies.strategy import SearchStrategy


def from_model(thing: Any, scope: Scope) -> SearchStrategy[Any] | None:
    """The strategy of a type that a library defines, such as ``EmailStr`` of pydantic.

    Models are made by calling them, like other classes.
    """
    if isinstance(thing, type) and thing.__module__.partition(".")[0] == "pydantic":
        return from_pydantic_type(thing)
    return None


def fields_of(target: Any, scope: Scope) -> list[Field] | None:
    """The arguments of a call of a class or function; None if they are unknown."""
    cls = get_origin(target) or target
    if not isinstance(cls, type):
        return fields_of_signature(target, scope)
    if "__attrs_attrs__" in vars(cls):
        return fields_of_attrs(target, scope)
    if "__pydantic_fields__" in vars(cls):
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
        return refusals_of_attrs(cls)
    return ()


_NUMBER = {">=": "ge", ">": "gt", "<=": "le", "<": "lt"}


def fields_of_attrs(target: Any, scope: Scope) -> list[Field]:
    """The arguments of the class: the attributes that are set by its ``__init__``."""
    cls = get_origin(target) or target
    hints = hints_of_class(target, scope)
    return [
        _attribute_field(target, each, hints.get(each.name, each.type), scope)
        for each in cls.__attrs_attrs__
        if each.init
    ]


def _attribute_field(target: Any, attribute: Any, hint: Any, scope: Scope) -> Field:
    from attrs import NOTHING

    def infer() -> SearchStrategy[Any]:
        return _infer(attribute, hint, target, scope)

    name = getattr(attribute, "alias", None) or attribute.name.lstrip("_")
    return Field(name, infer, is_required=attribute.default is NOTHING)


def _infer(attribute: Any, hint: Any, target: Any, scope: Scope) -> SearchStrategy[Any]:
    known = Validated()
    known.is_optional = type(attribute.validator).__name__ == "_OptionalValidator"
    for each in _flat(attribute.validator):
        known.read(each)
    if attribute.converter is not None:
        wanted = _wanted_by(attribute.converter, scope, hint)
        if hint is not None and wanted is not hint:
            # The validators check the converted value, not the argument.
            return infer_hint(wanted, target, scope)
        hint = wanted
    if known.options is not None:
        options = _sampled(known.options)
        return st.none() | options if known.is_optional else options
    if hint is None or (hint is Any and known.likely_kind() is not Parameter.empty):
        hint = known.likely_kind()
        if known.is_optional and hint is not Parameter.empty:
            return st.none() | _validated(hint, known, target, scope)
    return _validated(hint, known, target, scope)


def _validated(hint: Any, known: Validated, target: Any, scope: Scope) -> SearchStrategy[Any]:
    """The strategy of a type, with what the validators demand."""
    strategy = infer_hint(hint, target, scope)
    if not known.constraints and known.element is None:
        return strategy
    return infer_hint(Annotated[_of_elements(hint, known), known.constraints], target, scope)


def _wanted_by(converter: Any, scope: Scope, hint: Any) -> Any:
    """The type that a converter takes, if it says so; otherwise the type that it makes."""
    function = getattr(converter, "converter", converter)
    if isinstance(function, type):
        # A class used as a converter usually accepts its own instances.
        return function if hint is None else hint
    hints = hints_of_function(function, scope)
    hints.pop("return", None)
    wanted = next(iter(hints.values()), Any)
    # A converter that takes anything is usually given values of the type it makes.
    return hint if wanted in (Any, object) else wanted


class Validated:
    """What the validators of one attribute demand, as far as attrs defines them."""

    def __init__(self) -> None:
        self.constraints = Constraints()
        self.options: Iterable[Any] | None = None
        self.kind: Any = None
        self.element: Validated | None = None
        self.is_optional = False
        """Whether None is allowed, whatever the other validators say."""
        self.is_complete = True
        """Whether all validators are known."""

    def read(self, validator: Any) -> None:
        name = type(validator).__name__
        if name == "_InValidator":
            # attrs also keeps a tuple, but the order of a set differs in every process.
            self.options = getattr(validator, "_original_options", validator.options)
        elif name == "_InstanceOfValidator":
            self.kind = _union_of(validator.type)
        elif name == "_NumberValidator":
            self.constraints.add(_NUMBER[validator.compare_op], validator.bound)
        elif name == "_MinLengthValidator":
            self.constraints.add("min_length", validator.min_length)
        elif name == "_MaxLengthValidator":
            self.constraints.add("max_length", validator.max_length)
        elif name == "_MatchesReValidator":
            self._read_pattern(validator)
        elif name == "_DeepIterable":
            self._read_elements(validator)
        else:
            self.is_complete = False

    def likely_kind(self) -> Any:
        """A guess at the type of an attribute without one, from its validators."""
        if self.kind is not None:
            return self.kind
        for bound in (self.constraints.least, self.constraints.most):
            if bound is not None:
                return type(bound)
        if self.constraints.patterns:
            return str
        return list if self.element is not None else Parameter.empty

    def _read_pattern(self, validator: Any) -> None:
        pattern = validator.pattern.pattern
        how = getattr(validator.match_func, "__name__", "")
        start, end = {"search": ("", ""), "match": (r"\A", "")}.get(how, (r"\A", r"\Z"))
        self.constraints.add("pattern", f"{start}(?:{pattern}){end}")

    def _read_elements(self, validator: Any) -> None:
        self.element = Validated()
        for each in _flat(validator.member_validator):
            self.element.read(each)
        for each in _flat(validator.iterable_validator):
            self.read(each)


def _flat(validator: Any) -> Iterator[Any]:
    """All validators one by one, including those inside ``and_`` and ``optional``."""
    if validator is None:
        return
    if isinstance(validator, (list, tuple)):
        for each in validator:
            yield from _flat(each)
    elif type(validator).__name__ == "_AndValidator":
        yield from _flat(validator._validators)
    elif type(validator).__name__ == "_OptionalValidator":
        yield from _flat(validator.validator)
    else:
        yield validator


def _union_of(kinds: Any) -> Any:
    if not isinstance(kinds, tuple):
        return kinds
    union = kinds[0]
    for each in kinds[1:]:
        union = union | each
    return union


def _sampled(options: Any) -> SearchStrategy[Any]:
    if isinstance(options, type) and issubclass(options, enum.Enum):
        return sampled_from(options)
    if isinstance(options, (set, frozenset)):
        options = sorted(options, key=repr)
    return sampled_from(list(options))


def _of_elements(hint: Any, known: Validated) -> Any:
    """The type, such as ``list[int]``, with the known demands on its elements as Annotated."""
    if known.element is None:
        return hint
    origin = get_origin(hint) or hint
    args = get_args(hint) or (known.element.kind or Any,)
    return origin[(_narrowed_type(args[0], known.element), *args[1:])]


def _narrowed_type(kind: Any, known: Validated) -> Any:
    if known.options is not None:
        return Annotated[kind, _sampled(known.options)]
    return Annotated[kind, known.constraints] if known.constraints else kind


def refusals_of_attrs(cls: Any) -> tuple[type[Exception], ...]:
    """ValueError, if there are validators or converters that are not known."""
    known = Validated()
    for attribute in cls.__attrs_attrs__:
        for each in _flat(attribute.validator):
            known.read(each)
    converters = [each.converter for each in cls.__attrs_attrs__ if each.converter is not None]
    is_certain = known.is_complete and all(isinstance(each, type) for each in converters)
    return () if is_certain else (ValueError,)


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
        _model_field(cls, name, info, scope, by_name=by_name)
        for name, info in fields.items()
        if info.init is not False
    ]


def _takes_names(cls: Any) -> bool:
    """Whether fields with an alias may also be given by their own names."""
    config = getattr(cls, "model_config", None) or getattr(cls, "__pydantic_config__", None) or {}
    return bool(config.get("populate_by_name") or config.get("validate_by_name"))


def _model_field(cls: Any, name: str, info: Any, scope: Scope, *, by_name: bool) -> Field:
    path = [name] if by_name else _path_of(info.validation_alias or info.alias or name)

    def infer() -> SearchStrategy[Any]:
        strategy = infer_hint(_annotated(info), cls, scope)
        for key in reversed(path[1:]):
            strategy = st.fixed_dictionaries({key: strategy})
        return strategy

    return Field(path[0], infer, is_required=info.is_required())


def _path_of(alias: Any) -> list[str]:
    """The keys under which pydantic looks for a value: one key, or several nested ones."""
    from pydantic import AliasChoices, AliasPath

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
    from pydantic import ValidationError

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
