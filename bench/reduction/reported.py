"""Reported: cases in which people who tried the library ended at a worse failure than they should.

Their generators are written as people write them: sizes first, draws that do not matter, retries.
"""

from __future__ import annotations

from datetime import date
from itertools import combinations, permutations
from math import isfinite
from typing import Any
from uuid import UUID

from bench.reduction.case import Strategies, add

# Draws that are repeated, or do not matter


def _with_retries(st: Strategies) -> Any:
    @st.composite
    def distinct(draw: Any) -> list[int]:
        found: list[int] = []
        for _ in range(draw(st.integers(0, 10))):
            x = draw(st.integers(0, 50))
            while x in found:
                x = draw(st.integers(0, 50))
            found.append(x)
        return found

    return distinct()


add(
    "retry_loop",
    _with_retries,
    lambda xs: len(xs) >= 4 and sum(xs) >= 60,
    ideal=[0, 1, 9, 50],
    accepts=lambda xs: len(xs) == 4 and sum(xs) == 60 and min(xs) == 0,
)


def _with_unused(st: Strategies) -> Any:
    unused = st.integers(-1000, 1000)
    return st.tuples(st.integers(-1000, 1000), unused, unused, unused, unused)


add(
    "digit_beside_unused",
    _with_unused,
    lambda t: t[0] > 0 and t[0] % 10 == 7,
    ideal=(7, 0, 0, 0, 0),
)
add(
    "order_as_text",
    lambda st: st.tuples(st.integers(0, 1000), st.integers(0, 1000)),
    lambda p: (str(p[0]) < str(p[1])) != (p[0] < p[1]),
    ideal=(2, 10),
)

# Numbers that hold each other

add(
    "product_minus",
    lambda st: st.tuples(st.integers(1, 10000), st.integers(1, 20), st.integers(0, 200000)),
    lambda t: 4501 < t[0] * t[1] - t[2] < 5000,
    ideal=(226, 20, 0),
)


def _index_first(st: Strategies) -> Any:
    @st.composite
    def index_and_list(draw: Any) -> tuple[int, list[int]]:
        n = draw(st.integers(1, 200))
        i = draw(st.integers(0, n - 1))
        return i, [draw(st.integers(0, 9)) for _ in range(n)]

    return index_and_list()


add(
    "index_and_length",
    _index_first,
    lambda t: t[0] == len(t[1]) - 1 and t[0] >= 3,
    ideal=(3, [0, 0, 0, 0]),
)

# The same place in two collections

add(
    "parallel_lists",
    lambda st: st.tuples(st.lists(st.integers()), st.lists(st.integers())),
    lambda p: len(p[0]) == len(p[1]) > 1 and p[0] != p[1],
    ideal=([0, 0], [0, 1]),
    accepts=lambda p: len(p[0]) == 2 and sum(map(abs, p[0] + p[1])) == 1,
)
add(
    "parallel_texts",
    lambda st: st.tuples(st.text(), st.text()),
    lambda p: len(p[0]) == len(p[1]) > 1 and p[0] != p[1],
    ideal=("00", "01"),
)


def _matrix(st: Strategies) -> Any:
    @st.composite
    def rows(draw: Any) -> list[list[int]]:
        width = draw(st.integers(1, 6))
        return draw(st.lists(st.lists(st.integers(0, 9), min_size=width, max_size=width)))  # type: ignore[no-any-return]  # drawn

    return rows()


add(
    "matrix_column",
    _matrix,
    lambda rows: len(rows) >= 2 and any(row != rows[0] for row in rows),
    ideal=[[0], [1]],
)

# Texts and bytes tied to a number

add(
    "bytes_and_length",
    lambda st: st.tuples(st.binary(), st.integers(2, 12)),
    lambda t: len(t[0]) == t[1] + 1,
    ideal=(b"\0\0\0", 2),
)
add(
    "text_and_length",
    lambda st: st.tuples(st.text(), st.integers(2, 12)),
    lambda t: len(t[0]) == t[1] + 1,
    ideal=("000", 2),
)


