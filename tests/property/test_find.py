"""find(): the simplest value, or why there is none."""

from random import Random
from typing import Any

import pytest

from shortlex import find, settings
from shortlex import strategies as st
from shortlex.errors import FlakyFailure, InvalidArgument, NoSuchExample


@pytest.mark.parametrize(
    ("strategy", "condition", "simplest"),
    [
        (st.integers(), lambda x: x > 100, 101),
        (st.integers(), lambda x: x < -100, -101),
        (st.lists(st.integers()), lambda xs: sum(xs) > 100, [101]),
        (st.lists(st.integers()), lambda xs: len(set(xs)) >= 3, [0, 1, -1]),
        (st.text(), lambda s: len(s) > 2, "000"),
        (st.floats(), lambda x: x > 1.5, 2.0),
        (st.booleans().flatmap(lambda b: st.lists(st.just(b))), lambda x: len(x) > 9, [False] * 10),
        (st.just(3), lambda x: True, 3),
    ],
)
def test_the_simplest_value_is_found(strategy: Any, condition: Any, simplest: object) -> None:
    for seed in range(3):
        assert find(strategy, condition, random=Random(seed)) == simplest


def test_no_value_after_2000_is_an_error_that_says_so() -> None:
    calls: list[int] = []
    with pytest.raises(NoSuchExample) as caught:
        find(st.integers(), lambda x: bool(calls.append(x)))
    assert str(caught.value) == (
        "No value of integers() satisfies the condition: 2,000 values tried."
    )
    assert len(calls) == 2000


def test_no_value_at_all_is_an_error_that_says_so() -> None:
    with pytest.raises(NoSuchExample) as caught:
        find(st.booleans(), lambda x: False)
    assert str(caught.value) == (
        "No value of booleans() satisfies the condition: there are only 2 values."
    )


def test_refused_values_are_told_apart() -> None:
    strategy = st.integers().filter(lambda x: str(x) == "0")
    with pytest.raises(NoSuchExample, match=r"condition: 1 value tried, and [\d,]+ more were rej"):
        find(strategy, lambda x: False)


def test_settings_say_how_long_to_look() -> None:
    calls: list[int] = []
    with pytest.raises(NoSuchExample, match="12 values tried"):
        find(
            st.integers(),
            lambda x: bool(calls.append(x)),
            settings=settings(max_examples=12, phases=[]),
        )
    assert len(calls) == 12


def test_the_same_random_finds_the_same_way() -> None:
    runs = []
    for seed in (1, 1, 2):
        calls: list[int] = []
        find(st.integers(), lambda x: calls.append(x) or x > 10**6, random=Random(seed))  # noqa: B023  # run at once
        runs.append(calls)
    assert runs[0] == runs[1] != runs[2]


def test_derandomized_settings_find_the_same_way() -> None:
    runs = []
    for is_same in (True, True, False):
        calls: list[int] = []
        find(
            st.integers(),
            lambda x: calls.append(x) or x > 10**6,  # noqa: B023  # run at once
            settings=settings(max_examples=2000, derandomize=is_same),
        )
        runs.append(calls)
    assert runs[0] == runs[1] != runs[2]


def test_an_error_in_the_condition_is_raised_as_it_is() -> None:
    def condition(x: int) -> bool:
        if x > 10:
            raise KeyError(x)
        return False

    with pytest.raises(KeyError) as caught:
        find(st.integers(), condition)
    assert caught.value.args == (11,)
    assert not hasattr(caught.value, "__notes__")
    assert [frame.name for frame in caught.traceback][1:] == ["find", "condition"]


def test_a_condition_that_changes_its_mind_is_flaky() -> None:
    calls: list[int] = []
    with pytest.raises(FlakyFailure, match="The second time: it passed"):
        find(st.integers(), lambda x: calls.append(x) or len(calls) == 5)


@pytest.mark.parametrize(
    ("arguments", "message"),
    [
        ((3, bool), r"find\(specifier\)=3 must be a strategy"),
        ((st.integers, bool), "Did you forget to call it?"),
        ((st.integers(), 3), r"find\(condition=3\): must be a function"),
        ((st.integers(5, 3), bool), "min_value=5"),
    ],
)
def test_misuse_is_an_error(arguments: Any, message: str) -> None:
    with pytest.raises(InvalidArgument, match=message):
        find(*arguments)


def test_random_and_settings_are_checked() -> None:
    with pytest.raises(InvalidArgument, match=r"find\(random=3\): must be a random.Random"):
        find(st.integers(), bool, random=3)  # type: ignore[arg-type]  # the mistake under test
    with pytest.raises(InvalidArgument, match=r"settings\(3\): must be other settings"):
        find(st.integers(), bool, settings=3)  # type: ignore[arg-type]  # the mistake under test
