"""What holds of every pass, as functions, and what the tests of passes are written with.

A test of a pass is made of a *recipe*, a function that draws from a case, and of the choices to
begin with. Choices to go on and flags are written 1 and 0, as in the docstrings of the passes.
"""

from __future__ import annotations

from collections.abc import Callable, Iterable, Iterator
from contextlib import contextmanager
from random import Random
from typing import Any

import pytest

from shortlex import find, lowlevel, settings
from shortlex.core.boolean import Boolean
from shortlex.core.case import Case, RecordedCase
from shortlex.core.domain import Choice, Domain
from shortlex.core.integer import Integer
from shortlex.core.order import simpler
from shortlex.core.sizes import Sizes
from shortlex.core.source import RandomSource, ReplaySource
from shortlex.core.trace import Trace
from shortlex.reducer import reduce as loop
from shortlex.reducer.problem import ANYTHING, Candidate, Pass, Problem
from shortlex.reducer.schedule import SCHEDULE, Schedule
from shortlex.reducer.turn import run_pass
from shortlex.runner.execute import execute
from shortlex.strategies import SearchStrategy
from tests.reducer.traces import first_accepted

Recipe = Callable[[Case], Any]
Fails = Callable[[Any], object]

NUMBER = Integer(0, 1000)
DIGIT = Integer(0, 9)
FLAG = Boolean()

SEEDS = 10
"""So many reductions make a witness."""


# Recipes


def number(case: Case) -> int:
    return case.choose(NUMBER)


def pair(case: Case) -> tuple[int, int]:
    return case.choose(NUMBER), case.choose(NUMBER)


def numbers(case: Case) -> list[int]:
    """A list as strategies make it: each element is a span with the choice to go on."""
    return [case.choose(NUMBER) for _ in case.repeat(Sizes(), "number")]


def lists_of_numbers(case: Case) -> list[list[int]]:
    return [numbers(case) for _ in case.repeat(Sizes(), "list")]


def counted(case: Case) -> list[int]:
    """As many numbers as a digit says, which nobody marked."""
    return [case.choose(NUMBER) for _ in range(case.choose(DIGIT))]


def tree(case: Case) -> tuple[Any, Any] | None:
    """A leaf, 0, or a node, 1, with two children; each is a span."""
    with span(case, "tree"):
        return (tree(case), tree(case)) if case.choose(FLAG) else None


@contextmanager
def span(case: Case, label: str) -> Iterator[None]:
    case.start_span(label)
    yield
    case.stop_span()


# Problems


class Written(ReplaySource):
    """Choices as they are written: 1 and 0 are flags where flags are wanted."""

    def __init__(self, choices: Candidate) -> None:
        self._written = list(choices)
        super().__init__(self._written)

    def take(self, domain: Domain) -> Any:
        position = self.position()
        if domain.kind == "boolean" and position < len(self._written):
            self._written[position] = bool(self._written[position])
        return super().take(domain)


def trace_of(recipe: Recipe, choices: Candidate, fails: Fails = bool) -> Trace:
    return execute(_failing(recipe, fails), RecordedCase(Written(choices)))


def problem_of(recipe: Recipe, choices: Candidate, fails: Fails | None = None) -> Problem:
    """The reduction of a case; without ``fails`` only this one case fails."""
    start = trace_of(recipe, choices, lambda _: True)
    assert list(start.choices) == list(choices), f"the case has other choices: {start!r}"
    assert fails is None or trace_of(recipe, choices, fails).is_interesting
    return _problem(_failing(recipe, fails or (lambda _: False)), start)


def random_problem(recipe: Recipe, seed: int, fails: Fails) -> Problem:
    """The reduction of a random case."""
    start = execute(_failing(recipe, lambda _: True), RecordedCase(RandomSource(Random(seed))))
    assert start.is_interesting, f"{recipe.__name__} rejects seed {seed}"
    return _problem(_failing(recipe, fails), start)


def _failing(recipe: Recipe, fails: Fails) -> Callable[[Case], None]:
    def test(case: Case) -> None:
        if fails(recipe(case)):
            case.mark_interesting()

    return test


