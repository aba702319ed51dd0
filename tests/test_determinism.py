"""The same seed makes the same cases, reductions and reports: in any process, on any thread."""

import os
import subprocess
import sys
import threading
from collections.abc import Callable
from typing import Any

import pytest

from shortlex import given, lowlevel, seed, settings
from shortlex import strategies as st
from shortlex.core.case import Case

PROGRAM = """
import re, sys
from shortlex import find, given, seed, settings, strategies as st

JSON = st.recursive(
    st.none() | st.booleans() | st.floats() | st.text(),
    lambda children: st.lists(children) | st.dictionaries(st.text(), children),
)
STRATEGIES = {
    "json": JSON,
    "sets": st.sets(st.text(max_size=2)),
    "frozensets": st.frozensets(st.integers()),
    "dictionaries": st.dictionaries(st.text(), st.integers()),
    "sampled": st.sampled_from({"b": 1, "a": 2}),
    "permutations": st.permutations("abcdef"),
    "characters": st.text(st.characters(categories=["Lu", "Nd"])),
    "shared": st.tuples(st.shared(st.integers(), key="k"), st.shared(st.integers(), key="k")),
    "choices": st.one_of(st.integers(), st.binary(), st.tuples(st.booleans(), st.floats())),
}

def shown(value):
    # A set prints in the order of its hashes, which is not the library's doing.
    return repr(sorted(map(repr, value)) if isinstance(value, (set, frozenset)) else value)

@seed("a text")
@settings(max_examples=50)
@given(st.fixed_dictionaries(STRATEGIES))
def test(values):
    print({name: shown(value) for name, value in values.items()})

@seed(7)
@given(st.sets(st.text(min_size=1)), st.dictionaries(st.integers(), st.text()))
def failing(names, numbers):
    print(len(names), len(numbers))
    assert sum(map(len, names)) + len(numbers) < 6

test()
try:
    failing()
except AssertionError as error:
    print(re.sub("[0-9.]+ s", "", "\\n".join(error.__notes__)))
"""


def output_of(hash_seed: str) -> str:
    return subprocess.run(
        [sys.executable, "-c", PROGRAM],
        capture_output=True,
        text=True,
        check=True,
        env={
            **os.environ,
            "PYTHONPATH": os.pathsep.join(sys.path),
            "PYTHONHASHSEED": hash_seed,
            "PYTHONIOENCODING": "utf-8:backslashreplace",
        },
        encoding="utf-8",
    ).stdout


def test_another_process_with_another_hash_seed_does_the_same() -> None:
    outputs = {output_of(hash_seed) for hash_seed in ("0", "1", "12345")}
    assert len(outputs) == 1
    assert "Failing test case: failing(" in outputs.pop()


def test_derandomized_tests_do_the_same_every_time_and_others_do_not() -> None:
    def cases(**options: Any) -> list[int]:
        met: list[int] = []

        @settings(**options)
        @given(st.integers())
        def test(x: int) -> None:
            met.append(x)

        test()
        return met

    assert cases(derandomize=True) == cases(derandomize=True)
    assert cases(derandomize=False) != cases(derandomize=False)


def test_derandomized_tests_differ_from_each_other() -> None:
    met: dict[str, list[int]] = {"first": [], "second": []}

    @settings(derandomize=True)
    @given(st.integers())
    def first(x: int) -> None:
        met["first"].append(x)

    @settings(derandomize=True)
    @given(st.integers())
    def second(x: int) -> None:
        met["second"].append(x)

    first()
    second()
    assert met["first"] != met["second"]


# Threads


def on_threads(work: Callable[[int], None], count: int = 4) -> None:
    """Run work at the same time, switching as often as can be."""
    errors: list[BaseException] = []
    barrier = threading.Barrier(count)

    def guarded(number: int) -> None:
        try:
            barrier.wait()
            work(number)
        except BaseException as error:
            errors.append(error)

    threads = [threading.Thread(target=guarded, args=(n,)) for n in range(count)]
    interval = sys.getswitchinterval()
    sys.setswitchinterval(1e-6)
    try:
        for thread in threads:
            thread.start()
        for thread in threads:
            thread.join()
    finally:
        sys.setswitchinterval(interval)
    if errors:
        raise errors[0]


def test_one_test_passes_on_several_threads_at_once() -> None:
    for _ in range(10):
        # New each time: strategies are built when they are first used.
        met: dict[int, list[object]] = {}
        leaves = st.integers() | st.text() | st.booleans()

        @seed(1)
        @settings(max_examples=20)
        @given(st.recursive(leaves, lambda c: st.lists(c) | st.tuples(c, c)), st.data())
        def test(value: object, data: st.DataObject) -> None:
            data.draw(st.integers())
            met.setdefault(threading.get_ident(), []).append(repr(value))  # noqa: B023  # run at once

        on_threads(lambda number: test())
        runs = list(met.values())
        assert len(runs) == 4
        assert all(run == runs[0] for run in runs)


def test_one_test_fails_alike_on_several_threads_at_once() -> None:
    reports: list[str] = []

    @seed(1)
    @given(st.lists(st.integers()))
    def test(xs: list[int]) -> None:
        assert sum(xs) < 100

    def work(number: int) -> None:
        with pytest.raises(AssertionError) as caught:
            test()
        reports.append(caught.value.__notes__[0])

    on_threads(work)
    assert reports == 4 * ["Failing test case: test(\n    xs=[100],\n)"]


def test_runs_on_several_threads_do_not_share_random_numbers() -> None:
    met: dict[int, list[int]] = {}

    def work(number: int) -> None:
        def function(case: Case) -> None:
            met.setdefault(number, []).append(lowlevel.draw_bits(case, 64))

        lowlevel.run(function, seed=number % 2)

    on_threads(work)
    assert met[0] == met[2] != met[1] == met[3]
