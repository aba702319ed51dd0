"""Types: strategies found by the type of the value. ``ORDER`` is where to begin reading.

What is inferred for a type is made of what is inferred for the types it is made of. Each of them
is looked up when first needed and kept (see ``inferring``), so that a type can contain itself.
"""

from __future__ import annotations

from collections.abc import Callable
from inspect import Parameter
from typing import Any, ForwardRef, TypeVar, get_origin, overload

from shortlex.errors import InvalidArgument, ResolutionFailed
from shortlex.strategies.building import forget_calls
from shortlex.strategies.classes import from_class
from shortlex.strategies.forms import check_type, from_form
from shortlex.strategies.generics import from_container
from shortlex.strategies.hints import captured_names, hints_of_function, names_around
from shortlex.strategies.inferring import NO_NAMES, Inferred, Scope, describe_type
from shortlex.strategies.models import from_model
from shortlex.strategies.parameters import Field, infer_hint
from shortlex.strategies.registry import REGISTRY
from shortlex.strategies.standard import from_standard
from shortlex.strategies.strategy import SearchStrategy

T = TypeVar("T")


def _from_registry(thing: Any, scope: Scope) -> SearchStrategy[Any] | None:
    return REGISTRY.strategy_of(thing)


ORDER: tuple[Callable[[Any, Scope], SearchStrategy[Any] | None], ...] = (
    _from_registry,
    from_form,
    from_standard,
    from_container,
    from_model,
    from_class,
)
"""Who is asked for the strategy of a type; the first that has one is believed."""


def resolve(thing: Any, scope: Scope) -> SearchStrategy[Any]:
    """The strategy of a type, or an error that says what to do."""
    check_type(thing)
    for look_up in ORDER:
        strategy = look_up(thing, scope)
        if strategy is not None:
            return strategy
    raise ResolutionFailed(
        f"from_type({describe_type(thing)}): no strategy is known for it. Say which to use with "
        f"register_type_strategy({describe_type(get_origin(thing) or thing)}, ...)."
    )


@overload
def from_type(thing: type[T]) -> SearchStrategy[T]: ...
@overload
def from_type(thing: Any) -> SearchStrategy[Any]: ...
def from_type(thing: Any) -> SearchStrategy[Any]:
    """Values of a type: what was registered for it, or what its annotations say.

    Takes classes, also dataclasses and models of attrs, pydantic and msgspec, and what ``typing``
    makes of them, such as ``list[int | None]`` or ``Annotated[int, Gt(0)]``. Reduces as the
    strategies it stands for: to None, an empty list, arguments at their defaults.
    """
    if isinstance(thing, str):
        return Inferred(thing, NO_NAMES)
    names = captured_names(thing, 1)
    return (Scope(names) if names else NO_NAMES).infer(thing)


class Hinted(Inferred[T]):
    """What is found for a parameter of a function, by its annotation.

    ``call`` says in errors what it was to be inferred for.
    """

    def __init__(self, function: Callable[..., Any], name: str, call: str) -> None:
        # Read now, since the function around may have ended when the annotation is needed.
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


def register_type_strategy(
    custom_type: Any, strategy: SearchStrategy[Any] | Callable[[Any], SearchStrategy[Any]]
) -> None:
    """Use a strategy wherever a value of this type is inferred.

    Instead of a strategy, a function that is called with the type: for ``Box`` also with
    ``Box[int]``. It may return NotImplemented, and the type is looked up as if it were not there.
    """
    _check_registration(custom_type, strategy)
    REGISTRY.add(custom_type, strategy)
    forget_calls()


def _check_registration(thing: Any, strategy: Any) -> None:
    call = f"register_type_strategy({describe_type(thing)}, {strategy!r})"
    if not isinstance(thing, ForwardRef):
        check_type(thing, f"register_type_strategy(custom_type={thing!r})")
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
    # Only what is empty at a glance: to find out more, what is registered later may be needed.
    if isinstance(strategy, SearchStrategy) and strategy.known_empty:
        raise InvalidArgument(f"{call}: the strategy is empty, so there would never be a value.")
