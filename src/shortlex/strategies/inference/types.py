"""Types: finds strategies by the type of the value. Start reading at ``ORDER``, at the end.

The strategy of a type is made from the strategies of the types that it contains. Each of them is
looked up when first needed and kept (see ``inferred``), so a type can contain itself.
"""

from __future__ import annotations

import sys
import typing
from collections.abc import Callable
from inspect import Parameter
from types import UnionType
from typing import (
    Any,
    Final,
    ForwardRef,
    Literal,
    NewType,
    TypeVar,
    Union,
    get_args,
    get_origin,
    overload,
)

from shortlex.core.case import Case
from shortlex.core.shown import shown
from shortlex.errors import InvalidArgument, ResolutionFailed
from shortlex.strategies.describe import describe_type
from shortlex.strategies.inference.classes import from_class
from shortlex.strategies.inference.constrained import from_annotated
from shortlex.strategies.inference.generics import from_container
from shortlex.strategies.inference.hints import (
    Field,
    UnknownHint,
    assign,
    captured_names,
    evaluate,
    hints_of_function,
    infer_hint,
    mentions_names,
    names_around,
    substitute,
)
from shortlex.strategies.inference.inferred import (
    LOOK_UPS,
    NO_NAMES,
    REGISTRY,
    Inferred,
    LookUp,
    Scope,
)
from shortlex.strategies.inference.models import fields_of, from_model
from shortlex.strategies.inference.package_types import from_package
from shortlex.strategies.inference.standard_types import SIMPLE, from_standard, in_order
from shortlex.strategies.selection import position_in, sampled_from
from shortlex.strategies.strategy import SearchStrategy
from shortlex.strategies.strings import text
from shortlex.strategies.unions import one_of

T = TypeVar("T")


@overload
def from_type(thing: type[T]) -> SearchStrategy[T]: ...
@overload
def from_type(thing: Any) -> SearchStrategy[Any]: ...
def from_type(thing: Any) -> SearchStrategy[Any]:
    """Values of a type, as registered for it or inferred from its annotations.

    Takes classes, including dataclasses and models of attrs, pydantic and msgspec, and forms of
    ``typing``, such as ``list[int | None]`` or ``Annotated[int, Gt(0)]``. Reduces as the strategies
    that it finds: to None, an empty list, arguments at their defaults.
    """
    if isinstance(thing, str):
        return Inferred(thing, NO_NAMES)
    names = captured_names(thing, 1)
    return (Scope(names) if names else NO_NAMES).infer(thing)


class Hinted(Inferred[T]):
    """The strategy for a parameter of a function, by its annotation.

    ``call`` says in errors what the strategy was for.
    """

    def __init__(self, function: Callable[..., Any], name: str, call: str) -> None:
        # Read now, because the enclosing function may have ended when the annotation is needed.
        names = names_around(function)
        super().__init__(None, Scope(names) if names else NO_NAMES)
        self.function = function
        self.name = name
        self.call = call

    def define(self) -> SearchStrategy[T]:
        hints = hints_of_function(self.function, self.scope)
        hint = hints.get(self.name, Parameter.empty)
        field = Field(
            self.name, lambda: infer_hint(hint, self.function, self.scope), is_required=True
        )
        return field.checked(self.call)

    def __repr__(self) -> str:
        return repr(self.defined)


def arguments_of(target: Any) -> dict[str, Field]:
    """The arguments of a call by name, as far as they are known; for ``builds``."""
    return {each.name: each for each in fields_of(target, NO_NAMES) or ()}


def register_type_strategy(
    custom_type: Any, strategy: SearchStrategy[Any] | Callable[[Any], SearchStrategy[Any]]
) -> None:
    """Use a strategy wherever a value of this type is inferred.

    Takes a strategy, or a function that is called with the type: for ``Box`` also with
    ``Box[int]``. If it returns NotImplemented, the type is looked up as if nothing were registered.
    """
    _check_registration(custom_type, strategy)
    REGISTRY.add(custom_type, strategy)


