"""Sizes past which we stop and ask: shown, never failed. ``make check`` prints them.

A module that is long for a reason says so in its docstring, on a line that begins with
``Size:``, and is left alone. A function's docstring does not count as part of its length.
"""

import ast
from collections.abc import Iterator
from pathlib import Path

PACKAGE = Path(__file__).parents[2] / "src" / "shortlex"

LONGEST_MODULE = 300
LONGEST_PASS = 80
LONGEST_FUNCTION = 40


def lines_of(node: ast.FunctionDef | ast.AsyncFunctionDef) -> int:
    """The lines of a function without its docstring."""
    lines = (node.end_lineno or node.lineno) - node.lineno + 1
    if ast.get_docstring(node) is not None:
        docstring = node.body[0]
        lines -= (docstring.end_lineno or docstring.lineno) - docstring.lineno + 1
    return lines


def oversized(name: str, source: str) -> Iterator[str]:
    """What in one module is longer than it should be; nothing if the module says why."""
    tree = ast.parse(source)
    docstring = ast.get_docstring(tree) or ""
    if any(line.startswith("Size:") for line in docstring.splitlines()):
        return
    limit = LONGEST_PASS if name.startswith("reducer/passes/") else LONGEST_MODULE
    lines = len(source.splitlines())
    if lines > limit:
        yield f"{name}: {lines} lines, over {limit}"
    for node in ast.walk(tree):
        if isinstance(node, ast.FunctionDef | ast.AsyncFunctionDef):
            lines = lines_of(node)
            if lines > LONGEST_FUNCTION:
                yield f"{name}:{node.lineno} {node.name}: {lines} lines, over {LONGEST_FUNCTION}"


def report() -> str:
    found = [
        line
        for path in sorted(PACKAGE.rglob("*.py"))
        for line in oversized(
            path.relative_to(PACKAGE).as_posix(), path.read_text(encoding="utf-8")
        )
    ]
    return "\n".join(["Longer than we like:", *found]) if found else "No size is over its limit."


def test_a_long_module_is_named() -> None:
    assert list(oversized("report/html.py", "x = 1\n" * 301)) == [
        "report/html.py: 301 lines, over 300"
    ]
    assert list(oversized("report/html.py", "x = 1\n" * 300)) == []


def test_a_long_pass_is_named_sooner() -> None:
    assert list(oversized("reducer/passes/sort_siblings.py", "x = 1\n" * 81)) == [
        "reducer/passes/sort_siblings.py: 81 lines, over 80"
    ]


def test_a_long_function_is_named() -> None:
    source = "def f():\n" + "    x = 1\n" * 40
    assert list(oversized("cli.py", source)) == ["cli.py:1 f: 41 lines, over 40"]


def test_a_docstring_makes_no_function_long() -> None:
    source = 'def f():\n    """' + "word\n" * 40 + '    """\n' + "    x = 1\n" * 39
    assert list(oversized("cli.py", source)) == []


def test_a_module_that_says_why_is_left_alone() -> None:
    source = '"""One table.\n\nSize: a table is read top to bottom.\n"""\n' + "x = 1\n" * 400
    assert list(oversized("report/html.py", source)) == []


if __name__ == "__main__":
    print(report())
