"""Drawing cases once more, to see what takes how long."""

import math

import pytest

from shortlex import given
from shortlex import strategies as st
from shortlex.core.domain import Domain
from shortlex.runner.draw_times import MAX_STATISTICS_SAMPLES, Draws, edge_of, sample_draws
from shortlex.strategies.strategy import SearchStrategy


def draws_of(**strategies: SearchStrategy[object]) -> Draws:
    @given(**strategies)
    def test(**values: object) -> None:
        raise AssertionError("the body is not run")

    return sample_draws(test.shortlex.test_function((), {}), 10_000, 0, 60.0)  # type: ignore[attr-defined]  # set by @given


def test_strategies_arguments_and_edges_are_told_apart() -> None:
    draws = draws_of(x=st.lists(st.integers().filter(lambda n: n % 2)), y=st.booleans())
    assert draws.cases == MAX_STATISTICS_SAMPLES
    assert len(draws.arguments) == 2
    rows = {repr(each.strategy): each for each in draws.strategies}
    filtered = rows["integers().filter(lambda n: n % 2)"]
    assert 0.3 < filtered.draws / (filtered.draws + filtered.refusals) < 0.7
    assert rows["booleans()"].refusals == 0
    assert set(draws.edges) == {"integer"}


def test_the_same_seed_finds_the_same() -> None:
    first, second = (draws_of(x=st.floats()).edges for _ in range(2))
    assert first == second


@pytest.mark.parametrize(
    ("strategy", "choice", "edge"),
    [
        (st.floats(), math.nan, "nan"),
        (st.floats(), -math.inf, "infinite"),
        (st.floats(), 0.0, "simplest"),
        (st.floats(), -0.0, "other edges"),
        (st.floats(), 123.25, ""),
        (st.text(), "", "empty"),
        (st.text(min_size=1), "0", "simplest"),
        (st.binary(), b"", "empty"),
        (st.integers(1, 1000), 1, "simplest"),
        (st.integers(1, 1000), 1000, "other edges"),
        (st.integers(1, 1000), 437, ""),
    ],
)
def test_edges_have_names(strategy: SearchStrategy[object], choice: object, edge: str) -> None:
    domain = strategy.single_domain()
    assert isinstance(domain, Domain)
    assert edge_of(domain, choice) == edge