def _check_registration(thing: Any, strategy: Any) -> None:
    call = f"register_type_strategy({describe_type(thing)}, {shown(strategy)})"
    if not isinstance(thing, ForwardRef):
        check_type(thing, f"register_type_strategy(custom_type={shown(thing)})")
    if get_origin(thing) is not None:
        raise InvalidArgument(
            f"{call}: register {describe_type(get_origin(thing))}, without parameters. A function "
            "is called with the whole type, and can tell them apart with typing.get_args()."
        )
    if isinstance(strategy, type) or not (
        isinstance(strategy, SearchStrategy) or callable(strategy)
    ):
        raise InvalidArgument(
            f"{call}: the second argument must be a strategy, or a function from the type to one, "
            "such as `lambda thing: builds(thing)`."
        )
    # Only what is known to be empty: more would need types that are registered later.
    if isinstance(strategy, SearchStrategy) and strategy.known_empty:
        raise InvalidArgument(f"{call}: the strategy is empty, so there would never be a value.")


# Forms that describe a variable, a function or a class, and have no values themselves.
_WITHOUT_VALUES = {
    "ClassVar": "says how a variable is used",
    "Concatenate": "describes parameters, not a value",
    "Generic": "is for classes to inherit from",
    "Never": "has no values",
    "NoReturn": "has no values",
    "NotRequired": "is for the keys of a TypedDict",
    "ParamSpec": "describes parameters, not a value",
    "Protocol": "is for classes to inherit from",
    "ReadOnly": "is for the keys of a TypedDict",
    "Required": "is for the keys of a TypedDict",
    "Self": "means the class around it",
    "TypeAlias": "says how a variable is used",
    "TypeGuard": "says what a function tells",
    "TypeIs": "says what a function tells",
    "TypeVarTuple": "describes parameters, not a value",
    "Unpack": "describes parameters, not a value",
}
_CLASSES = (typing.Generic, typing.Protocol, typing.Annotated, typing.Union)  # in some versions
_INCOMPLETE = {"Annotated", "Final", "Literal", "Optional", "Union"}


def check_type(thing: Any, call: str | None = None) -> None:
    """Raise unless ``thing`` is a type that can have values."""
    call = call or f"from_type({describe_type(thing)})"
    name = _name_of_form(thing)
    if name in _WITHOUT_VALUES:
        inner = [each for each in get_args(thing) if isinstance(each, type)]
        instead = describe_type(inner[0]) if inner else "the type that you mean, such as int"
        raise ResolutionFailed(f"{call}: {name} {_WITHOUT_VALUES[name]}. Use {instead}.")
    if name in _INCOMPLETE and not get_args(thing) and not hasattr(thing, "__metadata__"):
        raise ResolutionFailed(f"{call}: {name} needs to be told of what, as in {name}[...].")
    if not _is_type(thing):
        raise InvalidArgument(f"{call}: must be a type, such as int or list[int].{_hint(thing)}")


def _name_of_form(thing: Any) -> str | None:
    """The name of a form in ``typing``, or the kind of a variable."""
    kind = type(thing).__name__
    if kind in ("ParamSpec", "TypeVarTuple"):
        return kind
    form = get_origin(thing) or thing
    if isinstance(form, type):
        return form.__name__ if form in _CLASSES else None
    # Not its __name__, because a variable or a new type may be called Self.
    return getattr(form, "_name", None)


def _is_type(thing: Any) -> bool:
    return (
        thing is None
        or isinstance(thing, (type, TypeVar, NewType, ForwardRef, UnionType))
        or get_origin(thing) is not None
        or _is_alias(thing)
        # LiteralString, Any and the bare names, such as typing.List.
        or type(thing).__module__ in ("typing", "typing_extensions")
    )


def _is_alias(thing: Any) -> bool:
    return type(thing).__name__ == "TypeAliasType"


def _hint(thing: object) -> str:
    if isinstance(thing, SearchStrategy):
        return " This is a strategy already: use it as it is."
    if isinstance(thing, str):
        return f" For a class that is defined later, use typing.ForwardRef({shown(thing)})."
    return f" To have this value always, use just({shown(thing)})."


