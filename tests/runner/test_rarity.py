"""When labels are judged, and how."""

from random import Random

import pytest

from shortlex.runner.case_count import Share
from shortlex.runner.generate import GROWING_CASES
from shortlex.runner.rarity import MAX_CASES_FACTOR, Quota, Requirement
from shortlex.runner.result import Statistics


def fed(
    quota: Quota, share: float, *, seed: int = 0, first: float | None = None, most: int = 10**6
) -> Statistics:
    """Run imagined cases, of which a share has the label, until the quota has enough."""
    random, statistics = Random(seed), Statistics()
    wanted = quota.begin(statistics, 100)
    while wanted and statistics.valid < most:
        for _ in range(wanted - statistics.valid):
            is_small = statistics.valid <= GROWING_CASES
            rate = first if is_small and first is not None else share
            statistics.valid += 1
            statistics.events["label"] += random.random() < rate
        more = quota.more(statistics.valid)
        wanted = statistics.valid + more if more else 0
    return statistics


def quota_for(at_least: float, **options: object) -> Quota:
    return Quota([Requirement("label", at_least)], is_timed=False, **options)  # type: ignore[arg-type]  # passed on


@pytest.mark.parametrize("share", [0.3, 0.5, 1.0])
def test_what_is_clearly_frequent_needs_no_more_cases_than_settings_ask_for(share: float) -> None:
    quota = quota_for(0.05)
    assert fed(quota, share).valid == 100
    assert [each.is_met for each in quota.judge()] == [True]


def test_what_never_happens_is_too_rare_and_takes_more_cases_to_say_so() -> None:
    quota = quota_for(0.05)
    assert 100 < fed(quota, 0.0).valid < 1000
    assert [each.is_met for each in quota.judge()] == [False]


def test_what_is_close_to_the_limit_is_not_decided_in_the_end() -> None:
    quota = quota_for(0.05)
    assert fed(quota, 0.05, seed=3).valid == MAX_CASES_FACTOR * 100
    assert [each.is_met for each in quota.judge()] == [None]


@pytest.mark.parametrize("at_least", [0.02, 0.5, 0.99])
def test_exactly_the_limit_is_never_called_too_rare(at_least: float) -> None:
    for seed in range(100):
        quota = quota_for(at_least)
        fed(quota, at_least, seed=seed)
        assert quota.judge()[0].is_met is not False


def test_half_the_limit_is_always_called_too_rare() -> None:
    for seed in range(100):
        quota = quota_for(0.05)
        fed(quota, 0.025, seed=seed)
        assert quota.judge()[0].is_met is False


def test_the_first_small_cases_do_not_count() -> None:
    quota = quota_for(0.95)
    statistics = fed(quota, 1.0, first=0.0)
    (judgement,) = quota.judge()
    assert judgement.is_met
    assert judgement.rate == (
        statistics.valid - GROWING_CASES - 1,
        statistics.valid - GROWING_CASES - 1,
    )


def test_where_there_are_no_other_cases_the_share_is_exact() -> None:
    quota = quota_for(0.5)
    statistics = Statistics()
    quota.begin(statistics, 100)
    statistics.valid, statistics.events["label"], statistics.is_exhausted = 4, 2, True
    assert quota.judge()[0][1:] == ((2, 4), True, True)
    statistics.events["label"] = 1
    assert quota.judge()[0][1:] == ((1, 4), False, True)


def test_before_there_are_cases_that_count_nothing_is_decided() -> None:
    quota = quota_for(0.5)
    statistics = Statistics()
    quota.begin(statistics, 100)
    statistics.valid = 10
    assert quota.judge()[0][1:] == ((0, 0), None, False)


def test_events_with_a_payload_count_by_their_name() -> None:
    quota = quota_for(0.5)
    statistics = Statistics()
    quota.begin(statistics, 100)
    statistics.is_exhausted, statistics.valid = True, 4
    for payload in (1, 2):
        statistics.count_case({"label": payload, "label2": ""}, None)
    assert quota.judge()[0].rate == (2, 4)


def test_it_takes_no_longer_than_its_patience() -> None:
    now = 0.0

    def clock() -> float:
        nonlocal now
        now = 20 * now + 1
        return now

    quota = Quota([Requirement("label", 0.05)], clock=clock)
    assert fed(quota, 0.05, seed=3).valid < MAX_CASES_FACTOR * 100


def test_when_all_is_clear_the_share_of_time_decides() -> None:
    now = iter(range(100))
    quota = quota_for(0.05, share=Share(5.0, clock=lambda: next(now)))
    assert fed(quota, 0.5, most=10**4).valid > 100
