"""Dependence: values that depend on others, and assumptions that few cases meet."""

from __future__ import annotations

from typing import Any

from bench.finding.property import bug


@bug(
    lambda st: [st.lists(st.integers(), min_size=6, max_size=6)],
    assuming=lambda numbers: numbers == sorted(numbers),
)
def search_misses_the_last(numbers: list[int]) -> bool:
    """A binary search that never looks at the last place, if all numbers are positive."""
    return numbers[0] > 0


@bug(lambda st: [st.integers(0, 10**6).flatmap(lambda n: st.tuples(st.just(n), st.integers(0, n)))])
def whole_is_no_part(pair: tuple[int, int]) -> bool:
    """Paid in full, which the program calls a part."""
    total, paid = pair
    return total > 0 and total == paid


@bug(
    lambda st: [st.text(alphabet="()", min_size=6, max_size=12)],
    assuming=lambda text: _is_balanced(text),
)
def nested_three_deep(text: str) -> bool:
    """A parser with two levels."""
    return "(((" in text


def _is_balanced(text: str) -> bool:
    depth = 0
    for letter in text:
        depth += 1 if letter == "(" else -1
        if depth < 0:
            return False
    return depth == 0


def _has_valid_checksum(digits: list[int]) -> bool:
    return sum((3 if i % 2 else 1) * digit for i, digit in enumerate(digits)) % 10 == 0


@bug(
    lambda st: [st.lists(st.integers(0, 9), min_size=13, max_size=13)],
    assuming=_has_valid_checksum,
)
def check_digit_is_zero(digits: list[int]) -> bool:
    """A number of a book whose last digit is 0, read as if it had one digit less."""
    return digits[-1] == 0 and digits[0] == 9


@bug(
    lambda st: [st.lists(st.integers(0, 100), min_size=1), st.integers()],
    assuming=lambda numbers, place: 0 <= place < len(numbers),
)
def last_place_is_the_greatest(numbers: list[int], place: int) -> bool:
    """Looks for the greatest from the second place on."""
    return len(numbers) >= 4 and place == len(numbers) - 1 and numbers[0] == max(numbers) > 0


@bug(lambda st: [_windows(st)])
def window_ends_with_the_data(case: tuple[bytes, int, int]) -> bool:
    """Reads one byte after the window."""
    data, start, end = case
    return 0 < start < end == len(data)


def _windows(st: Any) -> Any:
    @st.composite
    def windows(draw: Any) -> tuple[bytes, int, int]:
        data = draw(st.binary(min_size=1))
        start = draw(st.integers(0, len(data)))
        return data, start, draw(st.integers(start, len(data)))

    return windows()


@bug(
    lambda st: [st.lists(st.tuples(st.integers(0, 7), st.integers(0, 7)), min_size=6, max_size=12)],
    assuming=lambda edges: all(one < other for one, other in edges),
)
def path_of_four_edges(edges: list[tuple[int, int]]) -> bool:
    """A graph without circles, in which a path is followed for three steps."""
    longest = dict.fromkeys(range(8), 0)
    for node in range(8):
        for one, other in edges:
            if one == node:
                longest[other] = max(longest[other], longest[one] + 1)
    return max(longest.values()) >= 4


@bug(
    lambda st: [st.integers(1, 1000), st.integers(1, 1000), st.integers(1, 1000)],
    assuming=lambda a, b, c: a <= b <= c < a + b,
)
def triangle_has_a_right_angle(a: int, b: int, c: int) -> bool:
    """Divides by the cosine."""
    return a * a + b * b == c * c or 1 < a == b == c
