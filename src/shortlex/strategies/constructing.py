"""Constructing: objects made by a call of which all arguments are inferred."""

from __future__ import annotations

from collections.abc import Callable
from typing import Any, TypeVar, get_origin

from shortlex.core.case import Case
from shortlex.errors import ResolutionFailed
from shortlex.strategies.building import Builds
from shortlex.strategies.inferring import Scope, describe_type
from shortlex.strategies.mappings import FixedDictionaries
from shortlex.strategies.models import refusals_of
from shortlex.strategies.parameters import Field, fields_of
from shortlex.strategies.strategy import SearchStrategy

T = TypeVar("T")


class Constructs(Builds[T]):
    """A call with arguments that may be left out; those are, when it is simplest.

    Where the call refuses its arguments with one of the errors that are given, they are drawn
    again: nothing but this object is taken back.
    """

    def __init__(
        self,
        target: Callable[..., T],
        args: tuple[SearchStrategy[Any], ...],
        arguments: FixedDictionaries,
        refusals: tuple[type[Exception], ...],
    ) -> None:
        super().__init__(target, args, {})
        self.arguments = arguments
        self.refusals = refusals

    def do_draw(self, case: Case) -> T:
        attempt = 0
        while True:
            checkpoint = case.checkpoint()
            args = tuple([case.draw(each) for each in self.args])
            kwargs = self.arguments.do_draw(case)
            try:
                value = self.target(*args, **kwargs)
            except self.refusals:
                attempt += 1
                if not case.retry(checkpoint, attempt):
                    case.reject(self)
                continue
            if case.is_recorded:
                case.record_call(value, self.target, args, kwargs)
            return value

    def parts(self) -> tuple[SearchStrategy[Any], ...]:
        return (*self.args, self.arguments)

    def __repr__(self) -> str:
        return f"from_type({describe_type(self.target)})"


def construct(thing: Any, scope: Scope) -> SearchStrategy[Any]:
    """Values of a class by what it is called with: what must be, and some of what may be."""
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
    """Whether an argument has a default, and also values that are known: else it is left out."""
    return not field.is_required and field.can_be_inferred()
