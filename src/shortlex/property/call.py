"""Call: runs one call of a decorated test: examples, known failures, cases, report."""

from __future__ import annotations

import os
import sys
from collections import Counter
from collections.abc import Callable
from functools import partial
from typing import TYPE_CHECKING, Any, NoReturn
from zlib import crc32

from shortlex.control import NOBODY, current, current_self
from shortlex.core.shown import encoded, shown
from shortlex.errors import InvalidArgument, ShortlexException, TooRare, Unsatisfiable
from shortlex.property.body import Property, surroundings_of
from shortlex.property.crash_recovery import journaled
from shortlex.property.examples import run_examples
from shortlex.property.observe import callbacks_now, observed
from shortlex.property.session import Body, Session, active, advise, key_of, watched
from shortlex.runner.case_count import Share
from shortlex.runner.execute import Test, is_skip
from shortlex.runner.hunt import Hunt
from shortlex.runner.observer import Observer
from shortlex.runner.result import Result
from shortlex.runner.run import run
from shortlex.settings import HealthCheck, Phase, Verbosity, in_force, settings

if TYPE_CHECKING:
    from shortlex.property.crash_recovery import Plan
    from shortlex.report.code.literals import Beside
    from shortlex.report.progress_line import View
    from shortlex.runner.rarity import Quota

VERBOSITY_VARIABLE = "SHORTLEX_VERBOSITY"
"""The environment variable with a verbosity for all tests, which overrides settings."""

_ALONE = Session()
"""The session of a test that is called directly."""


def call(
    wrapper: Any, tested: Property, args: tuple[Any, ...], kwargs: dict[str, Any]
) -> BaseException | None:
    """Run one call of a decorated test. Returns the error to raise; None if it passes."""
    options = tested.options_for(wrapper, args)
    session = active.get() or _ALONE
    instance = current_self.set(_instance_in(args))
    outer = None
    try:
        options = _with_environment(options)
        if session.options is not None:
            options = session.options(options)
        _check_not_nested(tested, options)
        outer = in_force.set(options)
        this = _Call(wrapper, tested, args, kwargs, options, session)
        tested.check()
        around = this.surroundings
        outcome = this.outcome if around is None else partial(around.during, this.outcome)
        callbacks = callbacks_now()
        if not callbacks:
            return outcome()
        with observed(session, this.key, callbacks) as this.session:
            return outcome()
    except ShortlexException as error:
        if options.verbosity < Verbosity.debug:
            from shortlex.report.verdict import trim

            trim(error)
        return error
    finally:
        if outer is not None:
            in_force.reset(outer)
        current_self.reset(instance)


def prepared(wrapper: Any, tested: Property) -> tuple[Test, settings, str]:
    """The test without arguments of its own, its settings, and its key in the database."""
    options: settings = tested.options_for(wrapper, ())
    if wrapper.__signature__.parameters:
        first = next(iter(wrapper.__signature__.parameters))
        raise InvalidArgument(
            f"{tested.name} needs {first!r}, which is no argument of @given, so that it cannot be "
            "called with bytes alone. Move what is to be fuzzed into a function of its own."
        )
    tested.check()
    this = _Call(wrapper, tested, (), {}, options, _ALONE)
    return this._test(options), options, this.key


def interrupt_with(error: BaseException | None) -> KeyboardInterrupt:
    """The interrupt to raise for Ctrl-C after a test has ended, with the test's error."""
    from shortlex.report.verdict import interrupt_after

    return interrupt_after(error)


def _instance_in(args: tuple[Any, ...]) -> object:
    """The ``self`` of a test method, which is its first argument."""
    # mock.patch also adds positional arguments.
    mock = sys.modules.get("unittest.mock")
    if not args or (mock is not None and isinstance(args[0], mock.NonCallableMock)):
        return NOBODY
    return args[0]


def _with_environment(options: settings) -> settings:
    """The settings, with the verbosity from the environment, if there is one."""
    wanted = os.environ.get(VERBOSITY_VARIABLE)
    if not wanted:
        return options
    if wanted not in Verbosity.__members__:
        known = ", ".join(Verbosity.__members__)
        raise InvalidArgument(
            f"{VERBOSITY_VARIABLE}={wanted!r} in the environment: must be one of {known}."
        )
    return settings(options, verbosity=wanted)


def _check_not_nested(tested: Property, options: settings) -> None:
    if current.get() is None:
        return
    around = in_force.get() or options
    allowed = {*options.suppress_health_check, *around.suppress_health_check}
    if HealthCheck.nested_given not in allowed:
        raise InvalidArgument(
            f"{tested.name} was called while another property was running. Call its inner "
            f"function, {tested.name}.shortlex.inner_test, or draw its arguments with data()."
        )


