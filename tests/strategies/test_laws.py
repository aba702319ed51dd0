"""The laws of strategies, on strategies of every kind."""

import re

import pytest

from shortlex import laws
from shortlex import strategies as st
from shortlex.laws.strategy_laws import UNKNOWN
from shortlex.laws.trial import is_same
from shortlex.strategies.composition import Composite
from tests.strategies.laws_of_strategies import find_simplest
from tests.strategies.samples import NAMES, SAMPLES, Sample

NO_STRATEGIES = {"DataObject", "DrawFn", "SearchStrategy", "register_type_strategy"}
"""Exported for annotations."""


@pytest.mark.parametrize("sample", SAMPLES, ids=str)
def test_every_strategy_keeps_the_laws(sample: Sample) -> None:
    unchecked = laws.check_strategy(
        sample.strategy,
        satisfies=sample.accepts,
        simplest=sample.simplest,
        max_rejected=sample.most_rejected,
        namespace=NAMES,
        key=sample.key,
        allow_shared=sample.allow_shared,
    )
    assert tuple(unchecked) == sample.unchecked


@pytest.mark.parametrize("name", sorted(set(st.__all__) - NO_STRATEGIES))
def test_every_exported_strategy_has_a_sample(name: str) -> None:
    if name == "composite":  # whose strategies have the names of their functions
        assert any(isinstance(sample.strategy, Composite) for sample in SAMPLES)
    else:
        assert any(re.search(rf"\b{name}\(", repr(sample.strategy)) for sample in SAMPLES)


@pytest.mark.parametrize(
    "sample", [each for each in SAMPLES if each.simplest is not UNKNOWN], ids=str
)
def test_find_without_a_condition_finds_the_simplest(sample: Sample) -> None:
    assert is_same(find_simplest(sample.strategy, lambda value: True), sample.simplest)
