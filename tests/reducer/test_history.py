"""History: steps in order, and what each pass cost."""

from typing import Any

import pytest

from shortlex.core.case import Case
from shortlex.core.integer import Integer
from shortlex.core.trace import Outcome, Trace
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
    assert history.steps == [
        ("lower_choices", 1, 1, 1, (0, 1, (5,))),
        ("delete_spans", 3, 3, 1, (0, 1, (3,))),
    ]
    assert history.calls_to_best == 3
    assert history.refusals == 1
    tallies = {name: (tally.calls, tally.accepted) for name, tally in history.tallies.items()}
    assert tallies == {"lower_choices": (1, 1), "delete_spans": (3, 1)}


def row(*choices: Any) -> Trace:
    """A trace of any choices; where they come from does not matter here."""
    domains = [Integer(0, 9)] * len(choices)
    outcome = Outcome.INTERESTING
    return Trace(choices=choices, domains=domains, raw_spans=[], outcome=outcome, size=len(choices))


@pytest.mark.parametrize(
    ("before", "after", "difference"),
    [
        ([1, 2, 3, 4], [1, 4], (1, 3, ())),
        ([1, 2, 3], [1, 5, 3], (1, 2, (5,))),
        ([1, 1, 1], [1, 1], (2, 3, ())),
        ([1, 2], [3], (0, 2, (3,))),
        ([1, 2], [1, 2], (2, 2, ())),
        ([1], [], (0, 1, ())),
        ([True], [1], (0, 1, (1,))),
        ([1, 2], [1, 7, 2], (1, 1, (7,))),
    ],
)
def test_a_step_keeps_what_it_changed(
    before: list[Any], after: list[Any], difference: tuple[Any, ...]
) -> None:
    history = History(row(*before))
    history.accept("a_pass", row(*after))
    assert history.steps[0].change == difference
    assert [list(map(repr, choices)) for choices in history.choices()] == [
        list(map(repr, before)),
        list(map(repr, after)),
    ]


def test_zeros_of_either_sign_are_different_choices() -> None:
    history = History(row(-0.0, "a"))
    history.accept("a_pass", row(0.0, "a"))
    assert list(map(repr, history.choices())) == ["(-0.0, 'a')", "(0.0, 'a')"]


def test_a_step_that_was_foreseen_costs_no_call() -> None:
    history = History(traced(number, [9]))
    history.count_offer("lower_choices", was_run=False)
    history.accept("lower_choices", traced(number, [5]))
    assert history.calls_to_best == 0
    assert history.tallies["lower_choices"].accepted == 1


def test_what_was_done_beside_the_way_is_counted_but_is_no_step() -> None:
    history, other = History(row(9)), History(row(9))
    history.count_offer("lower_choices", was_run=True)
    for name in ("lower_choices", "delete_runs"):
        other.count_offer(name, was_run=True)
        other.count_offer(name, was_run=False)
    other.accept("lower_choices", row(5))
    history.add(other)
    assert (history.calls, history.offers, history.steps) == (3, 5, [])
    tallies = {name: (tally.calls, tally.accepted) for name, tally in history.tallies.items()}
    assert tallies == {"lower_choices": (2, 0), "delete_runs": (1, 0)}


def test_going_back_forgets_the_last_steps() -> None:
    history = History(row(9, 9))
    for choices in ([5, 9], [5, 7], [5]):
        history.accept("a_pass", row(*choices))
    history.go_back(1)
    assert list(history.choices()) == [(9, 9), (5, 9)]
    history.accept("a_pass", row(3, 9))
    assert list(history.choices()) == [(9, 9), (5, 9), (3, 9)]
    history.go_back(0)
    assert list(history.choices()) == [(9, 9)]
