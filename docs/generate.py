"""Write the pages that are made from the code: ``reference/`` and ``explanation/passes.md``.

``python docs/generate.py`` writes them; ``--check`` writes nothing and fails if a page would
change. What a page says of a name is the name's docstring, so it is put right there.
"""

from __future__ import annotations

import argparse
import ast
import inspect
import re
import sys
from collections.abc import Iterable, Iterator
from importlib import import_module
from pathlib import Path
from textwrap import dedent
from types import FunctionType, ModuleType
from typing import Any

import _shortlex_pytest
import shortlex
from shortlex import database, errors, laws, lowlevel, provisional, stateful, strategies
from shortlex import settings as settings_class
from shortlex.cli.entry import COMMANDS
from shortlex.extra import array_api
from shortlex.extra import numpy as numpy_extra
from shortlex.extra import pandas as pandas_extra
from shortlex.extra.later import INSTEAD
from shortlex.lowlevel import Case, Outcome, Progress
from shortlex.reducer.schedule import SCHEDULE
from shortlex.report.code.literals import format_literal
from shortlex.strategies.describe import describe_callable

DOCS = Path(__file__).parent
MADE = "<!-- Made by docs/generate.py from docstrings: change those, then run `make docs`. -->\n"
CASES = 30
WIDEST = 60

# Expressions that show a strategy at work, by its name; `st` is shortlex.strategies.
EXAMPLES: dict[str, tuple[str, ...]] = {
    "binary": ("st.binary()", "st.binary(min_size=2, max_size=4)"),
    "booleans": ("st.booleans()", "st.booleans(p=0.9)"),
    "builds": ("st.builds(complex, st.integers(0, 9), st.integers(0, 9))",),
    "characters": ("st.characters(codec='ascii')", "st.characters(min_codepoint=0x3B1)"),
    "complex_numbers": (
        "st.complex_numbers(allow_nan=False)",
        "st.complex_numbers(min_magnitude=1, max_magnitude=2)",
    ),
    "composite": ("intervals()",),
    "data": ("st.builds(pick, st.data())",),
    "dates": ("st.dates()",),
    "datetimes": ("st.datetimes()", "st.datetimes(timezones=st.just(paris))"),
    "decimals": ("st.decimals()", "st.decimals('0.25', '0.75')", "st.decimals(0, 100, places=2)"),
    "deferred": ("trees",),
    "dictionaries": ("st.dictionaries(st.text('abc'), st.booleans(), max_size=3)",),
    "fixed_dictionaries": (
        "st.fixed_dictionaries({'x': st.integers(0, 9)}, optional={'y': st.booleans()})",
    ),
    "floats": ("st.floats()", "st.floats(1.5, 10.0)", "st.floats(allow_nan=False, width=16)"),
    "fractions": (
        "st.fractions()",
        "st.fractions('1/3', '1/2')",
        "st.fractions(0, 1, max_denominator=12)",
    ),
    "from_regex": (
        "st.from_regex(r'[a-z]{2,5}@x', fullmatch=True)",
        "st.from_regex(r'^(yes|no)$')",
        "st.from_regex(r'(?i)[^a-z]+', alphabet='abcABC123')",
    ),
    "functions": ("st.functions(returns=st.integers(0, 99)).map(lambda f: f())",),
    "from_type": (
        "st.from_type(dict[str, int | None])",
        "st.from_type(tuple[Literal['red', 'green'], ...])",
        "st.from_type(Account)",
    ),
    "frozensets": ("st.frozensets(st.integers(0, 9), max_size=4)",),
    "integers": ("st.integers()", "st.integers(0, 100)", "st.integers(max_value=-5)"),
    "just": ("st.just('this')",),
    "lists": (
        "st.lists(st.integers(0, 9))",
        "st.lists(st.booleans(), min_size=2, max_size=4)",
        "st.lists(st.integers(0, 99), unique_by=lambda n: n % 10, max_size=4)",
    ),
    "none": ("st.none()",),
    "nothing": (),  # it has no values to show
    "one_of": (
        "st.one_of(st.booleans(), st.integers(), st.text('abc'))",
        "st.one_of(st.none(), st.integers(0, 9), weights=[1, 9])",
    ),
    "permutations": ("st.permutations('abcd')",),
    "random_module": ("st.random_module()",),
    "randoms": ("st.randoms(use_true_random=True)",),
    "recursive": ("st.recursive(st.booleans(), st.lists, max_leaves=4)",),
    "runner": ("st.runner(default=None)",),
    "sampled_from": (
        "st.sampled_from(['red', 'green', 'blue'])",
        "st.sampled_from(range(10**9))",
        "st.sampled_from(['red', 'green', 'blue'], weights=[1, 1, 8])",
    ),
    "sets": ("st.sets(st.integers(0, 9), max_size=4)",),
    "shared": ("st.tuples(one, one)",),
    "text": ("st.text()", "st.text('xyz', min_size=1)"),
    "timedeltas": ("st.timedeltas()",),
    "times": ("st.times()",),
    "timezone_keys": ("st.timezone_keys()",),
    "timezones": ("st.timezones()",),
    "tuples": ("st.tuples(st.integers(0, 9), st.booleans())",),
    "emails": (
        "st.emails()",
        "st.emails(domains=st.just('example.com'))",
    ),
    "ip_addresses": (
        "st.ip_addresses()",
        "st.ip_addresses(v=6, network='2001:db8::/32')",
        "st.ip_addresses(network='10.0.0.0/8')",
    ),
    "iterables": ("st.iterables(st.integers(0, 9), max_size=4)",),
    "slices": ("st.slices(10)",),
    "uuids": (
        "st.uuids()",
        "st.uuids(version=4)",
    ),
}

