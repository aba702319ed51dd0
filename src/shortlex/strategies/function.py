"""Functions: return values are drawn when a function is called.

A drawn function looks like another one to its callers: it has its name, its parameters with their
defaults, and its kind: plain, async or generator. It is compiled, so that Python itself refuses
arguments that do not fit.
"""

from __future__ import annotations

import enum
import inspect
import sys
import typing
from collections.abc import AsyncIterator, Callable, Iterator
from functools import partial
from inspect import Parameter, Signature, unwrap
from types import EllipsisType, FunctionType
from typing import Any

from shortlex.core.case import Case
from shortlex.core.raised import is_too_deep
from shortlex.core.shown import shown
from shortlex.errors import InvalidArgument, InvalidState, TooDeep
from shortlex.strategies.collections import lists
from shortlex.strategies.describe import describe_argument, describe_call
from shortlex.strategies.lazy import lazy
from shortlex.strategies.selection import Just, none
from shortlex.strategies.strategy import SearchStrategy, check_is_strategy

Called = Callable[[tuple[Any, ...], dict[str, Any]], Any]
"""Called in the place of a body, with the positional and the keyword arguments."""


class Kind(enum.Enum):
    """What a call of a function returns."""

    PLAIN = "a value"
    GENERATOR = "a generator"
    ASYNC = "a coroutine"
    ASYNC_GENERATOR = "an asynchronous generator"


_HEADS = {Kind.ASYNC: "async def", Kind.ASYNC_GENERATOR: "async def"}

_SOURCE = {
    Kind.PLAIN: "return {call}",
    Kind.GENERATOR: "yield from {call}",
    Kind.ASYNC: "return await {call}",
    Kind.ASYNC_GENERATOR: "async for {value} in {call}: yield {value}",
}

_ASKS = (
    (inspect.isasyncgenfunction, Kind.ASYNC_GENERATOR),
    (inspect.iscoroutinefunction, Kind.ASYNC),
    (inspect.isgeneratorfunction, Kind.GENERATOR),
)


def kind_of(like: Any) -> Kind:
    """What a call of a function or a callable object returns."""
    # The __call__ of a class belongs to its instances, and says nothing about the class.
    inner = None if isinstance(like, type) else getattr(like, "__call__", None)  # noqa: B004  # the method itself is wanted
    for is_so, kind in _ASKS:
        if is_so(like) or is_so(inner):
            return kind
    return Kind.PLAIN


class Imitation:
    """Makes functions that look like ``like``."""

    def __init__(self, like: Any) -> None:
        name = getattr(like, "__name__", "")
        self.like = like
        self.name: str = name if name.isidentifier() else "function"
        self.kind = kind_of(like)
        self.signature = _signature_of(like)
        self._factory: Callable[[Called], FunctionType] | None = None

    def make(self, call: Called) -> FunctionType:
        """A function that passes its arguments on to ``call``."""
        if self._factory is None:
            self._factory = self._compile()
        function = self._factory(call)
        function.__defaults__ = self._defaults
        function.__kwdefaults__ = self._keyword_defaults
        function.__qualname__ = self.name
        function.__module__ = self._module
        function.__doc__ = getattr(self.like, "__doc__", None)
        function.__signature__ = self.signature  # type: ignore[attr-defined]  # read by inspect
        return function

    @property
    def parameters(self) -> str:
        """The parameters as code, without annotations."""
        bare = [
            each.replace(annotation=Parameter.empty) for each in self.signature.parameters.values()
        ]
        return str(Signature(bare))[1:-1]

    def _compile(self) -> Callable[[Called], FunctionType]:
        parameters = list(self.signature.parameters.values())
        with_default = [each for each in parameters if each.default is not Parameter.empty]
        by_name = [each for each in with_default if each.kind is Parameter.KEYWORD_ONLY]
        self._defaults = tuple(each.default for each in with_default if each not in by_name) or None
        self._keyword_defaults = {each.name: each.default for each in by_name} or None
        self._module = getattr(self.like, "__module__", None) or __name__
        # A name that no parameter has.
        ours = "_" * (1 + max((len(each.name) for each in parameters), default=0))
        # The real defaults are set later, because they are objects, not code.
        code = [
            each.replace(annotation=Parameter.empty, default=_none(each)) for each in parameters
        ]
        body = _SOURCE[self.kind].format(call=f"{ours}({_passed_on(parameters)})", value=f"{ours}_")
        source = (
            f"def make({ours}):\n"
            f" {_HEADS.get(self.kind, 'def')} {self.name}{Signature(code)}:\n"
            f"  {body}\n"
            f" return {self.name}\n"
        )
        names: dict[str, Any] = {}
        # The file name makes tracebacks treat the code as part of this library.
        exec(compile(source, f"{__file__} of {self.name}", "exec"), names)  # noqa: S102  # of names only
        return names["make"]  # type: ignore[no-any-return]  # as written


