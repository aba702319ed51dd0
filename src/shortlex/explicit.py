"""Explicit: cases written down with @example."""

from __future__ import annotations

from collections.abc import Callable, Sequence
from typing import Any, TypeVar

from shortlex.control import current
from shortlex.core.case import RecordedCase
from shortlex.core.outcome import Outcome
from shortlex.core.source import SimplestSource
from shortlex.errors import InvalidArgument, UnsatisfiedAssumption
from shortlex.properties import Property
from shortlex.runner.execute import decisive, is_failure, is_skip
from shortlex.runner.observer import Observer
from shortlex.runner.seeding import Seeding
from shortlex.session import Body, Session
from shortlex.settings import Verbosity, settings
from shortlex.strategies.strategy import SearchStrategy

F = TypeVar("F", bound=Callable[..., Any])


class example:  # noqa: N801  # the name that users know
    """One case to run before any other. Above or below ``@given``; run top to bottom."""

    def __init__(self, *args: Any, **kwargs: Any) -> None:
        if args and kwargs:
            raise InvalidArgument("@example: give values by position or by keyword, not both.")
        if not args and not kwargs:
            raise InvalidArgument("@example() needs at least one value.")
        self.args = args
        self.kwargs = kwargs
        self.expected: tuple[type[BaseException], ...] = ()
        """The errors of which it must raise one; none if it must pass."""
        self.reason = ""

    def xfail(
        self,
        condition: bool = True,
        *,
        reason: str = "",
        raises: type[BaseException] | tuple[type[BaseException], ...] = BaseException,
    ) -> example:
        """Say that this case must fail, with one of the errors in ``raises``."""
        if not isinstance(condition, bool):
            raise InvalidArgument(f"xfail(condition={condition!r}): must be True or False.")
        if not isinstance(reason, str):
            raise InvalidArgument(f"xfail(reason={reason!r}): must be a string.")
        kinds: tuple[object, ...] = raises if isinstance(raises, tuple) else (raises,)
        expected = tuple(
            kind for kind in kinds if isinstance(kind, type) and issubclass(kind, BaseException)
        )
        if not kinds or len(expected) < len(kinds):
            raise InvalidArgument(
                f"xfail(raises={raises!r}): must be an exception type, or a tuple of them."
            )
        if condition:
            self.expected = expected
            self.reason = reason
        return self

    def via(self, whence: str, /) -> example:
        """Say where the case comes from: for readers and tools."""
        if not isinstance(whence, str):
            raise InvalidArgument(f"via({whence!r}): must be a string.")
        return self

    def __call__(self, test: F) -> F:
        # Decorators apply from the bottom up, but are read from the top down. A new tuple each
        # time: a test and what it was made of do not share.
        test._shortlex_examples = (self, *getattr(test, "_shortlex_examples", ()))  # type: ignore[attr-defined]  # read by @given
        return test

    def arguments(self, names: Sequence[str], test_name: str) -> dict[str, Any]:
        """The values by parameter, which must be exactly those that ``@given`` fills."""
        if self.args and len(self.args) == len(names):
            return dict(zip(names, self.args, strict=True))
        if not self.args and set(self.kwargs) == set(names):
            return {name: self.kwargs[name] for name in names}
        got = f"{len(self.args)} by position" if self.args else ", ".join(self.kwargs)
        raise InvalidArgument(
            f"@example on {test_name} has {got}, but @given fills {', '.join(names)}: "
            "give exactly those."
        )


