"""Trial: one search for the bug of a machine, and its reduction, by one library."""

from __future__ import annotations

import sys
from time import process_time
from typing import Any, NamedTuple

from bench.stateful.minimality import Judge, steps_in
from bench.stateful.subject import Subject

BOTH = ("Shortlex", "Hypothesis")


class Outcome(NamedTuple):
    """What one trial found."""

    runs_to_find: int | None
    """In which run the bug was met; None if it was not."""
    steps: int | None = None
    """How many rules the reported failure has."""
    needless: str | None = None
    """A step that could be left out, or what else is wrong with the script."""
    calls: int = 0
    """How many cases ran after the bug was met."""
    seconds: float = 0.0


class _Count:
    """Counts the cases of a machine, and sees the first that fails."""

    def __init__(self) -> None:
        self.cases = 0
        self.first: int | None = None

    def watched(self, machine: type[Any]) -> type[Any]:
        count = self

        class Watched(machine):
            def __init__(self) -> None:
                count.cases += 1
                super().__init__()

            def teardown(self) -> None:
                error = sys.exc_info()[1]
                ours = isinstance(error, Exception) and "nsatisfied" not in type(error).__name__
                if ours and count.first is None:
                    count.first = count.cases
                super().teardown()

        Watched.__name__ = Watched.__qualname__ = machine.__name__
        return Watched


def try_once(subject: Subject, library: str, seed: int, runs: int, *, reduces: bool) -> Outcome:
    """Search in at most so many runs; reduce what is found."""
    count = _Count()
    error, seconds = _run(subject, library, seed, runs, count, reduces=reduces)
    if error is None or count.first is None:
        return Outcome(None, seconds=seconds)
    if not reduces:
        return Outcome(count.first, seconds=seconds)
    from shortlex import stateful
    from shortlex import strategies as st

    judge = Judge(subject.build(stateful, st))
    script = _script_of(error)
    steps = len(judge.rules_in(steps_in(script)))
    calls = count.cases - count.first
    return Outcome(count.first, steps, judge.needless(script), calls, seconds)


def _run(
    subject: Subject, library: str, seed: int, runs: int, count: _Count, *, reduces: bool
) -> tuple[BaseException | None, float]:
    package, stateful, st, more = modules_of(library)
    machine = count.watched(subject.build(stateful, st))
    phases = [package.Phase.generate] + [package.Phase.shrink] * reduces
    options = package.settings(
        max_examples=runs, database=None, phases=phases, report_multiple_bugs=False, **more
    )
    package.seed(seed)(machine)
    started = process_time()
    try:
        stateful.run_state_machine_as_test(machine, settings=options)
    except Exception as error:
        return error, process_time() - started
    return None, process_time() - started


def modules_of(library: str) -> tuple[Any, Any, Any, dict[str, Any]]:
    """The package, its stateful part, its strategies, and settings of its own."""
    if library == "Shortlex":
        import shortlex
        from shortlex import stateful, strategies

        return shortlex, stateful, strategies, {}
    import hypothesis
    from hypothesis import stateful, strategies  # type: ignore[no-redef,assignment]  # the same names

    more = {"deadline": None, "suppress_health_check": list(hypothesis.HealthCheck)}
    return hypothesis, stateful, strategies, more


def _script_of(error: BaseException) -> str:
    lines = [line for note in getattr(error, "__notes__", ()) for line in note.splitlines()]
    start = next(i for i, line in enumerate(lines) if line.startswith("state = "))
    end = next(i for i, line in enumerate(lines) if line.startswith("state.teardown()"))
    return "\n".join(lines[start : end + 1])
