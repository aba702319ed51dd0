"""Traces: what they keep, how spans nest, and that nothing changes them."""

from itertools import chain, pairwise
from random import Random
from threading import Barrier, Thread

import pytest

from shortlex.core.boolean import Boolean
from shortlex.core.case import Case, RandomCase, RecordedCase
from shortlex.core.integer import Integer
from shortlex.core.sizes import Sizes
from shortlex.core.source import ReplaySource
from shortlex.core.trace import Ending, Foreseen, Outcome, Span, Trace
from shortlex.errors import InvalidState, Rejected, StopCase
from shortlex.runner.execute import execute


def test_outcomes_are_ordered_from_worst_to_best():
    worst_to_best = [Outcome.OVERRUN, Outcome.INVALID, Outcome.VALID, Outcome.INTERESTING]
    assert list(Outcome) == sorted(Outcome) == worst_to_best
    assert all(worse < better for worse, better in pairwise(worst_to_best))


DIGIT = Integer(0, 9)


class Recipe:
    """A strategy made of a function."""

    def __init__(self, do_draw, label="recipe"):
        self.do_draw = do_draw
        self.label = label


ONE = Recipe(lambda case: case.choose(DIGIT), "one")
PAIR = Recipe(lambda case: (case.draw(ONE), case.draw(ONE)), "pair")


def replayed(*choices):
    return RecordedCase(ReplaySource(choices))


def spans_of(case):
    return case.trace(Outcome.VALID).spans


def outline(case):
    """Label, start, end and depth of each span."""
    return [(span.label, span.start, span.end, span.depth) for span in spans_of(case)]


def is_nested(spans):
    """Whether parents stand first and hold their children, and siblings do not overlap."""
    for position, span in enumerate(spans):
        if span.parent >= 0:
            parent = spans[span.parent]
            assert span.parent < position
            assert span.depth == parent.depth + 1
            assert parent.start <= span.start <= span.end <= parent.end
        for other in spans[position + 1 :]:
            if other.parent == span.parent:
                assert span.end <= other.start
    return True


def test_a_span_is_as_long_as_its_choices():
    assert Span("a", 3, 7, -1, 0, False, False).length == 4
    assert Span("a", 3, 3, -1, 0, False, False).length == 0


def test_every_draw_is_a_span_in_that_of_the_draw_around_it():
    case = replayed(1, 2, 3)
    case.draw(PAIR)
    case.draw(ONE)
    assert outline(case) == [
        ("pair", 0, 2, 0),
        ("one", 0, 1, 1),
        ("one", 1, 2, 1),
        ("one", 2, 3, 0),
    ]
    assert [span.parent for span in spans_of(case)] == [-1, 0, 0, -1]
    assert is_nested(spans_of(case))


def test_a_draw_can_be_given_another_label():
    case = replayed(1)
    case.draw(ONE, label="mine")
    case.draw(ONE, "also mine")
    assert [span.label for span in spans_of(case)] == ["mine", "also mine"]


def test_regions_are_marked_by_hand():
    case = replayed(1, 2, 3)
    case.choose(DIGIT)
    case.start_span("outer")
    case.start_span("inner")
    case.choose(DIGIT)
    case.stop_span(discard=True)
    case.choose(DIGIT)
    case.stop_span()
    outer, inner = spans_of(case)
    assert outer == Span("outer", 1, 3, -1, 0, False, False)
    assert inner == Span("inner", 1, 2, 0, 1, True, False)


def test_a_span_without_choices_is_kept():
    case = replayed()
    case.start_span("empty")
    case.stop_span()
    assert outline(case) == [("empty", 0, 0, 0)]


def test_a_span_that_was_not_begun_cannot_be_stopped():
    case = replayed()
    with pytest.raises(InvalidState, match=r"call start_span\(\) first"):
        case.stop_span()
    case.start_span("one")
    case.stop_span()
    with pytest.raises(InvalidState):
        case.stop_span()


def test_spans_that_are_open_at_the_end_end_there():
    case = replayed(1, 2)
    case.start_span("outer")
    case.choose(DIGIT)
    case.start_span("inner")
    case.choose(DIGIT)
    assert outline(case) == [("outer", 0, 2, 0), ("inner", 1, 2, 1)]


def test_a_draw_that_ends_the_case_ends_its_spans():
    def reject(case):
        case.choose(DIGIT)
        case.reject()

    case = replayed(1, 2)
    with pytest.raises(Rejected):
        case.draw(Recipe(lambda case: (case.draw(ONE), case.draw(Recipe(reject, "no")))))
    assert outline(case) == [("recipe", 0, 2, 0), ("one", 0, 1, 1), ("no", 1, 2, 1)]


