"""Test cases of unittest and Django: every case is set up and torn down as a test of its own.

The framework sets up before it calls the test method, and tears down after it. Between these, each
case but the first is set up here, each is torn down here, and at the end all is set up once more
for the framework to tear down. So what a case leaves in a database or on ``self`` is gone before
the next, and an error in ``tearDown`` belongs to the case that it came after.
"""

from __future__ import annotations

import sys
from collections.abc import Callable, Iterator
from contextlib import contextmanager
from contextvars import copy_context
from typing import Any

from shortlex.control import current
from shortlex.coroutines import Begin, Run
from shortlex.runner.execute import is_failure


def surroundings_in(test: Any) -> Surroundings | None:
    """What is around the cases of a method of ``test``; None if that is no unittest.TestCase."""
    # Whoever has made a TestCase has imported its module, so nothing need be imported here.
    unittest = sys.modules.get("unittest")
    if unittest is None or not isinstance(test, unittest.TestCase):
        return None
    if hasattr(test, "_pre_setup") and hasattr(test, "_post_teardown"):
        return _DjangoSurroundings(test)
    if hasattr(test, "_asyncioRunner"):
        return _AsyncSurroundings(test)
    return Surroundings(test)


class Surroundings:
    """Sets up and tears down around the cases of one call of a test method."""

    def __init__(self, test: Any) -> None:
        self.test = test
        self._is_set_up = True

    def during(self, run: Callable[[], BaseException | None]) -> BaseException | None:
        """What all cases come to; afterwards the test case is as the framework left it."""
        # Found before that of the class: a failure in it must end the case, to be reduced.
        self.test.subTest = sub_test
        found: BaseException | None = None
        try:
            found = run()
        finally:
            del self.test.subTest
            ending = found or sys.exception()
            if not self._is_set_up and not isinstance(ending, KeyboardInterrupt):
                self._set_up_again(found)
        return found

    def _set_up_again(self, found: BaseException | None) -> None:
        try:
            self.set_up()
        except Exception:
            if found is None:
                raise

    def around(self, body: Callable[..., Any]) -> Callable[..., Any]:
        """The same body, with all around it."""

        def surrounded(*args: Any, **kwargs: Any) -> Any:
            self._begin_case()
            try:
                result = body(*args, **kwargs)
            except BaseException as error:
                self._end_failed_case(error, self._end_case)
                raise
            self._end_case()
            return result

        return surrounded

    def _begin_case(self) -> None:
        if not self._is_set_up:
            try:
                self.set_up()
            except BaseException as error:
                self._end_failed_case(error, self.clean_up)
                raise
            self._is_set_up = True

    def _end_case(self) -> None:
        self._is_set_up = False
        try:
            self.tear_down()
        finally:
            self.clean_up()

    def _end_failed_case(self, error: BaseException, end: Callable[[], None]) -> None:
        """What was raised first is what counts; what comes after it is only told."""
        try:
            end()
        except Exception as second:
            from shortlex.report.verdict import add_notes

            text = f"{type(second).__name__}: {second}"
            add_notes(error, [f"Then, in tearDown or a cleanup: {text}"])

    def set_up(self) -> None:
        self.test._callSetUp()

    def tear_down(self) -> None:
        self.test._callTearDown()

    def clean_up(self) -> None:
        """As TestCase.doCleanups does, but that tells the framework of errors, and not us."""
        cleanups, errors = self.test._cleanups, []
        while cleanups:
            function, args, kwargs = cleanups.pop()
            try:
                self.test._callCleanup(function, *args, **kwargs)
            except Exception as error:
                errors.append(error)
        if errors:
            raise errors[0]

    run_coroutine: Run | None = None
    """Runs the body of an async test, where a loop or a thread is set up for it."""


class _AsyncSurroundings(Surroundings):
    """For unittest.IsolatedAsyncioTestCase: setup, body and cleanups share a loop and a context."""

    def during(self, run: Callable[[], BaseException | None]) -> BaseException | None:
        # The framework has entered its context and calls us in it: it cannot be entered again.
        self.test._asyncioTestContext = copy_context()
        return super().during(run)

    def set_up(self) -> None:
        self.test._asyncioRunner = None
        self.test._setupAsyncioRunner()
        self.test._asyncioTestContext = copy_context()
        super().set_up()

    def clean_up(self) -> None:
        try:
            super().clean_up()
        finally:
            self.test._tearDownAsyncioRunner()

    def run_coroutine(self, begin: Begin) -> Any:
        context = self.test._asyncioTestContext
        context.run(current.set, current.get())
        return self.test._asyncioRunner.run(begin(), context=context)


class _DjangoSurroundings(Surroundings):
    """For Django: the transaction of each case is rolled back, or the tables are flushed."""

    def set_up(self) -> None:
        self.test._pre_setup()
        super().set_up()

    def clean_up(self) -> None:
        try:
            super().clean_up()
        finally:
            self._forget_copies()
            self.test._post_teardown()

    def _forget_copies(self) -> None:
        """Of what setUpTestData made, each case gets new copies."""
        kind: Any = sys.modules["django.test.testcases"].TestData
        own = vars(self.test)
        for base in type(self.test).__mro__:
            for name, value in vars(base).items():
                if isinstance(value, kind):
                    own.pop(name, None)
        own.pop(kind.memo_attr, None)

    def run_coroutine(self, begin: Begin) -> Any:
        # In the thread, and so in the transaction, that the test case has set up.
        from asgiref.sync import async_to_sync

        async def main() -> Any:
            return await begin()

        return async_to_sync(main)()


@contextmanager
def sub_test(msg: object = None, **params: object) -> Iterator[None]:
    """Takes the place of TestCase.subTest: a failure ends the case, and says in which it was."""
    from unittest import SkipTest

    try:
        yield
    except SkipTest:
        return
    except BaseException as error:
        case = current.get()
        if case is not None and case.keeps_notes and is_failure(error):
            case.note(f"In subTest {_describe(msg, params, case.format_value)}")
        raise


def _describe(msg: object, params: dict[str, object], write: Callable[[object], str]) -> str:
    """As unittest does it: ``[message] (name=value)``."""
    values = ", ".join(f"{name}={write(value)}" for name, value in params.items())
    parts = ["" if msg is None else f"[{msg}]", f"({values})" if values else ""]
    return " ".join(filter(None, parts)) or "(<subtest>)"
