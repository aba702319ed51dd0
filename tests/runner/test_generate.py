"""Generation: the simplest first, growing, nothing twice, and all there is where that is little."""

import math
import tracemalloc
from collections.abc import Callable
from inspect import Parameter, Signature
from typing import Any

import pytest

from shortlex import assume, given, lowlevel, reject, seed, settings
from shortlex import strategies as st
from shortlex.core.case import Case
from shortlex.errors import InvalidState, Unsatisfiable
from shortlex.property.body import Property
from shortlex.runner.result import Statistics
from shortlex.runner.run import run
from shortlex.strategies import DataObject, SearchStrategy


def explore(
    *strategies: SearchStrategy[Any],
    body: Callable[..., None] | None = None,
    seed: int = 0,
    **options: Any,
) -> tuple[list[Any], Statistics]:
    """Every call of a body, in order, and the statistics of the run."""
    met: list[Any] = []

    def test(*by_position: Any, **by_name: Any) -> None:
        values = by_position or tuple(by_name.values())
        met.append(values[0] if len(values) == 1 else values)
        if body is not None:
            body(*values)

    names = [f"x{i}" for i in range(len(strategies))]
    parameters = [Parameter(name, Parameter.POSITIONAL_OR_KEYWORD) for name in names]
    test.__signature__ = Signature(parameters)  # type: ignore[attr-defined]  # what is read first
    tested = Property(test, dict(zip(names, strategies, strict=True)))
    tested.check()
    made = settings(**{"max_examples": 100, **options})
    result = run(tested.test_function((), {}), made, seed=seed)
    assert not result.failures
    return met, result.statistics


# Small spaces

BITS = st.booleans()


@pytest.mark.parametrize(
    ("strategies", "count"),
    [
        ([st.booleans()], 2),
        ([st.booleans(), st.booleans()], 4),
        ([st.sampled_from("abcdefg")], 7),
        ([st.just(1), st.none()], 1),
        ([st.lists(st.booleans(), max_size=2)], 7),
        ([st.integers(0, 3).flatmap(lambda n: st.lists(BITS, min_size=n, max_size=n))], 15),
        ([st.integers(0, 3).flatmap(lambda n: st.tuples(st.just(n), st.integers(n, 3)))], 10),
        ([st.integers(0, 9).filter(lambda x: x % 2)], 5),
        ([st.text("ab", max_size=2), st.none() | st.booleans()], 21),
        ([st.lists(BITS, unique=True)], 5),
        ([st.lists(st.integers(0, 3), unique=True, max_size=2)], 17),
        ([st.floats(1.0, 1.0 + 2**-50)], 5),
        ([st.binary(max_size=1).filter(lambda b: b[:1] < b"\4")], 5),
    ],
)
@pytest.mark.parametrize("seed", range(3))
def test_a_small_space_is_run_once_each_and_exhausted(
    strategies: list[SearchStrategy[Any]], count: int, seed: int
) -> None:
    met, statistics = explore(*strategies, seed=seed)
    assert len(met) == count
    assert len({repr(each) for each in met}) == count
    assert statistics.valid == count
    assert statistics.is_exhausted


def test_no_more_than_max_examples_of_a_small_space_are_run() -> None:
    met, statistics = explore(st.sampled_from(range(50)), max_examples=30)
    assert len(met) == 30
    assert not statistics.is_exhausted


@pytest.mark.parametrize("seed", range(3))
def test_what_random_cases_left_is_enumerated_simplest_first(
    seed: int, monkeypatch: pytest.MonkeyPatch
) -> None:
    # With the first duplicate the space counts as small, so most of it is enumerated.
    monkeypatch.setattr("shortlex.runner.generate.MAX_REPEATS", 1)
    met, statistics = explore(st.lists(st.integers(0, 2), max_size=3), seed=seed)
    assert statistics.is_exhausted
    assert len(met) == 1 + 3 + 9 + 27
    assert met[-20:] == sorted(met[-20:], key=lambda xs: (len(xs), xs))


