"""Families: the conditions that make a fresh case fail, in the words of its source.

A condition asks a ``Grammar`` for parts of the shapes that it needs, and gets their names; it asks
for constants that are met in random parts, so that it holds neither always nor never.
"""

from __future__ import annotations

from collections.abc import Callable
from random import Random
from typing import Any, TypeVar

from bench.reduction.fresh import plain
from bench.reduction.fresh.shapes import (
    CLOSE,
    OPEN,
    Bool,
    Bytes,
    Dict,
    Float,
    Int,
    List,
    Set,
    Shape,
    Text,
    Tree,
    Tuple,
    shown,
)
from bench.reduction.fresh.spellings import Writer

NAMES = "abcdefghjkmn"
"""Of parts. The conditions use other letters for what they count over."""

SAMPLES = 80
"""How many random parts a constant is chosen from."""

HELPERS = {
    "depth": """
def depth(tree):
    parts = tree.values() if isinstance(tree, dict) else tree
    return 1 + max(map(depth, parts), default=0) if isinstance(tree, (list, dict)) else 0
""",
    "leaves": """
def leaves(tree):
    if not isinstance(tree, (list, dict)):
        return [tree]
    return [leaf for part in (tree.values() if isinstance(tree, dict) else tree)
            for leaf in leaves(part)]
""",
    "nodes": """
def nodes(tree):
    yield tree
    if isinstance(tree, (list, dict)):
        for part in tree.values() if isinstance(tree, dict) else tree:
            yield from nodes(part)
""",
    "longest_run": """
def longest_run(xs):
    longest = length = 0
    for place, x in enumerate(xs):
        length = length + 1 if place and xs[place - 1] == x else 1
        longest = max(longest, length)
    return longest
""",
    "wrap": """
def wrap(text, width):
    lines = [""]
    for word in text.split():
        if lines[-1] and len(lines[-1]) + 1 + len(word) > width:
            lines.append(word)
        else:
            lines[-1] = f"{lines[-1]} {word}".strip()
    return lines
""",
    "balance": """
def balance(text):
    level = lowest = 0
    for letter in text:
        level += {"(": 1, ")": -1}.get(letter, 0)
        lowest = min(lowest, level)
    return level, lowest
""",
    "play": """
def play(commands):
    held, most = [], 0
    for is_push, number in commands:
        if is_push:
            held.append(number)
        elif held:
            held.pop()
        most = max(most, sum(held))
    return held, most
""",
}


T = TypeVar("T")


class Grammar:
    """One case as it is written: its parts, and what its condition needs."""

    def __init__(self, random: Random, writer: Writer) -> None:
        self.random = random
        self.writer = writer
        self.parts: dict[str, tuple[Shape, str]] = {}
        """By name, the shape and the strategy."""
        self.helpers: dict[str, str] = {}

    def pick(self, *choices: T) -> T:
        return self.random.choice(choices)

    def need(self, shape: Shape) -> str:
        """A new part of the case; its name."""
        name = NAMES[len(self.parts)]
        self.parts[name] = shape, self.writer.write(shape)
        return name

    def add_unused(self) -> None:
        """A part that no condition looks at."""
        name = self.need(self.writer.any_shape())
        shape, strategy = self.parts[name]
        self.parts[name] = shape, f"{OPEN}{strategy}{CLOSE}"

    def int(self) -> str:
        return self.need(self.writer.int_shape())

    def ints(self) -> str:
        return self.need(self.writer.list_shape())

    def text(self, alphabet: str | None = "") -> str:
        return self.need(self.writer.text_shape(alphabet))

    def help(self, name: str) -> str:
        self.helpers[name] = HELPERS[name].strip()
        return name

    def met(self, expression: str, low: float = 0.5, high: float = 0.97) -> Any:
        """A value that the expression has in random cases, between two quantiles."""
        values = sorted(self.values(expression), key=lambda value: (str(type(value)), value))
        if not values:
            raise plain.RefusedError
        place = self.random.uniform(low, high) * len(values)
        return values[min(len(values) - 1, int(place))]

    def values(self, expression: str) -> list[Any]:
        source = "\n".join([*self.helpers.values(), *self.writer.definitions])
        parts = ", ".join(f"{name}={made}" for name, (_, made) in self.parts.items())
        names: dict[str, Any] = {"st": plain}
        exec(shown(f"{source}\nparts = dict({parts})"), names)  # noqa: S102  # written here
        random = Random(self.random.random())
        found = []
        for _ in range(SAMPLES):
            try:
                drawn = {name: each.sample(random) for name, each in names["parts"].items()}
            except plain.RefusedError:
                continue
            found.append(eval(expression, names | drawn))  # noqa: S307  # written here
        return found

    def number(self) -> str:
        """An expression for a whole number, of a new part."""
        kind = self.random.randrange(12)
        if kind < 5:
            return self.int()
        if kind < 7:
            xs = self.ints()
            return self.pick(f"sum({xs})", f"max({xs}, default=0)", f"len({xs})", f"len(set({xs}))")
        if kind < 9:
            s = self.text()
            letter = self.pick(*(self.letters(s)))
            return self.pick(f"len({s})", f"{s}.count({letter!r})", f"len(set({s}))")
        if kind == 9:
            return f"len({self.need(Bytes(self.writer.most))})"
        if kind == 10:
            d = self.need(Dict(self.writer.int_shape(), self.writer.int_shape(), 5))
            return self.pick(f"len({d})", f"sum({d}.values())", f"max({d}, default=0)")
        bits = self.need(List(Bool(), 0, self.writer.most))
        return self.pick(f"sum({bits})", f"len({bits})")

    def letters(self, name: str) -> str:
        shape = self.parts[name][0]
        assert isinstance(shape, Text)
        return shape.alphabet or "aZ0 "


