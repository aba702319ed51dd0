"""Sequential tests: the promised probabilities, computed exactly over all that may happen."""

from math import comb

import pytest

from shortlex.runner.flaky.sequential import (
    CONFIDENCE,
    SURE,
    Rate,
    Rule,
    at_least,
    confirming,
    decide,
    evidence_above,
    evidence_below,
    runs_to_meet,
)
from shortlex.runner.flaky.statistical import (
    MAX_CANDIDATE_RUNS,
    STRICT_WRONG_ACCEPT,
    WRONG_ACCEPT,
    WRONG_REFUSE,
)

LIMITS = (0.01, 0.05, 0.2, 0.5)
HIGHS = (0.02, 0.1, 0.2, 0.35, 0.5, 0.9, 0.95)
RULES = [
    Rule(limit, high, wrong_accept, wrong_refuse, MAX_CANDIDATE_RUNS)
    for limit in LIMITS
    for high in HIGHS
    for wrong_accept in (WRONG_ACCEPT, STRICT_WRONG_ACCEPT)
    for wrong_refuse in WRONG_REFUSE
    # What a reduction uses: the best is taken to fail twice as often as the limit at least.
    if high >= min(0.95, 2 * limit)
]


class Ends:
    """Where a case of a given rate ends under a rule, and how many runs that takes."""

    def __init__(self, rule: Rule, rate: float, start: dict[tuple[int, int], float] | None = None):
        self.accepted = self.refused = self.undecided = self.runs = 0.0
        self.refused_at: dict[tuple[int, int], float] = {}
        waiting = dict(start or {(0, 0): 1.0})
        while waiting:
            # In order of runs, so that all ways into a state are added up before it is left.
            state = min(waiting, key=lambda each: each[1])
            failures, runs = state
            probability = waiting.pop(state)
            verdict = decide(rule, failures, runs) if runs else None
            if verdict:
                self.accepted += probability
            elif verdict is False:
                if runs >= rule.most:
                    self.undecided += probability
                else:
                    self.refused += probability
                self.refused_at[state] = probability
            else:
                self.runs += probability
                for more, share in ((1, rate), (0, 1 - rate)):
                    after = (failures + more, runs + 1)
                    waiting[after] = waiting.get(after, 0.0) + probability * share


@pytest.mark.parametrize("rule", RULES, ids=str)
def test_a_case_at_the_limit_is_accepted_no_more_often_than_promised(rule: Rule) -> None:
    accepted = [Ends(rule, rule.low * share).accepted for share in (0, 0.1, 0.5, 1)]
    assert accepted[-1] <= rule.wrong_accept
    assert accepted == sorted(accepted)
    assert accepted[0] == 0
    # Far below the limit the promise is kept with room to spare.
    assert accepted[1] <= rule.wrong_accept / 4


@pytest.mark.parametrize("rule", RULES, ids=str)
def test_a_case_as_frequent_as_the_best_is_refused_hardly_more_often_than_promised(
    rule: Rule,
) -> None:
    is_usual = rule.high >= 4 * rule.low and rule.wrong_accept == WRONG_ACCEPT
    assert Ends(rule, rule.high).refused <= (1.4 if is_usual else 2.5) * rule.wrong_refuse


@pytest.mark.parametrize("high", [0.2, 0.5, 0.9])
def test_what_the_first_round_refused_is_taken_up_by_the_second(high: float) -> None:
    first, second = (
        Rule(0.05, high, WRONG_ACCEPT, each, MAX_CANDIDATE_RUNS) for each in WRONG_REFUSE
    )
    before = Ends(first, high)
    after = Ends(second, high, start=before.refused_at)
    assert before.refused > second.wrong_refuse or high == 0.9
    assert after.refused <= 1.5 * second.wrong_refuse
    at_limit = Ends(first, first.low)
    accepted = at_limit.accepted + Ends(second, first.low, start=at_limit.refused_at).accepted
    assert accepted <= first.wrong_accept


@pytest.mark.parametrize("limit", LIMITS)
def test_confirmation_keeps_its_confidence(limit: float) -> None:
    rule = confirming(limit)
    assert Ends(rule, limit).accepted <= 1 - SURE
    assert Ends(rule, limit / 2).accepted <= (1 - SURE) / 10
    for times, most in ((3, 0.05), (4, 0.005)):
        ends = Ends(rule, min(0.99, times * limit))
        assert ends.refused <= most
        assert ends.undecided <= 0.01


@pytest.mark.parametrize(("rate", "runs"), [(0.2, 34), (0.5, 9), (0.9, 5)])
def test_confirmation_is_quick_where_the_rate_is_far_above_the_limit(
    rate: float, runs: float
) -> None:
    ends = Ends(confirming(0.05), rate)
    assert ends.runs <= runs
    assert ends.accepted >= 0.99


