"""Strategies: recipes for the values of a test.

``from shortlex import strategies as st``, then ``st.lists(st.integers())`` and so on.
"""

from importlib import import_module
from typing import TYPE_CHECKING, Any

if TYPE_CHECKING:
    from shortlex.strategies.addresses import ip_addresses
    from shortlex.strategies.building import builds
    from shortlex.strategies.calendar import dates, datetimes, timedeltas, times
    from shortlex.strategies.choosing import just, none, nothing, sampled_from
    from shortlex.strategies.collections import frozensets, lists, permutations, sets, tuples
    from shortlex.strategies.complexes import complex_numbers
    from shortlex.strategies.composing import DataObject, DrawFn, composite, data, shared
    from shortlex.strategies.decimal import decimals
    from shortlex.strategies.fraction import fractions
    from shortlex.strategies.function import functions
    from shortlex.strategies.identifiers import uuids
    from shortlex.strategies.internet import emails
    from shortlex.strategies.iterating import iterables
    from shortlex.strategies.mappings import dictionaries, fixed_dictionaries
    from shortlex.strategies.methods import runner
    from shortlex.strategies.numbers import booleans, floats, integers
    from shortlex.strategies.random_numbers import random_module, randoms
    from shortlex.strategies.recursion import deferred, recursive
    from shortlex.strategies.regex import from_regex
    from shortlex.strategies.slicing import slices
    from shortlex.strategies.strategy import SearchStrategy
    from shortlex.strategies.strings import binary, characters, text
    from shortlex.strategies.types import from_type, register_type_strategy
    from shortlex.strategies.unions import one_of
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

# The module of each: imported when used, since a test has use for few of them.
_MODULE_OF = {
    "DataObject": "composing",
    "DrawFn": "composing",
    "SearchStrategy": "strategy",
    "binary": "strings",
    "booleans": "numbers",
    "builds": "building",
    "characters": "strings",
    "complex_numbers": "complexes",
    "composite": "composing",
    "data": "composing",
    "dates": "calendar",
    "datetimes": "calendar",
    "decimals": "decimal",
    "deferred": "recursion",
    "dictionaries": "mappings",
    "emails": "internet",
    "fixed_dictionaries": "mappings",
    "floats": "numbers",
    "fractions": "fraction",
    "from_regex": "regex",
    "from_type": "types",
    "frozensets": "collections",
    "functions": "function",
    "integers": "numbers",
    "ip_addresses": "addresses",
    "iterables": "iterating",
    "just": "choosing",
    "lists": "collections",
    "none": "choosing",
    "nothing": "choosing",
    "one_of": "unions",
    "permutations": "collections",
    "random_module": "random_numbers",
    "randoms": "random_numbers",
    "recursive": "recursion",
    "register_type_strategy": "types",
    "runner": "methods",
    "sampled_from": "choosing",
    "sets": "collections",
    "shared": "composing",
    "slices": "slicing",
    "text": "strings",
    "timedeltas": "calendar",
    "times": "calendar",
    "timezone_keys": "zones",
    "timezones": "zones",
    "tuples": "collections",
    "uuids": "identifiers",
}


def __getattr__(name: str) -> Any:
    if name not in _MODULE_OF:
        raise AttributeError(f"module {__name__!r} has no attribute {name!r}")
    found = getattr(import_module(f"{__name__}.{_MODULE_OF[name]}"), name)
    globals()[name] = found
    return found


def __dir__() -> list[str]:
    return __all__
