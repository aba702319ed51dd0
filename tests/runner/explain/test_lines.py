"""Which lines of the user's code a run executes."""

import sys
from collections.abc import Callable

import pytest

from shortlex.runner.explain import lines as module
from shortlex.runner.explain.lines import is_users, lines_of


def branch(flag: bool) -> str:
    if flag:
        return "yes"
    return "no"


FIRST = branch.__code__.co_firstlineno


def own(run: Callable[[], object]) -> list[int]:
    found = lines_of(run)
    assert found is not None
    return sorted(line - FIRST for file, line in found if line in range(FIRST, FIRST + 4))


def test_the_lines_that_are_executed_are_seen_each_time() -> None:
    assert own(lambda: branch(True)) == [1, 2]
    assert own(lambda: branch(False)) == [1, 3]
    assert own(lambda: branch(True)) == [1, 2]


def test_what_is_installed_or_ours_is_not_the_users() -> None:
    assert is_users(__file__)
    assert not any(
        map(is_users, [pytest.__file__, module.__file__, callable.__module__, "<x>"][:2])
    )
    assert not is_users("<string>")
    import random

    assert not is_users(random.__file__)


@pytest.mark.skipif(sys.version_info >= (3, 12), reason="monitoring takes nothing from a debugger")
def test_a_debugger_keeps_its_hook() -> None:
    def trace(*_: object) -> None: ...

    before = sys.gettrace()
    sys.settrace(trace)
    try:
        assert lines_of(lambda: branch(True)) is None
        assert sys.gettrace() is trace
    finally:
        sys.settrace(before)


@pytest.mark.skipif(sys.version_info < (3, 12), reason="there is no monitoring before 3.12")
def test_a_tool_that_is_in_use_is_left_alone() -> None:
    monitoring = sys.monitoring  # type: ignore[attr-defined,unused-ignore]  # from 3.12 on
    monitoring.use_tool_id(module.TOOL, "another")
    try:
        assert lines_of(lambda: branch(True)) is None
    finally:
        monitoring.free_tool_id(module.TOOL)


def test_an_error_leaves_no_hook_behind() -> None:
    before = sys.gettrace()
    with pytest.raises(ZeroDivisionError):
        lines_of(lambda: 1 / 0)
    assert sys.gettrace() is before
    assert own(lambda: branch(True)) == [1, 2]
