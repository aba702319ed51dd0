"""The law of domains: whatever choices come from is in order, simplest first."""

from __future__ import annotations

from random import Random
from typing import Any

from shortlex.core.domain import Choice, Domain
from shortlex.core.source import ReplaySource
from shortlex.laws.law import Broken
from shortlex.laws.sameness import is_same
from shortlex.laws.trial import Trial, draw_recorded, shown

LONGEST = 200
"""The index of a longer text is a number of thousands of digits, and teaches nothing new."""

ANYTHING: tuple[Any, ...] = (
    None, True, 0, -1, 10**30, 0.5, -0.0, float("nan"), "", "a\ud800", b"", b"\xff", (), object(),
)  # fmt: skip

ADVICE = (
    "mend the domain: value_at() is the inverse of index_of(), index 0 is `simplest`, and "
    "nearest() makes a member of anything."
)


def indexes_round_trip(trial: Trial) -> None:
    """Choices have an index and come back from it; the simplest has 0; anything has a nearest."""
    met: dict[Domain, Choice] = {}
    for drawn in trial.drawn:
        _, case = draw_recorded(trial.strategy, ReplaySource(drawn.choices))
        for choice, domain in zip(case.choices, case.domains, strict=True):
            if domain not in met:
                _check_domain(domain)
            if domain.size_of(choice) <= LONGEST:
                _check_choice(domain, choice, met.setdefault(domain, choice))


def _check_domain(domain: Domain) -> None:
    _check(domain, domain.contains(domain.simplest), "its simplest value is no member")
    _check(domain, domain.index_of(domain.simplest) == 0, "its simplest value has not the index 0")
    for value in ANYTHING:
        near = domain.nearest(value)
        _check(domain, domain.contains(near), f"nearest({value!r}) is {near!r}, no member")
    for edge in (*domain.edges(), domain.sample(Random(0), 1.0)):
        _check(domain, domain.contains(edge), f"it gives {shown(edge)}, which is no member")


def _check_choice(domain: Domain, choice: Any, other: Any) -> None:
    _check(domain, domain.contains(choice), f"{shown(choice)} was chosen, but is no member")
    index = domain.index_of(choice)
    back = domain.value_at(index)
    _check(
        domain, is_same(back, choice), f"{choice!r} has the index {index}, but that is {back!r}'s"
    )
    _check(
        domain, is_same(domain.nearest(choice), choice), f"a member, {choice!r}, is not its nearest"
    )
    is_before = domain.sort_key(choice) < domain.sort_key(other)
    _check(
        domain,
        is_before == (index < domain.index_of(other)),
        f"sort_key() and index_of() disagree which of {choice!r} and {other!r} comes first",
    )


def _check(domain: Domain, holds: bool, otherwise: str) -> None:
    if not holds:
        raise Broken(f"Of the domain {domain!r}: {otherwise}.", ADVICE)
