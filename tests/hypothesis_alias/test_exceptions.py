"""The errors of Hypothesis are ours, in the same tree."""

import pytest

from shortlex import errors
from shortlex.hypothesis_alias import exceptions


@pytest.mark.parametrize("name", exceptions.__all__)
def test_each_name_is_an_exception(name: str) -> None:
    assert issubclass(getattr(exceptions, name), BaseException)


def test_ours_are_caught_under_their_names() -> None:
    assert exceptions.HypothesisException is errors.ShortlexException
    assert issubclass(exceptions.InvalidArgument, exceptions.HypothesisException)
    assert issubclass(exceptions.FlakyFailure, exceptions.Flaky)
    assert not issubclass(exceptions.StopTest, Exception)


def test_warnings_are_warnings() -> None:
    names = [name for name in exceptions.__all__ if name.endswith("Warning")]
    assert len(names) == 6
    for name in names:
        assert issubclass(getattr(exceptions, name), exceptions.HypothesisWarning)
    assert issubclass(exceptions.HypothesisDeprecationWarning, FutureWarning)
