"""The laws of strategies, on strategies of every kind."""

import pytest

from tests.strategies.laws_of_strategies import (
    check_determinism,
    check_replay,
    check_repr,
    draw_simplest,
    find_simplest,
    is_same,
    share_rejected,
    values_of,
)
from tests.strategies.samples import NAMES, SAMPLES, Sample

every_sample = pytest.mark.parametrize("sample", SAMPLES, ids=str)


@every_sample
@pytest.mark.parametrize("scale", [0.1, 1.0, 3.0])
@pytest.mark.parametrize("echo", [False, True], ids=["fresh", "echo"])
def test_the_choices_of_a_light_case_replay(sample: Sample, scale: float, echo: bool) -> None:
    for seed in range(25):
        check_replay(sample.strategy, seed, scale, echo=echo)


@every_sample
def test_a_seed_decides_everything(sample: Sample) -> None:
    for seed in range(10):
        check_determinism(sample.strategy, seed)


@every_sample
def test_the_simplest_case_is_as_documented(sample: Sample) -> None:
    if sample.simplest is not None or sample.accepts(None):
        assert is_same(draw_simplest(sample.strategy), sample.simplest)


@every_sample
def test_values_are_of_the_type_and_within_the_bounds(sample: Sample) -> None:
    for scale in (0.1, 1.0, 3.0):
        values = values_of(sample.strategy, 100, scale=scale)
        assert [value for value in values if not sample.accepts(value)] == []


@every_sample
def test_few_cases_are_rejected(sample: Sample) -> None:
    assert share_rejected(sample.strategy, 100) <= sample.most_rejected


@pytest.mark.parametrize("sample", [each for each in SAMPLES if each.is_code], ids=str)
def test_the_repr_rebuilds_the_strategy(sample: Sample) -> None:
    check_repr(sample.strategy, dict(NAMES))


@pytest.mark.parametrize("sample", SAMPLES[:-1], ids=str)
def test_find_without_a_condition_finds_the_simplest(sample: Sample) -> None:
    assert is_same(find_simplest(sample.strategy, lambda value: True), sample.simplest)
