"""Modules that need each other when they run: few at a time, counting imports inside functions.

Imports for type checkers do not count, because nothing runs them.
"""

import ast
from collections.abc import Iterator
from pathlib import Path

import pytest

SOURCE = Path(__file__).parents[2] / "src"

LARGEST_KNOT = 5
"""This many modules may be read only together."""

Graph = dict[str, set[str]]


def imports_in(node: ast.AST) -> Iterator[str]:
    """The dotted names that are imported anywhere in a syntax tree, except for type checkers."""
    for child in ast.iter_child_nodes(node):
        if isinstance(child, ast.If) and "TYPE_CHECKING" in ast.unparse(child.test):
            continue
        if isinstance(child, ast.Import):
            yield from (alias.name for alias in child.names)
        elif isinstance(child, ast.ImportFrom) and child.module is not None:
            yield from (f"{child.module}.{alias.name}" for alias in child.names)
        yield from imports_in(child)


def graph() -> Graph:
    """The modules that each module imports."""
    paths = {
        ".".join(path.relative_to(SOURCE).with_suffix("").parts).removesuffix(".__init__"): path
        for path in SOURCE.rglob("*.py")
    }
    found: Graph = {}
    for name, path in paths.items():
        targets = imports_in(ast.parse(path.read_text(encoding="utf-8")))
        modules = {each if each in paths else each.rpartition(".")[0] for each in targets}
        found[name] = modules & paths.keys() - {name}
    return found


def knots(found: Graph) -> list[set[str]]:
    """The groups of modules of which each needs all others, the largest first."""
    reach = {name: reachable(name, found) for name in found}
    groups = {
        frozenset(other for other in reach[name] if name in reach[other]) | {name}
        for name in found
        if name in reach[name]
    }
    return sorted(map(set, groups), key=len, reverse=True)


def reachable(name: str, found: Graph) -> set[str]:
    """The modules that a module needs, directly or not; itself only if it is in a knot."""
    seen: set[str] = set()
    waiting = [name]
    while waiting:
        for each in found[waiting.pop()] - seen:
            seen.add(each)
            waiting.append(each)
    return seen


def test_few_modules_need_each_other() -> None:
    assert [sorted(each) for each in knots(graph()) if len(each) > LARGEST_KNOT] == []


@pytest.mark.parametrize(
    ("found", "groups"),
    [
        ({"a": {"b"}, "b": set()}, []),
        ({"a": {"b"}, "b": {"a"}, "c": {"a"}}, [{"a", "b"}]),
        ({"a": {"b"}, "b": {"c"}, "c": {"a"}, "d": {"e"}, "e": {"d"}}, [{*"abc"}, {*"de"}]),
    ],
)
def test_knots_are_found(found: Graph, groups: list[set[str]]) -> None:
    assert knots(found) == groups


def test_imports_inside_functions_count_and_those_for_type_checkers_do_not() -> None:
    source = "def f():\n    from a import b\nif TYPE_CHECKING:\n    import c\nimport d"
    assert list(imports_in(ast.parse(source))) == ["a.b", "d"]
