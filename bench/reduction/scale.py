"""Scale: lists and trees of which one, two or ten elements matter, and large cases of other shapes.

The former have 10 to 100,000 elements. The latter, such as records and grids, are in ``large``.
"""

from __future__ import annotations

import argparse
import sys
from functools import partial
from random import Random
from typing import Any

from bench.reduction import large
from bench.reduction.case import Case, Strategies, listed
from bench.reduction.pool import library_of
from bench.reduction.run import Limits, reduce_many
from bench.table import format_table

SIZES = (10, 100, 1000, 10_000, 100_000)
MATTERING = (1, 2, 10)
MOST = 10**6
BAD = range(345_678, 346_678)
"""The numbers that matter: so few, and so far from any edge, that drawing anew meets none."""
SECONDS = 120.0
"""For one start, unless said otherwise. What takes longer is not tried with larger ones."""


def run(options: argparse.Namespace) -> dict[str, Any]:
    rows: list[dict[str, Any]] = []
    given_up: set[tuple[str, str, int]] = set()
    limits = Limits(1, options.seconds or SECONDS)
    for shape in SHAPES:
        for elements in SIZES:
            if elements > options.largest:
                continue
            for matter in MATTERING:
                if matter > elements // 2:
                    continue
                row: dict[str, Any] = {"shape": shape, "elements": elements, "matter": matter}
                for library in options.only:
                    print(f"\r{shape} {elements} {matter} {library:20}", end="", file=sys.stderr)
                    key = (library, shape, matter)
                    if key in given_up:
                        continue
                    one = reduce_many(library_of(library), case_of(shape, elements, matter), limits)
                    row[library] = one
                    if not one["seeds"]:
                        given_up.add(key)
                rows.append(row)
    print(file=sys.stderr)
    print_rows(rows)
    shapes = large.measure(options.only, options.largest, options.seconds or large.SECONDS)
    large.print_rows(shapes)
    return {"scale": rows, "large": shapes}


def print_rows(rows: list[dict[str, Any]]) -> None:
    header = ["library", "shape", "elements", "that matter", "calls", "seconds", "left", ""]
    lines = []
    for row in rows:
        for library in ("Shortlex", "Hypothesis"):
            one = row.get(library)
            if one is None:
                continue
            cells = [library, row["shape"], f"{row['elements']:,}", str(row["matter"])]
            if one["seeds"]:
                seconds = one["milliseconds"] / 1000
                cells += [f"{one['calls']:.0f}", f"{seconds:.2f}", f"{one['size']:.0f}"]
            else:
                cells += [""] * 3
            lines.append([*cells, one.get("remark", "")])
    print(format_table(header, lines, words=2))


def case_of(shape: str, elements: int, matter: int) -> Case:
    """A failing value of so many numbers, some of which are large, and all of those needed."""
    make, numbers_in, encode = SHAPES[shape]
    ideal = None
    if shape == "list":
        ideal = [BAD.start] * matter
    elif matter == 1:
        ideal = BAD.start
    return Case(
        f"{shape} {elements} {matter}",
        make,
        lambda value: sum(x in BAD for x in numbers_in(value)) >= matter,
        ideal=ideal,
        size=lambda value: len(numbers_in(value)),
        start=partial(_start, encode, elements, matter),
    )


def _start(encode: Any, elements: int, matter: int, _: Random) -> list[Any]:
    # The same for both libraries and every seed.
    random = Random(elements + matter)
    bad = set(random.sample(range(elements), matter))
    return encode(  # type: ignore[no-any-return]  # a list of choices
        [
            random.choice(BAD) if place in bad else random.randrange(BAD.start)
            for place in range(elements)
        ]
    )


def _lists(st: Strategies) -> Any:
    return st.lists(st.integers(0, MOST))


def _trees(st: Strategies) -> Any:
    trees = st.deferred(lambda: st.one_of(st.integers(0, MOST), st.tuples(trees, trees)))
    return trees


def _leaves(tree: Any) -> list[int]:
    waiting, found = [tree], []
    while waiting:
        node = waiting.pop()
        if isinstance(node, int):
            found.append(node)
        else:
            waiting += node
    return found


def _encode_list(numbers: list[int]) -> list[Any]:
    return listed(*[[number] for number in numbers])


def _encode_tree(numbers: list[int]) -> list[Any]:
    """A balanced tree with these leaves."""
    if len(numbers) == 1:
        return [0, numbers[0]]
    middle = len(numbers) // 2
    return [1, *_encode_tree(numbers[:middle]), *_encode_tree(numbers[middle:])]


SHAPES: dict[str, Any] = {
    "list": (_lists, list, _encode_list),
    "tree": (_trees, _leaves, _encode_tree),
}
