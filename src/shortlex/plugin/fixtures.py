"""Fixtures: sets up and tears down function-scoped fixtures around each case.

pytest sets up all fixtures of a test before it calls the test. Here it finds a stand-in for each
function-scoped fixture, and sets up only the others. Every case that reaches its body then requests
the function-scoped ones in the way that pytest itself does. After the case, the finalizers that
were added to the test are run, and the test's state is restored. So fixtures that need each other,
that are requested in the body, or that we know nothing about all behave as usual.

The fixture ``subtests`` is replaced by our own. pytest's reports each subtest at once, and goes on
as if nothing had failed, but a property has many cases and one report. So failures are collected,
and fail the case when its body is over.

There is no public API for this, so a few internals of pytest are used: its list of finalizers, the
fixture definitions of a request, and the storage of a stash.
"""

from __future__ import annotations

import shutil
from collections.abc import Callable, Iterator
from typing import Any

import pytest

from shortlex.core.raised import add_note
from shortlex.core.shown import escaped, shown
from shortlex.errors import InvalidArgument, UnsatisfiedAssumption
from shortlex.plugin.output import forget_records
from shortlex.property.session import Body
from shortlex.runner.execute import is_failure, is_rejection, is_stop
from shortlex.system.genuine import os, perf_counter

WHEN = ("case", "once")
"""When function-scoped fixtures are set up: for each case, or once for all cases."""

ALWAYS_PER_CASE = {"subtests"}
"""Set up for each case, whatever the marker says: a failed subtest must fail its case."""


ALWAYS_ONCE = {"anyio_backend"}
"""Set up once, whatever the marker says: anyio's plugin reads its value before any case."""


USUAL = pytest.StashKey[str]()
"""When fixtures are set up if the configuration does not say it."""


class _StandIn:
    """The value that pytest sees for a fixture outside of cases."""

    def __repr__(self) -> str:
        return "<set up for each case>"


STAND_IN = _StandIn()


def case_fixtures(item: pytest.Function) -> CaseFixtures | None:
    """The fixtures to set up around each case of a test; None if there are none."""
    if getattr(item, "nofuncargs", False):
        # A unittest method: its fixtures are set up before setUp(), so not around each case.
        return None
    names = [name for name in _function_scoped(item) if name not in ALWAYS_ONCE]
    # With `request`, a test can add finalizers and request fixtures in its body.
    has_request = "request" in item._fixtureinfo.argnames
    if _when(item) == "once":
        names, has_request = [name for name in names if name in ALWAYS_PER_CASE], False
    return CaseFixtures(item, names) if names or has_request else None


def _when(item: pytest.Item) -> str:
    """``case`` or ``once``, from the nearest marker or else from the configuration."""
    for mark in item.iter_markers("shortlex"):
        if mark.args or set(mark.kwargs) - {"fixtures"}:
            raise InvalidArgument(f"{mark!r}: the marker takes fixtures='case' or 'once' only.")
        if "fixtures" in mark.kwargs:
            return _known(mark.kwargs["fixtures"], "pytest.mark.shortlex(fixtures={!r})")
    chosen = item.config.getini("shortlex_fixtures") or item.config.stash.get(USUAL, "case")
    return _known(chosen, "shortlex_fixtures = {}")


def _known(when: Any, said: str) -> str:
    if when not in WHEN:
        raise InvalidArgument(f"{said.format(when)}: must be {' or '.join(map(repr, WHEN))}.")
    return str(when)


def _function_scoped(item: pytest.Function) -> Iterator[str]:
    definitions = item._fixtureinfo.name2fixturedefs
    callspec: Any = getattr(item, "callspec", None)
    for name in item.fixturenames:
        if not definitions.get(name):
            continue  # `request`, or an argument from a decorator
        definition = definitions[name][-1]
        scope: str = definition.scope
        if callspec is not None and name in callspec.params:
            if getattr(definition.func, "__name__", "") == "get_direct_param_fixture_func":
                continue  # a value of `parametrize`, which is the same for every case
            scope = callspec._arg2scope[name].value
        if scope == "function":
            yield name


