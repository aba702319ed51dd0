"""Decorators: @given and what goes with it."""

from __future__ import annotations

import os
import sys
from collections.abc import Callable, Mapping, Sequence
from functools import wraps
from typing import Any, NoReturn, TypeVar
from zlib import crc32

from shortlex.control import current
from shortlex.core.case import Case
from shortlex.errors import (
    DeadlineExceeded,
    DidNotReproduce,
    InvalidArgument,
    Overrun,
    Unsatisfiable,
)
from shortlex.explicit import Example, run_examples
from shortlex.runner.execute import Test
from shortlex.runner.result import Failure, Result
from shortlex.runner.run import replay, run
from shortlex.settings import Phase, Verbosity, settings
from shortlex.strategies.strategy import SearchStrategy, check_strategy

F = TypeVar("F", bound=Callable[..., Any])


class Property:
    """What ``@given`` leaves on a test for tools: ``test.shortlex``."""

    def __init__(
        self, inner_test: Callable[..., Any], strategies: Mapping[str, SearchStrategy[Any]]
    ) -> None:
        self.inner_test = inner_test
        """The function that was decorated. Tools may replace it."""
        self.strategies = dict(strategies)


def is_shortlex_test(function: object) -> bool:
    """Whether ``function`` was made by ``@given``."""
    return bool(getattr(function, "is_shortlex_test", False))


def given(*positional: SearchStrategy[Any], **named: SearchStrategy[Any]) -> Callable[[F], F]:
    """Run a test with many values of the strategies, and report the simplest that fail.

    Strategies by position fill the parameters from the right, by keyword those of that name.
    Other parameters stay, for fixtures, ``parametrize`` or ``self``.
    """

    def decorate(test: F) -> F:
        from shortlex.signatures import remaining_signature, strategies_by_name

        if isinstance(test, type):
            raise InvalidArgument(f"@given was applied to the class {test.__name__}.")
        try:
            strategies = strategies_by_name(test, positional, named)
        except InvalidArgument as error:
            # Raised when the test runs, so that one mistake is one red test and not an import
            # error that hides all others.
            return _failing_test(test, error)
        handle = Property(test, strategies)

        @wraps(test)
        def wrapper(*args: Any, **kwargs: Any) -> None:
            __tracebackhide__ = True
            _run_property(wrapper, handle, args, kwargs)

        wrapper.__signature__ = remaining_signature(test, strategies)  # type: ignore[attr-defined]  # for pytest
        wrapper.is_shortlex_test = True  # type: ignore[attr-defined]  # see is_shortlex_test
        wrapper.shortlex = handle  # type: ignore[attr-defined]  # for tools
        return wrapper  # type: ignore[return-value]  # called like the test, with fewer arguments

    return decorate


def _failing_test(test: F, error: InvalidArgument) -> F:
    @wraps(test)
    def wrapper(*args: Any, **kwargs: Any) -> NoReturn:
        raise error

    # Without parameters: pytest would look for fixtures before it came to the error.
    wrapper.__signature__ = _empty_signature()  # type: ignore[attr-defined]  # for pytest
    wrapper.is_shortlex_test = True  # type: ignore[attr-defined]  # see is_shortlex_test
    return wrapper  # type: ignore[return-value]  # called like a test


def _empty_signature() -> Any:
    import inspect

    return inspect.Signature([inspect.Parameter("args", inspect.Parameter.VAR_POSITIONAL)])


