"""Where lines break: nowhere if all fits, else after every element; and the failing call."""

from ast import literal_eval
from collections import deque
from collections.abc import Callable
from types import SimpleNamespace
from typing import Any

import pytest

from shortlex.report.code.literals import format_call, format_literal


class Lines:
    def __repr__(self) -> str:
        return "a(1,\n  2)"


def test_what_fits_stays_on_one_line() -> None:
    value = ["x" * 40, "y" * 38]
    assert len(format_literal(value)) == 86
    assert "\n" not in format_literal(value, indent=2)
    assert "\n" in format_literal(value, indent=3)
    assert "\n" in format_literal(value, width=85)


def test_what_does_not_fit_has_an_element_a_line() -> None:
    value = {
        "a": [1, 2],
        "bc": {3},
        (4, 5): deque([6]),
        "d": (7,),
        "e": [],
        "f": SimpleNamespace(x=1),
    }
    assert format_literal(value, width=12) == (
        "{\n"
        "    'a': [\n"
        "        1,\n"
        "        2,\n"
        "    ],\n"
        "    'bc': {\n"
        "        3,\n"
        "    },\n"
        "    (4, 5): deque([\n"
        "        6,\n"
        "    ]),\n"
        "    'd': (\n"
        "        7,\n"
        "    ),\n"
        "    'e': [],\n"
        "    'f': SimpleNamespace(\n"
        "        x=1,\n"
        "    ),\n"
        "}"
    )


def test_the_comma_after_an_element_counts() -> None:
    assert format_literal([[1, 2], 3456], width=11) == "[\n    [1, 2],\n    3456,\n]"
    assert format_literal([[1, 2], 3456], width=10) == (
        "[\n    [\n        1,\n        2,\n    ],\n    3456,\n]"
    )


def test_a_key_that_does_not_fit_is_spread_too() -> None:
    assert format_literal({(1, 2): [3]}, width=11) == (
        "{\n    (\n        1,\n        2,\n    ): [3],\n}"
    )


def test_lines_after_the_first_are_indented() -> None:
    assert format_literal([1, 2], indent=4, width=5) == "[\n        1,\n        2,\n    ]"


def test_a_long_string_stays_on_one_line() -> None:
    assert format_literal("word " * 100) == repr("word " * 100)


def test_a_container_of_ten_thousand_is_written_whole() -> None:
    assert literal_eval(format_literal(list(range(10_000)))) == list(range(10_000))


@pytest.mark.parametrize("kind", [list, set, dict.fromkeys, deque, frozenset])
def test_a_longer_container_says_how_much_is_left_out(kind: Callable[..., Any]) -> None:
    code = format_literal(kind(range(12_345)))
    assert code.splitlines()[-2] == "    # 2_345 more left out"
    assert code.count(",\n") == 10_000
    compile(code, "<code>", "eval")


def test_a_repr_of_several_lines_is_kept_and_spreads_what_holds_it() -> None:
    assert format_literal([Lines(), 3]) == "[\n    a(1,\n  2),\n    3,\n]"


def test_a_call_has_an_argument_a_line() -> None:
    assert format_call("test_sort", {"xs": [0, 0], "flag": False}) == (
        "test_sort(\n    xs=[0, 0],\n    flag=False,\n)"
    )


def test_a_call_without_arguments_is_one_line() -> None:
    assert format_call("test_sort", {}) == "test_sort()"


def test_a_long_argument_is_spread_below_its_name() -> None:
    assert format_call("test_sort", {"xs": ["x" * 40, "y" * 40]}) == (
        f"test_sort(\n    xs=[\n        '{'x' * 40}',\n        '{'y' * 40}',\n    ],\n)"
    )


def test_the_name_of_an_argument_counts() -> None:
    # Four of indent, one of equals sign, 74 of list and one of comma leave eight for the name.
    value = ["x" * 34, "y" * 32]
    assert format_call("f", {"n" * 8: value}).count("\n") == 2
    assert format_call("f", {"n" * 9: value}).count("\n") == 5