# Each returns a condition. The first line of each names what is compared with what.


def comparisons(g: Grammar) -> str:
    kind = g.random.randrange(8)
    if kind == 0:
        x = g.number()
        return f"{x} >= {g.met(x)}"
    if kind == 1:
        x, y = g.number(), g.number()
        return f"{x} > {y} + {g.met(f'{x} - {y}')}"
    if kind == 2:
        x, y = g.number(), g.number()
        return f"{x} >= {g.met(x)} and {y} >= {g.met(y)}"
    if kind == 3:
        x, y, z = g.int(), g.int(), g.int()
        least = g.met(f"{x} * {y} - {z}")
        return f"{least} <= {x} * {y} - {z} <= {least + g.pick(0, 3, 20, 500)}"
    if kind == 4:
        x, y = g.int(), g.int()
        return f"{g.met(x, 0.3, 0.6)} < {x} < {y} and {y} - {x} >= {g.met(f'{y} - {x}')}"
    if kind == 5:
        x, y, z = g.number(), g.number(), g.number()
        return f"{x} < {y} < {z}"
    if kind == 6:
        xs, n = g.ints(), g.int()
        return f"sum(x > {n} for x in {xs}) >= {g.pick(1, 2, 3)} and {n} > {g.met(n, 0.3, 0.7)}"
    x, y = g.int(), g.int()
    return f"(str({x}) < str({y})) != ({x} < {y})"


def modular(g: Grammar) -> str:
    kind = g.random.randrange(7)
    by = g.pick(2, 3, 5, 7, 8, 10, 16, 97)
    x = g.number()
    if kind == 0:
        return f"{x} % {by} == {g.met(f'{x} % {by}', 0)} and {x} >= {g.met(x, 0.3, 0.9)}"
    if kind == 1:
        y = g.number()
        total = g.pick(f"({x} + {y})", f"({x} - {y})", f"({x} * {y})")
        return f"{total} % {by} == {g.met(f'{total} % {by}', 0.3)}"
    if kind == 2:
        xs = g.ints()
        return f"sum({xs}) % {by} == {g.met(f'sum({xs}) % {by}', 0.3)} and len({xs}) >= 2"
    if kind == 3:
        y = g.number()
        return f"{x} > 0 and {y} % {x} == {g.met(f'{y} % {x} if {x} > 0 else 0', 0.4)}"
    if kind == 4:
        return f"{x} % {by} == {g.met(f'{x} % {by}', 0.2)} and {x} % {by + 1} > {by // 2}"
    if kind == 5:
        xs = g.ints()
        return f"sum(x % {by} == {g.random.randrange(by)} for x in {xs}) >= {g.pick(1, 2, 3)}"
    return f"{x} ^ ({x} >> 1) > {x} and {x} & {by} and {x} > {g.met(x, 0.2, 0.8)}"


