"""Types: finds strategies by the type of the value. Start reading at ``ORDER``.

The strategy of a type is made from the strategies of the types that it contains. Each of them is
looked up when first needed and kept (see ``inferred``), so a type can contain itself.
"""

from __future__ import annotations

from collections.abc import Callable
from inspect import Parameter
from typing import Any, ForwardRef, TypeVar, get_origin, overload

from shortlex.core.shown import shown
from shortlex.errors import InvalidArgument
from shortlex.strategies.describe import describe_type
from shortlex.strategies.inference.classes import from_class
from shortlex.strategies.inference.generics import from_container
from shortlex.strategies.inference.hints import captured_names, hints_of_function, names_around
from shortlex.strategies.inference.inferred import LOOK_UPS, NO_NAMES, Inferred, LookUp, Scope
from shortlex.strategies.inference.models import fields_of, from_model
from shortlex.strategies.inference.parameters import Field, infer_hint
from shortlex.strategies.inference.registry import REGISTRY
from shortlex.strategies.inference.standard_types import from_standard
from shortlex.strategies.inference.typing_forms import check_type, from_form
from shortlex.strategies.strategy import SearchStrategy

T = TypeVar("T")


def _from_registry(thing: Any, scope: Scope) -> SearchStrategy[Any] | None:
    check_type(thing)
    return REGISTRY.strategy_of(thing)


ORDER: tuple[LookUp, ...] = (
    _from_registry,
    from_form,
    from_standard,
    from_container,
    from_model,
    from_class,
)
"""The functions that are asked for the strategy of a type; the first answer counts."""


LOOK_UPS[:] = ORDER


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
