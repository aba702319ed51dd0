"""Hostile bodies, each with the verdict that a runner of all cases gives.

``python -m tests.hostile --help`` judges any number of others.
"""

from __future__ import annotations

import pytest

from tests.hostile.campaign import Campaign, show
from tests.hostile.judge import COMMON
from tests.hostile.processes import BATCH, TOO_MUCH_FOR_PYTEST, judge_processes

BODIES = 120

MANY_BODIES = 1_500


def check(campaign: Campaign, numbers: range, jobs: int = 1) -> None:
    for _ in campaign.run(numbers, jobs):
        pass
    if campaign.findings:
        finding = campaign.findings[0]
        reduced = show(*campaign.reduced(finding, 60.0), finding.number)
        pytest.fail(f"{len(campaign.findings)} wrong verdicts. The first, reduced:\n{reduced}")


def test_hostile_bodies_get_the_right_verdict() -> None:
    campaign = Campaign(("plain",), frozenset(), 0)
    check(campaign, range(BODIES))
    assert campaign.done == BODIES
    # Bodies that end in all ways are judged, and few are too large.
    assert {"pass", "fail", "skip", "stop", "unsatisfiable"} <= campaign.truths.keys()
    assert campaign.truths["too large"] < BODIES / 5


@pytest.mark.slow
def test_many_hostile_bodies_get_the_right_verdict_in_every_mode() -> None:
    check(Campaign(COMMON, frozenset(), 1), range(MANY_BODIES), jobs=2)


@pytest.mark.slow
def test_hostile_bodies_get_the_right_verdict_from_pytest_in_parallel_and_when_killed() -> None:
    campaign = Campaign(("plain",), TOO_MUCH_FOR_PYTEST, 2)
    wrong = [
        f"# {way}\n{show(body.task, wrong, body.number)}"
        for way, body, wrong in judge_processes(campaign, range(6 * BATCH))
    ]
    assert not wrong, "\n".join(wrong)
