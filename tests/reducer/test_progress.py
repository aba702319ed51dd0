"""Progress: stored and read back, it lets a reduction go on as if nothing had happened."""

import os
import subprocess
import sys
from collections.abc import Callable
from typing import Any

import pytest

from shortlex import strategies as st
from shortlex.core.case import Case
from shortlex.core.encoding import encode_choices
from shortlex.errors import BadToken
from shortlex.reducer.budget import Budget
from shortlex.reducer.problem import Problem, RandomTail
from shortlex.reducer.progress import MAX_KEYS, Progress, lasting_key_of
from shortlex.reducer.reduce import reduce
from tests.reducer.traces import Runs, problem_of

Function = Callable[[Case], None]


def interesting_if(strategy: st.SearchStrategy[Any], condition: Callable[[Any], bool]) -> Function:
    def function(case: Case) -> None:
        if condition(case.draw(strategy)):
            case.mark_interesting()

    return function


def elements(*values: Any) -> list[Any]:
    return [each for value in values for each in (True, value)] + [False]


NUMBERS = st.lists(st.integers(0, 1000))
CASES: dict[str, tuple[Function, list[Any]]] = {
    "three large": (
        interesting_if(NUMBERS, lambda xs: sum(x >= 100 for x in xs) >= 3),
        elements(*range(50, 300, 10)),
    ),
    "sum": (
        interesting_if(NUMBERS, lambda xs: sum(xs) >= 2500),
        elements(700, 3, 900, 55, 901, 800, 8),
    ),
    "letters": (interesting_if(st.text(), lambda text: len(set(text)) >= 4), ["zebra, wild"]),
    "product": (
        interesting_if(
            st.tuples(st.integers(1, 10**6), st.integers(1, 10**6)), lambda p: p[0] * p[1] >= 10**6
        ),
        [77_777, 8888],
    ),
    "length before": (
        interesting_if(
            st.integers(0, 20).flatmap(
                lambda n: st.lists(st.integers(0, 500), min_size=n, max_size=n)
            ),
            lambda xs: len(xs) > 1 and max(xs) >= 300,
        ),
        [7, 4, 350, 2, 9, 450, 30, 0],
    ),
    "alternatives": (
        interesting_if(
            st.lists(st.one_of(st.booleans(), st.integers(), st.text())),
            lambda xs: len(xs) >= 2 and any(isinstance(x, int) and x > 500 for x in xs),
        ),
        [True, 2, "some", True, 1, 4711, True, 0, True, True, 2, "more", False],
    ),
}


def whole(function: Function, start: list[Any]) -> tuple[Problem, Runs]:
    runs = Runs(function)
    problem = problem_of(function, start, runs)
    reduce(problem)
    return problem, runs


@pytest.mark.parametrize("name", CASES)
def test_a_reduction_that_is_cut_anywhere_ends_alike_and_repeats_nothing(name: str) -> None:
    function, start = CASES[name]
    problem, runs = whole(function, start)
    total = len(runs.candidates)
    assert total > 20
    for cut in [*range(10), *range(10, total, 7), total - 1, total]:
        runs = Runs(function)
        first = problem_of(function, start, runs, budget=Budget(calls=cut), progress=Progress())
        reduce(first)
        stored = first.progress.to_bytes()
        progress = Progress.from_bytes(stored)
        assert progress.best is not None
        reduce(problem_of(function, progress.best, runs, progress=progress))
        assert progress.best == problem.best.choices, f"cut at {cut}"
        assert progress.is_finished
        fixed = [repr(list(each)) for each in runs.candidates if not isinstance(each, RandomTail)]
        # A step uphill may be what was too large when it was offered as one down.
        uphill = 1 if name == "alternatives" else 0
        assert len(fixed) - len(set(fixed)) <= uphill, f"cut at {cut}"


def test_a_reduction_can_be_cut_after_every_call() -> None:
    function, start = CASES["three large"]
    problem, _ = whole(function, start)
    progress, pieces, choices = Progress(), 0, start
    runs = Runs(function)
    while not progress.is_finished:
        progress = Progress.from_bytes(progress.to_bytes())
        reduce(problem_of(function, choices, runs, budget=Budget(calls=1), progress=progress))
        assert progress.best is not None
        choices, pieces = list(progress.best), pieces + 1
    assert tuple(choices) == problem.best.choices
    assert pieces == progress.runs > 20
    fixed = [repr(list(each)) for each in runs.candidates]
    assert len(set(fixed)) == len(fixed)


