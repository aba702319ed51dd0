"""Every case: importing this has registered them all."""

from __future__ import annotations

from bench.reduction import (
    classics,
    filters,
    forks,
    machines,
    peers,
    predicates,
    reported,
    starts,
    suites,
)
from bench.reduction.case import CASES

__all__ = ["CASES", "SOURCES"]

SOURCES = (classics, forks, suites, peers, machines, starts, predicates, filters, reported)