PROVISIONAL: dict[str, tuple[str, ...]] = {
    "domains": ("provisional.domains()", "provisional.domains(max_length=8)"),
    "urls": ("provisional.urls()",),
}

VARYING = ("timezone_keys", "timezones")
"""What they draw from is not the same everywhere, so only the simplest value is shown."""

# Run before the examples, and shown where one of them uses it.
DEFINITIONS: dict[str, str] = {
    "composite": """
        @st.composite
        def intervals(draw):
            start = draw(st.integers(0, 9))
            return start, draw(st.integers(start, 10))
    """,
    "data": """
        def pick(data):
            numbers = data.draw(st.lists(st.integers(0, 9), min_size=1, max_size=3))
            return numbers, data.draw(st.sampled_from(numbers))
    """,
    "datetimes": """
        from zoneinfo import ZoneInfo

        paris = ZoneInfo("Europe/Paris")
    """,
    "deferred": """
        trees = st.deferred(lambda: st.none() | st.booleans() | st.tuples(trees, trees))
    """,
    "from_type": """
        from dataclasses import dataclass
        from typing import Literal

        @dataclass
        class Account:
            name: str
            balance: int = 0
    """,
    "shared": """
        one = st.shared(st.integers(0, 99))
    """,
}

TYPES = ("DataObject", "DrawFn", "SearchStrategy")
REGISTER = "register_type_strategy"
DERIVED = ("map", "filter", "flatmap", "example")
CASE = ("draw", "start_span", "stop_span", "incur_cost", "write", "note", "reject",
        "mark_interesting")  # fmt: skip

TOP = {
    "A property": ("given", "infer", "example", "find"),
    "How it is run": ("settings", "require", "seed", "reproduce_failure", "register_random"),
    "Inside a test": ("assume", "reject", "note", "event", "target"),
    "For tools": ("observe", "currently_in_test_context", "is_shortlex_test", "__version__"),
    "Enumerations": ("HealthCheck", "Phase", "Verbosity"),
}

# What a docstring does not say, because it knows of no plugin, and of no other page.
MORE = {
    "event": "With pytest, `--shortlex-statistics` prints the counts.",
    "target": "The search climbs: see [high targets](../how-to/search-for-high-targets.md).",
}


