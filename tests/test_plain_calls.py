"""Properties without a test runner: called, in scripts, in doctests, in threads."""

import doctest
import os
import subprocess
import sys
import textwrap
import threading
from collections.abc import Callable
from pathlib import Path
from types import ModuleType
from unittest import SkipTest

import pytest

from shortlex import example, given, note, settings
from shortlex import strategies as st


def execute(tmp_path: Path, program: str, *options: str) -> subprocess.CompletedProcess[str]:
    path = tmp_path / "program.py"
    path.write_text(textwrap.dedent(program))
    return subprocess.run(
        [sys.executable, *options, str(path)],
        env={**os.environ, "PYTHONPATH": os.pathsep.join(sys.path)},
        capture_output=True,
        text=True,
        check=False,
    )


def test_a_property_is_a_function_to_call() -> None:
    met: list[int] = []

    @settings(max_examples=7)
    @given(st.integers())
    def test(x: int) -> None:
        met.append(x)

    assert test() is None  # type: ignore[func-returns-value]  # that is the claim
    assert len(met) == 7


def test_a_script_ends_with_the_report(tmp_path: Path) -> None:
    program = """
        from shortlex import given, strategies as st

        @given(st.integers())
        def check(x):
            assert x < 10

        check()
    """
    ended = execute(tmp_path, program)
    assert ended.returncode == 1
    assert ended.stdout == ""
    assert "Failing test case: check(\n    x=10,\n)" in ended.stderr


DOCUMENTED = '''
"""A module whose examples are run.

>>> from shortlex import given, settings, strategies as st
>>> @given(st.integers(0, 9))
... def is_small(x):
...     assert x < 10
>>> is_small()
>>> @settings(derandomize=True, phases=["generate", "shrink"])
... @given(st.lists(st.integers()))
... def has_no_elements(xs):
...     assert not xs
>>> has_no_elements()
Traceback (most recent call last):
AssertionError
Failing test case: has_no_elements(
    xs=[0],
)
...
"""
'''


def test_properties_in_a_doctest_pass_and_fail_like_other_code(
    capsys: pytest.CaptureFixture[str],
) -> None:
    module = ModuleType("documented")
    exec(DOCUMENTED, vars(module))  # noqa: S102  # written above
    flags = doctest.ELLIPSIS | doctest.IGNORE_EXCEPTION_DETAIL
    results = doctest.testmod(module, optionflags=flags)
    assert (results.failed, results.attempted) == (0, 5)
    assert capsys.readouterr() == ("", "")


def test_doctests_run_by_pytest_may_call_properties(pytester: pytest.Pytester) -> None:
    pytester.makepyfile(
        module='''
        def add(x, y):
            """
            >>> from shortlex import given, strategies as st
            >>> given(st.integers(), st.integers())(lambda x, y: None)()
            >>> @given(st.integers())
            ... def adding_nothing_changes_nothing(x):
            ...     assert add(x, 0) == x
            >>> adding_nothing_changes_nothing()
            """
            return x + y
        '''
    )
    result = pytester.runpytest_inprocess(
        "--doctest-modules", "-pno:cacheprovider", "-pno:asyncio", "-pno:anyio"
    )
    result.assert_outcomes(passed=1)


def test_threads_may_call_the_same_property_at_once() -> None:
    met: list[int] = []

    @settings(max_examples=50)
    @given(st.integers())
    def test(x: int) -> None:
        met.append(x)

    threads = [threading.Thread(target=test) for _ in range(4)]
    for thread in threads:
        thread.start()
    for thread in threads:
        thread.join()
    assert len(met) == 200


class FalseError(Exception):
    def __bool__(self) -> bool:
        return False


class FalseSkip(SkipTest):
    def __bool__(self) -> bool:
        return False


class FalseStop(BaseException):
    def __bool__(self) -> bool:
        return False


def fail(error: BaseException) -> Callable[..., None]:
    def test(n: int) -> None:
        note("reached")
        raise error

    return given(n=st.integers())(test)


@pytest.mark.parametrize("kind", [FalseError, FalseSkip, FalseStop])
def test_an_error_that_is_false_is_raised(kind: type[BaseException]) -> None:
    with pytest.raises(kind):
        fail(kind())()
    with pytest.raises(kind):
        example(n=0)(fail(kind()))()
