"""Explicit: cases written down with @example."""

from __future__ import annotations

from collections.abc import Callable, Mapping, Sequence
from typing import Any, TypeVar

from shortlex.errors import InvalidArgument, UnsatisfiedAssumption
from shortlex.runner.execute import is_failure
from shortlex.settings import Verbosity, settings

F = TypeVar("F", bound=Callable[..., Any])


class Example:
    """One case to run before any other. Above or below ``@given``; run top to bottom."""

    def __init__(self, *args: Any, **kwargs: Any) -> None:
        if args and kwargs:
            raise InvalidArgument("@example: give values by position or by keyword, not both.")
        if not args and not kwargs:
            raise InvalidArgument("@example() needs at least one value.")
        self.args = args
        self.kwargs = kwargs
        self.expected: tuple[type[BaseException], ...] = ()
        self.reason = ""

    def xfail(
        self,
        condition: bool = True,
        *,
        reason: str = "",
        raises: type[BaseException] | tuple[type[BaseException], ...] = BaseException,
    ) -> Example:
        """Say that this case must fail, with one of the errors in ``raises``."""
        kinds = raises if isinstance(raises, tuple) else (raises,)
        if not isinstance(condition, bool):
            raise InvalidArgument(f"xfail(condition={condition!r}): must be True or False.")
        if not isinstance(reason, str):
            raise InvalidArgument(f"xfail(reason={reason!r}): must be a string.")
        if not kinds or not all(
            isinstance(kind, type) and issubclass(kind, BaseException) for kind in kinds
        ):
            raise InvalidArgument(f"xfail(raises={raises!r}): must be an exception type.")
        if condition:
            self.expected = kinds
            self.reason = reason
        return self

    def via(self, whence: str, /) -> Example:
        """Say where the case comes from: for readers and tools."""
        if not isinstance(whence, str):
            raise InvalidArgument(f"via({whence!r}): must be a string.")
        return self

    def __call__(self, test: F) -> F:
        examples = getattr(test, "_shortlex_examples", None)
        if examples is None:
            examples = []
            test._shortlex_examples = examples  # type: ignore[attr-defined]  # read by @given
        # Decorators apply from the bottom up, but are read from the top down.
        examples.insert(0, self)
        return test

    def arguments(self, names: Sequence[str], test_name: str) -> dict[str, Any]:
        """The values by parameter, which must be exactly those that ``@given`` fills."""
        if self.args and len(self.args) == len(names):
            return dict(zip(names, self.args, strict=True))
        if not self.args and set(self.kwargs) == set(names):
            return {name: self.kwargs[name] for name in names}
        got = f"{len(self.args)} values" if self.args else ", ".join(self.kwargs)
        raise InvalidArgument(
            f"@example on {test_name} has {got}, but @given fills {', '.join(names)}: "
            "give exactly those."
        )


def run_examples(
    examples: Sequence[Example],
    inner: Callable[..., Any],
    strategies: Mapping[str, Any],
    args: tuple[Any, ...],
    kwargs: dict[str, Any],
    options: settings,
) -> None:
    """Run every example; raise the failure, or all of them as a group."""
    __tracebackhide__ = True
    errors: list[BaseException] = []
    for example in examples:
        values = example.arguments(list(strategies), inner.__name__)
        error = _run_example(example, inner, args, {**kwargs, **values}, values, options)
        if error is not None:
            errors.append(error)
            if not options.report_multiple_bugs:
                break
    if len(errors) == 1:
        raise errors[0]
    if errors:
        raise BaseExceptionGroup(
            f"{inner.__name__} failed on {len(errors)} explicit examples.", errors
        )


def _run_example(
    example: Example,
    inner: Callable[..., Any],
    args: tuple[Any, ...],
    kwargs: dict[str, Any],
    values: dict[str, Any],
    options: settings,
) -> BaseException | None:
    from shortlex.core.case import RecordedCase
    from shortlex.core.source import SimplestSource
    from shortlex.control import current
    from shortlex.report.literals import format_call

    # Written down first: the body may change what it is given.
    text = format_call(inner.__name__, values)
    if options.verbosity >= Verbosity.verbose:
        print(f"Trying explicit example: {text}")
    case = RecordedCase(SimplestSource())
    case.keeps_notes = True
    token = current.set(case)
    try:
        inner(*args, **kwargs)
    except UnsatisfiedAssumption:
        return None
    except BaseException as error:
        if isinstance(error, example.expected):
            return None
        if not is_failure(error):
            raise
        if options.verbosity > Verbosity.quiet:
            for line in (f"Failing explicit example: {text}", *(case.notes or ())):
                error.add_note(line)
        return error
    finally:
        current.reset(token)
    if example.expected:
        kinds = " or ".join(kind.__name__ for kind in example.expected)
        because = f" ({example.reason})" if example.reason else ""
        return AssertionError(f"Expected {kinds} from {text}{because}, but nothing was raised.")
    return None
