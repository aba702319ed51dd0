"""How the steps of a case are run and reduced."""

import asyncio
from typing import Any

import pytest

from shortlex import assume, settings
from shortlex import strategies as st
from shortlex.stateful import (
    Bundle,
    RuleBasedStateMachine,
    initialize,
    invariant,
    precondition,
    rule,
    run_state_machine_as_test,
)
from tests.stateful.failures import QUIET, failure_of, script_of, steps_of


def test_deleting_a_step_does_not_change_what_others_mean() -> None:
    class Machine(RuleBasedStateMachine):
        counters: Any = Bundle("counters")

        @rule(target=counters)
        def new(self) -> list[int]:
            return [0]

        @rule(counter=counters)
        def increment(self, counter: list[int]) -> None:
            counter[0] += 1
            assert counter[0] < 3

    for start in range(20):
        assert steps_of(Machine, start=start) == [
            "counters_1 = state.new()",
            *["state.increment(counter=counters_1)"] * 3,
        ]


def test_initialize_rules_run_once_before_all_others() -> None:
    orders = set()

    class Machine(RuleBasedStateMachine):
        def __init__(self) -> None:
            self.done: list[str] = []

        @initialize()
        def a(self) -> None:
            self.done.append("a")

        @initialize(x=st.integers())
        def b(self, x: int) -> None:
            self.done.append("b")

        @rule()
        def step(self) -> None:
            assert sorted(self.done) == ["a", "b"]
            orders.add(tuple(self.done))

    run_state_machine_as_test(Machine, settings=QUIET)
    assert orders == {("a", "b"), ("b", "a")}


def test_initialize_rules_wait_for_their_bundles() -> None:
    class Machine(RuleBasedStateMachine):
        values: Any = Bundle("values")

        @initialize(x=values)
        def use(self, x: int) -> None:
            assert x == 1

        @initialize(target=values)
        def make(self) -> int:
            return 1

        @rule()
        def step(self) -> None:
            pass

    run_state_machine_as_test(Machine, settings=QUIET)


def test_a_precondition_of_an_invariant_may_raise_anything() -> None:
    def check(machine: object) -> bool:
        raise StopIteration

    class Machine(RuleBasedStateMachine):
        @rule()
        def step(self) -> None:
            pass

        @precondition(check)
        @invariant()
        def holds(self) -> None:
            pass

    assert type(failure_of(Machine)) is StopIteration


def test_invariants_hold_after_initialize_rules_and_after_each_step() -> None:
    checks: list[tuple[str, int]] = []

    class Machine(RuleBasedStateMachine):
        def __init__(self) -> None:
            self.count = 0

        @initialize()
        def begin(self) -> None:
            self.count += 1

        @rule()
        def step(self) -> None:
            self.count += 1

        @invariant()
        def late(self) -> None:
            checks.append(("late", self.count))

        @invariant(check_during_init=True)
        def early(self) -> None:
            checks.append(("early", self.count))

        @precondition(lambda self: self.count == 2)
        @invariant()
        def second(self) -> None:
            checks.append(("second", self.count))

    run_state_machine_as_test(Machine, settings=settings(QUIET, max_examples=10))
    assert ("early", 0) in checks
    assert ("late", 0) not in checks
    assert {("late", 1), ("early", 1), ("late", 2), ("second", 2)} <= set(checks)
    assert {count for name, count in checks if name == "second"} == {2}


def test_an_unmet_assumption_skips_the_step_and_not_the_case() -> None:
    counts = []

    class Machine(RuleBasedStateMachine):
        def __init__(self) -> None:
            self.done = 0

        @rule(x=st.integers(0, 3))
        def step(self, x: int) -> None:
            assume(x == 0)
            self.done += 1

        def teardown(self) -> None:
            counts.append(self.done)

    run_state_machine_as_test(Machine, settings=settings(QUIET, max_examples=30))
    assert len(counts) == 30
    assert max(counts) > 5


