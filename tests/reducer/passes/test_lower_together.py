"""The pass lower_together."""

import pytest

from shortlex import strategies as st
from shortlex.core.integer import Integer
from shortlex.reducer.passes.lower_together import lower_together
from tests.reducer.laws_of_passes import (
    DIGIT,
    NUMBER,
    is_missed,
    offers_of,
    pair,
    problem_of,
    reduced,
    repertoire,
)


def three(case):
    return [case.choose(NUMBER) for _ in range(3)]


def test_offers_the_whole_common_distance_then_each_alone_then_one_step_then_the_shift() -> None:
    assert repertoire(lower_together, pair, 5, 7) == [
        [0, 2],
        [0, 7],
        [5, 0],
        [4, 6],
        # The second on the other side of the first.
        [5, 3],
        [0, 2],
    ]


def test_offers_three_of_a_kind_before_pairs() -> None:
    assert repertoire(lower_together, three, 2, 3, 4)[:8] == [
        [0, 1, 2],
        [0, 3, 4],
        [2, 0, 4],
        [2, 3, 0],
        [1, 2, 3],
        [0, 1, 4],
        [0, 3, 4],
        [2, 0, 4],
    ]


def test_offers_pairs_of_few_numbers_only() -> None:
    def four(case):
        return [case.choose(NUMBER) for _ in range(4)]

    offers = repertoire(lower_together, four, 2, 4, 6, 8)
    assert offers == [
        [0, 2, 4, 6],
        [0, 4, 6, 8],
        [2, 0, 6, 8],
        [2, 4, 0, 8],
        [2, 4, 6, 0],
        [1, 3, 5, 7],
        [0, 2, 4, 6],
    ]


def test_offers_groups_of_one_domain_apart() -> None:
    def two_kinds(case):
        return [case.choose(domain) for domain in [NUMBER, DIGIT] * 3]

    group = repertoire(lower_together, two_kinds, 100, 1, 200, 2, 300, 3)[:1]
    assert group == [[0, 1, 100, 2, 200, 3]]


def test_offers_nothing_together_for_equal_numbers_but_the_shift() -> None:
    assert repertoire(lower_together, pair, 5, 5) == [[0, 0]]


def test_offers_nothing_where_all_is_simplest() -> None:
    assert repertoire(lower_together, pair, 0, 0) == []


def test_numbers_that_differ_by_a_constant_are_lowered() -> None:
    wide = Integer(0, 10_000)

    def two(case):
        return case.choose(wide), case.choose(wide)

    assert reduced(two, [1000, 1001], lambda p: p[0] + 1 == p[1], lower_together) == [0, 1]


def test_the_difference_stays_where_the_numbers_cannot_reach_their_target() -> None:
    fails = lambda p: p[0] >= 10 and p[0] + 3 == p[1]  # noqa: E731
    assert reduced(pair, [500, 503], fails, lower_together) == [10, 13]


def test_a_number_at_its_target_is_moved_past_it() -> None:
    whole = Integer()

    def two(case):
        return case.choose(whole), case.choose(whole)

    assert reduced(two, [-7, 0], lambda p: p[0] + 7 == p[1], lower_together) == [0, 7]


def test_goes_on_where_numbers_are_no_more_there() -> None:
    def shrinking(case):
        """A third number is there only while the first is large."""
        numbers = pair(case)
        return (*numbers, *(case.choose(NUMBER) for _ in range(numbers[0] >= 100)))

    problem = problem_of(shrinking, [500, 502, 9], lambda xs: xs[0] + 2 == xs[1])
    offers_of(lower_together, problem)
    assert list(problem.best.choices) == [0, 2]


def test_goes_on_where_a_whole_kind_is_no_more_there() -> None:
    def shrinking(case):
        """Two digits are there only while the first number is large."""
        numbers = pair(case)
        return numbers, [case.choose(DIGIT) for _ in range(2 * (numbers[0] >= 100))]

    fails = lambda v: v[0][1] - v[0][0] == 100  # noqa: E731
    assert reduced(shrinking, [500, 600, 3, 4], fails, lower_together) == [0, 100]


def test_goes_on_where_numbers_become_something_else() -> None:
    def changing(case):
        """Two digits, which are texts while the first number is small."""
        numbers = pair(case)
        return numbers, [
            case.choose(DIGIT) if numbers[0] >= 100 else case.draw(st.text()) for _ in range(2)
        ]

    fails = lambda v: v[0][1] - v[0][0] == 100  # noqa: E731
    assert reduced(changing, [500, 600, 3, 4], fails, lower_together) == [0, 100, "", ""]


def test_three_in_a_row_stay_large_without_it(monkeypatch: pytest.MonkeyPatch) -> None:
    strategy = st.tuples(*[st.integers(0, 20)] * 3)
    assert is_missed(
        monkeypatch,
        lower_together,
        strategy,
        lambda xs: xs[1] - xs[0] == xs[2] - xs[1] == 1,
        (0, 1, 2),
    )
