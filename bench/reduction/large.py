"""Large: starts of 1,000 to 50,000 choices, in the shapes that generators give them.

Each start is made from a seed, and is the same for both libraries. One or two parts of it matter.
Each reduction runs in a process of its own, so that its peak of memory is its own too.

Size: the shapes, each with its generator, its bug and its start.
"""

from __future__ import annotations

import sys
import warnings
from collections.abc import Callable
from concurrent.futures import ProcessPoolExecutor
from dataclasses import dataclass
from functools import partial
from multiprocessing import get_context
from random import Random
from resource import RUSAGE_SELF, getrusage
from typing import Any

from bench.reduction.case import Case, Strategies, listed
from bench.reduction.pool import library_of
from bench.reduction.run import Limits, reduce_many
from bench.table import format_table

SIZES = (1000, 3000, 10_000, 25_000, 50_000)
SECONDS = 60.0
"""For one reduction, unless said otherwise. What takes longer is not tried with larger ones."""

MOST = 10**6
BAD = range(345_678, 346_678)
"""The numbers that matter: so few, and so far from any edge, that drawing anew meets none."""
OPERATORS = "+-*/"
LETTERS = "abcdefghij"


@dataclass(frozen=True)
class Record:
    amount: int
    quantity: int
    name: str
    is_open: bool


@dataclass(frozen=True)
class Shape:
    """How to draw a value, whether it fails, and how to make a start of some size."""

    make: Callable[[Strategies], Any]
    fails: Callable[[Any], bool]
    start: Callable[[int, Random], list[Any]]
    """The choices of a start of about this many choices, or letters."""
    size: Callable[[Any], float]


def measure(libraries: list[str], largest: int, seconds: float) -> list[dict[str, Any]]:
    """A row for each shape and size, with the figures of each library."""
    rows: list[dict[str, Any]] = []
    given_up: set[tuple[str, str]] = set()
    for shape in SHAPES:
        for choices in SIZES:
            if choices > largest:
                continue
            row: dict[str, Any] = {"shape": shape, "choices": choices}
            for library in libraries:
                print(f"\r{shape} {choices} {library:20}", end="", file=sys.stderr)
                if (library, shape) in given_up:
                    continue
                row[library] = one = _measure_apart(library, shape, choices, seconds)
                if not one["seeds"]:
                    given_up.add((library, shape))
            rows.append(row)
    print(file=sys.stderr)
    return rows


def print_rows(rows: list[dict[str, Any]]) -> None:
    header = ["library", "shape", "choices", "calls", "seconds", "MB", "left", ""]
    lines = []
    for library in ("Shortlex", "Hypothesis"):
        for row in rows:
            one = row.get(library)
            if one is None:
                continue
            cells = [library, row["shape"], f"{row['choices']:,}"]
            if one["seeds"]:
                cells += [f"{one['calls']:.0f}", f"{one['milliseconds'] / 1000:.2f}"]
                cells += [f"{one['megabytes']:.0f}", f"{one['size']:.0f}"]
            else:
                cells += [""] * 4
            lines.append([*cells, one.get("remark", "")])
        ended = [row[library]["seeds"] for row in rows if library in row]
        print(f"{library}: {len(ended) - sum(ended)} of {len(ended)} did not end")
    print(format_table(header, lines, words=2))


def _measure_apart(library: str, shape: str, choices: int, seconds: float) -> dict[str, Any]:
    with ProcessPoolExecutor(1, mp_context=get_context("spawn")) as pool:
        return pool.submit(_measure_one, library, shape, choices, seconds).result()


def _measure_one(library: str, shape: str, choices: int, seconds: float) -> dict[str, Any]:
    # Both libraries warn of things that the cases do on purpose.
    warnings.simplefilter("ignore")
    user = library_of(library)
    before = getrusage(RUSAGE_SELF).ru_maxrss
    figures = reduce_many(user, case_of(shape, choices), Limits(1, seconds))
    # Kilobytes on Linux, bytes on macOS.
    unit = 1 << 20 if sys.platform == "darwin" else 1 << 10
    return figures | {"megabytes": (getrusage(RUSAGE_SELF).ru_maxrss - before) / unit}


