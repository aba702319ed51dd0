"""What a test says while it runs, and where it may say it."""

import math
from collections.abc import Callable
from contextvars import Context
from typing import Any

import pytest

from shortlex import (
    assume,
    currently_in_test_context,
    event,
    example,
    find,
    given,
    note,
    reject,
    settings,
    target,
)
from shortlex import strategies as st
from shortlex.core.case import Case
from shortlex.errors import InvalidArgument, UnsatisfiedAssumption
from shortlex.runner.result import Statistics
from shortlex.runner.run import run


def statistics_of(body: Callable[[int], None], **options: Any) -> Statistics:
    def test(case: Case) -> None:
        value = case.draw(st.integers(0, 9))
        case.arguments_drawn()
        body(value)

    result = run(test, settings(**options), seed=0)
    assert not result.failures
    return result.statistics


def test_assume_gives_true_or_ends_the_case() -> None:
    kept: list[int] = []

    def body(x: int) -> None:
        assert assume(x > 4) is True
        kept.append(x)

    statistics = statistics_of(body)
    assert sorted(kept) == [5, 6, 7, 8, 9]
    assert (statistics.valid, statistics.invalid) == (5, 5)


def test_reject_ends_the_case() -> None:
    def body(x: int) -> None:
        if x:
            reject()

    statistics = statistics_of(body)
    assert (statistics.valid, statistics.invalid) == (1, 9)


def test_finally_is_run_when_an_assumption_is_not_met() -> None:
    met: list[str] = []

    def body(x: int) -> None:
        try:
            assume(x > 4)
        finally:
            met.append("finally")

    statistics_of(body)
    assert len(met) == 10


def test_assume_and_reject_outside_of_a_test_raise() -> None:
    assert assume(True) is True
    with pytest.raises(UnsatisfiedAssumption):
        assume(0)
    with pytest.raises(UnsatisfiedAssumption):
        reject()


@pytest.mark.parametrize(
    ("name", "call"),
    [
        ("note()", lambda: note("x")),
        ("event()", lambda: event("x")),
        ("target()", lambda: target(1)),
    ],
)
def test_outside_of_a_test_there_is_nothing_to_speak_of(
    name: str, call: Callable[[], object]
) -> None:
    with pytest.raises(InvalidArgument) as caught:
        call()
    assert str(caught.value).startswith(f"{name} was called outside of a test: call it from ")


def test_whether_a_test_is_running_is_known() -> None:
    met: list[bool] = []

    @settings(max_examples=3)
    @given(st.integers().map(lambda x: met.append(currently_in_test_context())))
    def test(x: int) -> None:
        met.append(currently_in_test_context())

    assert not currently_in_test_context()
    test()
    assert not currently_in_test_context()
    assert set(met) == {True}
    assert find(st.integers(), lambda x: currently_in_test_context()) == 0


def test_a_failing_test_leaves_no_test_running() -> None:
    @given(st.integers())
    def test(x: int) -> None:
        assert x < 10

    with pytest.raises(AssertionError):
        test()
    assert not currently_in_test_context()


def test_find_can_be_used_inside_a_test() -> None:
    @settings(max_examples=3)
    @given(st.integers(0, 100))
    def test(x: int) -> None:
        assert find(st.integers(), lambda y: y > x) == x + 1
        note("still in the test")

    test()


# Events


def test_events_count_cases() -> None:
    def body(x: int) -> None:
        event("any")
        event("any")
        event("odd" if x % 2 else "even")
        event("third", payload=x % 3)
        event(("a", "tuple"))

    assert statistics_of(body).events == {
        "any": 10,
        "odd": 5,
        "even": 5,
        "third: 0": 4,
        "third: 1": 3,
        "third: 2": 3,
        "('a', 'tuple')": 10,
    }


def test_events_of_invalid_cases_do_not_count() -> None:
    def body(x: int) -> None:
        event("met")
        assume(x > 6)

    assert statistics_of(body).events == {"met": 3}


# Targets


def test_target_gives_the_observation_back_and_keeps_the_largest() -> None:
    def body(x: int) -> None:
        assert target(x, label="x") == x
        assert target(-0.5 * x) == -0.5 * x

    assert statistics_of(body).targets == {"x": 9, "": 0.0}


def test_no_integer_is_too_large_for_a_target() -> None:
    assert statistics_of(lambda x: target(10**400) and None).targets == {"": 10**400}


@pytest.mark.parametrize("observation", [math.nan, math.inf, -math.inf, "3", None, [1]])
def test_a_target_is_a_finite_number(observation: Any) -> None:
    def body(x: int) -> None:
        with pytest.raises(InvalidArgument, match="the observation must be a finite number"):
            target(observation)

    statistics_of(body)


def test_a_label_is_text_and_used_once() -> None:
    def body(x: int) -> None:
        with pytest.raises(InvalidArgument, match="the label must be a string"):
            target(1, label=2)  # type: ignore[arg-type]  # the mistake under test
        target(1, label="a")
        target(2, label="b")
        with pytest.raises(InvalidArgument, match=r"label='a'.* was called twice in one case"):
            target(3, label="a")

    statistics_of(body)


def test_a_tool_may_run_the_body_in_a_context_of_its_own() -> None:
    # As pytest-asyncio does with coroutines.
    met: list[int] = []

    @example(-1)
    @given(st.integers())
    def test(x: int) -> None:
        assert currently_in_test_context()
        note("a note")
        event("an event")
        target(x % 7)
        met.append(x)

    inner = test.shortlex.inner_test  # type: ignore[attr-defined]  # set by @given
    test.shortlex.inner_test = lambda x: Context().run(inner, x)  # type: ignore[attr-defined]  # as above
    test()
    assert len(met) > 50
    with pytest.raises(InvalidArgument, match="outside of a test"):
        Context().run(event, "an event")
