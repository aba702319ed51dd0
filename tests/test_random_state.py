"""The generators that all code shares, and those that users register."""

from __future__ import annotations

import gc
import os
import random
import subprocess
import sys
from collections.abc import Iterator
from random import Random

import pytest

from shortlex import given, register_random, settings
from shortlex import strategies as st
from shortlex.errors import InvalidArgument
from shortlex.random_state import generators, registered, seed_all


@pytest.fixture
def own() -> Iterator[Random]:
    generator = Random(5)
    register_random(generator)
    yield generator
    del generator
    gc.collect()


def test_a_registered_generator_is_seeded_before_each_case_and_put_back(own: Random) -> None:
    before = own.getstate()
    seen: set[float] = set()

    @settings(max_examples=20)
    @given(st.integers())
    def test(n: int) -> None:
        seen.add(own.random())

    test()
    assert seen == {Random(0).random()}
    assert own.getstate() == before


def test_registering_again_changes_nothing(own: Random) -> None:
    count = len(generators())
    register_random(own)
    register_random(random)
    assert len(generators()) == count


def test_a_generator_that_nobody_uses_is_forgotten() -> None:
    count = len(registered())
    generator = Random(1)
    register_random(generator)
    assert len(registered()) == count + 1
    del generator
    gc.collect()
    assert len(registered()) == count


def test_all_are_seeded_together(own: Random) -> None:
    saved = [(each, each.getstate()) for each in generators()]
    try:
        seed_all(3)
        assert random.random() == own.random() == Random(3).random()
    finally:
        for each, state in saved:
            each.setstate(state)


def test_what_is_no_generator_is_named() -> None:
    with pytest.raises(InvalidArgument, match=r"it lacks getstate, setstate\. Give an object"):
        register_random(type("Half", (), {"seed": 0})())

    class Rigid:
        __slots__ = ()
        seed = getstate = setstate = print

    with pytest.raises(InvalidArgument, match="a Rigid does not support weak references"):
        register_random(Rigid())


@pytest.mark.parametrize("name", ["Random", "seed", "getstate", "setstate", "getrandbits"])
def test_a_test_may_replace_what_it_shares(name: str) -> None:
    # In a process where nothing has failed before: much is imported by the first failure.
    program = f"""
import random
from shortlex import given, settings, strategies as st

def replacement(*args, **kwargs):
    raise OSError("replaced")

@settings(database=None)
@given(st.lists(st.integers()))
def test(xs):
    random.{name} = replacement
    assert sum(xs) < 100

try:
    test()
except AssertionError as error:
    print(error.__notes__[0])
"""
    done = subprocess.run(
        [sys.executable, "-c", program],
        env={**os.environ, "PYTHONPATH": os.pathsep.join(sys.path)},
        capture_output=True,
        text=True,
        check=False,
    )
    assert "xs=[100]" in done.stdout, done.stderr
