"""Examples: runs the cases given with @example."""

from __future__ import annotations

import sys
from collections.abc import Callable, Sequence
from typing import TYPE_CHECKING, Any, TypeVar

from shortlex.control import current
from shortlex.core.case import RecordedCase
from shortlex.core.raised import RUNS, add_report, cut_traceback, drop_report, tame
from shortlex.core.shown import shown
from shortlex.core.source import SimplestSource
from shortlex.core.trace import Outcome
from shortlex.errors import HowEnded, InvalidArgument, UnsatisfiedAssumption
from shortlex.property.body import Property
from shortlex.property.session import Body, Session
from shortlex.runner.execute import decisive, is_failure, is_skip
from shortlex.runner.flaky.flaky_errors import flaky_in_child
from shortlex.runner.forks import end_fork
from shortlex.runner.observer import Observer
from shortlex.runner.origin import FailedInChildError
from shortlex.runner.shared_random import Seeding
from shortlex.runner.stack import make_room, whole_stack
from shortlex.settings import Verbosity, attach, settings
from shortlex.strategies.strategy import SearchStrategy

if TYPE_CHECKING:
    from shortlex.report.code.literals import Beside

F = TypeVar("F", bound=Callable[..., Any])


class example:  # noqa: N801  # the name that users know
    """One case to run before all others. Above or below ``@given``; they run top to bottom."""

    def __init__(self, *args: Any, **kwargs: Any) -> None:
        if args and kwargs:
            raise InvalidArgument("@example: give values by position or by keyword, not both.")
        if not args and not kwargs:
            raise InvalidArgument("@example() needs at least one value.")
        self.args = args
        self.kwargs = kwargs
        self.expected: tuple[type[BaseException], ...] = ()
        """It must raise one of these errors; if there are none, it must pass."""
        self.reason: str = ""

    def xfail(
        self,
        condition: bool = True,
        *,
        reason: str = "",
        raises: type[BaseException] | tuple[type[BaseException], ...] = BaseException,
    ) -> example:
        """Expect this case to fail, with one of the errors in ``raises``."""
        if not isinstance(condition, bool):
            raise InvalidArgument(f"xfail(condition={shown(condition)}): must be True or False.")
        if not isinstance(reason, str):
            raise InvalidArgument(f"xfail(reason={shown(reason)}): must be a string.")
        kinds: tuple[object, ...] = raises if isinstance(raises, tuple) else (raises,)
        expected = tuple(
            kind for kind in kinds if isinstance(kind, type) and issubclass(kind, BaseException)
        )
        if not kinds or len(expected) < len(kinds):
            raise InvalidArgument(
                f"xfail(raises={shown(raises)}): must be an exception type, or a tuple of them."
            )
        if condition:
            self.expected = expected
            self.reason = reason
        return self

    def via(self, whence: str, /) -> example:
        """Say where the case comes from, for readers and tools."""
        if not isinstance(whence, str):
            raise InvalidArgument(f"via({shown(whence)}): must be a string.")
        return self

    def __call__(self, test: F) -> F:
        # Decorators apply from the bottom up, but are read from the top down. A new tuple each
        # time: a wrapper must not share it with the test that it wraps.
        examples = (self, *getattr(test, "_shortlex_examples", ()))
        attach(test, "@example", "_shortlex_examples", examples)
        return test

    def arguments(self, names: Sequence[str], test_name: str) -> dict[str, Any]:
        """The values by name of parameter: exactly the parameters that ``@given`` fills."""
        if self.args and len(self.args) == len(names):
            return dict(zip(names, self.args, strict=True))
        if not self.args and set(self.kwargs) == set(names):
            return {name: self.kwargs[name] for name in names}
        got = f"{len(self.args)} by position" if self.args else ", ".join(self.kwargs)
        raise InvalidArgument(
            f"@example on {test_name} gives {got}, but @given fills {', '.join(names)}. "
            "Give a value for exactly those."
        )


def run_examples(
    examples: Sequence[example],
    tested: Property,
    body: Body,
    args: tuple[Any, ...],
    kwargs: dict[str, Any],
    options: settings,
    session: Session,
    beside: Callable[[], Beside],
) -> BaseException | None:
    """Run every example. Returns the failure, or a group of them; else a skip, if one skipped."""
    names = tuple(tested.strategies)
    calls = [(each, each.arguments(names, tested.name)) for each in examples]
    errors: list[BaseException] = []
    skip: BaseException | None = None
    for one, values in calls:
        if not errors:
            session.announce_report(options)
        try:
            error = _run_example(
                one, tested, body, args, kwargs, values, options, session.observer, beside()
            )
        except BaseException as stop:
            _tell_of(errors, stop, options.verbosity)
            raise
        if error is not None and is_skip(error):
            skip = error if skip is None else skip
        elif error is not None:
            errors.append(error)
            if not options.report_multiple_bugs:
                break
    if len(errors) > 1:
        text = f"{tested.name} failed on {len(errors)} explicit examples."
        return BaseExceptionGroup(text, errors)
    return errors[0] if errors else skip


