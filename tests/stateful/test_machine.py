"""The definition of a machine, and which rule runs next."""

from typing import Any

import pytest

from shortlex import settings
from shortlex import strategies as st
from shortlex.errors import InvalidDefinition
from shortlex.stateful import (
    Bundle,
    RuleBasedStateMachine,
    precondition,
    rule,
    run_state_machine_as_test,
)
from tests.stateful.failures import QUIET, failure_of

FEW = settings(QUIET, max_examples=30)


class Base(RuleBasedStateMachine):
    def __init__(self) -> None:
        super().__init__()
        self.ran: list[str] = []

    @rule()
    def first(self) -> None:
        self.ran.append("Base.first")

    @rule()
    def second(self) -> None:
        self.ran.append("Base.second")


def names_run_by(machine: type[Any]) -> set[str]:
    names: set[str] = set()

    class Watched(machine):  # type: ignore[misc]  # any machine
        def teardown(self) -> None:
            names.update(self.ran)

    run_state_machine_as_test(Watched, settings=FEW)
    return names


def test_rules_are_inherited_and_overridden() -> None:
    class Derived(Base):
        @rule()
        def second(self) -> None:
            self.ran.append("Derived.second")

    assert names_run_by(Derived) == {"Base.first", "Derived.second"}


def test_a_plain_method_switches_an_inherited_rule_off() -> None:
    class Derived(Base):
        def second(self) -> None:
            pass

    assert names_run_by(Derived) == {"Base.first"}


def test_rules_come_from_mixins_and_loops() -> None:
    class Mixin:
        ran: list[str]

        @rule()
        def mixed(self) -> None:
            self.ran.append("mixed")

    class Derived(Mixin, Base):
        for number in range(2):

            def step(self, x: int) -> None:
                self.ran.append(f"step {x}")

            locals()[f"step_{number}"] = rule(x=st.just(number))(step)
            del step

    assert names_run_by(Derived) == {"mixed", "Base.first", "Base.second", "step 0", "step 1"}


def test_preconditions_choose_and_do_not_reject() -> None:
    cases: list[int] = []

    class Machine(RuleBasedStateMachine):
        def __init__(self) -> None:
            self.steps = 0

        @precondition(lambda self: self.steps % 2 == 0)
        @rule()
        def even(self) -> None:
            assert self.steps % 2 == 0
            self.steps += 1

        @rule()
        @precondition(lambda self: self.steps % 2 == 1)
        def odd(self) -> None:
            assert self.steps % 2 == 1
            self.steps += 1

        @precondition(lambda self: False)
        @rule()
        def never(self) -> None:
            raise AssertionError("its precondition is never met")

        def teardown(self) -> None:
            cases.append(self.steps)

    run_state_machine_as_test(Machine, settings=settings(FEW, stateful_step_count=20))
    assert cases.count(20) > 5


def test_weights_say_how_often_a_rule_runs() -> None:
    counts = {"seldom": 0, "often": 0, "now": 0}

    class Machine(RuleBasedStateMachine):
        is_over = False

        @rule()
        def seldom(self) -> None:
            counts["seldom"] += 1

        @rule(weight=20)
        def often(self) -> None:
            counts["often"] += 1
            self.is_over = True

        @rule(weight=lambda self: 0 if self.is_over else 50)
        def now(self) -> None:
            assert not self.is_over
            counts["now"] += 1

    run_state_machine_as_test(Machine, settings=FEW)
    assert 3 * counts["seldom"] < counts["often"]
    assert counts["now"] > 0


@pytest.mark.parametrize("weight", [-1, float("nan"), "heavy", None])
def test_a_weight_must_be_a_number(weight: Any) -> None:
    class Machine(RuleBasedStateMachine):
        @rule(weight=lambda self: weight)
        def step(self) -> None:
            pass

        @rule()
        def other(self) -> None:
            pass

    assert "weight of step" in str(failure_of(Machine))


def test_a_machine_needs_rules() -> None:
    class Machine(RuleBasedStateMachine):
        def step(self) -> None:
            pass

    with pytest.raises(InvalidDefinition, match="Machine has no rules"):
        run_state_machine_as_test(Machine)


def test_a_precondition_alone_is_an_error() -> None:
    class Machine(Base):
        @precondition(lambda self: True)
        def step(self) -> None:
            pass

    with pytest.raises(InvalidDefinition, match=r"Machine\.step has @precondition"):
        run_state_machine_as_test(Machine)


def test_settings_in_the_body_of_the_class_are_an_error() -> None:
    class Machine(Base):
        settings = settings(max_examples=3)

    with pytest.raises(InvalidDefinition, match=r"Machine\.TestCase\.settings"):
        run_state_machine_as_test(Machine)


def test_a_bundle_that_is_never_filled_is_an_error() -> None:
    class Machine(Base):
        @rule(xs=st.lists(Bundle("values")))
        def step(self, xs: object) -> None:
            pass

    with pytest.raises(InvalidDefinition, match=r"step draws 'xs' from Bundle\('values'\)"):
        run_state_machine_as_test(Machine)


def test_a_machine_mixes_with_classes_that_have_a_metaclass() -> None:
    from abc import ABC, abstractmethod

    class Abstract(Base, ABC):
        @abstractmethod
        def name(self) -> str: ...

    class Concrete(Abstract):
        def name(self) -> str:
            return "concrete"

    run_state_machine_as_test(Concrete, settings=FEW)


@pytest.mark.parametrize("name", ["teardown", "__init__", "TestCase"])
def test_a_step_cannot_have_a_name_with_a_meaning(name: str) -> None:
    class Machine(RuleBasedStateMachine):
        @rule()
        def step(self) -> None:
            pass

    setattr(Machine, name, vars(Machine)["step"])
    with pytest.raises(InvalidDefinition, match=f"{name} has @rule, .* Rename the method"):
        run_state_machine_as_test(Machine)
