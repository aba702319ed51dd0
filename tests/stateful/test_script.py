"""Scripts in reports: what they say, and that they run by themselves."""

import os
from contextlib import suppress
from typing import Any

import pytest

from shortlex import Verbosity, assume, note, settings
from shortlex import strategies as st
from shortlex.errors import InvalidDefinition, UnsatisfiedAssumption
from shortlex.stateful import (
    Bundle,
    RuleBasedStateMachine,
    drawn,
    invariant,
    multiple,
    precondition,
    rule,
    run_state_machine_as_test,
)
from tests.stateful.failures import QUIET, failure_of, script_of


class Ledger(RuleBasedStateMachine):
    accounts: Any = Bundle("accounts")

    def __init__(self) -> None:
        self.total = 0

    @rule(target=accounts, names=st.lists(st.text(), max_size=2))
    def open(self, names: list[str]) -> Any:
        return multiple(*([name] for name in names))

    @rule(account=accounts, data=st.data())
    def pay(self, account: list[str], data: st.DataObject) -> None:
        amount = data.draw(st.integers(0, 100))
        note(f"paying {amount}")
        assume(amount)
        self.total += amount
        account.append("paid")

    @invariant()
    def is_small(self) -> None:
        assert self.total < 10, "too much"


def run_script(lines: list[str], **names: Any) -> None:
    names |= {"drawn": drawn, "suppress": suppress}
    exec("\n".join(lines), names)  # noqa: S102  # the script of a report


def test_a_script_tells_the_story() -> None:
    assert script_of(failure_of(Ledger)) == [
        "state = Ledger()",
        "(accounts_1,) = state.open(names=[''])  # -> ['']",
        "state.pay(account=accounts_1, data=drawn(10))",
        "# Draw 1: 10",
        "# paying 10",
        "state.is_small()  # <- the invariant broke: AssertionError: too much",
        "state.teardown()",
    ]


def test_a_script_runs_by_itself() -> None:
    lines = script_of(failure_of(Ledger))
    with pytest.raises(AssertionError, match="too much"):
        run_script(lines, Ledger=Ledger)


def test_a_script_with_an_unmet_assumption_runs_too() -> None:
    class Machine(RuleBasedStateMachine):
        count = 0

        @rule()
        def dirty(self) -> None:
            self.count += 1
            assert self.count < 3
            assume(False)

    lines = script_of(failure_of(Machine))
    assert len(lines) == 5
    with pytest.raises(AssertionError):
        run_script(lines, Machine=Machine, UnsatisfiedAssumption=UnsatisfiedAssumption)


def test_an_error_in_the_constructor_is_marked() -> None:
    class Machine(RuleBasedStateMachine):
        def __init__(self) -> None:
            raise ValueError("no disk")

        @rule()
        def step(self) -> None:
            pass

    assert script_of(failure_of(Machine)) == ["state = Machine()  # <- ValueError: no disk"]


def test_long_calls_have_one_argument_per_line() -> None:
    class Machine(RuleBasedStateMachine):
        @rule(a=st.just("a" * 50), b=st.just("b" * 50))
        def step(self, a: str, b: str) -> None:
            raise ValueError

    assert "\n".join(script_of(failure_of(Machine))[1:-1]) == (
        f"state.step(\n    a={'a' * 50!r},\n    b={'b' * 50!r},\n)  # <- ValueError"
    )


def test_variables_are_names_whatever_the_bundle_is_called() -> None:
    class Machine(RuleBasedStateMachine):
        @rule(target=Bundle("class"))
        def a(self) -> int:
            return 1

        @rule(x=Bundle[int]("class"), target=Bundle("2 ways"))
        def b(self, x: int) -> int:
            return 2

        @rule(y=Bundle[int]("2 ways"))
        def c(self, y: int) -> None:
            raise ValueError

    assert script_of(failure_of(Machine))[1:4] == [
        "value_class_1 = state.a()  # -> 1",
        "value_2_ways_1 = state.b(x=value_class_1)  # -> 2",
        "state.c(y=value_2_ways_1)  # <- ValueError",
    ]


def test_drawn_gives_its_values_in_order() -> None:
    data = drawn(1, "a")
    assert [data.draw(st.integers()), data.draw(st.text(), "label")] == [1, "a"]


def test_an_error_between_steps_is_told() -> None:
    class Machine(RuleBasedStateMachine):
        count = 0

        @precondition(lambda self: 1 / (2 - self.count))
        @rule()
        def step(self) -> None:
            self.count += 1

    (condition,) = Machine.step._shortlex_step.conditions
    line = condition.__code__.co_firstlineno

    assert script_of(failure_of(Machine)) == [
        "state = Machine()",
        "state.step()",
        "state.step()",
        f"# <- ZeroDivisionError: division by zero: in the precondition in line {line} of step",
        "state.teardown()",
    ]

    class Heavy(RuleBasedStateMachine):
        @rule(weight=lambda self: 1 / 0)
        def step(self) -> None:
            pass

    assert script_of(failure_of(Heavy))[1:2] == [
        "# <- ZeroDivisionError: division by zero: in the weight of step"
    ]


