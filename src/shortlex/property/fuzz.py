"""Fuzz: runs one case of a property from bytes that an outside fuzzer gives.

``test.shortlex.fuzz_one_input`` is such a function. A fuzzer calls it with bytes, again and again;
those that reach new code are its own affair.
"""

from __future__ import annotations

from collections.abc import Callable
from typing import TYPE_CHECKING, Any

from shortlex.core.case import RecordedCase
from shortlex.core.shown import shown
from shortlex.core.source import BytesSource
from shortlex.core.trace import Outcome, Trace
from shortlex.errors import InvalidArgument
from shortlex.runner.keeper import Keeper
from shortlex.runner.result import Failure
from shortlex.runner.run import replay
from shortlex.runner.shared_random import execute_alone
from shortlex.settings import settings

if TYPE_CHECKING:
    from shortlex.property.body import Property
    from shortlex.runner.execute import Test

FuzzOneInput = Callable[[bytes], bytes | None]


class Fuzz:
    """Runs a case for each input. The test is prepared with the first one, which makes it fast."""

    def __init__(self, wrapper: Any, tested: Property) -> None:
        self._wrapper = wrapper
        self._tested = tested
        self._prepared: tuple[Test, settings, str] | None = None

    def __call__(self, data: bytes) -> bytes | None:
        """Run the case that the bytes stand for.

        Returns the bytes that it used, or None if it was invalid or there were too few bytes. If it
        fails, the failure is kept in the database, and its error is raised with a report.
        """
        if not isinstance(data, (bytes, bytearray, memoryview)):
            raise InvalidArgument(
                f"fuzz_one_input({shown(data)}): the input must be bytes, as a fuzzer makes them."
            )
        test, options, key = self._prepared or self._prepare()
        source = BytesSource(bytes(data))
        trace = execute_alone(test, RecordedCase(source, options.max_choices))
        if trace.is_interesting:
            raise self._error(test, options, key, trace)
        return bytes(data[: source.position()]) if trace.outcome is Outcome.VALID else None

    def _prepare(self) -> tuple[Test, settings, str]:
        from shortlex.property.call import prepared

        self._prepared = prepared(self._wrapper, self._tested)
        return self._prepared

    def _error(self, test: Test, options: settings, key: str, trace: Trace) -> BaseException:
        """The error of a case that failed, with its report."""
        from shortlex.report.terminal import Again
        from shortlex.report.verdict import annotated, complain

        if options.database is not None:
            keeper = Keeper(options.database, key)
            keeper.keep(trace, is_reduced=False)
            if keeper.complaints:
                complain(keeper.complaints, self._tested.inner_test)
        again = replay(test, trace.choices)
        if isinstance(again, Failure) and again.error is not None:
            return annotated(again, options.verbosity, Again(key))
        assert trace.error is not None, "a test can only fail with an error"
        return trace.error
