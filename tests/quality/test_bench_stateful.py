"""The benchmark of state machines finds what its checker has to find."""

from typing import Any

import pytest

from bench.stateful import corpus_machines, planted_machines
from bench.stateful.minimality import Judge, steps_in
from bench.stateful.subject import SUBJECTS
from bench.stateful.trial import BOTH, try_once
from shortlex import stateful
from shortlex import strategies as st

assert corpus_machines
assert planted_machines


def judge_of(name: str) -> Judge:
    return Judge(SUBJECTS[name].build(stateful, st))


SHORTEST = """\
state = LifoClose()
handles_1 = state.open()
handles_2 = state.open()
state.close(handle=handles_1)
state.teardown()
"""


def test_the_checker_accepts_the_shortest_script() -> None:
    judge = judge_of("lifo_close")
    assert judge.needless(SHORTEST) is None
    assert [step.name for step in judge.rules_in(steps_in(SHORTEST))] == ["open", "open", "close"]


@pytest.mark.parametrize(
    ("more", "found"),
    [
        ("handles_3 = state.open()\n", "open (step 1)"),
        ("handles_3 = state.open()\nstate.close(handle=handles_3)\n", "open (step 1)"),
    ],
)
def test_the_checker_finds_a_step_too_many(more: str, found: str) -> None:
    longer = SHORTEST.replace("handles_1 = ", f"{more}handles_1 = ", 1)
    assert judge_of("lifo_close").needless(longer) == found


def test_the_checker_says_if_a_script_does_not_fail() -> None:
    passing = SHORTEST.replace("handle=handles_1", "handle=handles_2")
    assert judge_of("lifo_close").needless(passing) == "the script does not fail"


@pytest.mark.parametrize("library", BOTH)
def test_both_libraries_find_and_reduce_a_bug(library: str) -> None:
    outcome: Any = try_once(SUBJECTS["lifo_close"], library, 1, 100, reduces=True)
    assert outcome.runs_to_find is not None
    assert outcome.steps >= 3
    assert outcome.calls > 0


@pytest.mark.parametrize("name", ["noisy_triple", "key_value", "allocator", "sessions"])
def test_reductions_end_at_the_minimum(name: str) -> None:
    for seed in range(3):
        outcome = try_once(SUBJECTS[name], "Shortlex", seed, 500, reduces=True)
        assert (outcome.steps, outcome.needless) == (SUBJECTS[name].steps, None)
