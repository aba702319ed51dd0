"""Hints: annotations as types, even if they are strings, with type variables filled in.

A class may be defined in a function, and its annotations may name other classes of that function.
Only the running function knows those names, so they are read from its frame.

A ``Field`` is a required or optional argument of a class or function, as the signature and the
hints say. For a class of attrs, pydantic or msgspec the library knows more: see ``models``.
"""

from __future__ import annotations

import dataclasses
import inspect
import sys
import typing
from collections.abc import Callable, Mapping
from dataclasses import InitVar
from inspect import Parameter
from types import FrameType, UnionType
from typing import Any, Generic, NamedTuple, Protocol, TypeVar, get_args, get_origin

from shortlex.core.shown import shown
from shortlex.errors import ResolutionFailed
from shortlex.strategies.describe import describe_type
from shortlex.strategies.inference.inferred import Scope, first_failure
from shortlex.strategies.strategy import SearchStrategy

Meanings = Mapping[Any, Any]
"""The values of type variables."""


class UnknownHint:
    """An annotation with a name that cannot be found."""

    def __init__(self, annotation: object, error: Exception) -> None:
        self.annotation = annotation
        self.error = error

    def __repr__(self) -> str:
        return repr(getattr(self.annotation, "__forward_arg__", self.annotation))


def hints_of_class(thing: Any, scope: Scope) -> dict[str, Any]:
    """The annotations of a class and its bases; for ``Box[int]`` with the variables filled in."""
    cls = get_origin(thing) or thing
    meanings = meanings_by_class(thing)
    hints: dict[str, Any] = {}
    for base in reversed(cls.__mro__):
        module = vars(sys.modules.get(base.__module__, object))
        around = {base.__name__: base, **vars(base), **module}
        local = {**scope.names, **names_around(base), **_type_parameters(base)}
        if "<locals>" in base.__qualname__:
            local.setdefault(base.__name__, base)
        for name, annotation in _annotations_of(base).items():
            hint = evaluate(annotation, around, local)
            hints[name] = substitute(hint, meanings.get(base, {}))
    return hints


def hints_of_function(function: Any, scope: Scope) -> dict[str, Any]:
    """The annotations of a function, method or partial."""
    while hasattr(function, "func") and not hasattr(function, "__annotations__"):
        function = function.func  # a partial
    function = inspect.unwrap(function)
    function = getattr(function, "__func__", function)
    if hasattr(type(function).__call__, "__code__"):
        function = type(function).__call__  # an object that can be called
    code = getattr(function, "__code__", None)
    local = {**scope.names, **names_around(function), **_type_parameters(function)}
    for name, cell in zip(
        getattr(code, "co_freevars", ()), getattr(function, "__closure__", None) or ()
    ):
        try:
            local[name] = cell.cell_contents
        except ValueError:  # not assigned yet
            continue
    around = getattr(function, "__globals__", {})
    return {
        name: evaluate(annotation, around, local)
        for name, annotation in _annotations_of(function).items()
    }


def _annotations_of(thing: Any) -> dict[str, Any]:
    if sys.version_info >= (3, 14):
        from annotationlib import Format, get_annotations

        return get_annotations(thing, format=Format.FORWARDREF)
    return inspect.get_annotations(thing)


def _type_parameters(thing: Any) -> dict[str, Any]:
    """The variables of ``class Box[T]``, by name."""
    return {each.__name__: each for each in getattr(thing, "__type_params__", ())}


def evaluate(annotation: Any, around: Mapping[str, Any], local: Mapping[str, Any]) -> Any:
    """An annotation as a type, or UnknownHint."""
    if isinstance(annotation, InitVar):
        annotation = annotation.type
    # On a class, because ClassVar and the like are allowed there.
    holder = type("Holder", (), {"__annotations__": {"it": annotation}})
    try:
        hint = typing.get_type_hints(holder, dict(around), dict(local), include_extras=True)["it"]
    except (NameError, AttributeError, TypeError, SyntaxError) as error:
        return UnknownHint(annotation, error)
    return hint.type if isinstance(hint, InitVar) else hint


