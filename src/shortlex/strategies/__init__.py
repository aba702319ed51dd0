"""Strategies: recipes for the values of a test.

``from shortlex import strategies as st``, then ``st.lists(st.integers())`` and so on.
"""

from importlib import import_module
from typing import TYPE_CHECKING, Any

from shortlex.strategies.building import builds
from shortlex.strategies.choosing import just, none, nothing, sampled_from
from shortlex.strategies.collections import frozensets, lists, permutations, sets, tuples
from shortlex.strategies.composing import DataObject, DrawFn, composite, data, shared
from shortlex.strategies.mappings import dictionaries, fixed_dictionaries
from shortlex.strategies.numbers import booleans, floats, integers
from shortlex.strategies.recursion import deferred, recursive
from shortlex.strategies.strategy import SearchStrategy
from shortlex.strategies.strings import binary, characters, text
from shortlex.strategies.unions import one_of

if TYPE_CHECKING:
    from shortlex.strategies.addresses import ip_addresses
    from shortlex.strategies.calendar import dates, datetimes, timedeltas, times
    from shortlex.strategies.complexes import complex_numbers
    from shortlex.strategies.decimal import decimals
    from shortlex.strategies.fraction import fractions
    from shortlex.strategies.function import functions
    from shortlex.strategies.identifiers import uuids
    from shortlex.strategies.internet import emails
    from shortlex.strategies.iterating import iterables
    from shortlex.strategies.methods import runner
    from shortlex.strategies.random_numbers import random_module, randoms
    from shortlex.strategies.regex import from_regex
    from shortlex.strategies.slicing import slices
    from shortlex.strategies.types import from_type, register_type_strategy
    from shortlex.strategies.zones import timezone_keys, timezones

__all__ = [
    "DataObject",
    "DrawFn",
    "SearchStrategy",
    "binary",
    "booleans",
    "builds",
    "characters",
    "complex_numbers",
    "composite",
    "data",
    "dates",
    "datetimes",
    "decimals",
    "deferred",
    "dictionaries",
    "emails",
    "fixed_dictionaries",
    "floats",
    "fractions",
    "from_regex",
    "from_type",
    "frozensets",
    "functions",
    "integers",
    "ip_addresses",
    "iterables",
    "just",
    "lists",
    "none",
    "nothing",
    "one_of",
    "permutations",
    "random_module",
    "randoms",
    "recursive",
    "register_type_strategy",
    "runner",
    "sampled_from",
    "sets",
    "shared",
    "slices",
    "text",
    "timedeltas",
    "times",
    "timezone_keys",
    "timezones",
    "tuples",
    "uuids",
]

# What most tests have no use for: imported when used.
_LATER = {
    "complex_numbers": "complexes",
    "dates": "calendar",
    "datetimes": "calendar",
    "decimals": "decimal",
    "emails": "internet",
    "fractions": "fraction",
    "from_regex": "regex",
    "from_type": "types",
    "functions": "function",
    "ip_addresses": "addresses",
    "iterables": "iterating",
    "random_module": "random_numbers",
    "randoms": "random_numbers",
    "register_type_strategy": "types",
    "runner": "methods",
    "slices": "slicing",
    "timedeltas": "calendar",
    "times": "calendar",
    "timezone_keys": "zones",
    "timezones": "zones",
    "uuids": "identifiers",
}


def __getattr__(name: str) -> Any:
    if name not in _LATER:
        raise AttributeError(f"module {__name__!r} has no attribute {name!r}")
    found = getattr(import_module(f"{__name__}.{_LATER[name]}"), name)
    globals()[name] = found
    return found
