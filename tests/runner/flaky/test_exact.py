"""Confirmation: a test that does not fail again, or draws otherwise, is called flaky, and how."""

import itertools
import random
import re
import unittest
from collections.abc import Callable
from typing import Any, NamedTuple

import pytest

from shortlex import Phase, assume, given, lowlevel, note, seed, settings
from shortlex import strategies as st
from shortlex.core.boolean import Boolean
from shortlex.core.case import Case, RecordedCase
from shortlex.core.order import simpler_output
from shortlex.core.source import ReplaySource
from shortlex.core.trace import Outcome
from shortlex.database import MemoryDatabase
from shortlex.errors import FlakyFailure, FlakyGeneration
from shortlex.reducer.budget import Budget, OutOfBudget
from shortlex.runner.flaky.exact import UPHILL, Candidates
from shortlex.runner.hunt import Bug, Hunt
from shortlex.runner.run import run


@pytest.fixture
def unhurried_runs(monkeypatch: pytest.MonkeyPatch) -> None:
    """However slow the machine is, a flaky case is run as often as is wanted."""
    monkeypatch.setattr("shortlex.runner.flaky.measure.monotonic", lambda: 0.0)


@pytest.mark.usefixtures("unhurried_runs")
def test_a_failure_that_does_not_come_again_is_flaky() -> None:
    calls = itertools.count()

    @given(st.integers())
    def test(x: int) -> None:
        assert next(calls) != 5, "the sixth call"

    with pytest.raises(FlakyFailure) as caught:
        test()
    assert caught.value.message == (
        "Flaky: this case failed in 1 of 22 runs.\n"
        "It drew the same values each time, so the test depends on something else: state kept from "
        "one case to the next, time, threads, or random numbers that are not from a strategy.\n"
        "To reduce it anyway, add @settings(min_failure_rate=0.01)\n"
        "The first time: AssertionError: the sixth call ...\n"
        "The second time: it passed"
    )
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

    with pytest.raises(FlakyFailure, match=r"ValueError: even\n.*KeyError: 'odd'") as caught:
        test()
    assert [type(each) for each in caught.value.exceptions] == [ValueError, KeyError]


def test_a_failure_that_is_rejected_the_second_time_is_flaky() -> None:
    calls = itertools.count()

    @given(st.integers())
    def test(x: int) -> None:
        if x > 100:
            assume(next(calls) == 0)
            raise ValueError

    with pytest.raises(FlakyFailure, match=r"rejected by assume\(\) was not met at test_exact"):
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
    told = re.match(
        r"Flaky: this case failed in (\d+) of (\d+) runs\.\n.*\n"
        r"To reduce it anyway, add @settings\(min_failure_rate=(.*)\)\n",
        caught.value.message,
    )
    assert told is not None
    assert int(told[2]) == len(calls) == 22
    assert int(told[1]) / 22 == pytest.approx(rate, abs=0.15)
    assert told[3] == advised


def test_a_slow_flaky_test_is_run_again_for_half_a_second_only(
    monkeypatch: pytest.MonkeyPatch,
) -> None:
    now = [0.0]
    monkeypatch.setattr("shortlex.runner.flaky.measure.monotonic", lambda: now[0])
    calls: list[bool] = []

    @given(st.integers())
    def test(x: int) -> None:
        if x > 100:
            now[0] += 0.2
            calls.append(True)
            assert len(calls) > 1

    with pytest.raises(FlakyFailure, match=r"^Flaky: this case failed in 1 of 5 runs"):
        test()


@pytest.mark.usefixtures("unhurried_runs")
def test_a_long_error_is_quoted_in_one_short_line() -> None:
    calls = itertools.count()

    @given(st.integers())
    def test(x: int) -> None:
        if next(calls) == 5:
            raise ValueError("\u202e" + "x" * 10_000 + "\nand more")

    with pytest.raises(FlakyFailure) as caught:
        test()
    lines = caught.value.message.splitlines()
    assert lines[0] == "Flaky: this case failed in 1 of 22 runs."
    assert re.fullmatch(r"The first time: ValueError: \\u202ex{150,200} \.\.\.", lines[3])
    assert lines[4:] == ["The second time: it passed"]


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
    assert message.startswith("The same case was drawn differently the second time. Draw 2 gave 50")
    assert "; then an integer from 600 up to 609 was wanted there. " in message
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

    with pytest.raises(FlakyGeneration, match=r"Draw 1 gave .* at first; then"):
        test()


