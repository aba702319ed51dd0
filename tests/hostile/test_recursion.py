"""A stack that ends in the user's code is a failure, wherever that code is called from."""

from typing import Any

import pytest

from shortlex import find, given
from shortlex import strategies as st
from shortlex.errors import Unsatisfiable


def raises(number: int) -> int:
    if number % 10 == 7:
        raise RecursionError("by hand")
    return number


def never_ends(number: int) -> int:
    return never_ends(number) if number % 10 == 7 else number


@st.composite
def composed(draw: st.DrawFn, function: Any) -> int:
    return function(draw(st.integers(0, 1000)))  # type: ignore[no-any-return]


STRATEGIES: dict[str, Any] = {
    "map": lambda function: st.integers(0, 1000).map(function),
    "filter": lambda function: st.integers(0, 1000).filter(lambda n: function(n) >= 0),
    "flatmap": lambda function: st.integers(0, 1000).flatmap(lambda n: st.just(function(n))),
    "builds": lambda function: st.builds(function, st.integers(0, 1000)),
    "composite": composed,
}


@pytest.mark.parametrize("function", [raises, never_ends])
@pytest.mark.parametrize("way", STRATEGIES)
def test_a_recursion_error_in_a_draw_is_a_failure(way: str, function: Any) -> None:
    strategy = STRATEGIES[way](function)

    @given(strategy)
    def draws(value: int) -> None:
        pass

    @given(st.data())
    def draws_in_body(data: st.DataObject) -> None:
        data.draw(strategy)

    for test in (draws, draws_in_body):
        with pytest.raises(RecursionError):
            test()
    with pytest.raises(RecursionError):
        find(strategy, lambda value: False)


def test_strategies_that_are_nested_too_deeply_are_still_no_failure() -> None:
    @st.composite
    def nodes(draw: st.DrawFn) -> list[Any]:
        return [draw(nodes())]

    @given(nodes())
    def draws(node: list[Any]) -> None:
        pass

    with pytest.raises(Unsatisfiable, match="deeper than Python's stack allows"):
        draws()