def test_a_step_whose_assumption_matters_stays_in_the_script() -> None:
    class Machine(RuleBasedStateMachine):
        def __init__(self) -> None:
            self.count = 0

        @rule()
        def dirty(self) -> None:
            self.count += 1
            assume(False)

        @rule()
        def check(self) -> None:
            assert self.count < 2

    lines = script_of(failure_of(Machine))
    assert [line.partition("  #")[0] for line in lines[1:-1]] == [
        "with suppress(UnsatisfiedAssumption): state.dirty()",
        "with suppress(UnsatisfiedAssumption): state.dirty()",
        "state.check()",
    ]


def test_arguments_that_cannot_be_made_skip_the_step() -> None:
    steps = []

    class Machine(RuleBasedStateMachine):
        @rule(x=st.integers().filter(lambda x: False))
        def never(self, x: int) -> None:
            raise AssertionError("no value passes the filter")

        @rule()
        def step(self) -> None:
            steps.append(1)

    run_state_machine_as_test(Machine, settings=settings(QUIET, max_examples=20))
    assert len(steps) > 100


class Ends(RuleBasedStateMachine):
    """Counts how often it is made and torn down."""

    made = ended = 0

    def __init__(self) -> None:
        type(self).made += 1

    @rule(x=st.integers())
    def step(self, x: int) -> None:
        pass

    def teardown(self) -> None:
        type(self).ended += 1


def test_teardown_runs_exactly_once_for_each_case() -> None:
    class Passes(Ends):
        made = ended = 0

    class Fails(Ends):
        made = ended = 0

        @rule(x=st.integers())
        def fail(self, x: int) -> None:
            assert x < 100

    class Skips(Ends):
        made = ended = 0

        @rule(x=st.integers())
        def skip(self, x: int) -> None:
            pytest.skip("not today")

    class BreaksLate(Ends):
        made = ended = 0

        @invariant()
        def broken(self) -> None:
            assert self.made < 0

    run_state_machine_as_test(Passes, settings=QUIET)
    for machine in (Fails, Skips, BreaksLate):
        failure_of(machine)
    for machine in (Passes, Fails, Skips, BreaksLate):
        assert machine.made == machine.ended > 0


def test_the_same_line_in_a_rule_and_in_teardown_is_two_bugs() -> None:
    class Machine(RuleBasedStateMachine):
        def __init__(self) -> None:
            self.value = 0

        def check(self, most: int) -> None:
            assert self.value < most

        @rule(x=st.integers(0, 100))
        def step(self, x: int) -> None:
            self.value = x
            self.check(100)

        def teardown(self) -> None:
            self.check(30)

    error = failure_of(Machine)
    assert isinstance(error, BaseExceptionGroup)
    scripts = [script_of(each)[1:] for each in error.exceptions]
    marks = {(lines[0].partition(":")[0], "<-" in lines[1]) for lines in scripts}
    assert marks == {
        ("state.step(x=30)", True),
        ("state.step(x=100)  # <- AssertionError", True),
    }


def test_an_error_in_teardown_counts_where_a_step_was_skipped() -> None:
    class Machine(RuleBasedStateMachine):
        total = 0

        @rule(x=st.integers(0, 5))
        def add(self, x: int) -> None:
            self.total += x
            if self.total > 3:
                pytest.skip("too many")

        def teardown(self) -> None:
            assert self.total < 5

    error = failure_of(Machine)
    assert isinstance(error, AssertionError)
    assert script_of(error)[-1].startswith("state.teardown()  # <- AssertionError")


def test_an_error_in_teardown_after_another_is_a_note_of_that() -> None:
    class Machine(RuleBasedStateMachine):
        @rule()
        def step(self) -> None:
            raise KeyError("first")

        def teardown(self) -> None:
            raise ValueError("second")

    error = failure_of(Machine)
    errors = error.exceptions if isinstance(error, BaseExceptionGroup) else (error,)
    noted = [note for each in errors for note in each.__notes__]
    assert any("Then, in teardown: ValueError: second" in note for note in noted)


def test_a_value_without_a_bundle_is_an_error() -> None:
    class Machine(RuleBasedStateMachine):
        @rule()
        def step(self) -> int:
            return 3

    assert "Machine.step returned 3, but has no target" in str(failure_of(Machine))


def test_an_invariant_returns_nothing() -> None:
    class Machine(RuleBasedStateMachine):
        @rule()
        def step(self) -> None:
            pass

        @invariant()
        def holds(self) -> bool:
            return False

    assert "Machine.holds returned False" in str(failure_of(Machine))


