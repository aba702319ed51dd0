"""A test may call as deep as the recursion limit says, whoever calls it and however it is run."""

import copy
import json
import re
import sys
from collections.abc import Callable
from concurrent.futures import ThreadPoolExecutor
from typing import Any

import pytest

from shortlex import Phase, example, given, reproduce_failure, settings
from shortlex import strategies as st
from shortlex.database import InMemoryExampleDatabase
from shortlex.runner.stack import MAX_ROOM

NUMBERS = st.integers(0, 10**6)
WAYS = {"isolate": {"isolate": True}, "journal": {"journal": True}, "plain": {}}


def descend(number: int) -> None:
    if number:
        descend(number - 1)


def at_depth(depth: int, function: Callable[[], Any]) -> Any:
    return at_depth(depth - 1, function) if depth else function()


def report_of(test: Callable[[], Any]) -> str:
    with pytest.raises(RecursionError) as caught:
        test()
    return "\n".join(caught.value.__notes__)


def deepest_of(test: Callable[[], Any]) -> int:
    found = re.search(r"number=(\d+),", report_of(test))
    assert found is not None
    return int(found[1])


@pytest.mark.parametrize("options", WAYS.values(), ids=WAYS)
def test_the_simplest_case_that_goes_too_deep_is_the_same_at_every_depth(
    options: dict[str, Any],
) -> None:
    @settings(database=None, **options)
    @given(NUMBERS)
    def test(number: int) -> None:
        descend(number)

    found = {at_depth(depth, lambda: deepest_of(test)) for depth in (0, 1, 50, 150)}
    assert len(found) == 1
    assert abs(found.pop() - sys.getrecursionlimit()) < 20


def test_a_known_failure_that_goes_too_deep_comes_again_at_other_depths() -> None:
    store = InMemoryExampleDatabase()

    @settings(database=store)
    @given(NUMBERS)
    def test(number: int) -> None:
        descend(number)

    first = deepest_of(test)
    for depth in (100, 0):
        report = at_depth(depth, lambda: report_of(test))
        assert f"number={first}," in report
        assert "Known from an earlier run" in report


def test_a_case_that_goes_too_deep_does_so_as_an_example_and_by_hand() -> None:
    def body(number: int) -> None:
        descend(number)

    found = deepest_of(settings(database=None)(given(NUMBERS)(body)))
    run_example = settings(phases=[Phase.explicit])(example(found)(given(NUMBERS)(body)))
    with pytest.raises(RecursionError):
        run_example()
    with pytest.raises(RecursionError):
        body(found)


DEEP: dict[str, Callable[[int], Any]] = {
    "calls": descend,
    "repr": lambda number: repr(nested(number)),
    "json": lambda number: json.dumps(nested(number)),
    "deepcopy": lambda number: copy.deepcopy(nested(number)),
    "equality": lambda number: nested(number) == nested(number),
}


def nested(depth: int) -> list[Any]:
    found: list[Any] = []
    for _ in range(depth):
        found = [found]
    return found


@pytest.mark.parametrize("way", DEEP)
def test_the_token_of_a_case_that_goes_too_deep_replays_it(way: str) -> None:
    def make() -> Any:
        @settings(database=None)
        @given(st.integers(0, 20_000))
        def test(number: int) -> None:
            DEEP[way](number)

        return test

    token = report_of(make()).rpartition('"')[0].rpartition('"')[2]
    report_of(reproduce_failure(token)(make()))


@pytest.mark.parametrize(
    "phases", [[Phase.generate], pytest.param(list(Phase), marks=pytest.mark.slow)]
)
def test_draws_that_go_too_deep_are_not_flaky(phases: list[Phase]) -> None:
    @settings(database=None, max_examples=20, phases=phases)
    @given(st.data())
    def test(data: st.DataObject) -> None:
        def walk() -> None:
            data.draw(st.booleans())
            walk()

        walk()

    report_of(test)


def test_the_limit_is_as_it_was_after_a_test() -> None:
    before = sys.getrecursionlimit()

    @settings(database=None)
    @given(NUMBERS)
    def test(number: int) -> None:
        assert number < 10

    with pytest.raises(AssertionError):
        at_depth(100, test)
    assert sys.getrecursionlimit() == before


def test_a_limit_that_the_test_sets_stays() -> None:
    before = sys.getrecursionlimit()

    @settings(database=None, max_examples=10)
    @given(NUMBERS)
    def test(number: int) -> None:
        sys.setrecursionlimit(sys.getrecursionlimit() + 1)

    try:
        test()
        assert sys.getrecursionlimit() == before + 10
    finally:
        sys.setrecursionlimit(before)


def test_the_room_that_is_added_has_an_end() -> None:
    # A property that calls itself must come to an end.
    before, seen = sys.getrecursionlimit(), []

    @settings(database=None, max_examples=5)
    @given(NUMBERS)
    def test(number: int) -> None:
        seen.append(sys.getrecursionlimit())

    at_depth(MAX_ROOM, test)
    assert set(seen) == {before + MAX_ROOM}


def test_threads_do_not_lose_or_keep_room_of_each_other() -> None:
    before = sys.getrecursionlimit()

    def run(depth: int) -> None:
        @settings(database=None, max_examples=20)
        @given(NUMBERS)
        def test(number: int) -> None:
            assert number < 10

        with pytest.raises(AssertionError):
            at_depth(depth, test)

    with ThreadPoolExecutor(8) as pool:
        list(pool.map(run, range(0, 160, 4)))
    assert sys.getrecursionlimit() == before
