"""Decorators: @given and what goes with it."""

from __future__ import annotations

from collections.abc import Callable
from functools import wraps
from types import EllipsisType
from typing import Any, NoReturn, TypeVar

from shortlex.calling import call, interrupt_with
from shortlex.errors import InvalidArgument
from shortlex.properties import Property
from shortlex.runner.interrupts import gate
from shortlex.strategies.strategy import SearchStrategy

infer = ...
"""Stands for a strategy that is to be inferred, where ``...`` would be hard to read."""

F = TypeVar("F", bound=Callable[..., Any])


def is_shortlex_test(function: object) -> bool:
    """Whether ``function`` was made by ``@given``."""
    return bool(getattr(function, "is_shortlex_test", False))


def given(
    *positional: SearchStrategy[Any] | EllipsisType, **named: SearchStrategy[Any] | EllipsisType
) -> Callable[[Callable[..., Any]], Callable[..., None]]:
    """Run a test with many values of the strategies, and report the simplest that fail.

    Strategies by position fill the parameters from the right, by keyword those of that name.
    Other parameters stay, for fixtures, ``parametrize`` or ``self``. With ``...`` for a strategy
    it is inferred from the annotation of the parameter; ``@given(...)`` infers all of them.
    """

    def decorate(test: Callable[..., Any]) -> Callable[..., None]:
        from shortlex.signatures import remaining_signature, strategies_by_name

        _check_decorable(test)
        try:
            strategies = strategies_by_name(test, positional, named)
        except InvalidArgument as error:
            # Raised when the test runs, so that one mistake is one red test and not an import
            # error that hides all others.
            return _failing_test(test, str(error))
        tested = Property(test, strategies)

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
                # The error refers to this frame: together they would stay in memory.
                del the_error_that_shortlex_found

        wrapper.__signature__ = remaining_signature(test, strategies)  # type: ignore[attr-defined]  # for pytest
        wrapper.is_shortlex_test = True  # type: ignore[attr-defined]  # see is_shortlex_test
        wrapper.shortlex = tested  # type: ignore[attr-defined]  # for tools
        if tested.is_async:
            from shortlex.coroutines import reassure_pytest

            reassure_pytest(wrapper)
        return wrapper

    return decorate


def _check_decorable(test: object) -> None:
    if isinstance(test, type):
        raise InvalidArgument(
            f"@given was applied to the class {test.__name__}: it goes on its test methods."
        )
    if not callable(test) and not isinstance(test, classmethod):
        raise InvalidArgument(f"@given was applied to {test!r}: it goes on a test function.")
    if type(test).__name__ == "FixtureFunctionDefinition" or hasattr(
        test, "_pytestfixturefunction"
    ):
        raise InvalidArgument(
            f"@given was applied to a pytest fixture: {test!r}. It goes on the tests that use it."
        )


def _failing_test(test: Callable[..., Any], message: str) -> Callable[..., None]:
    import inspect

    @wraps(test)
    def wrapper(*args: Any, **kwargs: Any) -> NoReturn:
        __tracebackhide__ = True
        raise InvalidArgument(message)

    # Without parameters: pytest would look for fixtures before it came to the error.
    parameter = inspect.Parameter("args", inspect.Parameter.VAR_POSITIONAL)
    wrapper.__signature__ = inspect.Signature([parameter])  # type: ignore[attr-defined]  # for pytest
    wrapper.is_shortlex_test = True  # type: ignore[attr-defined]  # see is_shortlex_test
    return wrapper


def seed(value: object) -> Callable[[F], F]:
    """Start the random cases of a test from ``value``: the same cases every time."""
    if callable(value):
        raise InvalidArgument(f"@seed({value!r}): needs a value, such as @seed(1).")

    def decorate(test: F) -> F:
        test._shortlex_seed = value  # type: ignore[attr-defined]  # read by @given
        return test

    return decorate


def reproduce_failure(token: str, blob: object = None) -> Callable[[F], F]:
    """Run exactly the case of a replay token, which stands at the end of a report."""
    if blob is not None:
        raise InvalidArgument(
            f"@reproduce_failure({token!r}, {blob!r}): that is how Hypothesis says it, and its "
            "blobs cannot be read. Give the token that stands at the end of a report, alone."
        )
    if not isinstance(token, str):
        raise InvalidArgument(
            f"@reproduce_failure({token!r}): needs the token that stands at the end of a report."
        )

    def decorate(test: F) -> F:
        test._shortlex_token = token  # type: ignore[attr-defined]  # read by @given
        return test

    return decorate
