"""What the tests of passes are written with; their laws are in ``shortlex.laws``.

A test of a pass is made of a *recipe*, a function that draws from a case, and of the choices to
begin with. Choices to go on and flags are written 1 and 0, as in the docstrings of the passes.
"""

from __future__ import annotations

from random import Random
from typing import Any

import pytest

from shortlex import find, lowlevel, settings
from shortlex.core.case import Case, RecordedCase
from shortlex.core.domain import Choice, Domain
from shortlex.core.source import ReplaySource
from shortlex.core.trace import Trace
from shortlex.laws.pass_laws import (
    DIGIT,
    FLAG,
    NUMBER,
    Fails,
    Recipe,
    counted,
    failing,
    lists_of_numbers,
    numbers,
    offers_of,
    pair,
    random_problem,
    span,
)
from shortlex.laws.pass_laws import problem_of as make_problem
from shortlex.reducer import reduce as loop
from shortlex.reducer.problem import Candidate, Pass, Problem
from shortlex.reducer.schedule import SCHEDULE
from shortlex.reducer.turn import run_pass
from shortlex.runner.execute import execute
from shortlex.strategies import SearchStrategy

__all__ = [
    "DIGIT",
    "FLAG",
    "NUMBER",
    "Fails",
    "Recipe",
    "counted",
    "ideal_share",
    "is_missed",
    "left_out",
    "lists_of_numbers",
    "number",
    "numbers",
    "offers_of",
    "pair",
    "problem_of",
    "random_problem",
    "reduced",
    "repertoire",
    "simplest_from",
    "span",
    "tree",
]

SEEDS = 10
"""This many reductions make a witness."""


# Recipes


def number(case: Case) -> int:
    return case.choose(NUMBER)


def tree(case: Case) -> tuple[Any, Any] | None:
    """A leaf, 0, or a node, 1, with two children; each is a span."""
    with span(case, "tree"):
        return (tree(case), tree(case)) if case.choose(FLAG) else None


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
    return execute(failing(recipe, fails), RecordedCase(Written(choices)))


def problem_of(recipe: Recipe, choices: Candidate, fails: Fails | None = None) -> Problem:
    """The reduction of a case; without ``fails`` only this one case fails."""
    start = trace_of(recipe, choices, lambda _: True)
    assert list(start.choices) == list(choices), f"the case has other choices: {start!r}"
    assert fails is None or trace_of(recipe, choices, fails).is_interesting
    return make_problem(recipe, start, fails or (lambda _: False))


# What a pass does


def repertoire(one: Pass, recipe: Recipe, *choices: Choice) -> list[list[Choice]]:
    """What a pass offers on a case where all is refused."""
    return offers_of(one, problem_of(recipe, choices))


def reduced(recipe: Recipe, choices: Candidate, fails: Fails, *passes: Pass) -> list[Choice]:
    """What some passes make of a case, each run once."""
    problem = problem_of(recipe, choices, fails)
    for one in passes:
        run_pass(problem, one)
    return list(problem.best.choices)


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
    monkeypatch.setattr(loop, "SCHEDULE", SCHEDULE.without(one.__name__))


def passes_alone(monkeypatch: pytest.MonkeyPatch) -> None:
    """All passes without the random search, until the test is over.

    It finds much of what a pass finds, but takes more calls.
    """
    monkeypatch.setattr(loop, "SCHEDULE", SCHEDULE.without(""))


def is_missed(
    monkeypatch: pytest.MonkeyPatch,
    one: Pass,
    strategy: SearchStrategy[Any],
    fails: Fails,
    ideal: object,
    least: int = SEEDS,
) -> bool:
    """Whether the ideal is reached from each seed, or at ``least`` so many, and less without it."""
    passes_alone(monkeypatch)
    whole = ideal_share(strategy, fails, ideal)
    assert whole >= least, f"with every pass {whole} of {SEEDS} were ideal"
    left_out(monkeypatch, one)
    return ideal_share(strategy, fails, ideal) < whole


def simplest_from(recipe: Recipe, choices: Candidate, fails: Fails) -> list[Choice]:
    """What the whole reducer makes of a case."""
    start = trace_of(recipe, choices, fails)
    assert list(start.choices) == list(choices)
    return list(lowlevel.reduce(failing(recipe, fails), start.choices).choices)
