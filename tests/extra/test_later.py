"""Modules that do not exist yet say what to use instead."""

from importlib import import_module

import pytest

from shortlex.extra.later import INSTEAD


@pytest.mark.parametrize("name", INSTEAD)
def test_the_error_of_an_import_says_what_to_use(name):
    with pytest.raises(ModuleNotFoundError, match=r"does not exist\. \w+ ") as caught:
        import_module(f"shortlex.extra.{name}")
    assert INSTEAD[name] in str(caught.value)


def test_other_modules_that_do_not_exist_are_missing_as_usual():
    with pytest.raises(ModuleNotFoundError, match=r"No module named 'shortlex\.extra\.nonsense'"):
        import_module("shortlex.extra.nonsense")
