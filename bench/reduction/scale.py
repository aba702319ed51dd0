"""Scale: lists and trees of 10 to 100,000 elements of which one, two or ten matter."""

from __future__ import annotations

import argparse
import sys
from collections.abc import Callable
from random import Random
from time import process_time
from typing import Any

from bench.table import format_table

SIZES = (10, 100, 1000, 10_000, 100_000)
MATTERING = (1, 2, 10)
BAD = 1000


def run(options: argparse.Namespace) -> dict[str, Any]:
    figures: dict[str, Any] = {}
    rows = []
    for shape, reduce_start in (("list", _list_start), ("tree", _tree_start)):
        for size in SIZES:
            for mattering in MATTERING:
                if mattering > size // 2:
                    continue
                label = f"{shape} {size} {mattering}"
                print(f"\r{label:40}", end="", file=sys.stderr, flush=True)
                one = _measure(*reduce_start(size, mattering))
                figures[label] = one
                rows.append(
                    [shape, f"{size:,}", str(mattering), str(one["calls"])]
                    + [f"{one['seconds']:.2f}", str(one["size"])]
                )
    print(file=sys.stderr)
    header = ["shape", "elements", "that matter", "calls", "seconds", "final size"]
    print(format_table(header, rows))
    return {"scale": figures}


def _measure(function: Callable[[Any], Any], choices: list[Any]) -> dict[str, Any]:
    from shortlex import lowlevel

    calls = 0

    def counted(case: Any) -> None:
        nonlocal calls
        calls += 1
        function(case)

    started = process_time()
    trace = lowlevel.reduce(counted, choices)
    return {"calls": calls, "seconds": process_time() - started, "size": trace.size}


def _bad_places(size: int, mattering: int) -> set[int]:
    return set(Random(size + mattering).sample(range(size), mattering))


def _list_start(size: int, mattering: int) -> tuple[Callable[[Any], Any], list[Any]]:
    """A list of small numbers with some large ones, all of which are needed."""
    from shortlex import strategies as st

    numbers = st.lists(st.integers(0, 10 * BAD))
    random = Random(size)
    bad = _bad_places(size, mattering)
    choices: list[Any] = []
    for place in range(size):
        choices += [True, BAD + random.randrange(BAD) if place in bad else random.randrange(BAD)]
    choices.append(False)

    def test(case: Any) -> None:
        if sum(x >= BAD for x in case.draw(numbers)) >= mattering:
            case.mark_interesting()

    return test, choices


def _tree_start(size: int, mattering: int) -> tuple[Callable[[Any], Any], list[Any]]:
    """A balanced binary tree of numbers; the large ones matter."""
    bad = _bad_places(size, mattering)
    random = Random(size)
    choices: list[Any] = []

    def build(low: int, high: int) -> None:
        if high - low == 1:
            number = BAD + random.randrange(BAD) if low in bad else random.randrange(BAD)
            choices.extend([0, number])
            return
        middle = (low + high) // 2
        choices.append(1)
        build(low, middle)
        build(middle, high)

    build(0, size)

    def test(case: Any) -> None:
        from shortlex.lowlevel import draw_bits, start_span, stop_span

        def node() -> int:
            start_span(case, "tree")
            count = node() + node() if draw_bits(case, 1) else int(draw_bits(case, 14) >= BAD)
            stop_span(case)
            return count

        if node() >= mattering:
            case.mark_interesting()

    return test, choices