def test_progress_is_current_when_a_step_is_told() -> None:
    function, start = CASES["three large"]
    progress, told = Progress(), 0

    def check(name: str, trace: Any) -> None:
        nonlocal told
        told += 1
        assert Progress.from_bytes(progress.to_bytes()).best == trace.choices

    reduce(problem_of(function, start, progress=progress, on_step=check))
    assert told > 5
    assert progress.calls > told


def test_patience_counts_the_calls_of_before() -> None:
    function, start = CASES["sum"]
    progress = Progress()
    progress.calls = 400
    assert problem_of(function, start, progress=progress).history.calls == 400


def test_everything_is_read_back() -> None:
    progress = Progress()
    progress.best = (True, -5, 0.5, "text\ud800", b"bytes", -0.0)
    progress.calls, progress.runs, progress.is_finished = 12, 3, True
    progress.seen = {0: 5, 2**64 - 1: None, 77: 2**32}
    progress.arguments = {1: True, 2: False, 3: True}
    again = Progress.from_bytes(progress.to_bytes())
    assert repr(again.best) == repr(progress.best)
    assert (again.calls, again.runs, again.is_finished) == (12, 3, True)
    # A length that takes more than four bytes is as good as unknown.
    assert again.seen == {0: 5, 2**64 - 1: None, 77: None}
    assert again.arguments == progress.arguments


def test_before_a_reduction_there_is_no_best() -> None:
    assert Progress.from_bytes(Progress().to_bytes()).best is None
    progress = Progress()
    progress.best = ()
    assert Progress.from_bytes(progress.to_bytes()).best == ()


def test_the_latest_keys_are_stored_and_no_more_than_so_many() -> None:
    progress = Progress()
    progress.seen = dict.fromkeys(range(MAX_KEYS + 10), 1)
    progress.arguments = dict.fromkeys(range(MAX_KEYS + 10), False)
    stored = progress.to_bytes()
    assert len(stored) < 2**21
    again = Progress.from_bytes(stored)
    assert list(again.seen) == list(again.arguments) == list(range(10, MAX_KEYS + 10))


def test_every_damaged_byte_is_noticed() -> None:
    progress = Progress()
    progress.best, progress.seen = (True, 5), {1: 2, 3: None}
    stored = progress.to_bytes()
    for place in range(len(stored)):
        damaged = bytearray(stored)
        damaged[place] ^= 0x55
        with pytest.raises(BadToken):
            Progress.from_bytes(bytes(damaged))
        with pytest.raises(BadToken):
            Progress.from_bytes(stored[:place])


FIELDS = ["progress 2", 0, 0, 0, False, b"", bytes(8), bytes(4), b"", b""]


@pytest.mark.parametrize(
    "fields",
    [
        [],
        FIELDS[:-1],
        [*FIELDS, b""],
        ["progress 1", *FIELDS[1:]],
        [*FIELDS[:1], True, *FIELDS[2:]],
        [*FIELDS[:1], -1, *FIELDS[2:]],
        [*FIELDS[:3], -1, *FIELDS[4:]],
        [*FIELDS[:5], b"no choices", *FIELDS[6:]],
        [*FIELDS[:6], bytes(7), *FIELDS[7:]],
        [*FIELDS[:6], bytes(16), *FIELDS[7:]],
        [*FIELDS[:8], bytes(8 * (MAX_KEYS + 1)), b""],
    ],
)
def test_what_is_well_encoded_and_no_progress_is_refused(fields: list[Any]) -> None:
    assert Progress.from_bytes(encode_choices(FIELDS)).seen == {0: 0}
    with pytest.raises(BadToken, match=r"hold no progress of a reduction|encoded"):
        Progress.from_bytes(encode_choices(fields))


def test_keys_are_the_same_in_every_process() -> None:
    program = (
        "from marshal import dumps\n"
        "from shortlex.reducer.progress import lasting_key_of\n"
        "words = {'one', 'two', 'three', 'four', 'five'}\n"
        "print(lasting_key_of(dumps([True, 'text', 0.5, b'x', None, words], 2)))"
    )
    printed = {
        subprocess.run(
            [sys.executable, "-c", program],
            env={**os.environ, "PYTHONHASHSEED": seed, "PYTHONPATH": os.pathsep.join(sys.path)},
            capture_output=True,
            text=True,
            check=True,
        ).stdout
        for seed in ("1", "2", "3")
    }
    assert len(printed) == 1
    assert 0 <= lasting_key_of(b"") < 2**64


def test_a_repr_says_how_far_it_is() -> None:
    progress = Progress()
    assert repr(progress) == "<Progress under way, 0 calls, best=None>"
    progress.best, progress.is_finished = (1,), True
    assert repr(progress) == "<Progress finished, 0 calls, best=(1,)>"
