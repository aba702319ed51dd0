"""Signature: assigns strategies to the parameters of a test, and finds which parameters are left.

It is imported with the first test, because it needs ``inspect``, which takes long to import.
"""

from __future__ import annotations

import inspect
import sys
from collections.abc import Callable, Collection, Mapping
from inspect import Parameter
from types import FunctionType
from typing import TYPE_CHECKING, Any

from shortlex.core.shown import shown
from shortlex.errors import InvalidArgument
from shortlex.settings import settings

if TYPE_CHECKING:
    from shortlex.report.code.literals import Beside

Strategies = dict[str, Any]


def strategies_by_name(
    test: Callable[..., Any], positional: tuple[Any, ...], named: Mapping[str, Any]
) -> Strategies:
    """The strategy for each parameter, or an error that says which argument is wrong."""
    name = name_of(test)
    if getattr(test, "is_shortlex_test", False):
        raise InvalidArgument(f"{name} has @given twice: combine them into one.")
    if isinstance(test, (staticmethod, classmethod)):
        raise InvalidArgument(f"@given on {name} must be below @{type(test).__name__}.")
    if not positional and not named:
        raise InvalidArgument(f"@given() on {name} needs at least one strategy.")
    if positional and named:
        raise InvalidArgument(
            f"@given on {name}: give strategies by position or by keyword, not both."
        )
    parameters = inspect.signature(test).parameters
    if positional == (...,):
        positional, named = (), _all_inferred(name, parameters)
    if any(each is ... for each in positional):
        raise InvalidArgument(
            f"@given on {name}: `...` among positional strategies is ambiguous. Write "
            "@given(...) for all parameters, or name one, as in @given(x=...)."
        )
    if positional:
        return _by_position(name, positional, parameters)
    strategies = _by_keyword(name, named, parameters)
    return {
        key: _inferred(test, name, key, parameters) if each is ... else each
        for key, each in strategies.items()
    }


def _all_inferred(name: str, parameters: Mapping[str, Parameter]) -> Mapping[str, Any]:
    """What ``@given(...)`` means: every parameter that can be passed by name, except ``self``."""
    usual = [
        p.name
        for position, p in enumerate(parameters.values())
        if p.kind in (Parameter.POSITIONAL_OR_KEYWORD, Parameter.KEYWORD_ONLY)
        and not (position == 0 and p.name in ("self", "cls") and p.annotation is Parameter.empty)
    ]
    if not usual:
        raise InvalidArgument(f"@given(...) on {name}: it has no parameter to infer.")
    return dict.fromkeys(usual, ...)


def _inferred(
    test: Callable[..., Any], name: str, key: str, parameters: Mapping[str, Parameter]
) -> Any:
    from shortlex.strategies.inference.types import Hinted

    if key not in parameters or parameters[key].annotation is Parameter.empty:
        raise InvalidArgument(
            f"@given({key}=...) on {name}: the parameter {shown(key)} has no annotation to infer "
            f"it from. Add one, as in `{key}: int`, or give a strategy."
        )
    return Hinted(test, key, f"@given({key}=...) on {name}")


def name_of(test: object) -> str:
    """The name of a test in messages."""
    return str(getattr(test, "__name__", repr(test)))


def _by_position(
    name: str, positional: tuple[Any, ...], parameters: Mapping[str, Parameter]
) -> Strategies:
    usual = [p for p in parameters.values() if p.kind is Parameter.POSITIONAL_OR_KEYWORD]
    if len(usual) != len(parameters):
        raise InvalidArgument(
            f"@given on {name}: with positional-only, keyword-only, *args or **kwargs parameters, "
            "give the strategies by keyword."
        )
    if len(positional) > len(usual):
        names = ", ".join(p.name for p in usual) or "none"
        raise InvalidArgument(
            f"@given on {name}: {len(positional)} strategies, but there are fewer parameters to "
            f"fill: {names}. Remove a strategy, or add a parameter."
        )
    filled = usual[len(usual) - len(positional) :]
    _check_defaults(name, filled)
    return {p.name: strategy for p, strategy in zip(filled, positional, strict=True)}


