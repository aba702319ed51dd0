"""Filters that refuse nearly everything, where there are few values to try."""

import contextlib
from collections import Counter
from random import Random
from typing import Any

import pytest

import shortlex
from shortlex import given, settings
from shortlex import strategies as st
from shortlex.control import assume, target
from shortlex.core.case import RandomCase, RecordedCase
from shortlex.core.integer import Integer
from shortlex.core.source import (
    TRIES,
    BytesSource,
    EnumerationSource,
    RandomSource,
    ReplaySource,
    Source,
)
from shortlex.errors import Overrun, Rejected, Unsatisfiable
from tests.strategies.laws_of_strategies import (
    Drawn,
    check_replay,
    draw_light,
    draw_replayed,
    draw_simplest,
    find_simplest,
    share_rejected,
    values_of,
)


@pytest.mark.parametrize(
    "strategy",
    [
        st.integers(0, 1000).filter(lambda x: x == 999),
        st.sampled_from(range(4000)).filter(lambda x: x == 77),
        st.integers(0, 1000).map(str).filter(lambda x: x == "77"),
        st.integers(0, 1000).filter(lambda x: x > 990).map(str).filter(lambda x: x == "999"),
        st.characters(max_codepoint=255).filter(lambda x: x == "ÿ"),
    ],
    ids=repr,
)
def test_one_value_of_few_is_found(strategy: st.SearchStrategy[object]) -> None:
    assert share_rejected(strategy, 20) == 0.0
    assert len({*values_of(strategy, 20)}) == 1
    for seed in range(5):
        check_replay(strategy, seed, 1.0, echo=False)


def test_all_values_that_pass_are_found() -> None:
    strategy = st.integers(0, 3000).filter(lambda x: x % 600 == 5)
    assert {*values_of(strategy, 100)} == {5, 605, 1205, 1805, 2405}


def test_a_condition_that_raises_stop_iteration_does_so_wherever_it_is_asked() -> None:
    def check(number: int) -> bool:
        if number % 2:
            raise StopIteration
        return True

    @settings(database=None)
    @given(st.integers(-1, 1).filter(check))
    def test(number: int) -> None:
        pass

    with pytest.raises(StopIteration):
        test()


def test_where_nothing_passes_the_case_is_rejected() -> None:
    assert draw_light(st.integers(0, 100).filter(lambda x: x > 100), 0) is None


def test_a_function_that_assumes_counts_as_a_filter() -> None:
    def odd(value: int) -> int:
        assume(value % 2)
        return value

    strategy = st.sets(st.integers(0, 19).map(odd), min_size=10)
    assert values_of(strategy, 5) == [{*range(1, 20, 2)}] * 5


def test_what_makes_several_choices_is_not_searched() -> None:
    strategy = st.tuples(st.integers(0, 9), st.integers(0, 9)).filter(lambda pair: sum(pair) == 18)
    assert 0.0 < share_rejected(strategy, 50) < 0.9


@pytest.mark.parametrize(
    "strategy",
    [
        st.sampled_from(range(10_000)).filter(lambda x: str(x) == "7777"),
        st.integers(0, 9999).filter(lambda x: str(x) == "7777").map(str).map(int),
        st.one_of(st.integers(0, 999), st.integers(0, 9999).map(str)).filter(
            lambda x: str(x) == "7777"
        ),
        st.one_of(st.text(), st.just(3), st.sampled_from(range(9000)))
        .map(repr)
        .filter(lambda x: x == "7777"),
    ],
    ids=repr,
)
def test_one_value_of_ten_thousand_is_found(strategy: st.SearchStrategy[object]) -> None:
    assert share_rejected(strategy, 20) == 0.0
    for seed in range(5):
        check_replay(strategy, seed, 1.0, echo=False)


@pytest.mark.parametrize("base", [st.integers(), st.integers(0, 10**9), st.integers(max_value=0)])
def test_among_many_numbers_a_near_one_is_found(base: st.SearchStrategy[int]) -> None:
    strategy = base.filter(lambda x: x % 397 == 5)
    assert share_rejected(strategy, 100) == 0.0
    assert len({*values_of(strategy, 100)}) > 30
    for seed in range(5):
        check_replay(strategy, seed, 1.0, echo=False)


