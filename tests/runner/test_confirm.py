"""Confirmation: a test that does not fail again, or draws otherwise, is called flaky, and how."""

import itertools
import random
import re
from typing import Any

import pytest

from shortlex import Phase, assume, given, lowlevel, note, settings
from shortlex import strategies as st
from shortlex.core.boolean import Boolean
from shortlex.core.bytestring import Bytes
from shortlex.core.case import Case
from shortlex.core.domain import Domain
from shortlex.core.floating import Float
from shortlex.core.integer import Integer
from shortlex.core.sizes import Sizes
from shortlex.errors import FlakyFailure, FlakyGeneration
from shortlex.runner.confirm import describe_domain
from shortlex.runner.run import run


def test_a_failure_that_does_not_come_again_is_flaky() -> None:
    calls = itertools.count()

    @given(st.integers())
    def test(x: int) -> None:
        assert next(calls) != 5, "the sixth call"

    with pytest.raises(FlakyFailure) as caught:
        test()
    assert caught.value.message.startswith(
        "The same case ended in two ways. The first time: AssertionError: the sixth call\n"
    )
    assert "The second time: it passed. The test drew the same both times" in caught.value.message
    assert [type(each) for each in caught.value.exceptions] == [AssertionError]
    # Where it failed is still known, without our frames around it.
    assert re.match(r"Failing test case: test\(\n    x=-?[\d_]+,\n\)$", caught.value.__notes__[0])
    traceback = caught.value.exceptions[0].__traceback__
    assert traceback is not None
    assert traceback.tb_frame.f_code.co_name == "test"


def test_a_failure_that_comes_again_differently_is_flaky_with_both_errors() -> None:
    calls = itertools.count()

    @settings(phases=[Phase.generate], report_multiple_bugs=False)
    @given(st.integers())
    def test(x: int) -> None:
        if x > 100 and next(calls) % 2:
            raise KeyError("odd")
        if x > 100:
            raise ValueError("even")

    with pytest.raises(FlakyFailure, match=r"ValueError: even.*KeyError: 'odd'") as caught:
        test()
    assert [type(each) for each in caught.value.exceptions] == [ValueError, KeyError]


def test_a_failure_that_is_rejected_the_second_time_is_flaky() -> None:
    calls = itertools.count()

    @given(st.integers())
    def test(x: int) -> None:
        if x > 100:
            assume(next(calls) == 0)
            raise ValueError

    with pytest.raises(FlakyFailure, match=r"rejected by assume\(\) was not met at test_confirm"):
        test()


def test_a_flaky_exit_is_told_in_a_group_that_holds_no_exits() -> None:
    calls = itertools.count()

    @given(st.integers())
    def test(x: int) -> None:
        if x > 100 and next(calls) == 0:
            raise SystemExit(3)

    with pytest.raises(FlakyFailure, match="The first time: SystemExit: 3") as caught:
        test()
    assert isinstance(caught.value.exceptions[0].__cause__, SystemExit)


@pytest.mark.parametrize(
    ("rate", "advised"), [(0.9, "0.2"), (0.5, "0.1"), (0.2, "0.05"), (0.0, "0.01")]
)
def test_a_flaky_test_is_told_how_often_it_fails_and_what_to_set(rate: float, advised: str) -> None:
    chance = random.Random(1)
    calls: list[bool] = []

    @settings(phases=[Phase.generate], report_multiple_bugs=False)
    @given(st.integers())
    def test(x: int) -> None:
        if x > 100:
            calls.append(True)
            # Fails the first time, and not the second.
            assert len(calls) > 1 and (len(calls) == 2 or chance.random() > rate)  # noqa: PT018  # one origin

    with pytest.raises(FlakyFailure) as caught:
        test()
    told = re.fullmatch(
        r"It failed in (\d+) of (\d+) runs\. To reduce it all the same, add "
        r"@settings\(min_failure_rate=(.*)\)",
        caught.value.message.splitlines()[-1],
    )
    assert told is not None
    assert int(told[2]) == len(calls) == 22
    assert int(told[1]) / 22 == pytest.approx(rate, abs=0.15)
    assert told[3] == advised