def test_more_draws_than_the_first_time_are_flaky_generation() -> None:
    counter = itertools.count(1)

    @st.composite
    def growing(draw: st.DrawFn) -> list[int]:
        return [draw(st.integers()) for _ in range(next(counter))]

    @given(growing())
    def test(xs: list[int]) -> None:
        assert len(xs) < 3

    with pytest.raises(FlakyGeneration, match="3 draws at first, then 4"):
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

    with pytest.raises(
        FlakyFailure, match=r"it was marked interesting\nThe second time: it passed"
    ):
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


def test_an_error_after_an_assumption_in_a_map_is_the_same_error() -> None:
    def step(value: bool) -> bool:
        if value:
            raise ValueError("always for True")
        assume(False)
        return value

    for number in range(10):

        @seed(number)
        @given(st.booleans().map(step))
        def test(value: bool) -> None:
            pass

        with pytest.raises(ValueError, match="always for True") as caught:
            test()
        assert caught.value.__context__ is None


# Failures that depend on the cases before them


def fails_after_ten_cases() -> Callable[[], None]:
    calls = itertools.count()

    @given(st.integers())
    def test(x: int) -> None:
        assert next(calls) < 10

    return test


def fails_for_some_after_thirty_cases() -> Callable[[], None]:
    calls = itertools.count()

    @given(st.integers())
    def test(x: int) -> None:
        assert next(calls) < 30 or x <= 5

    return test


def changes_what_a_strategy_gives() -> Callable[[], None]:
    @given(st.integers(), st.just([]))
    def test(x: int, xs: list[int]) -> None:
        xs.append(x)
        assert len(xs) < 15

    return test


def keeps_state_on_its_class() -> Callable[[], None]:
    class Keeps(unittest.TestCase):
        seen = 0

        @given(st.text())
        def test(self, text: str) -> None:
            Keeps.seen += 1
            assert Keeps.seen < 40

    return Keeps("test").test


def draws_in_its_body() -> Callable[[], None]:
    calls = itertools.count()

    @given(st.data())
    def test(data: st.DataObject) -> None:
        x = data.draw(st.integers())
        assert next(calls) < 30 or x <= 5

    return test


@pytest.mark.parametrize(
    "make",
    [
        fails_after_ten_cases,
        fails_for_some_after_thirty_cases,
        changes_what_a_strategy_gives,
        keeps_state_on_its_class,
        draws_in_its_body,
    ],
)
def test_a_failure_that_depends_on_the_cases_before_it_is_flaky(
    make: Callable[[], Callable[[], None]],
) -> None:
    for number in range(3):
        test = make()
        function: Any = getattr(test, "__func__", test)
        settings(database=None)(seed(number)(function))
        with pytest.raises(FlakyFailure, match="depends on the cases that were run") as caught:
            test()
        assert [type(each) for each in caught.value.exceptions] == [AssertionError]
        report = "\n".join(caught.value.__notes__)
        assert "Run this case again (it may pass)" in report
        assert "Replay exactly" not in report


def test_the_case_that_passed_at_first_is_named() -> None:
    with pytest.raises(FlakyFailure, match=r"fails in the same way: test\(\n    x=0,\n\)\n"):
        fails_after_ten_cases()()


def test_a_failure_by_seeded_random_numbers_does_not_depend_on_earlier_cases() -> None:
    # The first cases are not seeded yet, and would end otherwise if they were.
    for number in range(20):

        @settings(database=None)
        @seed(number)
        @given(st.integers())
        def test(x: int) -> None:
            assert x < 1000 or random.randrange(10**6) != 885440  # which is the first

        random.seed(number)
        try:
            test()
        except FlakyFailure:
            raise
        except AssertionError:
            pass


