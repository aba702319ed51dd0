"""Who may import whom: imports point down, and siblings never import each other.

Read from the syntax trees, so an import inside a function or under TYPE_CHECKING counts too.
"""

import ast
import re
from collections.abc import Iterator
from importlib.util import resolve_name
from pathlib import Path

import pytest

PACKAGE = Path(__file__).parents[2] / "src" / "shortlex"

# Low to high. A row may import the rows above it; parts of one row are siblings.
LAYERS = (
    ("errors",),
    ("system",),
    ("core",),
    ("control", "random_state"),
    ("strategies", "reducer", "database", "external"),
    ("settings",),
    ("runner",),
    ("report",),
    ("property",),
    ("decorators", "lowlevel", "provisional"),
    ("stateful",),
    ("extra",),
    ("hypothesis_alias",),
    ("laws", "cli", "plugin"),
    ("as_hypothesis",),
)
LEVEL_OF = {part: level for level, parts in enumerate(LAYERS) for part in parts}

# The row would allow these, the design does not: a test function is any callable of a case,
# and strategies are only one way to make one.
FORBIDDEN = {("runner", "strategies")}

FREE = {"__init__", "__main__"}
"""The front doors: they may import anything, and nothing inside imports them."""


def modules() -> Iterator[tuple[str, Path]]:
    """Every module of the package by dotted name; a package is its ``__init__``."""
    for path in sorted(PACKAGE.rglob("*.py")):
        yield ".".join(("shortlex", *path.relative_to(PACKAGE).with_suffix("").parts)), path


def imports_of(module: str, source: str) -> Iterator[tuple[int, str]]:
    """The line and the dotted target of every import in a module's source."""
    parent = module.rpartition(".")[0]
    for node in ast.walk(ast.parse(source)):
        if isinstance(node, ast.Import):
            yield from ((node.lineno, alias.name) for alias in node.names)
        elif isinstance(node, ast.ImportFrom):
            origin = resolve_name("." * node.level + (node.module or ""), parent)
            yield from ((node.lineno, f"{origin}.{alias.name}") for alias in node.names)


def violations(module: str, source: str) -> list[str]:
    """The imports of a module that point up, sideways, or at the front door."""
    part = module.split(".")[1]
    found = []
    for line, target in imports_of(module, source):
        root, _, inside = target.partition(".")
        other = inside.partition(".")[0]
        if root != "shortlex" or other == part:
            continue
        points_down = other in LEVEL_OF and LEVEL_OF[other] < LEVEL_OF[part]
        if not points_down or (part, other) in FORBIDDEN:
            found.append(f"{module}:{line} imports {target}")
    return found


def test_every_part_of_the_package_has_a_layer() -> None:
    parts = {name.split(".")[1] for name, _ in modules()} - FREE
    assert parts - LEVEL_OF.keys() == set(), "give these a row in LAYERS"


def test_the_map_in_contributing_has_the_same_rows() -> None:
    text = (PACKAGE.parents[1] / "CONTRIBUTING.md").read_text(encoding="utf-8")
    table = text.partition("| part of `src/shortlex` |")[2].partition("\n\n")[0]
    rows = [row.split("|")[1] for row in table.splitlines()[2:]]
    assert [tuple(re.findall(r"`(\w+)/?`", row)) for row in rows] == list(LAYERS)


def test_imports_point_down() -> None:
    found = [
        violation
        for name, path in modules()
        if name.split(".")[1] not in FREE
        for violation in violations(name, path.read_text(encoding="utf-8"))
    ]
    assert found == []


@pytest.mark.parametrize(
    ("module", "source"),
    [
        ("shortlex.core.case", "import random"),
        ("shortlex.core.case", "from shortlex.core.domain import Domain"),
        ("shortlex.core.case", "from . import domain"),
        ("shortlex.core.case", "from ..errors import Overrun"),
        ("shortlex.control", "from shortlex import core, errors"),
        ("shortlex.strategies.numbers", "from shortlex.control import assume"),
        ("shortlex.lowlevel", "from shortlex.runner.run import run"),
        ("shortlex.cli", "import shortlex.report.terminal as terminal"),
        ("shortlex.core.__init__", "from .domain import Domain"),
    ],
)
def test_an_import_of_a_lower_layer_or_the_own_package_is_allowed(module: str, source: str) -> None:
    assert violations(module, source) == []


@pytest.mark.parametrize(
    ("module", "source"),
    [
        ("shortlex.core.case", "import shortlex"),
        ("shortlex.core.case", "from shortlex import given"),
        ("shortlex.core.case", "from shortlex.control import assume"),
        ("shortlex.core.case", "import random, shortlex.runner"),
        ("shortlex.core.case", "from .. import settings"),
        ("shortlex.core.case", "def f():\n    from shortlex.settings import settings"),
        ("shortlex.core.case", "if TYPE_CHECKING:\n    from shortlex.settings import settings"),
        ("shortlex.control", "from shortlex.strategies import integers"),
        ("shortlex.database.interface", "from shortlex.reducer.history import History"),
        ("shortlex.decorators", "import shortlex.lowlevel"),
        ("shortlex.runner.run", "from shortlex.strategies import data"),
    ],
)
def test_an_import_up_or_sideways_or_of_the_front_door_is_found(module: str, source: str) -> None:
    assert len(violations(module, source)) == 1
