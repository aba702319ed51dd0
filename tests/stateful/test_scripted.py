"""Scripts as examples: the invariants are checked after each step."""

import asyncio
from collections.abc import Callable
from typing import Any

import pytest

from shortlex import Phase, assume, settings
from shortlex.errors import UnsatisfiedAssumption
from shortlex.stateful import (
    RuleBasedStateMachine,
    example_of,
    initialize,
    invariant,
    precondition,
    rule,
    run_state_machine_as_test,
)

ONLY_SCRIPTS = settings(database=None, phases=[Phase.explicit])


class Counter(RuleBasedStateMachine):
    """Counts to two. It is not hashable, like many a dataclass."""

    __hash__ = None  # type: ignore[assignment]

    def __init__(self) -> None:
        self.count = self.checked = 0

    @rule()
    def add(self) -> None:
        self.count += 1

    @rule()
    def add_two(self) -> None:
        self.add()
        self.add()

    @rule()
    def refuse(self) -> None:
        self.count += 1
        assume(False)

    @invariant()
    def is_small(self) -> None:
        self.checked += 1
        assert self.count < 3


def run_example(machine: Any, script: Callable[[], Any]) -> list[str]:
    """The notes of the error that the script ends with, and how it began; nothing if it passes."""
    example_of(machine)(script)
    before = public_of(machine)
    try:
        run_state_machine_as_test(machine, settings=ONLY_SCRIPTS)
    except AssertionError as error:
        return [note for note in error.__notes__ if note.startswith("The invariant")]
    finally:
        assert public_of(machine) == before
    return []


def public_of(machine: type[Any]) -> dict[str, Any]:
    return {name: value for name, value in vars(machine).items() if not name.startswith("_")}


def new_machine() -> Any:
    class Machine(Counter):
        pass

    return Machine


def test_an_invariant_that_breaks_fails_a_script() -> None:
    machine = new_machine()

    def script() -> None:
        state = machine()
        state.add_two()
        assert state.checked == 2, "at the beginning, and once for the step"
        state.add()
        raise ValueError("not reached")

    assert run_example(machine, script) == ["The invariant is_small broke after the step add."]


def test_each_instance_in_a_script_has_a_story_of_its_own() -> None:
    machine = new_machine()

    def script() -> None:
        for _ in range(3):
            machine().add_two()

    assert run_example(machine, script) == []


def test_an_invariant_is_checked_before_the_first_step_and_after_one_that_is_skipped() -> None:
    machine = new_machine()

    def script() -> None:
        state = machine()
        state.add_two()
        with pytest.raises(UnsatisfiedAssumption):
            state.refuse()

    assert run_example(machine, script) == ["The invariant is_small broke after the step refuse."]

    class Wrong(Counter):
        def __init__(self) -> None:
            super().__init__()
            self.count = 3

    assert run_example(Wrong, lambda: Wrong().add()) == [
        "The invariant is_small broke before the first step."
    ]


def test_invariants_of_a_script_wait_for_initialize_rules_and_preconditions() -> None:
    class Machine(RuleBasedStateMachine):
        early: int = 0
        late: int = 0

        @initialize()
        def first(self) -> None:
            pass

        @initialize()
        def second(self) -> None:
            pass

        @rule()
        def step(self) -> None:
            pass

        @invariant(check_during_init=True)
        def always(self) -> None:
            self.early += 1

        @precondition(lambda self: self.early != 4)
        @invariant()
        def then(self) -> None:
            assume(self.early)
            self.late += 1

    def script() -> None:
        state = Machine()
        state.second()
        assert (state.early, state.late) == (2, 0)
        state.first()
        assert (state.early, state.late) == (3, 1)
        state.step()
        assert (state.early, state.late) == (4, 1)

    example_of(Machine)(script)
    run_state_machine_as_test(Machine, settings=ONLY_SCRIPTS)


def test_an_async_script_runs_on_a_loop() -> None:
    class Machine(RuleBasedStateMachine):
        count: int = 0

        @rule()
        async def add(self) -> None:
            await asyncio.sleep(0)
            self.count += 1

        @invariant()
        async def is_small(self) -> None:
            await asyncio.sleep(0)
            assert self.count < 2

    async def script() -> None:
        state = Machine()
        await state.add()
        await state.add()

    assert run_example(Machine, script) == ["The invariant is_small broke after the step add."]
