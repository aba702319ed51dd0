"""The environment variables of Hypothesis are handed on to ours."""

import os

import pytest

from shortlex.errors import InvalidArgument, ShortlexWarning
from shortlex.hypothesis_alias.environment_variables import take_over


def test_the_storage_directory_is_our_home() -> None:
    environment = {"HYPOTHESIS_STORAGE_DIRECTORY": "kept"}
    take_over(environment)
    assert environment["SHORTLEX_HOME"] == os.path.abspath("kept")


def test_ours_comes_first() -> None:
    environment = {"HYPOTHESIS_STORAGE_DIRECTORY": "kept", "SHORTLEX_HOME": "ours"}
    take_over(environment)
    assert environment["SHORTLEX_HOME"] == "ours"


def test_observations_go_below_the_home() -> None:
    environment = {"HYPOTHESIS_EXPERIMENTAL_OBSERVABILITY": "1", "SHORTLEX_HOME": "ours"}
    take_over(environment)
    assert environment["SHORTLEX_OBSERVE"] == os.path.join("ours", "observed")


def test_a_variable_that_has_no_effect_any_more_is_an_error() -> None:
    with pytest.raises(InvalidArgument, match="HYPOTHESIS_STORAGE_DIRECTORY"):
        take_over({"HYPOTHESIS_DATABASE_FILE": "x"})


def test_a_variable_without_effect_is_named() -> None:
    with pytest.warns(ShortlexWarning, match="SHORTLEX_VERBOSITY=debug"):
        take_over({"HYPOTHESIS_NO_TRACEBACK_TRIM": "1"})


def test_nothing_is_set_without_them() -> None:
    environment: dict[str, str] = {}
    take_over(environment)
    assert environment == {}
