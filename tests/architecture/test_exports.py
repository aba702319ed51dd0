"""The public names, written down: changing a list here is changing the API."""

import subprocess
import sys
from pkgutil import iter_modules
from types import ModuleType

import pytest

import shortlex
from shortlex import database, laws, lowlevel, provisional, strategies

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

STRATEGIES = [
    "DataObject",
    "DrawFn",
    "SearchStrategy",
    "binary",
    "booleans",
    "builds",
    "characters",
    "complex_numbers",
    "composite",
    "data",
    "dates",
    "datetimes",
    "decimals",
    "deferred",
    "dictionaries",
    "emails",
    "fixed_dictionaries",
    "floats",
    "fractions",
    "from_regex",
    "from_type",
    "frozensets",
    "functions",
    "integers",
    "ip_addresses",
    "iterables",
    "just",
    "lists",
    "none",
    "nothing",
    "one_of",
    "permutations",
    "random_module",
    "randoms",
    "recursive",
    "register_type_strategy",
    "runner",
    "sampled_from",
    "sets",
    "shared",
    "slices",
    "text",
    "timedeltas",
    "times",
    "timezone_keys",
    "timezones",
    "tuples",
    "uuids",
]

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
    "Database",
    "DirectoryBasedExampleDatabase",
    "DirectoryDatabase",
    "ExampleDatabase",
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

EXPORTS = [
    (shortlex, TOP),
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


def test_no_module_has_the_name_of_a_strategy() -> None:
    # Whoever imported the module would have put it in the place of the function.
    modules = {each.name for each in iter_modules(strategies.__path__)}
    assert modules & set(STRATEGIES) == set()


def test_strategies_that_were_not_used_yet_are_listed_too() -> None:
    program = "from shortlex import strategies; print(*dir(strategies))"
    run = subprocess.run([sys.executable, "-c", program], capture_output=True, text=True)
    assert run.stdout.split() == STRATEGIES
