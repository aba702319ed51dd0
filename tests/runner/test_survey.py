"""What a survey keeps of the cases that it sees."""

from typing import Any

from shortlex import given, settings
from shortlex import strategies as st
from shortlex.control import assume, target
from shortlex.property.session import Session, active
from shortlex.runner.survey import MAX_OBSERVATIONS, Sample, Survey


def surveyed(test: Any) -> Survey:
    survey = Survey()
    token = active.set(Session(observer=survey))
    try:
        test()
    except AssertionError:
        pass
    finally:
        active.reset(token)
    return survey


def test_every_case_that_is_generated_is_counted_and_no_candidate() -> None:
    @settings(max_examples=60, derandomize=True)
    @given(st.lists(st.integers()))
    def test(xs: list[int]) -> None:
        target(len(xs), label="n")
        assume(len(xs) != 3)
        assert len(xs) < 50

    survey = surveyed(test)
    assert survey.sizes.total() == 60
    ((place, (unmet, met)),) = survey.checks.items()
    assert place[0].endswith("test")
    assert met == 60
    assert unmet > 0
    assert len(survey.targets["n"].values) == 60


def test_reductions_are_not_counted() -> None:
    calls = 0

    @settings(derandomize=True)
    @given(st.lists(st.integers()))
    def test(xs: list[int]) -> None:
        nonlocal calls
        calls += 1
        assert sum(xs) < 1000

    survey = surveyed(test)
    assert 0 < survey.sizes.total() < calls


def test_the_same_cases_are_run_with_and_without_a_survey() -> None:
    runs: list[list[Any]] = []

    @settings(derandomize=True)
    @given(st.lists(st.integers().filter(lambda x: x % 3)), st.text())
    def test(xs: list[int], text: str) -> None:
        runs[-1].append((xs, text))

    for call in (test, lambda: surveyed(test)):
        runs.append([])
        call()
    assert runs[0] == runs[1]


def test_many_numbers_are_kept_evenly() -> None:
    sample = Sample()
    for i in range(5 * MAX_OBSERVATIONS):
        sample.add(i)
    assert len(sample.values) <= MAX_OBSERVATIONS
    assert sample.values[:3] == [0, 8, 16]
    assert sample.values[-1] > 5 * MAX_OBSERVATIONS - 10
