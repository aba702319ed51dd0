"""Values without parts: exact numbers, and lambdas by their source."""

import struct

import pytest

from shortlex.report.code.atoms import is_expression
from shortlex.report.code.literals import format_literal


@pytest.mark.parametrize("value", [0.0, -0.0, complex(-0.0, 1), complex(1, -0.0), complex(0, 0)])
def test_the_sign_of_zero_is_kept(value: complex) -> None:
    again = eval(format_literal(value))  # noqa: S307  # our own code
    assert struct.pack("dd", again.real, again.imag) == struct.pack("dd", value.real, value.imag)


def test_a_lambda_is_written_as_its_source() -> None:
    first, second = lambda x, /, *y: (x + 1, y), lambda: [n for n in range(3)]  # noqa: C416
    assert format_literal([first]) == "[lambda x, /, *y: (x + 1, y)]"
    assert format_literal(second) == "lambda: [n for n in range(3)]"
    assert format_literal((lambda: lambda: 5)()) == "lambda: 5"


def test_a_lambda_without_source_on_one_line_is_written_as_its_place() -> None:
    long = lambda: (  # noqa: E731
        1
    )
    assert format_literal(long) == f"<lambda at test_atoms.py:{long.__code__.co_firstlineno}>"
    no_file = eval("lambda: 1")  # noqa: S307  # a lambda that no file has
    assert format_literal(no_file) == "<lambda at <string>:1>"


@pytest.mark.parametrize("text", ["1", "f(x)", "[\n1]", "Text('\\d')"])
def test_python_is_an_expression(text: str) -> None:
    assert is_expression(text)


@pytest.mark.parametrize("text", ["", "<Thing>", "a thing", "x = 1", "\0", "(" * 1000, "1 +"])
def test_other_text_is_not_an_expression(text: str) -> None:
    assert not is_expression(text)
