"""The errors have the names that the table gives them."""

import pytest

from shortlex import errors
from shortlex.hypothesis_alias import exceptions
from shortlex.hypothesis_alias.exception_names import OUR_NAMES


@pytest.mark.parametrize("theirs", OUR_NAMES)
def test_both_names_are_of_the_same_error(theirs: str) -> None:
    assert getattr(exceptions, theirs) is getattr(errors, OUR_NAMES[theirs])
