"""The decorators of steps, and what they refuse."""

from typing import Any

import pytest

from shortlex import strategies as st
from shortlex.errors import InvalidArgument, InvalidDefinition
from shortlex.stateful import Bundle, initialize, invariant, precondition, rule


def test_a_function_can_become_several_rules() -> None:
    def step(self: Any, x: int) -> int:
        return x

    first, second = rule(x=st.just(1))(step), rule(x=st.just(2))(step)
    assert first is not second
    assert first(None, x=5) == second(None, x=5) == step(None, x=5) == 5
    assert not vars(step)


def test_a_rule_can_be_any_callable() -> None:
    class Step:
        __name__ = __qualname__ = "Step"

        def __call__(self, machine: object, x: int) -> int:
            return x + 1

    made: Any = rule(x=st.integers())(Step())
    assert made(None, x=1) == 2


def test_preconditions_go_above_and_below() -> None:
    def step(self: Any) -> None:
        pass

    above = precondition(lambda self: True)(rule()(step))
    below = rule()(precondition(lambda self: True)(step))
    both = precondition(lambda self: True)(below)
    assert [len(vars(each)["_shortlex_step"].conditions) for each in (above, below, both)] == [
        1,
        1,
        2,
    ]


A, B = Bundle[int]("a"), Bundle[int]("b")


def step_without_arguments(self: Any) -> None:
    pass


def step_with_x(self: Any, x: int) -> None:
    pass


@pytest.mark.parametrize(
    ("decorate", "error", "words"),
    [
        (lambda: rule(target=A, targets=(B,)), InvalidArgument, "give one of the two"),
        (lambda: rule(target="a"), InvalidArgument, "must be a Bundle"),
        (lambda: rule(targets=A), InvalidArgument, "write target="),
        (lambda: rule(target=A | B), InvalidArgument, r"targets=\(a, b\)"),
        (lambda: rule(target=A.map(str)), InvalidArgument, "filtered or mapped"),
        (lambda: rule(x=int), InvalidArgument, r"@rule\(x\)=.* must be a strategy"),
        (lambda: initialize(x=3), InvalidArgument, r"@initialize\(x\)=3"),
        (lambda: rule(weight=0), InvalidArgument, "weight=0"),
        (lambda: rule(weight="heavy"), InvalidArgument, "weight='heavy'"),
        (lambda: precondition(True), InvalidArgument, "a function of the machine"),
        (lambda: invariant(step_without_arguments), InvalidArgument, "needs its brackets"),
        (lambda: rule(step_without_arguments), InvalidArgument, "needs its brackets"),
        (lambda: invariant(check_during_init=1), InvalidArgument, "must be True or False"),
        (lambda: rule()(step_with_x), InvalidDefinition, "no strategy for the parameter 'x'"),
        (
            lambda: rule(y=st.none())(step_without_arguments),
            InvalidDefinition,
            "a strategy for 'y', but no such parameter",
        ),
        (lambda: rule()(lambda: None), InvalidDefinition, "as its first parameter, self"),
        (lambda: invariant()(step_with_x), InvalidDefinition, "@invariant on .*'x'"),
        (lambda: rule()(rule()(step_without_arguments)), InvalidDefinition, "@rule and @rule"),
        (
            lambda: rule()(invariant()(step_without_arguments)),
            InvalidDefinition,
            "@invariant and @rule",
        ),
        (
            lambda: initialize()(precondition(lambda self: True)(step_without_arguments)),
            InvalidDefinition,
            "an initialize rule always runs",
        ),
        (
            lambda: precondition(lambda self: True)(initialize()(step_without_arguments)),
            InvalidDefinition,
            "an initialize rule always runs",
        ),
        (lambda: rule()(3), InvalidArgument, "must be a function, not 3"),
    ],
)
def test_mistakes_are_named_when_the_class_is_made(
    decorate: Any, error: type[Exception], words: str
) -> None:
    with pytest.raises(error, match=words):
        decorate()


def test_a_generator_is_no_rule() -> None:
    def step(self: Any) -> Any:
        yield 1

    with pytest.raises(InvalidDefinition, match=r"generator function.*multiple"):
        rule()(step)


def test_rules_do_not_pass_arguments_by_position() -> None:
    def needed(self: Any, x: int, /) -> None:
        pass

    def optional(self: Any, x: int = 1, /) -> None:
        pass

    def other(self: Any, x: int = 1, /, **more: int) -> None:
        pass

    for step in (needed, optional):
        with pytest.raises(InvalidDefinition, match="'x' is positional-only"):
            rule(x=st.none())(step)
    rule()(optional)
    rule(x=st.none())(other)