def test_a_slow_flaky_test_is_run_again_for_half_a_second_only(
    monkeypatch: pytest.MonkeyPatch,
) -> None:
    now = [0.0]
    monkeypatch.setattr("shortlex.runner.measure.monotonic", lambda: now[0])
    calls: list[bool] = []

    @given(st.integers())
    def test(x: int) -> None:
        if x > 100:
            now[0] += 0.2
            calls.append(True)
            assert len(calls) > 1

    with pytest.raises(FlakyFailure, match="It failed in 1 of 5 runs"):
        test()


def test_a_failure_that_is_lost_at_the_last_replay_is_flaky_and_shown() -> None:
    calls: list[int] = []

    @settings(max_examples=1)
    @given(st.integers(min_value=3))
    def test(x: int) -> None:
        note("a note")
        calls.append(x)
        assert len(calls) > 1, "only the first call fails"

    with pytest.raises(FlakyFailure, match="The second time: it passed") as caught:
        test()
    notes = caught.value.__notes__
    assert notes[:2] == ["Failing test case: test(\n    x=3,\n)", "a note"]


def test_another_bug_is_reported_beside_a_flaky_one() -> None:
    calls: list[int] = []

    @given(st.integers())
    def test(x: int) -> None:
        calls.append(x)
        if x > 100:
            raise ValueError
        assert len(calls) > 1, "only the first call fails"

    with pytest.raises(ExceptionGroup) as caught:
        test()
    assert {type(each) for each in caught.value.exceptions} == {ValueError, FlakyFailure}


def test_draws_that_depend_on_a_counter_are_flaky_generation() -> None:
    counter = itertools.count()

    @st.composite
    def counting(draw: st.DrawFn) -> int:
        n = next(counter)
        draw(st.integers(0, 9))
        return draw(st.integers(100 * n, 100 * n + 9))

    @given(counting())
    def test(x: int) -> None:
        assert x < 500

    with pytest.raises(FlakyGeneration) as caught:
        test()
    message = str(caught.value)
    assert message.startswith("The same case was drawn in two ways. Draw 2 gave 50")
    assert "; the second time an integer from 600 up to 609 was wanted there. " in message
    assert "global state, time, the order of a set, or random numbers" in message
    # What it failed with the first time is not lost.
    assert isinstance(caught.value.__cause__, AssertionError)


def test_draws_that_depend_on_randomness_of_their_own_are_flaky_generation() -> None:
    own = random.Random(1)

    @st.composite
    def shifting(draw: st.DrawFn) -> object:
        return draw(st.text(max_size=3)) if own.random() < 0.5 else draw(st.floats(0, 1))

    @given(shifting())
    def test(x: object) -> None:
        assert x in ("", 0.0)

    with pytest.raises(FlakyGeneration, match=r"Draw 1 gave .* the second time"):
        test()


def test_more_draws_than_the_first_time_are_flaky_generation() -> None:
    counter = itertools.count(1)

    @st.composite
    def growing(draw: st.DrawFn) -> list[int]:
        return [draw(st.integers()) for _ in range(next(counter))]

    @given(growing())
    def test(xs: list[int]) -> None:
        assert len(xs) < 3

    with pytest.raises(FlakyGeneration, match="first time with 3 draws, the second time with 4"):
        test()


def test_draws_that_differ_at_the_last_replay_are_flaky_generation() -> None:
    counter = itertools.count()

    @st.composite
    def changing(draw: st.DrawFn) -> int:
        return draw(st.integers(5, 9) if next(counter) == 0 else st.integers(100, 109))

    @settings(max_examples=1, phases=["generate"])
    @given(changing())
    def test(x: int) -> None:
        raise ValueError

    with pytest.raises(FlakyGeneration, match=r"Draw 1 gave 5 .* an integer from 100 up to 109"):
        test()


