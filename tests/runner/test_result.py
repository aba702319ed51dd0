"""What a run found out, as data."""

import pytest

from shortlex.runner.result import MIN_REFUSED, MIN_TRIES, SLOW_CASE, SLOW_RUN, Statistics, Tries


def test_calls_are_all_cases_that_were_run_and_all_replays() -> None:
    statistics = Statistics()
    statistics.valid, statistics.replays = 5, 7
    statistics.count_rejection("odd")
    statistics.count_overrun("")
    assert statistics.tried == 7
    assert statistics.calls == 14


def test_only_an_overrun_with_a_reason_was_too_deep() -> None:
    statistics = Statistics()
    statistics.count_overrun("")
    statistics.count_overrun("the stack")
    assert (statistics.overruns, statistics.too_deep) == (2, 1)


def test_rejections_are_counted_by_reason() -> None:
    statistics = Statistics()
    for reason in ("odd", "long", "odd"):
        statistics.count_rejection(reason)
    assert statistics.rejections == {"odd": 2, "long": 1}


def test_events_are_counted_and_of_targets_the_best_is_kept() -> None:
    statistics = Statistics()
    statistics.count_case({"seen": "", "size": 3}, {"score": -2.0})
    statistics.count_case({"seen": ""}, {"score": -5.0})
    statistics.count_case(None, None)
    assert statistics.events == {"seen": 2, "size: 3": 1}
    assert statistics.targets == {"score": -2.0}


def test_a_run_is_slow_only_if_its_cases_are() -> None:
    statistics = Statistics()
    statistics.valid = 1000
    statistics.seconds = 1000 * SLOW_CASE
    assert not statistics.is_slow
    statistics.seconds *= 1.01
    assert statistics.is_slow
    statistics.valid, statistics.seconds = 1, SLOW_RUN
    assert not statistics.is_slow


def test_nothing_is_suspicious_without_a_valid_case() -> None:
    statistics = Statistics()
    statistics.invalid = MIN_REFUSED
    assert not statistics.is_suspicious(100)
    statistics.valid = 1
    assert statistics.is_suspicious(100)
    statistics.invalid = MIN_REFUSED - 1
    assert not statistics.is_suspicious(100)
    statistics.simplest_size = 51
    assert statistics.is_suspicious(100)


@pytest.mark.parametrize(
    ("tries", "is_free"),
    [
        (Tries(MIN_TRIES, MIN_TRIES), True),
        (Tries(MIN_TRIES - 1, MIN_TRIES - 1), False),
        (Tries(MIN_TRIES - 1, MIN_TRIES), False),
        (Tries(1, 1, is_exhaustive=True), True),
        (Tries(0, 0, is_exhaustive=True), False),
        (Tries(1, 2, is_exhaustive=True), False),
    ],
)
def test_a_part_is_free_if_enough_tries_failed_and_none_passed(tries: Tries, is_free: bool) -> None:
    assert tries.is_free is is_free
