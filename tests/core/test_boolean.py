"""Boolean domains: order, probability and repair."""

from random import Random

import pytest

from shortlex.core.boolean import Boolean

FAIR, NEVER, ALWAYS = Boolean(), Boolean(0.0), Boolean(1.0)
DOMAINS = [FAIR, NEVER, ALWAYS, Boolean(0.01), Boolean(0.99), Boolean(-1.0), Boolean(2.0)]


def test_false_comes_before_true():
    assert FAIR.simplest is False
    assert FAIR.count == 2
    assert [FAIR.value_at(index) for index in range(2)] == [False, True]
    assert [FAIR.index_of(value) for value in (False, True)] == [0, 1]
    assert FAIR.sort_key(False) < FAIR.sort_key(True)


@pytest.mark.parametrize(("domain", "value"), [(NEVER, False), (ALWAYS, True)])
def test_a_probability_of_nought_or_one_leaves_one_value(domain, value):
    assert domain.count == 1
    assert domain.simplest is domain.value_at(0) is value
    assert domain.index_of(value) == 0
    assert domain.edges() == (value,)
    assert domain.contains(value)
    assert not domain.contains(not value)
    assert domain.nearest(not value) is value
    assert {domain.sample(Random(seed), 1.0) for seed in range(50)} == {value}


@pytest.mark.parametrize("value", [0, 1, 0.0, 1.0, None, "True", b"", float("nan")])
def test_only_booleans_are_members(value):
    assert not FAIR.contains(value)
    assert FAIR.nearest(value) is False
    assert ALWAYS.nearest(value) is True


def test_members_are_nearest_to_themselves():
    assert FAIR.nearest(True) is True
    assert FAIR.nearest(False) is False


@pytest.mark.parametrize("domain", DOMAINS, ids=repr)
def test_indexes_outside_are_refused(domain):
    for index in (-1, domain.count, 1 << 70):
        with pytest.raises(IndexError, match=r"Boolean"):
            domain.value_at(index)


@pytest.mark.parametrize("probability", [0.01, 0.3, 0.5, 0.85])
def test_true_is_sampled_as_often_as_said(probability):
    random = Random(3)
    domain = Boolean(probability)
    hits = sum(domain.sample(random, 1.0) for _ in range(20_000))
    assert abs(hits / 20_000 - probability) < 0.015


def test_both_values_are_edges():
    assert FAIR.edges() == (False, True)


def test_a_choice_counts_one():
    assert FAIR.size_of(True) == FAIR.size_of(False) == 1


def test_equal_by_probability():
    assert Boolean(0.5) == Boolean()
    assert hash(Boolean(0.5)) == hash(Boolean())
    assert Boolean(0.5) != Boolean(0.25)
    assert Boolean(0.0) != 0.0


@pytest.mark.parametrize("domain", DOMAINS, ids=repr)
def test_a_repr_rebuilds_the_domain(domain):
    assert eval(repr(domain)) == domain  # noqa: S307  # our own repr
