"""The order of traces: what is simpler."""

from functools import cmp_to_key
from itertools import pairwise, permutations, product
from random import Random

import pytest

from shortlex import given
from shortlex import strategies as st
from shortlex.core.alphabet import Alphabet
from shortlex.core.boolean import Boolean
from shortlex.core.bytestring import Bytes
from shortlex.core.floating import Float
from shortlex.core.integer import Integer
from shortlex.core.order import (
    ROOM_FOR_LESS_COST,
    output_key,
    simpler,
    simpler_output,
    size_limit,
)
from shortlex.core.sizes import Sizes
from shortlex.core.string import String
from shortlex.core.trace import Outcome, Trace

BIT, DIGIT, WHOLE = Boolean(), Integer(0, 9), Integer()
REAL = Float(allow_nan=True, allow_infinity=True)
WORD = String(Alphabet.of_characters("ba"), Sizes())
BLOB = Bytes(Sizes())
KINDS = [BIT, DIGIT, WHOLE, REAL, WORD, BLOB]

# As in "What is Conjecture?"; what it does not name follows in the order of the bytes.
PLEASING = (
    "0123456789AaBbCcDdEeFfGgHhIiJjKkLlMmNnOoPpQqRrSsTtUuVvWwXxYyZz _-=~\"':;,.?!(){}[]<>*+/&|%"
    "#$@\\^`\t\n\r\x00\x01\x02\x03\x04\x05\x06\x07\x08\x0b\x0c\x0e\x0f\x10\x11\x12\x13\x14\x15"
    "\x16\x17\x18\x19\x1a\x1b\x1c\x1d\x1e\x1f\x7f"
)


def trace_of(*pairs, cost=0, output=""):
    """A trace of (choice, domain) pairs."""
    return Trace(
        choices=[choice for choice, _ in pairs],
        domains=[domain for _, domain in pairs],
        raw_spans=[],
        outcome=Outcome.VALID,
        size=sum(domain.size_of(choice) for choice, domain in pairs),
        cost=cost,
        output=output,
    )


def of_integers(*choices, **details):
    return trace_of(*[(choice, WHOLE) for choice in choices], **details)


def random_trace(random):
    domains = random.choices(KINDS, k=random.randrange(4))
    pairs = [
        (domain.value_at(random.randrange(min(domain.count or 3, 3))), domain) for domain in domains
    ]
    output = "".join(random.choices("a0\x80é", k=random.randrange(3)))
    return trace_of(*pairs, cost=random.choice([0, 0, 0, 1]), output=output)


def same(a, b):
    """Whether two traces differ in nothing that the orders look at."""
    return (a.cost, a.domains) == (b.cost, b.domains) and list(map(repr, a.choices)) == list(
        map(repr, b.choices)
    )


@pytest.mark.parametrize("order", [simpler, simpler_output])
def test_the_order_is_strict_and_total(order):
    random = Random(1)
    traces = [random_trace(random) for _ in range(150)]
    for a in traces:
        assert not order(a, a)
    for a, b in product(traces, repeat=2):
        assert not (order(a, b) and order(b, a))
        if not same(a, b):
            # Equal indexes in domains of one kind are as simple as each other.
            is_tied = [d.kind for d in a.domains] == [d.kind for d in b.domains]
            assert order(a, b) or order(b, a) or is_tied


@pytest.mark.parametrize("order", [simpler, simpler_output])
def test_the_order_is_transitive(order):
    random = Random(2)
    traces = [random_trace(random) for _ in range(60)]
    before = {(i, k): order(a, b) for i, a in enumerate(traces) for k, b in enumerate(traces)}
    for i, k, n in permutations(range(len(traces)), 3):
        if before[i, k] and before[k, n]:
            assert before[i, n]
        if not (before[i, k] or before[k, i] or before[k, n] or before[n, k]):
            assert not before[i, n]


def test_sorting_any_way_round_ends_in_the_same_order():
    random = Random(3)
    traces = [of_integers(*random.choices(range(-2, 3), k=random.randrange(4))) for _ in range(60)]
    by_order = cmp_to_key(lambda a, b: simpler(b, a) - simpler(a, b))
    choices = [trace.choices for trace in sorted(traces, key=by_order)]
    random.shuffle(traces)
    assert [trace.choices for trace in sorted(traces, key=by_order)] == choices


def test_lower_cost_comes_before_all_else():
    assert simpler(of_integers(9, 9, 9), of_integers(0, cost=1))
    assert not simpler(of_integers(0, cost=1), of_integers(9, 9, 9))


