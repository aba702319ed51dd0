"""Run: reduce every case on a library, with many seeds, and say how it went."""

from __future__ import annotations

import importlib
from collections import Counter
from dataclasses import dataclass
from time import process_time
from typing import Any

from bench.reduction.case import Case


@dataclass(frozen=True)
class Outcome:
    """One reduction."""

    value: str
    is_ideal: bool
    size: float
    calls: int
    """Calls of the test after the first failing one."""
    calls_to_best: int
    """Of these, how many until the final value was first seen."""
    generations: int
    """How often the generator was run in that time."""
    seconds: float


class Library:
    """Shortlex or Hypothesis, behind what they have in common."""

    def __init__(self, name: str) -> None:
        self.name = name
        self.module = importlib.import_module(name.lower())
        self.strategies = importlib.import_module(f"{name.lower()}.strategies")

    def options(self, case: Case) -> Any:
        common: dict[str, Any] = {
            "max_examples": case.max_examples,
            "phases": [self.module.Phase.generate, self.module.Phase.shrink],
            "report_multiple_bugs": False,
            "verbosity": self.module.Verbosity.quiet,
        }
        if self.name == "Hypothesis":
            common |= {
                "database": None,
                "deadline": None,
                "suppress_health_check": list(self.module.HealthCheck),
            }
        return self.module.settings(**common)


class BugError(Exception):
    """The bug."""


def reduce_once(library: Library, case: Case, seed: int) -> Outcome | None:
    """Find a failing value from a seed and reduce it; None if none was found."""
    generations = 0
    seen: list[str] = []
    last: list[Any] = []
    started: list[float] = []
    before = [0]

    def tick(_: None) -> None:
        nonlocal generations
        generations += 1

    def test(_: None, value: Any) -> None:
        if not case.fails(value):
            if started:
                seen.append("")
            return
        if not started:
            if case.is_big is not None and not case.is_big(value):
                return
            started.append(process_time())
            before[0] = generations
        seen.append(repr(value))
        last[:] = [value]
        raise BugError

    strategy = case.make(library.strategies)
    counted = library.strategies.none().map(tick)
    run = library.module.given(counted, strategy)(test)
    run = library.module.seed(seed)(library.options(case)(run))
    try:
        run()
    except BugError:
        pass
    if not started:
        return None
    final = seen[-1]
    return Outcome(
        value=final,
        is_ideal=case.ideal is not None and last[0] == case.ideal,
        size=float(case.size(last[0])) if case.size is not None else float(len(final)),
        calls=len(seen) - 1,
        calls_to_best=seen.index(final),
        generations=generations - before[0],
        seconds=process_time() - started[0],
    )


def summary(case: Case, outcomes: list[Outcome]) -> dict[str, Any]:
    """The figures of one case on one library."""
    if not outcomes:
        return {"seeds": 0}
    count = len(outcomes)

    def mean(of: Any) -> float:
        return sum(map(of, outcomes)) / count

    values = Counter(outcome.value for outcome in outcomes)
    return {
        "seeds": count,
        "ideal": None if case.ideal is None else mean(lambda o: o.is_ideal),
        "results": len(values),
        "common": [value[:200] for value, _ in values.most_common(3)],
        "size": mean(lambda o: o.size),
        "calls": mean(lambda o: o.calls),
        "worst": max(o.calls for o in outcomes),
        "calls_to_best": mean(lambda o: o.calls_to_best),
        "generations": mean(lambda o: o.generations),
        "milliseconds": 1000 * mean(lambda o: o.seconds),
    }
