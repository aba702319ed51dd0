"""Values of earlier steps."""

from typing import Any

import pytest

from shortlex import given, settings
from shortlex import strategies as st
from shortlex.errors import InvalidArgument
from shortlex.stateful import (
    Bundle,
    RuleBasedStateMachine,
    consumes,
    initialize,
    multiple,
    rule,
    run_state_machine_as_test,
)
from tests.stateful.failures import QUIET, steps_of

FEW = settings(QUIET, max_examples=50)


def test_a_bundle_has_what_rules_returned() -> None:
    class Machine(RuleBasedStateMachine):
        values = Bundle("values")

        def __init__(self) -> None:
            self.made: list[object] = []

        @rule(target=values, x=st.integers())
        def make(self, x: int) -> object:
            self.made.append(value := [x])
            return value

        @rule(value=values)
        def use(self, value: object) -> None:
            assert any(value is each for each in self.made)

    run_state_machine_as_test(Machine, settings=FEW)


def test_a_consumed_value_is_never_drawn_again() -> None:
    class Machine(RuleBasedStateMachine):
        values: Any = Bundle("values")

        def __init__(self) -> None:
            self.count = 0
            self.gone: set[int] = set()

        @rule(target=values)
        def make(self) -> int:
            self.count += 1
            return self.count

        @rule(a=consumes(values), b=consumes(values))
        def take(self, a: int, b: int) -> None:
            assert a != b
            self.gone |= {a, b}

        @rule(a=values, b=consumes(values).filter(lambda b: b % 2))
        def look(self, a: int, b: int) -> None:
            assert not {a, b} & self.gone
            assert b % 2
            self.gone.add(b)

    run_state_machine_as_test(Machine, settings=FEW)


def test_a_refused_step_takes_nothing_away() -> None:
    class Machine(RuleBasedStateMachine):
        values: Any = Bundle("values")

        @initialize(target=values)
        def begin(self) -> int:
            return 1

        @rule(a=consumes(values), b=values)
        def never(self, a: int, b: int) -> None:
            raise AssertionError("there is only one value")

        @rule(a=values)
        def always(self, a: int) -> None:
            assert a == 1

    run_state_machine_as_test(Machine, settings=FEW)


def test_multiple_adds_each_value_or_none() -> None:
    class Machine(RuleBasedStateMachine):
        values: Any = Bundle("values")
        others: Any = Bundle("others")

        @rule(targets=(values, others), count=st.integers(0, 3))
        def make(self, count: int) -> Any:
            return multiple(*range(count))

        @rule(value=values, other=others)
        def use(self, value: int, other: int) -> None:
            assert value < 2 or other < 1

    assert steps_of(Machine) == [
        "values_1, values_2, values_3 = state.make(count=3)",
        "state.use(value=values_3, other=values_2)",
    ]


def test_a_filter_sees_every_value_and_takes_away_none() -> None:
    class Machine(RuleBasedStateMachine):
        values: Any = Bundle("values")

        @rule(target=values, x=st.integers(0, 9))
        def make(self, x: int) -> int:
            return x

        @rule(x=consumes(values).filter(lambda x: x > 4).map(lambda x: x * 10))
        def use(self, x: int) -> None:
            assert x < 70

    assert steps_of(Machine) == ["values_1 = state.make(x=7)", "state.use(x=70)"]


def test_two_bundles_can_be_drawn_from_at_once() -> None:
    class Machine(RuleBasedStateMachine):
        some: Any = Bundle("some")
        never: Any = Bundle("never")

        @rule(target=some)
        def make(self) -> int:
            return 1

        @rule(target=never)
        def fill(self) -> Any:
            return multiple()

        @rule(x=never | some, xs=st.lists(some, max_size=2))
        def use(self, x: int, xs: list[int]) -> None:
            assert xs != [1, 1]

    assert steps_of(Machine) == [
        "some_1 = state.make()",
        "state.use(x=some_1, xs=[1, 1])",
    ]


def test_values_are_known_by_identity_inside_of_others() -> None:
    class Machine(RuleBasedStateMachine):
        nodes: Any = Bundle("nodes")
        pairs: Any = Bundle("pairs")

        @rule(target=nodes)
        def node(self) -> object:
            return {}

        @rule(target=pairs, pair=st.tuples(nodes, nodes))
        def pair(self, pair: Any) -> Any:
            return pair

        @rule(pairs=st.lists(pairs, min_size=1, max_size=1))
        def check(self, pairs: Any) -> None:
            assert pairs[0][0] is pairs[0][1]

    assert steps_of(Machine) == [
        "nodes_1 = state.node()",
        "nodes_2 = state.node()",
        "pairs_1 = state.pair(pair=(nodes_1, nodes_2))",
        "state.check(pairs=[pairs_1])",
    ]


def test_a_bundle_outside_of_a_machine_is_an_error() -> None:
    @settings(database=None)
    @given(Bundle("values"))
    def test(value: object) -> None:
        pass

    with pytest.raises(InvalidArgument, match="outside of a state machine"):
        test()


@pytest.mark.parametrize("name", [3, "", None])
def test_a_bundle_has_a_name(name: Any) -> None:
    with pytest.raises(InvalidArgument, match="name must be a string"):
        Bundle(name)


def test_only_bundles_are_consumed() -> None:
    with pytest.raises(InvalidArgument, match="must be a Bundle"):
        consumes(st.integers())  # type: ignore[arg-type]  # the mistake
    with pytest.raises(InvalidArgument, match="consume=1"):
        Bundle("a", consume=1)  # type: ignore[arg-type]  # the mistake
