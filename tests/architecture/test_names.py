"""Names that tell modules apart, say what is inside, and do not confuse pytest."""

import ast
import builtins
import os
import re
import sys
from collections import defaultdict
from pathlib import Path

SOURCE = Path(__file__).parents[2] / "src"
MODULES = [path for path in sorted(SOURCE.rglob("*.py")) if not path.stem.startswith("__")]
PACKAGES = [path.parent for path in sorted(SOURCE.rglob("__init__.py"))]

JUNK_DRAWERS = {"utils", "util", "helpers", "helper", "common", "misc"}


def test_no_two_modules_share_a_name() -> None:
    places = defaultdict(list)
    for path in MODULES + PACKAGES:
        places[path.stem].append(str(path.relative_to(SOURCE)))
    assert {name: paths for name, paths in places.items() if len(paths) > 1} == {}


def test_no_module_is_a_junk_drawer() -> None:
    assert [path for path in MODULES + PACKAGES if path.stem.strip("_") in JUNK_DRAWERS] == []


def test_no_module_looks_like_a_test() -> None:
    assert [path for path in MODULES + PACKAGES if path.stem.lower().startswith("test")] == []


def test_no_class_looks_like_a_test() -> None:
    classes = [
        f"{path.relative_to(SOURCE)}:{node.lineno} {node.name}"
        for path in SOURCE.rglob("*.py")
        for node in ast.walk(ast.parse(path.read_text(encoding="utf-8")))
        if isinstance(node, ast.ClassDef) and node.name.startswith("Test")
    ]
    assert classes == []


def test_no_docstring_of_a_module_names_a_module_that_is_not_there() -> None:
    known = {path.stem for path in MODULES + PACKAGES} | set(sys.stdlib_module_names)
    known |= {*dir(builtins), *dir(object), *dir(os)}
    found = {}
    for path in MODULES:
        source = path.read_text(encoding="utf-8")
        text = ast.get_docstring(ast.parse(source)) or ""
        # Other names in quotes are those of something in the code below.
        below = source.replace(text, "", 1)
        names = set(re.findall(r"``([a-z_]{3,})``", text)) - known
        missing = {name for name in names if not re.search(rf"\b{name}", below)}
        if missing:
            found[str(path.relative_to(SOURCE))] = missing
    assert found == {}
