"""Sizes: limits, how long a random collection is, and how a case continues one."""

from collections import Counter
from random import Random
from statistics import fmean

import pytest

from shortlex.core.case import RandomCase, RecordedCase
from shortlex.core.integer import Integer
from shortlex.core.sizes import MORE, MUST, UNBOUNDED, USUAL_EXTRA, Sizes
from shortlex.core.source import TRIES, EnumerationSource, RandomSource, ReplaySource
from shortlex.core.trace import Outcome
from shortlex.errors import Overrun, Rejected

ALL = [Sizes(), Sizes(3), Sizes(100), Sizes(0, 0), Sizes(4, 4), Sizes(0, 1), Sizes(2, 9)]
ALL += [Sizes(0, 50), Sizes(7, 1000), Sizes(1000, 1001)]


def lengths(sizes, scale=1.0, count=4000):
    random = Random(1)
    return [sizes.sample(random, scale) for _ in range(count)]


@pytest.mark.parametrize("scale", [0.1, 0.5, 0.999, 1.0, 3.0])
@pytest.mark.parametrize("sizes", ALL, ids=repr)
def test_lengths_are_within_the_limits(sizes, scale):
    sampled = lengths(sizes, scale)
    assert min(sampled) >= sizes.minimum
    assert max(sampled) <= sizes.maximum


def test_no_upper_limit_is_a_number_above_all_others():
    assert Sizes(3).maximum == Sizes(3, None).maximum == UNBOUNDED
    assert Sizes(3).spread == UNBOUNDED - 3


@pytest.mark.parametrize(("minimum", "extra"), [(0, USUAL_EXTRA), (5, 5), (40, 40)])
def test_without_an_upper_limit_lengths_have_the_usual_mean(minimum, extra):
    mean = fmean(lengths(Sizes(minimum))) - minimum
    assert abs(mean - extra) < 0.1 * extra


def test_short_is_common_and_long_is_not_impossible():
    counted = Counter(lengths(Sizes()))
    assert counted[0] > counted[5] > counted[15]
    assert max(counted) > 25


@pytest.mark.parametrize("sizes", [Sizes(0, 1), Sizes(2, 9), Sizes(0, 10)], ids=repr)
def test_within_narrow_limits_all_lengths_are_equally_likely(sizes):
    counted = Counter(lengths(sizes))
    expected = 4000 / (sizes.spread + 1)
    assert sorted(counted) == list(range(sizes.minimum, sizes.maximum + 1))
    assert all(abs(hits - expected) < 0.25 * expected for hits in counted.values())


def test_a_wide_upper_limit_changes_nothing_but_the_tail():
    assert abs(fmean(lengths(Sizes(0, 50))) - USUAL_EXTRA) < 0.5
    assert max(lengths(Sizes(0, 12), count=20_000)) == 12


def test_a_fixed_length_needs_no_randomness():
    assert set(lengths(Sizes(4, 4))) == {4}
    assert Sizes(4, 4).sample(None, 1.0) == 4


def test_a_small_scale_makes_short_lengths():
    assert fmean(lengths(Sizes(), 0.1)) < 1.0
    assert fmean(lengths(Sizes(0, 10), 0.1)) < 1.5
    assert max(lengths(Sizes(0, 10), 0.1)) < 10


def test_a_small_scale_still_leaves_more_than_one_length():
    for sizes in (Sizes(), Sizes(0, 1), Sizes(0, 10)):
        assert len(set(lengths(sizes, 0.1))) > 1


@pytest.mark.parametrize("sizes", ALL, ids=repr)
def test_any_bytes_decide_a_length_within_the_limits(sizes):
    for first in range(256):
        data = iter([bytes([first]), b"\xfe\xdc"])
        assert sizes.minimum <= sizes.length_from(lambda n, it=data: next(it)) <= sizes.maximum


def test_bytes_decide_lengths_short_or_long():
    def read_from(*chunks):
        given = iter(chunks)
        return lambda n: next(given)

    assert Sizes().length_from(read_from(b"\x00")) == 0
    assert Sizes(3).length_from(read_from(b"\x0f")) == 18
    assert Sizes(3).length_from(read_from(b"\xf0", b"\x01\x00")) == 259
    assert Sizes(2, 4).length_from(read_from(b"\x05")) == 4
    assert Sizes(7, 7).length_from(read_from()) == 7


def test_equal_by_limits():
    assert Sizes() == Sizes(0, None)
    assert hash(Sizes()) == hash(Sizes(0, None))
    assert len({Sizes(), Sizes(1), Sizes(0, 1), Sizes(1, 1)}) == 4
    assert Sizes() != (0, UNBOUNDED)


