"""What a runner of tests, such as the pytest plugin, can ask of a property through a session."""

from collections.abc import Callable, Iterator
from contextlib import contextmanager
from typing import Any

import pytest

from shortlex import example, given, settings
from shortlex import strategies as st
from shortlex.property.session import Session, active
from shortlex.runner.result import Result


@contextmanager
def within(session: Session) -> Iterator[None]:
    token = active.set(session)
    try:
        yield
    finally:
        active.reset(token)


def test_a_session_wraps_the_body_of_every_case_and_example() -> None:
    calls: list[str] = []

    def wrap(body: Callable[..., Any]) -> Callable[..., Any]:
        def wrapped(*args: Any, **kwargs: Any) -> Any:
            calls.append("around")
            return body(*args, **kwargs)

        return wrapped

    @settings(max_examples=5)
    @example(3)
    @given(st.integers())
    def test(x: int) -> None:
        calls.append("body")

    with within(Session(wrap=wrap)):
        test()
    assert calls == ["around", "body"] * 6


def test_a_session_seeds_the_cases_of_tests_that_have_no_seed() -> None:
    def cases(session: Session) -> list[int]:
        drawn: list[int] = []

        @settings(derandomize=False)
        @given(st.integers())
        def test(x: int) -> None:
            drawn.append(x)

        with within(session):
            test()
        return drawn

    assert cases(Session(seed=1)) == cases(Session(seed=1)) != cases(Session(seed=2))


def test_a_session_changes_settings_and_is_told_the_result() -> None:
    results: list[tuple[Result, settings]] = []

    @given(st.integers())
    def test(x: int) -> None: ...

    session = Session(
        options=lambda own: settings(own, max_examples=7),
        on_result=lambda result, options: results.append((result, options)),
    )
    with within(session):
        test()
    ((result, options),) = results
    assert options.max_examples == result.statistics.valid == 7


def test_a_session_runs_the_case_of_its_token_alone() -> None:
    drawn: list[int] = []

    @given(st.integers())
    def test(x: int) -> None:
        drawn.append(x)
        assert x < 1000

    with pytest.raises(AssertionError) as caught:
        test()
    token = caught.value.__notes__[-1].split('"')[1]
    drawn.clear()
    with within(Session(token=token)), pytest.raises(AssertionError):
        test()
    assert drawn == [1000]


def test_a_session_may_give_time_for_more_cases() -> None:
    calls: list[int] = []

    @settings(max_examples=5)
    @given(st.integers())
    def test(x: int) -> None:
        calls.append(x)

    with within(Session(seconds=0.05)):
        test()
    assert len(calls) > 5


def test_a_session_is_told_before_cases_are_run_for_the_report() -> None:
    said: list[object] = []

    @example(1)
    @example(2)
    @given(st.integers())
    def test(x: int) -> None:
        said.append(x)
        assert x < 100

    session = Session(on_report=lambda options: said.append("report"))
    with within(session), pytest.raises(AssertionError):
        test()
    assert said[:4] == ["report", 1, "report", 2]
    assert said[-2:] == ["report", 100]
    assert said.count("report") == 3
