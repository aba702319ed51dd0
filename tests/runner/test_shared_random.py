"""Tests that use the shared generators of random numbers."""

from __future__ import annotations

import random
import subprocess
import sys
import threading
from collections.abc import Callable, Iterator
from pathlib import Path
from random import Random
from typing import Any

import numpy as np
import pytest

from shortlex import example, find, given, lowlevel, reproduce_failure, settings
from shortlex import strategies as st
from shortlex.core.case import Case
from shortlex.runner.shared_random import Seeding

FIRST = Random(0).random()
"""What ``random.random()`` gives in a case that is seeded."""


def numbers() -> list[float]:
    """What comes next, some of it from what is kept between calls."""
    return [random.gauss(0, 1), float(np.random.normal())] + [
        number for _ in range(700) for number in (random.random(), float(np.random.random()))
    ]


@pytest.fixture(autouse=True, params=[0, 1, 623])
def same_state(request: pytest.FixtureRequest) -> Iterator[None]:
    """Whatever a test does, the generators give afterwards what they would have given."""
    random.seed("something else")
    np.random.seed(77)
    for _ in range(request.param):
        random.getrandbits(32)
        np.random.bytes(4)
    if request.param == 1:
        random.gauss(0, 1)
        np.random.normal()
    states = random.getstate(), np.random.get_state()
    expected = numbers()
    random.setstate(states[0])
    np.random.set_state(states[1])
    yield
    assert numbers() == expected


def failure_of(test: Callable[[], None]) -> list[str]:
    with pytest.raises(AssertionError) as caught:
        test()
    return caught.value.__notes__


# Noticing use


def test_a_test_that_uses_random_sees_the_same_numbers_in_each_case_from_there_on() -> None:
    seen: list[float] = []

    @settings(max_examples=50)
    @given(st.integers())
    def test(n: int) -> None:
        seen.append(random.random())

    test()
    assert seen[0] == FIRST
    assert set(seen) == {FIRST}


def test_use_that_begins_late_is_noticed_soon() -> None:
    seen: list[float | None] = []

    @settings(max_examples=200)
    @given(st.integers())
    def test(n: int) -> None:
        seen.append(random.random() if len(seen) > 30 else None)

    test()
    late = seen[31:]
    assert late.count(FIRST) > 150
    assert set(late[50:]) == {FIRST}


def test_numpy_is_seeded_too() -> None:
    seen: list[float] = []

    @settings(max_examples=30)
    @given(st.integers())
    def test(n: int) -> None:
        seen.append(float(np.random.random()))

    test()
    assert set(seen) == {float(np.random.RandomState(0).random_sample())}


def test_numpy_that_the_test_is_the_first_to_import_is_seeded_too(tmp_path: Path) -> None:
    program = tmp_path / "program.py"
    program.write_text(
        "import sys\n"
        "from shortlex import given, settings, strategies as st\n"
        "seen = []\n"
        "@settings(max_examples=20)\n"
        "@given(st.integers())\n"
        "def test(n):\n"
        "    import numpy.random\n"
        "    seen.append(numpy.random.random())\n"
        "assert 'numpy' not in sys.modules\n"
        "test()\n"
        "assert len(set(seen[1:])) == 1, seen\n"
        "import numpy.random\n"
        "assert numpy.random.random() != seen[-1]\n"
    )
    run = subprocess.run(
        [sys.executable, str(program)], capture_output=True, text=True, check=False
    )
    assert run.returncode == 0, run.stderr


def test_a_test_that_does_not_use_it_is_not_seeded_before_each_case() -> None:
    with Seeding(lambda case: None) as seeding:
        for _ in range(1000):
            assert not seeding.notice()
        assert not seeding.is_on
        random.random()
        assert seeding.notice()
        assert seeding.is_on
        assert not seeding.notice()


def test_a_kind_of_generator_that_numpy_cannot_seed_is_left_alone() -> None:
    usual = np.random.get_bit_generator()
    seen: set[float] = set()

    @settings(max_examples=10)
    @given(st.integers())
    def test(n: int) -> None:
        seen.add(float(np.random.random()))

    state = np.random.get_state()
    np.random.set_bit_generator(np.random.PCG64(1))
    try:
        test()
    finally:
        np.random.set_bit_generator(usual)
        np.random.set_state(state)
    assert len(seen) == 10


def test_what_is_used_between_two_tests_goes_on_after_the_second() -> None:
    @settings(max_examples=10)
    @given(st.integers())
    def test(n: int) -> None:
        random.random()

    states = random.getstate(), np.random.get_state()
    expected = numbers()
    random.setstate(states[0])
    np.random.set_state(states[1])
    seen = [random.gauss(0, 1), float(np.random.normal())]
    for place in range(700):
        if place % 100 == 0:
            test()
        seen += [random.random(), float(np.random.random())]
    assert seen == expected
    random.setstate(states[0])
    np.random.set_state(states[1])


# Failures


def test_a_failure_by_chance_that_seeding_repeats_is_reduced() -> None:
    @settings(derandomize=True)
    @given(st.integers())
    def test(n: int) -> None:
        assert n < 10 + random.random()

    assert "n=11," in failure_of(test)[0]