@pytest.mark.parametrize("sizes", ALL, ids=repr)
def test_a_repr_rebuilds_the_sizes(sizes):
    assert eval(repr(sizes)) == sizes  # noqa: S307  # our own repr


DIGIT = Integer(0, 9)


class FixedSizes(Sizes):
    """Sizes whose random length is known."""

    def __init__(self, minimum, maximum, length):
        super().__init__(minimum, maximum)
        self.length = length

    def sample(self, random, scale):
        return self.length


def random_case(seed=0, limit=1 << 40):
    return RandomCase(Random(seed), 1.0, limit)


def replayed(*choices, fill=None, limit=None):
    return RecordedCase(ReplaySource(choices, fill), limit)


def digits(case, sizes):
    return [case.choose(DIGIT) for _ in case.repeat(sizes, "element")]


def unique_digits(case, sizes, domain=DIGIT):
    kept = []
    for turn in case.repeat(sizes, "element"):
        digit = case.choose(domain)
        if digit in kept:
            turn.reject()
        else:
            kept.append(digit)
    return kept


def spans(case):
    return [
        (span.start, span.end, span.is_discarded, span.is_element)
        for span in case.trace(Outcome.VALID).spans
    ]


def test_more_may_be_either_and_must_is_always_true():
    assert (MORE.count, MORE.simplest) == (2, False)
    assert (MUST.count, MUST.simplest) == (1, True)


# Light.


@pytest.mark.parametrize(
    ("sizes", "flags"),
    [
        (FixedSizes(0, None, 3), [True, True, True, False]),
        (FixedSizes(2, 5, 2), [True, True, False]),
        (FixedSizes(2, 5, 5), [True] * 5),
        (FixedSizes(0, 5, 0), [False]),
        (FixedSizes(3, 3, 3), []),
        (FixedSizes(0, 0, 0), []),
    ],
    ids=repr,
)
def test_a_light_repetition_writes_down_what_a_replay_asks_for(sizes, flags):
    light = random_case()
    assert sum(1 for _ in light.repeat(sizes, "element")) == sizes.length
    assert light.choices == flags
    recorded = replayed(*light.choices)
    assert sum(1 for _ in recorded.repeat(sizes, "element")) == sizes.length
    assert recorded.choices == light.choices


def test_nothing_of_a_refused_element_stays_in_a_light_case():
    light = random_case()
    kept = unique_digits(light, FixedSizes(0, None, 9))
    assert len(kept) == len(set(kept)) == 9
    assert light.choices == [choice for digit in kept for choice in (True, digit)] + [False]


def test_a_light_repetition_ends_early_when_nothing_else_is_found():
    light = random_case()
    kept = unique_digits(light, FixedSizes(0, None, 50), Integer(0, 2))
    assert sorted(kept) == [0, 1, 2]
    assert light.choices[-1] is False
    assert unique_digits(replayed(*light.choices), Sizes(), Integer(0, 2)) == kept


@pytest.mark.parametrize("sizes", [FixedSizes(4, None, 4), FixedSizes(4, 4, 4)], ids=repr)
def test_a_light_case_is_rejected_when_too_few_elements_are_found(sizes):
    with pytest.raises(Rejected) as rejected:
        unique_digits(random_case(), sizes, Integer(0, 2))
    assert rejected.value.reason == "element: too few different elements"


