"""randoms(): reduction and reports, through the public API."""

from __future__ import annotations

import copy
import math
import pickle
import sys
from collections.abc import Callable
from fractions import Fraction
from random import Random
from typing import Any

import pytest

from shortlex import given, settings
from shortlex import strategies as st
from shortlex.core.case import RandomCase, RecordedCase
from shortlex.core.source import ReplaySource, SimplestSource
from shortlex.errors import InvalidState
from shortlex.strategies.random_numbers import METHODS, DrawnRandom
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
    assert len(kept) >= 10  # a case may equal an earlier one


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


# A generator of random numbers, each of which is a choice.


Call = Callable[[Random], Any]


def simplest(call: Call) -> Any:
    return call(DrawnRandom(RecordedCase(SimplestSource())))


def some(call: Call, count: int = 300) -> list[Any]:
    """Results of a call with random choices, each checked to be the same when replayed."""
    found = []
    for seed in range(count):
        case = RandomCase(Random(seed), 1.0, 10_000)
        found.append(call(DrawnRandom(case)))
        again = call(DrawnRandom(RecordedCase(ReplaySource(case.choices))))
        assert again == found[-1] or math.isnan(again)
    return found


def shuffled_five(random: Random) -> list[int]:
    values = list(range(5))
    random.shuffle(values)
    return values


def within(low: float, high: float) -> Callable[[Any], bool]:
    return lambda value: low <= value <= high


ABC = ["a", "b", "c"]

# A call, its simplest result, and what holds of all.
CALLS: list[tuple[Call, Any, Callable[[Any], bool]]] = [
    (lambda r: r.random(), 0.0, lambda v: 0.0 <= v < 1.0),
    (lambda r: r.getrandbits(5), 0, within(0, 31)),
    (lambda r: r.getrandbits(0), 0, within(0, 0)),
    (lambda r: r.getrandbits(100), 0, within(0, 2**100 - 1)),
    (lambda r: r.randbytes(3), b"\0\0\0", lambda v: len(v) == 3),
    (lambda r: r.randbytes(0), b"", lambda v: v == b""),
    (lambda r: r.randint(3, 9), 3, within(3, 9)),
    (lambda r: r.randint(-9, 9), 0, within(-9, 9)),
    (lambda r: r.randint(-9, -3), -3, within(-9, -3)),
    (lambda r: r.randint(4, 4), 4, within(4, 4)),
    (lambda r: r.randrange(10), 0, within(0, 9)),
    (lambda r: r.randrange(2**80), 0, within(0, 2**80 - 1)),
    (lambda r: r.randrange(5, 10), 5, within(5, 9)),
    (lambda r: r.randrange(5, 30, 7), 5, lambda v: v in (5, 12, 19, 26)),
    (lambda r: r.randrange(-10, 10, 3), -1, lambda v: v in range(-10, 10, 3)),
    (lambda r: r.randrange(-10, 10, 6), 2, lambda v: v in range(-10, 10, 6)),
    (lambda r: r.randrange(10, -10, -3), 1, lambda v: v in range(10, -10, -3)),
    (lambda r: r.randrange(-30, -5, 7), -9, lambda v: v in range(-30, -5, 7)),
    (lambda r: r.randrange(3, 5, 7), 3, lambda v: v == 3),
    (lambda r: r.randrange(0, 2**90, 2), 0, lambda v: v % 2 == 0),
    (lambda r: r.choice(ABC), "a", lambda v: v in ABC),
    (lambda r: r.choice([7]), 7, lambda v: v == 7),
    (lambda r: r.choices(ABC), ["a"], lambda v: v[0] in ABC),
    (lambda r: r.choices(ABC, k=3), ["a"] * 3, lambda v: len(v) == 3),
    (lambda r: r.choices(ABC, k=0), [], lambda v: v == []),
    (lambda r: r.choices(ABC, [0, 1, 2], k=2), ["b"] * 2, lambda v: "a" not in v),
    (lambda r: r.choices(ABC, cum_weights=[0, 0, 2]), ["c"], lambda v: v == ["c"]),
    (lambda r: r.choices(ABC, [Fraction(1, 2)] * 3), ["a"], lambda v: v[0] in ABC),
    (shuffled_five, [0, 1, 2, 3, 4], lambda v: sorted(v) == [0, 1, 2, 3, 4]),
    (lambda r: r.sample(ABC, 2), ["a", "b"], lambda v: len(set(v)) == 2),
    (lambda r: r.sample(ABC, 0), [], lambda v: v == []),
    (lambda r: r.sample(range(10**12), 3), [0, 1, 2], lambda v: len(set(v)) == 3),
    (lambda r: r.sample(ABC, 3, counts=[2, 0, 1]), ["a", "a", "c"], lambda v: v.count("a") == 2),
    (lambda r: r.uniform(1, 2), 1.0, within(1, 2)),
    (lambda r: r.uniform(2, 1), 1.0, within(1, 2)),
    (lambda r: r.uniform(-1, 1), 0.0, within(-1, 1)),
    (lambda r: r.uniform(0.1, 0.9), 0.5, within(0.1, 0.9)),
    (lambda r: r.uniform(3, 3), 3.0, within(3, 3)),
    (lambda r: r.uniform(0, math.inf), math.nan, lambda v: v == math.inf or math.isnan(v)),
    (lambda r: r.triangular(), 0.0, within(0, 1)),
    (lambda r: r.triangular(2, 6, 3), 2.0, within(2, 6)),
    (lambda r: r.normalvariate(100, 2), 100.0, within(80, 120)),
    (lambda r: r.gauss(), 0.0, within(-10, 10)),
    (lambda r: r.lognormvariate(0, 1), 1.0, lambda v: v > 0),
    (lambda r: r.expovariate(2.0), 0.0, within(0, 20)),
    (lambda r: r.expovariate(-1.0), 0.0, within(-40, 0)),
    (lambda r: r.expovariate(math.nan), math.nan, math.isnan),
    (lambda r: r.vonmisesvariate(1.0, 4.0), 1.0, within(0, 2 * math.pi)),
    (lambda r: r.vonmisesvariate(1.0, 1e6), 1.0, within(0.98, 1.02)),
    (lambda r: r.gammavariate(1.0, 2.0), 0.0, within(0, 200)),
    (lambda r: r.gammavariate(9.0, 0.5), 1.0, lambda v: v > 0),
    (lambda r: r.betavariate(1.0, 2.0), 0.0, within(0, 1)),
    (lambda r: r.paretovariate(3.0), 1.0, lambda v: v >= 1),
    (lambda r: r.weibullvariate(1.0, 2.0), 0.0, within(0, 10)),
]
if sys.version_info >= (3, 12):
    CALLS += [
        (lambda r: r.binomialvariate(5, 0.5), 0, within(0, 5)),
        (lambda r: r.binomialvariate(5, 1.0), 5, within(5, 5)),
        (lambda r: r.binomialvariate(5, 0.0), 0, within(0, 0)),
    ]


