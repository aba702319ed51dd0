"""Unittest cases: in unittest and Django, each case is set up and torn down like a test.

The framework runs setup before the test method, which is that of the first case. We run setup
before each other case, and teardown after every one, so nothing is left for the framework to tear
down. What a case leaves in a database or on ``self`` is gone before the next case, and an error in
``tearDown`` belongs to the case before it.
"""

from __future__ import annotations

import sys
from collections.abc import Callable, Iterator
from contextlib import contextmanager
from contextvars import copy_context
from types import FrameType
from typing import Any

from shortlex.control import current
from shortlex.core.raised import add_note
from shortlex.core.shown import escaped, shown_error
from shortlex.property.coroutines import Begin, Run
from shortlex.runner.execute import is_failure, is_rejection


def surroundings_in(test: Any) -> Surroundings | None:
    """The surroundings of the cases of a method; None if ``test`` is not a unittest.TestCase."""
    # If there is a TestCase, its module is imported, so we need not import it.
    unittest = sys.modules.get("unittest")
    if unittest is None or not isinstance(test, unittest.TestCase):
        return None
    if not _is_run_by(unittest.TestCase, test):
        # By testtools, for example, or Twisted's trial: only they know how to set a test up.
        return None
    if hasattr(test, "_pre_setup") and hasattr(test, "_post_teardown"):
        return _DjangoSurroundings(test)
    if hasattr(test, "_asyncioRunner"):
        return _AsyncSurroundings(test)
    return Surroundings(test)


def _is_run_by(framework: Any, test: Any) -> bool:
    """Whether unittest runs a test itself, and not another framework in a way of its own."""
    codes = framework.run.__code__, framework.debug.__code__
    frame: FrameType | None = sys._getframe(1)
    while frame is not None:
        if frame.f_code in codes and frame.f_locals.get("self") is test:
            return True
        frame = frame.f_back
    return False


class Surroundings:
    """Sets up and tears down around the cases of one call of a test method."""

    def __init__(self, test: Any) -> None:
        self.test = test
        self._is_set_up = True
        self._attributes: dict[str, object] = {}
        """The attributes of the test case before its first case."""

    def during(self, run: Callable[[], BaseException | None]) -> BaseException | None:
        """Run all cases; afterwards, the test case is in the state that the framework expects."""
        # Hides the method of the class: a failure in a subtest must end the case, to be reduced.
        self.test.subTest = sub_test
        self._attributes = dict(vars(self.test))
        try:
            return run()
        finally:
            del self.test.subTest
            if not self._is_set_up:
                self.leave()

    def leave(self) -> None:
        """Hide the next teardown from the framework, which does not know of ours."""

        def tear_down() -> None:
            del self.test._callTearDown

        self.test._callTearDown = tear_down

    def _forget_attributes(self) -> None:
        """Undo what the last case has left on ``self``. What it has removed stays removed."""
        own = vars(self.test)
        for name in [*own]:
            if name not in self._attributes:
                del own[name]
            elif own[name] is not self._attributes[name]:
                own[name] = self._attributes[name]

    def leave_to_children(self) -> None:
        """Tear down what the framework has set up: each child sets up for itself.

        Otherwise the first child would tear it down, and all others would find it gone.
        """
        if self._is_set_up:
            self._end_case()

    def around(self, body: Callable[..., Any]) -> Callable[..., Any]:
        """The same body, with setup and teardown around it."""

        def surrounded(*args: Any, **kwargs: Any) -> Any:
            self._begin_case()
            result = rejection = None
            try:
                result = body(*args, **kwargs)
            except BaseException as error:
                if not is_rejection(error):
                    self._end_failed_case(error, self._end_case)
                    raise
                rejection = error
            try:
                self._end_case()
                if rejection is not None:
                    raise rejection
            finally:
                del rejection  # it refers to this frame
            return result

        return surrounded

    def _begin_case(self) -> None:
        if not self._is_set_up:
            self._forget_attributes()
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
        """Tear down a failed case: the first error counts, and a second one becomes a note."""
        try:
            end()
        except Exception as second:
            add_note(error, f"Then, in tearDown or a cleanup: {escaped(shown_error(second))}")

    def set_up(self) -> None:
        self.test._callSetUp()

    def tear_down(self) -> None:
        self.test._callTearDown()

    def clean_up(self) -> None:
        """Like TestCase.doCleanups, which would report errors to the framework and not to us."""
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
    """Runs the body of an async test, if a loop or a thread is set up for it."""


class _AsyncSurroundings(Surroundings):
    """For unittest.IsolatedAsyncioTestCase: setup, body and cleanups share a loop and a context."""

    def during(self, run: Callable[[], BaseException | None]) -> BaseException | None:
        # The framework calls us inside its own context, which cannot be entered twice.
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

    def leave(self) -> None:
        super().leave()
        self.test._pre_setup()

    def _forget_copies(self) -> None:
        """Give each case new copies of what setUpTestData made."""
        kind: Any = sys.modules["django.test.testcases"].TestData
        own = vars(self.test)
        for base in type(self.test).__mro__:
            for name, value in vars(base).items():
                if isinstance(value, kind):
                    own.pop(name, None)
        own.pop(kind.memo_attr, None)

    def run_coroutine(self, begin: Begin) -> Any:
        # In the thread, and so in the transaction, of the test case.
        from asgiref.sync import async_to_sync

        async def main() -> Any:
            return await begin()

        return async_to_sync(main)()


@contextmanager
def sub_test(msg: object = None, **params: object) -> Iterator[None]:
    """Replaces TestCase.subTest: a failure ends the case, with a note that names the subtest."""
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
    """A subtest as unittest shows it: ``[message] (name=value)``."""
    values = ", ".join(f"{name}={write(value)}" for name, value in params.items())
    parts = [
        "" if msg is None else f"[{msg if isinstance(msg, str) else write(msg)}]",
        f"({values})" if values else "",
    ]
    return " ".join(filter(None, parts)) or "(<subtest>)"
