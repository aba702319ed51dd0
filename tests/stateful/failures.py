"""Runs machines that fail, for the tests beside this file."""

from collections.abc import Callable
from typing import Any

from shortlex import seed, settings
from shortlex.stateful import RuleBasedStateMachine, run_state_machine_as_test

QUIET = settings(database=None, max_examples=200)


def failure_of(
    machine: Callable[..., RuleBasedStateMachine], options: settings = QUIET, start: int = 1
) -> BaseException:
    """The error that a machine's test raises."""
    if isinstance(machine, type) and "_shortlex_seed" not in vars(machine):
        seed(start)(machine)
    try:
        run_state_machine_as_test(machine, settings=options)
    except BaseException as error:
        return error
    raise AssertionError("the machine's test passed")


def script_of(error: BaseException) -> list[str]:
    """The script in the report of an error."""
    lines = [line for note in error.__notes__ for line in note.splitlines()]
    start = next(i for i, line in enumerate(lines) if line.startswith("Failing test case"))
    ends = ("Reduced from", "Nothing simpler", "Replay exactly", "Known from", "It was not")
    end = next(i for i, line in enumerate(lines) if line.startswith(ends))
    return lines[start + 1 : end]


def steps_of(machine: Any, options: settings = QUIET, start: int = 1) -> list[str]:
    """The steps of the reduced failure of a machine, without its making and its teardown."""
    return [
        line.partition("  #")[0]
        for line in script_of(failure_of(machine, options, start))
        if not line.startswith(("state = ", "state.teardown()", "await state.teardown()", "#"))
    ]
