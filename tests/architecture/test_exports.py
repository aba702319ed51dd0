"""The public names, written down: changing a list here is changing the API.

The names of strategies stand in ``strategies/__init__.py``, and on the page of reference.
"""

import ast
import re
import subprocess
import sys
from pathlib import Path
from pkgutil import iter_modules
from types import ModuleType

import pytest

import shortlex
from shortlex import database, laws, lowlevel, provisional, stateful, strategies

ROOT = Path(__file__).parents[2]

TOP = [
    "HealthCheck",
    "Phase",
    "Verbosity",
    "__version__",
    "assume",
    "currently_in_test_context",
    "event",
    "example",
    "find",
    "given",
    "infer",
    "is_shortlex_test",
    "note",
    "observe",
    "register_random",
    "reject",
    "reproduce_failure",
    "require",
    "seed",
    "settings",
    "target",
]

STRATEGIES = sorted(strategies.__all__)
"""The names that the page of reference shows: see the tests below."""

LOWLEVEL = [
    "Case",
    "Outcome",
    "Progress",
    "Trace",
    "draw_bits",
    "draw_bytes",
    "incur_cost",
    "mark_interesting",
    "mark_invalid",
    "reduce",
    "replay",
    "replay_bytes",
    "run",
    "start_span",
    "stop_span",
    "write",
]

PROVISIONAL = ["domains", "urls"]

DATABASE = [
    "BackgroundDatabase",
    "BackgroundWriteDatabase",
    "Database",
    "DirectoryBasedExampleDatabase",
    "DirectoryDatabase",
    "ExampleDatabase",
    "GitHubArtifactDatabase",
    "GitHubDatabase",
    "InMemoryExampleDatabase",
    "LayeredDatabase",
    "MemoryDatabase",
    "MultiplexedDatabase",
    "ReadOnlyDatabase",
    "RedisDatabase",
    "RedisExampleDatabase",
]

LAWS = [
    "DATABASE_LAWS",
    "LawBroken",
    "PASS_LAWS",
    "STRATEGY_LAWS",
    "check_database",
    "check_pass",
    "check_strategy",
]

STATEFUL = [
    "Bundle",
    "InvalidDefinition",
    "RuleBasedStateMachine",
    "consumes",
    "drawn",
    "example_of",
    "get_state_machine_test",
    "initialize",
    "invariant",
    "multiple",
    "precondition",
    "rule",
    "run_state_machine_as_test",
]

EXPORTS = [
    (shortlex, TOP),
    (stateful, STATEFUL),
    (strategies, STRATEGIES),
    (lowlevel, LOWLEVEL),
    (provisional, PROVISIONAL),
    (database, DATABASE),
    (laws, LAWS),
]


@pytest.mark.parametrize(
    ("module", "names"), EXPORTS, ids=lambda value: getattr(value, "__name__", "")
)
def test_exported_names_are_these(module: ModuleType, names: list[str]) -> None:
    assert sorted(module.__all__) == names


@pytest.mark.parametrize(
    ("module", "name"),
    [
        (module, name)
        for module, names in EXPORTS
        for name in names
        if name not in ("__version__", "infer")  # a string, and `...`: they cannot be
    ],
)
def test_every_exported_name_is_documented(module: ModuleType, name: str) -> None:
    docstring = getattr(module, name).__doc__ or ""
    assert docstring.strip()
    # A dataclass without a docstring is given its signature for one.
    assert not docstring.startswith(f"{name}(")


def test_the_reference_shows_these_strategies() -> None:
    page = (ROOT / "docs" / "reference" / "strategies.md").read_text(encoding="utf-8")
    # Types for annotations have no heading of their own.
    shown = {*re.findall(r"^## (\w+)$", page, re.MULTILINE), "DataObject", "DrawFn"}
    assert set(STRATEGIES) - shown == {"SearchStrategy"}
    assert shown - {*STRATEGIES} == {"Provisional"}


def test_type_checkers_see_the_same_names_in_the_same_modules() -> None:
    source = Path(strategies.__file__).read_text(encoding="utf-8")
    imported = {
        (alias.asname, f"{node.module}.{alias.name}")
        for node in ast.walk(ast.parse(source))
        if isinstance(node, ast.ImportFrom)
        for alias in node.names
        if alias.asname is not None
    }
    named = {
        (name, f"{strategies.__name__}.{module}.{name}")
        for name, module in strategies._MODULE_OF.items()
    }
    assert imported == named


def test_no_module_has_the_name_of_a_strategy() -> None:
    # Whoever imported the module would have put it in the place of the function.
    modules = {each.name for each in iter_modules(strategies.__path__)}
    assert modules & set(STRATEGIES) == set()


def test_strategies_that_were_not_used_yet_are_listed_too() -> None:
    program = "from shortlex import strategies; print(*dir(strategies))"
    run = subprocess.run([sys.executable, "-c", program], capture_output=True, text=True)
    assert run.stdout.split() == STRATEGIES
