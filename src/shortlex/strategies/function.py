"""Functions: what a function returns is drawn when it is called."""

from __future__ import annotations

import sys
import typing
from collections.abc import AsyncIterator, Callable, Iterator
from functools import partial
from inspect import unwrap
from types import EllipsisType
from typing import Any

from shortlex.core.case import Case
from shortlex.errors import InvalidArgument, InvalidState, TooDeep
from shortlex.strategies.choosing import Just, none
from shortlex.strategies.collections import lists
from shortlex.strategies.describe import describe_argument, describe_call
from shortlex.strategies.imitation import Imitation, Kind
from shortlex.strategies.lazy import lazy
from shortlex.strategies.strategy import SearchStrategy, check_strategy


class Functions(SearchStrategy[Callable[..., Any]]):
    """A new function each time. It makes no choice before it is called."""

    known_empty = False

    def __init__(self, imitation: Imitation, returns: SearchStrategy[Any], *, pure: bool) -> None:
        self.imitation = imitation
        self.returns = returns
        self.pure = pure
        has_many = imitation.kind in (Kind.GENERATOR, Kind.ASYNC_GENERATOR)
        self.drawn = lists(returns) if has_many else returns
        """What one call draws."""
        constant = returns.resolved()
        self.constant = constant if isinstance(constant, Just) else None
        """What every call returns, if it is always the same."""
        if imitation.kind is not Kind.PLAIN:
            self.constant = None

    def do_draw(self, case: Case) -> Callable[..., Any]:
        # Whoever calls the function when the case is over must be told so: no other may use it.
        case.is_marked = True
        body = (_PureBody if self.pure else _BODIES[self.imitation.kind])(case, self)
        function = self.imitation.make(body.call)
        if case.keeps_notes:
            function._shortlex_text = self.text()  # type: ignore[attr-defined]  # read by the report
        return function

    def parts(self) -> tuple[SearchStrategy[Any], ...]:
        return (self.returns,)

    def text(self) -> str:
        """How a function of this kind is written in a report."""
        if self.constant is not None:
            head = f"lambda {self.imitation.parameters}".rstrip()
            return f"{head}: {describe_argument(self.constant.value)}"
        return repr(self)

    def __repr__(self) -> str:
        given = {"like": self.imitation.like, "returns": self.returns}
        return describe_call("functions", (), given | ({"pure": True} if self.pure else {}))


class _Body:
    """The body of one function: draws what a call returns, and notes the call."""

    def __init__(self, case: Case, strategy: Functions) -> None:
        self.case = case
        self.strategy = strategy

    def call(self, args: tuple[Any, ...], kwargs: dict[str, Any]) -> Any:
        return self.draw(args, kwargs)

    def draw(self, args: tuple[Any, ...], kwargs: dict[str, Any]) -> Any:
        case, strategy = self.case, self.strategy
        if not case.is_open:
            raise InvalidState(
                f"{strategy.imitation.name}() was called when the case that drew it was over. Call "
                f"functions of {strategy!r} inside the test, and do not keep them for later."
            )
        try:
            value = case.draw(strategy.drawn)
        except RecursionError:
            case.stop(TooDeep())
        if case.keeps_notes and strategy.constant is None:
            written = [case.format_value(each) for each in args]
            written += [f"{name}={case.format_value(each)}" for name, each in kwargs.items()]
            call = f"{strategy.imitation.name}({', '.join(written)})"
            case.note(f"Called function: {call} -> {case.format_value(value)}")
        return value


class _PureBody(_Body):
    """Draws once for equal arguments."""

    def __init__(self, case: Case, strategy: Functions) -> None:
        super().__init__(case, strategy)
        self.known: dict[Any, Any] = {}

    def call(self, args: tuple[Any, ...], kwargs: dict[str, Any]) -> Any:
        key = (_frozen(args), _frozen(kwargs))
        if key not in self.known:
            # The arguments are kept too: of some only the identity is known.
            self.known[key] = self.draw(args, kwargs), args, kwargs
        return self.known[key][0]


class _GeneratorBody(_Body):
    def call(self, args: tuple[Any, ...], kwargs: dict[str, Any]) -> Iterator[Any]:
        yield from self.draw(args, kwargs)


