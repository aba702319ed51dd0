"""Turn: one pass at work, for as long as it is let."""

from __future__ import annotations

from collections.abc import Iterator

from shortlex.reducer.problem import Candidate, Offers, Pass, Problem

GENEROUS = 24
"""So many calls in a row may be refused to a pass that has found something."""


def run_pass(problem: Problem, one: Pass) -> None:
    """Let a pass make all its offers."""
    Turn(problem, one).run(None)


class Turn:
    """A pass under way, which can be left and gone on with while the best stays the same."""

    def __init__(self, problem: Problem, one: Pass) -> None:
        self.has_improved = False
        self.is_over = False
        self._problem = problem
        self._name = one.__name__
        self._offers: Offers = one(problem)
        self._candidates: Iterator[tuple[int, Candidate]] = iter(())

    def run(self, patience: int | None) -> None:
        """Go on until the pass ends, or so many calls were refused in a row."""
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
        # Also where there is nothing new in the offer.
        problem.budget.check_time()