class CaseFixtures:
    """The fixtures of one test, around each of its cases."""

    def __init__(self, item: pytest.Function, names: list[str]) -> None:
        self._item = item
        self._names = names
        self._arguments = set(item._fixtureinfo.argnames)
        self._finalizers: list[Callable[[], object]] | None = None
        self._process = os.getpid()
        self._is_for_report = False
        self._is_left = False
        """Whether the last case is still set up: it was run for the report, and failed."""
        self.cases = 0
        self.seconds = 0.0
        """How often the fixtures were set up and torn down, and how long that took in total."""

    def defer(self) -> None:
        """Let pytest set up everything else, with stand-ins for these fixtures."""
        for name in self._names:
            self._item.funcargs.setdefault(name, STAND_IN)

    def expect_report(self) -> None:
        """The next case is run for the report: if it fails, it stays set up.

        So a debugger sees the fixtures as they were when the case failed; pytest tears them down
        with the test.
        """
        self._is_for_report = True

    def wrap(self, body: Body) -> Body:
        """The same body, called with its fixtures."""

        def with_fixtures(*args: Any, **kwargs: Any) -> Any:
            ending: BaseException | None = None
            result = None
            try:
                kwargs.update(self._set_up())
                result = body(*args, **kwargs)
            except BaseException as error:
                # Handled below: here, it would become the __context__ of errors in finalizers.
                ending = error
            try:
                self._end(ending)
                if ending is not None:
                    raise ending
            finally:
                del ending  # it refers to this frame
            return result

        return with_fixtures

    def _set_up(self) -> dict[str, Any]:
        if self._is_left:
            self._tear_down()
        started = perf_counter()
        if self._finalizers is None:
            self._remember()
        item = self._item
        # Only what the last case records stays in the report of the test.
        del item.user_properties[self._properties :]
        try:
            values = {name: item._request.getfixturevalue(name) for name in self._names}
        finally:
            self.seconds += perf_counter() - started
        self.cases += bool(self._names)
        item.funcargs.update(values)
        return {name: value for name, value in values.items() if name in self._arguments}

    def _end(self, ending: BaseException | None) -> None:
        """Tear down after a body; raise the errors of that unless the body failed or stopped."""
        has_failed = is_failed(ending)
        # Not in a child process, where nobody looks at it.
        self._is_left = has_failed and self._is_for_report and os.getpid() == self._process
        self._is_for_report = False
        if self._is_left:
            return
        started = perf_counter()
        errors = self._tear_down()
        self.seconds += perf_counter() - started
        if ending is not None and not is_rejection(ending):
            # The error of the body counts, unless the whole test has to stop.
            errors = [each for each in errors if is_stop(each)]
        if not errors:
            return
        if len(errors) == 1:
            raise errors[0]
        raise BaseExceptionGroup("Several fixtures failed while they were torn down.", errors)

    def _remember(self) -> None:
        """Remember the state of the test before its first case, to restore it after each case."""
        item = self._item
        self._finalizers = item.session._setupstate.stack[item][0]
        self._first = len(self._finalizers)
        self._definitions = dict(item._request._fixture_defs)
        self._dependants = [(each, len(each._finalizers)) for each in self._definitions.values()]
        self._stash = dict(item.stash._storage)
        self._properties = len(item.user_properties)

    def _tear_down(self) -> list[BaseException]:
        """Run the finalizers of a case, last first, and return the errors that they raised."""
        assert self._finalizers is not None, "something was set up"
        self._is_left = False
        directory = self._directory()
        errors = []
        while len(self._finalizers) > self._first:
            try:
                self._finalizers.pop()()
            except BaseException as error:
                errors.append(error)
        self._put_back()
        if directory is not None:
            _remove(directory)
        return errors

    def _put_back(self) -> None:
        item = self._item
        definitions = item._request._fixture_defs
        for definition, count in self._dependants:
            if len(definition._finalizers) > count:
                # A fixture of wider scope also finalizes its dependants: each case adds some.
                theirs = definition._finalizers[count:]
                definition._finalizers[count:] = [
                    each for each in theirs if not self._is_of_case(each)
                ]
        definitions.clear()
        definitions.update(self._definitions)
        stash = item.stash._storage
        stash.clear()
        stash.update(self._stash)
        forget_records(item.config)

    def _is_of_case(self, finalizer: Any) -> bool:
        """Whether a finalizer tears down a fixture that this case has set up."""
        owner = getattr(getattr(finalizer, "func", None), "__self__", None)
        name = getattr(owner, "argname", "")
        return (
            owner is not None
            and self._item._request._fixture_defs.get(name) is owner
            and self._definitions.get(name) is not owner
        )

    def _directory(self) -> Any:
        """The ``tmp_path`` of the case, if the fixture is pytest's own."""
        definition = self._item._request._fixture_defs.get("tmp_path")
        if definition is None or definition.cached_result is None:
            return None
        is_usual = getattr(definition.func, "__module__", "") == "_pytest.tmpdir"
        return definition.cached_result[0] if is_usual else None