def order(g: Grammar) -> str:
    kind = g.random.randrange(8)
    xs = g.ints()
    if kind == 0:
        return f"{xs} != sorted({xs}) and {xs} != sorted({xs})[::-1]"
    if kind == 1:
        count = f"sum(x > y for x, y in zip({xs}, {xs}[1:]))"
        return f"{count} >= {max(1, g.met(count))}"
    if kind == 2:
        return f"len({xs}) >= {g.pick(2, 3, 4)} and {xs} == sorted(set({xs}))"
    if kind == 3:
        gap = f"max((x - y for x, y in zip({xs}, {xs}[1:])), default=0)"
        return f"{gap} >= {max(1, g.met(gap))}"
    if kind == 4:
        return f"any(x < y > z for x, y, z in zip({xs}, {xs}[1:], {xs}[2:]))"
    if kind == 5:
        return f"len({xs}) > 2 and {xs}.index(max({xs})) == {g.pick(1, 2)} < len({xs}) - 1"
    if kind == 6:
        return f"sorted({xs}, key=str) != sorted({xs}) and len(set({xs})) >= {g.pick(2, 3)}"
    pairs = g.need(List(Tuple((g.writer.int_shape(), g.writer.int_shape())), 0, g.writer.most))
    return f"any(v < x and y < w for v, w in {pairs} for x, y in {pairs} if v < w and x < y)"


def membership(g: Grammar) -> str:
    kind = g.random.randrange(9)
    if kind == 0:
        xs, n = g.ints(), g.int()
        return f"{n} in {xs} and {n} > {g.met(n, 0.3, 0.7)}"
    if kind == 1:
        xs, ys = g.ints(), g.need(Set(g.writer.int_shape(), g.writer.most))
        return f"len({ys} & set({xs})) >= {g.pick(1, 2)} and len({xs}) > len({ys})"
    if kind == 2:
        d = g.need(Dict(g.writer.int_shape(), g.writer.int_shape(), 6))
        return f"any(value in {d} and value != key for key, value in {d}.items())"
    if kind == 3:
        xs = g.ints()
        k = g.met(f"max({xs}, default=0)")
        return f"{k} in {xs} and {xs}[-1] != {k}"
    if kind == 4:
        xs, places = g.ints(), g.need(List(Int(0, 9), 0, 4))
        least = g.met(f"max({xs}, default=0)", 0.3, 0.8)
        return f"any(place < len({xs}) and {xs}[place] >= {least} for place in {places})"
    if kind == 5:
        xs, n = g.ints(), g.need(Int(0, 9))
        return f"{n} < len({xs}) and {xs}[{n}] > {g.met(f'max({xs}, default=0)', 0.2, 0.8)}"
    if kind == 6:
        ys = g.need(Set(g.writer.int_shape(), g.writer.most))
        return f"any(x + 1 in {ys} and x + 2 not in {ys} and x > 1 for x in {ys})"
    if kind == 7:
        xs, ys = g.ints(), g.ints()
        return f"{ys} and set({ys}) < set({xs})"
    d = g.need(Dict(g.writer.text_shape("abc"), g.writer.int_shape(), 6))
    value = g.met(f"max({d}.values(), default=0)", 0.4, 0.9)
    return f"any(len(key) >= {g.pick(1, 2)} and value >= {value} for key, value in {d}.items())"