def test_no_value_is_much_likelier_than_another() -> None:
    kept = [3, 4, 5, 900]
    strategy = st.integers(0, 2999).filter(lambda x: str(x) in ["3", "4", "5", "900"])
    counts = Counter(values_of(strategy, 800))
    assert sorted(counts) == kept
    # From any place on, the next one would nearly always be 3 or 900.
    assert min(counts.values()) > 100


def test_texts_and_floats_are_not_searched() -> None:
    calls: list[object] = []
    for strategy in (st.text(), st.floats()):
        calls.clear()
        assert draw_light(strategy.filter(calls.append), 0) is None
        assert len(calls) == TRIES


# Choices that are given.


def odd_ninths(base: st.SearchStrategy[Any]) -> st.SearchStrategy[Any]:
    return base.filter(lambda x: int(x) % 9 == 1)


def test_the_nearest_simpler_choice_is_taken() -> None:
    assert draw_replayed(odd_ninths(st.integers(0, 99)), [54]) == Drawn(46, [46])
    assert draw_replayed(odd_ninths(st.integers(0, 99).map(str)), [54]) == Drawn("46", [46])
    assert draw_replayed(odd_ninths(st.sampled_from(range(99, 0, -1))), [0]) == Drawn(91, [8])


def test_in_a_union_the_branch_stays() -> None:
    strategy = odd_ninths(st.integers(0, 99) | st.integers(0, 99).map(str))
    case = RecordedCase(ReplaySource([1, 54]))
    assert case.draw(strategy) == "46"
    assert case.choices == [1, 46]
    assert case.alternatives == {0: "46"}


def test_in_a_union_a_branch_without_a_single_choice_is_refused() -> None:
    pairs = st.tuples(st.integers(0, 9)).map(lambda one: one[0])
    for strategy in (st.integers() | pairs, st.text() | st.just("5")):
        with pytest.raises(Rejected):
            draw_replayed(odd_ninths(strategy.filter(lambda x: x)), [1, 5])


def test_a_text_is_not_moved() -> None:
    with pytest.raises(Rejected):
        draw_replayed(st.text().filter(lambda x: "a" in x), ["b"])


def test_a_function_that_assumes_moves_choices_too() -> None:
    def odd(value: int) -> int:
        assume(value % 2)
        return value

    assert draw_replayed(st.integers(0, 9).map(odd), [8]) == Drawn(7, [7])


def test_a_moved_choice_counts_with_its_own_size() -> None:
    case = RecordedCase(ReplaySource(["bb"]))
    assert case.draw(st.text("ab", max_size=2).filter(lambda x: len(x) * 3 == 3)) == "b"
    assert case.size == 2


def test_a_moved_choice_that_is_too_large_is_an_overrun() -> None:
    case = RecordedCase(ReplaySource([""]), limit=2)
    with pytest.raises(Overrun):
        case.draw(st.text("ab", max_size=2).filter(lambda x: len(x) * 3 == 6))


def test_the_simplest_case_may_be_far_away() -> None:
    assert draw_simplest(st.integers(0, 9999).filter(lambda x: x * 2 > 9000)) == 4501


@pytest.mark.parametrize(
    "source", [EnumerationSource([8]), RandomSource(Random(3)), BytesSource(b"\x08" * 9)]
)
def test_only_wishes_are_moved(source: Source) -> None:
    case = RecordedCase(source)
    asked: list[int] = []

    def is_no_wish(value: int) -> bool:
        asked.append(value)
        return value == 7

    with contextlib.suppress(Rejected, Overrun):
        case.draw(st.integers(0, 9).filter(is_no_wish))
    assert asked[:10] != [8, 7]
    assert not source.is_forgiving()


def test_a_fill_says_whether_it_is_forgiving() -> None:
    digit = Integer(0, 9)
    source = ReplaySource([1], RandomSource(Random(0)))
    source.take(digit)
    assert source.is_forgiving()
    source.take(digit)
    assert not source.is_forgiving()


# Reduction.