def from_form(thing: Any, scope: Scope) -> SearchStrategy[Any] | None:
    """The strategy of anything from ``typing`` that does not stand for a class."""
    origin = get_origin(thing)
    if isinstance(thing, ForwardRef):
        return _named(thing, scope)
    if isinstance(thing, NewType):
        return scope.infer(thing.__supertype__)
    if _is_alias(thing) or _is_alias(origin):
        return _aliased(thing, scope)
    if origin is Final:
        return scope.infer(get_args(thing)[0])
    if hasattr(thing, "__metadata__"):
        return from_annotated(thing, scope)
    if origin in (Union, UnionType):
        return one_of([scope.infer(each) for each in in_order(get_args(thing))])
    if origin is Literal:
        # In the order written, because it reduces to the first.
        return sampled_from(list(get_args(thing)))
    if isinstance(thing, TypeVar):
        return _variable(thing, scope)
    if getattr(thing, "_name", None) == "LiteralString":
        return text()
    if thing is Any or thing is object:
        return one_of([scope.infer(each) for each in SIMPLE])
    return None


def _named(thing: ForwardRef, scope: Scope) -> SearchStrategy[Any]:
    found = evaluate(thing, {}, scope.names)
    if isinstance(found, UnknownHint):
        name = thing.__forward_arg__
        raise ResolutionFailed(
            f"from_type({shown(thing)}): the name {name!r} is not known here ({found.error}). Use "
            f"the class itself, or say what to use with register_type_strategy({shown(thing)}, "
            "...)."
        )
    return scope.infer(found)


def _aliased(thing: Any, scope: Scope) -> SearchStrategy[Any]:
    """The type that ``type X = ...`` names."""
    alias = get_origin(thing) or thing
    try:
        value = alias.__value__
    except NameError as error:
        raise ResolutionFailed(
            f"from_type({shown(thing)}): its definition uses a name that is not known ({error}). "
            f"Define it, or say what to use with register_type_strategy({shown(alias)}, ...)."
        ) from None
    return scope.infer(substitute(value, assign(alias.__type_params__, get_args(thing))))


def _variable(variable: TypeVar, scope: Scope) -> SearchStrategy[Any]:
    if variable.__bound__ is not None:
        return scope.infer(_bound_of(variable, scope))
    if not variable.__constraints__ and getattr(variable, "has_default", bool)():
        return scope.infer(variable.__default__)  # type: ignore[attr-defined]  # since Python 3.13
    choices = variable.__constraints__ or SIMPLE
    return SameType(variable, tuple(scope.infer(each) for each in choices))


def _bound_of(variable: TypeVar, scope: Scope) -> Any:
    """The bound of a type variable, which may name a class that was defined later."""
    bound = variable.__bound__
    if not mentions_names(bound):
        return bound
    module = vars(sys.modules.get(getattr(variable, "__module__", ""), object))
    found = evaluate(bound, dict(module), scope.names)
    return bound if isinstance(found, UnknownHint) else found


class SameType(SearchStrategy[Any]):
    """Values of one of several types, the same type throughout a case."""

    def __init__(self, variable: TypeVar, choices: tuple[SearchStrategy[Any], ...]) -> None:
        self.variable = variable
        self.choices = choices
        self._which = position_in(len(choices))

    def do_draw(self, case: Case) -> Any:
        key = (SameType, self.variable)
        memo = case.remembered()
        if key not in memo:
            memo[key] = case.choose(self._which)
        return case.draw(self.choices[memo[key]])

    def parts(self) -> tuple[SearchStrategy[Any], ...]:
        return self.choices

    def __repr__(self) -> str:
        return f"from_type({shown(self.variable)})"


def _from_registry(thing: Any, scope: Scope) -> SearchStrategy[Any] | None:
    check_type(thing)
    return REGISTRY.strategy_of(thing)


ORDER: tuple[LookUp, ...] = (
    _from_registry,
    from_package,
    from_form,
    from_standard,
    from_container,
    from_model,
    from_class,
)
"""The functions that are asked for the strategy of a type; the first answer counts."""


LOOK_UPS[:] = ORDER
