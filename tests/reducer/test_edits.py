"""Edits: what passes ask about a trace, and the candidates they make of it."""

from random import Random

import pytest

from shortlex import strategies as st
from shortlex.core.boolean import Boolean
from shortlex.core.bytestring import Bytes
from shortlex.core.case import Case, RecordedCase
from shortlex.core.floating import Float
from shortlex.core.integer import Integer
from shortlex.core.sizes import Sizes
from shortlex.core.source import RandomSource
from shortlex.core.trace import Outcome, Span, Trace
from shortlex.reducer.edits import (
    MAX_REFUSALS,
    MIN_REFUSALS,
    closes_up,
    cut_out_all,
    distance_at,
    has_branches,
    integer_at,
    is_branch,
    is_simplest,
    is_structure,
    keys_of,
    max_refusals,
    next_span,
    numbers_in,
    replaced,
    size_of,
    with_value,
    without,
    without_elements,
)
from shortlex.runner.execute import execute
from tests.reducer.traces import traced

DIGIT = Integer(0, 9)
FLOAT = Float(allow_nan=True, allow_infinity=True)
PAIRS = st.lists(st.tuples(st.integers(0, 9), st.booleans()))


def trace_of(strategy: st.SearchStrategy[object], *choices: object) -> Trace:
    return traced(lambda case: case.draw(strategy), choices)


def mixed(case: Case) -> None:
    case.choose(Integer(None, None, target=10))
    case.choose(FLOAT)
    case.choose(Boolean())
    case.choose(Bytes(Sizes()))


PAIR_TRACE = trace_of(PAIRS, True, 3, True, True, 0, False, False)
MIXED = traced(mixed, [7, -0.0, True, b"ab"])


def test_a_region_is_left_out() -> None:
    assert without(PAIR_TRACE, 0, 3) == (True, 0, False, False)
    assert without(PAIR_TRACE, 2, 2) == PAIR_TRACE.choices


def elements_of(trace: Trace) -> list[Span]:
    return [span for span in trace.spans if span.is_element]


def test_several_regions_are_left_out() -> None:
    assert cut_out_all((1, 2, 3, 4, 5), [(0, 1), (2, 4)]) == (2, 5)
    assert cut_out_all([1, 2], []) == (1, 2)


def test_sweeps_over_larger_cases_stop_after_fewer_refusals() -> None:
    refusals = [max_refusals(_long(count)) for count in (0, 100, 10_000, 100_000)]
    assert refusals == [MAX_REFUSALS, MAX_REFUSALS, 40, MIN_REFUSALS]


def _long(count: int) -> Trace:
    domain = Integer(0, 1)
    return Trace(
        choices=[0] * count,
        domains=[domain] * count,
        raw_spans=[],
        outcome=Outcome.INTERESTING,
        size=count,
    )


def test_elements_in_a_row_are_left_out() -> None:
    first, second = elements_of(PAIR_TRACE)
    assert without_elements(PAIR_TRACE, first, first) == (True, 0, False, False)
    assert without_elements(PAIR_TRACE, first, second) == (False,)
    others = (True, 8, True, True, 9, True, False)
    assert without_elements(PAIR_TRACE, second, second, others) == (True, 8, True, False)


def test_a_full_collection_that_loses_an_element_says_where_it_ends() -> None:
    strategy = st.tuples(st.lists(st.integers(0, 9), max_size=2), st.booleans())
    full = trace_of(strategy, True, 3, True, 4, True)
    first, second = elements_of(full)
    for span, left in ((first, 4), (second, 3)):
        candidate = without_elements(full, span, span)
        assert candidate == (True, left, False, True)
        assert trace_of(strategy, *candidate).choices == candidate
    assert without_elements(full, first, second) == (False, True)
    # One that is not full has said so.
    other = trace_of(strategy, True, 3, False, True)
    (only,) = elements_of(other)
    assert without_elements(other, only, only) == (False, True)


def test_a_full_collection_outside_of_every_span_says_where_it_ends() -> None:
    def function(case: Case) -> None:
        for _ in case.repeat(Sizes(0, 2), "element"):
            case.choose(DIGIT)

    full = traced(function, [True, 3, True, 4])
    first, _ = elements_of(full)
    assert without_elements(full, first, first) == (True, 4, False)


def test_a_region_is_replaced() -> None:
    assert replaced(PAIR_TRACE, 1, 3, [9]) == (True, 9, True, 0, False, False)
    assert replaced(PAIR_TRACE, 0, 0, []) == PAIR_TRACE.choices


def test_places_get_one_value() -> None:
    assert with_value(PAIR_TRACE, [1, 4], 7) == [True, 7, True, True, 7, False, False]
    assert PAIR_TRACE.choices[1] == 3


def test_structure_is_the_choice_to_go_on() -> None:
    assert [i for i in range(7) if is_structure(PAIR_TRACE, i)] == [0, 3, 6]
    forced = trace_of(st.lists(st.booleans(), min_size=1), True, True, False)
    assert [is_structure(forced, i) for i in range(3)] == [True, False, True]


def test_negative_zero_is_not_the_simplest() -> None:
    assert not is_simplest(MIXED, 1)
    assert is_simplest(traced(mixed, [7, 0.0]), 1)


def test_the_simplest_of_each_kind_is_known() -> None:
    trace = traced(mixed, [10, 0.0, False, b""])
    assert all(is_simplest(trace, i) for i in range(4))
    assert not any(is_simplest(MIXED, i) for i in range(4))
    assert not is_simplest(traced(mixed, [10, float("nan")]), 1)


