"""Traces for tests of the reducer, made by running functions of a case."""

from collections.abc import Callable, Iterable, Sequence
from random import Random
from typing import Any

from shortlex.core.case import Case, RecordedCase
from shortlex.core.source import RandomSource, ReplaySource
from shortlex.core.trace import Trace
from shortlex.reducer.problem import Candidate, Execute, Problem
from shortlex.runner.execute import execute

Function = Callable[[Case], Any]


def traced(function: Function, choices: Sequence[Any]) -> Trace:
    """What a function does with some choices."""
    return execute(function, RecordedCase(ReplaySource(choices)))


class Runs:
    """Executes candidates, and keeps which."""

    def __init__(self, function: Function) -> None:
        self.function = function
        self.candidates: list[Candidate] = []

    def __call__(self, candidate: Candidate, best: Trace | None, random: Random | None) -> Trace:
        self.candidates.append(candidate)
        fill = None if random is None else RandomSource(random)
        limit = None if best is None else best.size
        return execute(self.function, RecordedCase(ReplaySource(candidate, fill), limit))  # type: ignore[arg-type]  # what fits no domain is replaced


def problem_of(
    function: Function, choices: Sequence[Any], execute: Execute | None = None, **options: Any
) -> Problem:
    """The problem to reduce a case of a function that is interesting with these choices."""
    start = traced(function, choices)
    assert start.is_interesting
    return Problem(start, execute or Runs(function), **{"random": Random(0), **options})


def first_accepted(
    problem: Problem, candidates: Iterable[Candidate], name: str = "a_pass"
) -> int | None:
    """The position of the first candidate that is accepted; those behind it are not looked at."""
    for position, candidate in enumerate(candidates):
        if problem.accepts(candidate, name):
            return position
    return None
