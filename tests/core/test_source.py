"""Sources: random, simplest, replayed, enumerated, and from bytes."""

from random import Random

import pytest

from shortlex.core.alphabet import UNICODE, Alphabet
from shortlex.core.boolean import Boolean
from shortlex.core.bytestring import Bytes
from shortlex.core.case import RecordedCase
from shortlex.core.floating import Float
from shortlex.core.integer import Integer
from shortlex.core.sizes import Sizes
from shortlex.core.source import (
    TRIES,
    BytesSource,
    EnumerationSource,
    RandomSource,
    ReplaySource,
    SimplestSource,
)
from shortlex.core.string import String
from shortlex.errors import Overrun

BIT, DIGIT, WHOLE = Boolean(), Integer(0, 9), Integer()
REAL = Float(-2.0, 2.0, allow_nan=False, allow_infinity=False)
WORD = String(Alphabet.of_characters("abc"), Sizes(1, 3))
BLOB = Bytes(Sizes(2, 4))
KINDS = [BIT, DIGIT, WHOLE, REAL, WORD, BLOB]


def test_random_choices_are_the_samples_of_the_domain():
    random = Random(1)
    source = RandomSource(Random(1), 0.5)
    for domain in KINDS * 10:
        assert source.take(domain) == domain.sample(random, 0.5)


def test_a_random_draw_may_be_tried_again_but_not_for_ever():
    source = RandomSource(Random(1))
    assert source.position() == 0
    assert source.retry(0, 1)
    assert source.retry(0, TRIES - 1)
    assert not source.retry(0, TRIES)


# Simplest.


def test_the_simplest_choices_are_all_simplest():
    source = SimplestSource()
    assert [source.take(domain) for domain in KINDS] == [domain.simplest for domain in KINDS]
    assert source.position() == 0


def bumped(attempt, *domains):
    source = SimplestSource()
    assert source.retry(0, attempt)
    return [domain.index_of(source.take(domain)) for domain in domains]


def test_a_draw_tried_again_begins_with_the_next_simplest():
    assert bumped(1, WHOLE, WHOLE) == [1, 0]
    assert bumped(7, WHOLE, WHOLE) == [7, 0]
    assert bumped(7, DIGIT, DIGIT) == [7, 0]


def test_a_choice_without_alternative_leaves_the_next_one_to_differ():
    assert bumped(3, Boolean(1.0), Integer(5, 5), WHOLE, WHOLE) == [0, 0, 3, 0]


def test_where_a_domain_has_too_few_values_the_next_choice_differs_too():
    assert [bumped(attempt, BIT, BIT, WHOLE) for attempt in range(1, 9)] == [
        [1, 0, 0],
        [0, 1, 0],
        [1, 1, 0],
        [0, 0, 1],
        [1, 0, 1],
        [0, 1, 1],
        [1, 1, 1],
        [0, 0, 2],
    ]


def test_giving_up_leaves_nothing_behind():
    source = SimplestSource()
    assert source.retry(0, TRIES - 1)
    assert not source.retry(0, TRIES)
    assert source.take(WHOLE) == 0


# Replay.


def replayed(choices, *domains, fill=None):
    source = ReplaySource(choices, fill)
    return [source.take(domain) for domain in domains]


def test_what_fits_is_replayed():
    choices = [True, 7, -12, 0.5, "ab", b"\x01\x02"]
    assert replayed(choices, *KINDS) == choices


@pytest.mark.parametrize(
    ("choice", "domain", "used"),
    [
        (12, DIGIT, 9),
        (-1, DIGIT, 0),
        (9.5, REAL, 2.0),
        ("abcabc", WORD, "abc"),
        ("", WORD, "a"),
        ("xb", WORD, "ab"),
        (b"\x01", BLOB, b"\x01\x00"),
        (False, Boolean(1.0), True),
    ],
)
def test_what_is_of_the_same_kind_is_moved_into_the_limits(choice, domain, used):
    assert replayed([choice], domain) == [used]


