"""Spellings: the many ways to write a strategy for a shape.

A ``Writer`` holds what has been written so far of the source of one case. ``write(shape)`` returns
an expression for a strategy; what does not fit an expression becomes a composite function above it.
Some spellings are good and some are bad, in the ways in which people write them.

Size: one short function for each spelling, and the table of them; they are read as a list.
"""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import dataclass, field
from random import Random
from typing import Any

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
)

SMALL = ((0, 5), (0, 9), (1, 6), (0, 12), (-5, 5), (0, 20), (-9, 9), (1, 12))
MEDIUM = ((0, 50), (0, 100), (-100, 100), (1, 365), (-50, 200), (0, 255), (10, 99))
LARGE = ((0, 1000), (-1000, 1000), (0, 10**6), (-(10**6), 10**9), (None, None), (0, None))

ALPHABETS = ("ab", "abc", "01", "ab ", "aAbB", "()", "xy,", "0123456789", "ab-.")


@dataclass
class Writer:
    """The source of a case, as far as it is written."""

    random: Random
    ranges: tuple[tuple[int | None, int | None], ...]
    """Of whole numbers: small for a case whose ideal can be proved."""
    most: int
    """How long lists and texts may be."""
    definitions: list[str] = field(default_factory=list)
    names: int = 0

    # Which shapes

    def int_shape(self) -> Int:
        return Int(*self.random.choice(self.ranges))

    def text_shape(self, alphabet: str | None = "") -> Text:
        """With an alphabet of a few letters, unless another is given."""
        random = self.random
        if alphabet == "":
            is_any = self.ranges == LARGE and random.random() < 0.5
            alphabet = None if is_any else random.choice(ALPHABETS)
        return Text(alphabet, random.choice((self.most, self.most + 4, None)))

    def list_shape(self, element: Shape | None = None) -> List:
        least = self.random.choice((0, 0, 0, 0, 1, 2))
        extra = self.random.choice((1, 2, 4, 8)) if self.most > 6 else 0
        return List(self.int_shape() if element is None else element, least, self.most + extra)

    def any_shape(self) -> Shape:
        """For a part that does not matter."""
        random = self.random
        return random.choice(
            (self.int_shape, self.int_shape, self.text_shape, self.list_shape, Bool)
        )()

    # How to write them

    def write(self, shape: Shape) -> str:
        spellings = SPELLINGS[type(shape)]
        # The first one is the usual one.
        if len(spellings) == 1 or self.random.random() < 0.45:
            return spellings[0](self, shape)
        return self.random.choice(spellings[1:])(self, shape)

    def plain(self, shape: Shape) -> str:
        return SPELLINGS[type(shape)][0](self, shape)

    def unseen(self, shape: Shape) -> str:
        """A strategy whose values make no difference to whether the case fails."""
        return f"{OPEN}{self.plain(shape)}{CLOSE}"

    def name(self, stem: str) -> str:
        self.names += 1
        return f"{stem}_{self.names}"

    def composite(self, stem: str, *lines: str, parameters: str = "") -> str:
        """Define a composite function; returns the name."""
        name = self.name(stem)
        body = "\n".join("    " + line for line in lines).replace("THIS", name)
        self.definitions.append(f"@st.composite\ndef {name}(draw{parameters}):\n{body}")
        return name


def limits(shape: Int) -> str:
    """The bounds as arguments."""
    if shape.low is None:
        return ""
    return f"{shape.low}" if shape.high is None else f"{shape.low}, {shape.high}"


def sizes(least: int, most: int | None) -> str:
    """The sizes as further arguments."""
    result = f", min_size={least}" if least else ""
    return result if most is None else f"{result}, max_size={most}"


# Whole numbers


def _int(writer: Writer, shape: Int) -> str:
    return f"st.integers({limits(shape)})"


def _int_filtered(writer: Writer, shape: Int) -> str:
    by = writer.random.choice((2, 3, 5))
    return f"{_int(writer, shape)}.filter(lambda n: n % {by} != {writer.random.randrange(by)})"


def _int_mapped(writer: Writer, shape: Int) -> str:
    if shape.low is None or shape.high is None:
        return f"{_int(writer, shape)}.map(lambda n: n + 1)"
    if writer.random.random() < 0.5:
        return f"st.integers(0, {shape.high - shape.low}).map(lambda n: {shape.high} - n)"
    by = writer.random.choice((2, 3, 10))
    most = (shape.high - shape.low) // by
    return f"st.integers(0, {most}).map(lambda n: n * {by} + {shape.low})"