def _wraps_badly(t: tuple[str, int]) -> bool:
    """A wrapper that loses the line that is exactly as wide as allowed and ends in a space."""
    text, width = t
    lines, line = [], ""
    for word in text.split(" "):
        if len(line) + len(word) + 1 <= width:
            line = f"{line} {word}" if line else word
        else:
            lines.append(line)
            line = word
    lines.append(line)
    return any(len(each) > width for each in lines)


add(
    "word_wrap",
    lambda st: st.tuples(st.text("ab "), st.integers(3, 30)),
    _wraps_badly,
    ideal=("aaaa", 3),
)
add(
    "blocks_of_four",
    lambda st: st.tuples(st.binary(), st.integers(1, 8)),
    lambda t: len(t[0]) == 4 * t[1],
    ideal=(b"\0\0\0\0", 1),
)

# Floats by digits

add(
    "six_digits",
    lambda st: st.floats(),
    lambda x: isfinite(x) and abs(x) >= 1 and float(f"{x:.6g}") != x,
    ideal=1000001.0,
)

# Recursive data


def _json(st: Strategies) -> Any:
    return st.recursive(
        st.none() | st.booleans() | st.integers() | st.text(),
        lambda inner: st.lists(inner) | st.dictionaries(st.text(), inner),
    )


def _depth(value: Any) -> int:
    if isinstance(value, list):
        return 1 + max(map(_depth, value), default=0)
    if isinstance(value, dict):
        return 1 + max(map(_depth, value.values()), default=0)
    return 0


add("json_depth", _json, lambda value: _depth(value) >= 3, ideal=[[[]]])


def _has_text(value: Any) -> bool:
    if isinstance(value, str):
        return any(c.isupper() for c in value)
    if isinstance(value, list):
        return any(map(_has_text, value))
    return isinstance(value, dict) and any(map(_has_text, [*value, *value.values()]))


add("json_capital", _json, _has_text, ideal="A")

# Sets and dictionaries of texts

add("three_texts", lambda st: st.sets(st.text()), lambda xs: len(xs) >= 3, ideal={"", "0", "1"})
add(
    "three_keys",
    lambda st: st.dictionaries(st.text(), st.integers()),
    lambda d: len(d) >= 3,
    ideal={"": 0, "0": 0, "1": 0},
)
add("longer_in_capitals", lambda st: st.text(), lambda s: len(s.upper()) != len(s), ideal="ß")

# Elements that merge

add(
    "one_tuple_for_two",
    lambda st: st.lists(st.tuples(st.integers(0, 100), st.integers(0, 100))),
    lambda xs: sum(a for a, _ in xs) >= 50 and sum(b for _, b in xs) >= 50,
    ideal=[(50, 50)],
)
add(
    "neighbouring_texts",
    lambda st: st.lists(st.text("ab")),
    lambda xs: "abab" in "".join(xs),
    ideal=["abab"],
)
add(
    "bytes_of_neighbours",
    lambda st: st.lists(st.binary()),
    lambda xs: sum(map(len, xs)) >= 5,
    ideal=[b"\0\0\0\0\0"],
)
add(
    "next_raised",
    lambda st: st.tuples(st.integers(0, 60), st.integers(0, 60), st.integers(0, 60)),
    lambda t: t[0] * 3600 + t[1] * 60 + t[2] >= 3661,
    ideal=(1, 1, 1),
)

# Conditions that few values meet

add(
    "monday",
    lambda st: st.dates(),
    lambda day: day.weekday() == 0,
    ideal=date(2001, 1, 1),
)
add("even_uuid", lambda st: st.uuids(), lambda u: u.int % 2 == 0 and u.int > 0, ideal=UUID(int=2))
add("remainder", lambda st: st.integers(0, 10**6), lambda x: x % 97 == 3 and x > 3, ideal=100)
add(
    "limit_and_remainder",
    lambda st: st.integers(),
    lambda n: n >= 100 and n % 7 == 6,
    ideal=104,
)
add(
    "limit_and_minutes",
    lambda st: st.integers(0, 10**9),
    lambda n: n >= 1000 and n % 60 == 6,
    ideal=1026,
)
add(
    "rising_with_remainder",
    lambda st: st.tuples(st.integers(), st.integers(), st.integers()),
    lambda t: t[0] < t[1] < t[2] >= 100 and sum(t) % 7 == 0,
    ideal=(0, 1, 104),
)