def pages() -> dict[str, str]:
    """Every generated page by its path under ``docs``."""
    made = {
        "reference/strategies.md": strategies_page(),
        "reference/settings.md": settings_page(),
        "reference/database.md": database_page(),
        "reference/top-level.md": top_level_page(),
        "reference/lowlevel.md": lowlevel_page(),
        "reference/stateful.md": stateful_page(),
        "reference/laws.md": laws_page(),
        "reference/errors.md": errors_page(),
        "reference/extra.md": extra_page(),
        "reference/pytest.md": pytest_page(),
        "reference/commands.md": commands_page(),
        "explanation/passes.md": passes_page(),
    }
    return {path: MADE + "\n" + page.strip() + "\n" for path, page in made.items()}


def strategies_page() -> str:
    check_covered(strategies, [*EXAMPLES, *TYPES, REGISTER])
    namespace = definitions()
    parts = [
        "# Strategies",
        fenced("from shortlex import strategies as st"),
        (
            "Most bad arguments are reported when a test that uses the strategy runs, not when the "
            "strategy is made."
        ),
        (
            "Each entry says what the strategy makes, and what its values *reduce* to when a test "
            "fails. The table below it has some calls, up to three values drawn from a fixed seed, "
            "and the *simplest* value: a reduction ends there if every value fails."
        ),
    ]
    for name in sorted(EXAMPLES):
        parts += [f"## {name}", *described(name, getattr(strategies, name))]
        if name in DEFINITIONS:
            parts.append(fenced(dedent(DEFINITIONS[name]).strip()))
        if EXAMPLES[name]:
            parts.append(value_table(EXAMPLES[name], namespace, varies=name in VARYING))
    check_covered(provisional, PROVISIONAL)
    parts += ["## Provisional", prose(provisional.__doc__)]
    for name in sorted(PROVISIONAL):
        called = f"provisional.{name}"
        parts += [f"### {called}", *described(called, getattr(provisional, name))]
        parts.append(value_table(PROVISIONAL[name], namespace))
    parts += ["## Every strategy", prose(strategies.SearchStrategy.__doc__)]
    for name in DERIVED:
        parts += described(f".{name}", getattr(strategies.SearchStrategy, name))
    parts += ["`a | b` is `one_of(a, b)`.", f"## {REGISTER}"]
    parts += described(REGISTER, strategies.register_type_strategy)
    parts.append("## Types for annotations")
    parts += [f"`{name}`: {prose(getattr(strategies, name).__doc__)}" for name in TYPES[:2]]
    parts.append("`DataObject.draw`: " + prose(strategies.DataObject.draw.__doc__))
    return "\n\n".join(parts)


def definitions() -> dict[str, Any]:
    namespace: dict[str, Any] = {"st": strategies, "provisional": provisional}
    for code in DEFINITIONS.values():
        exec(dedent(code), namespace)  # noqa: S102  # our own, a few lines above
    return namespace


def value_table(
    expressions: Iterable[str], namespace: dict[str, Any], *, varies: bool = False
) -> str:
    lines = ["| strategy | drawn | simplest |", "| --- | --- | --- |"]
    for expression in expressions:
        strategy = eval(expression, namespace)  # noqa: S307  # our own, from EXAMPLES
        values = values_of(strategy, seed=expression)
        drawn = "<br>".join(cell(value) for value in values[-3:])
        drawn = "what this machine knows" if varies else drawn
        lines.append(f"| {code_cell(expression)} | {drawn} | {cell(values[0])} |")
    return "\n".join(lines)


def values_of(strategy: Any, seed: str) -> list[Any]:
    """The values of the first cases of a test: the simplest, then random ones."""
    values = []

    @shortlex.seed(seed)
    @settings_class(max_examples=CASES, phases=["generate"])
    @shortlex.given(strategy)
    def collect(value: Any) -> None:
        values.append(value)

    collect()
    return values


def cell(value: object) -> str:
    """A value as code in a table, the same whatever Unicode the interpreter knows."""
    text = format_literal(value, width=10_000)
    text = text.encode("ascii", "backslashreplace").decode()
    return code_cell(text if len(text) <= WIDEST else text[:WIDEST] + " ...")


