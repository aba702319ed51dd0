"""Advice: one line, with numbers and the next step, that never fails a test."""

import os
import subprocess
import sys
import textwrap
from pathlib import Path

import pytest

from shortlex import HealthCheck, assume, given, settings
from shortlex import strategies as st
from shortlex.core.integer import Integer
from shortlex.report.advice import (
    MAX_SHOWN_CHARACTERS,
    MAX_STRATEGY_CHARACTERS,
    complaint_words,
    health_words,
    misfit_words,
)
from shortlex.runner.result import Complaint, Drawing, Health, Result, Statistics, Trouble
from shortlex.runner.reuse import Endless, Misfit, OtherDraw, TooManyChoices


def words(check: HealthCheck, statistics: Statistics, drawing: Drawing | None = None) -> str:
    result = Result((), statistics, 0, health=Health((check,), drawing))
    return health_words(check, result, settings(max_choices=1000))


def test_an_assumption_is_named_with_what_it_accepts() -> None:
    statistics = Statistics()
    statistics.valid = 20
    for _ in range(160):
        statistics.count_rejection("assume() was not met at test_it.py:7")
    for _ in range(20):
        statistics.count_rejection("reject() was called at test_it.py:9")
    assert words(HealthCheck.filter_too_much, statistics) == (
        "only 20 of 200 cases were valid (assume() was not met at test_it.py:7; about 20% pass "
        "it). Draw suitable values, instead of rejecting unsuitable ones."
    )


def test_a_filter_is_named_with_what_it_accepts_in_each_try() -> None:
    statistics = Statistics()
    statistics.valid = 100
    strategy = st.integers(0, 999).filter(bool)
    for _ in range(900):
        statistics.count_rejection(strategy)
    # 0.9 ** 0.01 is 0.99895: that often a value must be refused for nine cases of ten to fail.
    assert words(HealthCheck.filter_too_much, statistics) == (
        "only 100 of 1,000 cases were valid (integers(0, 999).filter(bool); about 0.11% pass it). "
        "Draw suitable values, instead of rejecting unsuitable ones."
    )


def test_rejections_without_a_reason_are_those_of_the_test() -> None:
    statistics = Statistics()
    statistics.valid = 1
    for _ in range(99):
        statistics.count_rejection("")
    assert "valid (the test; about 1% pass it)." in words(HealthCheck.filter_too_much, statistics)


def test_large_data_is_told_with_its_sizes() -> None:
    statistics = Statistics()
    statistics.valid, statistics.overruns, statistics.simplest_size = 50, 150, 600
    assert words(HealthCheck.data_too_large, statistics) == (
        "150 of 200 cases needed more than 1,000 choices and were dropped. Make the data smaller, "
        "or raise settings(max_choices=...)."
    )
    assert words(HealthCheck.large_base_example, statistics) == (
        "even the simplest case has a size of 600, so every case is slow and none is small. "
        "Lower the minimum sizes of its strategies."
    )


def test_slow_strategies_are_named_with_their_shares() -> None:
    strategy = st.lists(st.integers())
    slow = Drawing(2.34, 0.81, strategy, 0.66, 1.0)
    assert words(HealthCheck.too_slow, Statistics(), slow) == (
        "81% of its 2.3 s were spent drawing values, 66% of that in lists(integers()). "
        "Make that strategy simpler, or its values smaller."
    )
    picky = slow._replace(acceptance=0.031)
    assert "lists(integers()), which kept 3.1% of what it drew." in words(
        HealthCheck.too_slow, Statistics(), picky
    )


def test_a_long_strategy_is_cut_short() -> None:
    strategy = st.sampled_from(["x" * 200])
    line = words(HealthCheck.too_slow, Statistics(), Drawing(2.0, 0.8, strategy, 0.6, 1.0))
    assert f"in {repr(strategy)[: MAX_STRATEGY_CHARACTERS - 3]}..." in line


@given(st.integers(0, 999))
def picky(x: int) -> None:
    assume(x % 10 == 0)


def test_a_test_that_is_called_directly_says_it_on_stderr(
    capsys: pytest.CaptureFixture[str],
) -> None:
    picky()
    output, line = capsys.readouterr()
    assert output == ""
    assert line.startswith("shortlex: picky: only ")
    assert line.count("\n") == 1


def test_quiet_tests_say_nothing(capsys: pytest.CaptureFixture[str]) -> None:
    @settings(verbosity="quiet", derandomize=True)
    @given(st.integers(0, 999))
    def quiet(x: int) -> None:
        assume(x % 10 == 0)

    quiet()
    assert capsys.readouterr() == ("", "")


def test_advice_fails_nothing_where_warnings_are_errors(tmp_path: Path) -> None:
    program = """
        from shortlex import assume, given, strategies as st

        @given(st.integers(0, 999))
        def test(x):
            assume(x % 10 == 0)

        test()
        print("passed")
    """
    path = tmp_path / "program.py"
    path.write_text(textwrap.dedent(program))
    ended = subprocess.run(
        [sys.executable, "-W", "error", str(path)],
        env={**os.environ, "PYTHONPATH": os.pathsep.join(sys.path)},
        capture_output=True,
        text=True,
        check=True,
    )
    assert ended.stdout == "passed\n"
    assert ended.stderr.startswith("shortlex: test: only ")


INTEGER = Integer(0, 5)


@pytest.mark.parametrize(
    ("misfit", "words"),
    [
        (
            OtherDraw(0, (7,), "", INTEGER),
            "strategy changed here: choice 1 was 7, but now an integer from 0 up to 5 is wanted",
        ),
        (
            OtherDraw(0, (7,), "text", INTEGER),
            (
                "strategy changed here: choice 1 was 7, out of text, but now an integer from 0 up "
                "to 5 is wanted"
            ),
        ),
        (
            OtherDraw(1, ("a",), "", None),
            "strategy changed here: choice 2 was 'a', but now nothing is drawn there",
        ),
        (
            OtherDraw(2, (), "", INTEGER),
            (
                "strategy changed here: choice 3 was not there, but now an integer from 0 up to 5 "
                "is wanted"
            ),
        ),
        (
            TooManyChoices(201, 200),
            "it has 201 choices, but settings(max_choices=...) allows only 200",
        ),
        (Endless(), "it grows too large or too deep, and does not end"),
    ],
)
def test_each_misfit_has_its_words(misfit: Misfit, words: str) -> None:
    assert misfit_words(misfit) == words


def test_only_the_start_of_a_long_choice_is_shown() -> None:
    said = misfit_words(OtherDraw(0, ("x" * 1000,), "", INTEGER))
    assert "'" + "x" * (MAX_SHOWN_CHARACTERS - 1) + "..., but" in said


@pytest.mark.parametrize(
    "trouble", [each for each in Trouble if each not in (Trouble.stale, Trouble.more)]
)
def test_each_trouble_names_its_place(trouble: Trouble) -> None:
    said = complaint_words(Complaint(trouble, "test_a", "file 1", "OSError: full"))
    assert "file 1" in said
    assert ("OSError: full" in said) is (trouble is not Trouble.too_many)
    assert ("test_a" in said) is (trouble is not Trouble.damaged)


def test_a_stale_failure_is_said_to_have_changed() -> None:
    said = complaint_words(Complaint(Trouble.stale, "test_a", "file 1", Endless()))
    assert said.startswith("file 1 has a failure of test_a that can no longer be run: it grows")


def test_complaints_that_are_not_shown_are_counted() -> None:
    said = complaint_words(Complaint(Trouble.more, "test_a", "Broken()", 3))
    assert said == "Broken() caused 3 more such warnings."