def run_examples(
    examples: Sequence[example],
    tested: Property,
    body: Body,
    args: tuple[Any, ...],
    kwargs: dict[str, Any],
    options: settings,
    session: Session,
) -> BaseException | None:
    """Run every example. The failure, or all of them as a group; else a skip, if one skipped."""
    names = tuple(tested.strategies)
    calls = [(each, each.arguments(names, tested.name)) for each in examples]
    errors: list[BaseException] = []
    skip: BaseException | None = None
    for one, values in calls:
        if not errors:
            session.announce_report(options)
        try:
            error = _run_example(one, tested, body, args, kwargs, values, options, session.observer)
        except BaseException as stop:
            _tell_of(errors, stop, options.verbosity)
            raise
        if error is not None and is_skip(error):
            skip = skip or error
        elif error is not None:
            errors.append(error)
            if not options.report_multiple_bugs:
                break
    if len(errors) > 1:
        text = f"{tested.name} failed on {len(errors)} explicit examples."
        return BaseExceptionGroup(text, errors)
    return errors[0] if errors else skip


def _tell_of(errors: Sequence[BaseException], stop: BaseException, verbosity: Verbosity) -> None:
    """Add the examples that have failed to what stops the test before they are reported."""
    if errors and verbosity > Verbosity.quiet:
        from shortlex.report.terminal import error_lines
        from shortlex.report.verdict import add_notes

        add_notes(stop, [line for each in errors for line in error_lines(each)])


def _run_example(
    one: example,
    tested: Property,
    body: Body,
    args: tuple[Any, ...],
    kwargs: dict[str, Any],
    values: dict[str, Any],
    options: settings,
    observer: Observer | None,
) -> BaseException | None:
    from shortlex.report.terminal import describe_call, print_example

    case = RecordedCase(SimplestSource())
    case.keeps_notes = True
    # Written down first: the body may change what it is given.
    describe_call(case, tested.name, values)
    if options.verbosity >= Verbosity.verbose:
        print_example(case)
    if observer is not None:
        _announce(observer, case, values)
    token = current.set(case)
    try:
        with Seeding(body):
            result = body(*args, **kwargs, **values)
        if result is not None:
            tested.refuse_result(result)
        error = _missing_failure(one)
    except BaseException as raised:
        error = _failure_of(one, raised)
    finally:
        current.reset(token)
    if observer is not None:
        case.ending = error
        observer.see_case(case, _outcome_of(error))
    if error is not None and not is_skip(error):
        _report(error, case, values, options.verbosity)
    return error


def _outcome_of(error: BaseException | None) -> Outcome:
    if error is None:
        return Outcome.VALID
    return Outcome.INVALID if is_skip(error) else Outcome.INTERESTING


def _report(
    error: BaseException, case: RecordedCase, values: dict[str, Any], verbosity: Verbosity
) -> None:
    """Say at the error which example it was."""
    from shortlex.report.terminal import example_lines
    from shortlex.report.verdict import add_notes, trim

    if verbosity > Verbosity.quiet:
        strategies = [name for name, each in values.items() if isinstance(each, SearchStrategy)]
        add_notes(error, example_lines(case, strategies))
    if verbosity < Verbosity.debug:
        trim(error)


def _announce(observer: Observer, case: RecordedCase, values: dict[str, Any]) -> None:
    """Say that an example is about to run."""
    observer.see_phase("explicit")
    observer.see_start(case)
    if case.watch is not None:
        case.watch.see_arguments(values)
        case.watch.begin_body()


def _failure_of(one: example, raised: BaseException) -> BaseException | None:
    """What came of an example: nothing if that was expected or an assumption was not met."""
    ending = decisive(raised) if isinstance(raised, BaseExceptionGroup) else raised
    if isinstance(ending, UnsatisfiedAssumption):
        return None
    if is_skip(ending):
        return ending
    if not is_failure(ending):
        raise ending
    return None if isinstance(ending, one.expected) else ending


def _missing_failure(one: example) -> BaseException | None:
    """What to say of an example that passed, if it was expected not to."""
    if not one.expected:
        return None
    kinds = " or ".join(kind.__name__ for kind in one.expected)
    because = f" ({one.reason})" if one.reason else ""
    return AssertionError(f"Expected {kinds}{because}, but nothing was raised.")