def test_a_dependent_space_is_enumerated_by_size_and_not_by_its_first_choice(
    monkeypatch: pytest.MonkeyPatch,
) -> None:
    monkeypatch.setattr("shortlex.runner.generate.MAX_REPEATS", 0)
    strategy = st.integers(0, 2).flatmap(lambda n: st.tuples(*[st.integers(0, 2)] * (2 - n)))
    met, statistics = explore(strategy)
    assert statistics.is_exhausted
    # The simplest case first, as ever; then the smallest.
    assert met[:6] == [(0, 0), (), (0,), (1,), (2,), (0, 1)]
    assert met[6:] == sorted(met[6:])


def test_draws_in_the_body_are_part_of_the_space() -> None:
    met: list[tuple[bool, ...]] = []

    def body(data: DataObject) -> None:
        first = data.draw(st.booleans())
        met.append((first, data.draw(st.booleans())) if first else (first,))

    _, statistics = explore(st.data(), body=body)
    assert set(met) == {(False,), (True, False), (True, True)}
    assert statistics.valid == 3
    assert statistics.is_exhausted


def test_assumptions_in_small_spaces_leave_the_others() -> None:
    kept: list[int] = []

    def body(x: int) -> None:
        assume(x % 3 == 0)
        kept.append(x)

    met, statistics = explore(st.integers(0, 9), body=body)
    assert sorted(met) == list(range(10))
    assert sorted(kept) == [0, 3, 6, 9]
    assert (statistics.valid, statistics.invalid) == (4, 6)
    assert statistics.is_exhausted


def test_assumptions_after_draws_in_the_body_count_once_each() -> None:
    def body(data: DataObject) -> None:
        assume(data.draw(st.integers(0, 3)) == 2)

    _, statistics = explore(st.data(), body=body)
    assert (statistics.valid, statistics.invalid) == (1, 3)
    assert statistics.is_exhausted


@pytest.mark.parametrize(
    "strategy",
    [
        st.integers().filter(lambda x: x == 0),
        st.integers().filter(lambda x: x == 7),
        st.text().filter(lambda x: x == ""),
        st.lists(st.integers()).filter(lambda x: x == [1]),
        st.tuples(st.integers(), st.integers()).filter(lambda t: t == (0, 1)),
        st.sampled_from(range(1000)).filter(lambda x: x == 500),
        st.floats().filter(lambda x: x != x),
    ],
)
def test_one_valid_value_of_many_ends_soon_and_passes(strategy: SearchStrategy[Any]) -> None:
    met, statistics = explore(strategy)
    assert len({repr(each) for each in met}) == 1
    assert len(met) == statistics.valid
    assert statistics.calls < 10_000


def test_one_assumption_of_many_ends_soon_and_passes() -> None:
    met, statistics = explore(st.integers(), body=lambda x: assume(x == 0) and None)
    assert statistics.valid == 1
    assert len(met) < 10_000


def test_a_filter_in_the_body_does_not_make_other_cases_duplicates() -> None:
    """A refused draw leaves no choices, which are then those of a case that drew nothing."""

    def body(data: DataObject) -> None:
        data.draw(st.tuples(st.integers(0, 100_000)).filter(lambda x: x[0] % 200 == 7))
        data.draw(st.integers())

    _, statistics = explore(st.data(), body=body)
    assert statistics.valid == 100
    assert statistics.invalid > 0


# Order and growth


@pytest.mark.parametrize(
    ("strategy", "simplest"),
    [
        (st.integers(), 0),
        (st.integers(min_value=5), 5),
        (st.lists(st.integers(), min_size=2), [0, 0]),
        (st.text(), ""),
        (st.integers().filter(lambda x: x > 2), 3),
        (st.text() | st.integers(), ""),
        (st.dictionaries(st.text(), st.none()), {}),
    ],
)
def test_the_first_case_is_the_simplest(strategy: SearchStrategy[Any], simplest: object) -> None:
    for n in range(3):
        assert explore(strategy, seed=n, max_examples=5)[0][0] == simplest


def test_sizes_grow_from_small() -> None:
    first, later = [], []
    for n in range(20):
        lengths = [len(xs) for xs in explore(st.lists(st.integers()), seed=n)[0]]
        first += lengths[1:6]
        later += lengths[30:]
    assert sum(first) / len(first) < 0.6 * sum(later) / len(later)


# Duplicates


