"""Tests that fail only sometimes: they are reduced, confirmed, and never lost."""

import re
from collections import Counter
from collections.abc import Callable
from random import Random

import pytest

from shortlex import find, given, lowlevel, note, reproduce_failure, seed, settings
from shortlex import strategies as st
from shortlex.core.case import Case, RecordedCase
from shortlex.core.order import Simpler, simpler, simpler_output
from shortlex.core.source import ReplaySource
from shortlex.core.trace import Outcome, Trace
from shortlex.errors import DidNotReproduce, FlakyGeneration
from shortlex.reducer.budget import Budget
from shortlex.runner.execute import execute
from shortlex.runner.flaky.measure import RUNS
from shortlex.runner.flaky.sequential import Rule
from shortlex.runner.flaky.statistical import Evidence, reduce_flaky
from shortlex.runner.hunt import Hunt
from shortlex.runner.result import Failure, Result
from shortlex.runner.run import run
from shortlex.settings import Phase

LIMIT = 0.05


def flaky_test(
    strategy: st.SearchStrategy[object], rate_of: Callable[..., float], number: int = 0
) -> tuple[Callable[[Case], None], list[object]]:
    """A test that fails at a rate that depends on its value, and the values that it was run on."""
    random = Random(number)
    values: list[object] = []

    def test(case: Case) -> None:
        value = case.draw(strategy)
        case.arguments_drawn([value])
        values.append(value)
        if random.random() < rate_of(value):
            raise ValueError(value)

    return test, values


def reduced(
    strategy: st.SearchStrategy[object],
    rate_of: Callable[..., float],
    number: int = 0,
    **options: object,
) -> tuple[Failure, object, list[object]]:
    """The failure of such a test, the value that is reported, and all that were run."""
    test, values = flaky_test(strategy, rate_of, number)
    result = run(test, settings(**{"min_failure_rate": LIMIT, **options}), seed=number)
    (failure,) = result.failures
    return failure, values[-1], values


@pytest.mark.parametrize("rate", [0.2, 0.5, 0.9])
def test_a_failure_that_comes_sometimes_is_reduced_like_one_that_comes_always(rate: float) -> None:
    found = Counter(
        str(reduced(st.lists(st.integers()), lambda xs: rate * (len(set(xs)) >= 3), number)[1])
        for number in range(20)
    )
    assert found["[0, 1, -1]"] >= 16
    assert sum(count for text, count in found.items() if text.count(",") <= 3) >= 18


@pytest.mark.parametrize("rate", [0.02, 0.2, 0.6, 1.0])
def test_what_is_reported_is_a_failing_case_whatever_its_rate(rate: float) -> None:
    for number in range(15):
        failure, value, _ = reduced(
            st.lists(st.integers(0, 50)),
            lambda xs: rate * (sum(xs) > 100),
            number,
            max_examples=2000,
        )
        assert sum(value) > 100  # type: ignore[call-overload]  # a list
        assert isinstance(failure.error, ValueError)


def test_a_case_that_fails_too_seldom_is_reported_as_it_was_found() -> None:
    first: list[object] = []

    def rate_of(number: int) -> float:
        if number > 1000 and not first:
            first.append(number)
            return 1.0
        return 0.0

    failure, value, _ = reduced(st.integers(), rate_of)
    assert [value] == first == list(failure.error.args)  # type: ignore[union-attr]  # an error
    assert failure.frequency is not None
    assert failure.frequency.rate == (0, RUNS)
    assert not failure.frequency.is_confirmed
    assert failure.history is not None
    assert (failure.history.steps, failure.history.stopped_early) == ([], "seldom")


def test_the_rate_of_what_is_reported_stays_above_the_limit() -> None:
    # The smaller the rarer: every step is tempting, and all together lose the failure.
    def rate_of(xs: list[int]) -> float:
        return min(0.9, 0.02 * len(xs))

    for number in range(10):
        failure, value, _ = reduced(
            st.lists(st.integers(), min_size=1), rate_of, number, min_failure_rate=0.1
        )
        assert rate_of(value) >= 0.1 or not failure.history.steps  # type: ignore[arg-type, union-attr]  # a list


