"""Building: the result of calling something, a class mostly, with drawn arguments."""

from __future__ import annotations

from collections.abc import Callable
from types import EllipsisType
from typing import Any, TypeVar

from shortlex.core.case import Case
from shortlex.errors import InvalidArgument
from shortlex.strategies.lazy import lazy_once
from shortlex.strategies.strategy import SearchStrategy, check_strategy

T = TypeVar("T")


class Builds(SearchStrategy[T]):
    """The result of calling a function with drawn arguments."""

    def __init__(
        self,
        target: Callable[..., T],
        args: tuple[SearchStrategy[Any], ...],
        kwargs: dict[str, SearchStrategy[Any]],
    ) -> None:
        self.target = target
        self.args = args
        self.kwargs = kwargs

    def do_draw(self, case: Case) -> T:
        draw = case.draw
        args = [draw(each) for each in self.args]
        kwargs = {name: draw(each) for name, each in self.kwargs.items()}
        value = self.target(*args, **kwargs)
        if case.is_recorded:
            case.record_call(value, self.target, tuple(args), kwargs)
        return value

    def parts(self) -> tuple[SearchStrategy[Any], ...]:
        return (*self.args, *self.kwargs.values())


def builds(
    target: Callable[..., T],
    /,
    *args: SearchStrategy[Any],
    **kwargs: SearchStrategy[Any] | EllipsisType,
) -> SearchStrategy[T]:
    """Call ``target`` with a value of each strategy; reduces its arguments.

    Arguments that it needs and that are not given are inferred from annotations, as by
    ``from_type``; so is one that has a default, if ``...`` is given for it.
    """
    return _builds(target, *args, **kwargs)


def _build_call(target: Any, /, *args: Any, **kwargs: Any) -> SearchStrategy[Any]:
    if not callable(target):
        raise InvalidArgument(
            f"builds(target={target!r}): the first argument must be callable, such as a class. "
            "For a value as it is, use just()."
        )
    for position, each in enumerate(args):
        if each is ...:
            raise InvalidArgument(
                f"builds({name_of_target(target)}, ...): `...` by position says not what to infer. "
                "Write the name of the argument, as in x=...; what is needed is inferred anyway."
            )
        check_strategy(each, f"builds({name_of_target(target)}, ...): argument {position}")
    for name, each in kwargs.items():
        if each is not ...:
            check_strategy(each, f"builds({name_of_target(target)}, ...): {name}")
    try:
        if ... not in kwargs.values():
            signature_of(target).bind(*args, **kwargs)
            return Builds(target, args, kwargs)
    except TypeError:
        pass  # some are missing, or one is wrong
    except ValueError:  # nobody knows its signature
        return Builds(target, args, kwargs)
    from shortlex.strategies.filling import fill_in

    return Builds(target, *fill_in(target, args, kwargs))


def signature_of(target: Any) -> Any:
    import inspect

    return inspect.signature(target)


_builds = lazy_once(_build_call, name="builds")


def forget_calls() -> None:
    """Keep no call of ``builds``: what it infers may now be something else."""
    _builds.forget()  # type: ignore[attr-defined]  # see lazy_once


def name_of_target(target: Any) -> str:
    return str(getattr(target, "__name__", target))
