"""What lambdas and short functions demand of their argument, and what is left alone."""

import ast
import datetime
import linecache
import math
import re
import sys
from collections.abc import Callable
from fractions import Fraction
from importlib import import_module, invalidate_caches
from pathlib import Path
from typing import Any

import pytest

from shortlex import find
from shortlex import strategies as st
from shortlex.strategies.conditions.lambda_reader import expression_of
from shortlex.strategies.conditions.predicates import Demand, read
from shortlex.strategies.strategy import Filtered
from tests.strategies.laws_of_strategies import (
    Drawn,
    check_replay,
    draw_light,
    draw_replayed,
    draw_simplest,
    values_of,
)

LIMIT, PAIR, CHANGING = 10, (1, 2), [1]
LETTERS = re.compile("[a-z]+")


def above_three(x: int) -> bool:
    return x > 3


def documented(x: int, extra: int = 9) -> bool:
    """Between two and the limit."""
    return 2 <= x < LIMIT and x != extra


def demands(condition: Callable[..., object]) -> list[tuple[object, ...]]:
    """The demands, without what is left out."""
    read_demands = read(condition).demands
    return [each if each.is_of_length else each[:2] for each in read_demands]


COMPARED: list[tuple[Callable[..., object], list[tuple[object, ...]]]] = [
    (lambda x: x < 3, [("<", 3)]),
    (lambda x: x <= 3, [("<=", 3)]),
    (lambda x: x == 3, [("==", 3)]),
    (lambda x: x != 3, [("!=", 3)]),
    (lambda x: x >= 3, [(">=", 3)]),
    (lambda x: x > 3, [(">", 3)]),
    (lambda x: x > 3, [(">", 3)]),
    (lambda x: 3 <= x < 5, [(">=", 3), ("<", 5)]),
    (lambda x: x > 1 and x < 9 and x % 2, [(">", 1), ("<", 9)]),
    (lambda x: x > -(2**3) + 10 * LIMIT, [(">", 92)]),
    (lambda x: x < 7 // 2 % 5 - 1 / 2, [("<", 2.5)]),
    (lambda x: x < 1 << 20, [("<", 1 << 20)]),
    (lambda x: x < math.pi, [("<", math.pi)]),
    (lambda x: x < Fraction(1, 3), [("<", Fraction(1, 3))]),
    (lambda x: x < datetime.date(2020, 1, 2), [("<", datetime.date(2020, 1, 2))]),
    (lambda x: x > datetime.timedelta(days=3), [(">", datetime.timedelta(3))]),
    (lambda x: x < datetime.date.max, [("<", datetime.date.max)]),
    (lambda x: len(x) > 3, [Demand(">", 3, is_of_length=True)]),
    (lambda x: 3 < len(x) <= LIMIT, [Demand(">", 3, True), Demand("<=", 10, True)]),  # as shown
    (lambda x: x in (1, 2), [("in", (1, 2))]),
    (lambda x: x in {1, LIMIT}, [("in", (1, 10))]),
    (lambda x: x in PAIR, [("in", (1, 2))]),
    (lambda x: x in range(2, 5), [("in", range(2, 5))]),
    (lambda x, n=5: x < n, [("<", 5)]),
    (lambda x, /: x < 5, [("<", 5)]),
    (above_three, [(">", 3)]),
    (documented, [(">=", 2), ("<", 10), ("!=", 9)]),
    (lambda x: x, [("truth", None)]),
    (lambda x: bool(x), [("truth", None)]),
    (lambda x: x.isdigit(), [("method", "isdigit")]),
    (lambda x: str.isdigit(x), [("method", "isdigit")]),
    (lambda x: math.isfinite(x), [("isfinite", None)]),
    (lambda x: LETTERS.match(x), [("match", LETTERS)]),
    (lambda x: re.search("[a-z]+", x), [("search", LETTERS)]),
]

NOT_READ: list[Callable[..., object]] = [
    lambda x: x > 3 or x < 0,
    lambda x: not x > 3,
    lambda x: x > x,
    lambda x=5: x > x,
    lambda x: x + 1 > 3,
    lambda x: x > [3],
    lambda x: x > CHANGING[0],
    lambda x: x in CHANGING,
    lambda x: x not in (1, 2),
    lambda x: x is not None,
    lambda x: x > undefined,  # type: ignore[name-defined]  # noqa: F821  # an error, later
    lambda x: x > 1 // 0,
    lambda x: x > 2**9999999,
    lambda x: x > 1 << -1,
    lambda x: x > True,
    lambda x: x > "a" * 3,
    lambda x: x > math.missing,  # type: ignore[attr-defined]  # an error, later
    lambda x: x > LETTERS.pattern,
    lambda x: x > datetime.date(2020, 13, 1),
    lambda x: x > datetime.date(),
    lambda x: x > max(3, 4),
    lambda x: x > int.__call__("3").real,
    lambda x: sorted(x),
    lambda x: x.startswith("a"),
    lambda x: re.search("[a-z]+", x, re.ASCII),
    lambda x: re.search(pattern="a", string=x),
    lambda x: CHANGING[0](x),  # type: ignore[operator]  # an error, later
    lambda x: max(x, x),
    lambda *x: x > (3,),
    lambda x, *, y=3: x > y,
    lambda x: (x := 3) > 2 and x > 5,
    lambda x: (yield x > 3) and x > 5,
    lambda x: [x > y for y in (1, 2)],
    lambda: True,
]


@pytest.mark.parametrize(("condition", "expected"), COMPARED)
def test_what_is_certain_is_read(
    condition: Callable[..., object], expected: list[tuple[object, ...]]
) -> None:
    assert demands(condition) == expected


@pytest.mark.parametrize("condition", NOT_READ)
def test_what_is_not_certain_is_left_alone(condition: Callable[..., object]) -> None:
    assert demands(condition) == []


def test_of_several_lambdas_on_a_line_each_is_read_as_it_is() -> None:
    low, high = (lambda x: x < 1), (lambda x: x > 2)  # the point
    assert demands(low) == [("<", 1)]
    assert demands(high) == [(">", 2)]


def test_a_lambda_inside_of_another_is_read_as_it_is() -> None:
    above = lambda n: (n > 100, lambda x: x > n)  # noqa: E731  # the point
    assert demands(above(5)[1]) == [(">", 5)]
    assert demands(above) == []


def test_len_may_mean_something_else() -> None:
    len = str  # the point
    assert demands(lambda x: len(x) > "3") == []


def test_a_function_that_does_more_is_not_read() -> None:
    calls = []

    def counted(x: int) -> bool:
        calls.append(x)
        return x > 3

    def bare(x: int) -> None:
        return

    assert demands(counted) == demands(bare) == []
    assert calls == []


# Names.


def narrow_of(strategy: st.SearchStrategy[Any]) -> str:
    assert isinstance(strategy, Filtered)
    return repr(strategy.narrow)


def test_a_variable_that_changes_is_noticed() -> None:
    least = 1000
    strategy = st.integers(0, 10**6).filter(lambda x: x > least)
    assert draw_simplest(strategy) == 1001
    assert narrow_of(strategy) == "integers(1001, 1000000)"
    least = 5
    assert draw_simplest(strategy) == 6
    assert min(values_of(strategy, 100)) < 1000


def test_a_global_that_changes_is_noticed(monkeypatch: pytest.MonkeyPatch) -> None:
    strategy = st.integers(0, 100).filter(lambda x: x < LIMIT)
    assert max(values_of(strategy, 50)) < 10
    monkeypatch.setattr(f"{__name__}.LIMIT", 50)
    assert 10 < max(values_of(strategy, 50)) < 50
    monkeypatch.undo()
    assert max(values_of(strategy, 50)) < 10


def test_unique_elements_notice_a_change_too() -> None:
    most = 5
    strategy = st.sets(st.integers(0, 20).filter(lambda x: x <= most), max_size=3)
    assert all(max(value, default=0) <= 5 for value in values_of(strategy, 50))
    most = 20
    assert max(max(value, default=0) for value in values_of(strategy, 50)) > 5


def test_a_filter_in_a_loop_means_the_last_value() -> None:
    strategies = [st.integers(0, 9).filter(lambda x: x >= n) for n in (2, 5)]  # noqa: B023  # the point
    assert [draw_simplest(each) for each in strategies] == [5, 5]


def test_what_was_a_contradiction_may_be_none_later() -> None:
    least = 50
    strategy = st.integers(0, 9).filter(lambda x: x > least)
    assert draw_light(strategy, 0) is None
    least = 5
    assert {*values_of(strategy, 50)} == {6, 7, 8, 9}
    assert not strategy.is_empty


def test_positions_and_branches_are_those_of_all_elements_where_names_may_change() -> None:
    least = 90
    sampled = st.sampled_from(range(100)).filter(lambda x: x > least)
    union = (st.integers(0, 9) | st.integers(0, 99)).filter(lambda x: x > least)
    for strategy in (sampled, union):
        least = 90
        assert all(value > 90 for value in values_of(strategy, 50))
        least = 97
        assert {*values_of(strategy, 50)} <= {98, 99}
        for seed in range(20):
            check_replay(strategy, seed, 1.0, echo=False)


def test_a_number_that_is_given_is_moved_to_where_a_name_demands() -> None:
    def above(least: int) -> st.SearchStrategy[int]:
        return st.integers(0, 10**9).filter(lambda x: x > least)

    assert draw_replayed(above(10**6), [3]) == Drawn(10**6 + 1, [10**6 + 1])
    assert draw_simplest(above(10**6)) == 10**6 + 1
    # So that the reducer sees one domain, whatever the name means.
    assert above(5).label == above(10**6).label


# Conditions that say nothing of their argument


def test_a_call_that_does_not_take_the_argument_leaves_every_value() -> None:
    flag = True
    assert demands(lambda s: bool(flag)) == []
    assert find(st.text().filter(lambda s: bool(flag)), lambda s: True) == ""
    assert find(st.integers().filter(lambda x: bool(flag)), lambda x: True) == 0
    assert find(st.lists(st.integers()).filter(lambda xs: bool(flag)), lambda xs: True) == []


def test_a_call_with_the_argument_in_another_place_leaves_every_value() -> None:
    assert demands(lambda s: isinstance(s, str)) == []
    assert find(st.text().filter(lambda s: isinstance(s, str)), lambda s: True) == ""


def test_a_call_without_arguments_leaves_every_value() -> None:
    def is_met() -> bool:
        return True

    assert demands(lambda s: is_met()) == []
    assert find(st.text().filter(lambda s: is_met()), lambda s: True) == ""


# Expressions are found in the source, and only where they are what runs.


def expression(function: Callable[..., Any]) -> str | None:
    found = expression_of(function.__code__)
    return None if found is None else ast.unparse(found)


def test_a_lambda_is_its_expression() -> None:
    assert expression(lambda x: x > 3) == "x > 3"
    assert (
        expression(
            lambda x: (
                x > 3 and x < 5  # over several lines
            )
        )
        == "x > 3 and x < 5"
    )


def test_decorators_annotations_and_defaults_do_not_matter() -> None:
    def unchanged(function: Any) -> Any:
        return function

    @unchanged
    def decorated(x: "list[int]", *rest: int, n: Any = None, **more: int) -> bool:
        return x > n

    @unchanged
    @unchanged
    def with_default(x: int, /, n: Any = (lambda x: x > 9), *rest: int, **more: int) -> bool:
        return bool(x > n)

    assert expression(decorated) is None  # its last argument must be named
    assert expression(with_default) == "bool(x > n)"


def test_methods_of_modules_are_compiled_in_their_own_way() -> None:
    assert expression(lambda x: sys.intern(x)) == "sys.intern(x)"
    assert expression(lambda x: x.strip()) == "x.strip()"


@pytest.fixture
def module(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Callable[[str], Any]:
    monkeypatch.syspath_prepend(tmp_path)

    def load(source: str) -> Any:
        (tmp_path / "conditions_for_a_test.py").write_text(source, "utf-8")
        monkeypatch.delitem(sys.modules, "conditions_for_a_test", raising=False)
        invalidate_caches()
        return import_module("conditions_for_a_test")

    return load


def test_source_that_was_changed_since_is_not_believed(
    module: Callable[[str], Any], tmp_path: Path
) -> None:
    condition = module("condition = lambda x: x > 3\n").condition
    (tmp_path / "conditions_for_a_test.py").write_text("condition = lambda x: x > 77\n", "utf-8")
    linecache.checkcache()
    assert expression(condition) is None


def test_source_that_is_gone_is_not_read(module: Callable[[str], Any], tmp_path: Path) -> None:
    condition = module("def condition(x):\n    return x > 4\n").condition
    (tmp_path / "conditions_for_a_test.py").unlink()
    linecache.checkcache()
    assert read(condition).demands == ()


def test_source_that_is_no_python_is_not_read(module: Callable[[str], Any], tmp_path: Path) -> None:
    condition = module("condition = lambda x: x > 5\n").condition
    (tmp_path / "conditions_for_a_test.py").write_text("condition = lambda x: x >\n", "utf-8")
    linecache.checkcache()
    assert expression(condition) is None


def test_warnings_about_the_source_are_not_repeated(
    module: Callable[[str], Any], recwarn: pytest.WarningsRecorder
) -> None:
    condition = module("condition = lambda x: x > 6 and x is not 7\n").condition
    recwarn.clear()
    assert read(condition).demands == (Demand(">", 6),)
    assert list(recwarn) == []


def test_what_was_compiled_at_run_time_is_not_read() -> None:
    assert expression(eval("lambda x: x > 8")) is None  # noqa: S307  # of our own text
