"""Run: reduce a case on a library, from many seeds, and sum up how it went.

Everything is counted from the first failing call on: calls of the test (its own final replays
included, for both libraries), runs of the generator, and CPU time of the process.
"""

from __future__ import annotations

import re
from collections import Counter
from collections.abc import Callable, Iterator
from contextlib import contextmanager
from dataclasses import dataclass, replace
from random import Random
from time import monotonic, process_time
from typing import Any

from bench.reduction.adapters import BugError, CannotBeginError, Library
from bench.reduction.case import Case


@dataclass(frozen=True)
class Outcome:
    """One reduction."""

    value: str
    is_ideal: bool
    size: float
    calls: int
    """Calls of the test after the first failing one."""
    calls_to_best: int
    """Of these, how many until the final value was first seen."""
    generations: int
    """How often the generator was run in that time."""
    seconds: float
    is_cut: bool
    """Whether it was ended because its calls were used up."""


@dataclass(frozen=True)
class Limits:
    """How much is spent on one case and library."""

    seeds: int
    seconds: float | None = None
    """No seed is begun after, and the one at work is given up."""
    calls: int | None = None
    """A reduction ends after so many; what it has then is its result."""


class Stop(BaseException):
    """Ends a run from inside. Not an Exception: it is no failure of the test."""


class OutOfTimeError(Exception):
    """The case has used up its seconds."""


class Recorder:
    """Counts what a library does from the first failing call on."""

    def __init__(
        self, case: Case, deadline: float | None, calls: int | None, final_runs: str = ""
    ) -> None:
        self.case = case
        self.final_runs = final_runs
        self.deadline = deadline
        self.most_calls = calls
        self.generations = 0
        self.generations_before = 0
        self.started: float | None = None
        self.seen: list[str] = []
        """What failed, call by call, and nothing for a call that passed."""
        self.last: Any = None
        self.is_out_of_time = self.is_out_of_calls = False

    def tick(self) -> None:
        self.generations += 1
        if self.deadline is not None and monotonic() > self.deadline:
            self.is_out_of_time = True
            raise Stop

    def check(self, value: Any) -> None:
        case = self.case
        if self.most_calls is not None and len(self.seen) > self.most_calls:
            self.is_out_of_calls = True
            raise Stop
        if not case.fails(value):
            if self.started is not None:
                self.seen.append("")
            return
        if self.started is None:
            self.started = process_time()
            self.generations_before = self.generations
        self.seen.append(repr(value))
        self.last = value
        raise BugError

    @contextmanager
    def stoppable(self) -> Iterator[None]:
        """Around a run of a library, which may turn our Stop into an error of its own."""
        try:
            yield
        except BaseException:
            if self.is_out_of_time:
                raise OutOfTimeError from None
            if not self.is_out_of_calls:
                raise

    def outcome(self) -> Outcome | None:
        if self.started is None:
            return None
        final = repr(self.last)
        calls, calls_to_best = count_calls(self.seen, final, self.final_runs)
        return Outcome(
            value=final,
            is_ideal=self.case.is_ideal(self.last),
            size=self.case.size_of(self.last),
            calls=calls,
            calls_to_best=calls_to_best,
            generations=self.generations - self.generations_before - (len(self.seen) - 1 - calls),
            seconds=process_time() - self.started,
            is_cut=self.is_out_of_calls,
        )


def count_calls(seen: list[str], final: str, final_runs: str) -> tuple[int, int]:
    """How many calls a reduction took, and how many until its final value was first seen.

    ``seen`` has what failed, from the first failing call on, and nothing for a call that passed.
    ``final_runs`` is the pattern of the calls that come after a reduction of this library.
    """
    calls_to_best = seen.index(final)
    later = seen[calls_to_best + 1 :]
    kinds = "".join("f" if each == final else "-" if each else "p" for each in later)
    reducing = len(re.sub(final_runs, "", kinds))
    return min(len(seen) - 1, calls_to_best + 1 + reducing), calls_to_best


def reduce_once(
    library: Library,
    case: Case,
    seed: int,
    *,
    deadline: float | None = None,
    calls: int | None = None,
) -> Outcome | None:
    """Find a failing value from a seed and reduce it; None if none was found."""
    recorder = Recorder(case, deadline, calls, library.final_runs)
    strategy = case.make(library.strategies)
    start = None
    if case.start is not None:
        start = case.start(Random(seed))
    elif case.is_big is not None:
        start = find_big(library, case, strategy, seed, deadline)
        if start is None:
            return None
    with recorder.stoppable():
        if start is None:
            library.search(strategy, recorder.check, recorder.tick, seed, case.max_examples)
        else:
            library.begin(strategy, recorder.check, recorder.tick, seed, start)
    return recorder.outcome()


def find_big(
    library: Library, case: Case, strategy: Any, seed: int, deadline: float | None
) -> list[Any] | None:
    """The choices of a big failing value.

    In a run of its own: what the library has seen there, and been told passes because it is not
    big, it would not look at again.
    """
    is_big = case.is_big
    assert is_big is not None
    sieve = replace(case, fails=lambda value: case.fails(value) and is_big(value))
    recorder = Recorder(sieve, deadline, None)
    with recorder.stoppable():
        return library.find(strategy, recorder.check, recorder.tick, seed, case.max_examples)
    return None


def reduce_many(library: Library, case: Case, limits: Limits) -> dict[str, Any]:
    """The figures of one case on one library."""
    deadline = None if limits.seconds is None else monotonic() + limits.seconds
    found: list[Outcome] = []
    tried = 0
    remark = ""
    for seed in range(limits.seeds):
        try:
            outcome = reduce_once(library, case, seed, deadline=deadline, calls=limits.calls)
        except OutOfTimeError:
            remark = f"cut after {limits.seconds:g} s"
            break
        except CannotBeginError as error:
            remark = f"cannot be given the start: {error}"
            break
        tried += 1
        if outcome is not None:
            found.append(outcome)
    result = {"seeds": len(found), "tried": tried}
    if remark:
        result |= {"remark": remark}
    return result | summary(case, found) if found else result


def summary(case: Case, outcomes: list[Outcome]) -> dict[str, Any]:
    """Means over some reductions, at least one."""
    values = Counter(outcome.value for outcome in outcomes)

    def mean(of: Callable[[Outcome], float]) -> float:
        return round(sum(map(of, outcomes)) / len(outcomes), 4)

    return {
        "ideal": mean(lambda o: o.is_ideal) if case.has_ideal else None,
        "results": len(values),
        "common": [value[:100] for value, _ in values.most_common(3)],
        "size": mean(lambda o: o.size),
        "size_interval": bootstrap([o.size for o in outcomes]),
        "calls": mean(lambda o: o.calls),
        "calls_interval": bootstrap([o.calls for o in outcomes]),
        "worst": max(o.calls for o in outcomes),
        "calls_to_best": mean(lambda o: o.calls_to_best),
        "generations": mean(lambda o: o.generations),
        "milliseconds": mean(lambda o: 1000 * o.seconds),
        "cut": sum(o.is_cut for o in outcomes),
    }


def bootstrap(numbers: list[float] | list[int]) -> tuple[float, float]:
    """A 95% interval for the mean."""
    if len(set(numbers)) == 1:
        return float(numbers[0]), float(numbers[0])
    random = Random(0)
    count = len(numbers)
    means = sorted(sum(random.choices(numbers, k=count)) / count for _ in range(1000))
    return round(means[25], 4), round(means[974], 4)