@pytest.mark.parametrize(("call", "least", "holds"), CALLS, ids=range(len(CALLS)))
def test_every_method_has_a_simplest_result_and_keeps_to_what_is_possible(
    call: Call, least: Any, holds: Callable[[Any], bool]
) -> None:
    result = simplest(call)
    assert result == least or (math.isnan(least) and math.isnan(result))
    assert type(result) is type(least)
    found = some(call)
    assert [value for value in found if not holds(value)] == []


@pytest.mark.parametrize(("call", "least", "holds"), CALLS, ids=range(len(CALLS)))
def test_what_is_possible_is_what_a_real_generator_gives(
    call: Call, least: Any, holds: Callable[[Any], bool]
) -> None:
    if isinstance(least, float) and math.isnan(least):
        return
    real = Random(1)
    assert [value for _ in range(300) if not holds(value := call(real))] == []


def test_every_public_method_of_a_generator_is_there() -> None:
    public = {name for name in dir(Random) if not name.startswith("_")}
    assert public - set(vars(DrawnRandom)) == {"VERSION"}
    assert set(METHODS) == public - {"VERSION", "getstate", "setstate"}


def test_results_vary() -> None:
    assert len(set(some(lambda r: r.random()))) > 50
    assert len({tuple(each) for each in some(shuffled_five)}) > 50
    assert len({tuple(each) for each in some(lambda r: r.sample(range(9), 3))}) > 50


# Errors, which are those of a real generator.

WRONG: list[Call] = [
    lambda r: r.getrandbits(-1),
    lambda r: r.getrandbits(1.5),  # type: ignore[arg-type]  # on purpose
    lambda r: r.randbytes(-1),
    lambda r: r.randrange(0),
    lambda r: r.randrange(5, 5),
    lambda r: r.randrange(5, 9, 0),
    lambda r: r.randrange(5, step=2),
    lambda r: r.randint(2, 1),
    lambda r: r.choice([]),
    lambda r: r.choices([]),
    lambda r: r.choices(ABC, [1, 2]),
    lambda r: r.choices(ABC, [0, 0, 0]),
    lambda r: r.choices(ABC, [1, math.inf, 1]),
    lambda r: r.choices(ABC, [1, 1, 1], cum_weights=[1, 2, 3]),
    lambda r: r.choices(ABC, k=1.5),  # type: ignore[call-overload]  # on purpose
    lambda r: r.sample(ABC, 4),
    lambda r: r.sample(ABC, -1),
    lambda r: r.sample({1, 2}, 1),  # type: ignore[arg-type]  # on purpose
    lambda r: r.sample(ABC, 1, counts=[1]),
    lambda r: r.sample(ABC, 1, counts=[1, 1, 1.5]),  # type: ignore[list-item]  # on purpose
    lambda r: r.gammavariate(0, 1),
    lambda r: r.betavariate(0, 1),
    lambda r: r.expovariate(0),
    lambda r: r.seed([1]),  # type: ignore[arg-type]  # on purpose
]
if sys.version_info >= (3, 12):
    WRONG += [lambda r: r.binomialvariate(-1), lambda r: r.binomialvariate(1, 1.5)]