def test_the_steps_until_a_process_died_are_told() -> None:
    class Machine(RuleBasedStateMachine):
        total = 0

        @rule(x=st.integers(0, 100))
        def step(self, x: int) -> None:
            self.total += x
            if self.total > 120:
                os.abort()

    options = settings(QUIET, isolate=True, max_examples=20, shrink_seconds=3)
    error = failure_of(Machine, options)
    lines = [line for note in error.__notes__ for line in note.splitlines()]
    assert lines[1] == "state = Machine()"
    assert sum(line.startswith("state.step(x=") for line in lines) == 2


def test_equal_values_keep_variables_of_their_own() -> None:
    class Machine(RuleBasedStateMachine):
        zeros: Any = Bundle("zeros", consume=True)

        @rule(target=zeros)
        def make(self) -> int:
            return 0

        @rule(x=zeros, y=st.none() | zeros, data=st.data())
        def use(self, x: int, y: int | None, data: st.DataObject) -> None:
            if y is not None and data.draw(self.zeros) is not None:
                raise ValueError("three")

    assert script_of(failure_of(Machine)) == [
        "state = Machine()",
        "zeros_1 = state.make()  # -> 0",
        "zeros_2 = state.make()  # -> 0",
        "zeros_3 = state.make()  # -> 0",
        "state.use(x=zeros_1, y=zeros_2, data=drawn(zeros_3))  # <- ValueError: three",
        "# Draw 1: 0",
        "state.teardown()",
    ]


def test_what_a_later_step_draws_is_written_where_the_data_was_given() -> None:
    class Machine(RuleBasedStateMachine):
        def __init__(self) -> None:
            self.data: list[st.DataObject] = []

        @rule(first=st.data(), second=st.data())
        def start(self, first: st.DataObject, second: st.DataObject) -> None:
            self.data += [first, second]

        def teardown(self) -> None:
            assert all(each.draw(st.integers()) < 5 for each in self.data)

    lines = script_of(failure_of(Machine))
    assert lines[1] == "state.start(first=drawn(5), second=drawn())"
    with pytest.raises(AssertionError):
        run_script(lines, Machine=Machine)


def test_names_that_are_keywords_are_written_so_that_they_run() -> None:
    class Machine(RuleBasedStateMachine):
        @rule(**{"from": st.integers(0, 9), "to": st.integers(0, 9)})
        def move(self, to: int, **others: int) -> None:
            assert others["from"] <= to

    def class_(self: object) -> None:
        raise ValueError("class")

    setattr(Machine, "class", rule()(class_))
    lines = [line for each in errors_of(failure_of(Machine)) for line in script_of(each)[1:2]]
    assert {line.partition("  #")[0] for line in lines} == {
        "state.move(**{'from': 1}, to=0)",
        "getattr(state, 'class')()",
    }


def errors_of(error: BaseException) -> list[BaseException]:
    return list(error.exceptions) if isinstance(error, BaseExceptionGroup) else [error]


def test_a_step_that_returns_a_value_for_no_bundle_is_marked() -> None:
    class Machine(RuleBasedStateMachine):
        @rule()
        def give(self) -> int:
            return 5

    error = failure_of(Machine)
    assert isinstance(error, InvalidDefinition)
    assert script_of(error)[1].startswith("state.give()  # <- InvalidDefinition: ")


def test_an_invariant_that_returns_a_value_is_marked() -> None:
    class Machine(RuleBasedStateMachine):
        @rule()
        def step(self) -> None:
            pass

        @invariant()
        def is_small(self) -> bool:
            return True

    error = failure_of(Machine)
    assert isinstance(error, InvalidDefinition)
    assert script_of(error)[1].startswith("state.is_small()  # <- the invariant broke: Invalid")


def test_random_cases_that_are_shown_have_the_same_variables(
    capsys: pytest.CaptureFixture[str],
) -> None:
    class Machine(RuleBasedStateMachine):
        zeros: Any = Bundle("zeros")

        @rule(target=zeros)
        def make(self) -> int:
            return 0

        @rule(x=zeros, data=st.data())
        def use(self, x: int, data: st.DataObject) -> None:
            data.draw(self.zeros)

    options = settings(QUIET, verbosity=Verbosity.verbose, max_examples=20)
    run_state_machine_as_test(Machine, settings=options)
    lines = [line for line in capsys.readouterr().out.splitlines() if "state.use(" in line]
    assert any("x=zeros_2" in line for line in lines)
    assert any("drawn(zeros_2)" in line for line in lines)