def is_failed(ending: BaseException | None) -> bool:
    """Whether a case with this ending failed, rather than passed or was rejected."""
    is_rejected = isinstance(ending, UnsatisfiedAssumption)
    return ending is not None and not is_rejected and is_failure(ending)


def _remove(directory: Any) -> None:
    """Remove the directory of a case: otherwise there would soon be thousands."""
    try:
        os.rmdir(directory)
    except OSError:
        shutil.rmtree(directory, ignore_errors=True)


def case_subtests(fixturedef: pytest.FixtureDef[Any], request: Any) -> CaseSubtests | None:
    """Our own ``subtests``, set up in the place of pytest's; None if the fixture is another one."""
    if not fixturedef.func.__module__.startswith(("_pytest.", "pytest_subtests")):
        return None
    subtests = CaseSubtests()
    request.addfinalizer(subtests.finish)
    fixturedef.cached_result = (subtests, fixturedef.cache_key(request), None)
    return subtests


class CaseSubtests:
    """The subtests of one case."""

    def __init__(self) -> None:
        self._errors: list[BaseException] = []

    def test(self, msg: str | None = None, **kwargs: Any) -> Subtest:
        """A part of the test, in a ``with`` statement; if it fails, the others still run."""
        return Subtest(self._errors, msg, kwargs)

    def finish(self) -> None:
        """Raise the errors of failed subtests."""
        errors, self._errors = self._errors, []
        if len(errors) == 1:
            raise errors[0]
        if errors:
            raise BaseExceptionGroup(f"{len(errors)} subtests failed.", errors)


class Subtest:
    """One subtest."""

    def __init__(
        self, errors: list[BaseException], msg: str | None, values: dict[str, Any]
    ) -> None:
        self._errors = errors
        self._msg = msg
        self._values = values

    def __enter__(self) -> None:
        pass

    def __exit__(self, kind: object, error: BaseException | None, traceback: object) -> bool:
        if error is None or isinstance(error, (pytest.skip.Exception, pytest.xfail.Exception)):
            # Only this subtest is skipped, not the case.
            return True
        if isinstance(error, UnsatisfiedAssumption) or not is_failure(error):
            return False
        add_note(error, f"In the subtest {escaped(self._name())}")
        self._errors.append(error)
        return True

    def _name(self) -> str:
        parts = [] if self._msg is None else [f"[{self._msg}]"]
        if self._values or not parts:
            values = ", ".join(f"{name}={shown(value)}" for name, value in self._values.items())
            parts.append(f"({values})")
        return " ".join(parts)