def code_cell(text: str) -> str:
    # A longer fence where the text itself has a backtick.
    fence = "``" if "`" in text else "`"
    pad = " " if "`" in text else ""
    return fence + pad + text.replace("|", "\\|") + pad + fence


def settings_page() -> str:
    default = settings_class.get_profile("default")
    rows = [
        f"| `{name}` | `{getattr(default, name)!r}` | {meaning} |"
        for name, meaning in defined_terms(settings_class.__doc__ or "")
    ]
    profiles = ("register_profile", "load_profile", "get_profile", "get_current_profile_name")
    parts = [
        "# Settings",
        prose(inspect.getdoc(settings_class).split("\n\nmax_examples")[0]),
        "\n".join(["| setting | default | meaning |", "| --- | --- | --- |", *rows]),
        "## Phase",
        *enumeration(shortlex.Phase),
        "## Verbosity",
        *enumeration(shortlex.Verbosity),
        "## HealthCheck",
        *enumeration(shortlex.HealthCheck),
        "## Profiles",
        (
            "A profile is a set of settings with a name. `settings.default` has the settings of "
            "the active profile. Two profiles always exist: `default`, and `ci`, which is active "
            "[if a CI service runs the tests](../how-to/run-in-ci.md)."
        ),
    ]
    for name in profiles:
        parts += described(f"settings.{name}", getattr(settings_class, name))
    parts += described(".show_changed", settings_class.show_changed)
    return "\n\n".join(parts)


def database_page() -> str:
    own = [name for name in database.__all__ if getattr(database, name).__name__ == name]
    parts = [
        "# Databases",
        fenced("from shortlex.database import DirectoryDatabase"),
        "A database [keeps failures](../how-to/keep-failures.md) for the next run.",
    ]
    for name in own:
        parts += [f"## {name}", *described(name, getattr(database, name))]
    methods = ("save", "fetch", "delete", "move")
    for name in (*methods, "add_listener", "remove_listener", "clear_listeners"):
        parts += described(f"database.{name}", getattr(database.Database, name))
    others = [name for name in database.__all__ if name not in own]
    rows = [f"| `{name}` | `{getattr(database, name).__name__}` |" for name in others]
    parts += [
        "## The names that Hypothesis has",
        "\n".join(["| name | is |", "| --- | --- |", *rows]),
    ]
    return "\n\n".join(parts)


def defined_terms(docstring: str) -> Iterator[tuple[str, str]]:
    """The terms of a definition list: a name on a line, and its meaning indented under it."""
    for name, meaning in re.findall(
        r"^(\w+(?:, \w+)*)\n((?: {4}.*\n?)+)", inspect.cleandoc(docstring), re.M
    ):
        yield name, prose(" ".join(line.strip() for line in meaning.splitlines()))


def enumeration(kind: type[Any]) -> list[str]:
    meanings = attribute_docstrings(kind)
    lines = [f"| `{member.name}` | {prose(meanings[member.name])} |" for member in kind]
    return [prose(kind.__doc__), "\n".join(["| name | meaning |", "| --- | --- |", *lines])]


def attribute_docstrings(kind: type[Any]) -> dict[str, str]:
    """The strings under the assignments of a class, which Python itself forgets."""
    (tree,) = ast.parse(dedent(inspect.getsource(kind))).body
    assert isinstance(tree, ast.ClassDef)
    found = {}
    for statement, after in zip(tree.body, tree.body[1:]):
        if isinstance(statement, ast.Assign) and isinstance(after, ast.Expr):
            target, text = statement.targets[0], after.value
            if isinstance(target, ast.Name) and isinstance(text, ast.Constant):
                found[target.id] = str(text.value)
    return found


