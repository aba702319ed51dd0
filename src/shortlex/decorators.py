"""Decorators: @given and what goes with it."""

from __future__ import annotations

import os
import sys
from collections.abc import Callable
from functools import partial, wraps
from types import EllipsisType
from typing import Any, NoReturn, TypeVar
from zlib import crc32

from shortlex.control import NOBODY, current, current_self
from shortlex.errors import DidNotReproduce, InvalidArgument, ShortlexException
from shortlex.explicit import run_examples
from shortlex.properties import Property
from shortlex.runner.execute import Test
from shortlex.runner.result import Failure
from shortlex.runner.run import replay, run
from shortlex.runner.sequential import runs_to_meet
from shortlex.runner.share import Share
from shortlex.session import Session, active
from shortlex.settings import Phase, Verbosity, settings
from shortlex.strategies.strategy import SearchStrategy

infer = ...
"""Stands for a strategy that is to be inferred, where ``...`` would be hard to read."""

F = TypeVar("F", bound=Callable[..., Any])

VARIABLE = "SHORTLEX_VERBOSITY"
"""In the environment: a verbosity for all tests, whatever their settings say."""

_ALONE = Session()
"""For a test that is called directly."""


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
            the_error_that_shortlex_found = _call(wrapper, tested, args, kwargs)
            if the_error_that_shortlex_found is not None:
                try:
                    raise the_error_that_shortlex_found
                finally:
                    # The error refers to this frame: together they would stay in memory.
                    del the_error_that_shortlex_found

        wrapper.__signature__ = remaining_signature(test, strategies)  # type: ignore[attr-defined]  # for pytest
        wrapper.is_shortlex_test = True  # type: ignore[attr-defined]  # see is_shortlex_test
        wrapper.shortlex = tested  # type: ignore[attr-defined]  # for tools
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


def _call(
    wrapper: Any, tested: Property, args: tuple[Any, ...], kwargs: dict[str, Any]
) -> BaseException | None:
    """One call of a decorated test. What it must raise; None if it passes."""
    options: settings = getattr(wrapper, "_shortlex_settings", settings.default)
    session = active.get() or _ALONE
    instance = current_self.set(_instance_in(args))
    try:
        options = _with_environment(options)
        if session.options is not None:
            options = session.options(options)
        return _outcome(wrapper, tested, args, kwargs, options, session)
    except ShortlexException as error:
        if options.verbosity < Verbosity.debug:
            from shortlex.report.verdict import trim

            trim(error)
        return error
    finally:
        current_self.reset(instance)


def _instance_in(args: tuple[Any, ...]) -> object:
    """The instance of which the test is a method, if it is one: its first argument."""
    # mock.patch adds arguments, too.
    mock = sys.modules.get("unittest.mock")
    if not args or (mock is not None and isinstance(args[0], mock.NonCallableMock)):
        return NOBODY
    return args[0]


def _with_environment(options: settings) -> settings:
    """The settings, with the verbosity that the environment asks for, if it does."""
    wanted = os.environ.get(VARIABLE)
    if not wanted:
        return options
    if wanted not in Verbosity.__members__:
        known = ", ".join(Verbosity.__members__)
        raise InvalidArgument(f"{VARIABLE}={wanted!r}, in the environment: must be one of {known}.")
    return settings(options, verbosity=wanted)


def _outcome(
    wrapper: Any,
    tested: Property,
    args: tuple[Any, ...],
    kwargs: dict[str, Any],
    options: settings,
    session: Session,
) -> BaseException | None:
    """Check, then examples, then cases, then the report."""
    from shortlex.signatures import arrange_call

    if current.get() is not None:
        raise InvalidArgument(
            f"{tested.name} was called while another property runs. Call its inner function, "
            f"{tested.name}.shortlex.inner_test, or draw its arguments with data()."
        )
    args, kwargs = arrange_call(wrapper, tested.strategies, args, kwargs)
    tested.check()
    body = tested.body(options, session.wrap, current_self.get())
    test = tested.test_function(args, kwargs, body)
    token = session.token or getattr(wrapper, "_shortlex_token", None)
    if token is not None:
        session.announce_report(options)
        how = "--replay " + token if session.token else f"@reproduce_failure({token!r})"
        return _reproduce(tested.name, test, token, options, how)
    examples = getattr(wrapper, "_shortlex_examples", ())
    if examples and Phase.explicit in options.phases:
        error = run_examples(examples, tested, body, args, kwargs, options, session)
        if error is not None:
            return error
    elif Phase.generate not in options.phases:
        _skip(tested.name, options)
    return _search(tested.name, test, _seed_of(wrapper, options, session), options, session)


def _search(
    name: str, test: Test, seed: int | None, options: settings, session: Session
) -> BaseException | None:
    """Run generated cases. What to raise; None if the test passes."""
    observer = None
    if options.verbosity >= Verbosity.verbose:
        from shortlex.report.debug import CaseView, DebugView

        observer = (DebugView if options.verbosity >= Verbosity.debug else CaseView)()
    result = run(
        test,
        options,
        seed=seed,
        observer=observer,
        share=None if session.seconds is None else Share(session.seconds),
        before_report=partial(session.announce_report, options),
    )
    if session.on_result is not None:
        session.on_result(result, options)
    if not result.failures and result.statistics.valid:
        # Most tests pass: those that do not pay for the import.
        return None
    from shortlex.report.verdict import verdict

    return verdict(name, result, options)


def _skip(name: str, options: settings) -> NoReturn:
    from unittest import SkipTest

    raise SkipTest(f"settings(phases={options.phases!r}) leave nothing to run for {name}.")


def _reproduce(name: str, test: Test, token: str, options: settings, how: str) -> BaseException:
    """Run the one case of a token. What to raise, for there is always something to say.

    ``how`` is what the user wrote to ask for it.
    """
    from shortlex.core.encoding import parse_token
    from shortlex.report.verdict import annotated

    rate = options.min_failure_rate
    outcome = replay(test, parse_token(token), runs=1 if rate is None else runs_to_meet(rate))
    if isinstance(outcome, Failure):
        return annotated(outcome, options.verbosity)
    return DidNotReproduce(
        f"{name} did not fail on the case of {how}: it was {outcome.outcome.name.lower()}. "
        "Either it is fixed, and the token can go, or the strategies have changed since."
    )


def _seed_of(wrapper: Any, options: settings, session: Session) -> int | None:
    given: object = getattr(wrapper, "_shortlex_seed", None)
    if given is not None:
        return given if isinstance(given, int) else crc32(repr(given).encode())
    if session.seed is not None:
        return session.seed
    if options.derandomize:
        return crc32(f"{wrapper.__module__}.{wrapper.__qualname__}".encode())
    return None


def seed(value: object) -> Callable[[F], F]:
    """Start the random cases of a test from ``value``: the same cases every time."""
    if callable(value):
        raise InvalidArgument(f"@seed({value!r}): needs a value, such as @seed(1).")

    def decorate(test: F) -> F:
        test._shortlex_seed = value  # type: ignore[attr-defined]  # read by @given
        return test

    return decorate


def reproduce_failure(token: str) -> Callable[[F], F]:
    """Run exactly the case of a replay token, which stands at the end of a report."""
    if not isinstance(token, str):
        raise InvalidArgument(
            f"@reproduce_failure({token!r}): needs the token that stands at the end of a report."
        )

    def decorate(test: F) -> F:
        test._shortlex_token = token  # type: ignore[attr-defined]  # read by @given
        return test

    return decorate
