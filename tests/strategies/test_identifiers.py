"""uuids."""

from collections.abc import Callable
from typing import Any
from uuid import UUID

import pytest

from shortlex import strategies as st
from tests.strategies.laws_of_strategies import check_refused, find_simplest, values_of

NIL = UUID(int=0)


@pytest.mark.parametrize("version", [1, 2, 3, 4, 5])
def test_a_version_is_as_asked_for(version: Any) -> None:
    values = values_of(st.uuids(version=version))
    assert {value.version for value in values} == {version}
    simplest = find_simplest(st.uuids(version=version), lambda value: True)
    assert simplest == UUID(int=0, version=version)


def test_most_are_different() -> None:
    values = values_of(st.uuids(), 1000)
    assert len({*values}) > 850
    assert NIL not in values


def test_the_nil_one_is_made_now_and_then_if_allowed() -> None:
    share = values_of(st.uuids(allow_nil=True), 2000).count(NIL) / 2000
    assert 0.005 < share < 0.05
    assert find_simplest(st.uuids(allow_nil=True), lambda value: value != NIL) == UUID(int=1)


@pytest.mark.parametrize(
    ("make", "words"),
    [
        (lambda: st.uuids(version=6), ["uuids(version=6)", "None for any"]),  # type: ignore[arg-type]  # the point
        (lambda: st.uuids(version="4"), ["version='4'"]),  # type: ignore[arg-type]  # the point
        (lambda: st.uuids(version=True), ["version=True"]),  # type: ignore[arg-type]  # the point
        (
            lambda: st.uuids(version=4, allow_nil=True),
            ["version=4", "allow_nil=True", "uuids(version=4) | just(UUID(int=0))"],
        ),
    ],
)
def test_bad_arguments_are_refused(
    make: Callable[[], st.SearchStrategy[Any]], words: list[str]
) -> None:
    check_refused(make, *words)
