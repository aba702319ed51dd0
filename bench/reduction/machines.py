"""Machines: bugs that take several steps to show. A machine is a list of the rules it is to run.

A step that is not possible where it stands is passed over, so that any list is valid.
"""

from __future__ import annotations

from random import Random
from typing import Any

from bench.reduction.case import Strategies, add, listed

# Jugs of three and five litres; four are to be measured


POURINGS = (
    "fill_small",
    "fill_big",
    "empty_small",
    "empty_big",
    "small_into_big",
    "big_into_small",
)


def _measures_four(steps: list[str]) -> bool:
    small = big = 0
    for step in steps:
        if step == "fill_small":
            small = 3
        elif step == "fill_big":
            big = 5
        elif step == "empty_small":
            small = 0
        elif step == "empty_big":
            big = 0
        elif step == "small_into_big":
            small, big = max(0, small + big - 5), min(5, small + big)
        else:
            small, big = min(3, small + big), max(0, small + big - 3)
        if big == 4:
            return True
    return False


add(
    "die_hard",
    lambda st: st.lists(st.sampled_from(POURINGS)),
    _measures_four,
    # The only six steps that do it.
    ideal=[
        "fill_big",
        "big_into_small",
        "empty_small",
        "big_into_small",
        "fill_big",
        "big_into_small",
    ],
    size=len,
)


# The towers of Hanoi, from the first peg to the last

MOVES = [(a, b) for a in range(3) for b in range(3) if a != b]


def _is_solved_by(moves: list[tuple[int, int]], discs: int) -> bool:
    pegs: list[list[int]] = [list(range(discs, 0, -1)), [], []]
    for source, target in moves:
        if pegs[source] and (not pegs[target] or pegs[target][-1] > pegs[source][-1]):
            pegs[target].append(pegs[source].pop())
        if len(pegs[2]) == discs:
            return True
    return False


def _wander(random: Random, discs: int) -> list[Any]:
    """The choices of random moves that end in a solution."""
    moves: list[int] = []
    while not _is_solved_by([MOVES[move] for move in moves], discs):
        if len(moves) == 80:
            moves.clear()
        moves.append(random.randrange(len(MOVES)))
    return listed(*[[move] for move in moves])


HANOI = {
    2: [(0, 1), (0, 2), (1, 2)],
    3: [(0, 2), (0, 1), (2, 1), (0, 2), (1, 0), (1, 2), (0, 2)],
}
for _discs, _moves in HANOI.items():
    add(
        f"hanoi_{_discs}",
        lambda st: st.lists(st.sampled_from(MOVES)),
        lambda moves, discs=_discs: _is_solved_by(moves, discs),
        ideal=_moves,
        size=len,
        start=lambda random, discs=_discs: _wander(random, discs),
    )


# What is opened last must be closed first


def _closes_out_of_order(steps: list[Any]) -> bool:
    open_ones: list[int] = []
    for number, step in enumerate(steps):
        if step == "open":
            open_ones.append(number)
        elif step < len(open_ones):
            if step < len(open_ones) - 1:
                return True
            open_ones.pop()
    return False


add(
    "lifo_close",
    lambda st: st.lists(st.one_of(st.just("open"), st.integers(0, 9))),
    _closes_out_of_order,
    ideal=["open", "open", 0],
    size=len,
)


# Counters in a pool


def _increments(steps: list[Any], most: int) -> bool:
    """Whether some counter is incremented ``most`` times."""
    counters: list[int] = []
    for step in steps:
        if step == "new":
            counters.append(0)
        elif isinstance(step, int) and step < len(counters):
            counters[step] += 1
            if counters[step] >= most:
                return True
    return False


def _counter_steps(st: Strategies) -> Any:
    noise = st.tuples(st.just("noise"), st.integers(0, 100))
    return st.lists(st.one_of(st.just("new"), noise, st.integers(0, 4)))


add(
    "noisy_triple",
    _counter_steps,
    lambda steps: _increments(steps, 3),
    ideal=["new", 0, 0, 0],
    size=len,
)
add(
    "double_increment",
    _counter_steps,
    lambda steps: _increments(steps, 2),
    ideal=["new", 0, 0],
    size=len,
)


def _pairs_two(steps: list[Any]) -> bool:
    made = 0
    for step in steps:
        if step == "new":
            made += 1
        elif max(step) < made and step[0] != step[1]:
            return True
    return False


add(
    "distinct_pair",
    lambda st: st.lists(st.one_of(st.just("new"), st.tuples(st.integers(0, 4), st.integers(0, 4)))),
    _pairs_two,
    ideal=["new", "new", (0, 1)],
    size=len,
)


# A map of ranges that loses what stands to the right of a range put inside another

Ranges = list[tuple[int, int, int]]


def _put(ranges: Ranges, low: int, high: int, value: int) -> Ranges:
    kept: Ranges = []
    for a, b, old in ranges:
        if b <= low or high <= a:
            kept.append((a, b, old))
        elif a < low:
            # The bug: something may be left on the other side, too.
            kept.append((a, low, old))
        elif high < b:
            kept.append((high, b, old))
    return [*kept, (low, high, value)]


def _range_steps(st: Strategies) -> Any:
    put = st.tuples(st.just("put"), st.integers(0, 20), st.integers(1, 10), st.integers(0, 9))
    return st.lists(st.one_of(put, st.tuples(st.just("get"), st.integers(0, 30))))


def _range_map_fails(steps: list[Any]) -> bool:
    ranges: Ranges = []
    truth: dict[int, int] = {}
    for step in steps:
        if step[0] == "put":
            _, low, length, value = step
            ranges = _put(ranges, low, low + length, value)
            truth |= dict.fromkeys(range(low, low + length), value)
        else:
            found = next((v for a, b, v in ranges if a <= step[1] < b), None)
            if found != truth.get(step[1]):
                return True
    return False


add(
    "range_map",
    _range_steps,
    _range_map_fails,
    ideal=[("put", 0, 3, 0), ("put", 1, 1, 0), ("get", 2)],
    size=len,
)


# A digest that is fed in chunks, and forgets what goes beyond the end of a block

BLOCK = 8


def _loses_bytes(chunks: list[bytes]) -> bool:
    waiting = 0
    for chunk in chunks:
        if waiting and waiting + len(chunk) > BLOCK:
            return True
        waiting = (waiting + len(chunk)) % BLOCK
    return False


add(
    "hash_buffer",
    lambda st: st.lists(st.binary(max_size=BLOCK)),
    _loses_bytes,
    ideal=[bytes(1), bytes(BLOCK)],
    size=lambda chunks: sum(map(len, chunks)),
)