@pytest.mark.parametrize(
    ("high", "wrong_refuse", "runs"),
    [(0.2, 0.2, 8), (0.2, 0.05, 14), (0.5, 0.2, 3), (0.5, 0.05, 5), (0.9, 0.2, 1), (0.9, 0.05, 2)],
)
def test_a_case_that_never_fails_is_refused_as_soon_as_can_be(
    high: float, wrong_refuse: float, runs: int
) -> None:
    rule = Rule(0.05, high, WRONG_ACCEPT, wrong_refuse, MAX_CANDIDATE_RUNS)
    assert [decide(rule, 0, n) for n in range(1, runs + 1)] == [None] * (runs - 1) + [False]
    # Any sooner, and one that fails so often would be missed too often.
    assert (1 - high) ** (runs - 1) > wrong_refuse >= (1 - high) ** runs


def test_what_is_never_decided_is_refused_in_the_end() -> None:
    rule = Rule(0.1, 0.2, 0.001, 0.001, most=40)
    assert decide(rule, 6, 39) is None
    assert decide(rule, 6, 40) is False


@pytest.mark.parametrize("runs", [1, 2, 7, 20, 50])
def test_an_interval_covers_the_truth_as_often_as_it_says(runs: int) -> None:
    intervals = [Rate(failures, runs).interval() for failures in range(runs + 1)]
    for percent in range(101):
        rate = percent / 100
        covered = sum(
            comb(runs, failures) * rate**failures * (1 - rate) ** (runs - failures)
            for failures, (low, high) in enumerate(intervals)
            if low - 1e-9 <= rate <= high + 1e-9
        )
        assert covered >= CONFIDENCE - 1e-9


def test_intervals_are_those_of_clopper_and_pearson() -> None:
    assert Rate(31, 50).interval() == pytest.approx((0.4717, 0.7535), abs=1e-4)
    # Known without tables: of nothing or all, what is left has a probability of 2.5%.
    assert Rate(0, 20).interval() == pytest.approx((0, 1 - 0.025 ** (1 / 20)))
    assert Rate(20, 20).interval() == pytest.approx((0.025 ** (1 / 20), 1))
    assert Rate(0, 0).interval() == (0, 1)


def test_a_lower_confidence_makes_a_narrower_interval() -> None:
    (low, high), (lower, higher) = Rate(5, 9).interval(0.5), Rate(5, 9).interval(0.99)
    assert lower < low < 5 / 9 < high < higher


@pytest.mark.parametrize("runs", [1, 5, 12])
@pytest.mark.parametrize("rate", [0.0, 0.1, 0.5, 1.0])
def test_tails_of_the_binomial_distribution(runs: int, rate: float) -> None:
    for failures in range(runs + 2):
        direct = sum(
            comb(runs, k) * rate**k * (1 - rate) ** (runs - k) for k in range(failures, runs + 1)
        )
        assert at_least(failures, runs, rate) == pytest.approx(direct, abs=1e-12)


@pytest.mark.parametrize(
    ("failures", "runs", "limit"),
    [(22, 22, 0.2), (18, 22, 0.2), (11, 22, 0.1), (5, 22, 0.05), (2, 22, 0.02), (1, 22, 0.01)],
)
def test_the_advised_limit_is_a_round_number_below_a_quarter(
    failures: int, runs: int, limit: float
) -> None:
    assert Rate(failures, runs).advisable_limit == limit


def test_how_many_runs_meet_a_failure() -> None:
    assert [runs_to_meet(rate) for rate in (0.5, 0.2, 0.05, 0.01)] == [7, 21, 90, 459]
    for rate in (0.5, 0.2, 0.05, 0.01):
        assert (1 - rate) ** runs_to_meet(rate) <= 0.01


@pytest.mark.parametrize("limit", [0.05, 0.5, 0.9])
@pytest.mark.parametrize(("met", "runs"), [(0, 0), (0, 30), (3, 50), (25, 50), (50, 50)])
def test_evidence_is_the_ratio_of_likelihoods_averaged_over_rates(
    limit: float, met: int, runs: int
) -> None:
    def likelihood(rate: float) -> float:
        return float(rate**met * (1 - rate) ** (runs - met))

    def average(low: float, high: float) -> float:
        steps = 20_000
        middles = (low + (high - low) * (i + 0.5) / steps for i in range(steps))
        return sum(map(likelihood, middles)) / steps / likelihood(limit)

    below, above = average(0, limit), average(limit, 1)
    assert evidence_below(limit, met, runs) == pytest.approx(min(below, 1e12), rel=1e-3)
    assert evidence_above(limit, met, runs) == pytest.approx(min(above, 1e12), rel=1e-3)


def test_intervals_of_many_runs_are_those_of_few_but_narrower() -> None:
    low, high = Rate(500, 5000).interval()
    few_low, few_high = Rate(50, 500).interval()
    assert few_low < low < 0.1 < high < few_high
    assert Rate(99, 1000).interval() == pytest.approx(Rate(99, 1001).interval(), abs=1e-3)