def _int_of_two(writer: Writer, shape: Int) -> str:
    if shape.low is None or shape.high is None or shape.count < 4:
        return f"st.one_of(st.just(0), {_int(writer, shape)})"
    middle = writer.random.randint(shape.low + 1, shape.high - 2)
    parts = [Int(shape.low, middle), Int(middle + 1, shape.high)]
    writer.random.shuffle(parts)
    return f"st.one_of({', '.join(_int(writer, part) for part in parts)})"


def _int_sampled(writer: Writer, shape: Int) -> str:
    if shape.low is None or shape.high is None or shape.count > 50:
        return _int(writer, shape)
    if writer.random.random() < 0.5:
        return f"st.sampled_from(range({shape.low}, {shape.high + 1}))"
    values = writer.random.sample(range(shape.low, shape.high + 1), min(6, shape.count))
    return f"st.sampled_from({values})"


def _int_bound_first(writer: Writer, shape: Int) -> str:
    if shape.low is None or shape.high is None:
        return _int(writer, shape)
    if writer.random.random() < 0.5:
        return f"{_int(writer, shape)}.flatmap(lambda most: st.integers({shape.low}, most))"
    name = writer.composite(
        "numbers",
        f"low = draw(st.integers({limits(shape)}))",
        f"return draw(st.integers(low, {shape.high}))",
    )
    return f"{name}()"


def _int_by_flag(writer: Writer, shape: Int) -> str:
    if shape.low is None or shape.high is None or shape.count < 4:
        return _int(writer, shape)
    middle = (shape.low + shape.high) // 2
    name = writer.composite(
        "numbers",
        "is_large = draw(st.booleans())",
        "if is_large:",
        f"    return draw(st.integers({middle + 1}, {shape.high}))",
        f"return draw(st.integers({shape.low}, {middle}))",
    )
    return f"{name}()"


# Flags and floats


def _bool(writer: Writer, shape: Bool) -> str:
    return "st.booleans()"


def _bool_sampled(writer: Writer, shape: Bool) -> str:
    return "st.sampled_from([True, False])"


def _bool_of_number(writer: Writer, shape: Bool) -> str:
    return "st.integers(0, 3).map(lambda n: n == 2)"


def _float(writer: Writer, shape: Float) -> str:
    if shape.is_decimal:
        return _float_of_int(writer, shape)
    return f"st.floats({shape.low}, {shape.high}, allow_nan=False)"


def _float_of_int(writer: Writer, shape: Float) -> str:
    by = writer.random.choice((10, 100) if shape.is_decimal else (2, 10, 100))
    return f"st.integers({int(shape.low * by)}, {int(shape.high * by)}).map(lambda n: n / {by})"


def _float_or_int(writer: Writer, shape: Float) -> str:
    whole = f"st.integers({int(shape.low)}, {int(shape.high)}).map(float)"
    return f"st.one_of({whole}, {_float(writer, shape)})"


# Texts and bytes


def _text(writer: Writer, shape: Text) -> str:
    alphabet = "" if shape.alphabet is None else repr(shape.alphabet)
    return f"st.text({(alphabet + sizes(0, shape.most)).removeprefix(', ')})"


def _text_of_list(writer: Writer, shape: Text) -> str:
    letters = f"st.sampled_from({shape.alphabet or 'abc XYZ'!r})"
    return f"st.lists({letters}{sizes(0, shape.most)}).map(''.join)"


def _text_of_words(writer: Writer, shape: Text) -> str:
    word = _text(writer, Text(shape.alphabet, 3))
    joint = "" if shape.alphabet is None else writer.random.choice(shape.alphabet)
    return f"st.lists({word}, max_size=3).map({joint!r}.join)"


def _text_size_first(writer: Writer, shape: Text) -> str:
    most = 12 if shape.most is None else shape.most
    alphabet = "" if shape.alphabet is None else f"{shape.alphabet!r}, "
    name = writer.composite(
        "texts",
        f"n = draw(st.integers(0, {most}))",
        f"return draw(st.text({alphabet}min_size=n, max_size=n))",
    )
    return f"{name}()"


