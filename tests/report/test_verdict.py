"""What a test raises: the user's error, at the user's line, in a short traceback."""

import dataclasses
import subprocess
import sys
import traceback
from collections.abc import Iterable
from pathlib import Path
from typing import Any

import pytest

from shortlex import given, settings
from shortlex import strategies as st
from shortlex.database import MemoryDatabase
from shortlex.errors import InvalidArgument


def failure_of(test: Any) -> BaseException:
    try:
        test()
    except BaseException as error:
        return error
    raise AssertionError("it passed")


def names_in(error: BaseException) -> list[str]:
    """The functions of a traceback, outermost first, without the one that catches it."""
    return [frame.name for frame in traceback.extract_tb(error.__traceback__)][1:]


def deeper(x: int) -> None:
    if x > 10:
        raise ValueError


def test_one_frame_of_ours_stands_above_the_users() -> None:
    @given(st.integers())
    def test(x: int) -> None:
        deeper(x)

    assert names_in(failure_of(test)) == ["wrapper", "test", "deeper"]


def test_frames_of_ours_between_the_users_are_left_out() -> None:
    def double(x: int) -> int:
        deeper(x)
        return 2 * x

    @given(st.data())
    def test(data: st.DataObject) -> None:
        data.draw(st.lists(st.integers().map(double)))

    assert names_in(failure_of(test)) == ["wrapper", "test", "double", "deeper"]


def test_misuse_in_the_body_ends_at_the_users_line() -> None:
    @given(st.data())
    def test(data: st.DataObject) -> None:
        data.draw([1, 2])  # type: ignore[arg-type]  # the mistake under test

    error = failure_of(test)
    assert isinstance(error, InvalidArgument)
    assert names_in(error) == ["wrapper", "test"]


def test_an_error_of_ours_by_accident_keeps_the_frames_that_show_where() -> None:
    class Broken(st.SearchStrategy[int]):
        def do_draw(self, case: Any) -> int:
            return case.choose(None)  # type: ignore[no-any-return]  # fails in the library

    @given(Broken())
    def test(x: int) -> None: ...

    error = failure_of(test)
    assert isinstance(error, AttributeError)
    assert names_in(error)[:2] == ["wrapper", "do_draw"]
    assert len(names_in(error)) > 2


def test_debug_keeps_all_frames() -> None:
    @settings(verbosity="debug")
    @given(st.integers())
    def test(x: int) -> None:
        deeper(x)

    assert "execute" in names_in(failure_of(test))


def test_members_of_a_group_have_short_tracebacks_too() -> None:
    @given(st.integers())
    def test(x: int) -> None:
        deeper(x)
        assert x > -10

    error = failure_of(test)
    assert isinstance(error, ExceptionGroup)
    names = [
        [frame.name for frame in traceback.extract_tb(each.__traceback__)]
        for each in error.exceptions
    ]
    assert sorted(names) == [["test"], ["test", "deeper"]]


def test_errors_that_refuse_attributes_are_annotated_all_the_same() -> None:
    @dataclasses.dataclass(frozen=True)
    class FrozenError(Exception):
        x: int

    @given(st.integers())
    def test(x: int) -> None:
        if x > 10:
            raise FrozenError(x)

    error = failure_of(test)
    assert isinstance(error, FrozenError)
    assert error.__notes__[0] == "Failing test case: test(\n    x=11,\n)"


def test_one_error_raised_again_and_again_can_be_reported() -> None:
    error = ValueError("always the same")

    @given(st.integers())
    def test(x: int) -> None:
        if x > 10:
            raise error

    assert failure_of(test) is error
    assert error.__notes__[0] == "Failing test case: test(\n    x=11,\n)"


def test_keyboard_interrupts_of_the_body_are_raised_at_once() -> None:
    calls: list[int] = []

    @given(st.integers())
    def test(x: int) -> None:
        calls.append(x)
        raise KeyboardInterrupt

    with pytest.raises(KeyboardInterrupt):
        test()
    assert calls == [0]


PROGRAM_LINES = ("", "test()", "assert x < 10")


def test_a_plain_script_shows_the_users_frame_last(tmp_path: Path) -> None:
    program = """
from shortlex import given, strategies as st

@given(st.integers())
def test(x):
    assert x < 10

test()
"""
    run = subprocess.run(
        [sys.executable, "-c", program],
        capture_output=True,
        text=True,
        check=False,
        env={"PYTHONPATH": ":".join(sys.path)},
        cwd=tmp_path,
    )
    assert run.returncode == 1
    # Since 3.13 the lines of a -c program are shown, and more of them are underlined.
    lines = [each for each in run.stderr.splitlines() if each.strip(" ^~") not in PROGRAM_LINES]
    assert lines[1] == '  File "<string>", line 8, in <module>'
    assert "in wrapper" in lines[2]
    assert lines[3] == "    raise the_error_that_shortlex_found"
    assert lines[4] == '  File "<string>", line 6, in test'
    assert lines[5:9] == ["AssertionError", "Failing test case: test(", "    x=10,", ")"]


def test_a_test_may_replace_what_shows_warnings(monkeypatch: pytest.MonkeyPatch) -> None:
    class Broken(MemoryDatabase):
        def fetch(self, key: bytes) -> Iterable[bytes]:
            raise OSError("out of reach")

    def replacement(*args: object, **kwargs: object) -> None:
        raise OSError("replaced")

    @settings(database=Broken())
    @given(st.integers())
    def test(n: int) -> None:
        assert n < 5

    monkeypatch.setattr("warnings.warn_explicit", replacement)
    with pytest.raises(AssertionError):
        test()
