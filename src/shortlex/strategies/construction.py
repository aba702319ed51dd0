"""Construction: builds, which infers the arguments that it is not given."""

from __future__ import annotations

from collections.abc import Callable
from types import EllipsisType
from typing import TYPE_CHECKING, Any, TypeVar

from shortlex.core.shown import shown
from shortlex.errors import InvalidArgument
from shortlex.strategies.drawn_calls import Builds
from shortlex.strategies.inference.inferred import REGISTRY
from shortlex.strategies.lazy import lazy_once
from shortlex.strategies.strategy import SearchStrategy, check_is_strategy

if TYPE_CHECKING:
    from inspect import Signature

    from shortlex.strategies.inference.hints import Field

T = TypeVar("T")

Arguments = tuple[tuple[SearchStrategy[Any], ...], dict[str, SearchStrategy[Any]]]


def builds(
    target: Callable[..., T],
    /,
    *args: SearchStrategy[Any],
    **kwargs: SearchStrategy[Any] | EllipsisType,
) -> SearchStrategy[T]:
    """Call ``target`` with a value of each strategy; reduces its arguments.

    Required arguments that are not given are inferred from annotations, as by ``from_type``. So is
    an argument with a default, if ``...`` is given for it.
    """
    return _builds(target, *args, **kwargs)


def _build_call(target: Any, /, *args: Any, **kwargs: Any) -> SearchStrategy[Any]:
    if not callable(target):
        raise InvalidArgument(
            f"builds(target={shown(target)}): the first argument must be callable, such as a "
            "class. For a value as it is, use just()."
        )
    for position, each in enumerate(args):
        if each is ...:
            raise InvalidArgument(
                f"builds({_name_of(target)}, ...): a positional `...` does not say what to "
                "infer. Give the argument by name, as in x=...; required ones are inferred anyway."
            )
        check_is_strategy(each, f"builds({_name_of(target)}, ...): argument {position}")
    for name, each in kwargs.items():
        if each is not ...:
            check_is_strategy(each, f"builds({_name_of(target)}, ...): {name}")
    try:
        if ... not in kwargs.values():
            _signature_of(target).bind(*args, **kwargs)
            return Builds(target, args, kwargs)
    except TypeError:
        pass  # arguments are missing or wrong
    except ValueError:  # its signature is unknown
        return Builds(target, args, kwargs)
    return Builds(target, *_fill_in(target, args, kwargs))


def _signature_of(target: Any) -> Any:
    import inspect

    return inspect.signature(target)


def _registered(args: tuple[Any, ...], kwargs: dict[str, Any]) -> int:
    """Tells calls before and after a registration apart: inference may give something else."""
    return REGISTRY.version


_builds = lazy_once(_build_call, name="builds", tell_apart=_registered)


def _name_of(target: Any) -> str:
    return str(getattr(target, "__name__", target))


def _fill_in(target: Any, args: tuple[Any, ...], kwargs: dict[str, Any]) -> Arguments:
    """All arguments: those given, those asked for with ``...`` and the other required ones."""
    from shortlex.strategies.inference.types import arguments_of

    call = f"builds({_name_of(target)}, ...)"
    given = {name: each for name, each in kwargs.items() if each is not ...}
    asked = [name for name in kwargs if name not in given]
    taken = _names_taken(target, call, args, kwargs)
    fields = arguments_of(target)
    for name in asked:
        given[name] = _field(fields, name, call).checked(call)
    missing = [each for each in fields.values() if each.is_required and each.name not in taken]
    by_position = [each.checked(call) for each in missing if each.is_positional]
    by_name = {each.name: each.checked(call) for each in missing if not each.is_positional}
    return (*args, *by_position), {**given, **by_name}


def _field(fields: dict[str, Field], name: str, call: str) -> Field:
    if name not in fields:
        raise InvalidArgument(
            f"{call}: {name}=... cannot be inferred, because no parameter has that name; it has "
            f"{', '.join(fields) or 'none'}. Give a strategy for it."
        )
    return fields[name]


def _names_taken(target: Any, call: str, args: tuple[Any, ...], kwargs: dict[str, Any]) -> set[str]:
    """The parameters that are given. Raises if one is given that the target does not take."""
    try:
        signature: Signature = _signature_of(target)
    except (TypeError, ValueError):  # the signature is unknown
        return set(kwargs)
    try:
        bound = signature.bind_partial(*args, **kwargs).arguments
    except TypeError as error:
        raise InvalidArgument(
            f"{call}: {error}. Its signature is {_name_of(target)}{signature}: give a "
            "strategy for each argument it needs."
        ) from None
    from inspect import Parameter

    several = (Parameter.VAR_POSITIONAL, Parameter.VAR_KEYWORD)
    return {name for name in bound if signature.parameters[name].kind not in several} | set(kwargs)