def test_smaller_size_comes_before_simpler_choices():
    assert simpler(of_integers(999), of_integers(0, 0))
    assert not simpler(of_integers(0, 0), of_integers(999))


def test_choices_are_compared_left_to_right_by_their_indexes():
    in_order = [(0, 0), (0, 1), (0, -1), (1, 0), (1, 5), (-1, 0), (2, 0)]
    for a, b in pairwise(of_integers(*pair) for pair in in_order):
        assert simpler(a, b)
        assert not simpler(b, a)


@given(st.lists(st.integers()), st.lists(st.integers()))
def test_integers_are_in_shortlex_order_of_their_indexes(a, b):
    def key(values):
        return len(values), [WHOLE.index_of(value) for value in values]

    assert simpler(of_integers(*a), of_integers(*b)) == (key(a) < key(b))


def test_texts_and_bytes_count_one_and_their_length():
    assert trace_of(("aaa", WORD)).size == trace_of((b"123", BLOB)).size == 4
    assert simpler(of_integers(9, 9, 9), trace_of(("bbb", WORD)))
    assert simpler(trace_of(("bb", WORD)), of_integers(0, 0, 0, 0))


def test_texts_compare_by_length_and_then_as_their_alphabet_says():
    words = ["", "b", "a", "bb", "ba", "ab", "aa"]
    for a, b in pairwise(words):
        # Equal sizes, so that the words alone decide.
        filler = len(b) - len(a)
        left = trace_of((a, WORD), *[(9, WHOLE)] * filler)
        assert simpler(left, trace_of((b, WORD)))


def test_zeros_are_told_apart_and_nan_equals_itself():
    assert simpler(trace_of((0.0, REAL)), trace_of((-0.0, REAL)))
    assert not simpler(trace_of((-0.0, REAL)), trace_of((0.0, REAL)))
    nans = trace_of((float("nan"), REAL)), trace_of((float("nan"), REAL))
    assert not simpler(*nans)


def test_equal_choices_in_equal_domains_are_equally_simple():
    a, b = trace_of((10**30, Integer(0, 10**40))), trace_of((10**30, Integer(0, 10**40)))
    assert not simpler(a, b)
    assert not simpler(b, a)


def test_an_equal_choice_is_simpler_where_it_is_nearer_to_the_simplest():
    far, near = trace_of((5, DIGIT)), trace_of((5, Integer(5, 9)))
    assert simpler(near, far)
    assert not simpler(far, near)


def test_different_kinds_have_a_fixed_order():
    a, b = trace_of((True, BIT)), trace_of((1, WHOLE))
    assert simpler(a, b) != simpler(b, a)


def test_the_pleasing_characters_come_first():
    assert sorted(map(ord, PLEASING)) == list(range(128))
    keys = [output_key(trace_of(output=char)) for char in PLEASING]
    assert keys == sorted(keys)
    assert len(set(keys)) == 128


def test_shorter_output_comes_before_more_pleasing_output():
    assert simpler_output(of_integers(output="\x00"), of_integers(output="00"))
    assert simpler_output(of_integers(output="0z"), of_integers(output="A0"))


def test_output_is_measured_in_bytes():
    # One character of two bytes, against two of one.
    assert simpler_output(of_integers(output="aa"), of_integers(output="é"))
    assert simpler_output(of_integers(output="é"), of_integers(output="aaa"))
    assert simpler_output(of_integers(output="é"), of_integers(output="ê"))
    assert simpler_output(of_integers(output="a"), of_integers(output="\ud800"))


def test_output_comes_before_choices_and_after_cost():
    short, long = of_integers(9, 9, 9, output="a"), of_integers(0, output="aa")
    assert simpler_output(short, long)
    assert simpler(long, short)
    assert simpler_output(long, of_integers(9, output="", cost=1))


def test_with_equal_output_the_choices_decide():
    assert simpler_output(of_integers(1, output="a"), of_integers(2, output="a"))
    assert not simpler_output(of_integers(2, output="a"), of_integers(1, output="a"))


def test_a_larger_case_is_tried_only_where_it_may_cost_less() -> None:
    def of_cost(cost: int) -> Trace:
        return Trace(
            choices=[0, 0, 0],
            domains=[DIGIT] * 3,
            raw_spans=[],
            outcome=Outcome.INTERESTING,
            size=3,
            cost=cost,
        )

    assert size_limit(of_cost(0)) == 3
    assert size_limit(of_cost(1)) == 6 + ROOM_FOR_LESS_COST