def test_every_element_has_all_tries_to_itself():
    # More refusals than one element may have, but spread over all of them.
    turns = 0
    kept = 0
    for turn in random_case().repeat(FixedSizes(10, 10, 10), "element"):
        turns += 1
        if turns % (TRIES // 2):
            turn.reject()
        else:
            kept += 1
    assert kept == 10
    assert turns == 10 * TRIES // 2


def test_the_last_try_of_an_element_counts():
    turns = random_case().repeat(FixedSizes(1, 1, 1), "element")
    for _ in range(TRIES):
        next(turns).reject()
    with pytest.raises(Rejected):
        next(turns)


def test_a_light_repetition_overruns_past_the_limit():
    case = random_case(limit=10)
    with pytest.raises(Overrun):
        for _ in case.repeat(FixedSizes(0, None, 1000), "element"):
            pass
    assert len(case.choices) < 15


def test_leaving_a_light_loop_early_leaves_what_was_drawn():
    light = random_case()
    for _ in light.repeat(FixedSizes(0, None, 9), "element"):
        if light.choose(DIGIT) > 4:
            break
    rest = light.choose(DIGIT)
    recorded = replayed(*light.choices)
    for _ in recorded.repeat(Sizes(), "element"):
        if recorded.choose(DIGIT) > 4:
            break
    assert recorded.choose(DIGIT) == rest
    assert recorded.choices == light.choices


# Recorded.


def test_a_recorded_repetition_goes_on_while_the_choices_say_so():
    case = replayed(True, 4, True, 7, False, 9)
    assert digits(case, Sizes()) == [4, 7]
    assert case.choices == [True, 4, True, 7, False]
    assert case.domains == [MORE, DIGIT, MORE, DIGIT, MORE]


def test_up_to_the_least_size_there_is_no_choice():
    case = replayed(False, 4, False, 7, False, 9)
    assert digits(case, Sizes(2)) == [4, 7]
    assert case.choices == [True, 4, True, 7, False]
    assert case.domains == [MUST, DIGIT, MUST, DIGIT, MORE]


def test_at_the_largest_size_nothing_is_asked():
    case = replayed(True, 4, True, 7, True, 9)
    assert digits(case, Sizes(0, 2)) == [4, 7]
    assert case.choices == [True, 4, True, 7]


def test_a_fixed_size_is_never_asked_for():
    case = replayed(4, 7)
    assert digits(case, Sizes(2, 2)) == [4, 7]
    assert case.choices == [4, 7]
    assert digits(replayed(), Sizes(0, 0)) == []


def test_when_choices_run_out_a_repetition_ends():
    case = replayed(True, 4)
    assert digits(case, Sizes()) == [4]
    assert digits(replayed(), Sizes(3)) == [0, 0, 0]


def test_each_element_is_a_span_with_the_choice_before_it():
    case = replayed(True, 4, True, 7, False)
    digits(case, Sizes())
    assert spans(case) == [(0, 2, False, True), (2, 4, False, True)]


def test_turns_of_a_fixed_size_are_no_elements():
    case = replayed(4, 7)
    digits(case, Sizes(2, 2))
    assert spans(case) == [(0, 1, False, False), (1, 2, False, False)]


def test_a_refused_element_is_discarded():
    case = replayed(True, 4, True, 4, True, 5, False)
    assert unique_digits(case, Sizes()) == [4, 5]
    assert spans(case) == [(0, 2, False, True), (2, 4, True, True), (4, 6, False, True)]


def test_a_refused_element_that_was_filled_in_is_filled_in_differently():
    case = replayed(True, 0, True)
    assert unique_digits(case, Sizes()) == [0, 1]
    assert case.choices == [True, 0, True, 1, False]
    assert unique_digits(replayed(), Sizes(4)) == [0, 1, 2, 3]


def test_a_random_fill_finds_elements_that_differ():
    case = replayed(fill=RandomSource(Random(1)))
    kept = unique_digits(case, Sizes(8, 8))
    assert len(set(kept)) == 8
    assert case.choices == kept


def test_what_cannot_be_filled_in_ends_the_repetition():
    case = replayed(True, 4, *[True] * 3)
    kept = unique_digits(case, Sizes(0, 5), Integer(4, 4))
    assert kept == [4]
    assert len(case.choices) < 20


def test_giving_up_an_element_does_not_change_the_choice_after_it():
    # Nothing but 4 can be drawn; the next choice to go on is again the simplest.
    case = replayed(True, 4, True)
    assert unique_digits(case, Sizes(0, 9), Integer(4, 4)) == [4]
    assert case.choices == [True, 4, True, 4, False]


def test_too_many_refusals_end_a_repetition():
    case = replayed(*[True, 4] * 50)
    assert unique_digits(case, Sizes()) == [4]
    assert len(case.choices) < 20


@pytest.mark.parametrize("sizes", [Sizes(2), Sizes(2, 2)], ids=repr)
def test_a_recorded_case_is_rejected_when_too_few_elements_are_found(sizes):
    with pytest.raises(Rejected) as rejected:
        unique_digits(replayed(*[True, 4] * 50), sizes, Integer(4, 4))
    assert rejected.value.reason == "element: too few different elements"


def test_a_refused_element_of_a_fixed_size_ends_a_replay_at_once():
    case = replayed(4, 4, 5)
    with pytest.raises(Rejected):
        unique_digits(case, Sizes(2, 2))
    assert spans(case) == [(0, 1, False, False), (1, 2, True, False)]


def test_enumeration_meets_a_refused_element_in_its_own_place():
    case = RecordedCase(EnumerationSource([1, 0, 1, 0, 1, 1]))
    assert unique_digits(case, Sizes()) == [0, 1]
    assert case.choices == [True, 0, True, 0, True, 1, False]


def test_a_recorded_repetition_overruns_past_the_limit():
    with pytest.raises(Overrun):
        digits(replayed(*[True, 1] * 50, limit=9), Sizes())
