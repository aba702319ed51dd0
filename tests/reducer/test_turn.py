"""Turn: a pass at work for as long as it is let, and gone on with where it was left."""

from collections.abc import Iterator
from random import Random

from shortlex.core.case import Case
from shortlex.core.integer import Integer
from shortlex.core.trace import Trace
from shortlex.reducer.problem import Candidate, Offers, Problem
from shortlex.reducer.turn import GENEROUS, Turn, run_pass
from tests.reducer.traces import problem_of

WIDE = Integer(0, 10**6)


def number(case: Case) -> None:
    if case.choose(WIDE) >= 10:
        case.mark_interesting()


class Refused:
    """A pass that offers what is refused, and notes how far it got."""

    __name__ = "refused"

    def __init__(self, offers: int, *, at_once: int = 1) -> None:
        self.made: list[int] = []
        self.is_closed = False
        self._offers, self._at_once = offers, at_once

    def __call__(self, problem: Problem) -> Offers:
        try:
            for start in range(0, self._offers, self._at_once):
                yield self._offer(range(start, start + self._at_once))
        finally:
            self.is_closed = True

    def _offer(self, numbers: range) -> Iterator[Candidate]:
        for each in numbers:
            self.made.append(each)
            # All different, so that none is known from another.
            yield [1000 + each]


def test_without_patience_a_pass_makes_all_its_offers() -> None:
    one = Refused(100)
    run_pass(problem_of(number, [13]), one)
    assert len(one.made) == 100


def test_a_turn_ends_after_so_many_refused_calls() -> None:
    one = Refused(100)
    turn = Turn(problem_of(number, [13]), one)
    turn.run(4)
    assert one.made == [0, 1, 2, 3]
    assert not turn.is_over
    assert not turn.has_improved


def test_a_turn_goes_on_where_it_was_left_even_within_an_offer() -> None:
    one = Refused(10, at_once=5)
    turn = Turn(problem_of(number, [13]), one)
    for _ in range(3):
        turn.run(4)
    assert one.made == list(range(10))
    assert turn.is_over
    turn.run(4)
    assert one.made == list(range(10))


def test_a_pass_that_finds_something_is_treated_with_more_patience() -> None:
    made: list[int] = []

    def sometimes(problem: Problem) -> Offers:
        for step in range(3 * GENEROUS):
            made.append(step)
            yield [[12 - step] if step == 1 else [1000 + step]]

    problem = problem_of(number, [13])
    turn = Turn(problem, sometimes)
    turn.run(3)
    assert problem.best.choices == (11,)
    assert turn.has_improved
    assert len(made) == 2 + GENEROUS


def test_patience_begins_anew_at_each_find() -> None:
    made: list[int] = []

    def often(problem: Problem) -> Offers:
        for step in range(3 * GENEROUS):
            made.append(step)
            yield [[1000 - step] if step % 3 == 2 else [1000 + step]]

    Turn(problem_of(number, [1000]), often).run(3)
    assert len(made) == 3 * GENEROUS


def test_the_rest_of_an_offer_is_left_once_one_is_accepted() -> None:
    answers: list[int | None] = []

    def one(problem: Problem) -> Offers:
        answers.append((yield [[1], [12], [11]]))
        answers.append((yield [[2], [3]]))
        answers.append((yield []))

    problem = problem_of(number, [13])
    run_pass(problem, one)
    assert problem.best.choices == (12,)
    assert answers == [1, None, None]
    assert [step.name for step in problem.history.steps] == ["one"]


def test_what_was_foreseen_costs_no_patience() -> None:
    def foreseen(candidate: Candidate, best: Trace | None, random: Random | None) -> Trace:
        assert best is not None
        return Trace(
            choices=[5],
            domains=[WIDE],
            raw_spans=[],
            outcome=best.outcome,
            origin="another",
            size=1,
            was_run=False,
        )

    one = Refused(100)
    Turn(problem_of(number, [13], foreseen), one).run(3)
    assert len(one.made) == 100


def test_a_pass_that_is_left_can_clean_up() -> None:
    one = Refused(100)
    turn = Turn(problem_of(number, [13]), one)
    turn.run(3)
    assert not one.is_closed
    del turn
    assert one.is_closed


def test_only_a_pass_at_work_is_stopped_by_a_look_at_the_best() -> None:
    problem = problem_of(number, [13])
    asking: list[bool] = []

    def one(problem: Problem) -> Offers:
        asking.append(problem.is_asking)
        yield []

    run_pass(problem, one)
    assert asking == [True]
    assert not problem.is_asking
