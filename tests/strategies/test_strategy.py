"""map, filter, flatmap, and strategies of one's own."""

import sys
import warnings
from random import Random
from typing import Any

import pytest

from shortlex import event, given, note, settings
from shortlex import strategies as st
from shortlex.control import assume
from shortlex.core.case import Case, RecordedCase
from shortlex.core.source import TRIES, RandomSource, ReplaySource
from shortlex.core.trace import Outcome
from shortlex.errors import (
    InvalidArgument,
    InvalidState,
    NonInteractiveExampleWarning,
    Rejected,
    ShortlexWarning,
    Unsatisfiable,
)
from shortlex.strategies import strategy as module
from shortlex.strategies.refused_draws import NEARBY
from tests.strategies.laws_of_strategies import (
    Drawn,
    draw_light,
    draw_replayed,
    draw_simplest,
    find_simplest,
    share_rejected,
    values_of,
)
from tests.strategies.samples import Dice

# map.


def test_map_applies_a_function() -> None:
    assert {*values_of(st.integers(0, 3).map(lambda x: x * 10))} == {0, 10, 20, 30}
    # In the order of integers, -1 comes long before 10.
    assert find_simplest(st.integers().map(str), lambda value: len(value) > 1) == "-1"


def test_a_function_that_assumes_is_tried_with_other_values() -> None:
    def odd(value: int) -> int:
        assume(value % 2)
        return value

    strategy = st.lists(st.integers(0, 99).map(odd), min_size=10)
    assert share_rejected(strategy, 20) == 0.0
    assert draw_simplest(strategy) == [1] * 10
    drawn = draw_light(strategy, 0)
    assert drawn is not None
    assert draw_replayed(strategy, drawn.choices).value == drawn.value


def test_a_function_that_never_agrees_rejects_the_case() -> None:
    calls = []

    def never(value: object) -> object:
        calls.append(value)
        assume(False)
        return value

    assert draw_light(st.text().map(never), 0) is None
    assert len(calls) == TRIES
    with pytest.raises(Rejected):
        draw_replayed(st.integers().map(never), [5])


