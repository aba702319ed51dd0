"""Compose: a fresh case from a seed and a number, as the source of a strategy and a condition.

The parts that the condition needs stand among others that do not matter, in a tuple, a record, a
dictionary or a composite function, and perhaps in a list of such. A case is kept if its condition
fails rarely, but often enough to be found: that is decided by ``plain``, so the same seed makes the
same cases whatever the libraries do.
"""

from __future__ import annotations

import linecache
from collections.abc import Callable
from dataclasses import dataclass
from functools import cached_property
from itertools import count
from random import Random
from typing import Any

from bench.reduction.case import Case
from bench.reduction.fresh import plain
from bench.reduction.fresh.families import FAMILIES, Grammar
from bench.reduction.fresh.shapes import shown
from bench.reduction.fresh.spellings import LARGE, MEDIUM, SMALL, Writer

DRAWS = 400
RAREST, COMMONEST = 4, 120
"""How many of the draws may fail."""

MAX_EXAMPLES = 5000

RANGES = (SMALL, SMALL, SMALL, SMALL + MEDIUM, LARGE)


@dataclass(frozen=True)
class Fresh:
    """A case that was made from a seed and a number."""

    seed: int
    number: int
    family: str
    marked: str
    """The source, with marks around what makes no difference."""

    @property
    def source(self) -> str:
        return shown(self.marked)

    @property
    def name(self) -> str:
        return f"{self.seed}/{self.number}"

    @cached_property
    def case(self) -> Case:
        make, fails = self.load()
        return Case(f"fresh {self.name}", make, fails, max_examples=MAX_EXAMPLES)

    def load(self) -> tuple[Callable[[Any], Any], Callable[[Any], bool]]:
        """The functions of the source."""
        return load(self.source, f"<fresh {self.name}>")


def load(source: str, file: str) -> tuple[Callable[[Any], Any], Callable[[Any], bool]]:
    # Both libraries read the source of filters, as they can in a user's file.
    linecache.cache[file] = (len(source), None, source.splitlines(keepends=True), file)
    names: dict[str, Any] = {"__name__": __name__}
    exec(compile(source, file, "exec", dont_inherit=True), names)  # noqa: S102  # written here
    return names["make"], names["fails"]


def compose(seed: int, number: int) -> Fresh:
    """The case of a seed with a number. Each family has its turn."""
    family = list(FAMILIES)[number % len(FAMILIES)]
    for attempt in count():
        random = Random(f"{seed}/{number}/{attempt}")
        try:
            source = write(random, family)
            if fails_rarely(source, random):
                return Fresh(seed, number, family, source)
        except plain.RefusedError:
            continue
    raise AssertionError("count() does not end")


def fails_rarely(source: str, random: Random) -> bool:
    make, fails = load(shown(source), "<a case that may be made>")
    strategy = make(plain)
    failed = refused = 0
    for _ in range(DRAWS):
        try:
            failed += bool(fails(strategy.sample(random)))
        except plain.RefusedError:
            refused += 1
        if failed > COMMONEST or refused > DRAWS // 2:
            return False
    return failed >= RAREST


def write(random: Random, family: str) -> str:
    writer = Writer(random, random.choice(RANGES), random.choice((4, 5, 6, 8, 12)))
    grammar = Grammar(random, writer)
    condition = FAMILIES[family](grammar)
    if len(grammar.parts) < 3 and random.random() < 0.2:
        other = FAMILIES[random.choice(list(FAMILIES))](grammar)
        condition = f"({condition}) and ({other})"
    for _ in range(random.choice((0, 0, 0, 1, 1, 2, 4))):
        grammar.add_unused()
    unpacked, strategy, before = _arrange(grammar)
    lines = [*unpacked, f"return {condition}"]
    if random.random() < 0.12:
        strategy, lines = _in_a_list(random, strategy, lines)
    return _source(grammar, strategy, lines, before)


def _arrange(grammar: Grammar) -> tuple[list[str], str, str]:
    """The lines that take a value apart, the strategy for it, and what both need before them."""
    random, writer = grammar.random, grammar.writer
    names = list(grammar.parts)
    made = {name: strategy for name, (_, strategy) in grammar.parts.items()}
    if len(names) == 1:
        return [f"{names[0]} = value"], made[names[0]], ""
    places = list(names)
    if random.random() < 0.5:
        random.shuffle(places)
    how = random.choice(("tuple", "tuple", "composite", "record", "dictionary", "nested", "flag"))
    joined = ", ".join(places)
    if how == "record":
        fields = "\n".join(f"    {name}: object" for name in places)
        given = ", ".join(f"{name}={made[name]}" for name in places)
        unpacked = [f"{name} = value.{name}" for name in names]
        before = f"from dataclasses import dataclass\n\n\n@dataclass\nclass Record:\n{fields}"
        return unpacked, f"st.builds(Record, {given})", before
    if how == "dictionary":
        given = ", ".join(f"{name!r}: {made[name]}" for name in places)
        return [f"{n} = value[{n!r}]" for n in names], f"st.fixed_dictionaries({{{given}}})", ""
    if how == "nested":
        rest = ", ".join(places[1:])
        inner = f"st.tuples({', '.join(made[name] for name in places[1:])})"
        return [f"{places[0]}, ({rest},) = value"], f"st.tuples({made[places[0]]}, {inner})", ""
    if how == "tuple":
        return [f"{joined} = value"], f"st.tuples({', '.join(made[n] for n in places)})", ""
    drawn = [f"{name} = draw({made[name]})" for name in places]
    if how == "flag":
        # Without the flag, only some of it is there.
        cut = random.randrange(1, len(drawn))
        drawn.insert(cut, f"if {random.choice(('', 'not '))}draw(st.booleans()):")
        drawn.insert(cut + 1, f"    return ({', '.join(places[:cut])},)")
    elif random.random() < 0.5:
        dead = f"unused = draw({writer.unseen(writer.any_shape())})"
        drawn.insert(random.randrange(len(drawn) + 1), dead)
    strategy = f"{writer.composite('values', *drawn, f'return ({joined},)')}()"
    if how == "flag":
        return (
            [f"if len(value) < {len(names)}:", "    return False", f"{joined} = value"],
            strategy,
            "",
        )
    return [f"{joined} = value"], strategy, ""


def _in_a_list(random: Random, strategy: str, lines: list[str]) -> tuple[str, list[str]]:
    """A list of such values, one of which fails."""
    inner = ["def fails_alone(value):", *("    " + line for line in lines)]
    ending = random.choice(
        (
            "return any(map(fails_alone, values))",
            "return len(values) > 1 and fails_alone(values[-1])",
            "return any(fails_alone(value) for value in values[1:])",
        )
    )
    if random.random() < 0.5:
        strategy = f"st.lists({strategy}, max_size=4)"
    else:
        strategy = f"st.tuples(st.lists({strategy}, max_size=3), st.booleans())"
        return strategy, [*inner, "values, _ = value", ending]
    return strategy, [*inner, "values = value", ending]


def _source(grammar: Grammar, strategy: str, lines: list[str], before: str) -> str:
    def indented(text: str) -> str:
        return "".join(f"    {line}\n" if line.strip() else "" for line in text.splitlines())

    parts = [before] if before else []
    parts += grammar.helpers.values()
    definitions = "\n".join(indented(each) for each in grammar.writer.definitions)
    gap = "\n" if definitions else ""
    parts.append(f"def make(st):\n{definitions}{gap}    return {strategy}\n".rstrip())
    parts.append("def fails(value):\n" + indented("\n".join(lines)).rstrip())
    return "\n\n\n".join(parts) + "\n"
