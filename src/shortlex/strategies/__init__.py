"""Strategies: recipes for the values of a test.

``from shortlex import strategies as st``, then ``st.lists(st.integers())`` and so on.
"""

from shortlex.strategies.addresses import ip_addresses
from shortlex.strategies.choosing import just, none, nothing, sampled_from
from shortlex.strategies.collections import frozensets, lists, permutations, sets, tuples
from shortlex.strategies.composing import DataObject, DrawFn, builds, composite, data, shared
from shortlex.strategies.identifiers import uuids
from shortlex.strategies.internet import emails
from shortlex.strategies.iterating import iterables
from shortlex.strategies.mappings import dictionaries, fixed_dictionaries
from shortlex.strategies.numbers import booleans, floats, integers
from shortlex.strategies.recursion import deferred, recursive
from shortlex.strategies.regex import from_regex
from shortlex.strategies.slicing import slices
from shortlex.strategies.strategy import SearchStrategy
from shortlex.strategies.strings import binary, characters, text
from shortlex.strategies.unions import one_of

__all__ = [
    "DataObject",
    "DrawFn",
    "SearchStrategy",
    "binary",
    "booleans",
    "builds",
    "characters",
    "composite",
    "data",
    "deferred",
    "dictionaries",
    "emails",
    "fixed_dictionaries",
    "floats",
    "from_regex",
    "frozensets",
    "integers",
    "ip_addresses",
    "iterables",
    "just",
    "lists",
    "none",
    "nothing",
    "one_of",
    "permutations",
    "recursive",
    "sampled_from",
    "sets",
    "shared",
    "slices",
    "text",
    "tuples",
    "uuids",
]
