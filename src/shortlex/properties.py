"""Property: a test with its strategies, and the function of a case that the runner wants."""

from __future__ import annotations

from collections.abc import Callable, Mapping
from types import FunctionType
from typing import TYPE_CHECKING, Any, NoReturn

from shortlex.core.case import Case
from shortlex.errors import DeadlineExceeded, InvalidArgument, TooDeep, Unsatisfiable
from shortlex.runner.execute import Test
from shortlex.session import Body, Session, Wrap
from shortlex.settings import settings
from shortlex.strategies.strategy import SearchStrategy, check_strategy

if TYPE_CHECKING:
    from collections import Counter

    from shortlex.coroutines import Run
    from shortlex.unittest_cases import Surroundings

# Bits of co_flags; both sorts of generator functions.
_IS_GENERATOR = 0x20 | 0x200
_IS_COROUTINE = 0x80


class Property:
    """What ``@given`` leaves on a test for tools: ``test.shortlex``."""

    def __init__(
        self, inner_test: Callable[..., Any], strategies: Mapping[str, SearchStrategy[Any]]
    ) -> None:
        self.inner_test = inner_test
        """The function that was decorated. Tools may replace it."""
        self.name: str = getattr(inner_test, "__name__", repr(inner_test))
        self.strategies = dict(strategies)

    def check(self) -> None:
        """Raise if the test cannot be run."""
        code = getattr(self.inner_test, "__code__", None)
        if code is not None and code.co_flags & _IS_GENERATOR:
            self._refuse_function()
        for name, strategy in self.strategies.items():
            check_strategy(strategy, f"@given({name})")
            strategy.validate()
            if strategy.is_empty:
                raise Unsatisfiable(f"@given({name}={strategy!r}): there is no value to test with.")

    def test_function(
        self, args: tuple[Any, ...], kwargs: dict[str, Any], body: Body | None = None
    ) -> Test:
        """The test as a function of a case: draw the arguments, then call the body."""
        from shortlex.signatures import takes_last

        names = tuple(self.strategies)
        body = self.inner_test if body is None else body
        general = self._general(body, args, kwargs)
        if kwargs or not takes_last(self.inner_test, names):
            return general
        if len(names) == 1:
            return self._alone(body, args, general)
        return self._by_position(body, args, general)

    @property
    def is_async(self) -> bool:
        """Whether calling the test only makes a coroutine."""
        if type(self.inner_test) is FunctionType:
            return bool(self.inner_test.__code__.co_flags & _IS_COROUTINE)
        from inspect import iscoroutinefunction

        return iscoroutinefunction(self.inner_test)

    def coroutine_runner(
        self, options: settings, surroundings: Surroundings | None, leaks: Counter[str]
    ) -> Run | None:
        """How the cases of an async test are run; None for a plain test.

        Tasks that cases leave running are counted.
        """
        if not self.is_async:
            return None
        if surroundings is not None and surroundings.run_coroutine is not None:
            return surroundings.run_coroutine
        from shortlex.coroutines import runner_of

        return runner_of(options.async_backend, lambda name: leaks.update([name]))

    def body(
        self,
        options: settings,
        *,
        run: Run | None = None,
        instance: object = None,
        around: Wrap | None = None,
        session: Session,
    ) -> Body:
        """What is called with the arguments of a case, from the inside out.

        ``run`` is how an async test is run, ``instance`` that of which the test is a method, and
        ``around`` what unittest sets up for each case.
        """
        body = self.inner_test
        if run is not None:
            from shortlex.coroutines import awaited

            body = awaited(body, run, session.async_backend)
        if options.deadline is not None:
            # What is set up and torn down around the body takes none of its time.
            body = _timed(body, options.deadline.total_seconds())
        body = _in_hooks(body, instance)
        if around is not None:
            body = around(body)
        return body if session.wrap is None else session.wrap(body)

    def _general(
        self, body: Callable[..., Any], args: tuple[Any, ...], kwargs: dict[str, Any]
    ) -> Test:
        strategies = self.strategies

        def general(case: Case) -> None:
            case.arguments_wanted()
            watch = case.watch
            try:
                if watch is None:
                    drawn = {name: case.draw(strategy) for name, strategy in strategies.items()}
                else:
                    drawn = watch.draw_arguments(case, strategies)
            except RecursionError:
                raise TooDeep from None
            if case.keeps_notes:
                from shortlex.report.terminal import describe_call

                describe_call(case, self.name, drawn)
            case.arguments_drawn(list(drawn.values()))
            if watch is not None:
                watch.begin_body()
            result = body(*args, **kwargs, **drawn)
            if result is not None:
                self.refuse_result(result)

        return general

    # The light ways, for cases of which nothing is recorded. Most cases go one of these, so they
    # say the same again with less: arguments go by position, and draws are bound once, for the
    # strategies are checked, and nothing lazy is left in them.

    def _by_position(self, body: Callable[..., Any], args: tuple[Any, ...], general: Test) -> Test:
        draws = tuple(strategy.do_draw for strategy in self.strategies.values())
        refuse = self.refuse_result

        def by_position(case: Case) -> None:
            if case.is_recorded or case.keeps_notes:
                general(case)
                return
            try:
                values = [draw(case) for draw in draws]
            except RecursionError:
                raise TooDeep from None
            case.arguments_drawn()
            result = body(*args, *values)
            if result is not None:
                refuse(result)

        return by_position

    def _alone(self, body: Callable[..., Any], args: tuple[Any, ...], general: Test) -> Test:
        """For one argument, which most tests have: no list, no loop."""
        (draw,) = (strategy.do_draw for strategy in self.strategies.values())
        refuse = self.refuse_result

        def alone(case: Case) -> None:
            if case.is_recorded or case.keeps_notes:
                general(case)
                return
            try:
                value = draw(case)
            except RecursionError:
                raise TooDeep from None
            case.arguments_drawn()
            result = body(*args, value)
            if result is not None:
                refuse(result)

        return alone

    def refuse_result(self, result: object) -> NoReturn:
        """Raise because the test returned something."""
        if hasattr(result, "close") and hasattr(result, "send"):
            # A coroutine that is closed does not complain that it was never awaited.
            result.close()
            self._refuse_function()
        raise InvalidArgument(
            f"{self.name} returned {result!r}, but what a test returns is lost. Did you mean to "
            "assert it?"
        )

    def _refuse_function(self) -> NoReturn:
        raise InvalidArgument(
            f"{self.name} is a generator function, or made a coroutine that nobody awaits: calling "
            "it does not run its body. Test a plain or an async function."
        )


