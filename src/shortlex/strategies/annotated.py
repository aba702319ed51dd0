"""Annotated: a type with metadata, of which a strategy or constraints are of use here."""

from __future__ import annotations

from typing import Any

from shortlex.strategies.constraints import Constraints, read_metadata
from shortlex.strategies.inferring import Scope
from shortlex.strategies.narrowing import narrowed
from shortlex.strategies.strategy import SearchStrategy


def from_annotated(thing: Any, scope: Scope) -> SearchStrategy[Any]:
    """The last strategy among the metadata, or else the type with its constraints."""
    strategies = [each for each in thing.__metadata__ if isinstance(each, SearchStrategy)]
    if strategies:
        return strategies[-1]
    constraints = read_metadata(thing.__metadata__, Constraints())
    return narrowed(thing.__origin__, constraints, scope)