def _none(parameter: Parameter) -> Any:
    return parameter.default if parameter.default is Parameter.empty else None


def _passed_on(parameters: list[Parameter]) -> str:
    """The arguments as code: a tuple of the positional ones, and a dict of the others."""
    positional, named = "", ""
    for each in parameters:
        if each.kind is Parameter.VAR_KEYWORD:
            named += f"**{each.name}, "
        elif each.kind is Parameter.KEYWORD_ONLY:
            named += f"{each.name!r}: {each.name}, "
        else:
            stars = "*" if each.kind is Parameter.VAR_POSITIONAL else ""
            positional += f"{stars}{each.name}, "
    return f"({positional}), {{{named}}}"


def _signature_of(like: Any) -> Signature:
    if not callable(like):
        raise InvalidArgument(
            f"functions(like={shown(like)}): must be a function to imitate, such as lambda x: ..."
        )
    try:
        return inspect.signature(like)
    except (TypeError, ValueError):
        raise InvalidArgument(
            f"functions(like={shown(like)}): Python does not know its parameters. Give a function "
            "with the same ones, such as lambda x: ..."
        ) from None


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
        """What every call returns, if that is always the same."""
        if imitation.kind is not Kind.PLAIN:
            self.constant = None

    def do_draw(self, case: Case) -> Callable[..., Any]:
        # A call after the case is over must raise an error, so this case object is not reused.
        case.is_marked = True
        body = (_PureBody if self.pure else _BODIES[self.imitation.kind])(case, self)
        function = self.imitation.make(body.call)
        if case.keeps_notes:
            function._shortlex_text = self.text()  # type: ignore[attr-defined]  # read by the report
        return function

    def parts(self) -> tuple[SearchStrategy[Any], ...]:
        return (self.returns,)

    def text(self) -> str:
        """How the report writes a function of this kind."""
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
                f"functions of {shown(strategy)} inside the test, and do not keep them for later."
            )
        try:
            value = case.draw(strategy.drawn)
        except RecursionError as error:
            if not is_too_deep(error):
                raise
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
            # Keeps the arguments alive, because some are only known by their identity.
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
    """Let other tasks run, as a function that really waits for something does."""
    # If a loop is running, its module was imported, so there is nothing to import here.
    asyncio = sys.modules.get("asyncio")
    if asyncio is not None and asyncio._get_running_loop() is not None:
        await asyncio.sleep(0)


def _frozen(value: Any) -> Any:
    """A hashable key that is equal for equal arguments; the identity for unhashable ones."""
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

    ``like`` may be async, or a generator, which yields several values of ``returns``. Without
    ``returns``, values are made for the return annotation of ``like``; without an annotation they
    are None. A ``pure`` function returns the same for equal arguments. The report lists every call.
    A function makes choices only when called; what it returns reduces as ``returns`` does.
    """
    imitation = Imitation(like)
    if not isinstance(pure, bool):
        raise InvalidArgument(f"functions(pure={shown(pure)}): must be True or False.")
    if pure and imitation.kind is not Kind.PLAIN:
        raise InvalidArgument(
            f"functions(like={describe_argument(like)}, pure=True): a call gives "
            f"{imitation.kind.value}, which is used up, so it cannot be the same each time. Use "
            "pure=False."
        )
    if returns is ...:
        returns = _inferred(imitation)
    check_is_strategy(returns, "functions(): returns")
    return Functions(imitation, returns, pure=pure)


def _inferred(imitation: Imitation) -> SearchStrategy[Any]:
    """A strategy for what a function is annotated to return."""
    annotation = imitation.signature.return_annotation
    if isinstance(annotation, str):
        annotation = _evaluated(annotation, imitation)
    if annotation in (imitation.signature.empty, None):
        return none()
    if imitation.kind in (Kind.GENERATOR, Kind.ASYNC_GENERATOR):
        # A generator is annotated with an iterator type, whose argument is what it yields.
        annotation = (*typing.get_args(annotation), Any)[0]
    from shortlex.strategies.inference.types import from_type

    return from_type(annotation)


def _evaluated(annotation: str, imitation: Imitation) -> Any:
    # Not typing.get_type_hints: it also evaluates the parameters, whose types are often known to
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
            f"with {shown(annotation)}, which cannot be evaluated ({type(error).__name__}: "
            f"{error}). Give a strategy for it: functions(like=..., returns=...)."
        ) from None
