"""Decorators that do nothing without ``@given`` fail their test instead of passing in silence."""

from typing import Any

import pytest

from shortlex import example, given, reproduce_failure, require, seed, settings
from shortlex import strategies as st
from shortlex.errors import InvalidArgument

HEAD = "import unittest\nfrom shortlex import *\nfrom shortlex import strategies as st\n"


@pytest.mark.parametrize(
    "decorator",
    [
        "@settings(max_examples=5)",
        "@seed(1)",
        "@example(1)",
        "@reproduce_failure('s2_x')",
        "@require('large')",
    ],
)
@pytest.mark.parametrize("place", ["function", "method", "unittest", "async"])
def test_a_decorator_without_given_fails_its_test(
    pytester: pytest.Pytester, decorator: str, place: str
) -> None:
    body = {
        "function": f"{decorator}\ndef test_it(): pass\n",
        "method": f"class TestIt:\n    {decorator}\n    def test_it(self): pass\n",
        "unittest": f"class It(unittest.TestCase):\n    {decorator}\n    def test_it(self): pass\n",
        "async": f"{decorator}\nasync def test_it(): pass\n",
    }[place]
    pytester.makepyfile(HEAD + body)
    outcome = pytester.runpytest()
    outcome.assert_outcomes(failed=1)
    name = decorator.partition("(")[0]
    outcome.stdout.fnmatch_lines([f"*test_it has {name}, but not @given*Add @given(...)*"])


def test_other_tests_of_the_suite_are_left_alone(pytester: pytest.Pytester) -> None:
    pytester.makepyfile(
        f"""{HEAD}
@seed(1)
@settings(max_examples=5)
def test_idle(): pass

@settings(max_examples=5)
@given(st.none())
@seed(1)
def test_property(value): pass

def test_plain(): pass

class TestAnything:
    def __getattr__(self, name): return name
    def test_it(self): pass
"""
    )
    outcome = pytester.runpytest()
    outcome.assert_outcomes(failed=1, passed=3)
    outcome.stdout.fnmatch_lines(["*test_idle has @seed and @settings, but not @given*"])


def test_a_test_that_is_skipped_anyway_is_skipped(pytester: pytest.Pytester) -> None:
    pytester.makepyfile(f"{HEAD}import pytest\n@pytest.mark.skip\n@seed(1)\ndef test_it(): pass\n")
    pytester.runpytest().assert_outcomes(skipped=1)


@pytest.mark.parametrize(
    "decorator",
    [settings(max_examples=5), seed(1), example(1), reproduce_failure("s2_x"), require("large")],
)
def test_a_class_is_refused_at_once(decorator: Any) -> None:
    class Anything:
        pass

    with pytest.raises(InvalidArgument, match="it goes on a test function"):
        decorator(Anything)


def test_decorators_go_above_and_below_given() -> None:
    ran = []

    @settings(max_examples=5)
    @example(7)
    @given(st.integers())
    @example(8)
    @seed(1)
    def test(number: int) -> None:
        ran.append(number)

    test()
    assert ran[:2] == [7, 8]
