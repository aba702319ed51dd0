"""The private names that packages import do what they are imported for."""

from collections.abc import Iterator

import pytest

from shortlex import strategies as st
from shortlex.errors import InvalidArgument
from shortlex.hypothesis_alias import private_strategies as private
from shortlex.lowlevel import replay
from shortlex.strategies.inference.inferred import REGISTRY


class Mine:
    pass


@pytest.fixture(autouse=True)
def own_registry(monkeypatch: pytest.MonkeyPatch) -> Iterator[None]:
    monkeypatch.setattr(REGISTRY, "entries", dict(REGISTRY.entries))
    yield
    REGISTRY.version += 1


def drawn(strategy: st.SearchStrategy[object]) -> object:
    values: list[object] = []
    replay(lambda case: values.append(case.draw(strategy)), [])
    return values[0]


def test_types_are_registered_by_assignment() -> None:
    lookup = private._global_type_lookup
    assert Mine not in lookup
    lookup[Mine] = st.just("mine")
    assert drawn(st.from_type(Mine)) == "mine"
    assert drawn(lookup[Mine]) == "mine"
    assert Mine in set(lookup)
    del lookup[Mine]
    assert isinstance(drawn(st.from_type(Mine)), Mine)
    with pytest.raises(KeyError):
        del lookup[Mine]


def test_types_of_the_library_are_there() -> None:
    assert drawn(private._global_type_lookup[int]) == 0
    assert len(private._global_type_lookup) >= 60
    with pytest.raises(KeyError):
        private._global_type_lookup[Mine]


def test_decorators_of_strategies_change_nothing() -> None:
    @private.cacheable
    @private.defines_strategy(force_reusable_values=True)
    def mine(x: int) -> st.SearchStrategy[int]:
        return st.just(x)

    assert drawn(mine(3)) == 3
    private.clear_strategy_cache()


def test_strategies_are_checked() -> None:
    private.check_strategy(st.integers())
    with pytest.raises(InvalidArgument, match="elements=3 must be a strategy"):
        private.check_strategy(3, "elements")


def test_classes_are_those_of_the_strategies() -> None:
    assert isinstance(st.integers() | st.text(), private.OneOfStrategy)
    assert isinstance(st.integers().filter(lambda x: x % 3), private.FilteredStrategy)
    assert isinstance(st.sampled_from([1, 2]), (private.SampledFromStrategy, private.LazyStrategy))
