"""Sequential: judges how often a case fails, from as few runs as possible. Pure functions.

A test that fails only sometimes is run until enough is known, and so is one that requires a kind of
case to be frequent enough. These are the questions:

==============  =============================================  =================================
decide          may this candidate take the place of the best  a `Rule`: a ratio of likelihoods
                case?                                          accepts, as in Wald's test; a rate
                                                               that is too low refuses
confirming      does it fail more often than a limit?          the same, more strictly
Rate.interval   between which rates does the truth lie?        exact (Clopper and Pearson)
evidence_below  is something rarer than a limit, or more       a ratio of likelihoods, with all
evidence_above  frequent?                                      rates on that side as likely
==============  =============================================  =================================
"""

from __future__ import annotations

from math import ceil, comb, exp, lgamma, log, log1p
from typing import NamedTuple

CONFIDENCE = 0.95
"""The confidence of every interval."""

SURE = 0.98
"""The confidence of every confirmation. There may be several, so each is stricter."""

LIMITS = (0.01, 0.02, 0.05, 0.1, 0.2)
"""The values of ``min_failure_rate`` that reports advise."""


class Rate(NamedTuple):
    """How often a case failed."""

    failures: int
    runs: int

    @property
    def share(self) -> float:
        return self.failures / self.runs

    @property
    def advisable_limit(self) -> float:
        """For settings(min_failure_rate=...): about a quarter of the rate is safely below it."""
        return max((limit for limit in LIMITS if limit <= self.share / 4), default=LIMITS[0])

    def interval(self, confidence: float = CONFIDENCE) -> tuple[float, float]:
        """The lowest and highest rates at which these results are not too unlikely.

        It contains the true rate with at least this confidence, if the number of runs was fixed.
        """
        tail = (1 - confidence) / 2
        failures, runs = self
        if not runs:
            return 0.0, 1.0
        low = 0.0 if failures == 0 else _rate_where(tail, failures, runs)
        high = 1.0 if failures == runs else _rate_where(1 - tail, failures + 1, runs)
        return low, high


class Rule(NamedTuple):
    """When to stop running a case, and with which answer.

    It is accepted when its runs are ``1 / wrong_accept`` times as likely at the rate ``high`` as
    at ``low``. So a case that fails no more often than ``low`` is accepted with a probability of
    at most ``wrong_accept``, however long it is run, even if it is continued later (Ville).

    It is refused when a case of the rate ``high`` would fail so rarely with a probability of at
    most ``wrong_refuse``. Since this is checked after each run, such a case is refused more often
    than that: up to 1.4 times if ``high`` is at least four times ``low`` and ``wrong_accept`` is a
    half, up to 2.5 times otherwise, as tests compute exactly. A case that is undecided after
    ``most`` runs is refused, too, since that only costs a step.
    """

    low: float
    high: float
    wrong_accept: float
    wrong_refuse: float
    most: int


def decide(rule: Rule, failures: int, runs: int) -> bool | None:
    """Whether a case with these failures and runs is accepted; None means: run it again."""
    ratio = failures * log(rule.high / rule.low)
    ratio += (runs - failures) * log((1 - rule.high) / (1 - rule.low))
    if ratio >= -log(rule.wrong_accept):
        return True
    is_too_rare = 1 - at_least(failures + 1, runs, rule.high) <= rule.wrong_refuse
    return False if is_too_rare or runs >= rule.most else None


def confirming(low: float) -> Rule:
    """The rule to show that a case fails more often than ``low``.

    It is wrong with a probability of at most 2%. A case that fails three times as often is refused
    with a probability of at most 5%; one that fails four times as often, with less than 0.5%.
    """
    return Rule(low, min(0.95, 3 * low), 1 - SURE, 0.01, most=round(10 / low))


MAX_EVIDENCE = 1e12
"""Evidence is not counted beyond this: no caller needs more."""


def evidence_below(limit: float, met: int, runs: int) -> float:
    """How many times as likely these results are at a rate below the limit as at the limit itself.

    It is the average over all rates below, all equally likely. If the rate is not below the limit,
    this ever reaches ``x`` with a probability of at most ``1 / x``, however often it is computed
    (Ville).
    """
    # The integral over the rates is a tail of the binomial distribution with one more run.
    # Divided by the likelihood at the limit, it is a sum of products of successive ratios.
    odds = limit / (1 - limit)
    term = total = 1.0
    for k in range(met + 1, runs + 1):
        term *= odds * (runs + 1 - k) / (k + 1)
        total += term
        if total > MAX_EVIDENCE * (met + 1):
            return MAX_EVIDENCE
        if term < 1e-12 * total and odds * (runs + 1 - k) < k + 1:
            break
    return total / (met + 1)


def evidence_above(limit: float, met: int, runs: int) -> float:
    """The same for a rate above the limit."""
    return evidence_below(1 - limit, runs - met, runs)


def runs_to_meet(rate: float, missed: float = 0.01) -> int:
    """How many runs it takes for a case of this rate to fail, except with a given probability."""
    return ceil(log(missed) / log(1 - rate))


def at_least(failures: int, runs: int, rate: float) -> float:
    """The probability of at least this many failures."""
    if 2 * failures > runs:
        return sum(_exactly(k, runs, rate) for k in range(failures, runs + 1))
    return max(0.0, 1.0 - sum(_exactly(k, runs, rate) for k in range(failures)))


def _exactly(failures: int, runs: int, rate: float) -> float:
    if runs > 1000 and 0 < rate < 1:
        # The exact numbers no longer fit into a float.
        ways = lgamma(runs + 1) - lgamma(failures + 1) - lgamma(runs - failures + 1)
        return exp(ways + failures * log(rate) + (runs - failures) * log1p(-rate))
    return float(comb(runs, failures) * rate**failures * (1 - rate) ** (runs - failures))


def _rate_where(probability: float, failures: int, runs: int) -> float:
    """The rate at which at least this many failures have a given probability."""
    low, high = 0.0, 1.0
    for _ in range(40):
        middle = (low + high) / 2
        if at_least(failures, runs, middle) < probability:
            low = middle
        else:
            high = middle
    return (low + high) / 2