@pytest.mark.parametrize(
    "strategy",
    [
        st.integers(),
        st.integers(0, 300),
        st.floats(),
        st.text(),
        st.lists(st.booleans()),
        st.tuples(st.integers(0, 20), st.integers(0, 20)),
        st.one_of(st.integers(), st.booleans(), st.none()),
    ],
)
def test_no_case_is_run_twice(strategy: SearchStrategy[Any]) -> None:
    met, statistics = explore(strategy, max_examples=250)
    assert len(met) == statistics.valid == 250
    assert len({repr(each) for each in met}) == 250


def test_zeros_of_both_signs_are_two_cases_and_nan_is_one() -> None:
    met, _ = explore(st.floats(-0.0, 0.0))
    assert sorted(map(repr, met)) == ["-0.0", "0.0"]
    met, statistics = explore(st.floats().filter(math.isnan))
    assert len(met) == statistics.valid == 1


# Counting


def test_max_examples_counts_valid_cases() -> None:
    valid: list[int] = []

    def body(x: int) -> None:
        if x % 2:
            reject()
        valid.append(x)

    met, statistics = explore(st.integers(), body=body, max_examples=40)
    assert len(valid) == statistics.valid == 40
    assert len(met) == statistics.valid + statistics.invalid


def test_nothing_valid_says_who_refused_how_many() -> None:
    @given(st.integers(), st.text().filter(lambda s: s != s[:]))
    def test(x: int, s: str) -> None: ...

    with pytest.raises(Unsatisfiable) as caught:
        test()
    lines = str(caught.value).splitlines()
    assert lines[0].startswith("test: no valid case was found: of ")
    assert lines[0].endswith(" were rejected by filters or assumptions.")
    assert lines[1].endswith(" by text().filter(lambda s: s != s[:])")
    assert lines[2].startswith("  Make valid values directly: ")
    assert len(lines) == 3


def test_an_assumption_is_named_by_its_line() -> None:
    @given(st.integers(0, 3))
    def test(x: int) -> None:
        assume(x > 1)
        assume(x < 1)

    with pytest.raises(Unsatisfiable) as caught:
        test()
    line = test.__wrapped__.__code__.co_firstlineno  # type: ignore[attr-defined]  # set by @given
    assert str(caught.value) == (
        "test: no valid case was found: of 4 tried, 4 were rejected by filters or assumptions. "
        "There are no other cases.\n"
        f"  2 by assume() was not met at test_generate.py:{line + 2}\n"
        f"  2 by assume() was not met at test_generate.py:{line + 3}\n"
        "  Make valid values directly: with other bounds, map(), flatmap() or builds()."
    )


def test_endless_recursion_is_unsatisfiable_and_named() -> None:
    endless: SearchStrategy[Any] = st.deferred(lambda: st.tuples(st.integers(), endless))

    @given(endless | endless)
    def test(x: object) -> None: ...

    with pytest.raises(Unsatisfiable, match=r"max_choices|there is no value"):
        test()


@st.composite
def endless_draws(draw: st.DrawFn) -> None:
    while True:
        draw(st.integers())


@st.composite
def endless_calls(draw: st.DrawFn) -> None:
    draw(endless_calls())


@pytest.mark.parametrize(
    ("strategy", "hint"),
    [
        (endless_draws(), r"raise settings\(max_choices=...\)"),
        (endless_calls(), "were nested deeper than Python's stack allows"),
    ],
)
def test_cases_without_end_are_overruns(strategy: SearchStrategy[Any], hint: str) -> None:
    @settings(max_choices=500)
    @given(strategy)
    def test(x: object) -> None: ...

    with pytest.raises(Unsatisfiable, match="grew too large") as caught:
        test()
    assert caught.match(hint)


def test_draws_in_the_body_without_end_are_overruns_too() -> None:
    def body(data: DataObject) -> None:
        if data.draw(st.booleans()):
            data.draw(endless_calls())

    _, statistics = explore(st.data(), body=body)
    assert statistics.valid == 1
    assert statistics.too_deep > 0


def test_a_case_that_must_be_large_may_be_larger_than_the_limit() -> None:
    met, statistics = explore(
        st.lists(st.integers(), min_size=300), max_choices=100, max_examples=10
    )
    assert statistics.overruns == 0
    assert max(map(len, met)) > 300