class _AsyncBody(_Body):
    async def call(self, args: tuple[Any, ...], kwargs: dict[str, Any]) -> Any:
        await _let_others_run()
        return self.draw(args, kwargs)


class _AsyncGeneratorBody(_Body):
    async def call(self, args: tuple[Any, ...], kwargs: dict[str, Any]) -> AsyncIterator[Any]:
        for value in self.draw(args, kwargs):
            await _let_others_run()
            yield value


_BODIES: dict[Kind, type[_Body]] = {
    Kind.PLAIN: _Body,
    Kind.GENERATOR: _GeneratorBody,
    Kind.ASYNC: _AsyncBody,
    Kind.ASYNC_GENERATOR: _AsyncGeneratorBody,
}


async def _let_others_run() -> None:
    """Give way to the other tasks, as a function that really waits for something does."""
    # Whoever has a loop has imported its module, so nothing need be imported here.
    asyncio = sys.modules.get("asyncio")
    if asyncio is not None and asyncio._get_running_loop() is not None:
        await asyncio.sleep(0)


def _frozen(value: Any) -> Any:
    """Equal for equal arguments, and a key for a dictionary. Of others the identity."""
    if isinstance(value, (list, tuple)):
        return (type(value), *map(_frozen, value))
    if isinstance(value, dict):
        return dict, frozenset((key, _frozen(each)) for key, each in value.items())
    if isinstance(value, (set, bytearray)):
        return type(value), frozenset(value) if isinstance(value, set) else bytes(value)
    try:
        hash(value)
    except TypeError:
        return object, id(value)
    return value


@lazy
def functions(
    *,
    like: Callable[..., Any] = lambda: None,
    returns: SearchStrategy[Any] | EllipsisType = ...,
    pure: bool = False,
) -> SearchStrategy[Callable[..., Any]]:
    """Functions with the parameters and the kind of ``like``, whose calls draw from ``returns``.

    ``like`` may be async, or a generator, which yields some values of ``returns``. Without
    ``returns`` values are made for the annotation of what ``like`` returns, and are None if it has
    none. A ``pure`` function returns the same for equal arguments. The report has every call. A
    function makes choices only when called; what it returns reduces as ``returns`` does.
    """
    imitation = Imitation(like)
    if not isinstance(pure, bool):
        raise InvalidArgument(f"functions(pure={pure!r}): must be True or False.")
    if pure and imitation.kind is not Kind.PLAIN:
        raise InvalidArgument(
            f"functions(like={describe_argument(like)}, pure=True): a call gives "
            f"{imitation.kind.value}, which is used up, so it cannot be the same each time. Use "
            "pure=False."
        )
    if returns is ...:
        returns = _inferred(imitation)
    check_strategy(returns, "functions(): returns")
    return Functions(imitation, returns, pure=pure)


def _inferred(imitation: Imitation) -> SearchStrategy[Any]:
    """A strategy for what a function is annotated to return."""
    annotation = imitation.signature.return_annotation
    if isinstance(annotation, str):
        annotation = _evaluated(annotation, imitation)
    if annotation in (imitation.signature.empty, None):
        return none()
    if imitation.kind in (Kind.GENERATOR, Kind.ASYNC_GENERATOR):
        # Annotated as what is iterated over, which says what is yielded.
        annotation = (*typing.get_args(annotation), Any)[0]
    from shortlex.strategies.types import from_type

    return from_type(annotation)


def _evaluated(annotation: str, imitation: Imitation) -> Any:
    # Not typing.get_type_hints: what the parameters are does not matter, and is often known to
    # type checkers alone.
    inner: Any = imitation.like
    while isinstance(inner, partial):
        inner = inner.func
    names = getattr(unwrap(inner), "__globals__", None) or type(inner).__call__.__globals__
    try:
        return eval(annotation, names)  # noqa: S307  # what Python did before annotations were texts
    except Exception as error:
        raise InvalidArgument(
            f"functions(like={describe_argument(imitation.like)}): what it returns is annotated "
            f"with {annotation!r}, which cannot be evaluated ({type(error).__name__}: {error}). "
            "Give a strategy for it: functions(like=..., returns=...)."
        ) from None
