"""History: steps in order, and what each pass cost."""

from shortlex.core.case import Case
from shortlex.core.integer import Integer
from shortlex.reducer.history import History
from tests.reducer.traces import traced


def number(case: Case) -> None:
    case.choose(Integer(0, 9))
    case.mark_interesting()


def test_a_history_begins_with_nothing() -> None:
    start = traced(number, [9])
    history = History(start)
    assert history.start is start
    assert (history.offers, history.calls, history.calls_to_best) == (0, 0, 0)
    assert (history.steps, history.tallies) == ([], {})
    assert (history.seconds, history.stopped_early) == (0.0, "")


def test_only_what_was_run_is_a_call() -> None:
    history = History(traced(number, [9]))
    history.count_offer("lower_choices", was_run=True)
    history.count_offer("lower_choices", was_run=False)
    history.count_offer("delete_spans", was_run=False)
    assert (history.offers, history.calls) == (3, 1)
    assert {name: tally.calls for name, tally in history.tallies.items()} == {"lower_choices": 1}


def test_a_step_says_who_found_it_and_when() -> None:
    history = History(traced(number, [9]))
    first, second = traced(number, [5]), traced(number, [3])
    history.count_offer("lower_choices", was_run=True)
    history.accept("lower_choices", first)
    history.count_offer("delete_spans", was_run=True)
    history.count_offer("delete_spans", was_run=True)
    history.accept("delete_spans", second)
    history.count_offer("delete_spans", was_run=True)
    assert history.steps == [("lower_choices", 1, first), ("delete_spans", 3, second)]
    assert history.calls_to_best == 3
    tallies = {name: (tally.calls, tally.accepted) for name, tally in history.tallies.items()}
    assert tallies == {"lower_choices": (1, 1), "delete_spans": (3, 1)}


def test_a_step_that_was_foreseen_costs_no_call() -> None:
    history = History(traced(number, [9]))
    history.count_offer("lower_choices", was_run=False)
    history.accept("lower_choices", traced(number, [5]))
    assert history.calls_to_best == 0
    assert history.tallies["lower_choices"].accepted == 1