def test_a_case_that_was_too_large_before_does_not_speak_against_a_failure() -> None:
    @settings(database=None, max_choices=20)
    @given(st.data())
    def test(data: st.DataObject) -> None:
        count = data.draw(st.integers(0, 100))
        for _ in range(count):
            data.draw(st.booleans())
        assert count < 10

    for number in range(10):
        with pytest.raises(AssertionError):
            seed(number)(test)()


def test_a_known_failure_that_depends_on_the_cases_before_it_stays_flaky() -> None:
    met: list[int] = []

    @settings(database=MemoryDatabase())
    @given(st.integers())
    def test(number: int) -> None:
        met.append(number)
        assert met == [number]

    for _ in range(3):
        with pytest.raises(FlakyFailure, match="depends on the cases that were run before it"):
            test()
        met.clear()  # as in a new process


def test_a_failure_is_not_lost_in_the_case_that_is_the_first_to_use_random_numbers() -> None:
    """The simplest case fails once, by its own state, and is then run again with seeded numbers."""
    cases = []

    @settings(database=None)
    @given(st.booleans())
    def test(flag: bool) -> None:
        random.random()
        cases.append(flag)
        assert len(cases) > 1

    with pytest.raises(FlakyFailure, match=r"Flaky: this case failed in 1 of \d+ runs"):
        test()


def test_failures_of_other_kinds_are_counted_apart() -> None:
    calls = itertools.count()

    @settings(database=None, report_multiple_bugs=False)
    @given(st.integers())
    def test(x: int) -> None:
        number = next(calls)
        if number >= 5:
            assert number % 2 == 0
            raise ValueError

    with pytest.raises(FlakyFailure) as caught:
        test()
    shown = re.match(
        r"Flaky: this case failed in (\d+) of (\d+) runs, and in another way in (\d+)\.",
        caught.value.message,
    )
    assert shown is not None
    failures, runs, others = map(int, shown.groups())
    assert failures + others == runs


def candidates_of(
    test: Any, choices: list[Any], budget: Budget | None = None, **options: Any
) -> tuple[Candidates, Bug]:
    hunt = Hunt(test, settings(**options), seed=0)
    hunt.run(RecordedCase(ReplaySource(choices)))
    (bug,) = hunt.bugs.values()
    return Candidates(hunt, bug, budget or Budget()), bug


def ten(case: Case) -> None:
    case.arguments_wanted()
    number = case.draw(st.integers())
    case.arguments_drawn([number])
    assert number < 10


@pytest.mark.parametrize(
    ("choices", "fails", "was_run"),
    [
        ([20], True, True),
        ([10], True, True),
        ([9], False, True),
        ([31], False, False),
        ([], False, True),
    ],
)
def test_a_light_run_tells_failing_passing_and_no_simpler_apart(
    choices: list[int], fails: bool, was_run: bool
) -> None:
    candidates, bug = candidates_of(ten, [30])
    case = candidates.try_lightly(choices, bug.best)
    assert (case.fails, case.has_begun) == (fails, was_run)


class Held(NamedTuple):
    """What Shortlex does not know as plain data."""

    number: int


def test_the_body_is_not_run_again_for_the_record_of_a_case_that_has_just_failed() -> None:
    met = []

    def held(case: Case) -> None:
        case.arguments_wanted()
        value = Held(case.draw(st.integers()))
        case.arguments_drawn([value])
        met.append(value.number)
        assert value.number < 10

    candidates, bug = candidates_of(held, [30])
    choices = [20]
    assert candidates.try_lightly(choices, bug.best).fails
    trace = candidates.run(choices, bug.best, None)
    assert trace.is_interesting
    assert bug.best is trace
    assert met == [30, 20]
    # Only that candidate was expected to fail.
    assert candidates.run([9], bug.best, None).outcome is Outcome.VALID
    assert met == [30, 20, 9]


