"""Combine: leave a local minimum by several random edits at once.

The passes change one thing at a time, or several that they know to belong together. Where they find
nothing more, it often takes two or three edits that have nothing to do with each other: one number
lowered and another raised, an element deleted and a flag cleared. There are too many pairs to try
them all, but a random one is cheap to try: nearly all are refused, so a light run is enough.
"""

from __future__ import annotations

from collections.abc import Collection, Iterator

from shortlex.core.string import String
from shortlex.core.trace import Trace
from shortlex.reducer.edits import is_structure, with_value
from shortlex.reducer.problem import Candidate, Problem
from shortlex.reducer.random_edits import RandomEdits, Used
from shortlex.reducer.random_values import MAX_LETTER_INDEX

NAME = "combine"
"""The label of these steps in the history."""

USUAL_COUNT = 8
"""If this many choices matter, there are the attempts that the schedule says."""

MIN_FACTOR, MAX_FACTOR = 0.25, 6.0
"""The share of the attempts if few choices matter, and if many do."""

MAX_LENGTH = 400
"""Longer cases are left alone: a random pair of edits is hardly ever right there."""

DRAWS_PER_ATTEMPT = 4
"""At most this many candidates are begun for each that is tried: many are known, or not simpler."""

MAX_MORE_EDITS = 2
"""This many more edits are added to a candidate that is known, or not simpler."""

REPETITIONS = 30
"""This many attempts repeat the edits that helped last, at other places: a length and a number may
have to come down together many times."""

RARE = 128
"""A letter with this index or a higher one in its alphabet is rare."""

MAX_LETTERS = 4
"""At most this many letters of a text are replaced by each plainer one."""

MAX_PROBED_LENGTH = 60
"""In longer cases we do not ask which choices matter."""

PROBED_INDEXES = (0, 1, 2, 7)
"""The values that a choice gets to see whether it matters."""


def combine(problem: Problem, attempts: int) -> bool:
    """Try random edits of the best case; return whether one led to a simpler case.

    For a seed this is the same on every machine, because attempts are counted, not seconds.
    """
    best, progress = problem.best, problem.progress
    if not best.choices or len(best) > MAX_LENGTH:
        return False
    if progress.attempts >= attempts * MAX_FACTOR:
        return False
    # A search that goes on in another process may not have the calls to ask for idle choices again.
    idle = () if progress.attempts else _idle_in(problem)
    edits = RandomEdits(best, problem.random, idle)
    factor = edits.count / USUAL_COUNT
    most = int(attempts * MAX_FACTOR)
    attempts = int(attempts * min(MAX_FACTOR, max(MIN_FACTOR, factor)))
    for number in range(DRAWS_PER_ATTEMPT * attempts):
        if progress.attempts >= attempts:
            break
        again = problem.last_edits if number < REPETITIONS else None
        candidate = _new_candidate(problem, edits, again)
        if candidate is not None and problem.tries(candidate, NAME):
            problem.last_edits = edits.used
            return True
    progress.attempts = most  # so it is over, however the search was begun
    plainer = _plainer_letters(best) if problem.is_quick else ()
    return any(problem.is_untried(each) and problem.tries(each, NAME) for each in plainer)


def _new_candidate(problem: Problem, edits: RandomEdits, again: Used | None) -> Candidate | None:
    """A candidate that is worth a try; None if it would take too many edits."""
    for more in range(MAX_MORE_EDITS + 1):
        # Where few edits at once are possible, they have soon all been tried.
        candidate = edits.extended() if more else edits.candidate(again)
        if candidate is not None and problem.is_untried(candidate):
            return candidate
    return None


def _plainer_letters(trace: Trace) -> Iterator[Candidate]:
    """Every plainer letter, in order, in place of one that is rare.

    No search finds, for example, the first letter that is longer as a capital.
    """
    for position, domain in enumerate(trace.domains):
        if isinstance(domain, String):
            text = str(trace.choices[position])
            for letter in dict.fromkeys(text[:MAX_LETTERS]):
                index = domain.alphabet.index_of(letter)
                for plainer in range(min(index, MAX_LETTER_INDEX) if index >= RARE else 0):
                    other = text.replace(letter, domain.alphabet.char_at(plainer))
                    yield with_value(trace, [position], other)


def _idle_in(problem: Problem) -> Collection[int]:
    """The choices that can be anything: whatever they are, the case fails."""
    best = problem.best
    if len(best) > MAX_PROBED_LENGTH:
        return ()
    return {i for i in range(len(best)) if not is_structure(best, i) and _is_idle(problem, i)}


def _is_idle(problem: Problem, position: int) -> bool:
    best, domain = problem.best, problem.best.domains[position]
    count = domain.count
    values = [domain.value_at(i) for i in PROBED_INDEXES if count is None or i < count]
    others = [value for value in values if value != best.choices[position]]
    candidates = (with_value(best, [position], value) for value in others)
    return bool(others) and all(problem.probe(candidate, NAME) for candidate in candidates)
