"""Drawing: what a case draws from, and what it says of anything else."""

from random import Random

import pytest

from shortlex import strategies as st
from shortlex.core.case import RandomCase, RecordedCase
from shortlex.core.drawable import check_drawable
from shortlex.core.integer import Integer
from shortlex.core.source import SimplestSource
from shortlex.errors import InvalidArgument

CASES = [RandomCase(Random(0), 1.0, 100), RecordedCase(SimplestSource())]
each_speed = pytest.mark.parametrize("case", CASES, ids=["light", "recorded"])


class Recipe:
    """A strategy made of a function."""

    label = "recipe"

    def __init__(self, do_draw):
        self.do_draw = do_draw


@each_speed
def test_whatever_says_how_to_draw_can_be_drawn_from(case):
    recipe = Recipe(lambda case: [case.choose(Integer(5, 5))])
    check_drawable(recipe)
    assert case.draw(recipe) == [5]
    assert case.draw(st.just("value")) == "value"


@each_speed
@pytest.mark.parametrize(
    ("what", "hint"),
    [
        (3, r"Cannot draw from 3: it is not a strategy\.$"),
        ([1, 2], r"draw from sampled_from\(\[1, 2\]\)"),
        ((1, 2), r"draw from sampled_from\(\(1, 2\)\)"),
        (range(3), r"draw from sampled_from\(range\(0, 3\)\)"),
        (int, r"Did you forget to call it\?"),
        (st.integers, r"Did you forget to call it\?"),
    ],
)
def test_what_is_no_strategy_cannot_be_drawn_from(case, what, hint):
    with pytest.raises(InvalidArgument, match=hint) as caught:
        case.draw(what)
    assert caught.value.__suppress_context__


def test_a_class_of_strategies_is_no_strategy():
    with pytest.raises(InvalidArgument, match=r"Did you forget to call it"):
        check_drawable(st.SearchStrategy)


@each_speed
def test_an_error_of_a_strategy_is_its_own(case):
    with pytest.raises(AttributeError, match=r"no_such_name"):
        case.draw(Recipe(lambda case: case.no_such_name))