def test_a_case_ends_where_no_rule_is_allowed() -> None:
    counts = []

    class Machine(RuleBasedStateMachine):
        def __init__(self) -> None:
            self.count = 0

        @precondition(lambda self: self.count < 3)
        @rule()
        def step(self) -> None:
            self.count += 1

        def teardown(self) -> None:
            counts.append(self.count)

    run_state_machine_as_test(Machine, settings=settings(QUIET, max_examples=30))
    assert max(counts) == 3


def test_data_can_be_drawn_in_a_rule() -> None:
    class Machine(RuleBasedStateMachine):
        @rule(data=st.data())
        def step(self, data: st.DataObject) -> None:
            x = data.draw(st.integers(0, 3))
            assert data.draw(st.integers(x, 9)) < 5

    assert steps_of(Machine) == ["state.step(data=drawn(0, 5))"]


class Async(RuleBasedStateMachine):
    """Tasks that a step starts go on during later steps."""

    values: Any = Bundle("values")

    def __init__(self) -> None:
        self.done = 0
        self.loops: set[object] = set()

    async def later(self) -> None:
        await asyncio.sleep(0)
        self.done += 1

    @rule(target=values)
    async def start(self) -> Any:
        self.loops.add(asyncio.get_running_loop())
        return asyncio.ensure_future(self.later())

    @rule(task=values)
    async def wait(self, task: Any) -> None:
        self.loops.add(asyncio.get_running_loop())
        await task

    @rule()
    def plain(self) -> None:
        pass

    @invariant()
    async def has_one_loop(self) -> None:
        await asyncio.sleep(0)
        assert len(self.loops) < 2

    async def teardown(self) -> None:
        await asyncio.sleep(0)
        self.loops.clear()


def test_async_rules_of_a_case_share_a_loop() -> None:
    run_state_machine_as_test(Async, settings=settings(QUIET, max_examples=20))


def test_a_failure_of_async_rules_is_a_script_with_await() -> None:
    class Machine(Async):
        @invariant()
        async def is_idle(self) -> None:
            assert self.done < 1

    assert steps_of(Machine) == [
        "values_1 = await state.start()",
        "await state.is_idle()",
    ]


def test_async_rules_run_on_trio() -> None:
    pytest.importorskip("trio")

    class Machine(RuleBasedStateMachine):
        @rule()
        async def step(self) -> None:
            import trio

            await trio.sleep(0)

    options = settings(QUIET, async_backend="trio", max_examples=5, stateful_step_count=5)
    run_state_machine_as_test(Machine, settings=options)


def test_ten_thousand_steps_run_and_reduce() -> None:
    longest = 0

    class Machine(RuleBasedStateMachine):
        def __init__(self) -> None:
            self.count = self.rare = 0

        @rule(x=st.integers(0, 1500))
        def step(self, x: int) -> None:
            self.count += 1
            self.rare += x == 777

        def teardown(self) -> None:
            nonlocal longest
            longest = max(longest, self.count)
            assert self.rare < 3

    options = settings(QUIET, max_examples=20, stateful_step_count=10_000)
    error = failure_of(Machine, options)
    steps = [line for line in script_of(error) if line.startswith("state.step")]
    assert steps == ["state.step(x=777)"] * 3
    assert longest > 1000
    (line,) = [note for note in error.__notes__ if note.startswith("Reduced from")]
    assert "None of its 3 steps" in line
    assert int(line.partition("to 7 in ")[2].partition(" ")[0].replace(",", "")) < 2000


def test_a_task_that_an_async_step_leaves_running_is_told(
    capsys: pytest.CaptureFixture[str],
) -> None:
    cases = 0

    class Machine(RuleBasedStateMachine):
        def __init__(self) -> None:
            self.tasks: list[asyncio.Task[None]] = []

        def teardown(self) -> None:
            nonlocal cases
            cases += bool(self.tasks)

        @rule()
        async def start(self) -> None:
            self.tasks.append(asyncio.create_task(asyncio.sleep(1000)))

    run_state_machine_as_test(Machine, settings=settings(QUIET, max_examples=5))
    assert (
        f": {cases} cases left the task sleep running: it was cancelled." in capsys.readouterr().err
    )
