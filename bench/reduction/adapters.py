"""Adapters: Shortlex and Hypothesis behind what a benchmark of reduction needs of them.

search  an ordinary test under ``@given``, from a seed: find a failure and reduce it
find    the choices of a failure, not reduced, or None
begin   reduce the failure that given choices make

The last value that fails is the result: both run it once more at the end.
``check`` is called with every value a test gets and raises BugError for those that fail;
``tick`` is called before every run of the generator. ``final_runs`` is a pattern of the calls that
follow a reduction: "f" is the final value, and "p" one that passes.
"""

from __future__ import annotations

import importlib
from collections.abc import Callable
from contextlib import suppress
from random import Random
from typing import Any

Check = Callable[[Any], None]
Tick = Callable[[], None]


class BugError(Exception):
    """The bug."""


class CannotBeginError(Exception):
    """The library refuses the start that it was given."""


class Shortlex:
    name = "Shortlex"
    final_runs = r"(f+p{0,9})?f*$"
    """It makes sure that the final value fails and that values which passed before still pass."""

    def __init__(self) -> None:
        self.module = importlib.import_module("shortlex")
        self.strategies = importlib.import_module("shortlex.strategies")

    def options(self, max_examples: int) -> Any:
        return self.module.settings(
            max_examples=max_examples,
            phases=[self.module.Phase.generate, self.module.Phase.shrink],
            report_multiple_bugs=False,
            verbosity=self.module.Verbosity.quiet,
        )

    def search(self, strategy: Any, check: Check, tick: Tick, seed: int, examples: int) -> None:
        _search(self, strategy, check, tick, seed, examples)

    def choices(self) -> list[Any]:
        """Of the case that is running."""
        from shortlex.control import current

        case = current.get()
        assert case is not None
        return list(case.choices)

    def find(
        self, strategy: Any, check: Check, tick: Tick, seed: int, examples: int
    ) -> list[Any] | None:
        from shortlex import lowlevel

        found = lowlevel.run(
            self._function(strategy, check, tick),
            seed=seed,
            max_examples=examples,
            phases=[self.module.Phase.generate],
        )
        return None if found is None else list(found.choices)

    def begin(self, strategy: Any, check: Check, tick: Tick, seed: int, start: list[Any]) -> None:
        from shortlex import lowlevel
        from shortlex.errors import InvalidArgument

        function = self._function(strategy, check, tick)
        try:
            best = lowlevel.reduce(function, start, seed=seed)
        except InvalidArgument as error:
            raise CannotBeginError(str(error)) from None
        lowlevel.replay(function, best.choices)

    def _function(self, strategy: Any, check: Check, tick: Tick) -> Callable[[Any], None]:
        def function(case: Any) -> None:
            tick()
            case.arguments_wanted()
            value = case.draw(strategy)
            case.arguments_drawn([value])
            try:
                check(value)
            except BugError:
                case.mark_interesting()

        return function


class Hypothesis:
    name = "Hypothesis"
    final_runs = r"f*$"

    def __init__(self) -> None:
        self.module = importlib.import_module("hypothesis")
        self.strategies = importlib.import_module("hypothesis.strategies")
        # It would look for numbers and texts in the modules of the benchmark and draw those,
        # so that failures began at, or beside, their ideals.
        providers: Any = importlib.import_module("hypothesis.internal.conjecture.providers")
        nothing = providers.Constants()
        providers._get_local_constants = lambda: nothing

    def options(self, max_examples: int) -> Any:
        return self.module.settings(
            max_examples=max_examples,
            phases=[self.module.Phase.generate, self.module.Phase.shrink],
            report_multiple_bugs=False,
            verbosity=self.module.Verbosity.quiet,
            database=None,
            deadline=None,
            suppress_health_check=list(self.module.HealthCheck),
        )

    def search(self, strategy: Any, check: Check, tick: Tick, seed: int, examples: int) -> None:
        _search(self, strategy, check, tick, seed, examples)

    def choices(self) -> list[Any]:
        """Of the case that is running."""
        from hypothesis.control import current_build_context

        return list(current_build_context().data.choices)

    def find(
        self, strategy: Any, check: Check, tick: Tick, seed: int, examples: int
    ) -> list[Any] | None:
        from hypothesis.internal.conjecture.engine import ConjectureRunner

        options = self.module.settings(self.options(examples), phases=[self.module.Phase.generate])
        function = self._function(strategy, check, tick)
        runner = ConjectureRunner(function, settings=options, random=Random(seed))
        runner.run()
        return next((list(one.choices) for one in runner.interesting_test_cases.values()), None)

    def begin(self, strategy: Any, check: Check, tick: Tick, seed: int, start: list[Any]) -> None:
        """It has no public way, so this is what its engine does with a stored failure."""
        from hypothesis.internal.conjecture.data import Status
        from hypothesis.internal.conjecture.engine import ConjectureRunner, RunIsComplete

        function = self._function(strategy, check, tick)
        # As many examples as it likes: one that does not fail must not end the run by itself.
        runner = ConjectureRunner(function, settings=self.options(100), random=Random(seed))
        found = runner.cached_test_function(start)
        if found.status is Status.OVERRUN:
            raise CannotBeginError("it is larger than the library allows")
        if found.status is not Status.INTERESTING:
            raise CannotBeginError(f"the case is {found.status.name.lower()}, not interesting")
        with suppress(RunIsComplete):
            runner.shrink_interesting_test_cases()
        (best,) = runner.interesting_test_cases.values()
        with suppress(RunIsComplete):
            # It runs it, and then may say that it has run enough.
            runner.test_function(runner.new_conjecture_data(best.choices))

    def _function(self, strategy: Any, check: Check, tick: Tick) -> Callable[[Any], None]:
        from hypothesis.control import BuildContext
        from hypothesis.internal.escalation import InterestingOrigin

        def function(data: Any) -> None:
            tick()
            with BuildContext(data, is_final=False, wrapped_test=function):
                value = data.draw(strategy)
            try:
                check(value)
            except BugError as error:
                data.mark_interesting(InterestingOrigin.from_exception(error))

        return function


Library = Shortlex | Hypothesis

LIBRARIES: dict[str, Callable[[], Library]] = {"Shortlex": Shortlex, "Hypothesis": Hypothesis}


def _search(
    library: Library, strategy: Any, check: Check, tick: Tick, seed: int, examples: int
) -> None:
    counted = library.strategies.none().map(lambda _: tick())

    def test(_: None, value: Any) -> None:
        check(value)

    run = library.module.given(counted, strategy)(test)
    run = library.module.seed(seed)(library.options(examples)(run))
    with suppress(BugError):
        run()