KEPT = {"17", "5003", "9001"}


@pytest.mark.parametrize(
    ("strategy", "condition", "simplest"),
    [
        (st.sampled_from(range(10_000)).filter(lambda x: x % 97 == 3), lambda x: x > 5000, 5047),
        (st.integers(0, 10**6).filter(lambda x: x % 997 == 5), lambda x: x > 5 * 10**5, 500499),
        (st.integers().filter(lambda x: x % 53 == 5), lambda x: x < -(10**5), -100_006),
        (st.integers(0, 9999).filter(lambda x: str(x) in KEPT), lambda x: x > 99, 5003),
    ],
    ids=["one in 97", "one in 997", "both signs", "three in all"],
)
def test_a_sparse_filter_does_not_stop_a_reduction(
    strategy: st.SearchStrategy[int], condition: Any, simplest: int
) -> None:
    calls = 0

    def counted(value: int) -> bool:
        nonlocal calls
        calls += 1
        return bool(condition(value))

    assert find_simplest(strategy, counted) == simplest
    assert calls < 250


def test_the_filter_that_gave_up_is_named() -> None:
    pairs = st.tuples(st.integers(), st.integers()).filter(
        lambda pair: pair[0] * 2 + 1 == pair[1] * 2
    )

    @given(pairs)
    def test(pair: object) -> None: ...

    with pytest.raises(Unsatisfiable, match="lambda pair: pair"):
        test()


@pytest.mark.parametrize("strategy", [st.booleans(), st.integers(0, 50), st.just(1) | st.just(0)])
def test_what_a_refused_value_said_is_forgotten(strategy: st.SearchStrategy[int]) -> None:
    def is_odd(n: int) -> bool:
        target(n)  # twice in one case is a mistake
        return n % 2 == 1

    def odd(n: int) -> int:
        assume(is_odd(n))
        return n

    @given(strategy.filter(is_odd))
    def filtered(n: int) -> None:
        assert n % 2 == 1

    @given(strategy.map(odd))
    def mapped(n: int) -> None:
        assert n % 2 == 1

    filtered()
    mapped()


def accept_eight(number: int) -> bool:
    if number == 9:
        raise ValueError("nine")
    return number == 8


@pytest.mark.parametrize(
    "strategy",
    [
        st.integers(0, 9).filter(accept_eight),
        st.integers(0, 9).map(lambda x: assume(accept_eight(x))),
        st.just(None) | st.integers(0, 9).filter(accept_eight),
        st.lists(st.integers(0, 3).map(lambda x: 1 // (3 - x)), unique=True, min_size=3),
    ],
    ids=repr,
)
def test_a_choice_that_raises_an_error_during_a_search_is_the_choice_of_its_case(
    strategy: st.SearchStrategy[object],
) -> None:
    failed = 0
    for number in range(300):
        case = RandomCase(Random(number), 1.0, 1000)
        try:
            case.draw(strategy)
        except (ValueError, ZeroDivisionError) as error:
            failed += 1
            again = RecordedCase(ReplaySource(case.choices))
            with pytest.raises(type(error)):
                again.draw(strategy)
            assert again.choices == case.choices
        except Rejected:
            pass
    assert failed


def test_a_recorded_choice_that_raises_an_error_during_a_search_is_recorded() -> None:
    case = RecordedCase(ReplaySource([5]))
    with pytest.raises(ValueError, match="nine"):
        case.draw(st.integers(5, 9).filter(lambda x: accept_eight(x) and False))
    assert case.choices == [9]
    case = RecordedCase(ReplaySource([True, 1, True, 1]))
    with pytest.raises(ZeroDivisionError):
        case.draw(st.lists(st.integers(0, 3).map(lambda x: 1 // x), unique=True, min_size=2))
    assert case.choices == [True, 1, True, 0]


def test_a_filter_that_raises_an_error_for_a_value_is_not_flaky() -> None:
    for number in range(100):

        @shortlex.seed(number)
        @given(st.integers(0, 9).filter(accept_eight))
        def test(value: int) -> None: ...

        with pytest.raises(ValueError, match="nine"):
            test()
