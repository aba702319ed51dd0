"""Callbacks see every case while they are there."""

from typing import Any

from shortlex import given, settings
from shortlex import strategies as st
from shortlex.hypothesis_alias import observers


@settings(max_examples=5)
@given(st.integers())
def run(x: int) -> None:
    pass


def test_a_callback_sees_the_cases_of_its_block() -> None:
    seen: list[Any] = []
    with observers.with_observability_callback(seen.append):
        assert observers.observability_enabled()
        run()
    run()
    assert not observers.observability_enabled()
    cases = [each for each in seen if each.type == "test_case"]
    assert len(cases) >= 5
    assert {each.status for each in cases} == {"passed"}
    assert cases[0]["metadata"] == cases[0].metadata
    assert not hasattr(cases[0], "nonsense")


def test_a_callback_is_added_once_and_removed_once() -> None:
    seen: list[Any] = []
    for _ in range(2):
        observers.add_observability_callback(seen.append)
    observers.remove_observability_callback(seen.append)
    run()
    assert seen == []
