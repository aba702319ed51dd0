"""Values: make one choice simpler, without knowing the sequence it stands in.

``simpler_values(domain, value)`` yields lists of values to try, best first, and is sent the
position of the one that was accepted, or None.
"""

from __future__ import annotations

from typing import Any

from shortlex.core.bytestring import Bytes
from shortlex.core.domain import Domain
from shortlex.core.floating import Float
from shortlex.core.integer import Integer
from shortlex.core.string import String
from shortlex.reducer.search import Attempts
from shortlex.reducer.values.simpler_floats import simpler_floats
from shortlex.reducer.values.simpler_integers import one_less, simpler_integers
from shortlex.reducer.values.simpler_strings import simpler_bytes, simpler_strings


def simpler_values(domain: Domain, value: Any) -> Attempts[Any]:
    """Ever simpler members of ``domain``, starting from ``value``."""
    if isinstance(domain, Integer):
        return simpler_integers(domain, value)
    if isinstance(domain, Float):
        return simpler_floats(domain, value)
    if isinstance(domain, String):
        return simpler_strings(domain, value)
    if isinstance(domain, Bytes):
        return simpler_bytes(domain, value)
    return _simplest_only(domain, value)


def values_below(domain: Domain, value: Any) -> Attempts[Any]:
    """As ``simpler_values``, for a value at which an earlier search ended."""
    if isinstance(domain, Integer):
        return one_less(domain, value)
    return simpler_values(domain, value)


def _simplest_only(domain: Domain, value: Any) -> Attempts[Any]:
    """Booleans: there is nothing between the value and the simplest."""
    if value != domain.simplest:
        yield [domain.simplest]
