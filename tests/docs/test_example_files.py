"""The machines among the examples are found and reduced to the stories that they promise."""

import sys
from collections.abc import Iterator
from pathlib import Path
from typing import Any

import pytest

from tests.stateful.failures import steps_of

EXAMPLES = Path(__file__).parents[2] / "examples"


@pytest.fixture
def machines(monkeypatch: pytest.MonkeyPatch) -> Iterator[Any]:
    before = set(sys.modules)
    monkeypatch.syspath_prepend(str(EXAMPLES))
    import test_machines

    yield test_machines
    for name in set(sys.modules) - before:
        if getattr(sys.modules[name], "__file__", None) and EXAMPLES.name in name:
            del sys.modules[name]


def test_the_store_is_reduced_to_two_steps(machines: Any) -> None:
    assert steps_of(machines.KeyValueMachine) == [
        "state.set(key='a', value='')",
        "state.scan(prefix='A')",
    ]


def test_the_cache_is_reduced_to_four_steps(machines: Any) -> None:
    assert steps_of(machines.RecentMachine) == [
        "state.put(key='a', value=0)",
        "state.put(key='b', value=0)",
        "state.put(key='a', value=0)",
        "state.put(key='c', value=0)",
        "state.keeps_the_recent_ones()",
    ]


@pytest.mark.skipif(not hasattr(__import__("os"), "fork"), reason="it forks")
def test_the_queue_is_reduced_to_a_kill_and_a_push(machines: Any) -> None:
    assert steps_of(machines.QueueMachine) == [
        "state.push_and_be_killed(item=b'\\x00', writes=1)",
        "state.push(item=b'')",
    ]
