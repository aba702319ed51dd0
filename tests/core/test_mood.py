"""Moods make values meet that independent choices keep apart, and leave no trace."""

from __future__ import annotations

from collections import Counter
from datetime import date, datetime, timedelta
from random import Random
from typing import Any

import pytest

from shortlex import strategies as st
from shortlex.core.boolean import Boolean
from shortlex.core.case import RandomCase, RecordedCase
from shortlex.core.constants import Constants
from shortlex.core.floating import Float
from shortlex.core.integer import Integer, Positions, Weighted
from shortlex.core.mood import MAX_RULED, MOODS, Mood
from shortlex.core.sizes import Sizes
from shortlex.core.source import ReplaySource
from shortlex.errors import Overrun

LARGE = Integer(0, 10**9)
WHOLE = Integer()


def case_in(mood: Mood, seed: int = 0, *, limit: int = 1 << 40) -> RandomCase:
    case = RandomCase(Random(seed), mood.scale, limit)
    case.begin_case(mood, mood.scale)
    return case


def values_in(mood: Mood, strategy: st.SearchStrategy[Any], count: int = 300) -> list[Any]:
    return [case_in(mood, seed).draw(strategy) for seed in range(count)]


def test_there_are_256_moods_and_some_have_only_a_scale() -> None:
    assert len(MOODS) == 256
    plain = [mood for mood in MOODS if mood.special is None]
    assert 32 <= len(plain) <= 96
    assert {mood.scale for mood in plain} == {mood.scale for mood in MOODS}


def test_the_usual_scale_is_near_one_on_average() -> None:
    assert 0.9 < sum(mood.scale for mood in MOODS) / len(MOODS) < 1.5


def test_a_case_that_repeats_itself_chooses_equal_values_often() -> None:
    case = case_in(Mood(echo=0.4))
    values = [case.choose(LARGE) for _ in range(200)]
    assert case.choices == values
    assert 40 < len(values) - len(set(values)) < 160
    assert max(Counter(values).values()) > 2


def test_only_members_of_a_domain_are_repeated_in_it() -> None:
    case = case_in(Mood(echo=0.8))
    for _ in range(100):
        assert LARGE.contains(case.choose(LARGE))
        assert case.choose(Integer(2 * 10**9, 10**10)) >= 2 * 10**9


def test_an_integer_comes_again_as_the_equal_float() -> None:
    floats = Float(allow_nan=False, allow_infinity=False)
    found = 0
    for seed in range(200):
        case = case_in(Mood(echo=0.8), seed)
        found += case.choose(LARGE) == case.choose(floats) != 0
    assert found > 3


def test_numbers_and_their_negatives_meet() -> None:
    found = 0
    for seed in range(300):
        case = case_in(Mood(echo=0.6), seed)
        one = case.choose(WHOLE)
        found += one != 0 and case.choose(WHOLE) == -one
    assert found > 3


def test_mostly_simplest_cases_choose_the_simplest_value() -> None:
    case = case_in(Mood(simplest=0.9))
    assert [case.choose(LARGE) for _ in range(100)].count(0) > 70


def test_ends_of_a_range_come_first_among_the_edges() -> None:
    case = case_in(Mood(edge=1.0))
    values = Counter(case.choose(Integer(1, 65535)) for _ in range(1000))
    assert values[1] > 40
    assert values[65535] > 40


def test_small_ranges_have_edges_too() -> None:
    case = case_in(Mood(edge=0.7))
    values = Counter(case.choose(Integer(0, 255)) for _ in range(1000))
    assert values[255] > 40


def test_constants_are_chosen_where_they_fit() -> None:
    case = case_in(Mood(constant=0.3))
    case.constants = Constants.of([8_675_309, "quit", 3.5])
    values = [case.choose(WHOLE) for _ in range(200)]
    assert values.count(8_675_309) > 20
    assert 8_675_309 not in [case.choose(Integer(0, 1000)) for _ in range(200)]


def test_the_truth_of_booleans_is_the_mood_of_the_case() -> None:
    case = case_in(Mood(truth=0.95))
    assert [case.choose(Boolean()) for _ in range(60)].count(True) > 50
    rare = [case.choose(Boolean(0.01)) for _ in range(100)]
    assert rare.count(True) < 20, "an unlikely choice stays unlikely"


