"""Parameters: the required and optional arguments of a class or function.

The signature and the annotations say what they are. For a class of attrs, pydantic or msgspec the
library knows more: see ``models``.
"""

from __future__ import annotations

import dataclasses
import inspect
import typing
from collections.abc import Callable
from inspect import Parameter
from types import UnionType
from typing import Any, NamedTuple, get_args, get_origin

from shortlex.core.shown import shown
from shortlex.errors import ResolutionFailed
from shortlex.strategies.describe import describe_type
from shortlex.strategies.inference.hints import (
    UnknownHint,
    hints_of_class,
    hints_of_function,
    meanings_by_class,
    substitute,
)
from shortlex.strategies.inference.inferred import Scope, first_failure
from shortlex.strategies.strategy import SearchStrategy

_NAMED = (Parameter.POSITIONAL_ONLY, Parameter.POSITIONAL_OR_KEYWORD, Parameter.KEYWORD_ONLY)


class Field(NamedTuple):
    """One argument."""

    name: str
    infer: Callable[[], SearchStrategy[Any]]
    """Returns its strategy, or raises an error that says why there is none."""
    is_required: bool
    is_positional: bool = False
    """Whether it can only be given by position."""

    def checked(self, call: str) -> SearchStrategy[Any]:
        """The strategy. Raises an error that names the argument and the call if there is none."""
        strategy, error = self._attempt()
        if error is None:
            return strategy  # type: ignore[no-any-return]  # one, if there is no error
        raise ResolutionFailed(f"{call}: the argument {self.name!r} cannot be inferred. {error}")

    def can_be_inferred(self) -> bool:
        return self._attempt()[1] is None

    def _attempt(self) -> tuple[Any, ResolutionFailed | None]:
        try:
            strategy = self.infer()
        except ResolutionFailed as error:
            return None, error
        return strategy, first_failure(strategy)


def fields_of_signature(target: Any, scope: Scope) -> list[Field] | None:
    """The arguments of a call, by its signature and annotations; None if there is none."""
    try:
        signature = inspect.signature(get_origin(target) or target)
    except (TypeError, ValueError):
        return None
    hints = _hints_of(target, scope)
    return [
        _field_of(target, each, hints.get(each.name, each.annotation), scope)
        for each in signature.parameters.values()
        if each.kind in _NAMED
    ]


def _field_of(target: Any, parameter: Parameter, hint: Any, scope: Scope) -> Field:
    return Field(
        parameter.name,
        lambda: infer_hint(hint, target, scope),
        is_required=parameter.default is Parameter.empty,
        is_positional=parameter.kind is Parameter.POSITIONAL_ONLY,
    )


def infer_hint(hint: Any, target: Any, scope: Scope) -> SearchStrategy[Any]:
    """The strategy for an annotation of ``target``. Raises an error that says what is wrong."""
    if hint is Parameter.empty:
        raise ResolutionFailed(f"It has no annotation: add one, {_way_out(target)}")
    if isinstance(hint, UnknownHint):
        raise ResolutionFailed(
            f"Its annotation {shown(hint)} is not known here ({hint.error}). Import or define what "
            f"it names in the module, {_way_out(target)}"
        )
    while get_origin(hint) in (typing.ClassVar, typing.Final):
        (hint,) = get_args(hint)
    cls = get_origin(target) or target
    return scope.infer(_without_self(hint, cls) if isinstance(cls, type) else hint)


def _way_out(target: Any) -> str:
    if not isinstance(target, type):
        return "or give a strategy for it."
    name = describe_type(target)
    return f"or say how to make it: register_type_strategy({name}, builds({name}, ...))."


def _without_self(hint: Any, cls: type) -> Any:
    """The hint with ``Self`` replaced by the class."""
    if getattr(hint, "_name", None) == "Self":
        return cls
    if "Self" not in repr(hint):
        return hint
    args = tuple(_without_self(each, cls) for each in get_args(hint))
    origin = get_origin(hint)
    if not args or args == get_args(hint):
        return hint
    if origin is UnionType:
        origin = typing.Union
    return origin[args]


def _hints_of(target: Any, scope: Scope) -> dict[str, Any]:
    cls = get_origin(target) or target
    if not isinstance(cls, type):
        return hints_of_function(target, scope)
    if dataclasses.is_dataclass(cls) or hasattr(cls, "_field_defaults"):
        # The annotations of its __init__ are copies, which do not know the module of their names.
        return hints_of_class(target, scope)
    own = [base for base in cls.__mro__ if base is not object]
    name = "__init__" if any("__init__" in vars(base) for base in own) else "__new__"
    definer = next((base for base in own if name in vars(base)), object)
    hints = hints_of_function(vars(definer)[name], scope)
    meanings = meanings_by_class(target).get(definer, {})
    return {key: substitute(hint, meanings) for key, hint in hints.items()}