def top_level_page() -> str:
    check_covered(shortlex, [name for group in TOP.values() for name in group])
    parts = ["# Top level", "What is in the package `shortlex` itself."]
    for title, names in TOP.items():
        parts.append(f"## {title}")
        for name in names:
            thing = getattr(shortlex, name)
            if name == "__version__":
                parts += ["### \\_\\_version\\_\\_", "The version of the library, as a string."]
            elif name == "infer":
                parts += [
                    "### infer",
                    "Another name for `...`, as in `@given(x=infer)`.",
                ]
            elif name in ("settings", "HealthCheck", "Phase", "Verbosity"):
                parts += [f"### {name}", f"See [settings](settings.md). {summary(thing)}"]
            else:
                parts += [f"### {name}", *described(name, thing)]
            if name in MORE:
                parts.append(MORE[name])
            if name == "example":
                for method in ("xfail", "via"):
                    parts += described(f"example(...).{method}", getattr(thing, method))
    return "\n\n".join(parts)


def lowlevel_page() -> str:
    functions = [name for name in lowlevel.__all__ if name[0].islower()]
    # A case has methods of the same names; they are said once, there.
    own = [name for name in functions if not hasattr(Case, name)]
    parts = ["# Low level", prose(lowlevel.__doc__), "## Functions"]
    for name in own:
        parts += described(f"lowlevel.{name}", getattr(lowlevel, name))
    rest = ", ".join(f"`{name}(case, ...)`" for name in functions if name not in own)
    parts += [
        f"{rest} do what the methods of the case do.",
        "## Case",
        "What a test function draws from. It can be used until the function returns.",
    ]
    for name in CASE:
        parts += described(f"case.{name}", getattr(Case, name))
    parts += ["## Outcome", *enumeration(Outcome)]
    docstring = inspect.getdoc(Progress) or ""
    rows = [f"| `{name}` | {meaning} |" for name, meaning in defined_terms(docstring)]
    parts += [
        "## Progress",
        prose(docstring.split("\n\n")[0]),
        "\n".join(["| attribute | meaning |", "| --- | --- |", *rows]),
        *described("progress.to_bytes", Progress.to_bytes),
        *described("Progress.from_bytes", Progress.from_bytes),
    ]
    return "\n\n".join(parts)


def stateful_page() -> str:
    parts = ["# State machines", prose(stateful.__doc__)]
    machine = stateful.RuleBasedStateMachine
    parts += described("RuleBasedStateMachine", machine)
    parts += described("machine.teardown", machine.teardown)
    parts.append("`Machine.TestCase` is a `unittest.TestCase` that tests the machine.")
    for name in stateful.__all__:
        if name not in ("RuleBasedStateMachine", "InvalidDefinition"):
            parts += described(name, getattr(stateful, name))
    return "\n\n".join(parts)


EXTRAS: dict[str, tuple[str, ...]] = {
    "numpy": tuple(numpy_extra.__all__),
    "pandas": tuple(pandas_extra.__all__),
    "array_api": tuple(array_api.__all__),
    "pytz": ("timezones",),
    "dateutil": ("timezones",),
    "redis": ("RedisExampleDatabase",),
}
"""The public names by module of ``shortlex.extra``."""


def extra_page() -> str:
    parts = [
        "# Extras",
        (
            'Strategies for values of other packages. `pip install "shortlex[numpy]"` installs the '
            "package too, and so on; each module is imported only when you import it. See "
            "[Arrays and data frames](../how-to/arrays-and-data-frames.md)."
        ),
    ]
    for module_name, names in EXTRAS.items():
        module = import_module(f"shortlex.extra.{module_name}")
        parts += [f"## shortlex.extra.{module_name}", prose(module.__doc__)]
        for name in names:
            parts += described(name, getattr(module, name))
    missing = ["## Modules that do not exist yet", "| name | instead |\n| --- | --- |"]
    missing[-1] += "".join(f"\n| `{name}` | {prose(text)} |" for name, text in INSTEAD.items())
    return "\n\n".join([*parts, *missing])


# Each function of laws with its table, which is named after it.
LAWS = {
    name: f"{name.removeprefix('check_').upper()}_LAWS" for name in laws.__all__ if "check_" in name
}


