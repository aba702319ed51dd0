"""Keys of choices: equal for the same case only."""

from random import Random

from shortlex import given
from shortlex import strategies as st
from shortlex.core.case import Duplicate as DuplicateOfCase
from shortlex.core.case import key_of as key_of_case
from shortlex.core.duplicate import Duplicate, key_of
from shortlex.errors import StopCase

DIFFERENT = [
    [],
    [0],
    [0, 0],
    [1],
    [-1],
    [True],
    [False],
    [0.0],
    [-0.0],
    [1.0],
    [float("inf")],
    [float("nan")],
    [""],
    [b""],
    ["0"],
    [b"0"],
    ["\ud800"],
    [2**31],
    [2**63],
    [2**64],
    [10**100],
    [None],
    ["a", "b"],
    ["ab"],
    ["ab", ""],
]


def test_different_choices_have_different_keys():
    assert len({key_of(choices) for choices in DIFFERENT}) == len(DIFFERENT)


def test_equal_choices_have_equal_keys_whatever_objects_they_are():
    for choices in DIFFERENT:
        assert key_of(choices) == key_of(list(choices))
    word = str(b"word", "ascii")  # not interned, as the literal is
    assert key_of([word]) == key_of(["word"])
    assert key_of([word, word]) == key_of([word, str(b"word", "ascii")])
    assert key_of([float("nan")]) == key_of([float("nan")])
    assert key_of([int("9" * 50)]) == key_of([int("9" * 50)])


choices = st.lists(st.booleans() | st.integers() | st.floats() | st.text() | st.binary())


@given(choices, choices)
def test_keys_are_equal_exactly_for_choices_of_equal_text(a, b):
    assert (key_of(a) == key_of(b)) == (repr(a) == repr(b))


def test_many_keys_do_not_collide():
    random = Random(1)
    keys = {key_of([random.getrandbits(30) + (i << 30)]) for i in range(100_000)}
    assert len(keys) == 100_000


def test_a_duplicate_ends_its_case_and_is_no_error():
    assert issubclass(Duplicate, StopCase)
    assert not issubclass(Duplicate, Exception)


def test_both_are_found_with_the_case():
    assert DuplicateOfCase is Duplicate
    assert key_of_case is key_of