def _run_property(
    wrapper: Any, handle: Property, args: tuple[Any, ...], kwargs: dict[str, Any]
) -> None:
    """One call of a decorated test: examples, then cases, then the report."""
    __tracebackhide__ = True
    options: settings = getattr(wrapper, "_shortlex_settings", settings.default)
    name = handle.inner_test.__name__
    if current.get() is not None:
        raise InvalidArgument(
            f"{name} was called from inside another property. Call its inner function, "
            f"{name}.shortlex.inner_test, or draw its arguments with data()."
        )
    for key, strategy in handle.strategies.items():
        check_strategy(strategy, f"@given({key})")
        strategy.validate()
        if strategy.is_empty:
            raise Unsatisfiable(f"@given({key}={strategy!r}): there is no value to test with.")
    test = _test_function(handle, args, kwargs, options)
    token = getattr(wrapper, "_shortlex_token", None)
    if token is not None:
        _reproduce(name, test, token)
    examples: Sequence[Example] = getattr(wrapper, "_shortlex_examples", ())
    if Phase.explicit in options.phases:
        run_examples(examples, handle.inner_test, handle.strategies, args, kwargs, options)
    result = run(
        test,
        options,
        seed=_seed_of(wrapper, handle.inner_test, options),
        observer=_print_case if options.verbosity >= Verbosity.verbose else None,
        on_step=_print_step if options.verbosity >= Verbosity.debug else None,
    )
    _report(name, result, options)


def _test_function(
    handle: Property, args: tuple[Any, ...], kwargs: dict[str, Any], options: settings
) -> Test:
    """The test as a function of a case: draw the arguments, then call the body."""
    from shortlex.signatures import takes_last

    strategies = tuple(handle.strategies.values())
    # Bound once: @given has validated the strategies, so nothing lazy is left in them.
    draws = tuple(strategy.do_draw for strategy in strategies)
    names = tuple(handle.strategies)
    inner = handle.inner_test
    body = inner if options.deadline is None else _timed(inner, options.deadline.total_seconds())

    def general(case: Case) -> None:
        try:
            if case.is_recorded:
                values = [case.draw(strategy) for strategy in strategies]
            else:
                values = [draw(case) for draw in draws]
        except RecursionError:
            # Deeper than Python goes: too large, like any other case with too many choices.
            raise Overrun from None
        case.arguments_drawn()
        if case.keeps_notes:
            from shortlex.report.terminal import describe_call

            describe_call(case, inner.__name__, dict(zip(names, values, strict=True)))
        result = body(*args, **kwargs, **dict(zip(names, values, strict=True)))
        if result is not None:
            _refuse_result(inner.__name__, result)

    if kwargs or not takes_last(inner, names):
        return general

    def by_position(case: Case) -> None:
        # The light way: nothing is recorded, and arguments go by position, which is quicker.
        if case.is_recorded or case.keeps_notes:
            return general(case)
        try:
            values = [draw(case) for draw in draws]
        except RecursionError:
            raise Overrun from None
        case.arguments_drawn()
        result = body(*args, *values)
        if result is not None:
            _refuse_result(inner.__name__, result)

    def alone(case: Case) -> None:
        # The same for one argument, which most tests have: no list, no loop.
        if case.is_recorded or case.keeps_notes:
            return general(case)
        try:
            value = draw(case)
        except RecursionError:
            raise Overrun from None
        case.arguments_drawn()
        result = body(*args, value)
        if result is not None:
            _refuse_result(inner.__name__, result)

    draw = draws[0]
    return alone if len(draws) == 1 else by_position


def _refuse_result(name: str, result: object) -> NoReturn:
    if hasattr(result, "close") and hasattr(result, "send"):
        result.close()
        raise InvalidArgument(
            f"{name} is a coroutine or generator function, so calling it runs nothing. Write a "
            "plain function that runs it, for instance with asyncio.run()."
        )
    raise InvalidArgument(
        f"{name} returned {result!r}, but what a test returns is lost. Did you mean to assert it?"
    )


def _timed(inner: Callable[..., Any], seconds: float) -> Callable[..., Any]:
    from time import thread_time

    def body(*args: Any, **kwargs: Any) -> Any:
        started = thread_time()
        result = inner(*args, **kwargs)
        taken = thread_time() - started
        if taken > seconds:
            raise DeadlineExceeded(
                f"The case took {taken * 1000:.0f} ms of CPU time, more than the deadline of "
                f"{seconds * 1000:.0f} ms."
            )
        return result

    return body


