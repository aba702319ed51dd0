"""Stateful: tests that take random steps on a system, as described by a machine.

::

    from shortlex import strategies as st
    from shortlex.stateful import RuleBasedStateMachine, invariant, rule

    class Stack(RuleBasedStateMachine):
        def __init__(self):
            self.items = []

        @rule(x=st.integers())
        def push(self, x):
            self.items.append(x)

        @invariant()
        def is_short(self):
            assert len(self.items) < 10

    TestStack = Stack.TestCase
"""

from shortlex.errors import InvalidDefinition
from shortlex.stateful.bundles import Bundle, consumes, multiple
from shortlex.stateful.entrance import (
    example_of,
    get_state_machine_test,
    run_state_machine_as_test,
)
from shortlex.stateful.machine import RuleBasedStateMachine
from shortlex.stateful.rules import initialize, invariant, precondition, rule
from shortlex.stateful.script import drawn

__all__ = [
    "Bundle",
    "InvalidDefinition",
    "RuleBasedStateMachine",
    "consumes",
    "drawn",
    "example_of",
    "get_state_machine_test",
    "initialize",
    "invariant",
    "multiple",
    "precondition",
    "rule",
    "run_state_machine_as_test",
]
