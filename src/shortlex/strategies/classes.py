"""Classes: strategies for classes by what they are: enumerations, dictionaries, protocols, any."""

from __future__ import annotations

import enum
import inspect
from typing import Any, Protocol, get_args, get_origin, runtime_checkable

from shortlex import strategies as st
from shortlex.errors import ResolutionFailed
from shortlex.strategies.constructing import construct
from shortlex.strategies.hints import hints_of_class, hints_of_function, meanings_by_class
from shortlex.strategies.inferring import Scope, describe_type, first_failure
from shortlex.strategies.parameters import fields_of, infer_hint
from shortlex.strategies.registry import REGISTRY
from shortlex.strategies.standard import known_types
from shortlex.strategies.strategy import SearchStrategy
from shortlex.strategies.subclasses import subclasses_of


def from_class(thing: Any, scope: Scope) -> SearchStrategy[Any] | None:
    """The strategy of a class that no list has."""
    cls = get_origin(thing) or thing
    if not isinstance(cls, type):
        return None
    if hasattr(cls, "__required_keys__"):  # of typing, or of typing_extensions
        return _typed_dict(thing, scope)
    registered = REGISTRY.subtypes_of(cls)
    if registered:
        return st.one_of([scope.infer(each) for each in registered])
    if issubclass(cls, enum.Enum) and cls.__members__:
        return st.sampled_from(cls)
    if _is_protocol(cls):
        if _members_of(cls) == {"__call__"}:
            return _callback(cls, scope)
        return _one_of(thing, [*_below(thing), *_fitting(cls)], scope)
    if inspect.isabstract(cls) or issubclass(cls, enum.Enum):
        return _one_of(thing, _below(thing), scope)
    if issubclass(cls, BaseException) and fields_of(cls, scope) is None:
        # One of Python's own: all that is known is that a text will do.
        return st.builds(cls) | st.builds(cls, st.text())
    return construct(thing, scope)


def _typed_dict(thing: Any, scope: Scope) -> SearchStrategy[Any]:
    cls = get_origin(thing) or thing
    required: dict[str, SearchStrategy[Any]] = {}
    optional: dict[str, SearchStrategy[Any]] = {}
    for key, hint in hints_of_class(thing, scope).items():
        is_required = key in cls.__required_keys__
        while (form := _key_form(hint)) is not None:
            # What stands in the annotation counts: where that was a string, the class is wrong.
            is_required = form == "Required" or (is_required and form != "NotRequired")
            (hint,) = get_args(hint)  # unwrapped
        (required if is_required else optional)[key] = infer_hint(hint, cls, scope)
    return st.fixed_dictionaries(required, optional=optional)


def _key_form(hint: Any) -> str | None:
    name = getattr(get_origin(hint), "_name", None)
    return name if name in ("Required", "NotRequired", "ReadOnly") else None


def _is_protocol(cls: type) -> bool:
    return bool(vars(cls).get("_is_protocol", False))


def _below(thing: Any) -> list[Any]:
    """The classes below one that can be made; of ``Base[int]``, those that are about int."""
    cls, args = get_origin(thing) or thing, get_args(thing)
    return [
        each
        for each in subclasses_of(cls)
        if not inspect.isabstract(each)
        and not _is_protocol(each)
        and not (issubclass(each, enum.Enum) and not each.__members__)
        and _agrees(meanings_by_class(each).get(cls, {}), cls, args)
    ]


def _agrees(meanings: dict[Any, Any], cls: Any, args: tuple[Any, ...]) -> bool:
    return all(
        not isinstance(meanings.get(parameter), type) or meanings[parameter] == arg
        for parameter, arg in zip(getattr(cls, "__parameters__", ()), args)
    )


@runtime_checkable
class _Bare(Protocol):
    """What a protocol has that says nothing of those that satisfy it."""


def _members_of(cls: type) -> set[str]:
    """The names that whoever satisfies a protocol must have."""
    names: set[str] = set()
    for base in cls.__mro__:
        if _is_protocol(base) and base is not Protocol:
            names |= {*vars(base), *inspect.get_annotations(base)}
    return names - {*vars(_Bare), "__annotations__", "__type_params__", "__orig_bases__"}


def _fitting(cls: type) -> list[Any]:
    """The registered classes, and those of the standard library, that have all of the names."""
    members = _members_of(cls)
    known = (*REGISTRY.entries, *known_types(), list, tuple, dict, set, frozenset)
    return [
        each
        for each in known
        if isinstance(each, type)
        and not inspect.isabstract(each)
        and not _is_protocol(each)
        and all(hasattr(each, name) for name in members)
    ]


def _callback(cls: type, scope: Scope) -> SearchStrategy[Any]:
    """Functions, for a protocol that only says how it is called."""
    signature = inspect.signature(cls.__call__)

    def like(*args: Any, **kwargs: Any) -> None: ...

    like.__signature__ = signature.replace(  # type: ignore[attr-defined]  # read by inspect
        parameters=list(signature.parameters.values())[1:], return_annotation=None
    )
    returns = hints_of_function(cls.__call__, scope).get("return", Any)
    return st.functions(like=like, returns=infer_hint(returns, cls, scope))


def _one_of(thing: Any, classes: list[Any], scope: Scope) -> SearchStrategy[Any]:
    strategies = [scope.infer(each) for each in dict.fromkeys(classes)]
    usable = [each for each in strategies if first_failure(each) is None]
    if not usable:
        kind = "a protocol" if _is_protocol(get_origin(thing) or thing) else "abstract"
        raise ResolutionFailed(
            f"from_type({describe_type(thing)}): it is {kind}, and no class is known "
            "that implements it and can be made. Define one, or say which to use with "
            f"register_type_strategy({describe_type(get_origin(thing) or thing)}, ...)."
        )
    return st.one_of(usable)
