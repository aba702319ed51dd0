""".example()."""

import sys
import warnings
from typing import Any

import pytest

from shortlex import assume, event, given, note
from shortlex import strategies as st
from shortlex.errors import (
    InvalidArgument,
    InvalidState,
    NonInteractiveExampleWarning,
    Unsatisfiable,
)
from shortlex.strategies import shown_example


@pytest.fixture
def at_a_prompt(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(sys, "ps1", ">>> ", raising=False)
    # pytest sets the variable again when the test begins, so only its name is changed here.
    monkeypatch.setattr(shown_example, "PYTEST_VARIABLE", "NO_SUCH_VARIABLE")


def test_an_example_outside_of_a_prompt_is_warned_of() -> None:
    with pytest.warns(
        NonInteractiveExampleWarning, match=r"integers\(0, 5\)\.example\(\)"
    ) as caught:
        assert st.integers(0, 5).example() in range(6)
    assert caught[0].filename == __file__


def test_an_example_in_pytest_is_warned_of_even_at_a_prompt(
    monkeypatch: pytest.MonkeyPatch,
) -> None:
    monkeypatch.setattr(sys, "ps1", ">>> ", raising=False)
    with pytest.warns(NonInteractiveExampleWarning):
        st.none().example()


@pytest.mark.usefixtures("at_a_prompt")
def test_an_example_at_a_prompt_is_not_warned_of() -> None:
    with warnings.catch_warnings():
        warnings.simplefilter("error")
        st.lists(st.integers()).example()


@pytest.mark.usefixtures("at_a_prompt")
def test_examples_differ() -> None:
    assert len({st.integers().example() for _ in range(50)}) > 10


@pytest.mark.usefixtures("at_a_prompt")
def test_a_refused_case_is_tried_again() -> None:
    def odd(value: int) -> int:
        assume(value % 2)
        return value

    assert st.builds(odd, st.integers()).example() % 2


@pytest.mark.usefixtures("at_a_prompt")
def test_strategies_may_speak_while_they_draw() -> None:
    def speak(value: int) -> int:
        note("here")
        event("there")
        return value

    st.integers().map(speak).example()


@pytest.mark.usefixtures("at_a_prompt")
@pytest.mark.parametrize(
    "strategy", [st.nothing(), st.integers().filter(lambda x: False)], ids=repr
)
def test_an_example_of_nothing_is_unsatisfiable(strategy: st.SearchStrategy[Any]) -> None:
    with pytest.raises(Unsatisfiable, match="No value"):
        strategy.example()


@pytest.mark.usefixtures("at_a_prompt")
def test_bad_arguments_are_said() -> None:
    with pytest.raises(InvalidArgument):
        st.integers(2, 1).example()


def test_an_example_inside_of_a_test_is_refused() -> None:
    @given(st.none())
    def test(x: None) -> None:
        with pytest.raises(InvalidState, match="inside a test"):
            st.integers().example()

    test()  # type: ignore[call-arg]  # all is drawn


@pytest.mark.usefixtures("at_a_prompt")
def test_an_example_inside_of_a_strategy_is_refused() -> None:
    with pytest.raises(InvalidState, match="inside a test or strategy"):
        st.none().map(lambda _: st.integers().example()).example()