def case_of(name: str, choices: int) -> Case:
    shape = SHAPES[name]
    return Case(
        f"{name} {choices}",
        shape.make,
        shape.fails,
        size=shape.size,
        start=partial(_start, shape, choices),
    )


def _start(shape: Shape, choices: int, _: Random) -> list[Any]:
    # The same for both libraries and every seed.
    return shape.start(choices, Random(choices))


def _numbers(count: int, random: Random, matter: int) -> list[int]:
    """Numbers of which so many matter."""
    bad = set(random.sample(range(count), matter))
    return [
        random.choice(BAD) if place in bad else random.randrange(BAD.start)
        for place in range(count)
    ]


def _count_bad(numbers: Any) -> int:
    return sum(number in BAD for number in numbers)


def _records(st: Strategies) -> Any:
    return st.lists(
        st.builds(Record, st.integers(0, MOST), st.integers(0, 99), st.text(LETTERS), st.booleans())
    )


def _bad_records(records: list[Record]) -> bool:
    return sum(one.amount in BAD and one.is_open for one in records) >= 2


def _start_records(choices: int, random: Random) -> list[Any]:
    numbers = _numbers(choices // 5, random, 2)
    return listed(
        *[
            [
                number,
                random.randrange(100),
                "".join(random.choices(LETTERS, k=random.randrange(6))),
                number in BAD or random.random() < 0.5,
            ]
            for number in numbers
        ]
    )


def _expressions(st: Strategies) -> Any:
    numbers, operators = st.integers(0, MOST), st.sampled_from(OPERATORS)
    trees = st.deferred(lambda: st.one_of(numbers, st.tuples(operators, trees, trees)))
    return trees


def _nodes(tree: Any) -> list[Any]:
    waiting, found = [tree], []
    while waiting:
        node = waiting.pop()
        found.append(node)
        if not isinstance(node, int):
            waiting += node[1:]
    return found


def _bad_expression(tree: Any) -> bool:
    """Whether something is divided by an expression in which a number that matters is."""
    return any(
        not isinstance(node, int)
        and node[0] == "/"
        and any(isinstance(part, int) and part in BAD for part in _nodes(node[2]))
        for node in _nodes(tree)
    )


def _start_expression(choices: int, random: Random) -> list[Any]:
    numbers = _numbers(choices // 4, random, 1)

    def encode(numbers: list[int]) -> list[Any]:
        if len(numbers) == 1:
            return [0, numbers[0]]
        middle = 1 + int(len(numbers) * random.triangular(0, 1)) % (len(numbers) - 1)
        operator = 3 if _count_bad(numbers) else random.randrange(len(OPERATORS))
        return [1, operator, *encode(numbers[:middle]), *encode(numbers[middle:])]

    # The number that matters is divided by at the top.
    return [1, 3, 0, random.randrange(BAD.start), *encode(numbers[1:] + [BAD.start + 1])]


def _commands(st: Strategies) -> Any:
    return st.lists(
        st.one_of(
            st.tuples(st.just("push"), st.integers(0, MOST)),
            st.tuples(st.just("add"), st.integers(0, 9), st.integers(0, 9)),
            st.tuples(st.just("pop")),
        )
    )


def _bad_commands(commands: list[Any]) -> bool:
    """Whether two of the numbers that are popped matter."""
    stack: list[int] = []
    popped = 0
    for command in commands:
        if command[0] == "push":
            stack.append(command[1])
        elif command[0] == "pop" and stack:
            popped += stack.pop() in BAD
    return popped >= 2


def _start_commands(choices: int, random: Random) -> list[Any]:
    count = choices * 3 // 10
    bad = set(random.sample(range(count // 2), 2))
    commands: list[list[Any]] = []
    for place in range(count):
        if place in bad:
            commands += [[0, random.choice(BAD)], [2]]
        else:
            one = random.randrange(3)
            commands.append(
                [
                    [0, random.randrange(BAD.start)],
                    [1, random.randrange(10), random.randrange(10)],
                    [2],
                ][one]
            )
    return listed(*commands)


def _bad_text(text: str) -> bool:
    return 0 <= text.find("?") < text.rfind("!")


def _start_text(letters: int, random: Random) -> list[Any]:
    text = random.choices(LETTERS, k=letters)
    first, second = sorted(random.sample(range(letters), 2))
    text[first], text[second] = "?", "!"
    return ["".join(text)]


def _size_first(st: Strategies) -> Any:
    @st.composite  # type: ignore[untyped-decorator]  # of either library
    def numbers(draw: Any) -> list[int]:
        return [draw(st.integers(0, MOST)) for _ in range(draw(st.integers(0, 10**5)))]

    return numbers()


def _bad_numbers(numbers: list[int]) -> bool:
    return _count_bad(numbers) >= 2


def _start_size_first(choices: int, random: Random) -> list[Any]:
    return [choices - 1, *_numbers(choices - 1, random, 2)]


def _size_first_pairs(st: Strategies) -> Any:
    @st.composite  # type: ignore[untyped-decorator]  # of either library
    def pairs(draw: Any) -> list[Any]:
        pair = st.tuples(st.integers(0, MOST), st.booleans())
        return [draw(pair) for _ in range(draw(st.integers(0, 10**5)))]

    return pairs()


def _bad_pairs(pairs: list[tuple[int, bool]]) -> bool:
    return sum(number in BAD and flag for number, flag in pairs) >= 2


def _start_size_first_pairs(choices: int, random: Random) -> list[Any]:
    numbers = _numbers(choices // 2, random, 2)
    pairs = [[number, number in BAD or random.random() < 0.5] for number in numbers]
    return [len(pairs), *[choice for pair in pairs for choice in pair]]


def _grids(st: Strategies) -> Any:
    @st.composite  # type: ignore[untyped-decorator]  # of either library
    def grids(draw: Any) -> list[list[int]]:
        height, width = draw(st.integers(0, 500)), draw(st.integers(0, 500))
        return [[draw(st.integers(0, MOST)) for _ in range(width)] for _ in range(height)]

    return grids()


def _bad_grid(grid: list[list[int]]) -> bool:
    return sum(map(_count_bad, grid)) >= 2


def _start_grid(choices: int, random: Random) -> list[Any]:
    height = width = int(choices**0.5)
    return [height, width, *_numbers(height * width, random, 2)]


def _indexed(st: Strategies) -> Any:
    @st.composite  # type: ignore[untyped-decorator]  # of either library
    def indexed(draw: Any) -> tuple[list[int], list[int]]:
        numbers = draw(st.lists(st.integers(0, MOST), min_size=1))
        indexes = st.integers(0, len(numbers) - 1)
        return numbers, [draw(indexes) for _ in range(draw(st.integers(0, 10**5)))]

    return indexed()


def _bad_indexed(value: tuple[list[int], list[int]]) -> bool:
    """Whether two numbers that matter are pointed at."""
    numbers, indexes = value
    pointed = {numbers[index] for index in indexes}
    return len([number for number in pointed if number in BAD]) >= 2


def _start_indexed(choices: int, random: Random) -> list[Any]:
    count = (choices - 2) // 3
    numbers = _numbers(count, random, 2)
    indexes = [random.randrange(count) for _ in range(count)]
    places = [place for place, number in enumerate(numbers) if number in BAD]
    for place, position in zip(places, random.sample(range(count), len(places)), strict=True):
        indexes[position] = place
    return [*listed(*[[number] for number in numbers]), count, *indexes]


SHAPES: dict[str, Shape] = {
    "records": Shape(_records, _bad_records, _start_records, len),
    "expression": Shape(
        _expressions, _bad_expression, _start_expression, lambda tree: len(_nodes(tree))
    ),
    "commands": Shape(_commands, _bad_commands, _start_commands, len),
    "text": Shape(lambda st: st.text(), _bad_text, _start_text, len),
    "size first": Shape(_size_first, _bad_numbers, _start_size_first, len),
    "size first, pairs": Shape(_size_first_pairs, _bad_pairs, _start_size_first_pairs, len),
    "grid": Shape(_grids, _bad_grid, _start_grid, lambda grid: sum(map(len, grid))),
    "indexes": Shape(
        _indexed, _bad_indexed, _start_indexed, lambda value: len(value[0]) + len(value[1])
    ),
}