def test_what_the_body_draws_is_recorded_by_running_it_again() -> None:
    def drawing(case: Case) -> None:
        case.arguments_wanted()
        case.arguments_drawn([case])
        assert case.draw(st.integers()) < 10

    candidates, bug = candidates_of(drawing, [30])
    choices = [20]
    assert candidates.try_lightly(choices, bug.best).fails
    assert candidates.run(choices, bug.best, None).choices == (20,)


def test_without_a_best_a_light_run_may_be_less_simple() -> None:
    candidates, _ = candidates_of(ten, [30])
    assert candidates.try_lightly([31], None).fails


def test_what_skips_or_is_rejected_does_not_fail() -> None:
    def skipping(case: Case) -> None:
        number = case.draw(st.integers())
        if number == 7:
            pytest.skip("cannot say")
        if number == 8:
            case.reject("no")
        raise ValueError(number)

    candidates, bug = candidates_of(skipping, [30])
    assert not candidates.try_lightly([7], bug.best).fails
    assert not candidates.try_lightly([8], bug.best).fails
    assert candidates.try_lightly([9], bug.best).fails


def test_an_interrupt_in_a_light_run_is_raised() -> None:
    def interrupted(case: Case) -> None:
        if case.draw(st.integers()) == 7:
            raise KeyboardInterrupt
        raise ValueError

    candidates, bug = candidates_of(interrupted, [30])
    with pytest.raises(KeyboardInterrupt):
        candidates.try_lightly([7], bug.best)


def endless(case: Case) -> None:
    """Draws until a number is not zero, so simplest values never end."""
    while not case.draw(st.integers(0, 5)):
        pass
    raise ValueError


def test_a_generator_that_never_ends_is_stopped_also_uphill() -> None:
    candidates, bug = candidates_of(endless, [0, 0, 1])
    for best in (bug.best, None):
        trace = candidates.run([], best, None)
        assert not trace.is_interesting
        assert trace.size <= UPHILL * bug.best.size + 1
        assert not candidates.try_lightly([], best).fails


def test_a_light_run_has_the_time_of_the_budget() -> None:
    now = 0.0
    budget = Budget(seconds=10, clock=lambda: now)
    candidates, _ = candidates_of(endless, [0] * 100 + [1], budget)
    now = 11.0
    with pytest.raises(OutOfBudget):
        candidates.try_lightly([0] * 90, None)


def test_bodies_that_ran_are_counted() -> None:
    hunt = Hunt(ten, settings(), seed=0)
    hunt.run(RecordedCase(ReplaySource([30])))
    (bug,) = hunt.bugs.values()
    before = hunt.statistics.replays
    candidates = Candidates(hunt, bug, Budget())
    candidates.try_lightly([20], bug.best)
    candidates.try_lightly([40], bug.best)
    assert hunt.statistics.replays == before + 1


def test_other_processes_and_orders_need_recorded_runs() -> None:
    assert candidates_of(ten, [30])[0].can_be_tried
    hunt = Hunt(ten, settings(), seed=0, order=simpler_output)
    hunt.run(RecordedCase(ReplaySource([30])))
    assert not Candidates(hunt, next(iter(hunt.bugs.values())), Budget()).can_be_tried


def test_a_retry_loop_in_a_generator_ends() -> None:
    def distinct(case: Case) -> None:
        found: list[int] = []
        for _ in range(case.draw(st.integers(0, 10))):
            number = case.draw(st.integers(0, 50))
            while number in found:
                number = case.draw(st.integers(0, 50))
            found.append(number)
        if len(found) >= 4 and sum(found) >= 60:
            case.mark_interesting()

    best = lowlevel.reduce(distinct, [6, 50, 3, 3, 3, 20, 7, 7, 1, 0], max_calls=20_000)
    assert best.choices[0] == 4
    assert best.size == 5


def test_an_error_raised_while_a_refusal_passes_by_is_not_flaky() -> None:
    strategy = st.lists(st.integers(0, 3), unique=True, min_size=3)

    def body(data: st.DataObject) -> None:
        try:
            data.draw(strategy)
        finally:
            raise ValueError("on the way out")

    for number in range(5):
        test = seed(number)(settings(database=None)(given(st.data())(body)))
        with pytest.raises(ValueError, match="on the way out"):
            test()