# Seeds


def test_a_seed_decides_all_cases() -> None:
    strategy = st.lists(st.floats() | st.text())
    first, second, other = (repr(explore(strategy, seed=n)[0]) for n in (1, 1, 2))
    assert first == second
    assert first != other


@pytest.mark.parametrize("value", [3, -3, "text", b"bytes", (1, "two"), None])
def test_anything_plain_is_a_seed(value: object) -> None:
    runs: list[list[int]] = []
    for _ in range(2):
        met: list[int] = []

        @seed(value)
        @settings(derandomize=True)
        @given(st.integers())
        def test(x: int) -> None:
            met.append(x)  # noqa: B023  # run at once

        test()
        runs.append(met)
    assert runs[0] == runs[1]


def test_different_seeds_make_different_cases() -> None:
    runs = set()
    for value in (1, 2, "1", "2"):
        met: list[int] = []

        @seed(value)
        @given(st.integers())
        def test(x: int) -> None:
            met.append(x)  # noqa: B023  # run at once

        test()
        runs.add(tuple(met))
    assert len(runs) == 4


# Memory


def test_many_cases_take_little_memory() -> None:
    made, integers = settings(max_examples=20_000), st.integers()

    def test(case: Case) -> None:
        case.draw(integers)
        case.arguments_drawn()

    tracemalloc.start()
    try:
        statistics = run(test, made, seed=0).statistics
        _, peak = tracemalloc.get_traced_memory()
    finally:
        tracemalloc.stop()
    assert statistics.valid == 20_000
    assert peak < 4_000_000


def test_a_likely_few_do_not_hide_the_many_that_weights_make_rare() -> None:
    flag = st.booleans(p=0.95)
    strategies = [
        st.one_of(st.booleans(), st.integers(), weights=[50, 1]),
        st.none() | st.one_of(st.booleans(), st.integers(), weights=[50, 1]).map(abs),
        flag.flatmap(lambda is_small: st.just(0) if is_small else st.integers()),
    ]
    for strategy in strategies:
        found: set[object] = set()

        def test(case: Case, strategy: Any = strategy, found: set[object] = found) -> None:
            found.add(case.draw(strategy))

        result = run(test, settings(max_examples=100), seed=1)
        assert result.statistics.valid == 100
        # Random ones, and not the first hundred in order.
        assert max(value for value in found if isinstance(value, int)) > 1000


def test_what_weights_make_next_to_impossible_is_enumerated() -> None:
    found: set[object] = set()

    def test(case: Case) -> None:
        found.add(case.draw(st.sampled_from("abc", weights=[1e300, 1e-300, 1])))

    assert run(test, settings(), seed=1).statistics.is_exhausted
    assert found == {"a", "b", "c"}


# What can never be made, and what seldom is


@pytest.mark.parametrize(
    "strategy",
    [
        st.integers(),
        st.sampled_from(range(10**6)),
        st.text(),
        st.integers() | st.text(),
        st.lists(st.integers()),
        st.tuples(st.integers(), st.text()),
        st.dictionaries(st.text(), st.integers()),
        st.fixed_dictionaries({str(i): st.integers() for i in range(100)}),
        st.recursive(st.integers(), st.lists),
    ],
    ids=repr,
)
def test_a_filter_that_accepts_nothing_is_soon_given_up(strategy: SearchStrategy[Any]) -> None:
    tries = 0

    def refuse(value: Any) -> bool:
        nonlocal tries
        tries += 1
        return False

    _, statistics = explore(strategy.filter(refuse))
    assert statistics.valid == 0
    assert 1000 <= tries < 60_000