def sums(g: Grammar) -> str:
    kind = g.random.randrange(9)
    if kind == 0:
        xs = g.ints()
        return f"sum({xs}) == {g.met(f'sum({xs})', 0.6)} and len({xs}) >= {g.pick(0, 2, 3)}"
    if kind == 1:
        xs = g.ints()
        return f"len({xs}) >= {g.pick(2, 3, 4)} and sum({xs}) >= {g.met(f'sum({xs})')}"
    if kind == 2:
        x, y, z = g.int(), g.int(), g.int()
        total = f"{g.pick(1, 2, 3)} * {x} + {g.pick(1, 5, 7)} * {y} - {z}"
        return g.pick(
            f"{total} >= {g.met(total)}", f"{total} == {g.met(total)}", f"{x} + {y} == {z} > 3"
        )
    if kind == 3:
        x, y = g.int(), g.int()
        return f"{x} * {y} >= {g.met(f'{x} * {y}')} and {x} <= {y}"
    if kind == 4:
        xs = g.ints()
        pairs = f"[x + y for i, x in enumerate({xs}) for y in {xs}[:i]]"
        return f"{g.met(f'max({pairs}, default=0)', 0.5)} in {pairs}"
    if kind == 5:
        pairs = g.need(List(Tuple((g.writer.int_shape(), g.writer.int_shape())), 0, 5))
        total = f"sum(x * y for x, y in {pairs})"
        return f"{total} >= {g.met(total)} and len({pairs}) >= {g.pick(1, 2, 3)}"
    if kind == 6:
        xs, n = g.ints(), g.int()
        return f"sum({xs}) > {n} > {g.met(n, 0.3, 0.8)} and max({xs}, default=0) < {n}"
    if kind == 7:
        xs, ys = g.ints(), g.ints()
        return f"sum({xs}) == sum({ys}) and len({xs}) != len({ys}) and sum({xs}) > 2"
    xs = g.ints()
    running = f"[sum({xs}[:i]) for i in range(len({xs}) + 1)]"
    drop = f"max({running}) - {running}[-1]"
    return f"{drop} >= {max(1, g.met(drop))}"


def parallel(g: Grammar) -> str:
    kind = g.random.randrange(8)
    if kind == 0:
        xs, ys = g.ints(), g.ints()
        return f"len({xs}) == len({ys}) > {g.pick(0, 1, 2)} and {xs} != {ys}"
    if kind == 1:
        xs = g.ints()
        ys = g.need(g.parts[xs][0])
        return f"sum(x == y for x, y in zip({xs}, {ys})) >= {g.pick(1, 2)} and {xs} != {ys}"
    if kind == 2:
        xs, bits = g.ints(), g.need(List(Bool(), 0, g.writer.most))
        total = f"sum(x for x, b in zip({xs}, {bits}) if b)"
        return f"len({xs}) == len({bits}) and {total} >= {g.met(total, 0.6)}"
    if kind == 3:
        xs, s = g.ints(), g.text()
        return f"len({xs}) == len({s}) >= {g.pick(1, 2, 3)} and len(set({s})) > 1"
    if kind == 4:
        row = List(g.writer.int_shape(), 0, 4)
        rows = g.need(List(row, 0, 4))
        return (
            f"len({rows}) > 1 and len({{len(row) for row in {rows}}}) == 1"
            f" and len({rows}[0]) > 1 and any(sum(column) > {g.pick(0, 2, 4)}"
            f" for column in zip(*{rows}))"
        )
    if kind == 5:
        data, n = g.need(Bytes(None)), g.need(Int(g.pick(0, 1, 2), 12))
        return f"len({data}) == {n} + {g.pick(0, 1, 2)} and {n} >= {g.pick(1, 2, 3)}"
    if kind == 6:
        s = g.text()
        t = g.need(g.parts[s][0])
        return f"len({s}) == len({t}) and sum(x != y for x, y in zip({s}, {t})) == {g.pick(1, 2)}"
    xs, n = g.ints(), g.int()
    return f"len({xs}) == {n} > {g.pick(1, 2)} and {xs}[0] != {xs}[-1]"


def equality(g: Grammar) -> str:
    kind = g.random.randrange(9)
    if kind == 0:
        xs = g.ints()
        return f"len({xs}) - len(set({xs})) >= {g.pick(1, 2)} and max({xs}) > {g.pick(0, 1, 3)}"
    if kind == 1:
        shape = g.writer.int_shape()
        x, y = g.need(shape), g.need(shape)
        return f"{x} == {y} + {g.pick(0, 0, 1)} and {x} > {g.met(x, 0.3, 0.8)}"
    if kind == 2:
        xs = g.pick(g.ints, g.text)()
        return f"len({xs}) >= {g.pick(2, 3, 4)} and {xs} == {xs}[::-1] and len(set({xs})) > 1"
    if kind == 3:
        xs = g.ints()
        return f"{g.help('longest_run')}({xs}) >= {g.pick(2, 3)} and len(set({xs})) > 1"
    if kind == 4:
        xs = g.need(List(g.writer.int_shape(), 0, 4))
        ys = g.need(g.parts[xs][0])
        return f"sorted({xs}) == sorted({ys}) and {xs} != {ys}"
    if kind == 5:
        pairs = g.need(List(Tuple((g.writer.int_shape(), g.writer.int_shape())), 0, 6))
        return f"len({{x for x, _ in {pairs}}}) < len(set({pairs}))"
    if kind == 6:
        s, t = g.text("ab"), g.text("ab")
        return f"{s} and {s} != {t} and {t}.startswith({s}) and {s}[0] == {t}[-1]"
    if kind == 7:
        xs = g.ints()
        half = f"len({xs}) // 2"
        return f"len({xs}) > 1 and {xs}[:{half}] == {xs}[-({half}):] and {xs}[0] > {g.pick(0, 1)}"
    shape = g.writer.int_shape()
    x, y, z = g.need(shape), g.need(shape), g.need(shape)
    return f"{x} != {y} and {z} in ({x}, {y}) and {x} > {g.met(x, 0.2, 0.7)}"