def _seed_of(wrapper: Any, inner: Callable[..., Any], options: settings) -> int:
    given: object = getattr(wrapper, "_shortlex_seed", None)
    if given is not None:
        return given if isinstance(given, int) else crc32(repr(given).encode())
    if options.derandomize:
        return crc32(f"{inner.__module__}.{inner.__qualname__}".encode())
    return int.from_bytes(os.urandom(8), "big")


def _print_case(case: Case, outcome: Any) -> None:
    from shortlex.report.terminal import case_lines

    print(*case_lines(case, outcome), sep="\n")


def _print_step(name: str, trace: Any) -> None:
    from shortlex.report.terminal import step_line

    print(step_line(name, trace))


def _reproduce(name: str, test: Test, token: str) -> NoReturn:
    __tracebackhide__ = True
    from shortlex.core.encoding import parse_token

    trace, case = replay(test, parse_token(token))
    if trace.error is None:
        raise DidNotReproduce(
            f"{name} did not fail on the case of @reproduce_failure({token!r}): it was "
            f"{trace.outcome.name.lower()}. Fixed? Then remove the decorator. Or the strategies "
            "have changed since the token was made."
        )
    _raise(Failure(trace, case, trace, None), Verbosity.normal)


def _report(name: str, result: Result, options: settings) -> None:
    """Raise what was found; return if there is nothing to say."""
    __tracebackhide__ = True
    statistics = result.statistics
    if result.is_interrupted:
        _show_interrupted(result)
    if len(result.failures) == 1 or (result.failures and not options.report_multiple_bugs):
        _raise(result.failures[0], options.verbosity)
    if result.failures:
        # The last in a group is what a person reads first in a terminal: the simplest.
        errors = [_annotated(each, options.verbosity) for each in reversed(result.failures)]
        raise BaseExceptionGroup(f"{name} failed in {len(errors)} different ways.", errors)
    if statistics.valid == 0 and Phase.generate in options.phases:
        from shortlex.report.terminal import unsatisfiable_text

        raise Unsatisfiable(unsatisfiable_text(name, statistics))


def _show_interrupted(result: Result) -> NoReturn:
    from shortlex.report.terminal import failure_lines

    for failure in result.failures:
        print("\nInterrupted. The simplest failure so far:", file=sys.stderr)
        print(*failure_lines(failure), sep="\n", file=sys.stderr)
    raise KeyboardInterrupt


def _raise(failure: Failure, verbosity: Verbosity) -> NoReturn:
    __tracebackhide__ = True
    the_failure_that_shortlex_found = _annotated(failure, verbosity)
    raise the_failure_that_shortlex_found


def _annotated(failure: Failure, verbosity: Verbosity) -> BaseException:
    """The error of a failure, with its report as notes and without our frames on top."""
    from shortlex.report.terminal import failure_lines

    error = failure.trace.error
    assert error is not None, "a failing test has an error"
    traceback = error.__traceback__
    package = os.path.dirname(__file__)
    while traceback and traceback.tb_frame.f_code.co_filename.startswith(package):
        if traceback.tb_next is None:
            break
        traceback = traceback.tb_next
    if verbosity > Verbosity.quiet:
        for line in failure_lines(failure):
            error.add_note(line)
    return error.with_traceback(traceback)


def seed(value: object) -> Callable[[F], F]:
    """Start the random cases of a test from ``value``: the same cases every time."""

    def decorate(test: F) -> F:
        test._shortlex_seed = value  # type: ignore[attr-defined]  # read by @given
        return test

    return decorate


def reproduce_failure(token: str) -> Callable[[F], F]:
    """Run exactly the case of a replay token, which stands at the end of a report."""
    from shortlex.core.encoding import parse_token

    parse_token(token)

    def decorate(test: F) -> F:
        test._shortlex_token = token  # type: ignore[attr-defined]  # read by @given
        return test

    return decorate