def test_a_draw_whose_error_is_caught_ends_its_spans():
    def fail(case):
        case.start_span("deeper")
        case.choose(DIGIT)
        raise ValueError

    def recover(case):
        try:
            case.draw(Recipe(fail, "fails"))
        except ValueError:
            case.draw(ONE)

    case = replayed(1, 2, 3)
    case.draw(Recipe(recover, "recovers"))
    case.draw(ONE)
    assert outline(case) == [
        ("recovers", 0, 2, 0),
        ("fails", 0, 1, 1),
        ("deeper", 0, 1, 2),
        ("one", 1, 2, 1),
        ("one", 2, 3, 0),
    ]
    assert is_nested(spans_of(case))


def test_a_span_left_open_ends_with_the_draw_that_began_it():
    def forgets(case):
        case.start_span("forgotten")
        case.choose(DIGIT)

    case = replayed(1, 2)
    case.draw(Recipe(forgets))
    case.draw(ONE)
    assert outline(case) == [("recipe", 0, 1, 0), ("forgotten", 0, 1, 1), ("one", 1, 2, 0)]


def test_a_span_left_open_ends_with_the_turn_that_began_it():
    case = replayed(True, 1, True, 2, False)
    for _ in case.repeat(Sizes(), "element"):
        case.start_span("forgotten")
        case.choose(DIGIT)
    assert [span.depth for span in spans_of(case)] == [0, 1, 0, 1]
    assert is_nested(spans_of(case))


def test_a_loop_left_early_disturbs_no_span_around_it():
    def leaves(case):
        for _ in case.repeat(Sizes(), "element"):
            if case.draw(ONE) == 2:
                break
        return case.draw(ONE)

    case = replayed(True, 1, True, 2, 3, 4)
    assert case.draw(Recipe(leaves, "leaves")) == 3
    assert case.draw(ONE) == 4
    assert [line for line in outline(case) if line[3] == 0] == [
        ("leaves", 0, 5, 0),
        ("one", 5, 6, 0),
    ]
    assert is_nested(spans_of(case))


def test_a_loop_whose_body_fails_disturbs_no_span_around_it():
    def fails(case):
        for _ in case.repeat(Sizes(), "element"):
            if case.draw(ONE) == 2:
                raise ValueError

    def recovers(case):
        try:
            case.draw(Recipe(fails, "fails"))
        except ValueError:
            return case.draw(ONE)

    case = replayed(True, 1, True, 2, 3, 4)
    assert case.draw(Recipe(recovers, "recovers")) == 3
    assert case.draw(ONE) == 4
    tops = [line for line in outline(case) if line[3] == 0]
    assert tops == [("recovers", 0, 5, 0), ("one", 5, 6, 0)]
    assert is_nested(spans_of(case))


def test_a_loop_that_is_dropped_when_the_case_is_over_changes_nothing():
    case = replayed(True, 1)
    turns = case.repeat(Sizes(), "element")
    next(turns)
    case.choose(DIGIT)
    before = spans_of(case)
    turns.close()
    assert spans_of(case) == before == (Span("element", 0, 2, -1, 0, False, True),)


def test_spans_are_nested_whatever_was_drawn():
    def tree(case):
        for turn in case.repeat(Sizes(0, 3), "child"):
            if case.choose(DIGIT) < 3:
                case.draw(Recipe(tree, "tree"))
            elif case.choose(DIGIT) == 0:
                turn.reject()

    for seed in range(100):
        light = RandomCase(Random(seed), 1.0, 1000)
        light.draw(Recipe(tree, "tree"))
        case = replayed(*light.choices)
        case.draw(Recipe(tree, "tree"))
        spans = spans_of(case)
        assert is_nested(spans)
        assert all(span.is_element == (span.label == "child") for span in spans)


def test_a_light_case_keeps_no_spans_and_asks_for_no_balance():
    case = RandomCase(Random(0), 1.0, 100)
    case.start_span("a")
    case.stop_span()
    case.stop_span(discard=True)
    case.draw(PAIR, label="pair")
    assert len(case.choices) == 2


def test_deep_draws_have_deep_spans():
    def down(depth):
        return Recipe(lambda case: case.draw(down(depth - 1)) if depth else case.choose(DIGIT))

    case = replayed(5)
    assert case.draw(down(100)) == 5
    spans = spans_of(case)
    assert [span.depth for span in spans] == list(range(101))
    assert set(chain.from_iterable((span.start, span.end) for span in spans)) == {0, 1}


def trace_of(*choices, outcome=Outcome.VALID, **details):
    domains = [DIGIT] * len(choices)
    given = {"raw_spans": [], "size": len(choices), **details}
    return Trace(choices=choices, domains=domains, outcome=outcome, **given)


