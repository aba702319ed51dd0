"""How machines become tests."""

import unittest
from contextlib import suppress
from typing import Any

import pytest

from shortlex import reproduce_failure, seed, settings
from shortlex import strategies as st
from shortlex.errors import InvalidArgument, InvalidDefinition
from shortlex.stateful import (
    Bundle,
    RuleBasedStateMachine,
    example_of,
    get_state_machine_test,
    precondition,
    rule,
    run_state_machine_as_test,
)
from tests.stateful.failures import QUIET, failure_of, script_of, steps_of


class Passing(RuleBasedStateMachine):
    cases = 0

    def __init__(self) -> None:
        type(self).cases += 1

    @rule(x=st.integers())
    def step(self, x: int) -> None:
        pass


class Failing(RuleBasedStateMachine):
    def __init__(self) -> None:
        self.last = 0

    @rule(x=st.integers(0, 100))
    def step(self, x: int) -> None:
        assert not self.last < x - 50
        self.last = x


def run_test_case(machine: Any) -> unittest.TestResult:
    result = unittest.TestResult()
    machine.TestCase().run(result)
    return result


def test_a_test_case_runs_with_its_own_settings() -> None:
    class Machine(Passing):
        cases = 0

    Machine.TestCase.settings = settings(QUIET, max_examples=7)  # type: ignore[attr-defined]  # as users do
    assert Machine.TestCase is Machine.TestCase
    assert issubclass(Machine.TestCase, unittest.TestCase)
    assert Machine.TestCase is not Passing.TestCase
    result = run_test_case(Machine)
    assert result.testsRun == 1
    assert result.wasSuccessful()
    assert Machine.cases == 7


def test_settings_and_seed_go_on_the_class() -> None:
    @settings(QUIET, max_examples=5)
    @seed(3)
    class Machine(Passing):
        cases = 0

    assert run_test_case(Machine).wasSuccessful()
    assert Machine.cases == 5
    with pytest.raises(InvalidArgument, match="twice"):
        settings(QUIET)(Machine)


def test_a_failing_test_case_fails() -> None:
    class Machine(Failing):
        pass

    Machine.TestCase.settings = QUIET  # type: ignore[attr-defined]  # as users do
    (failure,) = run_test_case(Machine).failures
    assert "state.step(x=51)" in failure[1]


def test_the_token_of_a_report_replays_the_case() -> None:
    class Machine(Failing):
        pass

    error = failure_of(Machine)
    token = error.__notes__[-1].partition('("')[2].partition('"')[0]

    class Again(Failing):
        pass

    reproduce_failure(token)(Again)
    assert script_of(failure_of(Again))[1:] == script_of(error)[1:]


def test_a_function_can_make_the_machine() -> None:
    made = []

    def make() -> Passing:
        made.append(1)
        return Passing()

    run_state_machine_as_test(make, settings=settings(QUIET, max_examples=5))
    assert len(made) == 5


def test_min_steps_are_always_taken() -> None:
    counts = []

    class Machine(RuleBasedStateMachine):
        def __init__(self) -> None:
            self.count = 0

        @rule(x=st.integers())
        def step(self, x: int) -> None:
            self.count += 1

        def teardown(self) -> None:
            counts.append(self.count)

    run_state_machine_as_test(Machine, settings=QUIET, _min_steps=4)
    assert min(counts) == 4


@pytest.mark.parametrize("machine", [3, int, Passing()])
def test_only_machines_can_be_run(machine: Any) -> None:
    with pytest.raises(InvalidArgument, match="RuleBasedStateMachine"):
        run_state_machine_as_test(machine)


def test_a_function_that_makes_something_else_is_an_error() -> None:
    def make() -> Any:
        return 3

    assert "make() returned 3" in str(failure_of(make))


def test_a_script_runs_before_random_cases() -> None:
    class Machine(Passing):
        cases = 0

    @example_of(Machine)
    def steps() -> None:
        state = Machine()
        state.step(x=1)
        assert Machine.cases == 1, "it comes first"
        raise ValueError("the script failed")

    with pytest.raises(ValueError, match="the script failed") as caught:
        run_state_machine_as_test(Machine, settings=QUIET)
    assert "Failing explicit example" in caught.value.__notes__[0]
    Machine.cases = 0
    with pytest.raises(ValueError, match="the script failed"):
        steps()


@pytest.mark.parametrize("script", [3, lambda state: None])
def test_a_script_is_a_function_without_parameters(script: Any) -> None:
    with pytest.raises(InvalidArgument, match="without parameters"):
        example_of(Passing)(script)
    with pytest.raises(InvalidArgument, match="the class of a machine"):
        example_of(int)


def test_pytest_collects_test_cases_and_test_functions(pytester: pytest.Pytester) -> None:
    pytester.makepyfile(
        """
        import pytest
        from shortlex import settings, strategies as st
        from shortlex.stateful import *

        class Machine(RuleBasedStateMachine):
            def __init__(self, tmp_path=None):
                self.path = tmp_path

            @rule(x=st.integers(0, 100))
            def step(self, x):
                assert x < 50

        class WithFixture(RuleBasedStateMachine):
            def __init__(self, tmp_path):
                self.path = tmp_path / "file"
                assert not self.path.exists()

            @rule()
            def write(self):
                self.path.write_text("x")

        TestMachine = Machine.TestCase
        test_with_fixture = get_state_machine_test(WithFixture)
        """
    )
    result = pytester.runpytest_subprocess("-p", "no:cacheprovider")
    result.assert_outcomes(passed=1, failed=1)
    result.stdout.fnmatch_lines(["*state.step(x=50)  # <- AssertionError: assert 50 < 50"])
    result.stdout.fnmatch_lines(["*Replay exactly this case with: pytest *TestMachine*"])


