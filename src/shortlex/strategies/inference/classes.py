"""Classes: strategies for classes by their kind: enumerations, dictionaries, protocols, any."""

from __future__ import annotations

import enum
import inspect
import sys
import typing
from types import UnionType
from typing import Any, Protocol, TypeVar, get_args, get_origin, runtime_checkable

from shortlex import strategies as st
from shortlex.errors import ResolutionFailed
from shortlex.strategies.describe import describe_type
from shortlex.strategies.drawn_calls import Constructs
from shortlex.strategies.inference.hints import (
    Field,
    UnknownHint,
    evaluate,
    hints_of_class,
    hints_of_function,
    infer_hint,
    meanings_by_class,
    mentions_names,
)
from shortlex.strategies.inference.inferred import REGISTRY, Scope, first_failure
from shortlex.strategies.inference.models import fields_of, refusals_of
from shortlex.strategies.inference.standard_types import SIMPLE, known_types
from shortlex.strategies.mappings import FixedDictionaries
from shortlex.strategies.strategy import SearchStrategy


def from_class(thing: Any, scope: Scope) -> SearchStrategy[Any] | None:
    """The strategy of a class that has no entry of its own."""
    cls = get_origin(thing) or thing
    if not isinstance(cls, type):
        return None
    if hasattr(cls, "__required_keys__"):  # a TypedDict of typing or typing_extensions
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
        # A built-in exception: all we know is that a text will do.
        return st.builds(cls) | st.builds(cls, st.text())
    return _construct(thing, scope)


def _construct(thing: Any, scope: Scope) -> SearchStrategy[Any]:
    """Instances of a class, made with all required arguments and some optional ones."""
    fields = fields_of(thing, scope)
    if fields is None:
        raise ResolutionFailed(
            f"from_type({describe_type(thing)}): Python does not know what it is called with. Say "
            f"how to make it with register_type_strategy({describe_type(thing)}, ...)."
        )
    cls = get_origin(thing) or thing
    call = f"from_type({describe_type(thing)})"
    args = tuple([each.checked(call) for each in fields if each.is_positional and each.is_required])
    named = [each for each in fields if not each.is_positional]
    required = {each.name: each.checked(call) for each in named if each.is_required}
    optional = {each.name: each.infer() for each in named if _may_be_given(each)}
    return Constructs(cls, args, FixedDictionaries(required, optional), refusals_of(cls))


def _may_be_given(field: Field) -> bool:
    """Whether an optional argument can be inferred; otherwise it is always left out."""
    return not field.is_required and field.can_be_inferred()


def _typed_dict(thing: Any, scope: Scope) -> SearchStrategy[Any]:
    cls = get_origin(thing) or thing
    required: dict[str, SearchStrategy[Any]] = {}
    optional: dict[str, SearchStrategy[Any]] = {}
    for key, hint in hints_of_class(thing, scope).items():
        is_required = key in cls.__required_keys__
        metadata: tuple[Any, ...] = ()
        while (form := _key_form(hint)) is not None or _key_form(_bare(hint)) is not None:
            if form is None:
                # `Annotated[NotRequired[int], ...]` means `NotRequired[Annotated[int, ...]]`.
                metadata = (*hint.__metadata__, *metadata)
                hint = hint.__origin__
                continue
            # The annotation counts, because the class is wrong if annotations are strings.
            is_required = form == "Required" or (is_required and form != "NotRequired")
            (hint,) = get_args(hint)  # unwrapped
        if metadata:
            hint = typing.Annotated[(hint, *metadata)]
        (required if is_required else optional)[key] = infer_hint(hint, cls, scope)
    return st.fixed_dictionaries(required, optional=optional)


def _bare(hint: Any) -> Any:
    """What is annotated, or the hint itself."""
    return hint.__origin__ if hasattr(hint, "__metadata__") else hint


def _key_form(hint: Any) -> str | None:
    name = getattr(get_origin(hint), "_name", None)
    return name if name in ("Required", "NotRequired", "ReadOnly") else None


def _is_protocol(cls: type) -> bool:
    return bool(vars(cls).get("_is_protocol", False))


def _below(thing: Any) -> list[Any]:
    """The concrete subclasses of a class; for ``Base[int]``, those that fit int."""
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
    """The attributes that every protocol has, which say nothing about its implementations."""


def _members_of(cls: type) -> set[str]:
    """The names that an implementation of a protocol must have."""
    names: set[str] = set()
    for base in cls.__mro__:
        if _is_protocol(base) and base is not Protocol:
            names |= {*vars(base), *inspect.get_annotations(base)}
    return names - {*vars(_Bare), "__annotations__", "__type_params__", "__orig_bases__"}


def _fitting(cls: type) -> list[Any]:
    """The registered and standard classes that have all of these names."""
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
    """Functions, for a protocol that only defines ``__call__``."""
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


def classes_of(arg: Any, scope: Scope) -> list[Any]:
    """The classes that ``type[arg]`` may be, the named one first."""
    if mentions_names(arg):
        arg = evaluate(arg, {}, scope.names)
    if get_origin(arg) in (typing.Union, UnionType):
        return [cls for each in get_args(arg) for cls in classes_of(each, scope)]
    if isinstance(arg, TypeVar):
        found = arg.__constraints__ or ((arg.__bound__,) if arg.__bound__ else SIMPLE)
        return [cls for each in found for cls in classes_of(each, scope)]
    if arg is Any or arg is object:
        return list(SIMPLE)
    cls = get_origin(arg) or arg
    if isinstance(arg, UnknownHint) or not isinstance(cls, type):
        raise ResolutionFailed(
            f"from_type(type[{describe_type(arg)}]): no class is known by that name. Use the class "
            "itself."
        )
    if cls.__module__.partition(".")[0] in sys.stdlib_module_names:
        # Any library may derive something from these that has another purpose.
        return [cls]
    return [cls, *(each for each in subclasses_of(cls) if not each.__name__.startswith("_"))]


def subclasses_of(cls: type) -> list[type]:
    """The subclasses of a class in the order of definition, children before grandchildren."""
    found: dict[type, None] = {}
    waiting: list[type[Any]] = [cls]
    while waiting:
        below: list[type[Any]] = []
        for each in waiting:
            below += type.__subclasses__(each)
        found |= dict.fromkeys(below)
        waiting = below
    return list(found)