def test_weights_are_respected_in_any_mood() -> None:
    case = case_in(Mood(echo=0.8, edge=0.7, constant=0.3, simplest=0.9))
    values = Counter(case.choose(Weighted([1.0, 99.0])) for _ in range(500))
    assert values[0] < 30


def test_a_swarming_case_leaves_out_some_alternatives_and_keeps_to_them() -> None:
    left = Counter[int]()
    for seed in range(200):
        case = case_in(Mood(is_swarming=True), seed)
        domain = Positions(5)
        left[len({case.choose(domain) for _ in range(MAX_RULED)})] += 1
    assert left[5] < 100
    assert min(left) == 1
    assert sum(left[n] for n in (2, 3)) > 50


def test_alternatives_of_the_same_number_are_left_out_apart() -> None:
    differ = 0
    for seed in range(50):
        case = case_in(Mood(is_swarming=True), seed)
        one, other = Positions(5), Positions(5)
        sets = [{case.choose(domain) for _ in range(30)} for domain in (one, other)]
        differ += sets[0] != sets[1]
    assert differ > 30


def test_a_swarming_case_may_choose_of_very_many() -> None:
    case = case_in(Mood(is_swarming=True))
    domain = Positions(10_000)
    assert len({case.choose(domain) for _ in range(MAX_RULED)}) <= 8


def test_a_function_that_calls_itself_ends_in_any_mood() -> None:
    @st.composite
    def trees(draw: Any) -> Any:
        return [draw(trees()), draw(trees())] if draw(st.booleans()) else None

    too_deep = 0
    for number in range(64, 256, 3):
        mood = MOODS[number]
        for seed in range(3):
            case = case_in(mood, seed, limit=10_000)
            try:
                case.draw(trees())
            except Overrun:
                pass  # it is large, but not deep
            except RecursionError:
                too_deep += 1
    # Even fair booleans make some of 192 trees deep. If they were true more often for good, all
    # trees of every sixth mood would be.
    assert too_deep < 10


def _pairs_in(strategy: st.SearchStrategy[Any]) -> int:
    """How many pairs of two values are equal, in cases that copy."""
    pairs = values_in(Mood(copies=0.4), st.tuples(strategy, strategy))
    return sum(one == other for one, other in pairs)


@st.composite
def _two_numbers(draw: st.DrawFn) -> tuple[int, int]:
    return draw(st.integers()), draw(st.integers())


@pytest.mark.parametrize(
    "strategy",
    [
        st.lists(st.integers(), min_size=3),
        st.tuples(st.integers(), st.integers(), st.text()),
        st.builds(complex, st.integers(0, 10**6), st.integers(0, 10**6)),
        st.builds(dict, one=st.integers(), other=st.integers()),
        _two_numbers(),
        st.dates(),
        st.datetimes(),
    ],
    ids=repr,
)
def test_whole_values_come_again(strategy: st.SearchStrategy[Any]) -> None:
    assert _pairs_in(strategy) > 30


def test_values_of_two_strategies_of_one_kind_of_date_meet() -> None:
    one, other = st.dates(max_value=date(2100, 1, 1)), st.dates(min_value=date(1000, 1, 1))
    pairs = values_in(Mood(copies=0.4), st.tuples(one, other))
    assert sum(one == other for one, other in pairs) > 20


def test_dates_and_times_meet_their_neighbours() -> None:
    pairs = values_in(Mood(copies=0.4), st.tuples(st.dates(), st.dates()), 1000)
    assert any(abs(one - other) == timedelta(days=1) for one, other in pairs)
    moments = values_in(Mood(copies=0.4), st.tuples(st.datetimes(), st.datetimes()), 1000)
    whole = [[each.replace(microsecond=0) for each in pair] for pair in moments]
    assert any(pair[0] != pair[1] and one == two for pair, (one, two) in zip(moments, whole))


def test_dates_and_times_are_often_at_an_end() -> None:
    moments = values_in(Mood(edge=0.4), st.datetimes(), 1000)
    assert datetime.max in moments
    assert any((each.month, each.day) == (2, 29) for each in moments)
    assert any((each.hour, each.minute) == (23, 59) and each.second < 59 for each in moments)
    low, high = date(2001, 5, 7), date(2004, 2, 17)
    days = values_in(Mood(edge=0.4, copies=0.3), st.dates(low, high), 1000)
    assert min(days) >= low
    assert days.count(high) > 20