@pytest.mark.parametrize("domain", KINDS, ids=repr)
@pytest.mark.parametrize("choice", [True, 3, 0.5, "ab", b"\x01\x02", None, ...], ids=repr)
def test_what_is_of_another_kind_becomes_the_simplest(choice, domain):
    expected = choice if domain.contains(choice) else domain.simplest
    assert replayed([choice], domain) == [expected]


def test_zeros_and_ones_of_another_type_are_of_another_kind():
    assert replayed([1], BIT) == [False]
    assert type(replayed([True], DIGIT)[0]) is int
    assert type(replayed([1], REAL)[0]) is float
    assert replayed([1.0], DIGIT) == [0]


def test_when_choices_run_out_the_simplest_go_on():
    assert replayed([3], DIGIT, DIGIT, WORD, BLOB) == [3, 0, "a", b"\x00\x00"]


def test_when_choices_run_out_a_random_fill_goes_on():
    random = Random(5)
    expected = [3, WHOLE.sample(random, 1.0), WORD.sample(random, 1.0)]
    assert replayed([3], DIGIT, WHOLE, WORD, fill=RandomSource(Random(5))) == expected


def test_the_position_counts_choices_given_and_filled():
    source = ReplaySource([1])
    positions = [source.position()]
    for _ in range(3):
        source.take(DIGIT)
        positions.append(source.position())
    assert positions == [0, 1, 2, 3]


def test_a_draw_from_given_choices_is_not_tried_again():
    source = ReplaySource([1, 2])
    source.take(DIGIT)
    assert not source.retry(0, 1)
    assert not source.retry(1, 1)
    source.take(DIGIT)
    assert source.retry(2, 1)


def test_a_filled_draw_is_tried_again_as_its_fill_says():
    source = ReplaySource([5])
    source.take(DIGIT)
    mark = source.position()
    assert source.take(WHOLE) == 0
    assert source.retry(mark, 2)
    assert source.take(WHOLE) == WHOLE.value_at(2)
    assert not source.retry(mark, TRIES)


def test_past_the_size_allowed_a_replay_overruns():
    case = RecordedCase(ReplaySource([1, 2]), limit=3)
    assert [case.choose(DIGIT) for _ in range(3)] == [1, 2, 0]
    with pytest.raises(Overrun):
        case.choose(DIGIT)


# Enumeration.


def enumerate_all(program, limit=None):
    """Every run of a program, in order: what it returned, or None where it was too large."""
    runs, indexes = [], []
    while indexes is not None:
        source = EnumerationSource(indexes)
        try:
            runs.append(program(RecordedCase(source, limit)))
            is_larger = False
        except Overrun:
            runs.append(None)
            is_larger = True
        indexes = source.following(skipped=int(is_larger))
    return runs


def branching(case):
    """Another bit for every True, three at most: a tree with leaves of all depths."""
    bits = [case.choose(BIT)]
    while bits[-1] and len(bits) < 3:
        bits.append(case.choose(BIT))
    return bits


def test_enumeration_begins_with_the_simplest():
    source = EnumerationSource()
    assert [source.take(domain) for domain in KINDS] == [domain.simplest for domain in KINDS]
    assert source.position() == len(KINDS)


def test_given_indexes_come_first_and_the_simplest_after_them():
    source = EnumerationSource([1, 4])
    assert [source.take(BIT), source.take(DIGIT), source.take(WORD)] == [True, 4, "a"]


def test_a_finite_tree_is_visited_in_order_to_its_end():
    assert enumerate_all(branching) == [[0], [1, 0], [1, 1, 0], [1, 1, 1]]


def test_all_combinations_are_visited_the_last_choice_changing_fastest():
    pairs = enumerate_all(lambda case: (case.choose(BIT), case.choose(Integer(0, 2))))
    assert pairs == [(bit, digit) for bit in (False, True) for digit in range(3)]


def test_a_program_without_choices_is_visited_once():
    assert enumerate_all(lambda case: "done") == ["done"]
    assert EnumerationSource().following(skipped=1) is None


def test_unbounded_domains_have_no_last_value():
    source = EnumerationSource([10**20])
    source.take(WHOLE)
    assert source.following() == [10**20 + 1]