def test_what_is_marked_interesting_must_be_so_again() -> None:
    calls = itertools.count()

    def function(case: Case) -> None:
        if lowlevel.draw_bits(case, 8) > 10 and next(calls) == 0:
            case.mark_interesting("large")

    with pytest.raises(FlakyFailure, match=r"it was marked interesting.*second time: it passed"):
        lowlevel.run(function, seed=0)


# What is not run again


def calls_of(body: Any, *, tells_arguments: bool = True) -> int:
    """How often a body ran with the number that is reported, which is not reduced."""
    met: list[int] = []

    def function(case: Case) -> None:
        number = case.draw(st.integers())
        if tells_arguments:
            case.arguments_drawn([number])
        if number > 100:
            met.append(number)
            body(case)
            raise ValueError(number)

    options = settings(phases=[Phase.generate], report_multiple_bugs=False, max_examples=1000)
    (failure,) = run(function, options, seed=0).failures
    assert isinstance(failure.error, ValueError)
    return met.count(failure.error.args[0])


@pytest.mark.usefixtures("one_last_run")
def test_a_failure_that_drew_all_before_its_body_is_recorded_without_the_body() -> None:
    # Where it was found, and for the report.
    assert calls_of(lambda case: None) == 2


@pytest.mark.usefixtures("one_last_run")
def test_a_failure_whose_body_is_not_told_apart_is_recorded_with_it() -> None:
    assert calls_of(lambda case: None, tells_arguments=False) == 3


@pytest.mark.usefixtures("one_last_run")
@pytest.mark.parametrize(
    "body",
    [
        lambda case: case.write("some output"),
        lambda case: case.incur_cost(3),
        lambda case: case.choose(Boolean(0.5)),
    ],
    ids=["output", "cost", "draws"],
)
def test_a_failure_whose_body_writes_or_costs_or_draws_is_recorded_with_it(body: Any) -> None:
    assert calls_of(body) == 3


@pytest.mark.usefixtures("one_last_run")
def test_what_was_recorded_without_the_body_is_the_case_that_failed() -> None:
    calls: list[int] = []

    @settings(phases=[Phase.generate], report_multiple_bugs=False)
    @given(st.integers(), st.lists(st.integers()))
    def test(x: int, xs: list[int]) -> None:
        if x > 100 and len(xs) > 2:
            calls.append(x)
            raise KeyError(x)

    with pytest.raises(KeyError) as caught:
        test()
    assert calls == [caught.value.args[0]] * 2


def test_draws_that_differ_are_found_though_the_body_is_not_run() -> None:
    counter = itertools.count(1)
    lengths: list[int] = []

    @st.composite
    def growing(draw: st.DrawFn) -> list[int]:
        return [draw(st.integers()) for _ in range(next(counter))]

    @given(growing())
    def test(xs: list[int]) -> None:
        lengths.append(len(xs))
        assert len(xs) < 3

    with pytest.raises(FlakyGeneration):
        test()
    assert lengths[-1] == 3


@pytest.mark.parametrize(
    ("domain", "words"),
    [
        (Boolean(0.5), "True or False"),
        (Boolean(1.0), "True"),
        (Integer(), "an integer"),
        (Integer(0), "an integer from 0"),
        (Integer(None, 5), "an integer up to 5"),
        (Integer(-3, 5), "an integer from -3 up to 5"),
        (Float(0.5, 2.0, allow_nan=False, allow_infinity=False), "a float from 0.5 up to 2.0"),
        (Bytes(Sizes(2, 2)), "bytes of length 2"),
        (Bytes(Sizes(1, 5)), "bytes of length 1 to 5"),
        (Bytes(Sizes(1)), "bytes of length 1 or more"),
    ],
)
def test_what_a_draw_may_give_is_said_in_words(domain: Domain, words: str) -> None:
    assert describe_domain(domain) == words
