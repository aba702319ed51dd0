"""Decorators: @given and what goes with it."""

from __future__ import annotations

from collections.abc import Callable
from functools import wraps
from types import EllipsisType
from typing import TYPE_CHECKING, Any, NoReturn, TypeVar

from shortlex.core.shown import shown
from shortlex.errors import InvalidArgument
from shortlex.property.body import Property
from shortlex.property.call import call, interrupt_with
from shortlex.runner.interrupts import gate
from shortlex.settings import attach
from shortlex.strategies.strategy import SearchStrategy

if TYPE_CHECKING:
    from inspect import Signature

infer: EllipsisType = ...
"""The same as ``...``: infer the strategy from the annotation."""

F = TypeVar("F", bound=Callable[..., Any])

on_test_made: list[Callable[[Any], None]] = []
"""Called with each property, when it is made."""


def is_shortlex_test(function: object) -> bool:
    """Whether ``function`` was made by ``@given``."""
    return bool(getattr(function, "is_shortlex_test", False))


def given(
    *positional: SearchStrategy[Any] | EllipsisType, **named: SearchStrategy[Any] | EllipsisType
) -> Callable[[Callable[..., Any]], Callable[..., None]]:
    """Run a test with many values from the strategies, and report the simplest that fail.

    Positional strategies fill the parameters from the right; keyword strategies fill those of the
    same name. The other parameters are left for fixtures, ``parametrize`` or ``self``. A strategy
    written as ``...`` is inferred from the parameter's annotation; ``@given(...)`` infers all.
    """

    def decorate(test: Callable[..., Any]) -> Callable[..., None]:
        from shortlex.property.signature import remaining_signature, strategies_by_name

        _check_decorable(test)
        try:
            strategies = strategies_by_name(test, positional, named)
        except InvalidArgument as error:
            # Raised when the test runs, so that one mistake is one red test and not an import
            # error that hides all others.
            return _failing_test(test, str(error))
        signature = remaining_signature(test, strategies)
        made: Callable[..., None] = test_of(test, Property(test, strategies), signature)
        return made

    return decorate


def test_of(test: Callable[..., Any], tested: Property, signature: Signature) -> Any:
    """The function that runs a property. ``test`` gives it a name and a place."""

    @wraps(test)
    def wrapper(*args: Any, **kwargs: Any) -> None:
        __tracebackhide__ = True
        the_error_that_shortlex_found = None
        gate.guard()
        try:
            the_error_that_shortlex_found = call(wrapper, tested, args, kwargs)
            if the_error_that_shortlex_found is not None:
                raise the_error_that_shortlex_found
        finally:
            if gate.release():
                raise interrupt_with(the_error_that_shortlex_found)
            # The error's traceback refers to this frame: the cycle would stay in memory.
            del the_error_that_shortlex_found

    wrapper.__signature__ = signature  # type: ignore[attr-defined]  # for pytest
    wrapper.is_shortlex_test = True  # type: ignore[attr-defined]  # see is_shortlex_test
    wrapper.shortlex = tested  # type: ignore[attr-defined]  # for tools
    tested.wrapper = wrapper
    for see in on_test_made:
        see(wrapper)
    if tested.is_async:
        from shortlex.property.coroutines import reassure_pytest

        reassure_pytest(wrapper)
    return wrapper


def _check_decorable(test: object) -> None:
    if isinstance(test, type):
        raise InvalidArgument(
            f"@given was applied to the class {test.__name__}: it goes on its test methods."
        )
    if not callable(test) and not isinstance(test, classmethod):
        raise InvalidArgument(f"@given was applied to {shown(test)}: it goes on a test function.")
    if type(test).__name__ == "FixtureFunctionDefinition" or hasattr(
        test, "_pytestfixturefunction"
    ):
        raise InvalidArgument(
            f"@given was applied to a pytest fixture: {shown(test)}. It goes on the tests that use "
            "it."
        )


def _failing_test(test: Callable[..., Any], message: str) -> Callable[..., None]:
    import inspect

    @wraps(test)
    def wrapper(*args: Any, **kwargs: Any) -> NoReturn:
        __tracebackhide__ = True
        raise InvalidArgument(message)

    # No named parameters: pytest would complain about missing fixtures before the real error.
    parameter = inspect.Parameter("args", inspect.Parameter.VAR_POSITIONAL)
    wrapper.__signature__ = inspect.Signature([parameter])  # type: ignore[attr-defined]  # for pytest
    wrapper.is_shortlex_test = True  # type: ignore[attr-defined]  # see is_shortlex_test
    wrapper.shortlex = Property(wrapper, {})  # type: ignore[attr-defined]  # for tools
    for see in on_test_made:
        see(wrapper)
    return wrapper


def seed(value: object) -> Callable[[F], F]:
    """Seed the random cases of a test with ``value``: the same cases every time."""
    if callable(value):
        raise InvalidArgument(f"@seed({shown(value)}): needs a value, such as @seed(1).")
    if not _is_lasting(value):
        raise InvalidArgument(
            f"@seed({shown(value)}): this may look different in the next process, and then give "
            "other cases. Use a number, a string, bytes, or a tuple of these."
        )

    def decorate(test: F) -> F:
        attach(test, "@seed", "_shortlex_seed", value)
        return test

    return decorate


def _is_lasting(value: object) -> bool:
    """Whether a value has the same repr in every process (no memory address in it)."""
    if isinstance(value, (tuple, list)):
        return all(map(_is_lasting, value))
    return value is None or isinstance(value, (int, float, str, bytes))


def reproduce_failure(token: str, blob: object = None) -> Callable[[F], F]:
    """Run exactly the case of a replay token. Reports end with one."""
    if blob is not None:
        raise InvalidArgument(
            f"@reproduce_failure({token!r}, {shown(blob)}): Hypothesis takes two arguments, "
            "and its blobs cannot be read. Give only the token at the end of a Shortlex report."
        )
    if not isinstance(token, str):
        raise InvalidArgument(
            f"@reproduce_failure({token!r}): needs the token at the end of a report."
        )

    def decorate(test: F) -> F:
        attach(test, "@reproduce_failure", "_shortlex_token", token)
        return test

    return decorate