@pytest.mark.parametrize("call", WRONG, ids=range(len(WRONG)))
def test_what_a_real_generator_refuses_is_refused(call: Call) -> None:
    errors: list[type[Exception]] = []
    for random in (Random(0), DrawnRandom(RecordedCase(SimplestSource()))):
        with pytest.raises((TypeError, ValueError, IndexError, ZeroDivisionError)) as caught:
            call(random)
        errors.append(caught.type)
    assert errors[0] is errors[1]


def test_some_misuse_is_refused_that_python_311_allows() -> None:
    random = drawn()
    with pytest.raises(TypeError):
        random.randrange(1.5)  # type: ignore[arg-type]  # on purpose
    with pytest.raises(TypeError):
        random.randint(0.5, 1)  # type: ignore[arg-type]  # on purpose
    with pytest.raises(ValueError, match="non-negative"):
        random.sample(ABC, 1, counts=[1, -1, 1])


def test_results_too_large_for_a_float_are_the_largest() -> None:
    assert {each < math.inf for each in some(lambda r: r.paretovariate(1e-9))} == {True}
    assert simplest(lambda r: r.sample([], 0, counts=[])) == []


# Seeds and states


def drawn(seed: int = 0) -> DrawnRandom:
    return DrawnRandom(RandomCase(Random(seed), 1.0, 10_000))


def numbers(random: Random) -> list[Any]:
    return [
        random.random(),
        random.randint(0, 99),
        random.choice(ABC),
        random.gauss(),
        *some_more(random),
    ]


def some_more(random: Random) -> list[int]:
    return [random.getrandbits(64) for _ in range(3)]


@pytest.mark.parametrize("seed", [0, 1.5, "text", b"bytes", bytearray(b"bytes")], ids=repr)
def test_equal_seeds_give_equal_numbers(seed: Any) -> None:
    random = drawn()
    random.seed(seed)
    first = numbers(random)
    random.seed(seed)
    assert numbers(random) == first
    other = DrawnRandom(random._case)
    other.seed(seed)
    assert numbers(other) == first


def test_a_state_of_another_kind_is_refused() -> None:
    with pytest.raises(TypeError, match="must come from getstate"):
        drawn().setstate(Random(0).getstate())


def test_other_seeds_give_other_numbers() -> None:
    random = drawn()
    found = []
    for seed in (0, 1, 0.0, None, None):
        random.seed(seed)
        found.append(tuple(some_more(random)))
    assert len(set(found)) == 5


def test_a_state_that_is_set_again_gives_the_same_numbers() -> None:
    random = drawn()
    random.random()
    state = random.getstate()
    assert random.getstate() == state
    first = numbers(random)
    assert random.getstate() != state
    random.setstate(state)
    assert numbers(random) == first
    assert "state of a drawn random" in repr(state)


@pytest.mark.parametrize("copied", [copy.copy, copy.deepcopy])
def test_a_copy_goes_on_from_the_same_state(copied: Callable[[Random], Random]) -> None:
    random = drawn()
    random.random()
    other = copied(random)
    assert type(other) is DrawnRandom
    assert numbers(other) == numbers(random)


def test_what_is_pickled_is_a_usual_generator_with_a_drawn_seed() -> None:
    random = DrawnRandom(RecordedCase(ReplaySource([7])))
    other = pickle.loads(pickle.dumps(random))  # noqa: S301  # our own
    assert type(other) is Random
    assert other.getstate() == Random(7).getstate()


def test_its_repr_does_not_pretend_to_be_code() -> None:
    assert repr(drawn()) == "DrawnRandom(...)"


def test_it_cannot_be_used_when_its_case_is_over() -> None:
    case = RandomCase(Random(0), 1.0, 100)
    random = DrawnRandom(case)
    case.finish()
    with pytest.raises(InvalidState, match="over"):
        random.random()


def test_code_that_asks_for_numbers_below_gets_them() -> None:
    random = drawn()
    assert {random._randbelow(3) for _ in range(50)} == {0, 1, 2}  # type: ignore[attr-defined]  # private