def test_an_integer_is_read_as_one() -> None:
    assert integer_at(MIXED, 0) == 7
    with pytest.raises(TypeError, match=r"choice 1 is -0\.0, not an integer"):
        integer_at(MIXED, 1)


def test_distances_are_from_the_target_and_have_a_sign() -> None:
    assert [distance_at(MIXED, i) for i in range(4)] == [-3, 0, 0, 0]


def test_the_choice_of_an_alternative_is_a_branch() -> None:
    union = st.one_of(st.lists(st.booleans()), st.integers(0, 9))
    trace = trace_of(union, 1, 5)
    assert is_branch(trace, 0)
    assert not is_branch(trace, 1)
    assert numbers_in(trace) == [1]


def test_what_has_a_choice_of_an_alternative_has_branches() -> None:
    union = st.one_of(st.lists(st.booleans()), st.integers(0, 9))
    assert has_branches(trace_of(union, 1, 5))
    assert has_branches(trace_of(st.lists(union), True, 0, False, False))
    assert not has_branches(trace_of(st.lists(union), False))


def test_what_has_none_has_no_branches() -> None:
    assert not has_branches(PAIR_TRACE)
    assert not has_branches(MIXED)
    assert not has_branches(trace_of(st.sampled_from("abc"), 1))
    assert not has_branches(trace_of(st.tuples(st.integers(0, 9), st.integers(0, 9)), 3, 4))


@pytest.mark.parametrize("seed", range(20))
def test_branches_are_had_where_a_choice_is_one(seed: int) -> None:
    inner = st.lists(st.integers(0, 9) | st.booleans(), max_size=2)
    strategy = st.tuples(st.integers(0, 3), inner)

    def function(case: Case) -> None:
        case.draw(strategy)

    trace = execute(function, RecordedCase(RandomSource(Random(seed))))
    assert has_branches(trace) is any(is_branch(trace, i) for i in range(len(trace)))


def test_a_number_drawn_for_itself_is_no_branch() -> None:
    trace = trace_of(st.tuples(st.integers(0, 9), st.integers(0, 9)), 3, 4)
    assert not is_branch(trace, 0)
    assert numbers_in(trace) == [0, 1]


def test_a_number_that_is_not_counted_from_zero_is_no_branch() -> None:
    for domain in (Integer(1, 3), Integer(0, None), Integer(None, 3)):

        def function(case: Case, domain: Integer = domain) -> None:
            case.start_span("choice")
            case.choose(domain)
            case.draw(st.booleans())
            case.stop_span()

        assert not is_branch(traced(function, [2, True]), 0)


def test_a_number_before_the_elements_of_a_list_is_no_branch() -> None:
    def function(case: Case) -> None:
        case.start_span("row")
        case.choose(DIGIT)
        for _ in case.repeat(Sizes(), "element"):
            case.choose(DIGIT)
        case.stop_span()

    assert not is_branch(traced(function, [3, True, 4, False]), 0)


def test_a_number_outside_of_every_span_is_no_branch() -> None:
    def function(case: Case) -> None:
        case.choose(DIGIT)
        case.draw(st.booleans())

    assert not is_branch(traced(function, [3, True]), 0)
    assert not is_branch(traced(lambda case: case.choose(DIGIT), [3]), 0)


def test_a_number_in_the_middle_of_a_span_is_no_branch() -> None:
    def function(case: Case) -> None:
        case.start_span("row")
        case.choose(Boolean())
        case.choose(DIGIT)
        case.draw(st.booleans())
        case.stop_span()

    assert not is_branch(traced(function, [True, 3, True]), 1)


def test_spans_are_compared_in_the_order_of_choices() -> None:
    strategy = st.lists(st.integers())
    trace = trace_of(strategy, True, 1, True, -1, True, 2, False)
    elements = [span for span in trace.spans if span.is_element]
    keys = [keys_of(trace, span) for span in elements]
    assert keys == sorted(keys)
    assert len(set(keys)) == 3


def test_whether_an_element_must_be_there_does_not_matter_to_it() -> None:
    trace = trace_of(st.lists(st.booleans(), min_size=1), True, True, True, True, False)
    first, second = (span for span in trace.spans if span.is_element)
    assert keys_of(trace, first) == keys_of(trace, second)


def test_the_size_of_a_span_counts_the_length_of_strings() -> None:
    trace = trace_of(st.tuples(st.binary(), st.booleans()), b"abc", True)
    assert size_of(trace, trace.spans[0]) == trace.size == 5


def test_a_region_closes_up_over_the_same_domain_or_the_end() -> None:
    assert closes_up(PAIR_TRACE, 0, 3)
    assert closes_up(PAIR_TRACE, 2, 7)
    assert not closes_up(PAIR_TRACE, 1, 3)


def test_the_next_span_is_the_outermost_that_begins_there() -> None:
    trace = trace_of(st.tuples(st.tuples(st.booleans()), st.booleans()), True, False)
    assert next_span(trace, 0) is trace.spans[0]
    last = next_span(trace, 1)
    assert last is trace.spans[-1]
    assert last.start == 1
    assert next_span(trace, 2) is None


@pytest.mark.parametrize("seed", range(30))
def test_numbers_are_all_integers_that_choose_no_alternative(seed: int) -> None:
    inner = st.one_of(st.integers(0, 9), st.tuples(st.integers(0, 3), st.text()), st.booleans())
    strategy = st.lists(st.one_of(inner, st.lists(inner), st.sampled_from("abc")))

    def function(case: Case) -> None:
        case.draw(strategy)

    trace = execute(function, RecordedCase(RandomSource(Random(seed))))
    assert numbers_in(trace) == [
        position
        for position, domain in enumerate(trace.domains)
        if isinstance(domain, Integer) and not is_branch(trace, position)
    ]
