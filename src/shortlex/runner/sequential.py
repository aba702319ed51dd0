"""Sequential: how often a case fails, judged from as few runs as will do. Pure.

A test that fails only sometimes is run again until enough is known. Three questions are asked:

=============  =============================================  =================================
decide         may this candidate take the place of the best  a `Rule`: Wald's sequential test,
               case?                                          both errors bounded
confirming     does it fail more often than a limit?          the same, more strictly
Rate.interval  between which rates does the truth lie?        exact (Clopper and Pearson)
=============  =============================================  =================================
"""

from __future__ import annotations

from math import comb, log
from typing import NamedTuple

CONFIDENCE = 0.95
"""Of every interval and every confirmation."""


class Rate(NamedTuple):
    """How often a case failed."""

    failures: int
    runs: int

    @property
    def share(self) -> float:
        return self.failures / self.runs if self.runs else 0.0

    def interval(self, confidence: float = CONFIDENCE) -> tuple[float, float]:
        """The lowest and the highest rate that these runs are not too unlikely for.

        It covers the truth with at least this confidence if the number of runs was fixed before.
        """
        tail = (1 - confidence) / 2
        failures, runs = self
        low = 0.0 if failures == 0 else _rate_where(tail, failures, runs)
        high = 1.0 if failures == runs else _rate_where(1 - tail, failures + 1, runs)
        return low, high


class Rule(NamedTuple):
    """When to stop running a case, and with which answer.

    A case that fails no more often than ``low`` is accepted with a probability of at most
    ``wrong_accept``, and one that fails ``high`` or more often is refused with at most
    ``wrong_refuse``: by Ville's inequality, however often the question is put on the way and
    also when it is taken up again later. What is not decided after ``most`` runs is refused;
    this alone is not counted in ``wrong_refuse``, for it only costs a step.
    """

    low: float
    high: float
    wrong_accept: float
    wrong_refuse: float
    most: int

    @property
    def passes_to_refuse(self) -> int:
        """After so many runs without a failure a case is refused."""
        runs = 1
        while decide(self, 0, runs) is None:
            runs += 1
        return runs


def decide(rule: Rule, failures: int, runs: int) -> bool | None:
    """Whether a case is accepted, after so many failures in so many runs; None: run it again."""
    # How much better the one rate explains what was seen than the other.
    ratio = failures * log(rule.high / rule.low)
    ratio += (runs - failures) * log((1 - rule.high) / (1 - rule.low))
    if ratio >= -log(rule.wrong_accept):
        return True
    if ratio <= log(rule.wrong_refuse) or runs >= rule.most:
        return False
    return None


def confirming(low: float) -> Rule:
    """The rule by which a case is shown to fail more often than ``low``.

    Wrongly with a probability of at most 5%. A case that fails three times as often is turned
    down with at most 1%, but for the limit on runs.
    """
    return Rule(low, min(0.95, 3 * low), 1 - CONFIDENCE, 0.01, most=round(10 / low))


def at_least(failures: int, runs: int, rate: float) -> float:
    """The probability of so many failures or more."""
    if 2 * failures > runs:
        return sum(_exactly(k, runs, rate) for k in range(failures, runs + 1))
    return max(0.0, 1.0 - sum(_exactly(k, runs, rate) for k in range(failures)))


def _exactly(failures: int, runs: int, rate: float) -> float:
    return float(comb(runs, failures) * rate**failures * (1 - rate) ** (runs - failures))


def _rate_where(probability: float, failures: int, runs: int) -> float:
    """The rate at which so many failures or more have a given probability."""
    low, high = 0.0, 1.0
    for _ in range(40):
        middle = (low + high) / 2
        if at_least(failures, runs, middle) < probability:
            low = middle
        else:
            high = middle
    return (low + high) / 2