def test_whole_parts_of_trees_come_again() -> None:
    trees = st.recursive(st.integers(), lambda inner: st.tuples(inner, inner))
    found = 0
    for value in values_in(Mood(copies=0.4), st.lists(trees, min_size=2)):
        large = [repr(part) for part in value if isinstance(part, tuple)]
        found += len(set(large)) < len(large)
    assert found > 20


def test_a_copy_ends_with_what_is_copied() -> None:
    lists = st.lists(st.lists(st.lists(st.booleans())))
    for seed in range(300):
        case = case_in(Mood(echo=0.9, copies=0.45, scale=0.6), seed, limit=100_000)
        case.draw(lists)
        case.draw(st.tuples(st.integers(), st.integers()))
        assert case.offset == 0 or case.source_end > 0


def test_a_case_that_counts_goes_on_from_earlier_numbers() -> None:
    hands = values_in(Mood(stride=2), st.lists(st.integers(1, 13), min_size=4))
    assert any(hand[:4] == list(range(hand[0], hand[0] + 4)) for hand in hands)
    places = values_in(Mood(stride=2), st.lists(st.sampled_from(range(1000)), min_size=3))
    assert any(hand[:3] == list(range(hand[0], hand[0] + 3)) for hand in places)


def test_many_alternatives_are_repeated_with_their_neighbours() -> None:
    case = case_in(Mood(echo=0.4))
    places = [case.choose(Positions(10**6)) for _ in range(100)]
    assert len(places) - len(set(places)) > 5
    assert any(place + 1 in places for place in places)


def test_texts_of_a_narrow_case_have_few_letters() -> None:
    lower = st.text("abcdefghijklmnopqrstuvwxyz", min_size=2)
    for texts in values_in(Mood(is_narrow=True), st.lists(lower, min_size=3), 50):
        assert len(set("".join(texts))) <= 3


def test_few_letters_fit_each_alphabet() -> None:
    texts = st.tuples(st.text("ab"), st.text("xyz"), st.text("abxyz"))
    for one, two, three in values_in(Mood(is_narrow=True), texts, 100):
        assert set(one) <= set("ab")
        assert set(two) <= set("xyz")
        assert set(three) <= set("abxyz")


@pytest.mark.parametrize("number", range(64, 256, 7))
def test_a_mood_leaves_no_trace_in_the_choices(number: int) -> None:
    strategy = st.tuples(
        st.lists(st.lists(st.integers(), max_size=4)),
        st.dictionaries(st.text(), st.sampled_from("abc")),
        st.recursive(st.floats(), lambda inner: st.lists(inner, min_size=2, max_size=2)),
        st.one_of(st.integers(), st.binary(), st.none()),
        st.lists(st.dates(date(2001, 5, 7), date(2004, 2, 17)) | st.timedeltas()),
        st.lists(st.builds(complex, st.floats(), st.integers()), max_size=4),
        st.lists(_two_numbers(), max_size=4),
        st.times(),
    )
    for seed in range(5):
        light = case_in(MOODS[number], seed)
        value = light.draw(strategy)
        recorded = RecordedCase(ReplaySource(light.choices))
        assert repr(recorded.draw(strategy)) == repr(value)
        assert recorded.choices == light.choices or repr(recorded.choices) == repr(light.choices)


def test_the_same_seed_makes_the_same_case_in_the_same_mood() -> None:
    strategy = st.lists(st.tuples(st.text(), st.integers(), st.sampled_from("abcdef")))
    for mood in MOODS[::16]:
        assert case_in(mood, 3).draw(strategy) == case_in(mood, 3).draw(strategy)


def test_long_lengths_are_often_near_a_power_of_two() -> None:
    random = Random(1)
    lengths = Counter(Sizes().sample(random, 8.0) for _ in range(4000))
    assert lengths[64] + lengths[63] + lengths[65] > 3 * (lengths[70] + lengths[71] + lengths[72])


def test_first_alternatives_and_flags_are_counted_out_from_case_to_case() -> None:
    tags, flag = Positions(7), Boolean()
    met = set()
    for number in range(1, 15):
        case = case_in(Mood(echo=0.2), number)
        case.tags = number
        met.add((case.choose(tags), case.choose(flag)))
    assert len(met) >= 10
    assert {position for position, _ in met} == set(range(7))


def test_very_many_alternatives_are_not_counted_out() -> None:
    case = case_in(Mood(echo=0.2))
    case.tags = 5
    case.choose(Positions(1000))
    assert case.tags == 5