def test_other_errors_of_a_function_are_raised() -> None:
    with pytest.raises(ZeroDivisionError):
        draw_simplest(st.just(0).map(lambda x: 1 // x))


# filter.


def test_filter_keeps_what_satisfies_it() -> None:
    assert all(value % 3 == 0 for value in values_of(st.integers().filter(lambda x: x % 3 == 0)))


def test_refused_values_leave_no_choices() -> None:
    for seed in range(50):
        drawn = draw_light(st.integers().filter(lambda x: x % 5 == 0), seed)
        assert drawn is not None
        assert drawn.choices == [drawn.value]


def test_a_filter_gives_up_after_so_many_tries() -> None:
    calls = []
    assert draw_light(st.text().filter(calls.append), 0) is None
    assert len(calls) == TRIES
    calls.clear()
    assert draw_light(st.integers().filter(calls.append), 0) is None
    assert len(calls) <= TRIES + 2 * NEARBY


@pytest.mark.parametrize(
    "around",
    [
        lambda fixed: fixed,
        lambda fixed: st.tuples(st.integers(), fixed),
        lambda fixed: st.lists(fixed, min_size=3),
        lambda fixed: fixed | fixed,
        lambda fixed: st.tuples(st.permutations([1, 2, 3]), fixed.map(str)),
    ],
)
def test_a_filter_that_refuses_what_is_always_the_same_is_given_up_soon(around: Any) -> None:
    calls: list[None] = []
    strategy = around(st.none().filter(calls.append))

    @settings(database=None)
    @given(strategy)
    def test(value: object) -> None: ...

    with pytest.raises(Unsatisfiable):
        test()
    assert len(calls) < 2000


def test_a_filter_gives_an_impure_function_some_tries() -> None:
    numbers = iter(range(10**6))
    every_fifth = st.builds(lambda: next(numbers)).filter(lambda n: n % 5 == 4)
    assert all(value % 5 == 4 for value in values_of(every_fifth))


def test_the_reason_of_a_rejection_is_the_filter() -> None:
    strategy = st.integers().filter(lambda x: False)
    with pytest.raises(Rejected) as caught:
        draw_simplest(strategy)
    assert str(caught.value.reason) == "integers().filter(lambda x: False)"


def test_a_replayed_value_that_is_refused_is_replaced_by_the_next_simpler() -> None:
    strategy = st.integers(0, 100).filter(lambda x: x % 10 == 3)
    assert draw_replayed(strategy, [42]) == Drawn(33, [33])
    assert draw_replayed(strategy, [2]) == Drawn(3, [3])


def test_replayed_values_of_which_none_can_be_accepted_reject_the_case() -> None:
    with pytest.raises(Rejected):
        draw_replayed(st.integers().filter(lambda x: str(x) == "x"), [3])
    with pytest.raises(Rejected):
        draw_replayed(st.tuples(st.integers(), st.integers()).filter(lambda x: x[0] > 5), [3, 3])


def test_a_filled_in_value_that_is_refused_is_filled_in_differently() -> None:
    assert draw_simplest(st.integers().filter(lambda x: x > 5)) == 6
    case = RecordedCase(ReplaySource([], RandomSource(Random(0))))
    assert case.draw(st.integers().filter(lambda x: x > 5)) > 5


def test_filters_of_filters_are_one() -> None:
    calls: list[Any] = []

    def first(value: int) -> bool:
        calls.append("first")
        return value > 2

    def second(value: int) -> bool:
        calls.append("second")
        return value % 2 == 0

    strategy = st.integers(0, 9).filter(first).filter(second)
    assert repr(strategy) == "integers(0, 9).filter(first).filter(second)"
    assert strategy.parts() == (st.integers(0, 9),)
    assert {*values_of(strategy)} == {4, 6, 8}
    calls.clear()
    assert draw_replayed(strategy, [3]).value == 4
    assert calls == ["first", "second"] + ["first"] * 3 + ["first", "second"]


def test_a_condition_may_return_anything() -> None:
    assert all(values_of(st.lists(st.none()).filter(len)))
    assert all(values_of(st.text().filter(str.strip)))


# flatmap.


def test_flatmap_draws_from_what_its_function_makes() -> None:
    strategy = st.integers(0, 9).flatmap(lambda n: st.tuples(st.just(n), st.integers(n, 9)))
    assert all(low <= high for low, high in values_of(strategy))
    assert find_simplest(strategy, lambda pair: pair[1] > pair[0]) == (0, 1)


def test_flatmap_must_make_a_strategy() -> None:
    strategy: Any = st.integers().flatmap(lambda n: [n])  # type: ignore[arg-type,return-value]  # the point
    strategy.validate()
    for draw in (draw_simplest, lambda each: draw_light(each, 0)):
        with pytest.raises(InvalidArgument, match=r"lambda n: \[n\].*returned \[.*\.map\(\)"):
            draw(strategy)


def test_functions_of_flatmap_are_called_each_time() -> None:
    values = values_of(st.none().flatmap(lambda _: st.just([])), 2)
    assert values[0] is not values[1]


# Unions, truth, mistakes.


@pytest.mark.parametrize("method", ["map", "filter", "flatmap"])
def test_what_is_no_function_is_refused_at_once(method: str) -> None:
    for strategy in (st.integers(), st.integers().filter(bool)):
        with pytest.raises(InvalidArgument, match=rf"\.{method}\(5\): .* function"):
            getattr(strategy, method)(5)


def test_a_strategy_as_a_condition_is_suspicious() -> None:
    with pytest.warns(ShortlexWarning, match=r"bool\(booleans\(\)\)") as caught:
        assert bool(st.booleans()) is True
    assert caught[0].filename == __file__


def test_derived_strategies_are_empty_with_their_base() -> None:
    empty = st.tuples(st.nothing())
    for strategy in (empty.map(str), empty.filter(bool), empty.flatmap(st.just)):
        assert strategy.is_empty
        assert draw_light(strategy, 0) is None


# Labels.


def test_strategies_made_the_same_way_have_equal_labels() -> None:
    assert st.lists(st.integers()).label == st.lists(st.integers()).label
    assert st.lists(st.integers()).map(len).label == st.lists(st.integers()).map(len).label
    assert (st.none() | st.text()).label == (st.none() | st.text()).label


def test_strategies_made_differently_have_different_labels() -> None:
    strategies = [
        st.integers(),
        st.integers(0, 1),
        st.text(),
        st.lists(st.integers()),
        st.lists(st.text()),
        st.sets(st.integers()),
        st.tuples(st.integers()),
        st.lists(st.lists(st.integers())),
        st.integers().map(str),
        st.integers() | st.text(),
        st.text() | st.integers(),
    ]
    assert len({strategy.label for strategy in strategies}) == len(strategies)


def test_labels_are_short() -> None:
    wide = st.tuples(*[st.tuples(*[st.characters(categories=["L"])] * 20)] * 20)
    deep = wide
    for _ in range(50):
        deep = st.lists(deep)
    for strategy in (wide, deep, st.characters(categories=["L"])):
        assert len(strategy.label) < 80


# Strategies of one's own.


def test_a_class_with_do_draw_is_a_strategy() -> None:
    assert {*values_of(Dice())} == {*range(1, 7)}
    assert draw_simplest(Dice()) == 1
    assert find_simplest(Dice(), lambda value: value > 3) == 4
    assert not Dice().is_empty
    assert Dice().label == "Dice"
    assert {*values_of(Dice().map(str).filter(str.isdigit))} <= {*"123456"}

    @given(st.lists(Dice() | st.none()))
    def test(values: list[Any]) -> None:
        assert all(value is None or 1 <= value <= 6 for value in values)

    test()  # type: ignore[call-arg]  # all is drawn


def test_a_class_may_have_a_constructor_of_its_own() -> None:
    class Between(st.SearchStrategy[int]):
        def __init__(self, low: int, high: int) -> None:
            self.elements = st.integers(low, high)

        def do_draw(self, case: Case) -> int:
            return case.draw(self.elements) + case.draw(self.elements)

        def do_validate(self) -> None:
            self.elements.validate()

    assert find_simplest(Between(3, 9), lambda value: True) == 6
    with pytest.raises(InvalidArgument):
        st.lists(Between(9, 3)).validate()


def test_a_class_without_do_draw_says_what_is_missing() -> None:
    class Lazybones(st.SearchStrategy[int]): ...

    with pytest.raises(TypeError, match=r"Lazybones.*define do_draw\(case\)"):
        draw_light(Lazybones(), 0)


def test_spans_bear_the_labels_of_strategies() -> None:
    case = RecordedCase(ReplaySource([True, 5, False]))
    strategy = st.lists(st.integers())
    case.draw(strategy)
    labels = [span.label for span in case.trace(Outcome.VALID).spans]
    assert strategy.label in labels
    assert st.integers().label in labels


@pytest.fixture
def at_a_prompt(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(sys, "ps1", ">>> ", raising=False)
    # pytest sets the variable again when the test begins, so only its name is changed here.
    monkeypatch.setattr(module, "PYTEST_VARIABLE", "NO_SUCH_VARIABLE")


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
