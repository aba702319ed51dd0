"""Traces: what they keep, and that nothing changes it."""

from threading import Barrier, Thread

import pytest

from shortlex.core.case import RecordedCase
from shortlex.core.integer import Integer
from shortlex.core.outcome import Outcome
from shortlex.core.sizes import Sizes
from shortlex.core.source import ReplaySource
from shortlex.core.span import Span
from shortlex.core.trace import Trace

DIGIT = Integer(0, 9)


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
