"""Body: turns a test and its strategies into the function of a case that the runner needs."""

from __future__ import annotations

from collections.abc import Callable, Mapping
from functools import cached_property
from types import FunctionType
from typing import TYPE_CHECKING, Any, NoReturn

from shortlex.control import current
from shortlex.core.case import Case
from shortlex.core.raised import is_too_deep
from shortlex.core.shown import shown
from shortlex.errors import (
    DeadlineExceeded,
    InvalidArgument,
    StopCase,
    TooDeep,
    Unsatisfiable,
    UnsatisfiedAssumption,
)
from shortlex.property.session import Body, Session, Wrap
from shortlex.runner.execute import Test
from shortlex.settings import HealthCheck, settings
from shortlex.strategies.strategy import SearchStrategy, check_is_strategy
from shortlex.system.genuine import thread_time

if TYPE_CHECKING:
    from collections import Counter

    from shortlex.property.coroutines import Run
    from shortlex.property.fuzz import FuzzOneInput
    from shortlex.property.unittest_cases import Surroundings
    from shortlex.report.code.literals import Beside
    from shortlex.runner.result import Statistics

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
        self.name: str = getattr(inner_test, "__name__", shown(inner_test))
        self.strategies = dict(strategies)
        self.wrapper: Any = None
        """The function that runs the property."""

    @cached_property
    def fuzz_one_input(self) -> FuzzOneInput:
        """Runs one case from the bytes of an outside fuzzer."""
        from shortlex.property.fuzz import Fuzz

        return Fuzz(self.wrapper, self)

    def check(self) -> None:
        """Raise if the test cannot be run."""
        code = getattr(self.inner_test, "__code__", None)
        if code is not None and code.co_flags & _IS_GENERATOR:
            self._refuse_function()
        for name, strategy in self.strategies.items():
            check_is_strategy(strategy, f"@given({name})")
            strategy.validate()
            if strategy.is_empty:
                raise Unsatisfiable(f"@given({name}={strategy!r}): there is no value to test with.")

    def test_function(
        self,
        args: tuple[Any, ...],
        kwargs: dict[str, Any],
        body: Body | None = None,
        beside: Callable[[], Beside] | None = None,
    ) -> Test:
        """The test as a function of a case: draw the arguments, then call the body.

        ``beside`` tells reports the other arguments.
        """
        from shortlex.property.signature import takes_last

        names = tuple(self.strategies)
        body = self.inner_test if body is None else body
        general = self._general(body, args, kwargs, beside)
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

    def options_for(self, wrapper: Any, args: tuple[Any, ...]) -> settings:
        """The settings of a decorated test."""
        given: settings = getattr(wrapper, "_shortlex_settings", settings.default)
        return given

    def function_for(self, options: settings) -> Body:
        """What is called with the arguments of a case."""
        return self.inner_test

    @property
    def counters(self) -> tuple[Counter[Any], ...]:
        """What the cases of a run count. Cases in child processes count for this process, too."""
        return ()

    def see_statistics(self, statistics: Statistics) -> None:
        """Add what is known about a run besides the counts of its cases."""

    def complaint(self, statistics: Statistics) -> BaseException | None:
        """What is wrong with a test although no case failed."""
        return None

    def coroutine_runner(
        self, options: settings, surroundings: Surroundings | None, leaks: Counter[str]
    ) -> Run | None:
        """The function that runs the cases of an async test; None for a plain test.

        ``leaks`` counts the tasks that cases leave running.
        """
        if not self.is_async:
            return None
        if surroundings is not None and surroundings.run_coroutine is not None:
            return surroundings.run_coroutine
        from shortlex.property.coroutines import runner_of

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
        """The function to call with the arguments of a case, built from the inside out.

        ``run`` runs an async test, ``instance`` is the ``self`` of a test method, and ``around``
        adds what unittest sets up for each case.
        """
        body = self.function_for(options)
        if run is not None:
            from shortlex.property.coroutines import awaited

            body = awaited(body, run, session.async_backend)
        if options.deadline is not None:
            # Innermost, so that setup and teardown do not count towards the deadline.
            body = _timed(body, options.deadline.total_seconds())
        body = _in_hooks(body, instance)
        if around is not None:
            body = around(body)
        if HealthCheck.return_value in options.suppress_health_check:
            body = _without_result(body)
        return body if session.wrap is None else session.wrap(body)

    def _general(
        self,
        body: Callable[..., Any],
        args: tuple[Any, ...],
        kwargs: dict[str, Any],
        beside: Callable[[], Beside] | None,
    ) -> Test:
        strategies = self.strategies

        def general(case: Case) -> None:
            case.arguments_wanted()
            watch = case.watch
            if case.keeps_notes:
                from shortlex.report.terminal import describe_call, write_notes

                write_notes(case)
            try:
                if watch is not None:
                    drawn = watch.draw_arguments(case, strategies)
                elif case.keeps_notes:
                    drawn = _drawn_aloud(case, self.name, strategies)
                else:
                    drawn = {name: case.draw(strategy) for name, strategy in strategies.items()}
            except RecursionError as error:
                if not is_too_deep(error):
                    raise
                raise TooDeep from None
            if case.keeps_notes:
                describe_call(case, self.name, drawn, *(() if beside is None else (beside(),)))
            case.arguments_drawn(list(drawn.values()))
            if watch is not None:
                watch.begin_body()
            result = body(*args, **kwargs, **drawn)
            if result is not None:
                self.refuse_result(result)

        return general

    # Fast versions of _general(), for cases of which nothing is recorded. Most cases take one of
    # these, so the code is repeated with less in it: arguments are passed by position, and the
    # draw methods are looked up once, since the strategies are checked and resolved by now.

    def _by_position(self, body: Callable[..., Any], args: tuple[Any, ...], general: Test) -> Test:
        draws = tuple(strategy.do_draw for strategy in self.strategies.values())
        refuse = self.refuse_result

        def by_position(case: Case) -> None:
            if case.is_recorded or case.keeps_notes:
                general(case)
                return
            try:
                values = [draw(case) for draw in draws]
            except RecursionError as error:
                if not is_too_deep(error):
                    raise
                raise TooDeep from None
            case.arguments_drawn()
            result = body(*args, *values)
            if result is not None:
                refuse(result)

        return by_position

    def _alone(self, body: Callable[..., Any], args: tuple[Any, ...], general: Test) -> Test:
        """The same for one argument, as most tests have: no list and no loop."""
        (draw,) = (strategy.do_draw for strategy in self.strategies.values())
        refuse = self.refuse_result

        def alone(case: Case) -> None:
            if case.is_recorded or case.keeps_notes:
                general(case)
                return
            try:
                value = draw(case)
            except RecursionError as error:
                if not is_too_deep(error):
                    raise
                raise TooDeep from None
            case.arguments_drawn()
            result = body(*args, value)
            if result is not None:
                refuse(result)

        return alone

    def refuse_result(self, result: object) -> NoReturn:
        """Raise because the test returned something."""
        if hasattr(result, "close") and hasattr(result, "send"):
            # A closed coroutine gives no warning that it was never awaited.
            result.close()
            self._refuse_function()
        raise InvalidArgument(
            f"{self.name} returned {shown(result)}, but the result of a test is ignored. Did you "
            "mean to assert it?"
        )

    def _refuse_function(self) -> NoReturn:
        raise InvalidArgument(
            f"{self.name} is a generator function, or returned a coroutine that nobody awaits: "
            "calling it does not run its body. Test a plain or an async function."
        )


