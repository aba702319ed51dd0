"""A running case can be asked for."""

import pytest

from shortlex import given
from shortlex import strategies as st
from shortlex.errors import InvalidArgument
from shortlex.hypothesis_alias.context import current_build_context, should_note


def test_the_running_case_is_there() -> None:
    drawn = []

    @given(st.integers())
    def test(x: int) -> None:
        drawn.append(current_build_context().data.draw(st.just(7)))
        assert not current_build_context().is_final

    test()
    assert set(drawn) == {7}


def test_the_case_of_the_report_is_the_last() -> None:
    finals = []

    @given(st.integers())
    def test(x: int) -> None:
        finals.append((current_build_context().is_final, should_note()))
        raise KeyError

    with pytest.raises(KeyError):
        test()
    assert (True, True) in finals
    assert (False, False) in finals


def test_no_case_is_an_error() -> None:
    assert not should_note()
    with pytest.raises(InvalidArgument, match="no case"):
        current_build_context()
