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
from shortlex.settings import HealthCheck, Phase, Verbosity, on_attached, settings

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


_SETTINGS = "_hypothesis_internal_use_settings"

_THEIRS = {
    "_shortlex_settings": _SETTINGS,
    "_shortlex_seed": "_hypothesis_internal_use_seed",
    "_shortlex_examples": "hypothesis_explicit_examples",
}
"""What decorators leave on a test, by our names; packages that make tests read and replace it."""


def mark_tests() -> None:
    """Leave on each property from now on what other packages look for."""
    if _mark not in on_test_made:
        on_test_made.append(_mark)
        on_attached.append(_copy_attribute)


def _copy_attribute(test: Any, name: str, value: Any) -> None:
    if name in _THEIRS:
        setattr(test, _THEIRS[name], list(value) if name == "_shortlex_examples" else value)


def _mark(test: Any) -> None:
    tested = test.shortlex
    test.is_hypothesis_test = True
    test.hypothesis = tested
    tested._given_kwargs = tested.strategies
    if not hasattr(test, _SETTINGS):
        setattr(test, _SETTINGS, None)
    own = tested.options_for

    def options_for(wrapper: Any, args: tuple[Any, ...]) -> settings:
        replaced = getattr(wrapper, _SETTINGS, None)
        if isinstance(replaced, settings):
            wrapper._shortlex_settings = replaced
        found: settings = own(wrapper, args)
        return found

    tested.options_for = options_for
