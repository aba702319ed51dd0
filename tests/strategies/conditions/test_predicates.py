"""Conditions that are known by name, and the names that a condition uses."""

import math
import operator
import re
from functools import partial
from types import CellType
from typing import Any

import pytest

from shortlex.strategies.conditions.predicates import (
    Demand,
    Named,
    Reading,
    is_constant,
    named,
    read,
)

LETTERS = re.compile("[a-z]+")


@pytest.mark.parametrize(
    ("condition", "demand"),
    [
        (bool, Demand("truth")),
        (len, Demand("truth")),
        (operator.truth, Demand("truth")),
        (math.isfinite, Demand("isfinite")),
        (math.isinf, Demand("isinf")),
        (math.isnan, Demand("isnan")),
        (str.isdigit, Demand("method", "isdigit")),
        (bytes.strip, Demand("method", "strip")),
        (LETTERS.search, Demand("search", LETTERS)),
        (LETTERS.match, Demand("match", LETTERS)),
        (LETTERS.fullmatch, Demand("fullmatch", LETTERS)),
        (LETTERS.findall, Demand("search", LETTERS)),
        ((1, 2).__contains__, Demand("in", (1, 2))),
        (partial(operator.lt, 3), Demand(">", 3)),
        (partial(operator.le, 3), Demand(">=", 3)),
        (partial(operator.eq, 3), Demand("==", 3)),
        (partial(operator.ne, 3), Demand("!=", 3)),
        (partial(operator.ge, 3), Demand("<=", 3)),
        (partial(operator.gt, 3), Demand("<", 3)),
        (partial(operator.contains, range(3)), Demand("in", range(3))),
        (partial(re.match, "[a-z]+"), Demand("match", LETTERS)),
    ],
)
def test_known_functions_demand_something(condition: Any, demand: Demand) -> None:
    assert read(condition) == Reading((demand,))


@pytest.mark.parametrize(
    "condition",
    [
        str,
        any,
        math.floor,
        list.copy,
        LETTERS.finditer,
        LETTERS.sub,
        [1, 2].__contains__,
        {1, 2}.__contains__,
        "abc".__contains__,
        "abc".isdigit,
        partial(operator.contains, [1, 2]),
        partial(operator.lt, 3, 4),
        partial(max, 3),
        partial(sorted, key=len),
        partial(re.match, "("),
        partial(re.match, 5),  # type: ignore[arg-type]  # an error, later
        type("Condition", (), {"__call__": bool})(),
    ],
)
def test_others_demand_nothing_that_is_certain(condition: Any) -> None:
    assert read(condition) == Reading()


def test_a_function_called_as_one_of_math_is_another() -> None:
    class Module:
        __name__ = "math"

        def isnan(self, value: object) -> bool:
            return False

    assert read(Module().isnan) == Reading()


def test_a_name_has_changed_when_it_means_something_else() -> None:
    scope = {"limit": 10**9}
    limit = named(scope, "limit")
    assert not limit.has_changed()
    scope["limit"] = 3
    assert limit.has_changed()
    del scope["limit"]
    assert limit.has_changed()


def test_a_variable_has_changed_when_it_is_no_longer_bound() -> None:
    cell = CellType(5)
    five = named(cell, "five")
    assert not five.has_changed()
    del cell.cell_contents
    assert five.has_changed()
    assert named(cell, "five") == Named(cell, "five", five._replace(value=named(cell, "").value)[2])


def test_only_what_never_changes_is_a_constant() -> None:
    class Number(int):
        """What it compares to is its own affair."""

    assert all(map(is_constant, (1, 1.5, "a", b"a", (1,), frozenset(), range(3), LETTERS)))
    assert not any(map(is_constant, ([1], {1}, {}, None, True, Number(3), bytearray(), object())))
