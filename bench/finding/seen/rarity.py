"""Rarity: constants of the program, and combinations that hardly ever come together."""

from __future__ import annotations

from enum import Enum

from bench.finding.property import bug

SECRET = 8_675_309
GREETING = b"PK\x03\x04"


@bug(lambda st: [st.integers()])
def number_is_special(n: int) -> bool:
    """A number that means something else."""
    return n == SECRET


@bug(lambda st: [st.binary()])
def archive_is_opened(data: bytes) -> bool:
    """Told by its first bytes."""
    return data.startswith(GREETING)


@bug(lambda st: [st.booleans() for _ in range(9)])
def all_options_together(*options: bool) -> bool:
    """Works for any option, and not for all of them together."""
    return all(options)


PRICES = {"solo": 9, "team": 49, "enterprise": 499}
SECONDS_OF_A_DAY = 86_400
LIMIT = 2**31 - 1


class Color(Enum):
    RED = "ff0000"
    TEAL = "008080"


@bug(lambda st: [st.text()])
def plan_is_known(plan: str) -> bool:
    """A key of a table."""
    return plan in PRICES


@bug(lambda st: [st.integers(0, 10**6)])
def day_has_a_second_more(seconds: int) -> bool:
    """The first second of the next day."""
    return seconds == SECONDS_OF_A_DAY + 1


@bug(lambda st: [st.integers()])
def limit_is_reached(n: int) -> bool:
    """The last number that fits."""
    return n == LIMIT


@bug(lambda st: [st.floats()])
def threshold_is_met(x: float) -> bool:
    """A threshold that is neither below nor above."""
    return x == 0.7316


@bug(lambda st: [st.text()])
def command_is_obeyed(text: str) -> bool:
    """A command with something after it."""
    return text.startswith("quit!")


@bug(lambda st: [st.text()])
def color_has_a_name(text: str) -> bool:
    """The value of an enumeration."""
    return any(text == color.value for color in Color)


@bug(lambda st: [st.text(), st.integers()])
def two_constants_together(name: str, size: int) -> bool:
    """Two constants of the program in one case."""
    return name == "enterprise" and size == 499


@bug(lambda st: [st.lists(st.sampled_from(range(1000)), max_size=4)])
def three_places_in_a_row(places: list[int]) -> bool:
    """A run of three of a thousand places."""
    return any(list(range(n, n + 3)) == places[i : i + 3] for i, n in enumerate(places))


@bug(lambda st: [st.lists(st.booleans(), min_size=12, max_size=12)])
def one_flag_of_twelve(flags: list[bool]) -> bool:
    """Works unless exactly one flag is set."""
    return sum(flags) == 1


@bug(lambda st: [st.integers(0, 9), st.integers(0, 9), st.integers(0, 9), st.integers(0, 9)])
def all_digits_are_equal(a: int, b: int, c: int, d: int) -> bool:
    """A code with four equal digits that are not zero."""
    return a == b == c == d != 0


@bug(lambda st: [st.lists(st.integers() | st.text() | st.booleans() | st.none(), min_size=6)])
def all_of_one_kind(values: list[object]) -> bool:
    """A column of texts only, at least six of them."""
    return all(isinstance(value, str) for value in values)
