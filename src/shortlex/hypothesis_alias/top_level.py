"""Top level: what ``from hypothesis import ...`` gives."""

from __future__ import annotations

from typing import Any

from shortlex.control import (
    assume,
    currently_in_test_context,
    event,
    note,
    reject,
    target,
)
from shortlex.decorators import (
    given,
    infer,
    is_shortlex_test,
    on_test_made,
    reproduce_failure,
    seed,
)
from shortlex.hypothesis_alias.contents import VERSION
from shortlex.property.body import Property
from shortlex.property.examples import example
from shortlex.property.find import find
from shortlex.random_state import register_random
from shortlex.settings import HealthCheck, Phase, Verbosity, settings

__version__ = VERSION
__version_info__ = tuple(map(int, VERSION.split(".")))

__all__ = [
    "HealthCheck",
    "Phase",
    "Verbosity",
    "__version__",
    "__version_info__",
    "assume",
    "currently_in_test_context",
    "event",
    "example",
    "find",
    "given",
    "infer",
    "is_hypothesis_test",
    "note",
    "register_random",
    "reject",
    "reproduce_failure",
    "seed",
    "settings",
    "target",
]

Settings = settings
HypothesisHandle = Property

is_hypothesis_test = is_shortlex_test


def mark_tests() -> None:
    """Leave on each property from now on what the plugins of others look for."""
    if _mark not in on_test_made:
        on_test_made.append(_mark)


def _mark(test: Any) -> None:
    test.is_hypothesis_test = True
    test.hypothesis = test.shortlex