def test_a_collection_that_can_never_be_full_is_soon_given_up() -> None:
    elements = st.integers(0, 3000).map(lambda x: x // 2)
    _, statistics = explore(st.sets(elements, min_size=2000))
    assert statistics.valid == 0
    assert statistics.invalid < 100


@pytest.mark.parametrize(
    "strategy",
    [
        st.lists(st.integers()).filter(lambda xs: sum(xs) % 500 == 7),
        st.text().filter(lambda text: sum(map(ord, text)) % 500 == 7),
        st.tuples(st.integers(), st.integers()).filter(lambda xs: sum(xs) % 500 == 7),
    ],
)
def test_a_filter_that_accepts_a_few_in_a_thousand_is_not_given_up(
    strategy: SearchStrategy[Any],
) -> None:
    for seed_ in range(3):
        _, statistics = explore(strategy, seed=seed_, max_examples=30)
        assert statistics.valid == 30


def test_an_endless_choice_does_not_keep_what_comes_after_it_from_counting_up() -> None:
    def body(first: int, second: int, third: int) -> None:
        assume((first, second, third) == (0, 2, 1))

    met, statistics = explore(st.integers(), st.integers(), st.integers(), body=body)
    assert statistics.valid == 1
    assert (0, 2, 1) in met


def test_a_collection_may_be_as_long_as_it_must_be() -> None:
    met, _ = explore(st.lists(st.booleans(), min_size=150_000), max_examples=2)
    assert [len(each) >= 150_000 for each in met] == [True, True]


def test_a_test_that_catches_every_rejection_comes_to_an_end() -> None:
    @settings(max_examples=3000, database=None)
    @given(st.booleans(), st.data())
    def test(flag: bool, data: st.DataObject) -> None:
        try:
            data.draw(st.lists(st.integers(0, 2), unique=True).filter(lambda value: False))
        except BaseException:  # what such a test does
            pass

    with pytest.raises(Unsatisfiable, match="rejected by filters"):
        test()


def test_a_test_that_catches_everything_and_draws_on_comes_to_an_end() -> None:
    def body(data: st.DataObject) -> None:
        total = 0
        while total < 60:
            try:
                total += data.draw(st.integers(5, 10))
            except BaseException:  # what such a test does, also where its case is too large
                pass
        assert total < 66

    with pytest.raises(AssertionError):  # a reduction cuts cases off
        settings(database=None)(given(st.data())(body))()


# What keeps a case and draws from it later


def keeping(number: int) -> Callable[[Any], Any]:
    """Gives what it was given at its call of this number, ever after; before that, None."""
    kept: list[Any] = []

    def keep(given: Any) -> Any:
        kept.append(given)
        return kept[number] if len(kept) > number + 1 else None

    return keep


@pytest.mark.parametrize("number", [0, 3, 30])
@pytest.mark.parametrize("strategy", [st.integers(), st.just(0)])
def test_data_of_an_earlier_case_cannot_be_drawn_from(
    number: int, strategy: st.SearchStrategy[int]
) -> None:
    keep = keeping(number)

    @settings(derandomize=True, database=None)
    @given(st.data())
    def test(data: st.DataObject) -> None:
        data.draw(st.integers())
        if (kept := keep(data)) is not None:
            kept.draw(strategy)

    with pytest.raises(InvalidState, match="This case is over"):
        test()


@pytest.mark.parametrize("number", [0, 3, 30])
@pytest.mark.parametrize("is_rejected", [False, True])
def test_the_draw_of_an_earlier_case_cannot_be_drawn_from(number: int, is_rejected: bool) -> None:
    keep = keeping(number)

    @st.composite
    def numbers(draw: st.DrawFn) -> int:
        x = draw(st.integers())
        if (kept := keep(draw)) is not None:
            kept(st.integers())
        assume(not is_rejected or x % 2)
        return x

    @settings(derandomize=True, database=None)
    @given(numbers())
    def test(x: int) -> None: ...

    with pytest.raises(InvalidState, match="This case is over"):
        test()


@pytest.mark.parametrize("number", [0, 3, 30])
def test_a_kept_case_cannot_be_drawn_from(number: int) -> None:
    keep = keeping(number)
    errors: list[Exception] = []

    def function(case: lowlevel.Case) -> None:
        lowlevel.draw_bits(case, 64)
        if (kept := keep(case)) is not None:
            try:
                lowlevel.draw_bits(kept, 8)
            except InvalidState as error:
                errors.append(error)
                raise

    assert lowlevel.run(function, seed=0, database=None) is not None
    assert errors


def test_all_tags_of_a_large_space_soon_occur() -> None:
    tags = st.sampled_from(range(40))
    for number in range(5):
        met, _ = explore(st.tuples(tags, st.integers()), seed=number, max_examples=130)
        assert len({tag for tag, _ in met}) == 40
