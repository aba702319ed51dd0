"""Small functions do what they did."""

import math
import random

import pytest

from shortlex.errors import InvalidArgument
from shortlex.hypothesis_alias import compatible


@pytest.mark.parametrize("value", [0.0, -0.0, 1.0, -1.5, math.inf, 5e-324])
def test_floats_are_bits_and_back(value: float) -> None:
    again = compatible.int_to_float(compatible.float_to_int(value))
    assert (again, math.copysign(1, again)) == (value, math.copysign(1, value))


@pytest.mark.parametrize("value", [2.0, 1.0, -1.0, 1e300, -5e-324, math.inf, -math.inf])
def test_the_next_floats_are_those_of_math(value: float) -> None:
    assert compatible.next_up(value) == math.nextafter(value, math.inf)
    assert compatible.next_down(value) == math.nextafter(value, -math.inf)


def test_the_two_zeros_are_neighbours() -> None:
    assert math.copysign(1.0, compatible.next_up(-0.0)) == 1.0
    assert math.copysign(1.0, compatible.next_down(0.0)) == -1.0


def test_widths_are_kept() -> None:
    assert compatible.next_up(1.0, 16) == 1.0 + 2.0**-10
    assert compatible.float_of(0.1, 32) == 0.10000000149011612


def test_numbers_are_bytes_and_back() -> None:
    assert compatible.int_from_bytes(compatible.int_to_bytes(300, 4)) == 300


def test_batches_have_their_size() -> None:
    assert list(compatible.batched("abcde", 2)) == [("a", "b"), ("c", "d"), ("e",)]


def test_arguments_are_checked() -> None:
    compatible.check_valid_sizes(0, None)
    compatible.check_valid_interval(1, 2, "low", "high")
    for check in (
        lambda: compatible.check_valid_sizes(3, 2),
        lambda: compatible.check_valid_sizes(-1, 2),
        lambda: compatible.check_valid_sizes(None, 2),
        lambda: compatible.check_type(int, "x", "name"),
        lambda: compatible.check_valid_integer(1.5, "name"),
        lambda: compatible.check_valid_bound(math.nan, "name"),
        lambda: compatible.try_convert(int, "x", "name"),
    ):
        with pytest.raises(InvalidArgument):
            check()
    assert compatible.try_convert(int, "3", "name") == 3
    assert compatible.try_convert(int, None, "name") is None


def test_a_variable_is_replaced_within_a_block() -> None:
    variable = compatible.DynamicVariable("usual")
    with variable.with_value("other"):
        assert variable.value == "other"
    assert variable.value == "usual"


def test_random_numbers_are_seeded_within_a_block() -> None:
    before = random.getstate()
    drawn = []
    for _ in range(2):
        with compatible.deterministic_PRNG(5):
            drawn.append(random.random())
    assert drawn[0] == drawn[1]
    assert random.getstate() == before


def test_deprecations_are_warnings() -> None:
    with pytest.warns(FutureWarning, match="old"):
        compatible.note_deprecation("old", since="2020-01-01", has_codemod=False)


def test_the_rest_is_as_usual() -> None:
    assert repr(compatible.not_set) == "not_set"
    assert compatible.infer is ...
    assert compatible.check_function(len) is len
    assert compatible.escape_unicode_characters("ä") == r"\xe4"
    assert compatible.is_negative(-0.0)
