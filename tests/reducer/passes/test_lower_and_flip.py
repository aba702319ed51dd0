"""The pass lower_and_flip."""

import pytest

from shortlex import strategies as st
from shortlex.reducer.passes.lower_and_flip import MAX_FLAGS, lower_and_flip
from tests.reducer.laws_of_passes import (
    DIGIT,
    FLAG,
    NUMBER,
    is_missed,
    numbers,
    offers_of,
    problem_of,
    reduced,
    repertoire,
)


def with_flags(case):
    return case.choose(DIGIT), [case.choose(FLAG) for _ in range(3)]


def test_offers_one_less_with_each_later_flag_last_first() -> None:
    assert repertoire(lower_and_flip, with_flags, 2, 0, 0, 0) == [
        [1, 0, 0, 1],
        [1, 0, 1, 0],
        [1, 1, 0, 0],
    ]


def test_offers_a_flag_that_is_cleared_with_a_later_one_that_is_set() -> None:
    assert repertoire(lower_and_flip, with_flags, 0, 1, 1, 0) == [[0, 0, 1, 1], [0, 1, 0, 1]]


def test_offers_the_next_choice_too_which_may_become_a_flag() -> None:
    def two(case):
        return case.choose(DIGIT), case.choose(DIGIT)

    # One is no digit, but what is there may be something else once the first is lowered.
    assert repertoire(lower_and_flip, two, 2, 0) == [[1, True]]
    assert repertoire(lower_and_flip, two, 2, 1) == []


def test_offers_no_more_than_eight_flags() -> None:
    def many(case):
        return case.choose(DIGIT), [case.choose(FLAG) for _ in range(12)]

    offers = repertoire(lower_and_flip, many, 1, *[0] * 12)
    assert [offer.index(True) for offer in offers] == list(range(MAX_FLAGS, 0, -1))


def test_offers_nothing_for_choices_to_go_on() -> None:
    assert repertoire(lower_and_flip, numbers, 1, 0, 1, 0, 0) == []


def formula(case):
    return case.choose(DIGIT), case.choose(FLAG), case.choose(FLAG)


def test_what_comes_first_is_lowered_at_the_cost_of_what_follows() -> None:
    # Each of two kinds is wrong in its own way.
    found = reduced(
        formula, [1, 0, 0], lambda v: v in [(1, False, False), (0, False, True)], lower_and_flip
    )
    assert found == [0, 0, 1]


def test_goes_on_where_the_shape_changes_under_it() -> None:
    def flags_behind(case):
        """As many flags as a digit says."""
        return [case.choose(FLAG) for _ in range(case.choose(DIGIT))]

    problem = problem_of(flags_behind, [4, 0, 0, 0, 1], lambda flags: sum(flags) == 1)
    offers_of(lower_and_flip, problem)
    assert list(problem.best.choices) == [1, 1]


def test_a_number_with_its_parity_stays_odd_without_it(monkeypatch: pytest.MonkeyPatch) -> None:
    assert is_missed(
        monkeypatch,
        lower_and_flip,
        st.tuples(st.integers(0, 1000), st.booleans()),
        lambda v: v[0] >= 10 and (v[0] % 2 == 1) != v[1],
        (10, True),
    )


def test_offers_no_digit_further_on_as_a_flag() -> None:
    def three(case):
        return [case.choose(DIGIT) for _ in range(3)]

    assert repertoire(lower_and_flip, three, 2, 0, 0) == [[1, True, 0]]


def test_a_number_goes_down_by_eight_at_most() -> None:
    def after_another(case):
        return case.choose(DIGIT), case.choose(NUMBER), [case.choose(FLAG) for _ in range(12)]

    def fails(value):
        return value[0] == 0 and value[1] + sum(value[2]) == 20

    found = reduced(after_another, [0, 20, *[0] * 12], fails, lower_and_flip)
    assert found[1] == 20 - MAX_FLAGS
