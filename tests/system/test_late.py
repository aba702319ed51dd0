"""What only a failing test needs is imported although the test has broken imports."""

import ast
import subprocess
import sys
from collections.abc import Iterator
from pathlib import Path

import pytest

from shortlex.system import late

SOURCE = Path(late.__file__).parents[1]

PROGRAM = """
import sys
from shortlex import given, settings, strategies as st

@settings(database=None)
@given(st.lists(st.integers(0, 100)), st.booleans(), st.data())
def test(numbers, flag, data):
    if sum(numbers) > 50:
        raise ValueError("too much")
    data.draw(st.integers())
    {breaks}

try:
    test()
except ValueError as error:
    assert "numbers=[51]" in "".join(error.__notes__)
    assert {is_broken}
else:
    raise SystemExit("it passed")
"""


@pytest.mark.parametrize(
    ("breaks", "is_broken"),
    [
        ("sys.path.clear()", "sys.path == []"),
        ("sys.path = []", "sys.path == []"),
        ("sys.meta_path.clear()", "sys.meta_path == []"),
        ("sys.path_hooks.clear(); sys.path_importer_cache.clear()", "sys.path_hooks == []"),
    ],
)
def test_a_test_that_breaks_imports_is_reported(breaks: str, is_broken: str) -> None:
    program = PROGRAM.format(breaks=breaks, is_broken=is_broken)
    done = subprocess.run([sys.executable, "-c", program], capture_output=True, text=True)
    assert (done.returncode, done.stderr) == (0, "")


def late_imports() -> Iterator[str]:
    """What functions of the packages import of the standard library."""
    for package in late.PACKAGES:
        for path in (SOURCE / package).glob("*.py"):
            functions = ast.walk(ast.parse(path.read_text(encoding="utf-8")))
            for function in functions:
                if isinstance(function, ast.FunctionDef):
                    for node in ast.walk(function):
                        if isinstance(node, ast.Import):
                            yield from (alias.name for alias in node.names)
                        elif isinstance(node, ast.ImportFrom):
                            yield node.module or ""


def test_everything_that_is_imported_late_is_listed() -> None:
    found = {name for name in late_imports() if name.split(".")[0] in sys.stdlib_module_names}
    always = {"os", "_signal"}
    assert found - always == set(late.STANDARD)
