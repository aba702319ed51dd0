"""Run: the story of one test, from nothing to a result."""

from __future__ import annotations

from collections.abc import Callable, Sequence
from random import Random
from time import monotonic

from shortlex.core.case import RecordedCase
from shortlex.core.order import Simpler, simpler
from shortlex.core.source import RandomSource, ReplaySource
from shortlex.core.trace import Trace
from shortlex.errors import DeadlineExceeded
from shortlex.reducer.budget import Budget
from shortlex.reducer.history import History
from shortlex.runner.confirm import check_generation, flaky_failure
from shortlex.runner.execute import Test, execute
from shortlex.runner.generate import generate
from shortlex.runner.hunt import Bug, Hunt, Observer
from shortlex.runner.result import Failure, Result
from shortlex.settings import Phase, settings

OnStep = Callable[[str, Trace], None]


def run(
    test: Test,
    options: settings,
    *,
    seed: int,
    order: Simpler = simpler,
    observer: Observer | None = None,
    on_step: OnStep | None = None,
) -> Result:
    """Look for cases that fail, and reduce each."""
    hunt = Hunt(test, options, seed=seed, order=order, observer=observer)
    if hunt.wants(Phase.generate):
        generate(hunt)
    histories: dict[object, History] = {}
    is_interrupted = False
    if hunt.wants(Phase.shrink):
        try:
            _reduce_bugs(hunt, histories, on_step)
        except KeyboardInterrupt:
            # The best so far is known and worth more than nothing; the caller raises again.
            is_interrupted = True
    failures = [
        _failure(hunt, bug, histories.get(origin), is_interrupted=is_interrupted)
        for origin, bug in hunt.bugs.items()
    ]
    failures.sort(key=lambda failure: failure.trace.size)
    return Result(tuple(failures), hunt.statistics, seed, is_interrupted)


def _reduce_bugs(
    hunt: Hunt, histories: dict[object, History], on_step: OnStep | None
) -> None:
    """Reduce every bug, the smallest first; a reduction may find others."""
    if not hunt.bugs:
        return
    # Most tests pass: the reducer is imported by the first that does not.
    from shortlex.reducer.problem import Problem
    from shortlex.reducer.reduce import reduce

    budget = Budget(seconds=hunt.options.shrink_seconds, clock=monotonic)
    while True:
        waiting = [(bug.best.size, origin) for origin, bug in hunt.bugs.items() if not bug.is_reduced]
        if not waiting:
            return
        origin = min(waiting, key=lambda each: each[0])[1]
        bug = hunt.bugs[origin]
        started = monotonic()
        problem = Problem(
            bug.best,
            lambda choices, limit, random: _offered(hunt, choices, limit, random),
            random=Random(hunt.seed),
            budget=budget,
            order=hunt.order,
            refused=hunt.explored,
            on_step=on_step,
        )
        histories[origin] = problem.history
        try:
            reduce(problem)
        finally:
            bug.best = problem.best
            bug.is_reduced = True
            problem.history.seconds = monotonic() - started


def _offered(
    hunt: Hunt, choices: Sequence[object], limit: int, random: Random | None
) -> Trace:
    """Run a candidate of the reducer."""
    fill = None if random is None else RandomSource(random)
    return hunt.run(RecordedCase(ReplaySource(choices, fill), limit))  # type: ignore[arg-type]  # what fits no domain is replaced


def _failure(
    hunt: Hunt, bug: Bug, history: History | None, *, is_interrupted: bool
) -> Failure:
    """The last run of the simplest case, with notes; it must fail as it did before."""
    case = RecordedCase(ReplaySource(bug.best.choices))
    case.keeps_notes = True
    hunt.statistics.replays += 1
    trace = execute(hunt.test, case)
    if not is_interrupted:
        check_generation(bug.best.choices, trace)
        if trace.origin != bug.best.origin:
            error = bug.best.error
            if isinstance(error, DeadlineExceeded):
                return Failure(bug.best, case, bug.first, history)
            raise flaky_failure(error or RuntimeError("marked interesting"), trace)
    return Failure(trace, case, bug.first, history)


def replay(test: Test, choices: Sequence[object]) -> tuple[Trace, RecordedCase]:
    """Run one case that was stored or given."""
    case = RecordedCase(ReplaySource(choices))  # type: ignore[arg-type]  # decoded choices
    case.keeps_notes = True
    return execute(test, case), case
