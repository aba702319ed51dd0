"""Drawn calls: arguments are drawn in order, and drawn again if the function refuses them."""

from __future__ import annotations

from random import Random
from typing import Any

import pytest

from shortlex import strategies as st
from shortlex.core.case import RandomCase
from shortlex.errors import Rejected
from shortlex.strategies.drawn_calls import Builds, Constructs
from shortlex.strategies.mappings import FixedDictionaries


def draw(strategy: st.SearchStrategy[Any]) -> Any:
    return strategy.do_draw(RandomCase(Random(0), 1.0, 1000))


def test_a_function_gets_a_value_of_each_strategy() -> None:
    call = Builds(dict, (st.just({"a": 1}),), {"b": st.just(2)})
    assert draw(call) == {"a": 1, "b": 2}
    assert call.parts() == (*call.args, *call.kwargs.values())


def refuse_odd(n: int) -> int:
    if n % 2:
        raise ValueError
    return n


def test_refused_arguments_are_drawn_again_and_leave_no_choices() -> None:
    no_more = FixedDictionaries({}, {})
    call = Constructs(refuse_odd, (st.integers(0, 9),), no_more, (ValueError,))
    for seed in range(20):
        case = RandomCase(Random(seed), 1.0, 1000)
        assert call.do_draw(case) % 2 == 0
        assert len(case.choices) == 1


def test_a_case_is_given_up_if_all_arguments_are_refused() -> None:
    call = Constructs(refuse_odd, (st.just(1),), FixedDictionaries({}, {}), (ValueError,))
    with pytest.raises(Rejected):
        draw(call)


def test_other_errors_are_those_of_the_test() -> None:
    call = Constructs(refuse_odd, (st.just("x"),), FixedDictionaries({}, {}), (ValueError,))
    with pytest.raises(TypeError):
        draw(call)
