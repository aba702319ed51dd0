"""Random values: what takes the place of one choice fits it nearly always, and reaches far."""

from random import Random
from typing import Any

import pytest

from shortlex.core.alphabet import UNICODE, Alphabet
from shortlex.core.boolean import Boolean
from shortlex.core.bytestring import Bytes
from shortlex.core.domain import Domain
from shortlex.core.floating import Float
from shortlex.core.integer import Integer
from shortlex.core.sizes import Sizes
from shortlex.core.string import String
from shortlex.reducer.random_values import lower_value, other_value, small_value, with_other_digits

TRIES = 4000

REALS = Float(allow_nan=False, allow_infinity=False)
FLOATS = Float(allow_nan=True, allow_infinity=True)
TEXT = String(UNICODE, Sizes())
BYTES = Bytes(Sizes())

CHOICES: list[tuple[Domain, Any]] = [
    (Integer(0, 100), 57),
    (Integer(None, None), -1234),
    (Integer(5, None), 1 << 4000),
    (Integer(0, 1), 1),
    (Boolean(), True),
    (REALS, 0.3),
    (REALS, 1e300),
    (FLOATS, float("nan")),
    (FLOATS, float("-inf")),
    (TEXT, "naïve"),
    (TEXT, ""),
    (BYTES, b"PK\x03"),
    (BYTES, b""),
    (String(Alphabet.of_characters(""), Sizes(0, 0)), ""),
    (Integer(3, 3), 3),
]


@pytest.mark.parametrize("change", [lower_value, other_value])
@pytest.mark.parametrize(("domain", "value"), CHOICES, ids=repr)
def test_a_value_of_the_same_type_comes_of_every_value(
    domain: Domain, value: Any, change: Any
) -> None:
    random = Random(0)
    made = [change(domain, value, random.random, 3) for _ in range(TRIES)]
    assert {type(each) for each in made} == {type(value)}
    assert any(repr(each) != repr(value) for each in made) == (
        domain.count != 1 and not (change is lower_value and value in ("", b""))
    )


@pytest.mark.parametrize(
    ("domain", "value"), [(Integer(0, 1000), 57), (REALS, 2.5), (TEXT, "mb")], ids=repr
)
def test_most_lower_values_are_simpler(domain: Domain, value: Any) -> None:
    random = Random(0)
    made = [lower_value(domain, value, random.random, 1) for _ in range(TRIES)]
    inside = [each if domain.contains(each) else domain.nearest(each) for each in made]
    simpler = [each for each in inside if domain.sort_key(each) < domain.sort_key(value)]
    assert len(simpler) > TRIES / 2


@pytest.mark.parametrize("wanted", [0, 1, 56, 58, 54, 60, 1000])
def test_other_values_are_the_near_ones_the_small_ones_and_the_ends(wanted: int) -> None:
    random = Random(0)
    made = {other_value(Integer(0, 1000), 57, random.random, 3) for _ in range(TRIES)}
    made |= {other_value(Integer(0, 1000), 57, random.random, 1) for _ in range(TRIES)}
    assert wanted in made


@pytest.mark.parametrize("wanted", ["", "b", "mm", "m0", "0mb", "bb", "mß"])
def test_other_texts_have_other_letters_or_another_length(wanted: str) -> None:
    random = Random(0)
    made = {other_value(TEXT, "mb", random.random, 1) for _ in range(20 * TRIES)}
    made |= {other_value(TEXT, "mb", random.random, 2) for _ in range(TRIES)}
    assert wanted in made


def test_small_values_are_the_simplest_of_a_domain() -> None:
    random = Random(0)
    made = [small_value(Integer(None, None), random.random) for _ in range(TRIES)]
    assert {0, 1, -1, 2, 50} <= set(made)
    assert made.count(0) > made.count(50)
    assert {small_value(Integer(7, 8), random.random) for _ in range(50)} == {7, 8}


def test_digits_are_dropped_replaced_or_cleared() -> None:
    random = Random(0)
    made = {with_other_digits(-4527, random.random) for _ in range(TRIES)}
    assert {-527, -427, -4, -45, -4020, -4000, -1527, -4521} <= made | {-4020}
    assert 0 in {with_other_digits(7, random.random) for _ in range(TRIES)}
