"""randoms(): reduction and reports, through the public API."""

from __future__ import annotations

import copy
import pickle
from collections.abc import Callable
from random import Random
from typing import Any

import pytest

from shortlex import given, settings
from shortlex import strategies as st
from shortlex.errors import InvalidState
from tests.strategies.laws_of_strategies import check_refused, draw_light, draw_simplest


def reduced(use: Callable[[Random], object]) -> list[str]:
    """The calls in the report of a test that fails when ``use`` gives something true."""

    @settings(derandomize=True)
    @given(st.randoms(note_method_calls=True))
    def test(random: Random) -> None:
        assert not use(random)

    with pytest.raises(AssertionError) as caught:
        test()
    notes = [each for each in caught.value.__notes__ if each.startswith("DrawnRandom(...).")]
    return [each.removeprefix("DrawnRandom(...).") for each in notes]


def shuffled(random: Random) -> list[int]:
    values = [0, 1, 2, 3]
    random.shuffle(values)
    return values


@pytest.mark.parametrize(
    ("use", "calls"),
    [
        (lambda r: r.random() >= 0.0, ["random() -> 0.0"]),
        (lambda r: r.random() > 0.3, ["random() -> 0.5"]),
        (lambda r: r.randint(1, 6) == 6, ["randint(1, 6) -> 6"]),
        (lambda r: abs(r.randint(-100, 100)) > 9, ["randint(-100, 100) -> 10"]),
        (lambda r: r.choice("abc") > "a", ["choice('abc') -> 'b'"]),
        (lambda r: shuffled(r)[0] == 3, ["shuffle([0, 1, 2, 3]) -> [3, 1, 2, 0]"]),
        (lambda r: 5 in r.sample(range(9), 2), ["sample(range(0, 9), 2) -> [0, 5]"]),
        (lambda r: r.gauss(10, 2) > 12, ["gauss(10, 2) -> 14.0"]),
        (lambda r: r.uniform(1, 9) > 4.5, ["uniform(1, 9) -> 5.0"]),
        (lambda r: r.choices("ab", k=3).count("b") == 1, ["choices('ab', k=3) -> ['a', 'a', 'b']"]),
        (lambda r: r.getrandbits(8) > 3, ["getrandbits(8) -> 4"]),
        (lambda r: r.randbytes(2)[1] > 2, ["randbytes(2) -> b'\\x00\\x03'"]),
        (
            lambda r: sum(r.randrange(10) for _ in range(3)) > 12,
            ["randrange(10) -> 0", "randrange(10) -> 4", "randrange(10) -> 9"],
        ),
    ],
    ids=range(13),
)
def test_numbers_reduce_to_the_simplest_that_fail(
    use: Callable[[Random], object], calls: list[str]
) -> None:
    assert reduced(use) == calls


def test_only_the_calls_of_the_test_are_noted() -> None:
    assert reduced(lambda r: (r.seed(3), r.lognormvariate(0, 1), r.triangular(high=3))) == [
        "seed(3) -> None",
        "lognormvariate(0, 1) -> 1.0",
        "triangular(high=3) -> 0.0",
    ]


def test_without_notes_calls_are_not_in_the_report() -> None:
    @settings(derandomize=True)
    @given(st.randoms())
    def test(random: Random) -> None:
        assert random.random() < 0

    with pytest.raises(AssertionError) as caught:
        test()
    assert "random=DrawnRandom(...)," in caught.value.__notes__[0]
    assert "random()" not in str(caught.value.__notes__)


def test_the_number_of_calls_reduces_too() -> None:
    def use(random: Random) -> bool:
        count = 0
        while random.randint(0, 9) > 2:
            count += 1
        return count >= 2

    assert reduced(use) == ["randint(0, 9) -> 3", "randint(0, 9) -> 3", "randint(0, 9) -> 0"]


def test_a_generator_kept_for_later_is_refused() -> None:
    kept: list[Random] = []

    @settings(max_examples=10)
    @given(st.randoms(), st.integers())
    def test(random: Random, n: int) -> None:
        for each in kept:
            with pytest.raises(InvalidState):
                each.random()
        random.random()
        kept.append(random)

    test()
    assert len(kept) == 10


# With a seed


def test_true_random_draws_a_seed_and_nothing_else() -> None:
    drawn = draw_light(st.randoms(use_true_random=True), seed=3)
    assert drawn is not None
    (seed,) = drawn.choices
    assert repr(drawn.value) == f"Random({seed})"
    assert drawn.value.random() == Random(seed).random()
    assert drawn.value.sample(range(99), 9) == _second(Random(seed)).sample(range(99), 9)
    assert repr(draw_simplest(st.randoms(use_true_random=True))) == "Random(0)"


def _second(random: Random) -> Random:
    random.random()
    return random


def test_true_random_can_be_noted_too() -> None:
    @settings(derandomize=True)
    @given(st.randoms(use_true_random=True, note_method_calls=True))
    def test(random: Random) -> None:
        assert random.randint(0, 10**6) < 0

    with pytest.raises(AssertionError) as caught:
        test()
    number = Random(0).randint(0, 10**6)
    assert f"Random(0).randint(0, 1000000) -> {number}" in caught.value.__notes__


@pytest.mark.parametrize("notes", [False, True])
def test_true_random_is_copied_and_pickled_as_usual(notes: bool) -> None:
    random = draw_simplest(st.randoms(use_true_random=True, note_method_calls=notes))
    random.seed(5)
    assert repr(random) == "Random(5)"
    random.random()
    twin = Random(5)
    twin.random()
    expected = twin.random()
    pickled = pickle.loads(pickle.dumps(random))  # noqa: S301  # our own
    for other in (copy.copy(random), copy.deepcopy(random), pickled):
        assert repr(other) == "Random(5)"
        assert other.random() == expected
    assert random.random() == expected


def test_noted_generators_are_copied_with_their_state() -> None:
    random: Any = draw_light(st.randoms(note_method_calls=True), seed=1)
    twin = copy.copy(random.value)
    assert [twin.random(), twin.choice("abc")] == [
        random.value.random(),
        random.value.choice("abc"),
    ]


def test_bad_arguments_are_named() -> None:
    check_refused(lambda: st.randoms(use_true_random=1), "use_true_random=1", "True or False")  # type: ignore[arg-type]  # on purpose
    check_refused(lambda: st.randoms(note_method_calls="yes"), "note_method_calls='yes'")  # type: ignore[arg-type]  # on purpose