def _by_keyword(
    name: str, named: Mapping[str, Any], parameters: Mapping[str, Parameter]
) -> Strategies:
    takes_any = any(p.kind is Parameter.VAR_KEYWORD for p in parameters.values())
    for key in named:
        if key not in parameters and not takes_any:
            hint = f" Did you mean @settings({key}=...)?" if key in settings.fields else ""
            raise InvalidArgument(
                f"@given({key}=...): {name} has no parameter {shown(key)}; it has "
                f"{', '.join(parameters) or 'none'}.{hint}"
            )
    filled = [p for key, p in parameters.items() if key in named]
    if wrong := [p.name for p in filled if p.kind is Parameter.POSITIONAL_ONLY]:
        raise InvalidArgument(f"@given on {name}: {wrong[0]!r} is positional-only.")
    _check_defaults(name, filled)
    return {**{p.name: named[p.name] for p in filled}, **named}


def _check_defaults(name: str, filled: list[Parameter]) -> None:
    for parameter in filled:
        if parameter.default is not Parameter.empty:
            raise InvalidArgument(
                f"@given on {name}: {parameter.name!r} has the default {shown(parameter.default)}, "
                "which would never be used. Remove it."
            )


def remaining_signature(test: Callable[..., Any], strategies: Strategies) -> inspect.Signature:
    """The signature without the parameters that ``@given`` fills; for pytest, the fixtures."""
    signature = inspect.signature(test)
    left = [p for p in signature.parameters.values() if p.name not in strategies]
    return signature.replace(parameters=left, return_annotation=None)


def arrange_call(
    wrapper: Any, names: Collection[str], args: tuple[Any, ...], kwargs: dict[str, Any]
) -> tuple[tuple[Any, ...], dict[str, Any]]:
    """How to pass the arguments of a decorated test on, when ``names`` are added to them.

    Raises TypeError if they do not fit, as Python itself would. Otherwise every case would
    raise it, and the test would seem to fail.
    """
    signature: inspect.Signature = wrapper.__signature__
    # With mock.patch, arguments are missing here: it adds them later.
    if (args or kwargs or signature.parameters) and not hasattr(wrapper, "patchings"):
        signature.bind(*args, **kwargs)
    parameters = list(inspect.signature(wrapper.__wrapped__).parameters.values()) if args else []
    if not args or any(p.kind is Parameter.VAR_POSITIONAL for p in parameters):
        return args, kwargs
    # After a parameter that @given fills, arguments can no longer be passed by position.
    filled = next((i for i, p in enumerate(parameters) if p.name in names), len(parameters))
    late = [
        p.name
        for p in parameters[filled:]
        if p.name not in names and p.kind is Parameter.POSITIONAL_OR_KEYWORD
    ]
    return args[:filled], {**dict(zip(late, args[filled:], strict=False)), **kwargs}


def arguments_beside(
    wrapper: Any, args: tuple[Any, ...], kwargs: Mapping[str, Any], shown: Collection[str] | None
) -> Beside:
    """The arguments of a call, for reports, without ``self`` and without mocks.

    Those by name only if they are among ``shown``; None means all.
    """
    from shortlex.report.code.literals import Beside

    named = {name: each for name, each in kwargs.items() if shown is None or name in shown}
    if not args:
        return Beside((), named)
    parameters = list(inspect.signature(wrapper.__wrapped__).parameters.values())
    has_self = bool(parameters) and parameters[0].name in ("self", "cls")
    mock = sys.modules.get("unittest.mock")
    rest = [
        each
        for each in args[has_self:]
        if mock is None or not isinstance(each, mock.NonCallableMock)
    ]
    return Beside(tuple(rest), named)


def takes_last(test: Callable[..., Any], names: tuple[str, ...]) -> bool:
    """Whether the named parameters are the last positional ones, in this order."""
    if not isinstance(test, FunctionType) or hasattr(test, "__wrapped__"):
        # A wrapper has the signature of the wrapped function, but may add arguments: mock.patch.
        return False
    parameters = list(inspect.signature(test).parameters.values())
    usual = [p.name for p in parameters if p.kind is Parameter.POSITIONAL_OR_KEYWORD]
    return len(usual) == len(parameters) and usual[-len(names) :] == list(names)