def strings(g: Grammar) -> str:
    kind = g.random.randrange(13)
    if kind == 0:
        s = g.text()
        word = "".join(g.pick(*g.letters(s)) for _ in range(g.pick(1, 2, 2, 3)))
        return f"{word!r} in {s} and len({s}) >= {g.pick(0, 3, 4)}"
    if kind == 1:
        s = g.text()
        letter = g.pick(*g.letters(s))
        return f"{s}.count({letter!r}) >= {g.pick(1, 2, 3)} and not {s}.startswith({letter!r})"
    if kind == 2:
        s = g.text(g.pick("aAbB", "aB1 ", None))
        return f"{s}.swapcase() != {s} and {s}.{g.pick('title', 'upper', 'lower')}() != {s}"
    if kind == 3:
        s, n = g.text("ab "), g.need(Int(1, 12))
        lines = f"{g.help('wrap')}({s}, {n})"
        return f"len({lines}) >= {g.pick(2, 3)} and max(map(len, {lines})) == {n}"
    if kind == 4:
        s = g.text(g.pick("ab ", "ab,", "ab-"))
        joint = g.letters(s)[-1]
        return f"len({s}.split({joint!r})) >= {g.pick(2, 3)} and '' not in {s}.split({joint!r})"
    if kind == 5:
        s = g.text(g.pick("0123456789", "01", "-01"))
        return f"{s}.isdigit() and str(int({s})) != {s} and int({s}) >= {g.pick(1, 5, 10)}"
    if kind == 6:
        s, t = g.text("abc"), g.text("abc")
        return f"sorted({s}) == sorted({t}) and {s} != {t}"
    if kind == 7:
        s = g.text("()")
        return f"{g.help('balance')}({s}) == ({g.pick(0, 0, 1)}, {g.pick(0, -1)}) and len({s}) > 3"
    if kind == 8:
        s = g.text(None)
        return f"len({s}.encode()) >= len({s}) + {g.pick(1, 2, 3)} and len({s}) >= {g.pick(1, 2)}"
    if kind == 9:
        words = g.need(List(Text("ab", 4), 0, 5))
        return f"len(''.join({words})) >= {g.pick(3, 4, 6)} and len(set({words})) >= {g.pick(2, 3)}"
    if kind == 10:
        s = g.text("ab")
        return f"len({s}) > {g.pick(2, 3)} and {s}.replace('ab', 'b') == {s}.replace('ba', 'b')"
    if kind == 11:
        s, n = g.text(), g.need(Int(0, 9))
        letter = g.pick(*g.letters(s))
        return f"{s}.find({letter!r}) == {n} > {g.pick(0, 1, 2)}"
    texts = g.need(Set(Text(g.pick("ab", "01", "abc"), 3), 5))
    return f"len({texts}) >= {g.pick(2, 3)} and sum(map(len, {texts})) >= {g.pick(2, 4, 5)}"


