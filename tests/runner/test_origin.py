"""Origins: which failures are one bug."""

import unittest
from collections.abc import Callable
from itertools import count
from pathlib import Path
from typing import Any

import pytest

from shortlex import given, settings
from shortlex import strategies as st
from shortlex.runner.origin import Origin, is_ours, origin_of, place_of

HERE = __file__


def caught(function: Callable[..., Any], *args: Any) -> BaseException:
    try:
        function(*args)
    except BaseException as error:
        return error
    raise AssertionError("nothing was raised")


def first(kind: type[BaseException]) -> None:
    raise kind("one message")


def second(kind: type[BaseException]) -> None:
    raise kind("another message")


def line_of(function: Callable[..., Any], offset: int) -> int:
    return function.__code__.co_firstlineno + offset


def test_type_and_line_make_the_origin_and_the_message_does_not() -> None:
    assert origin_of(caught(first, ValueError)) == Origin("ValueError", HERE, line_of(first, 1), ())
    origins = {
        origin_of(caught(function, kind))
        for function in (first, second)
        for kind in (ValueError, KeyError)
        for _ in range(2)
    }
    assert len(origins) == 4


def test_an_origin_says_where() -> None:
    assert str(origin_of(caught(first, ValueError))).startswith("ValueError at test_origin.py:")


def test_what_was_handled_before_belongs_to_the_origin() -> None:
    def handling(before: Callable[..., Any]) -> None:
        try:
            before(ValueError)
        except ValueError:
            raise KeyError from None

    assert origin_of(caught(handling, first)) != origin_of(caught(handling, second))
    assert origin_of(caught(handling, first)) == origin_of(caught(handling, first))


def test_members_of_a_group_belong_to_the_origin() -> None:
    def group(*members: Callable[..., Any]) -> None:
        raise ExceptionGroup("together", [caught(each, ValueError) for each in members])  # type: ignore[list-item]  # ValueErrors

    assert origin_of(caught(group, first)) == origin_of(caught(group, first))
    assert origin_of(caught(group, first)) != origin_of(caught(group, first, second))


def test_errors_that_refer_to_each_other_have_an_origin() -> None:
    one, other = caught(first, ValueError), caught(second, ValueError)
    one.__context__, other.__context__ = other, one
    assert len(origin_of(one).causes) == 1


def test_assertion_helpers_are_not_where_it_happened() -> None:
    case = unittest.TestCase()

    def by_unittest() -> None:
        case.assertEqual(1, 2)  # noqa: PT009  # what is tested

    def by_pytest() -> None:
        pytest.fail("no")

    def helper() -> None:
        __tracebackhide__ = True
        raise ValueError

    def by_helper() -> None:
        helper()

    for function in (by_unittest, by_pytest):
        assert place_of(caught(function)) == (HERE, line_of(function, 1))
    assert place_of(caught(by_helper)) == (HERE, line_of(by_helper, 1))


def test_a_stack_that_overflows_anywhere_is_one_bug() -> None:
    def down(n: int) -> int:
        return up(n + 1)

    def up(n: int) -> int:
        return down(n + 1)

    def start(depth: int) -> int:
        if depth:
            return start(depth - 1)
        return down(0)

    origins = {origin_of(caught(start, depth)) for depth in range(4)}
    assert len(origins) == 1
    assert origins.pop().line == line_of(caught, 2)


def test_an_error_without_a_traceback_has_an_origin() -> None:
    assert origin_of(ValueError()) == Origin("ValueError", "<unknown>", 0, ())


def test_a_package_that_begins_like_ours_is_not_ours() -> None:
    code = compile("def f(): raise ValueError", origin_of.__code__.co_filename, "exec")
    names: dict[str, Any] = {}
    exec(code, names)  # noqa: S102  # our own text
    traceback = caught(names["f"]).__traceback__
    assert traceback is not None
    assert traceback.tb_next is not None
    assert is_ours(traceback.tb_next.tb_frame)
    assert not is_ours(traceback.tb_frame)
    sibling = origin_of.__code__.co_filename.replace("shortlex", "shortlex_extra")
    exec(compile("def f(): raise ValueError", sibling, "exec"), names)  # noqa: S102  # as above
    traceback = caught(names["f"]).__traceback__
    assert traceback is not None
    assert traceback.tb_next is not None
    assert not is_ours(traceback.tb_next.tb_frame)


@pytest.mark.parametrize("way", ["a file", "a text"])
def test_errors_in_code_that_each_case_makes_are_one_bug(way: str, tmp_path: Path) -> None:
    files = count()

    @settings(database=None)
    @given(st.integers(0, 1000))
    def test(number: int) -> None:
        source = "\n" * next(files) + f"if {number} > 100: raise ValueError"
        file = tmp_path / f"made_{next(files)}.py" if way == "a file" else f"<made {next(files)}>"
        exec(compile(source, str(file), "exec"), {})  # noqa: S102  # as such a test does

    with pytest.raises(ValueError) as caught:  # noqa: PT011  # it has no message
        test()
    assert "number=101" in "\n".join(caught.value.__notes__)