def laws_page() -> str:
    check_covered(laws, ["LawBroken", *LAWS, *LAWS.values()])
    parts = ["# Laws", prose(laws.__doc__), prose(laws.LawBroken.__doc__)]
    for name, table in LAWS.items():
        function = getattr(laws, name)
        introduction, *rest = inspect.getdoc(function).split("\n\n")
        options = [
            f"| `{term}` | {text} |" for term, text in defined_terms(inspect.getdoc(function))
        ]
        kept = [f"| `{law}` | {summary(check)} |" for law, check in getattr(laws, table).items()]
        parts += [
            f"## {name}",
            fenced(f"laws.{name}{call_signature(function)}", "text"),
            prose(introduction),
            "\n".join(["| argument | meaning |", "| --- | --- |", *options]),
            prose(rest[-1]),
            f"`laws.{table}` has these, in the order in which they are checked:",
            "\n".join(["| law | claim |", "| --- | --- |", *kept]),
        ]
    return "\n\n".join(parts)


def errors_page() -> str:
    tree = dedent((errors.__doc__ or "").split("::\n", 1)[1]).strip("\n")
    lines = ["| name | meaning |", "| --- | --- |"]
    for name, kind in vars(errors).items():
        if isinstance(kind, type) and issubclass(kind, BaseException):
            lines.append(f"| `{name}` | {' '.join(prose(kind.__doc__).split())} |")
    return "\n\n".join(
        [
            "# Errors",
            "All are in `shortlex.errors`. A `+` marks a second base class.",
            fenced(tree, "text"),
            "\n".join(lines),
        ]
    )


class OptionRecorder:
    """Stands for pytest's parser, and keeps what it is told."""

    def __init__(self) -> None:
        self.options: dict[str, dict[str, Any]] = {}
        self.settings: dict[str, tuple[str, str]] = {}

    def getgroup(self, name: str, description: str) -> OptionRecorder:
        return self

    def addoption(self, name: str, **given: Any) -> None:
        self.options[name] = given

    def addini(self, name: str, meaning: str, default: str) -> None:
        self.settings[name] = (meaning, default)


def pytest_page() -> str:
    told: Any = OptionRecorder()
    _shortlex_pytest.pytest_addoption(told)
    options = []
    for name, given in told.options.items():
        value = given.get("metavar") or "\\|".join(given.get("choices", ()))
        options.append(f"| `{name}{' ' if value else ''}{value}` | {given['help']} |")
    files = [
        f"| `{name}` | {f'`{default}`' if default else ''} | {meaning} |"
        for name, (meaning, default) in told.settings.items()
    ]
    parts = [
        "# pytest",
        "What the plugin adds: see [Use it with pytest](../how-to/use-with-pytest.md).",
        "## On the command line",
        "\n".join(["| option | what it does |", "| --- | --- |", *options]),
        "## In the configuration",
        "\n".join(["| name | default | meaning |", "| --- | --- | --- |", *files]),
        "## Marker",
        f"`@pytest.mark.{_shortlex_pytest.MARKER.replace(': ', '`: ', 1)}",
        "Every property has it. `-p no:shortlex` switches the plugin off.",
    ]
    return "\n\n".join(parts)


def commands_page() -> str:
    parts = [
        "# Commands",
        "The program `shortlex`, which is also `python -m shortlex`.",
    ]
    for command in COMMANDS:
        parser = argparse.ArgumentParser(f"shortlex {command.NAME}", add_help=False)
        command.add_arguments(parser)
        purpose = (command.__doc__ or "").partition("\n")[0].partition(": ")[2]
        usage = parser.format_usage().removeprefix("usage: ")
        parts += [
            f"## {command.NAME}",
            f"{purpose[0].upper()}{purpose[1:]}",
            fenced(" ".join(usage.split()), "text"),
            "\n".join(["| argument | meaning |", "| --- | --- |", *argument_rows(parser)]),
        ]
    return "\n\n".join(parts)


def argument_rows(parser: argparse.ArgumentParser) -> Iterator[str]:
    """The rows of a table with the arguments of a command."""
    for action in parser._actions:
        named = " ".join(action.option_strings) or str(action.metavar)
        yield f"| `{named}` | {action.help} |"


