"""Climb targets: searches for cases with higher numbers in ``target()``.

Half of the cases are random; with the other half the search climbs from the best ones. It pushes
one choice after another as far as the target rises, with steps that double, to the ends of its
domain first; adds elements to collections; and runs mutants of the best cases. Now and then it goes
on from a case that is not the best, the less often the longer it takes, to leave a local maximum.
"""

from __future__ import annotations

from collections.abc import Iterator
from typing import TYPE_CHECKING, Any

from shortlex.core.case import RecordedCase
from shortlex.core.domain import Domain
from shortlex.core.mutation import mutant
from shortlex.core.shown import shown
from shortlex.core.source import ReplaySource
from shortlex.core.trace import Outcome, Trace
from shortlex.runner.case_count import enough_cases, is_hopeless
from shortlex.runner.execute import execute
from shortlex.runner.mutate import run_choices

if TYPE_CHECKING:
    from shortlex.core.front import Member
    from shortlex.runner.hunt import Hunt

MAX_PUSHED = 40
"""How many choices of a case are pushed in one round."""

MUTANTS_PER_ROUND = 30
"""How many mutants are run for each label in one round."""

MAX_ROUNDS_WITHOUT_GAIN = 12
"""After this many rounds in which no target rose, random cases are run instead."""

TEMPERATURE = 0.3
"""How often the first mutant that is worse is accepted; this falls to 0."""


def climb_targets(hunt: Hunt, limit: int) -> None:
    """Search for higher targets until there are enough cases, or none rises any more."""
    front = hunt.front
    _recall(hunt, limit)
    rounds = 0
    while rounds < MAX_ROUNDS_WITHOUT_GAIN and _has_time(hunt):
        rounds += 1
        for label in sorted(front.best):
            before = front.best[label].scores[label]
            _Climb(hunt, limit, label).run()
            if front.best[label].scores[label] > before:
                rounds = 0
    _keep(hunt)


def _replayed(hunt: Hunt, member: Member) -> Trace:
    """The trace of a member, with its domains and spans."""
    hunt.statistics.replays += 1
    return execute(hunt.test, RecordedCase(ReplaySource(member.choices)))


def _has_time(hunt: Hunt) -> bool:
    statistics = hunt.statistics
    return statistics.valid < enough_cases(hunt) and not is_hopeless(statistics)


class _Climb:
    """One round for one label."""

    def __init__(self, hunt: Hunt, limit: int, label: str) -> None:
        self._hunt = hunt
        self._limit = limit
        self._label = label
        self._random = hunt.random

    def run(self) -> None:
        """Push the choices of the best case, then run mutants of good ones."""
        best = self._traced(self._hunt.front.best[self._label])
        if best is not None:
            self._anneal(self._push(best))

    def _traced(self, member: Member) -> Trace | None:
        """The trace of a member; None if it does not run as before."""
        trace = _replayed(self._hunt, member)
        return trace if self._label in trace.targets else None

    def _try(self, choices: list[Any]) -> Trace | None:
        """Run a case. Returns its trace if it has the target."""
        if not _has_time(self._hunt):
            return None
        trace = run_choices(self._hunt, choices, self._limit)
        is_scored = trace is not None and trace.outcome is Outcome.VALID
        return trace if is_scored and self._label in trace.targets else None  # type: ignore[union-attr]  # scored

    def _score(self, trace: Trace) -> float:
        return trace.targets[self._label]

    def _push(self, best: Trace) -> Trace:
        """Push one choice after another; returns the best case."""
        count = len(best)
        places = list(range(count))
        for _ in range(min(MAX_PUSHED, count)):
            place = places.pop(int(self._random.random() * len(places)))
            if place < len(best) and _has_time(self._hunt):
                best = self._push_one(best, place)
        return best

    def _push_one(self, best: Trace, place: int) -> Trace:
        value, domain = best.choices[place], best.domains[place]
        for other in _far(value, domain):
            best = self._better(best, place, other)
        if type(value) is int or type(value) is float:
            for sign in (1, -1):
                best = self._walk(best, place, sign)
        return best

    def _walk(self, best: Trace, place: int, sign: int) -> Trace:
        """Change a number in one direction, in steps that double while the target rises."""
        step = 1
        while place < len(best):
            value = best.choices[place]
            if type(value) is not int and type(value) is not float:
                return best
            try:
                other = best.domains[place].nearest(value + type(value)(sign * step))
            except OverflowError:
                return best
            if other == value:
                return best
            better = self._better(best, place, other)
            if better is not best:
                best, step = better, step * 2
            elif step == 1:
                return best
            else:
                step //= 2
        return best

    def _better(self, best: Trace, place: int, value: Any) -> Trace:
        """The case with another choice there, if its target is higher; else the best one."""
        if place >= len(best) or not best.domains[place].contains(value):
            return best
        rest = best.choices[place + 1 :]
        if value is True and best.choices[place] is False:
            # One more element: what followed is shifted by what the new element draws, which is
            # unknown. The part of the element before is a good guess.
            guesses = [[*_element_before(best, place), *best.choices[place:]], rest]
        else:
            guesses = [rest]
        for guess in guesses:
            trace = self._try([*best.choices[:place], value, *guess])
            if trace is not None and self._score(trace) > self._score(best):
                return trace
        return best

    def _anneal(self, best: Trace) -> None:
        """Run mutants, first also of cases that are not the best."""
        now = best
        for number in range(MUTANTS_PER_ROUND):
            if not _has_time(self._hunt):
                return
            members = self._hunt.front.members
            other = members[int(self._random.random() * len(members))]
            mate = now if len(members) == 1 else self._traced(other) or now
            trace = self._try(mutant(now, mate, self._random))
            if trace is None:
                continue
            heat = TEMPERATURE * (1.0 - number / MUTANTS_PER_ROUND)
            if self._score(trace) >= self._score(now) or self._random.random() < heat:
                now = trace
            if self._score(trace) > self._score(best):
                best = now = self._push(trace)
            elif number % 10 == 9:
                now = best


def _far(value: Any, domain: Domain) -> Iterator[Any]:
    """Values that may be a large step forward."""
    if type(value) is bool:
        yield not value
    elif domain.kind == "string" or domain.kind == "bytes":
        if value:
            yield value + value
            yield value + value[-1:]
        else:
            yield from domain.edges()[1:3]
    else:
        yield from domain.edges()[1:6]


def _element_before(trace: Trace, place: int) -> list[Any]:
    """The choices of the element that ends here, without the choice to continue."""
    ends = [span for span in trace.spans if span.is_element and span.end == place]
    return list(trace.choices[ends[0].start + 1 : place]) if ends else []


def _recall(hunt: Hunt, limit: int) -> None:
    """Run the cases of the front that an earlier run has kept."""
    keeper = hunt.front_keeper
    if keeper is None or hunt.is_recalled:
        return
    hunt.is_recalled = True
    for kept in list(keeper.known()):
        if _has_time(hunt):
            run_choices(hunt, kept.record.choices, limit)
            keeper.outdate(kept.value)


def _keep(hunt: Hunt) -> None:
    """Keep the front for the next run."""
    keeper = hunt.front_keeper
    if keeper is None:
        return
    for number, member in enumerate(hunt.front.members):
        trace = _replayed(hunt, member)
        if trace.outcome is Outcome.VALID:
            keeper.keep_as(f"targets {number}: {shown(dict(trace.targets))}", trace)
    keeper.settle()
