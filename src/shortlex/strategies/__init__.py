"""Strategies: recipes for the values of a test.

``from shortlex import strategies as st``, then ``st.lists(st.integers())`` and so on.
"""

from importlib import import_module
from typing import TYPE_CHECKING, Any

# The public names, by module. Every other list of them is made from this one or compared with it.
_NAMES_IN = {
    "calendar.dates": ("dates", "datetimes", "timedeltas", "times"),
    "calendar.zones": ("timezone_keys", "timezones"),
    "collections": ("frozensets", "iterables", "lists", "permutations", "sets", "slices", "tuples"),
    "complexes": ("complex_numbers",),
    "composition": ("DataObject", "DrawFn", "composite", "data", "runner", "shared"),
    "construction": ("builds",),
    "exact_numbers": ("decimals", "fractions"),
    "function": ("functions",),
    "identifiers": ("uuids",),
    "inference.types": ("from_type", "register_type_strategy"),
    "internet": ("emails", "ip_addresses"),
    "mappings": ("dictionaries", "fixed_dictionaries"),
    "numbers": ("booleans", "floats", "integers"),
    "patterns.regex": ("from_regex",),
    "random_numbers": ("random_module", "randoms"),
    "recursion": ("deferred", "recursive"),
    "selection": ("just", "none", "nothing", "sampled_from"),
    "strategy": ("SearchStrategy",),
    "strings": ("binary", "characters", "text"),
    "unions": ("one_of",),
}
_MODULE_OF = {name: module for module, names in _NAMES_IN.items() for name in names}

if TYPE_CHECKING:
    # Type checkers do not run code, so they need the same names as imports.
    from shortlex.strategies.calendar.dates import dates as dates
    from shortlex.strategies.calendar.dates import datetimes as datetimes
    from shortlex.strategies.calendar.dates import timedeltas as timedeltas
    from shortlex.strategies.calendar.dates import times as times
    from shortlex.strategies.calendar.zones import timezone_keys as timezone_keys
    from shortlex.strategies.calendar.zones import timezones as timezones
    from shortlex.strategies.collections import frozensets as frozensets
    from shortlex.strategies.collections import iterables as iterables
    from shortlex.strategies.collections import lists as lists
    from shortlex.strategies.collections import permutations as permutations
    from shortlex.strategies.collections import sets as sets
    from shortlex.strategies.collections import slices as slices
    from shortlex.strategies.collections import tuples as tuples
    from shortlex.strategies.complexes import complex_numbers as complex_numbers
    from shortlex.strategies.composition import DataObject as DataObject
    from shortlex.strategies.composition import DrawFn as DrawFn
    from shortlex.strategies.composition import composite as composite
    from shortlex.strategies.composition import data as data
    from shortlex.strategies.composition import runner as runner
    from shortlex.strategies.composition import shared as shared
    from shortlex.strategies.construction import builds as builds
    from shortlex.strategies.exact_numbers import decimals as decimals
    from shortlex.strategies.exact_numbers import fractions as fractions
    from shortlex.strategies.function import functions as functions
    from shortlex.strategies.identifiers import uuids as uuids
    from shortlex.strategies.inference.types import from_type as from_type
    from shortlex.strategies.inference.types import register_type_strategy as register_type_strategy
    from shortlex.strategies.internet import emails as emails
    from shortlex.strategies.internet import ip_addresses as ip_addresses
    from shortlex.strategies.mappings import dictionaries as dictionaries
    from shortlex.strategies.mappings import fixed_dictionaries as fixed_dictionaries
    from shortlex.strategies.numbers import booleans as booleans
    from shortlex.strategies.numbers import floats as floats
    from shortlex.strategies.numbers import integers as integers
    from shortlex.strategies.patterns.regex import from_regex as from_regex
    from shortlex.strategies.random_numbers import random_module as random_module
    from shortlex.strategies.random_numbers import randoms as randoms
    from shortlex.strategies.recursion import deferred as deferred
    from shortlex.strategies.recursion import recursive as recursive
    from shortlex.strategies.selection import just as just
    from shortlex.strategies.selection import none as none
    from shortlex.strategies.selection import nothing as nothing
    from shortlex.strategies.selection import sampled_from as sampled_from
    from shortlex.strategies.strategy import SearchStrategy as SearchStrategy
    from shortlex.strategies.strings import binary as binary
    from shortlex.strategies.strings import characters as characters
    from shortlex.strategies.strings import text as text
    from shortlex.strategies.unions import one_of as one_of
else:
    __all__ = sorted(_MODULE_OF)


# Modules are imported when first used, because a test needs only a few of them.
def __getattr__(name: str) -> Any:
    if name not in _MODULE_OF:
        raise AttributeError(f"module {__name__!r} has no attribute {name!r}")
    found = getattr(import_module(f"{__name__}.{_MODULE_OF[name]}"), name)
    globals()[name] = found
    return found


def __dir__() -> list[str]:
    return sorted(_MODULE_OF)
