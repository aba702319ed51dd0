"""Turn: one pass at work, as long as it is allowed to run."""

from __future__ import annotations

from collections.abc import Iterator

from shortlex.reducer.problem import Candidate, Offers, Pass, Problem

GENEROUS = 24
"""A pass that has found something stops after this many refused calls in a row."""


def run_pass(problem: Problem, one: Pass) -> None:
    """Run a pass to its end."""
    Turn(problem, one).run(None)


class Turn:
    """A running pass, which can be paused and resumed while the best stays the same."""

    def __init__(self, problem: Problem, one: Pass) -> None:
        self.has_improved = False
        self.is_over = False
        self._problem = problem
        self._name = one.__name__
        self._offers: Offers = one(problem)
        self._candidates: Iterator[tuple[int, Candidate]] = iter(())

    def run(self, patience: int | None) -> None:
        """Run until the pass ends, or ``patience`` calls in a row were refused."""
        history = self._problem.history
        calls = history.calls
        while not self.is_over:
            accepted = None
            for position, candidate in self._candidates:
                if self._problem.accepts(candidate, self._name):
                    accepted, self.has_improved, calls = position, True, history.calls
                    patience = None if patience is None else GENEROUS
                    break
                if patience is not None and history.calls - calls >= patience:
                    return
            self._ask(accepted)

    def _ask(self, accepted: int | None) -> None:
        problem = self._problem
        problem.is_asking = True
        try:
            self._candidates = enumerate(self._offers.send(accepted))
        except StopIteration:
            self.is_over = True
        finally:
            problem.is_asking = False
        # Even if the offer has nothing new, since only new candidates check the time otherwise.
        problem.budget.check_time()