def _text_of_two(writer: Writer, shape: Text) -> str:
    part = _text(writer, Text(shape.alphabet, None if shape.most is None else shape.most // 2))
    return f"st.tuples({part}, {part}).map(''.join)"


def _bytes(writer: Writer, shape: Bytes) -> str:
    return f"st.binary({sizes(0, shape.most).removeprefix(', ')})"


def _bytes_of_list(writer: Writer, shape: Bytes) -> str:
    return f"st.lists(st.integers(0, 255){sizes(0, shape.most)}).map(bytes)"


# Collections


def _list(writer: Writer, shape: List) -> str:
    return f"st.lists({writer.write(shape.element)}{sizes(shape.least, shape.most)})"


def _list_size_first(writer: Writer, shape: List) -> str:
    element = writer.write(shape.element)
    name = writer.composite(
        "elements",
        f"n = draw(st.integers({shape.least}, {shape.most}))",
        f"return [draw({element}) for _ in range(n)]",
    )
    return f"{name}()"


def _list_flatmapped(writer: Writer, shape: List) -> str:
    element = writer.write(shape.element)
    return (
        f"st.integers({shape.least}, {shape.most})"
        f".flatmap(lambda n: st.lists({element}, min_size=n, max_size=n))"
    )


def _list_while(writer: Writer, shape: List) -> str:
    element = writer.write(shape.element)
    going_on = writer.random.choice(("draw(st.booleans())", "draw(st.integers(0, 3)) > 0"))
    name = writer.composite(
        "elements",
        f"found = [{', '.join([f'draw({element})'] * shape.least)}]",
        f"while len(found) < {shape.most} and {going_on}:",
        f"    found.append(draw({element}))",
        "return found",
    )
    return f"{name}()"


def _list_retried(writer: Writer, shape: List) -> str:
    """Another try for each that is there: for ever, if all are."""
    if not isinstance(shape.element, Int) or shape.element.count < 2 * shape.most:
        return _list_dead(writer, shape)
    name = writer.composite(
        "elements",
        f"n = draw(st.integers({shape.least}, {shape.most}))",
        "found = []",
        "for _ in range(n):",
        f"    x = draw({writer.plain(shape.element)})",
        "    while x in found:",
        f"        x = draw({writer.plain(shape.element)})",
        "    found.append(x)",
        "return found",
    )
    return f"{name}()"


def _list_dead(writer: Writer, shape: List) -> str:
    """A draw that nothing uses, before all or with each."""
    element = writer.write(shape.element)
    dead = f"draw({writer.unseen(writer.int_shape())})"
    is_each = writer.random.random() < 0.5
    name = writer.composite(
        "elements",
        "" if is_each else f"offset = {dead}",
        f"n = draw(st.integers({shape.least}, {shape.most}))",
        "found = []",
        "for _ in range(n):",
        f"    weight = {dead}" if is_each else "",
        f"    found.append(draw({element}))",
        "return found",
    )
    return f"{name}()"


def _list_of_two(writer: Writer, shape: List) -> str:
    element = writer.write(shape.element)
    first = f"st.lists({element}{sizes(shape.least, shape.most)})"
    second = f"st.lists({element}, max_size=2)"
    return f"st.tuples({first}, {second}).map(lambda both: both[0] + both[1])"


def _list_without_none(writer: Writer, shape: List) -> str:
    element = f"st.one_of(st.none(), {writer.write(shape.element)})"
    return (
        f"st.lists({element}, max_size={shape.most + 2})"
        ".map(lambda xs: [x for x in xs if x is not None])"
    )


def _list_kept(writer: Writer, shape: List) -> str:
    element = writer.write(shape.element)
    name = writer.composite(
        "elements",
        "found = []",
        f"for _ in range(draw(st.integers({shape.least}, {shape.most + 2}))):",
        f"    x = draw({element})",
        "    if draw(st.booleans()):",
        "        found.append(x)",
        "return found",
    )
    return f"{name}()"


def _list_filtered(writer: Writer, shape: List) -> str:
    condition = writer.random.choice(("len(xs) != 1", "len(xs) % 2 == 0", "xs[:1] != xs[1:2]"))
    return f"{_list(writer, shape)}.filter(lambda xs: {condition})"


def _list_of_pool(writer: Writer, shape: List) -> str:
    """Indexes into a list that is drawn before."""
    element = writer.write(shape.element)
    name = writer.composite(
        "elements",
        f"pool = draw(st.lists({element}, min_size=1, max_size=4))",
        f"n = draw(st.integers({shape.least}, {shape.most}))",
        "return [pool[draw(st.integers(0, len(pool) - 1))] for _ in range(n)]",
    )
    return f"{name}()"


def _list_of_runs(writer: Writer, shape: List) -> str:
    runs = f"st.lists(st.tuples({writer.write(shape.element)}, st.integers(1, 4)), max_size=4)"
    return f"{runs}.map(lambda runs: [x for x, times in runs for _ in range(times)])"


def _list_unique(writer: Writer, shape: List) -> str:
    element = shape.element
    if not isinstance(element, Int) or element.count < 2 * shape.most:
        return _list_size_first(writer, shape)
    return f"st.lists({writer.plain(element)}{sizes(shape.least, shape.most)}, unique=True)"


def _set(writer: Writer, shape: Set) -> str:
    return f"st.sets({writer.plain(shape.element)}, max_size={shape.most})"


def _set_of_list(writer: Writer, shape: Set) -> str:
    return f"st.lists({writer.write(shape.element)}, max_size={shape.most}).map(set)"


def _dict(writer: Writer, shape: Dict) -> str:
    key, value = writer.plain(shape.key), writer.write(shape.value)
    return f"st.dictionaries({key}, {value}, max_size={shape.most})"


def _dict_of_pairs(writer: Writer, shape: Dict) -> str:
    key, value = writer.write(shape.key), writer.write(shape.value)
    return f"st.lists(st.tuples({key}, {value}), max_size={shape.most}).map(dict)"


def _dict_size_first(writer: Writer, shape: Dict) -> str:
    key, value = writer.write(shape.key), writer.write(shape.value)
    name = writer.composite(
        "mappings",
        f"keys = draw(st.lists({key}, max_size={shape.most}))",
        f"return {{key: draw({value}) for key in keys}}",
    )
    return f"{name}()"


def _tuple(writer: Writer, shape: Tuple) -> str:
    return f"st.tuples({', '.join(writer.write(part) for part in shape.parts)})"


def _tuple_drawn(writer: Writer, shape: Tuple) -> str:
    """In another order, perhaps."""
    places = list(range(len(shape.parts)))
    if writer.random.random() < 0.5:
        writer.random.shuffle(places)
    drawn = [f"x{place} = draw({writer.write(shape.parts[place])})" for place in places]
    parts = ", ".join(f"x{place}" for place in range(len(places)))
    return f"{writer.composite('tuples', *drawn, f'return ({parts},)')}()"


def _tree(writer: Writer, shape: Tree) -> str:
    leaf = writer.plain(shape.leaf)
    if shape.is_json:
        inner = "st.one_of(st.lists(s, max_size=3), st.dictionaries(st.text('ab'), s, max_size=3))"
        leaf = f"st.one_of(st.none(), {leaf})"
    else:
        inner = "st.lists(s, max_size=4)"
    return f"st.recursive({leaf}, lambda s: {inner}, max_leaves=10)"


def _tree_by_depth(writer: Writer, shape: Tree) -> str:
    leaf = writer.plain(shape.leaf)
    inner = "[draw(THIS(depth - 1)) for _ in range(draw(st.integers(0, 3)))]"
    if shape.is_json:
        inner = f"{inner} if draw(st.booleans()) else {{'k': draw(THIS(depth - 1))}}"
    stop = writer.random.choice(("draw(st.booleans())", "not draw(st.booleans())"))
    name = writer.composite(
        "trees",
        f"if depth == 0 or {stop}:",
        f"    return draw({leaf})",
        f"return {inner}",
        parameters=", depth",
    )
    return f"{name}({writer.random.choice((2, 3, 4))})"


SPELLINGS: dict[type, tuple[Callable[[Writer, Any], str], ...]] = {
    Int: (
        _int,
        _int_filtered,
        _int_mapped,
        _int_of_two,
        _int_sampled,
        _int_bound_first,
        _int_by_flag,
    ),
    Bool: (_bool, _bool_sampled, _bool_of_number),
    Float: (_float, _float_of_int, _float_or_int),
    Text: (_text, _text_of_list, _text_of_words, _text_size_first, _text_of_two),
    Bytes: (_bytes, _bytes_of_list),
    List: (
        _list,
        _list_size_first,
        _list_flatmapped,
        _list_while,
        _list_retried,
        _list_dead,
        _list_of_two,
        _list_without_none,
        _list_kept,
        _list_filtered,
        _list_of_pool,
        _list_of_runs,
        _list_unique,
    ),
    Set: (_set, _set_of_list),
    Dict: (_dict, _dict_of_pairs, _dict_size_first),
    Tuple: (_tuple, _tuple_drawn),
    Tree: (_tree, _tree_by_depth),
}
"""By shape, the usual spelling first."""
