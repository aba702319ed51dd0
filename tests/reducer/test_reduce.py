"""Reduce: cheap passes to a fixed point, costly ones by turns; the best is valid at any time."""

import gc
from collections.abc import Callable, Iterable
from itertools import groupby, pairwise, repeat
from random import Random
from typing import Any

import pytest

from shortlex import lowlevel
from shortlex import strategies as st
from shortlex.core.case import Case
from shortlex.core.integer import Integer
from shortlex.core.order import simpler
from shortlex.core.trace import Trace
from shortlex.reducer.budget import Budget
from shortlex.reducer.known import MAX_LENGTH
from shortlex.reducer.problem import Candidate, Offers, Pass, Problem
from shortlex.reducer.reduce import INSISTENCE, LITTLE_PATIENCE, PATIENCE, SLICE, reduce
from shortlex.reducer.schedule import Schedule
from tests.reducer.traces import Runs, problem_of

WIDE = Integer(0, 10**6)


def number(case: Case) -> None:
    if case.choose(WIDE) >= 10:
        case.mark_interesting()


class Log:
    """Passes that note when they are asked."""

    def __init__(self) -> None:
        self.asked: list[tuple[str, Any]] = []

    def make(self, name: str, offer: Callable[[int], Iterable[int]]) -> Pass:
        """A pass that offers numbers, made of the one that is best."""

        def one(problem: Problem) -> Offers:
            self.asked.append((name, problem.best.choices[0]))
            best = problem.best.choices[0]
            assert isinstance(best, int)
            for other in offer(best):
                yield [[other]]

        one.__name__ = name
        return one


def nothing(best: int) -> Iterable[int]:
    return ()


def one_less(best: int) -> Iterable[int]:
    return [best - 1]


def one_less_from(most: int) -> Callable[[int], Iterable[int]]:
    """One less, down to a number."""
    return lambda best: [best - 1] if best > most else []


def costly(*passes: Pass) -> Schedule:
    return Schedule((), passes)


def cheap(*passes: Pass) -> Schedule:
    return Schedule(passes, ())


def test_without_passes_nothing_happens() -> None:
    problem = problem_of(number, [20])
    assert reduce(problem, cheap()) is problem.best is problem.history.start


def test_a_cheap_pass_is_repeated_until_it_finds_nothing() -> None:
    log = Log()
    problem = problem_of(number, [13])
    assert reduce(problem, cheap(log.make("a", one_less))).choices == (10,)
    assert log.asked == [("a", 13), ("a", 12), ("a", 11), ("a", 10)]


def test_costly_passes_wait_for_the_cheap_ones_and_send_back_to_them() -> None:
    log = Log()
    odd = log.make("cheap", lambda best: [best - 1] if best % 2 else [])
    any_number = log.make("costly", one_less)
    reduce(problem_of(number, [13]), Schedule((odd,), (any_number,)))
    assert log.asked == [
        ("cheap", 13),
        ("cheap", 12),
        ("costly", 12),
        ("cheap", 11),
        ("cheap", 10),
        ("costly", 10),
    ]


def test_a_pass_is_not_asked_again_about_a_trace_on_which_it_found_nothing() -> None:
    log = Log()
    idle, busy = log.make("idle", nothing), log.make("busy", one_less_from(12))
    reduce(problem_of(number, [13]), cheap(busy, idle))
    assert log.asked == [("busy", 13), ("idle", 12), ("busy", 12)]


def test_cheap_passes_have_all_their_turns_but_costly_ones_end_at_a_find() -> None:
    log = Log()
    idle, busy = log.make("idle", nothing), log.make("busy", one_less_from(12))
    reduce(problem_of(number, [13]), costly(busy, idle))
    assert log.asked == [("busy", 13), ("busy", 12), ("idle", 12)]


def refused_often(calls: list[Any], name: str = "refused", most: int = 100) -> Pass:
    """A pass whose offers are all run, and all refused."""

    def one(problem: Problem) -> Offers:
        # All different, so that none is known from another, and none simpler.
        for number in range(most):
            calls.append(name)
            yield [[1000 * ord(name[0]) + number]]

    one.__name__ = name
    return one


def test_costly_passes_go_by_turns() -> None:
    calls: list[str] = []
    passes = [refused_often(calls, name, most=10) for name in "ab"]
    reduce(problem_of(number, [13]), costly(*passes))
    assert [(name, len(list(turn))) for name, turn in groupby(calls)] == [
        ("a", SLICE),
        ("b", SLICE),
        ("a", SLICE),
        ("b", SLICE),
        ("a", 10 - 2 * SLICE),
        ("b", 10 - 2 * SLICE),
    ]


def test_patience_ends_for_all_costly_passes_together() -> None:
    calls: list[str] = []
    problem = problem_of(number, [13])
    reduce(problem, costly(*(refused_often(calls, name) for name in "abcd")))
    # The turn that is under way is finished.
    assert LITTLE_PATIENCE <= problem.history.calls < LITTLE_PATIENCE + SLICE