def test_what_only_seemed_to_fail_is_taken_back() -> None:
    random = Random(0)
    failed: set[int] = set()

    def test(case: Case) -> None:
        number = case.draw(st.integers(min_value=0))
        case.arguments_drawn([number])
        # Once there is a failure, the small ones fail too, but only when they are first met.
        is_lucky = number < 1000 and failed and number not in failed
        if is_lucky or (number >= 1000 and random.random() < 0.3):
            failed.add(number)
            raise ValueError

    options = settings(min_failure_rate=LIMIT, report_multiple_bugs=False, max_examples=500)
    (failure,) = run(test, options, seed=0).failures
    assert min(failed) < 1000 <= failure.case.choices[0]  # type: ignore[operator]  # an integer
    # What was taken back is not in the history either.
    assert failure.history is not None
    *_, last = bests = list(failure.history.choices())
    assert all(choices >= (1000,) for choices in bests)
    assert last == failure.trace.choices


def test_another_start_is_taken_where_the_first_fails_too_seldom() -> None:
    # What is odd fails nearly never, but is met first.
    _, value, values = reduced(
        st.integers(), lambda n: (0.001 if n % 2 else 0.95) * (n > 100), max_examples=500
    )
    assert value == 102
    assert len(values) < 2000


def test_equal_arguments_share_their_runs() -> None:
    hundreds = st.integers(0, 10_000).map(lambda number: number // 100)
    _, value, values = reduced(hundreds, lambda n: 0.95 * (n >= 37), 1, max_examples=500)
    assert value == 37
    # Each is refused once and for all, though many choices lead to it.
    assert max(Counter(n for n in values if n < 37).values()) < 20  # type: ignore[operator]  # integers


def test_no_more_is_spent_than_the_budget_has() -> None:
    test, values = flaky_test(st.lists(st.integers()), lambda xs: 0.3 * (sum(xs) > 100))
    hunt = Hunt(test, settings(min_failure_rate=LIMIT, max_examples=500), seed=0)
    result = run(test, settings(min_failure_rate=LIMIT, max_examples=500, shrink_seconds=0), seed=0)
    (unreduced,) = result.failures
    assert unreduced.history is not None
    assert unreduced.history.stopped_early == "seconds"
    for calls in (0, 1, 10, 50, 100, 200):
        del values[:]
        hunt.bugs.clear()
        hunt.add_bug(unreduced.trace, 0.0)
        (bug,) = hunt.bugs.values()
        reduce_flaky(hunt, bug, LIMIT, Budget(calls=calls))
        assert len(values) <= calls
        assert bug.history is not None
        assert bug.history.stopped_early == "calls"
        assert bug.best is unreduced.trace or simpler(bug.best, unreduced.trace)


def test_what_was_not_confirmed_in_time_is_measured_instead(
    monkeypatch: pytest.MonkeyPatch,
) -> None:
    now = [0.0]
    monkeypatch.setattr("shortlex.runner.run.monotonic", lambda: now[0])

    def rate_of(xs: list[int]) -> float:
        now[0] += 1.0
        return 0.9 * (len(xs) >= 5)

    seen = set()
    for seconds in range(5, 60, 3):
        now[0] = 0.0
        failure, value, _ = reduced(
            st.lists(st.integers()), rate_of, shrink_seconds=seconds, report_multiple_bugs=False
        )
        assert failure.history is not None
        assert failure.frequency is not None
        assert len(value) >= 5  # type: ignore[arg-type]  # a list
        assert failure.trace.size <= failure.history.start.size
        assert failure.frequency.rate.share > 0.6
        seen.add(failure.trace.size)
    assert len(seen) > 1


def test_every_run_is_counted() -> None:
    test, values = flaky_test(st.lists(st.integers()), lambda xs: 0.4 * (len(xs) > 3))
    result = run(test, settings(min_failure_rate=LIMIT), seed=1)
    assert result.statistics.calls == len(values)
    (failure,) = result.failures
    assert failure.history is not None
    assert 20 < failure.history.calls < len(values) - RUNS


def test_several_bugs_are_told_apart_and_each_has_its_rate() -> None:
    random = Random(0)

    def test(case: Case) -> None:
        number = case.draw(st.integers(-1000, 1000))
        case.arguments_drawn([number])
        if number > 100 and random.random() < 0.9:
            raise ValueError
        if number < -100 and random.random() < 0.6:
            raise KeyError

    result = run(test, settings(min_failure_rate=LIMIT, max_examples=500), seed=0)
    found = {type(each.error): (each.trace.choices[0], each.frequency) for each in result.failures}
    assert set(found) == {ValueError, KeyError}
    for kind, rate in ((ValueError, 0.9), (KeyError, 0.6)):
        choice, frequency = found[kind]
        assert 100 < abs(choice) < 120  # type: ignore[arg-type]  # an integer
        assert frequency is not None
        low, high = frequency.rate.interval()
        assert low - 0.1 <= rate <= high + 0.1


def test_one_bug_with_two_faces_is_reduced_by_one_of_them() -> None:
    random = Random(0)

    def test(case: Case) -> None:
        numbers = case.draw(st.lists(st.integers()))
        case.arguments_drawn([numbers])
        if len(numbers) >= 4:
            if random.random() < 0.5:
                raise ValueError
            raise KeyError

    options = settings(min_failure_rate=LIMIT, report_multiple_bugs=False)
    (failure,) = run(test, options, seed=0).failures
    assert failure.case.choices in ([True, 0] * 4 + [False], [True, 0] * 5 + [False])


@pytest.mark.parametrize("number", range(5))
def test_a_body_that_draws_may_draw_less_where_it_fails(number: int) -> None:
    random = Random(number)

    @seed(number)
    @settings(min_failure_rate=LIMIT)
    @given(st.data())
    def test(data: st.DataObject) -> None:
        drawn = []
        for _ in range(10):
            drawn.append(data.draw(st.integers(0, 100)))
            if drawn[-1] > 50 and random.random() < 0.95:
                raise ValueError(*drawn)

    with pytest.raises(ValueError, match="51") as caught:
        test()
    assert caught.value.args == (51,)


def test_a_strategy_that_draws_at_random_is_still_an_error() -> None:
    random = Random(0)

    @st.composite
    def shifting(draw: st.DrawFn) -> object:
        return draw(st.text(max_size=3)) if random.random() < 0.5 else draw(st.floats(0, 1))

    @settings(min_failure_rate=LIMIT)
    @given(shifting())
    def test(x: object) -> None:
        assert x in ("", 0.0)

    with pytest.raises(FlakyGeneration):
        test()


@pytest.mark.parametrize("calls", [40, 60, 80, 110])
def test_ctrl_c_reports_what_was_confirmed_by_then(calls: int) -> None:
    made = [0]

    def rate_of(xs: list[int]) -> float:
        made[0] += 1
        if made[0] == calls:
            raise KeyboardInterrupt
        return 0.5 * (len(xs) >= 4)

    test, _ = flaky_test(st.lists(st.integers()), rate_of)
    result = run(test, settings(min_failure_rate=LIMIT, max_examples=30), seed=0)
    assert isinstance(result.stopped_by, KeyboardInterrupt)
    (failure,) = result.failures
    assert isinstance(failure.error, ValueError)
    assert failure.trace.choices[7:8] != ()


def test_ctrl_c_while_the_rate_is_measured_reports_what_was_counted() -> None:
    measured: list[bool] = []

    def test(case: Case) -> None:
        number = case.draw(st.integers(0, 3))
        case.arguments_drawn([number])
        if case.keeps_notes:
            measured.append(True)
            if len(measured) == 11:
                raise KeyboardInterrupt
        if number == 3:
            raise ValueError

    result = run(test, settings(min_failure_rate=LIMIT), seed=0)
    assert isinstance(result.stopped_by, KeyboardInterrupt)
    (failure,) = result.failures
    assert failure.frequency is not None
    assert failure.frequency.rate == (10, 10)
    assert failure.trace.choices == (3,)


def test_a_derandomized_test_is_reduced_the_same_way_each_time() -> None:
    def once() -> list[object]:
        test, values = flaky_test(st.lists(st.integers()), lambda xs: 0.4 * (sum(xs) > 1000))
        run(test, settings(min_failure_rate=LIMIT, derandomize=True))
        return values

    assert once() == once()


def test_a_deadline_and_a_rate_go_together() -> None:
    random = Random(0)

    @settings(min_failure_rate=LIMIT, deadline=10_000)
    @given(st.integers())
    def test(number: int) -> None:
        assert number < 50 or random.random() > 0.95

    with pytest.raises(AssertionError) as caught:
        test()
    assert caught.value.__notes__[0] == "Failing test case: test(\n    number=50,\n)"


def test_without_reduction_the_rate_is_measured_all_the_same() -> None:
    failure, value, _ = reduced(
        st.integers(), lambda n: 0.5 * (n > 5), phases=[Phase.generate], report_multiple_bugs=False
    )
    assert failure.history is None
    assert failure.frequency is not None
    assert failure.frequency.rate.runs == RUNS
    assert failure.trace.choices == (value,)


def test_find_and_the_low_level_api_take_the_setting_too() -> None:
    random = Random(0)
    options = settings(min_failure_rate=LIMIT, max_examples=500)
    assert find(st.integers(), lambda n: n > 70 and random.random() < 0.95, settings=options) == 71

    def function(case: Case) -> None:
        bits = [lowlevel.draw_bits(case, 1) for _ in range(8)]
        if sum(bits) >= 2 and random.random() < 0.95:
            case.mark_interesting()

    found = lowlevel.run(function, seed=1, min_failure_rate=LIMIT)
    assert found is not None
    assert found.choices == (0, 0, 0, 0, 0, 0, 1, 1)


def test_cost_and_output_are_compared_and_never_foreseen() -> None:
    random = Random(0)

    def function(case: Case) -> None:
        number = lowlevel.draw_bits(case, 6)
        case.arguments_drawn([number % 4])
        case.incur_cost(number % 4)
        case.write("x" * (number % 4))
        if number % 4 and number > 8 and random.random() < 0.95:
            case.mark_interesting()

    for order in ("choices", "output"):
        found = lowlevel.run(function, seed=2, order=order, min_failure_rate=LIMIT)  # type: ignore[arg-type]  # one of two
        assert found is not None
        assert (found.choices, found.cost, found.output) == ((9,), 1, "x")


def test_a_token_is_run_until_it_fails() -> None:
    random = Random(3)
    runs: list[bool] = []

    @settings(min_failure_rate=LIMIT)
    @reproduce_failure("s1_AYJbdMGy")
    @given(st.lists(st.integers()))
    def test(xs: list[int]) -> None:
        note(f"run {len(runs)}")
        runs.append(True)
        assert random.random() > 0.1

    with pytest.raises(AssertionError) as caught:
        test()
    assert len(runs) > 1
    assert f"run {len(runs) - 1}" in caught.value.__notes__

    @settings(min_failure_rate=LIMIT)
    @reproduce_failure("s1_AYJbdMGy")
    @given(st.lists(st.integers()))
    def passing(xs: list[int]) -> None:
        runs.append(True)

    del runs[:]
    with pytest.raises(DidNotReproduce):
        passing()
    assert len(runs) == 90


@pytest.mark.usefixtures("one_last_run")
def test_a_test_that_must_fail_always_is_not_measured() -> None:
    test, values = flaky_test(st.integers(), lambda n: float(n > 5))
    result: Result = run(test, settings(), seed=0)
    (failure,) = result.failures
    assert failure.frequency is None
    assert Counter(values)[6] <= 2


def test_a_test_that_stops_failing_ends_the_reduction_all_the_same() -> None:
    left = [6]

    def rate_of(number: int) -> float:
        left[0] -= number > 5
        return float(number > 5 and left[0] > 0)

    test, values = flaky_test(st.integers(), rate_of)
    hunt = Hunt(test, settings(min_failure_rate=LIMIT), seed=0)
    hunt.add_bug(lowlevel.replay(test, [99]), 0.0)
    (bug,) = hunt.bugs.values()
    reduce_flaky(hunt, bug, LIMIT, Budget())
    assert bug.best.choices == (99,)
    assert len(values) < 2000


@pytest.mark.parametrize("number", range(5))
def test_a_body_may_draw_more_where_it_fails(number: int) -> None:
    random = Random(number)

    @seed(number)
    @settings(min_failure_rate=LIMIT)
    @given(st.data())
    def test(data: st.DataObject) -> None:
        first = data.draw(st.integers(0, 100))
        if random.random() < 0.6:
            second = data.draw(st.integers(0, 100))
            if first + second > 150:
                raise ValueError(first, second)

    with pytest.raises(ValueError, match=r"\d+, \d+") as caught:
        test()
    assert sum(caught.value.args) > 150


def test_steps_are_shown_to_those_who_debug(capsys: pytest.CaptureFixture[str]) -> None:
    random = Random(0)

    @settings(min_failure_rate=LIMIT, verbosity="debug")
    @given(st.integers())
    def test(number: int) -> None:
        assert number < 50 or random.random() > 0.9

    with pytest.raises(AssertionError):
        test()
    out = capsys.readouterr().out
    assert "Reducing from size 1: " in out
    assert re.search(r"lower_choices +ACCEPTED +at 0: .* -> 50; best: size 1\n", out)


RULE = Rule(0.05, 0.5, 0.5, 0.2, 100)


class Runs:
    """A test on the tens of a number, and how often its body was run."""

    def __init__(self, order: Simpler = simpler, cost: int = 0, make: Callable[..., object] = int):
        self.evidence = Evidence(order)
        self.cost = cost
        self.make = make
        self.bodies = 0
        self.best = execute(self.test, RecordedCase(ReplaySource([99])))

    def test(self, case: Case) -> None:
        number = case.draw(st.integers(0, 99))
        case.arguments_drawn([self.make(number // 10)])
        self.bodies += 1
        case.incur_cost(self.cost)
        raise ValueError

    def run(self, number: int, *, failed: bool) -> Trace:
        """Run a case, and take it for failed or not."""
        case = RecordedCase(ReplaySource([number]))
        keys = self.evidence.watch(case, self.best, RULE)
        trace = execute(self.test, case)
        if trace.was_run:
            self.evidence.record_of(keys, trace).add(trace, failed=failed)
        return trace


def test_what_failed_is_accepted_for_all_with_equal_arguments() -> None:
    runs = Runs()
    first = runs.run(57, failed=True)
    again = runs.run(51, failed=True)
    assert (again.was_run, again.outcome, again.error) == (False, Outcome.INTERESTING, first.error)
    assert again.origin == runs.best.origin
    assert runs.run(61, failed=True).was_run


def test_what_passed_often_enough_is_refused_for_all_with_equal_arguments() -> None:
    runs = Runs()
    # Three passes are enough at this rate, whichever cases they are of.
    assert [runs.run(number, failed=False).was_run for number in (57, 53, 51, 50)] == [
        True,
        True,
        True,
        False,
    ]
    assert runs.run(52, failed=False).outcome is Outcome.VALID


def test_what_could_not_be_confirmed_stays_refused() -> None:
    runs = Runs()
    trace = runs.run(57, failed=True)
    case = RecordedCase(ReplaySource([61]))
    keys = runs.evidence.watch(case, runs.best, RULE)
    record = runs.evidence.record_of(keys, execute(runs.test, case))
    record.is_refused = True
    for _ in range(5):
        record.add(trace, failed=True)
    assert runs.run(62, failed=True).outcome is Outcome.VALID


def test_a_case_that_is_no_simpler_is_not_run() -> None:
    runs = Runs()
    before = runs.bodies
    assert runs.run(99, failed=True).reason == "not simpler than the best case"
    assert runs.bodies == before
    # In another order the output decides, which only the body knows.
    assert Runs(simpler_output).run(99, failed=True).was_run


@pytest.mark.parametrize("runs", [Runs(cost=1), Runs(make=lambda number: object())])
def test_choices_are_told_apart_where_arguments_do_not_say_all(runs: Runs) -> None:
    for number in (57, 53, 51, 50):
        assert runs.run(number, failed=True).was_run