def test_a_trace_keeps_what_it_is_given():
    error = ValueError()
    trace = trace_of(
        1,
        2,
        outcome=Outcome.INTERESTING,
        cost=3,
        origin="here",
        error=error,
        reason="why",
        notes=["a note"],
        events={"seen": 1},
        targets={"": 2.0},
        output="text",
    )
    assert (trace.choices, trace.domains, len(trace)) == ((1, 2), (DIGIT, DIGIT), 2)
    assert (trace.size, trace.cost, trace.origin, trace.error) == (2, 3, "here", error)
    assert (trace.reason, trace.notes, trace.output) == ("why", ("a note",), "text")
    assert (trace.events, trace.targets) == ({"seen": 1}, {"": 2.0})


def test_most_of_a_trace_is_empty_unless_given():
    trace = trace_of()
    assert (trace.choices, trace.spans, trace.cost, trace.notes) == ((), (), 0, ())
    assert (trace.events, trace.targets, trace.output, trace.reason) == ({}, {}, "", "")
    assert trace.origin is trace.error is None


@pytest.mark.parametrize("outcome", Outcome)
def test_only_an_interesting_trace_is_interesting(outcome):
    assert trace_of(outcome=outcome).is_interesting == (outcome is Outcome.INTERESTING)


def test_a_trace_shows_its_outcome_size_and_choices():
    assert repr(trace_of(1, 2, size=5)) == "<Trace valid size=5 [1, 2]>"


def test_what_a_trace_was_made_of_can_change_without_it():
    choices, domains, notes, events, targets = [1], [DIGIT], ["a"], {"e": 1}, {"t": 1.0}
    trace = Trace(
        choices=choices,
        domains=domains,
        raw_spans=[],
        outcome=Outcome.VALID,
        size=1,
        notes=notes,
        events=events,
        targets=targets,
    )
    for changed in (choices, domains, notes, events, targets):
        changed.clear()
    assert (trace.choices, trace.domains, trace.notes) == ((1,), (DIGIT,), ("a",))
    assert (trace.events, trace.targets) == ({"e": 1}, {"t": 1.0})


def test_a_trace_does_not_change_with_its_case():
    case = RecordedCase(ReplaySource([1, 2]))
    case.choose(DIGIT)
    case.note("first")
    case.write("first")
    trace = case.trace(Outcome.VALID)
    case.note("second")
    case.write("second")
    case.choices.append(2)
    assert (trace.choices, trace.notes, trace.output) == ((1,), ("first",), "first")


def test_spans_know_their_depth():
    raw = [["a", 0, 3, -1, False, False], ["b", 0, 2, 0, True, False], ["c", 1, 2, 1, False, True]]
    trace = trace_of(1, 2, 3, raw_spans=raw)
    assert trace.spans == (
        Span("a", 0, 3, -1, 0, False, False),
        Span("b", 0, 2, 0, 1, True, False),
        Span("c", 1, 2, 1, 2, False, True),
    )
    assert trace.spans is trace.spans


def test_threads_that_ask_for_the_spans_at_once_agree():
    case = RecordedCase(ReplaySource([True, 1] * 500 + [False]))
    for _ in case.repeat(Sizes(), "element"):
        case.choose(DIGIT)
    trace = case.trace(Outcome.VALID)
    barrier, found = Barrier(4), []

    def work():
        barrier.wait()
        found.append(trace.spans)

    threads = [Thread(target=work) for _ in range(4)]
    for thread in threads:
        thread.start()
    for thread in threads:
        thread.join()
    assert len(found) == 4
    assert set(found) == {trace.spans}
    assert len(trace.spans) == 500


def test_an_ending_says_no_more_than_it_must() -> None:
    assert Ending(Outcome.VALID) == (Outcome.VALID, None, None, "")


def test_foreseen_is_no_error_of_a_test() -> None:
    foreseen = Foreseen(Ending(Outcome.INVALID, reason="known"))
    assert isinstance(foreseen, StopCase)
    # A test that catches Exception does not catch it.
    assert not isinstance(foreseen, Exception)
    assert foreseen.ending.reason == "known"


@pytest.mark.parametrize("outcome", Outcome)
def test_the_trace_ends_as_foreseen(outcome: Outcome) -> None:
    error = ValueError()

    def function(case: Case) -> None:
        case.choose(Boolean())
        raise Foreseen(Ending(outcome, "origin", error, "reason"))

    trace = execute(function, RecordedCase(ReplaySource([True])))
    assert trace.choices == (True,)
    assert (trace.outcome, trace.origin, trace.reason) == (outcome, "origin", "reason")
    assert trace.error is error
    assert not trace.was_run


def test_other_cases_were_run() -> None:
    assert execute(lambda case: None, RecordedCase(ReplaySource([]))).was_run
