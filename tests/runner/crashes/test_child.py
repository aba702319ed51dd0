"""What a body does in its child process is told as it would be without one."""

import os

import pytest

from shortlex import Phase, assume, event, given, note, settings
from shortlex import strategies as st
from shortlex.errors import ProcessDied
from shortlex.property.session import Session, active
from shortlex.runner.result import Result

pytestmark = pytest.mark.skipif(not hasattr(os, "fork"), reason="needs os.fork()")

isolated = settings(
    isolate=True, derandomize=True, max_examples=10, phases=[Phase.generate], database=None
)


def test_each_body_has_a_process_of_its_own_and_changes_nothing_here() -> None:
    changed: list[int] = []
    parent = os.getpid()

    @isolated
    @given(st.integers(0, 9))
    def test(x: int) -> None:
        assert os.getpid() != parent
        changed.append(x)
        assert len(changed) == 1

    test()
    assert changed == []


def test_invalid_cases_and_events_are_counted_here() -> None:
    results: list[Result] = []

    @isolated
    @given(st.integers(0, 7))
    def test(x: int) -> None:
        assume(x < 4)
        event("small")

    token = active.set(Session(on_result=lambda result, _: results.append(result)))
    try:
        test()
    finally:
        active.reset(token)
    statistics = results[0].statistics
    assert statistics.events == {"small": 4}
    assert (statistics.valid, statistics.invalid) == (4, 4)


def test_an_error_comes_back_with_its_type_and_notes() -> None:
    @isolated
    @given(st.integers(0, 7))
    def test(x: int) -> None:
        note("before")
        raise ZeroDivisionError("as ever")

    with pytest.raises(ZeroDivisionError, match="as ever") as caught:
        test()
    assert "before" in "\n".join(caught.value.__notes__)


def test_a_child_that_ends_itself_has_failed() -> None:
    @isolated
    @given(st.integers(0, 7))
    def test(x: int) -> None:
        os._exit(3)

    with pytest.raises(ProcessDied) as caught:
        test()
    assert caught.value.how == "exit 3"
