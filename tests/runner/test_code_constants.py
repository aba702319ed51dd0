"""The constants of a module are read from its source, by function, class and global name."""

from __future__ import annotations

from typing import Any

import pytest

from shortlex.runner.code_constants import code_of, format_code, parse_code

SOURCE = '''
"""A docstring is not a constant: 777777."""
import os.path
import limits as ends
from . import sibling
from .parts import PIECES as pieces
from far.away import NAME

__all__ = ["not kept", "x"]
LIMIT = 2**31 - 1
PRICES = {"solo": 9, 'team': -4.5}
BIG = 10**5000
ODD: "annotation" = b"PK\\x03\\x04"

@decorated(99)
def check(value: "annotation", default=4242) -> "annotation":
    """Not a constant either."""
    helper = lambda text: text.startswith("quit!")
    def inner():
        return 123456
    if value == LIMIT + ends.LAST or re.match(r"^ab\\.cd[x]+ef{2}gh?$", value):
        raise ValueError("this is prose with many spaces in it")
    return 0, 1, True, None, 0.0, 3j, f"wide {value} text"

class Color(Enum):
    RED = "ff0000"

    def method(self):
        return 1 << 20
'''


def scope(name: str) -> list[Any]:
    return code_of(SOURCE.encode(), "package").scopes[name].constants


def test_constants_belong_to_the_function_that_has_them() -> None:
    assert {4242, 123456}.isdisjoint(scope("Color"))
    assert scope("check.<locals>.<lambda at 18:13>") == ["quit!"]
    assert scope("check.<locals>.inner") == [123456]
    assert scope("Color") == ["ff0000"]
    assert scope("Color.method") == [1 << 20]


def test_docstrings_annotations_prose_and_common_values_are_left_out() -> None:
    everything = [*code_of(SOURCE.encode(), "package").constants()]
    texts = [each for each in everything if isinstance(each, str)]
    assert not [each for each in texts if "ocstring" in each or "constant" in each]
    assert "annotation" not in texts
    assert not [each for each in texts if "prose" in each]
    assert "not kept" not in texts
    assert not {0, 1} & {each for each in everything if not isinstance(each, str)}


def test_expressions_are_folded_and_huge_ones_are_not() -> None:
    values = code_of(SOURCE.encode(), "package").values
    assert values["LIMIT"].constants == [2**31 - 1]
    assert values["PRICES"].constants == ["solo", "team", 9, -4.5]
    assert values["ODD"].constants == [b"PK\x03\x04"]
    assert max(values["BIG"].constants) == 5000


def test_the_plain_parts_of_a_regular_expression_are_constants() -> None:
    assert "ab.cd" in scope("check")
    assert "gh" not in scope("check"), "the last character may be missing"


def test_imports_say_what_names_stand_for() -> None:
    imports = code_of(SOURCE.encode(), "package").imports
    assert imports["ends"] == ["limits"]
    assert imports["sibling"] == ["package", "sibling"]
    assert imports["pieces"] == ["package.parts", "PIECES"]
    assert imports["NAME"] == ["far.away", "NAME"]
    assert imports["os"] == ["os"]


def test_names_that_a_function_mentions_are_listed() -> None:
    names = code_of(SOURCE.encode(), "package").scopes["check"].names
    assert {"LIMIT", "ends.LAST", "re.match"} <= set(names)


def test_what_is_written_is_read_back() -> None:
    code = code_of(SOURCE.encode() + b"\nTEXT = '\\ud800'\nX = 1e400\n", "package")
    assert parse_code(format_code(code)) == code


@pytest.mark.parametrize(
    "text",
    [
        "",
        "[]",
        "{}",
        "[0, {}, {}, {}]",
        '[1, {"f": [1, [["int", "x"]], []]}, {}, {}]',
        '[1, {"f": [1, [["eval", "1"]], []]}, {}, {}]',
        '[1, {"f": 3}, {}, {}]',
        '[1, {}, {}, {"a": 3}]',
        '[1, {"f": [1, [["str", "' + "x" * 1000 + '"]], []]}, {}, {}]',
    ],
)
def test_damaged_records_are_refused(text: str) -> None:
    with pytest.raises(ValueError):  # noqa: PT011  # any will do
        parse_code(text)


def test_what_is_no_python_is_refused() -> None:
    for source in (b"def", b"\x00", b"\xff\xfe", b"# coding: nonsense\n"):
        with pytest.raises((SyntaxError, ValueError)):
            code_of(source, "")