def test_after_a_choice_that_is_too_large_come_those_with_another_before_it():
    source = EnumerationSource([0, 3])
    source.take(BIT)
    source.take(WORD)
    assert source.following() == [0, 4]
    assert source.following(skipped=1) == [1]
    assert source.following(skipped=1, fixed=1) is None


def test_within_a_size_nothing_that_fits_is_skipped():
    # The first bit fits; what follows it does not, which says nothing of the other bit.
    def program(case):
        return [True] if case.choose(BIT) else [False, case.choose(BIT)]

    assert enumerate_all(program, limit=1) == [None, [True]]
    assert enumerate_all(program, limit=2) == [[0, 0], [0, 1], [1]]


def test_longer_texts_are_skipped_once_one_is_too_long():
    text = String(Alphabet.of_characters("ab"), Sizes())

    def program(case):
        return case.choose(text), case.choose(BIT)

    fitting = [(word, bit) for word in ("", "a", "b") for bit in (False, True)]
    # Words of two letters leave no room for the bit, and the first of three is too long itself.
    assert enumerate_all(program, limit=3) == fitting + [None] * 4 + [None]


def test_what_is_refused_in_an_enumeration_is_not_tried_again():
    assert not EnumerationSource().retry(0, 1)


def test_an_index_that_a_changed_domain_does_not_have_becomes_its_last():
    source = EnumerationSource([7])
    assert source.take(BIT) is True
    assert source.following() is None


# Bytes.


def from_bytes(data, *domains):
    source = BytesSource(data)
    return [source.take(domain) for domain in domains]


def test_bytes_decide_choices_the_same_each_time():
    data = Random(1).randbytes(500)
    assert from_bytes(data, *KINDS, *KINDS) == from_bytes(data, *KINDS, *KINDS)


@pytest.mark.parametrize("domain", [*KINDS, String(UNICODE, Sizes()), Bytes(Sizes())], ids=repr)
def test_bytes_decide_members_of_any_domain(domain):
    source = BytesSource(Random(2).randbytes(10_000))
    taken = []
    with pytest.raises(Overrun):
        taken.extend(source.take(domain) for _ in range(10_001))
    assert taken
    assert all(map(domain.contains, taken))


def test_each_choice_reads_as_many_bytes_as_it_is_wide():
    source = BytesSource(bytes(100))
    positions = []
    for domain in (BIT, Boolean(0.0), DIGIT, Integer(0, 256), Bytes(Sizes(3, 3)), WHOLE):
        source.take(domain)
        positions.append(source.position())
    assert positions == [1, 1, 2, 4, 7, 8]


def test_bytes_are_read_as_indexes():
    assert from_bytes(b"\x01\x07\x02\x01\x02", BIT, DIGIT, WHOLE) == [True, 7, WHOLE.value_at(258)]
    assert from_bytes(b"\x01\x01\x05", WORD) == ["bc"]
    assert from_bytes(b"\x01\xaa\xbb\xcc", BLOB) == [b"\xaa\xbb\xcc"]


def test_the_end_of_the_bytes_is_an_overrun():
    source = BytesSource(b"\x01")
    source.take(BIT)
    with pytest.raises(Overrun):
        source.take(BIT)
    assert source.take(Boolean(1.0)) is True


def test_a_length_beyond_all_bytes_is_an_overrun():
    for domain in (Bytes(Sizes(1000)), String(UNICODE, Sizes(1000))):
        with pytest.raises(Overrun):
            from_bytes(b"\xff\xff\xff", domain)


def test_repeats_of_one_letter_stay_short_enough_to_be_made():
    text = from_bytes(b"\xff" * 30, String(Alphabet.of_characters("a"), Sizes()))[0]
    assert text == "a" * 0xFFFF


def test_a_draw_from_bytes_is_tried_again_with_those_that_follow():
    source = BytesSource(b"\x01\x02\x03")
    assert source.take(DIGIT) == 1
    assert source.retry(0, 1)
    assert source.take(DIGIT) == 2
    assert not source.retry(0, TRIES)
