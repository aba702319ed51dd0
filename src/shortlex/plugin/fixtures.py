"""Fixtures: those of function scope are set up and torn down around each case.

pytest sets all fixtures of a test up before it calls it. Here it finds those of function scope
filled in already, with a stand-in, and sets up only the others. What is left is asked for anew by
every case that reaches its body, in the way that pytest itself does; then whatever was added to the
finalizers of the test is run, and what the case left on the test is put back. So fixtures that
need each other, that are asked for in the body, and that are not known to us all behave as usual.

There is no public way to say this, so a few names of pytest's own inside are used: its list of
finalizers, the definitions that a request has met, and the storage of a stash.
"""

from __future__ import annotations

import os
import shutil
from collections.abc import Callable, Iterator
from time import perf_counter
from typing import Any

import pytest

from shortlex.errors import InvalidArgument, UnsatisfiedAssumption
from shortlex.plugin.output import forget_records
from shortlex.runner.execute import is_failure, is_stop
from shortlex.session import Body

WHEN = ("case", "once")
"""When function-scoped fixtures are set up: for each case, or for all of them."""

ALWAYS_PER_CASE = {"subtests"}
"""Whatever was asked for: what fails in a subtest must fail its case."""


ALWAYS_ONCE = {"anyio_backend"}
"""Whatever was asked for: the plugin of anyio looks at its value before there is a case."""


class _StandIn:
    """Stands where pytest wants a value, outside of cases."""

    def __repr__(self) -> str:
        return "<set up for each case>"


STAND_IN = _StandIn()


def per_case_names(item: pytest.Function) -> list[str]:
    """The fixtures to set up for each case, in pytest's order."""
    if getattr(item, "nofuncargs", False):
        # A method of unittest, which is called after its setUp(): fixtures come before that.
        return []
    names = [name for name in _function_scoped(item) if name not in ALWAYS_ONCE]
    if _when(item) == "once":
        names = [name for name in names if name in ALWAYS_PER_CASE]
    return names


def _when(item: pytest.Item) -> str:
    """What the nearest marker says; if there is none, the configuration."""
    for mark in item.iter_markers("shortlex"):
        if mark.args or set(mark.kwargs) - {"fixtures"}:
            raise InvalidArgument(f"{mark!r}: the marker takes fixtures='case' or 'once' only.")
        if "fixtures" in mark.kwargs:
            return _known(mark.kwargs["fixtures"], "pytest.mark.shortlex(fixtures={!r})")
    return _known(item.config.getini("shortlex_fixtures"), "shortlex_fixtures = {}")


def _known(when: Any, said: str) -> str:
    if when not in WHEN:
        raise InvalidArgument(f"{said.format(when)}: must be {' or '.join(map(repr, WHEN))}.")
    return str(when)


def _function_scoped(item: pytest.Function) -> Iterator[str]:
    definitions = item._fixtureinfo.name2fixturedefs
    callspec: Any = getattr(item, "callspec", None)
    for name in item.fixturenames:
        if not definitions.get(name):
            continue  # `request`, or an argument that a decorator fills
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
        self._is_for_report = False
        self._is_left = False
        """The last case is still set up: it was run for the report, and failed."""
        self.cases = 0
        self.seconds = 0.0
        """How often all was set up and torn down, and how long that took together."""

    def defer(self) -> None:
        """Let pytest set up everything else, and not miss what it leaves out."""
        for name in self._names:
            self._item.funcargs.setdefault(name, STAND_IN)

    def expect_report(self) -> None:
        """The next case is run for the report: if it fails, it stays set up.

        Debuggers and whoever else looks at a failed test see it as it failed; pytest tears it
        down with the test.
        """
        self._is_for_report = True

    def wrap(self, body: Body) -> Body:
        """The same body, with what it asks for."""

        def with_fixtures(*args: Any, **kwargs: Any) -> Any:
            ending: BaseException | None = None
            result = None
            try:
                kwargs.update(self._set_up())
                result = body(*args, **kwargs)
            except BaseException as error:
                # Looked into below: in here it would be the context of what a finalizer raises.
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
        # What the last case recorded for the report of the test stays there.
        del item.user_properties[self._properties :]
        try:
            values = {name: item._request.getfixturevalue(name) for name in self._names}
        finally:
            self.seconds += perf_counter() - started
        self.cases += 1
        item.funcargs.update(values)
        return {name: value for name, value in values.items() if name in self._arguments}

    def _end(self, ending: BaseException | None) -> None:
        """Tear down after a body that ended so, and raise what fails in that, if nothing did."""
        has_failed = is_failed(ending)
        self._is_left = has_failed and self._is_for_report
        self._is_for_report = False
        if self._is_left:
            return
        started = perf_counter()
        errors = self._tear_down()
        self.seconds += perf_counter() - started
        if has_failed:
            # What the body raised counts, unless the whole test has to stop.
            errors = [each for each in errors if is_stop(each)]
        if not errors:
            return
        if len(errors) == 1:
            raise errors[0]
        raise BaseExceptionGroup("Several fixtures failed while they were torn down.", errors)

    def _remember(self) -> None:
        """Keep how the test is before its first case, to which every case goes back."""
        item = self._item
        self._finalizers = item.session._setupstate.stack[item][0]
        self._first = len(self._finalizers)
        self._definitions = dict(item._request._fixture_defs)
        self._dependants = [(each, len(each._finalizers)) for each in self._definitions.values()]
        self._stash = dict(item.stash._storage)
        self._properties = len(item.user_properties)

    def _tear_down(self) -> list[BaseException]:
        """Run the finalizers of a case, last first. What they raised."""
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
                # Fixtures of a wider scope tear down those that need them, and are told so by
                # each case anew.
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
        """Whether it tears down a fixture that this case has set up."""
        owner = getattr(getattr(finalizer, "func", None), "__self__", None)
        name = getattr(owner, "argname", "")
        return (
            owner is not None
            and self._item._request._fixture_defs.get(name) is owner
            and self._definitions.get(name) is not owner
        )

    def _directory(self) -> Any:
        """The ``tmp_path`` of the case, if that is pytest's own."""
        definition = self._item._request._fixture_defs.get("tmp_path")
        if definition is None or definition.cached_result is None:
            return None
        is_usual = getattr(definition.func, "__module__", "") == "_pytest.tmpdir"
        return definition.cached_result[0] if is_usual else None


def is_failed(ending: BaseException | None) -> bool:
    """Whether a case that ended so has failed, rather than passed or been rejected."""
    is_rejected = isinstance(ending, UnsatisfiedAssumption)
    return ending is not None and not is_rejected and is_failure(ending)


def _remove(directory: Any) -> None:
    """Remove the directory of a case that nobody will look at; there would soon be thousands."""
    try:
        os.rmdir(directory)
    except OSError:
        shutil.rmtree(directory, ignore_errors=True)