def surroundings_of(args: tuple[Any, ...]) -> Surroundings | None:
    """What unittest sets up around the cases of a method."""
    if not args:
        # Most tests are functions: those that may be methods pay for the import.
        return None
    from shortlex.unittest_cases import surroundings_in

    return surroundings_in(args[0])


def _timed(inner: Callable[..., Any], seconds: float) -> Callable[..., Any]:
    """The same function, which raises when it took too much CPU time."""
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


def _in_hooks(inner: Body, instance: object) -> Body:
    """The same function, in whatever the instance of a method wants around each case."""
    execute = _hook(instance, "execute_example")
    if execute is not None:
        return _executed(inner, execute)
    set_up, tear_down = _hook(instance, "setup_example"), _hook(instance, "teardown_example")
    if set_up is None and tear_down is None:
        return inner

    def body(*args: Any, **kwargs: Any) -> Any:
        token = None if set_up is None else set_up()
        try:
            return inner(*args, **kwargs)
        finally:
            if tear_down is not None:
                tear_down(token)

    return body


def _executed(inner: Body, execute: Callable[[Body], object]) -> Body:
    def body(*args: Any, **kwargs: Any) -> Any:
        result = None

        def call() -> Any:
            nonlocal result
            result = inner(*args, **kwargs)
            return result

        execute(call)
        # What the test returned, whatever the hook did with it.
        return result

    return body


def _hook(instance: object, name: str) -> Callable[..., Any] | None:
    # Of its class, and not made up when asked for, as that of a mock is.
    return getattr(instance, name) if hasattr(type(instance), name) else None
