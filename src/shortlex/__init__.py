"""Shortlex: property-based testing with the smallest counterexamples.

::

    from shortlex import given, strategies as st

    @given(st.lists(st.integers()))
    def test_sorting_keeps_length(xs):
        assert len(my_sort(xs)) == len(xs)

PYTEST_DONT_REWRITE tells pytest not to rewrite assertions here, if it starts after this import.
"""

from shortlex.control import (
    assume,
    currently_in_test_context,
    event,
    note,
    reject,
    target,
)
from shortlex.decorators import given, infer, is_shortlex_test, reproduce_failure, seed
from shortlex.property.examples import example
from shortlex.property.find import find
from shortlex.property.observe import observe
from shortlex.property.requirements import require
from shortlex.random_state import register_random
from shortlex.settings import HealthCheck, Phase, Verbosity, settings

__version__ = "0.1.0"

__all__ = [
    "HealthCheck",
    "Phase",
    "Verbosity",
    "__version__",
    "assume",
    "currently_in_test_context",
    "event",
    "example",
    "find",
    "given",
    "infer",
    "is_shortlex_test",
    "note",
    "observe",
    "register_random",
    "reject",
    "reproduce_failure",
    "require",
    "seed",
    "settings",
    "target",
]