class _Call:
    """A test with everything that decides how this call is run."""

    def __init__(
        self,
        wrapper: Any,
        tested: Property,
        args: tuple[Any, ...],
        kwargs: dict[str, Any],
        options: settings,
        session: Session,
    ) -> None:
        from shortlex.property.signature import arrange_call

        self.wrapper = wrapper
        self.tested = tested
        self.args, self.kwargs = arrange_call(wrapper, tested.strategies, args, kwargs)
        self.options = options
        self.session = session
        self.surroundings = surroundings_of(self.args)
        self.leaks: Counter[str] = Counter()
        """Tasks that cases left running."""
        self.hunt: Hunt | None = None
        """The state of the run, once begun."""
        self.too_rare: TooRare | None = None
        """The error to raise if no case failed, but required kinds of cases are too rare."""
        self.key = key_of(wrapper, type(args[0]) if args else object, session.name)

    def outcome(self) -> BaseException | None:
        """Run examples, known failures and generated cases.

        Returns the error to raise; None if the test passes.
        """
        session = self.session
        token = session.token or getattr(self.wrapper, "_shortlex_token", None)
        if token is not None:
            return self._reproduce(token)
        skip = self._run_examples()
        if skip is not None and not is_skip(skip):
            return skip
        if session.seed is not None or hasattr(self.wrapper, "_shortlex_seed"):
            # A seed asks for certain cases: known failures are not replayed.
            self.options = settings(self.options, database=None)
        seed, is_complete = self._seed(), False
        while not is_complete:
            quota = self._quota()
            with journaled(self._test, self.options, seed=seed, key=self.key) as plan:
                try:
                    with watched(self.tested.name, plan.options, session) as progress:
                        # Not in a method of its own: a test needs the frames.
                        result = run(
                            plan.test,
                            plan.options,
                            seed=plan.seed,
                            observer=self._observer(),
                            key=self.key,
                            share=self._share() if quota is None else quota,
                            before_report=partial(session.announce_report, plan.options),
                            on_start=partial(self._see_start, plan, progress),
                            on_step=None if progress is None else progress.see_step,
                            code=self.tested.inner_test,
                        )
                except BaseException as stop:
                    if self.options.verbosity > Verbosity.quiet:
                        _tell_of_unfinished(stop, self.hunt)
                    raise
                result = self._advised(plan, result)
            # An earlier process died in this test, but no case has killed its own process. The
            # cause may be what the cases before it have left, so they are run in this process, too.
            seed, is_complete = plan.seed, not plan.is_apart
            is_complete |= bool(result.failures) or result.stopped_by is not None
        result = self._judged(result, quota)
        error = self._verdict(result)
        if error is None:
            error = self.tested.complaint(result.statistics)
        # An example that skips must not hide failures of other cases. But it is a case, if there is
        # no other: then the test is skipped, as if a generated case had done so.
        is_harmless = error is None or isinstance(error, Unsatisfiable)
        return skip if skip is not None and is_harmless else error

    def _advised(self, plan: Plan, result: Result) -> Result:
        name, session = self.tested.name, self.session
        self.tested.see_statistics(result.statistics)
        result = advise(name, plan.test, plan.options, session, result, self.leaks)
        plan.see_result(result)
        return result

    def _run_examples(self) -> BaseException | None:
        """Run the cases given with ``@example``. Returns the first error, or a skip."""
        options = self.options
        examples = getattr(self.wrapper, "_shortlex_examples", ())
        if examples and Phase.explicit in options.phases:
            return run_examples(
                examples,
                self.tested,
                self._body(options),
                self.args,
                self.kwargs,
                options,
                self.session,
                self._beside,
            )
        if not _has_cases(options):
            _skip(self.tested.name, options)
        return None

    def _observer(self) -> Observer | None:
        """The observer of the session, and one that prints cases if the user wants to see them."""
        options, observer = self.options, self.session.observer
        if options.verbosity < Verbosity.verbose:
            return observer
        from shortlex.report.debug import view_for
        from shortlex.runner.observer import Observers

        view = view_for(options.verbosity)
        return view if observer is None else Observers(view, observer)

    def _quota(self) -> Quota | None:
        """What asks for more cases until ``@require`` is decided."""
        if not hasattr(self.wrapper, "_shortlex_requirements"):
            return None
        from shortlex.property.requirements import quota_of

        return quota_of(self.wrapper, self.options, self.session)

    def _share(self) -> Share | None:
        seconds = self.session.seconds
        return None if seconds is None else Share(seconds)

    def _see_start(self, plan: Plan, progress: View | None, hunt: Hunt) -> None:
        self.hunt = hunt
        plan.prepare(hunt)
        if progress is not None:
            progress.see_start(hunt)

    def _body(self, options: settings) -> Body:
        tested, surroundings = self.tested, self.surroundings
        body = tested.body(
            options,
            run=tested.coroutine_runner(options, surroundings, self.leaks),
            around=None if surroundings is None else surroundings.around,
            instance=current_self.get(),
            session=self.session,
        )
        if not options.is_isolated:
            return body
        from shortlex.runner.crashes.child import CaseLimits
        from shortlex.runner.crashes.isolation import check_fork, isolated

        check_fork()
        if surroundings is not None:
            surroundings.leave_to_children()
        limits = CaseLimits(options.case_seconds, options.case_memory)
        return isolated(body, limits, (self.leaks, *tested.counters))

    def _test(self, options: settings, wrap: Callable[[Body], Body] | None = None) -> Test:
        """The test as a function of a case."""
        body = self._body(options)
        return self.tested.test_function(
            self.args, self.kwargs, body if wrap is None else wrap(body), self._beside
        )

    def _beside(self) -> Beside:
        """The arguments of the call that reports show besides those that were drawn."""
        from shortlex.property.signature import arguments_beside

        shown = None if self.session.name is None else self.session.parameters
        return arguments_beside(self.wrapper, self.args, self.kwargs, shown)

    def _reproduce(self, token: str) -> BaseException:
        from shortlex.property.reproduce import reproduce
        from shortlex.report.terminal import Again

        self.session.announce_report(self.options)
        again = Again(self.key, self.session.name)
        test = self._test(self.options)
        return reproduce(self.tested.name, test, token, self.options, again)

    def _judged(self, result: Result, quota: Quota | None) -> Result:
        """The result, with what was found about required labels. The session is told of it."""
        options, session = self.options, self.session
        if quota is not None:
            from shortlex.property.requirements import judge_labels

            name = self.tested.name
            result, self.too_rare = judge_labels(name, quota, result, options, session)
        if session.on_result is not None:
            session.on_result(result._replace(key=self.key), options)
        return result

    def _verdict(self, result: Result) -> BaseException | None:
        error: BaseException | None = self.too_rare
        options = self.options
        if error is None and (
            result.failures or not result.statistics.valid or options.fail_health_check
        ):
            # Most tests pass, and need not pay for the import.
            from shortlex.report.terminal import Again
            from shortlex.report.verdict import verdict

            error = verdict(self.tested.name, result, options, Again(self.key, self.session.name))
        if result.complaints:
            from shortlex.report.verdict import complain

            complain(result.complaints, self.tested.inner_test)
        return error

    def _seed(self) -> int | None:
        seed, rounds = self._fixed_seed(), self.session.rounds
        return seed if seed is None or not rounds else crc32(encoded(f"{seed} {rounds}"))

    def _fixed_seed(self) -> int | None:
        given: object = getattr(self.wrapper, "_shortlex_seed", None)
        if given is not None:
            if isinstance(given, int) and -(2**64) < given < 2**64:
                return given
            return crc32(encoded(shown(given)))
        if self.session.seed is not None:
            return self.session.seed
        if self.options.derandomize:
            return crc32(encoded(f"{self.wrapper.__module__}.{self.wrapper.__qualname__}"))
        return None


def _tell_of_unfinished(stop: BaseException, hunt: Hunt | None) -> None:
    """Note on the error that stopped a run, before any case failed, which case was running."""
    if hunt is None or hunt.unfinished is None:
        return
    from shortlex.core.raised import add_report
    from shortlex.runner.reuse import call_of_unfinished

    if not hunt.unfinished.has_begun:
        add_report(stop, ["The case that was running had not yet drawn all its arguments."])
    elif call := call_of_unfinished(hunt):
        add_report(stop, [f"The case that was running: {call}"])


def _has_cases(options: settings) -> bool:
    """Whether there is anything to run besides examples."""
    is_reused = Phase.reuse in options.phases and options.database is not None
    return is_reused or Phase.generate in options.phases


def _skip(name: str, options: settings) -> NoReturn:
    from unittest import SkipTest

    raise SkipTest(f"settings(phases={options.phases!r}) leaves nothing to run for {name}.")