def _problem(test: Callable[[Case], None], start: Trace) -> Problem:
    def run(candidate: Candidate, best: Trace | None, random: Random | None) -> Trace:
        fill = None if random is None else RandomSource(random)
        limit = None if best is None else best.size
        return execute(test, RecordedCase(ReplaySource(candidate, fill), limit))

    return Problem(start, run, random=Random(0))


# What a pass does


def offers_of(one: Pass, problem: Problem) -> list[list[Choice]]:
    """All candidates that are looked at, in order, the accepted ones too; ANYTHING reads ``...``.

    They are judged one by one, as they are made: some passes look at what the last one did.
    """
    made: list[list[Any]] = []
    offers = one(problem)
    accepted = None
    while True:
        try:
            candidates = offers.send(accepted)
        except StopIteration:
            return made
        accepted = first_accepted(problem, _noted(candidates, made), one.__name__)


def _noted(candidates: Iterable[Candidate], made: list[list[Any]]) -> Iterator[Candidate]:
    for candidate in candidates:
        made.append([... if each is ANYTHING else each for each in candidate])
        yield candidate


def repertoire(one: Pass, recipe: Recipe, *choices: Choice) -> list[list[Choice]]:
    """What a pass offers on a case where all is refused."""
    return offers_of(one, problem_of(recipe, choices))


def reduced(recipe: Recipe, choices: Candidate, fails: Fails, *passes: Pass) -> list[Choice]:
    """What some passes make of a case, each run once."""
    problem = problem_of(recipe, choices, fails)
    for one in passes:
        run_pass(problem, one)
    return list(problem.best.choices)


# Laws


def offers_within(one: Pass, problem: Problem, bound: int) -> None:
    """A pass comes to an end, and every step that is accepted leads to something simpler."""
    made: list[list[Any]] = []
    offers, accepted = one(problem), None
    while True:
        try:
            candidates = offers.send(accepted)
        except StopIteration:
            return
        before = problem.best
        accepted = first_accepted(problem, _noted(candidates, made), one.__name__)
        assert len(made) <= bound, f"{one.__name__} does not end"
        assert (problem.best is before) is (accepted is None)
        assert accepted is None or simpler(problem.best, before)


def offers_the_same_twice(one: Pass, recipe: Recipe, seed: int) -> None:
    """On the same case a pass offers the same, even one that draws: the seed is the same."""
    first, second = (
        offers_of(one, random_problem(recipe, seed, lambda _: False)) for _ in range(2)
    )
    assert first == second


# Witnesses


def ideal_share(strategy: SearchStrategy[Any], fails: Fails, ideal: object) -> int:
    """How often, of ten seeds, the whole reducer ends at the ideal."""
    options = settings(max_examples=20_000)
    return sum(
        find(strategy, fails, settings=options, random=Random(seed)) == ideal
        for seed in range(SEEDS)
    )


def left_out(monkeypatch: pytest.MonkeyPatch, one: Pass) -> None:
    """The schedule without a pass, until the test is over."""
    left = Schedule(*(tuple(each for each in tier if each is not one) for tier in SCHEDULE))
    monkeypatch.setattr(loop, "SCHEDULE", left)


def is_missed(
    monkeypatch: pytest.MonkeyPatch,
    one: Pass,
    strategy: SearchStrategy[Any],
    fails: Fails,
    ideal: object,
    least: int = SEEDS,
) -> bool:
    """Whether the ideal is reached from each seed, or at ``least`` so many, and less without it."""
    whole = ideal_share(strategy, fails, ideal)
    assert whole >= least, f"with every pass {whole} of {SEEDS} were ideal"
    left_out(monkeypatch, one)
    return ideal_share(strategy, fails, ideal) < whole


def simplest_from(recipe: Recipe, choices: Candidate, fails: Fails) -> list[Choice]:
    """What the whole reducer makes of a case."""
    start = trace_of(recipe, choices, fails)
    assert list(start.choices) == list(choices)
    return list(lowlevel.reduce(_failing(recipe, fails), start.choices).choices)