def test_a_test_function_has_the_parameters_of_the_machine() -> None:
    class Machine(Passing):
        def __init__(self, path: str, extra: int = 3) -> None:
            assert (path, extra) == ("here", 3)

    test = get_state_machine_test(Machine, settings=settings(QUIET, max_examples=3))
    test(path="here")
    with pytest.raises(TypeError):
        test()


def test_the_simplest_failure_is_one_step() -> None:
    assert steps_of(Failing) == ["state.step(x=51)"]


def told_by(machine: Any, monkeypatch: pytest.MonkeyPatch) -> str:
    """The advice about a passing machine."""
    told: list[str] = []
    monkeypatch.setattr("shortlex.report.advice.print_advice", told.extend)
    run_state_machine_as_test(machine, settings=QUIET)
    return "\n".join(told)


class Blocked(Passing):
    values: Any = Bundle("values")

    @precondition(lambda self: False)
    @rule(target=values)
    def never(self) -> int:
        return 1

    @rule(x=values)
    def use(self, x: int) -> None:
        pass


def test_a_rule_that_never_ran_is_advice_by_name(monkeypatch: pytest.MonkeyPatch) -> None:
    assert told_by(Passing, monkeypatch) == ""
    text = told_by(Blocked, monkeypatch)
    assert "the rule never never ran: blocked" in text
    assert "times because its precondition in line" in text
    assert "the rule use never ran" in text
    assert "times because bundle 'values' was empty" in text


@pytest.mark.parametrize("is_isolated", [False, True])
def test_a_machine_that_takes_no_step_is_an_error(*, is_isolated: bool) -> None:
    class Machine(RuleBasedStateMachine):
        @precondition(lambda self: False)
        @rule()
        def never(self) -> None:
            pass

    with pytest.raises(InvalidDefinition, match="Machine took no step") as caught:
        run_state_machine_as_test(Machine, settings=settings(QUIET, isolate=is_isolated))
    assert "never (its precondition" in str(caught.value)


@pytest.mark.parametrize("make", [Blocked, lambda: Blocked(), Passing, lambda: Passing()])
def test_steps_in_child_processes_count_as_those_in_this_one(make: Any) -> None:
    def tally_of(*, is_isolated: bool) -> Any:
        options = settings(QUIET, isolate=is_isolated, derandomize=True, max_examples=20)
        test: Any = get_state_machine_test(make, settings=options)
        with suppress(InvalidDefinition):  # it took no step
            test()
        return test.shortlex.tally

    here, there = tally_of(is_isolated=False), tally_of(is_isolated=True)
    assert here.taken.keys() == there.taken.keys()
    assert here.blocked.keys() == there.blocked.keys()
    assert max(here.lengths) == max(there.lengths) == 50
    if any(here.taken.values()):
        assert (here.taken, here.lengths) == (there.taken, there.lengths)


def test_pages_and_statistics_show_rules_and_steps(pytester: pytest.Pytester) -> None:
    pytester.makepyfile(
        """
        from shortlex import settings, strategies as st, target
        from shortlex.stateful import *

        class Passes(RuleBasedStateMachine):
            @rule(x=st.integers(0, 100))
            def step(self, x):
                target(x)

            @precondition(lambda self: False)
            @rule()
            def never(self):
                pass

        class Fails(Passes):
            @rule(x=st.integers(0, 100))
            def fail(self, x):
                assert x < 50

        TestPasses = Passes.TestCase
        TestFails = Fails.TestCase
        """
    )
    result = pytester.runpytest_subprocess(
        "-p", "no:cacheprovider", "--shortlex-statistics", "--shortlex-report=page.html"
    )
    result.assert_outcomes(passed=1, failed=1)
    result.stdout.fnmatch_lines(["*Rule step: ran * times (100% of steps)*"])
    result.stdout.fnmatch_lines(["*Rule never: ran 0 times*blocked * because its precondition*"])
    result.stdout.fnmatch_lines(["*Target: * to 100 *"])
    page = (pytester.path / "page.html").read_text("utf-8")
    assert '<table class="timeline">' in page
    assert "<code>state.fail(x=50)  # &lt;- AssertionError" in page


class WithParameter(RuleBasedStateMachine):
    def __init__(self, path: str) -> None:
        self.path = path

    @rule(x=st.integers(0, 100))
    def step(self, x: int) -> None:
        assert x < 50


def test_fixtures_are_arguments_in_the_script() -> None:
    test = get_state_machine_test(WithParameter, settings=QUIET)
    with pytest.raises(AssertionError) as caught:
        test(path="here")
    assert script_of(caught.value)[0] == "state = WithParameter(path=path)"


def test_a_test_case_cannot_give_parameters() -> None:
    ((_, text),) = run_test_case(WithParameter).errors
    assert "WithParameter takes path, which its TestCase cannot give" in text


def test_a_lambda_can_make_the_machine() -> None:
    error = failure_of(lambda: Failing())
    assert script_of(error)[0] == "state = make_machine()"


def test_a_machine_with_parameters_is_not_made_by_itself() -> None:
    class Machine(Passing):
        def __init__(self, size: int, name: str = "") -> None:
            pass

    with pytest.raises(InvalidArgument, match=r"takes size, .*lambda: Machine"):
        run_state_machine_as_test(Machine)


def test_settings_of_a_machine_are_settings() -> None:
    with pytest.raises(InvalidArgument, match="settings=3: must be settings"):
        run_state_machine_as_test(Passing, settings=3)  # type: ignore[arg-type]  # that is the test