def test_a_failure_by_chance_that_seeding_does_not_repeat_is_not_flaky() -> None:
    failures = []

    @settings(derandomize=True, max_examples=300)
    @given(st.integers())
    def test(n: int) -> None:
        # The first cases are small, so random ones fail before anybody has looked.
        if n > 50 and random.random() != FIRST:
            failures.append(n)
            raise AssertionError

    test()
    assert 0 < len(failures) < 20


def test_draws_that_depend_on_random_are_not_flaky() -> None:
    @st.composite
    def shifting(draw: st.DrawFn) -> object:
        return draw(st.text(max_size=3)) if random.random() < 0.5 else draw(st.integers(5, 99))

    @settings(derandomize=True)
    @given(shifting(), st.integers())
    def test(x: object, n: int) -> None:
        assert n < 7

    assert "n=7," in failure_of(test)[0]


def test_use_that_a_reduction_first_meets_is_seeded() -> None:
    met: list[float] = []

    @settings(derandomize=True, report_multiple_bugs=False)
    @given(st.lists(st.integers()))
    def test(xs: list[int]) -> None:
        if len(xs) == 1 and xs[0] > 100:
            met.append(random.random())
        assert sum(xs) <= 1000

    assert "xs=[1001]," in failure_of(test)[0]
    assert set(met[1:]) == {FIRST}


def test_a_token_replays_what_random_gave() -> None:
    def check(n: int) -> None:
        assert n < 3 or random.random() != FIRST

    test = settings(derandomize=True)(given(st.integers())(check))
    token = failure_of(test)[-1].split('"')[1]
    again = reproduce_failure(token)(given(st.integers())(check))
    assert "n=3," in failure_of(again)[0]


def test_examples_are_seeded() -> None:
    seen: list[float] = []

    @settings(max_examples=1)
    @example(1)
    @example(2)
    @given(st.integers())
    def test(n: int) -> None:
        seen.append(random.random())

    test()
    assert seen[:2] == [FIRST, FIRST]


def test_the_low_level_api_is_seeded() -> None:
    def function(case: Case) -> None:
        lowlevel.draw_bits(case, 3)
        if random.random() == FIRST:
            lowlevel.mark_interesting(case)

    assert lowlevel.replay(function, [3]).is_interesting
    assert lowlevel.replay_bytes(function, b"\3").is_interesting
    assert lowlevel.reduce(function, [3]).choices == (0,)
    found = lowlevel.run(function, seed=1)
    assert found is not None


def test_a_test_that_may_fail_sometimes_is_not_seeded() -> None:
    seen: set[float] = set()
    state = random.getstate()

    @settings(max_examples=20, min_failure_rate=0.1)
    @given(st.integers())
    def test(n: int) -> None:
        seen.add(random.random())

    test()
    random.setstate(state)
    assert len(seen) == 20


# Runs within runs, and beside each other


def test_a_search_within_a_test_leaves_the_numbers_of_the_test_alone() -> None:
    expected = Random(0)
    pair = [expected.random(), expected.random()]
    seen: list[list[float]] = []

    @settings(max_examples=5)
    @given(st.integers())
    def test(n: int) -> None:
        first = random.random()
        find(st.integers(), lambda x: x + random.random() > 5)
        seen.append([first, random.random()])

    test()
    assert all(each == pair for each in seen)


def test_only_one_thread_seeds_at_a_time() -> None:
    inside, done = threading.Event(), threading.Event()
    seen: list[Any] = []

    def hold() -> None:
        with Seeding(lambda case: None):
            inside.set()
            done.wait(10)

    thread = threading.Thread(target=hold)
    thread.start()
    inside.wait(10)
    with Seeding(lambda case: None) as seeding:
        before = random.getstate()
        seen += [seeding.notice(), random.getstate() == before]
    done.set()
    thread.join()
    assert seen == [False, True]
    with Seeding(lambda case: None):
        assert random.random() == FIRST


# random_module()


def test_random_module_seeds_with_what_it_draws() -> None:
    seen: dict[int, float] = {}

    @settings(max_examples=30)
    @given(st.random_module())
    def test(seeder: Any) -> None:
        seen[seeder.seed] = random.random()
        assert float(np.random.random()) == float(
            np.random.RandomState(seeder.seed).random_sample()
        )

    test()
    assert len(seen) == 30
    assert all(number == Random(seed).random() for seed, number in seen.items())


def test_random_module_reduces_to_zero() -> None:
    @settings(derandomize=True)
    @given(st.random_module(), st.integers())
    def test(seeder: object, n: int) -> None:
        assert n < 5

    notes = failure_of(test)
    assert "seeder=RandomSeeder(0)," in notes[0]
    assert repr(st.random_module()) == "random_module()"


def test_random_module_finds_seeds_for_which_a_test_fails() -> None:
    @settings(derandomize=True)
    @given(st.random_module())
    def test(seeder: object) -> None:
        assert random.random() < 0.9

    first = next(seed for seed in range(1000) if Random(seed).random() >= 0.9)
    seed = int(failure_of(test)[0].split("RandomSeeder(")[1].split(")")[0])
    assert Random(seed).random() >= 0.9
    assert seed >= first