def test_there_is_more_patience_where_calls_are_quick(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(Problem, "is_quick", True)
    calls: list[str] = []
    problem = problem_of(number, [13])
    # The candidates of passes are recorded at once if somebody looks at them.
    problem._on_offer = lambda offer: None
    reduce(problem, costly(*(refused_often(calls, name) for name in "abcd")))
    assert PATIENCE <= problem.history.calls < PATIENCE + SLICE


def test_rare_passes_are_tried_only_where_calls_are_quick(
    monkeypatch: pytest.MonkeyPatch,
) -> None:
    def asked() -> list[str]:
        log = Log()

        def climb(problem: Problem) -> bool:
            log.asked.append(("climb", problem.best.choices[0]))
            return False

        monkeypatch.setattr("shortlex.reducer.reduce.climb", climb)
        one, other, third = (log.make(name, nothing) for name in ("cheap", "costly", "rare"))
        reduce(problem_of(number, [13]), Schedule((one,), (other,), (third,)))
        return [name for name, _ in log.asked]

    assert asked() == ["cheap", "costly", "climb"]
    monkeypatch.setattr(Problem, "is_quick", True)
    assert asked() == ["cheap", "costly", "rare", "climb"]


def test_cheap_passes_have_all_the_patience() -> None:
    calls: list[str] = []
    reduce(problem_of(number, [13]), cheap(refused_often(calls)))
    assert len(calls) == 100


def test_patience_grows_with_the_calls_made() -> None:
    calls: list[str] = []
    problem = problem_of(number, [13])
    problem.history.calls = before = 40
    reduce(problem, costly(refused_often(calls)))
    made = problem.history.calls - before
    assert LITTLE_PATIENCE + before // 4 <= made < LITTLE_PATIENCE + before // 3 + SLICE


def test_patience_begins_anew_where_something_is_found() -> None:
    calls: list[str] = []

    def late(problem: Problem) -> Offers:
        """Finds something when half of the patience is over."""
        best = problem.best.choices[0]
        for number in range(LITTLE_PATIENCE // 2):
            calls.append("late")
            yield [[1000 * best + number]]  # type: ignore[operator]  # an integer
        yield [[best - 1]]  # type: ignore[operator]  # an integer

    problem = problem_of(number, [13])
    assert reduce(problem, costly(late)).choices == (10,)
    assert len(calls) == 4 * (LITTLE_PATIENCE // 2)


def test_insistent_passes_get_many_tries_only_where_calls_are_quick(
    monkeypatch: pytest.MonkeyPatch,
) -> None:
    calls: list[str] = []
    schedule = Schedule((), (), insistent=(refused_often(calls, "a", most=1000),))
    reduce(problem_of(number, [13]), schedule)
    assert calls == []
    monkeypatch.setattr(Problem, "is_quick", True)
    reduce(problem_of(number, [13]), schedule)
    assert len(calls) == INSISTENCE


def test_what_an_insistent_pass_finds_goes_back_to_the_cheap_ones(
    monkeypatch: pytest.MonkeyPatch,
) -> None:
    monkeypatch.setattr(Problem, "is_quick", True)
    log = Log()
    odd = log.make("cheap", lambda best: [best - 1] if best % 2 else [])
    any_number = log.make("insistent", one_less)
    reduce(problem_of(number, [12]), Schedule((odd,), (), insistent=(any_number,)))
    assert log.asked[:4] == [("cheap", 12), ("insistent", 12), ("cheap", 11), ("cheap", 10)]


def test_climbing_comes_last_and_sends_back_to_the_cheap_passes(
    monkeypatch: pytest.MonkeyPatch,
) -> None:
    log = Log()
    climbed: list[Any] = []

    def climb(problem: Problem) -> bool:
        climbed.append(problem.best.choices[0])
        return len(climbed) < 3

    monkeypatch.setattr(Problem, "is_quick", True)
    monkeypatch.setattr("shortlex.reducer.reduce.climb", climb)
    passes = Schedule((log.make("cheap", nothing),), (log.make("costly", nothing),))
    reduce(problem_of(number, [13]), passes)
    assert climbed == [13, 13, 13]
    assert [name for name, _ in log.asked] == ["cheap", "costly"] * 3


def test_the_steps_bear_the_names_of_the_passes() -> None:
    log = Log()
    problem = problem_of(number, [12])
    reduce(problem, Schedule((log.make("first", one_less),), (log.make("second", nothing),)))
    assert [step.name for step in problem.history.steps] == ["first", "first"]


def three_numbers(case: Case) -> None:
    numbers = case.draw(st.lists(st.integers(0, 1000)))
    if sum(number >= 100 for number in numbers) >= 3:
        case.mark_interesting()


START = [x for number in range(50, 300, 10) for x in (True, number)] + [False]


def test_when_the_budget_is_spent_the_best_is_left() -> None:
    problem = problem_of(three_numbers, START, budget=Budget(calls=12))
    best = reduce(problem)
    assert best is problem.best
    assert problem.history.stopped_early == "calls"
    assert problem.history.offers == 12
    assert best.is_interesting
    assert simpler(best, problem.history.start)


class Clock:
    """Goes on by a second at every look."""

    def __init__(self) -> None:
        self.now = 0.0

    def __call__(self) -> float:
        self.now += 1.0
        return self.now


def idle(problem: Problem) -> Offers:
    """Looks for ever, and finds nothing to offer."""
    while len(problem.best):
        pass
    yield []


def empty(problem: Problem) -> Offers:
    """Offers nothing for ever."""
    while True:
        yield []


def known(problem: Problem) -> Offers:
    """Offers for ever what was refused."""
    best = problem.best.choices
    while True:
        yield [best]


def endless(problem: Problem) -> Offers:
    """Offers what was refused, all at once."""
    yield repeat(problem.best.choices)


@pytest.mark.parametrize("one", [idle, empty, known, endless])
def test_the_time_is_over_for_passes_that_run_nothing_too(one: Pass) -> None:
    clock = Clock()
    budget = Budget(seconds=100.0, clock=clock)
    problem = problem_of(three_numbers, START, budget=budget)
    best = reduce(problem, cheap(one))
    assert problem.history.stopped_early == "seconds"
    assert problem.history.seconds_allowed == 100.0
    assert clock.now <= 103
    # Whoever looks afterwards is not stopped.
    assert problem.best is best
    assert not problem.progress.is_finished


def test_a_reduction_that_comes_to_its_end_was_not_stopped() -> None:
    problem = problem_of(three_numbers, START)
    best = reduce(problem)
    assert best.choices == (True, 100, True, 100, True, 100, False)
    assert problem.history.stopped_early == ""
    assert problem.progress.is_finished


def test_the_more_is_spent_the_simpler_the_best() -> None:
    bests = [
        reduce(problem_of(three_numbers, START, budget=Budget(calls=calls)))
        for calls in range(0, 80, 4)
    ]
    for earlier, later in pairwise(bests):
        assert later.choices == earlier.choices or simpler(later, earlier)


def test_the_best_is_valid_at_every_moment() -> None:
    problem = problem_of(three_numbers, START)
    steps: list[Trace] = []
    problem._on_step = lambda name, trace: steps.append(problem.best)
    reduce(problem)
    assert [step.choices for step in steps] == list(problem.history.choices())[1:]
    for earlier, later in pairwise([problem.history.start, *steps]):
        assert later.is_interesting
        assert simpler(later, earlier)


def test_an_interrupt_leaves_the_best() -> None:
    runs = Runs(three_numbers)

    def execute(candidate: Candidate, best: Trace, random: Random | None) -> Trace:
        if len(runs.candidates) == 20:
            raise KeyboardInterrupt
        return runs(candidate, best, random)

    problem = problem_of(three_numbers, START, execute)
    with pytest.raises(KeyboardInterrupt):
        reduce(problem)
    *_, last = problem.history.choices()
    assert problem.best.choices == last


def test_reducing_twice_is_the_same() -> None:
    first, second = problem_of(three_numbers, START), problem_of(three_numbers, START)
    reduce(first)
    reduce(second)
    assert first.history.calls == second.history.calls
    assert first.history.steps == second.history.steps


def test_old_traces_are_let_go() -> None:
    gc.collect()
    before = sum(type(each) is Trace for each in gc.get_objects())
    alive: list[int] = []

    def count(name: str, trace: Trace) -> None:
        alive.append(sum(type(each) is Trace for each in gc.get_objects()) - before)

    def long(case: Case) -> None:
        """Longer than what is kept to foresee what candidates do."""
        for _ in range(MAX_LENGTH):
            case.choose(Integer(0, 0))
        three_numbers(case)

    problem = problem_of(long, [*[0] * MAX_LENGTH, *START], on_step=count)
    reduce(problem)
    assert len(alive) > 10
    # The start, the best before, the best, and what a search has yet to let go of.
    assert max(alive) <= 6


def test_one_bad_element_of_twenty_thousand_is_found_in_few_calls() -> None:
    size, bad, calls = 20_000, 13_579, 0
    numbers = st.lists(st.integers(0, 10_000))
    choices: list[Any] = []
    for place in range(size):
        choices += [True, 1234 if place == bad else place % 1000]
    choices.append(False)

    def function(case: Case) -> None:
        nonlocal calls
        calls += 1
        if any(number >= 1000 for number in case.draw(numbers)):
            case.mark_interesting()

    trace = lowlevel.reduce(function, choices)
    assert trace.choices == (True, 1000, False)
    assert calls <= 300


def test_a_huge_tree_without_elements_is_cut_in_few_calls() -> None:
    # A comb of many branches: nothing in it is an element that could be deleted.
    calls = 0

    def function(case: Case) -> None:
        nonlocal calls
        calls += 1
        open_ends, branches = 1, 0
        while open_ends:
            is_branch = case.draw(st.booleans())
            branches += is_branch
            open_ends += 1 if is_branch else -1
        if branches >= 3:
            case.mark_interesting()

    trace = lowlevel.reduce(function, [True, False] * 1500 + [False])
    assert sum(trace.choices) == 3  # type: ignore[arg-type]  # bits
    assert len(trace) == 7
    assert calls <= 150