def nesting(g: Grammar) -> str:
    kind = g.random.randrange(9)
    is_json = g.random.random() < 0.5
    leaf: Any = g.pick(g.writer.int_shape(), g.writer.int_shape(), Bool())
    tree = g.need(Tree(leaf, is_json)) if kind < 6 else ""
    if kind == 0:
        return f"{g.help('depth')}({tree}) >= {g.pick(2, 3)}"
    if kind == 1:
        count = f"len({g.help('leaves')}({tree}))"
        return f"{count} >= {g.pick(2, 3, 4)} and {g.help('depth')}({tree}) >= {g.pick(1, 2)}"
    if kind == 2:
        total = f"sum(x or 0 for x in {g.help('leaves')}({tree}))"
        return f"{total} >= {max(1, g.met(total))} and {g.help('depth')}({tree}) >= {g.pick(1, 2)}"
    if kind == 3:
        return (
            f"any(isinstance(x, list) and len(x) > 1 and x[0] == x[1] "
            f"for x in {g.help('nodes')}({tree}))"
        )
    if kind == 4:
        return (
            f"any(isinstance(x, list) and any(isinstance(y, {g.pick('list', '(list, dict)')}) "
            f"and y for y in x[{g.pick(0, 1)}:]) for x in {g.help('nodes')}({tree}))"
        )
    if kind == 5:
        return (
            f"len({{{g.help('depth')}(x) for x in {g.help('nodes')}({tree})}}) >= 3 "
            f"and len({g.help('leaves')}({tree})) >= {g.pick(1, 2)}"
        )
    if kind == 6:
        inner = List(g.writer.int_shape(), 0, 4)
        xs = g.need(List(inner, 0, 4))
        total = f"max(map(sum, {xs}), default=0)"
        return f"{total} >= {max(1, g.met(total))} and [] in {xs}"
    if kind == 7:
        inner = List(g.writer.int_shape(), 0, 4)
        d = g.need(Dict(g.writer.text_shape("ab"), inner, 4))
        return f"sum(len(xs) > 1 for xs in {d}.values()) >= {g.pick(1, 2)} and len({d}) > 1"
    step = Tuple((Bool(), g.writer.int_shape()))
    commands = g.need(List(step, 0, g.writer.most + 2))
    most = f"{g.help('play')}({commands})[1]"
    return f"{most} >= {max(1, g.met(most))} and not {g.help('play')}({commands})[0]"


def floats(g: Grammar) -> str:
    kind = g.random.randrange(11)
    most = g.pick(10, 100, 1000, 1e6, 1e9)
    # What is lost by rounding depends on the last digits: of all floats, nobody finds the simplest.
    shape = Float(g.pick(0.0, -float(most)), float(most), is_decimal=kind in (3, 6))
    x = g.need(shape)
    if kind == 0:
        return f"{x} != int({x}) and {x} > {g.met(x)!r}"
    if kind == 1:
        return f"round({x}, {g.pick(0, 1, 2)}) != {x} and abs({x}) >= {g.pick(1, 3, 5)}"
    if kind == 2:
        return f"float(f'{{{x}:.{g.pick(1, 2, 3)}g}}') != {x} and abs({x}) >= 1"
    if kind == 3:
        y = g.need(shape)
        return f"({x} + {y}) - {y} != {x}"
    if kind == 4:
        y = g.need(shape)
        return f"{x} - {y} >= {g.met(f'{x} - {y}')!r} and {x} != {y}"
    if kind == 5:
        return f"{x} - int({x}) > {g.pick(0.3, 0.5, 0.6, 0.75)} and {x} > {g.pick(0, 1, 2)}"
    if kind == 6:
        xs = g.need(List(shape, 0, g.writer.most))
        return f"len({xs}) >= 2 and sum({xs}) != sum(sorted({xs}))"
    if kind == 7:
        return f"{x} * 3 / 3 != {x}" if g.pick(0, 1) else f"{x} * 0.1 != {x} / 10"
    if kind == 8:
        n = g.int()
        return f"{n} < {x} < {n} + 1 and {n} > {g.met(n, 0.2, 0.6)}"
    if kind == 9:
        return f"len(str({x})) >= {g.met(f'len(str({x}))', 0.3)} and {x} > 0"
    xs = g.need(List(shape, 0, g.writer.most))
    return f"len({xs}) >= {g.pick(1, 2)} and sum({xs}) / len({xs}) >= {g.met(x)!r}"


FAMILIES: dict[str, Callable[[Grammar], str]] = {
    "comparisons": comparisons,
    "modular": modular,
    "order": order,
    "membership": membership,
    "sums": sums,
    "parallel": parallel,
    "equality": equality,
    "strings": strings,
    "nesting": nesting,
    "floats": floats,
}
