"""Search: a simpler failing case by several random edits at once, apart from any reducer.

It is crude and slow, and knows nothing of passes: that makes it a reference for cases that are too
many to count out.
"""

from __future__ import annotations

from random import Random
from typing import Any

from bench.reduction.fresh.replays import Fails, Made, replay
from shortlex.core.domain import Domain
from shortlex.core.order import simpler
from shortlex.core.trace import Trace

PATIENCE = 4000
"""How many edits in a row may fail."""

MOST = 25_000
"""How many are tried in all."""

LONGEST = 300
"""Cases of more choices are left alone: random edits do not find anything there."""


def improve(strategy: Any, fails: Fails, made: Made, random: Random) -> Made:
    """The same case, or a simpler one that fails."""
    if len(made.trace) > LONGEST:
        return made
    refused = 0
    seen: set[str] = set()
    for _ in range(MOST):
        candidate = edited(made.trace, random)
        refused += 1
        if refused > PATIENCE:
            break
        key = repr(candidate)
        if key in seen:
            continue
        seen.add(key)
        other = replay(strategy, fails, candidate, made.trace.size)
        if other is not None and other.fails and simpler(other.trace, made.trace):
            made, refused = other, 0
            seen.clear()
    return made


def edited(trace: Trace, random: Random) -> list[Any]:
    """Its choices after one to four edits."""
    choices: list[Any] = list(trace.choices)
    domains: list[Domain] = list(trace.domains)
    for _ in range(random.choices((1, 2, 3, 4), (1, 3, 2, 1))[0]):
        if not choices:
            break
        kind = random.random()
        if kind < 0.2:
            span = random.choice(trace.spans)
            if 0 < span.length < len(choices):
                del choices[span.start : span.end], domains[span.start : span.end]
                continue
        if kind < 0.27:
            start = random.randrange(len(choices))
            end = start + random.randint(1, 3)
            del choices[start:end], domains[start:end]
        else:
            place = random.randrange(len(choices))
            choices[place] = changed(place, choices, domains[place], random)
    return choices


def changed(place: int, choices: list[Any], domain: Domain, random: Random) -> Any:
    """Another member of the domain: of a low index, met elsewhere, or near itself."""
    choice = choices[place]
    kind = random.random()
    if kind < 0.4:
        most = 200 if domain.count is None else min(200, domain.count)
        return domain.value_at(int(random.random() ** 3 * most))
    if kind < 0.55:
        other = random.choice(choices)
        return other if type(other) is type(choice) else choice
    near = near_of(choice, random)
    return near if domain.contains(near) else domain.nearest(near)


def near_of(choice: Any, random: Random) -> Any:
    if isinstance(choice, bool):
        return not choice
    if isinstance(choice, int):
        step = random.choice((1, 1, 2, 10, random.randint(1, 50)))
        lower = (choice // 2, choice % 10, choice % 100, choice // 10, -choice)
        return random.choice((choice - step, choice + step, choice - step, random.choice(lower)))
    if isinstance(choice, float):
        by = random.choice((1.0, 0.5, 0.1, 10.0))
        rounded = round(choice, random.randint(0, 3))
        return random.choice((choice - by, choice + by, choice / 2, rounded, -choice))
    if not choice:
        return choice
    place = random.randrange(len(choice))
    end = place + random.randint(1, 4)
    if random.random() < 0.5:
        return choice[:place] + choice[end:]
    letter = random.randrange(len(choice))
    return choice[:place] + choice[letter : letter + 1] + choice[place + 1 :]