def _tell_of(errors: Sequence[BaseException], stop: BaseException, verbosity: Verbosity) -> None:
    """Add the failed examples to the error that stops the test before they are reported."""
    if errors and verbosity > Verbosity.quiet:
        from shortlex.report.terminal import error_lines

        add_report(stop, [line for each in errors for line in error_lines(each)])


def _run_example(
    one: example,
    tested: Property,
    body: Body,
    args: tuple[Any, ...],
    kwargs: dict[str, Any],
    values: dict[str, Any],
    options: settings,
    observer: Observer | None,
    beside: Beside,
) -> BaseException | None:
    from shortlex.report.terminal import describe_call, print_example, write_notes

    case = RecordedCase(SimplestSource())
    case.keeps_notes = True
    write_notes(case)
    # Formatted first: the body may change its arguments.
    describe_call(case, tested.name, values, beside)
    if options.verbosity >= Verbosity.verbose:
        print_example(case)
    if observer is not None:
        _announce(observer, case, values)
    token = current.set(case)
    try:
        with Seeding(body), whole_stack(is_replay=True):
            make_room(sys._getframe())
            result = _call(case, lambda: body(*args, **kwargs, **values))
        if result is not None:
            tested.refuse_result(result)
        if case.is_forked:
            end_fork(None)
        error = _missing_failure(one)
    except BaseException as raised:
        if case.is_forked:
            end_fork(raised)
        cut_traceback(raised, sys._getframe())
        error = _failure_of(one, tame(raised))
    finally:
        current.reset(token)
    if observer is not None:
        case.ending = error
        observer.see_case(case, _outcome_of(error))
    if error is not None and not is_skip(error):
        return _report(error, case, values, options.verbosity)
    return error


RUNS.add(_run_example.__code__)


def _call(case: RecordedCase, body: Callable[[], Any]) -> Any:
    """Call the body. If it fails in a child process, call it here, to get the error itself."""
    mark = case.save_remarks()
    try:
        return body()
    except FailedInChildError as error:
        in_child = error
    case.restore_remarks(mark)
    case.runs_here = True
    ending = HowEnded("valid")
    try:
        result = body()
        if result is not None:
            return result  # the caller raises an error for it
    except UnsatisfiedAssumption:
        ending = HowEnded("invalid")
    except BaseException as error:
        if not is_skip(error):
            raise
        ending = HowEnded("skipped")
    raise flaky_in_child(in_child, ending)


def _outcome_of(error: BaseException | None) -> Outcome:
    if error is None:
        return Outcome.VALID
    return Outcome.INVALID if is_skip(error) else Outcome.INTERESTING


def _report(
    error: BaseException, case: RecordedCase, values: dict[str, Any], verbosity: Verbosity
) -> BaseException:
    """The error to raise, with a report that names the example."""
    from shortlex.report.terminal import example_lines
    from shortlex.report.verdict import told

    strategies = [name for name, each in values.items() if issubclass(type(each), SearchStrategy)]
    drop_report(error)
    return told(error, example_lines(case, strategies), verbosity)


def _announce(observer: Observer, case: RecordedCase, values: dict[str, Any]) -> None:
    """Tell the observer that an example is about to run."""
    observer.see_phase("explicit")
    observer.see_start(case)
    if case.watch is not None:
        case.watch.see_arguments(values)
        case.watch.begin_body()


def _failure_of(one: example, raised: BaseException) -> BaseException | None:
    """The failure of an example; None if it was expected or an assumption was not met."""
    ending = decisive(raised) if isinstance(raised, BaseExceptionGroup) else raised
    if isinstance(ending, UnsatisfiedAssumption):
        return None
    if is_skip(ending):
        return ending
    if not is_failure(ending):
        raise ending
    return None if isinstance(ending, one.expected) else ending


def _missing_failure(one: example) -> BaseException | None:
    """The error for an example that passed but was expected to fail."""
    if not one.expected:
        return None
    kinds = " or ".join(kind.__name__ for kind in one.expected)
    because = f" ({one.reason})" if one.reason else ""
    return AssertionError(f"Expected {kinds}{because}, but nothing was raised.")