def passes_page() -> str:
    parts = [
        "# Passes",
        (
            "The edits that the [reducer](reducer.md) tries, in the order of the schedule. In the "
            "examples, brackets are collections and parentheses are spans; a `1` begins one more "
            "element, and a `0` ends the collection."
        ),
        (
            "At a *fixed point* of a pass, everything that it offers is refused. When a reduction "
            "ends, its result is a fixed point of every cheap pass, and of each costly pass that "
            "made all its offers before [patience](reducer.md#the-loop) ended."
        ),
    ]
    titles = ("Cheap passes", "Costly passes", "Rare passes")
    for title, tier in zip(titles, SCHEDULE.tiers, strict=True):
        parts.append(f"## {title}")
        for one in tier:
            parts += [f"### {one.__name__}", pass_entry(inspect.getdoc(one) or "")]
    return "\n\n".join(parts)


def pass_entry(docstring: str) -> str:
    first, _, rest = docstring.partition("\n\n")
    lines = re.sub(r"\n(?=[A-Z][a-z]+( to others)?: )", "\n* ", "\n" + rest).strip()
    lines = re.sub(r"^\* ([^:]+):", r"* *\1*:", lines, flags=re.M)
    return prose(first) + "\n\n" + prose(re.sub(r"\n(?!\*)", "\n  ", lines))


def described(name: str, function: Any) -> list[str]:
    """How a function is called, and its docstring."""
    return [fenced(f"{name}{call_signature(function)}", "text"), prose(function.__doc__)]


def call_signature(function: Any) -> str:
    """A signature as a caller sees it: without ``self`` and without annotations."""
    signature = inspect.signature(function)
    parameters = [
        each.replace(annotation=inspect.Parameter.empty, default=shown_default(each.default))
        for each in signature.parameters.values()
        if each.name != "self"
    ]
    text = str(signature.replace(parameters=parameters, return_annotation=signature.empty))
    return re.sub(r"<class '(\w+)'>", r"\1", text)


def shown_default(default: Any) -> Any:
    """The same, or what has the repr of code if it has no such repr itself."""
    if default is ... or isinstance(default, FunctionType):
        code = "..." if default is ... else describe_callable(default)
        return type("Shown", (), {"__repr__": lambda self: code})()
    return default


def summary(thing: Any) -> str:
    return prose(thing.__doc__).split("\n\n")[0]


def prose(docstring: str | None) -> str:
    """A docstring as Markdown: its literals, and its blocks of code."""
    parts = []
    for part in re.split(r"\n\n(?=\S)", inspect.cleandoc(docstring or "")):
        text, found, code = part.partition("::\n\n")
        text = re.sub(r"``(.+?)``", r"`\1`", text, flags=re.S)
        parts += [text + ":" if found and text else text] if text else []
        parts += [fenced(dedent(code).strip("\n"))] if found else []
    return "\n\n".join(parts)


def fenced(code: str, language: str = "python") -> str:
    return f"```{language}\n{code}\n```"


def check_covered(module: ModuleType, names: Iterable[str]) -> None:
    """What a module exports must all be on its page."""
    missing = set(module.__all__) ^ set(names)
    if missing:
        sys.exit(f"docs/generate.py: {module.__name__} and its page differ in {sorted(missing)}.")


def main() -> None:
    parser = argparse.ArgumentParser(description=__doc__.split("\n")[0])
    parser.add_argument("--check", action="store_true", help="write nothing; fail if a page is old")
    options = parser.parse_args()
    stale = []
    for name, text in pages().items():
        path = DOCS / name
        if not path.exists() or path.read_text(encoding="utf-8") != text:
            stale.append(f"docs/{name}")
            if not options.check:
                path.write_text(text, encoding="utf-8")
    if options.check and stale:
        sys.exit(f"Not current: {', '.join(stale)}. Run: make docs")
    print(*(f"wrote {name}" for name in stale), sep="\n", end="\n" if stale else "")


if __name__ == "__main__":
    main()