def _drawn_aloud(
    case: Case, test: str, strategies: Mapping[str, SearchStrategy[Any]]
) -> dict[str, Any]:
    """The arguments of a case. If a draw fails, the report says which."""
    drawn: dict[str, Any] = {}
    for name, strategy in strategies.items():
        try:
            drawn[name] = case.draw(strategy)
        except (StopCase, UnsatisfiedAssumption):
            raise
        except BaseException:
            case.call_text = f"{test}, while drawing `{name}` from {shown(strategy)}"
            raise
    return drawn


def surroundings_of(args: tuple[Any, ...]) -> Surroundings | None:
    """What unittest sets up around the cases of a method."""
    if not args:
        # Most tests are functions, and need not pay for the import.
        return None
    from shortlex.property.unittest_cases import surroundings_in

    return surroundings_in(args[0])


def _without_result(inner: Callable[..., Any]) -> Callable[..., Any]:
    """The same function, which returns nothing but a coroutine that nobody has awaited."""

    def body(*args: Any, **kwargs: Any) -> Any:
        result = inner(*args, **kwargs)
        return result if hasattr(result, "close") and hasattr(result, "send") else None

    return body


def _timed(inner: Callable[..., Any], seconds: float) -> Callable[..., Any]:
    """The same function, which raises if it took too much CPU time."""

    def body(*args: Any, **kwargs: Any) -> Any:
        case = current.get()
        # The time that a report takes to format values does not count.
        started = thread_time() - (0.0 if case is None else case.seconds_aside)
        result = inner(*args, **kwargs)
        taken = thread_time() - started - (0.0 if case is None else case.seconds_aside)
        if taken > seconds:
            raise DeadlineExceeded(
                f"The case took {taken * 1000:.0f} ms of CPU time, more than the deadline of "
                f"{seconds * 1000:.0f} ms."
            )
        return result

    return body


def _in_hooks(inner: Body, instance: object) -> Body:
    """The same function, inside the hooks that a test's class defines around each case."""
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
        # The test's own result, whatever the hook did with it.
        return result

    return body


def _hook(instance: object, name: str) -> Callable[..., Any] | None:
    # Looked up on the class: a mock would invent any attribute of an instance.
    return getattr(instance, name) if hasattr(type(instance), name) else None