def names_around(thing: Any) -> dict[str, Any]:
    """The local variables of the functions around a class or function, if they are running.

    If several have the same name, the innermost function wins.
    """
    names: dict[str, Any] = {}
    outer = getattr(thing, "__qualname__", "")
    while isinstance(outer, str) and "<locals>" in outer:
        outer = outer.rpartition(".<locals>")[0]
        names = {**_running_names(outer, thing.__module__), **names}
    return names


def _running_names(function: str, module: str) -> dict[str, Any]:
    """The local variables of a function by its qualified name, if it is running."""
    frame: FrameType | None = sys._getframe(1)
    while frame is not None:
        if frame.f_code.co_qualname == function and frame.f_globals.get("__name__") == module:
            return dict(frame.f_locals)
        frame = frame.f_back
    return {}


def captured_names(thing: Any, depth: int) -> dict[str, Any]:
    """The names a type needs that only its user knows, from the frame ``depth`` levels up."""
    names: dict[str, Any] = {}
    if mentions_names(thing):
        frame = sys._getframe(depth + 1)
        names = {**frame.f_globals, **frame.f_locals}
    return names | names_around(thing)


def mentions_names(thing: Any) -> bool:
    """Whether a type contains names that are still to be looked up."""
    if isinstance(thing, (str, typing.ForwardRef)):
        return True
    if isinstance(thing, list):  # the parameters of a Callable
        return any(map(mentions_names, thing))
    is_literal = get_origin(thing) is typing.Literal
    parts = get_args(thing)[:1] if hasattr(thing, "__metadata__") else get_args(thing)
    return not is_literal and any(map(mentions_names, parts))


# Type variables.


def meanings_by_class(thing: Any) -> dict[type, dict[Any, Any]]:
    """The values of the variables of each base class, in ``Box[int]`` or ``IntBox``."""
    found: dict[type, dict[Any, Any]] = {}
    cls = get_origin(thing) or thing
    _fill_in(cls, assign(getattr(cls, "__parameters__", ()), get_args(thing)), found)
    return found


def _fill_in(cls: Any, meanings: dict[Any, Any], found: dict[type, dict[Any, Any]]) -> None:
    found.setdefault(cls, {}).update(meanings)
    for base in cls.__dict__.get("__orig_bases__", cls.__bases__):
        origin = get_origin(base) or base
        if isinstance(origin, type) and origin not in (Generic, Protocol, object):
            args = tuple(substitute(each, meanings) for each in get_args(base))
            _fill_in(origin, assign(getattr(origin, "__parameters__", ()), args), found)


def assign(parameters: tuple[Any, ...], args: tuple[Any, ...]) -> dict[Any, Any]:
    """The arguments for each variable; a variable with a star gets all that are left over."""
    stars = [i for i, each in enumerate(parameters) if _is_star(each)]
    if not args:
        return {}
    if not stars:
        return dict(zip(parameters, args))
    star = stars[0]
    after = len(parameters) - star - 1
    until = len(args) - after
    return {
        **dict(zip(parameters[:star], args[:star])),
        parameters[star]: tuple(args[star:until]),
        **dict(zip(parameters[star + 1 :], args[until:])),
    }


def _is_star(parameter: object) -> bool:
    return type(parameter).__name__ == "TypeVarTuple"


def substitute(hint: Any, meanings: Meanings) -> Any:
    """A hint with type variables replaced by their values."""
    if isinstance(hint, TypeVar):
        return meanings.get(hint, hint)
    parameters = getattr(hint, "__parameters__", ())
    if isinstance(hint, type) and get_origin(hint) is None:
        return hint
    if not parameters or not any(each in meanings for each in parameters):
        return hint
    args: list[Any] = []
    for each in parameters:
        if _is_star(each):
            args += meanings[each] if each in meanings else (typing.Unpack[each],)
        else:
            args.append(meanings.get(each, each))
    return hint[tuple(args)]


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
