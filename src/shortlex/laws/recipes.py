"""Recipes: functions that draw cases of many shapes, to try passes on."""

from __future__ import annotations

from collections.abc import Callable, Iterator
from contextlib import contextmanager
from typing import Any, Final

from shortlex import strategies as st
from shortlex.core.boolean import Boolean
from shortlex.core.case import Case
from shortlex.core.integer import Integer
from shortlex.core.sizes import Sizes

Recipe = Callable[[Case], Any]

NUMBER: Final = Integer(0, 1000)
DIGIT: Final = Integer(0, 9)
FLAG: Final = Boolean()


@contextmanager
def span(case: Case, label: str) -> Iterator[None]:
    case.start_span(label)
    yield
    case.stop_span()


def pair(case: Case) -> tuple[int, int]:
    return case.choose(NUMBER), case.choose(NUMBER)


def numbers(case: Case) -> list[int]:
    """A list as strategies make it: each element is a span with the choice to continue."""
    return [case.choose(NUMBER) for _ in case.repeat(Sizes(), "number")]


def lists_of_numbers(case: Case) -> list[list[int]]:
    return [numbers(case) for _ in case.repeat(Sizes(), "list")]


def counted(case: Case) -> list[int]:
    """As many numbers as a digit says, without spans."""
    return [case.choose(NUMBER) for _ in range(case.choose(DIGIT))]


def unmarked(case: Case) -> list[int]:
    """A list without spans: only choices to continue."""
    found: list[int] = []
    while len(found) < 8 and case.choose(FLAG):
        found.append(case.choose(NUMBER))
    return found


def regions(case: Case) -> None:
    """Spans of two kinds under one label."""
    for _ in range(case.choose(DIGIT)):
        with span(case, "region"):
            numbers(case) if case.choose(FLAG) else pair(case)


def refusing(case: Case) -> None:
    """Spans that are discarded."""
    for _ in range(4):
        case.start_span("try")
        case.stop_span(discard=case.choose(NUMBER) % 2 == 0)


def mixed(case: Case) -> object:
    """Choices of every kind."""
    leaves = st.integers() | st.text(max_size=4) | st.floats(allow_nan=False) | st.none()
    return case.draw(st.lists(leaves | st.tuples(leaves, st.binary(max_size=3)), max_size=5))


def recursive(case: Case) -> object:
    """Spans within spans of the same label."""
    return case.draw(st.recursive(st.booleans() | st.integers(-9, 9), st.lists, max_leaves=6))


def bound(case: Case) -> object:
    """A number that decides how many follow, and how large they are."""
    return case.draw(
        st.integers(0, 6).flatmap(lambda n: st.lists(st.integers(0, n), min_size=n, max_size=n))
    )


def unique(case: Case) -> object:
    """Elements that exclude each other."""
    return case.draw(st.lists(st.integers(0, 20), unique=True, min_size=2, max_size=6))


def changing(case: Case) -> object:
    """Two numbers that decide the kinds of the others."""
    kinds: list[st.SearchStrategy[Any]] = [
        st.integers(), st.text(max_size=3), st.integers(0, 99), st.booleans(), st.floats(),
    ]  # fmt: skip
    first, second = pair(case)
    return [case.draw(kinds[(first // 3 + second // 2 * place) % 5]) for place in range(6)]


RECIPES: Final[tuple[Recipe, ...]] = (
    pair, numbers, lists_of_numbers, counted, unmarked, regions, refusing, mixed, recursive, bound,
    unique, changing,
)  # fmt: skip
