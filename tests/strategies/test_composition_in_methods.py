"""Tests that are methods: their instance, and what it wants around each case."""

from __future__ import annotations

import unittest
from collections.abc import Callable
from typing import Any
from unittest import mock

import pytest

from shortlex import example, find, given, settings
from shortlex import strategies as st
from shortlex.errors import InvalidArgument

FEW = settings(max_examples=5, derandomize=True)


# runner()


def test_runner_is_the_instance_of_a_method() -> None:
    met: list[object] = []

    class Suite:
        limit = 3

        @FEW
        @given(st.runner(), st.runner().flatmap(lambda self: st.integers(0, self.limit)))
        def check(self, instance: object, n: int) -> None:
            assert instance is self
            assert n <= 3
            met.append(instance)

    suite = Suite()
    suite.check()
    assert set(met) == {suite}


def test_runner_is_the_test_case_of_unittest() -> None:
    class Suite(unittest.TestCase):
        @FEW
        @given(instance=st.runner())
        def test_it(self, instance: object) -> None:
            assert instance is self

    result = unittest.TestResult()
    Suite("test_it").run(result)
    assert result.testsRun == 1
    assert result.wasSuccessful()


def test_without_an_instance_runner_is_its_default() -> None:
    @FEW
    @given(st.runner(default=None))
    def test(instance: object) -> None:
        assert instance is None

    test()
    assert find(st.runner(default=7), lambda value: True) == 7


def test_without_an_instance_and_a_default_the_next_step_is_said() -> None:
    @given(st.runner())
    def test(instance: object) -> None: ...

    with pytest.raises(InvalidArgument, match=r"not a method.*runner\(default=None\)"):
        test()


def test_a_mock_is_no_instance() -> None:
    @mock.patch("os.getcwd")
    @FEW
    @given(instance=st.runner(default="nobody"))
    def test(getcwd: object, instance: object) -> None:
        assert instance == "nobody"
        assert isinstance(getcwd, mock.NonCallableMock)

    test()


def test_the_instance_of_one_test_is_not_that_of_the_next() -> None:
    class Suite:
        @FEW
        @given(st.integers())
        def check(self, n: int) -> None: ...

    Suite().check()
    assert find(st.runner(default=None), lambda value: True) is None


def test_reprs_are_the_calls() -> None:
    assert repr(st.runner()) == "runner()"
    assert repr(st.runner(default=[])) == "runner(default=[])"


# Hooks


class Log:
    """A suite that writes down what happens."""

    def __init__(self) -> None:
        self.log: list[Any] = []

    def check(self, n: int) -> None:
        self.log.append(n)
        assert n < 5


def test_each_case_is_run_between_setup_and_teardown() -> None:
    class Suite(Log):
        def setup_example(self) -> str:
            self.log.append("set up")
            return "token"

        def teardown_example(self, token: object) -> None:
            self.log.append(token)

        test = FEW(example(2)(given(st.integers(0, 4))(Log.check)))

    suite = Suite()
    suite.test()
    assert suite.log[:3] == ["set up", 2, "token"]
    assert suite.log[::3] == ["set up"] * 6
    assert suite.log[2::3] == ["token"] * 6


def test_a_case_that_fails_is_torn_down_and_reduced() -> None:
    class Suite(Log):
        def teardown_example(self, token: object) -> None:
            self.log.append(("down", token))

        test = settings(derandomize=True)(given(st.integers())(Log.check))

    suite = Suite()
    with pytest.raises(AssertionError) as caught:
        suite.test()
    assert "n=5," in caught.value.__notes__[0]
    assert suite.log[-2:] == [5, ("down", None)]
    assert suite.log[1::2] == [("down", None)] * (len(suite.log) // 2)


def test_setup_alone_is_enough() -> None:
    class Suite(Log):
        def setup_example(self) -> None:
            self.log.append("set up")

        test = FEW(given(st.integers(0, 4))(Log.check))

    suite = Suite()
    suite.test()
    assert suite.log[::2] == ["set up"] * 5


def test_execute_example_is_given_the_case_to_call() -> None:
    class Suite(Log):
        def execute_example(self, f: Callable[[], object]) -> str:
            self.log.append("before")
            assert f() is None
            self.log.append("after")
            return "not the result of the test"

        def setup_example(self) -> None:
            raise AssertionError("execute_example goes first")

        test = FEW(given(st.integers(0, 4))(Log.check))

    suite = Suite()
    suite.test()
    assert suite.log[::3] == ["before"] * 5
    assert suite.log[2::3] == ["after"] * 5


def test_a_result_is_refused_also_where_a_hook_hides_it() -> None:
    class Suite:
        def execute_example(self, f: Callable[[], object]) -> None:
            f()

        @given(st.integers())
        def test(self, n: int) -> int:
            return n + 1

    with pytest.raises(InvalidArgument, match="returned 1"):
        Suite().test()


def test_an_error_in_a_hook_is_a_failure() -> None:
    class Suite(Log):
        def setup_example(self) -> None:
            raise ConnectionError("no server")

        test = FEW(given(st.integers())(Log.check))

    with pytest.raises(ConnectionError, match="no server"):
        Suite().test()