# A size that decides several blocks


def _linked(m: list[list[int]], a: int, b: int, c: int) -> bool:
    return bool(m[a][b] and m[b][c] and m[c][a])


def _has_cycle(m: list[list[int]]) -> bool:
    return any(_linked(m, *corners) for corners in permutations(range(len(m)), 3))


def _square_of_lists(st: Strategies) -> Any:
    def square(n: int) -> Any:
        row = st.lists(st.integers(0, 1), min_size=n, max_size=n)
        return st.lists(row, min_size=n, max_size=n)

    return st.integers(1, 7).flatmap(square)


def _square_by_hand(st: Strategies) -> Any:
    @st.composite
    def square(draw: Any) -> list[list[int]]:
        n = draw(st.integers(1, 7))
        return [[draw(st.integers(0, 1)) for _ in range(n)] for _ in range(n)]

    return square()


CYCLE = [[0, 0, 1], [1, 0, 0], [0, 1, 0]]
add("cycle_in_lists", _square_of_lists, _has_cycle, ideal=CYCLE)
add("cycle_by_hand", _square_by_hand, _has_cycle, ideal=CYCLE)


def _triangle(st: Strategies) -> Any:
    @st.composite
    def rows(draw: Any) -> list[list[bool]]:
        return [
            [draw(st.booleans()) for _ in range(width)] for width in range(draw(st.integers(0, 7)))
        ]

    return rows()


add(
    "three_friends",
    _triangle,
    lambda rows: any(
        rows[b][a] and rows[c][a] and rows[c][b] for a, b, c in combinations(range(len(rows)), 3)
    ),
    ideal=[[], [True], [True, True]],
)


def _factors(st: Strategies) -> Any:
    @st.composite
    def matrices(draw: Any) -> tuple[list[list[int]], list[list[int]]]:
        n, m, k = (draw(st.integers(1, 4)) for _ in range(3))
        left = [[draw(st.integers(-5, 5)) for _ in range(m)] for _ in range(n)]
        return left, [[draw(st.integers(-5, 5)) for _ in range(k)] for _ in range(m)]

    return matrices()


add(
    "large_product_of_matrices",
    _factors,
    lambda pair: any(
        abs(sum(x * y for x, y in zip(row, column, strict=True))) >= 40
        for row in pair[0]
        for column in zip(*pair[1], strict=True)
    ),
    ideal=([[3, 5]], [[5], [5]]),
)

# Sums of products, and sums inside one text

add(
    "discount_beyond_cart",
    lambda st: st.tuples(
        st.lists(st.tuples(st.text(min_size=1), st.integers(1, 10000), st.integers(1, 10))),
        st.integers(0, 20000),
    ),
    lambda t: 5000 < sum(price * count for _, price, count in t[0]) < t[1],
    ideal=([("0", 501, 10)], 5011),
)
add(
    "bytes_with_sum",
    lambda st: st.binary(min_size=0, max_size=1000),
    lambda b: sum(b) >= 5000,
    ideal=bytes([155, *[255] * 19]),
)
add(
    "byte_checksum",
    lambda st: st.binary(),
    lambda b: len(b) >= 3 and sum(b[:-1]) % 256 == b[-1] and b[0] > 0,
    ideal=b"\1\0\1",
)
add(
    "digit_checksum",
    lambda st: st.text("0123456789"),
    lambda s: len(s) >= 4 and sum(map(int, s[:-1])) % 10 == int(s[-1]) and s[0] != "0",
    ideal="1001",
)
