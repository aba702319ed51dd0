"""Strategies: recipes for the values of a test.

``from shortlex import strategies as st``, then ``st.lists(st.integers())`` and so on.
"""

from shortlex.strategies.choosing import just, none, nothing, sampled_from
from shortlex.strategies.collections import frozensets, lists, permutations, sets, tuples
from shortlex.strategies.composing import DataObject, DrawFn, builds, composite, data, shared
from shortlex.strategies.mappings import dictionaries, fixed_dictionaries
from shortlex.strategies.numbers import booleans, floats, integers
from shortlex.strategies.recursion import deferred, recursive
from shortlex.strategies.regex import from_regex
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
    "fixed_dictionaries",
    "floats",
    "from_regex",
    "frozensets",
    "integers",
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
    "text",
    "tuples",
]
