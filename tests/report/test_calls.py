"""Values that their own repr does not tell are written as the call that made them."""

from collections.abc import Callable
from decimal import Decimal
from typing import Any

from shortlex.report.calls import Call
from shortlex.report.literals import format_literal


class Silent:
    def __init__(self, *args: object, **kwargs: object) -> None:
        self.given = (args, kwargs)


class Wordy(Silent):
    def __repr__(self) -> str:
        return "a wordy thing"


class Unprintable:
    def __repr__(self) -> str:
        raise ZeroDivisionError


class Outer:
    @classmethod
    def make(cls) -> "Outer":
        return cls()


def made(target: Callable[..., Any], *args: object, **kwargs: object) -> tuple[Any, Call]:
    """A value, and the record of its making."""
    return target(*args, **kwargs), Call(target, args, kwargs)


def test_a_value_that_its_repr_does_not_tell_is_written_as_the_call_that_made_it() -> None:
    inner, inner_call = made(Silent, [1], name="x")
    outer, outer_call = made(Wordy, inner)
    calls = {id(inner): inner_call, id(outer): outer_call}
    assert format_literal([outer], calls=calls) == "[Wordy(Silent([1], name='x'))]"
    assert format_literal({"key": inner}, calls=calls) == "{'key': Silent([1], name='x')}"


def test_a_call_is_not_used_where_the_repr_is_code() -> None:
    value, call = made(Decimal, "1.0")
    assert format_literal(value, calls={id(value): call}) == "Decimal('1.0')"


def test_a_call_is_used_for_an_unprintable_value() -> None:
    value, call = made(Unprintable)
    assert format_literal(value, calls={id(value): call}) == "Unprintable()"


def test_a_call_is_used_for_a_function_without_a_name_of_its_own() -> None:
    def make(size: int) -> Callable[[], int]:
        return lambda: size

    value, call = made(make, 3)
    assert format_literal(value, calls={id(value): call}) == "make(3)"
    assert format_literal(len, calls={id(len): call}) == "len"


def test_the_target_of_a_call_may_be_a_class_method_or_a_lambda() -> None:
    value, call = made(Outer.make)
    assert format_literal(value, calls={id(value): call}) == "Outer.make()"
    value, call = made(lambda x: Silent(x), 5)
    assert format_literal(value, calls={id(value): call}) == "(lambda x: Silent(x))(5)"


def test_a_call_that_was_given_the_value_itself_ends() -> None:
    value = Silent()
    assert format_literal(value, calls={id(value): Call(Silent, (value,), {})}) == "Silent(...)"


def test_arguments_of_a_call_are_written_by_their_own_calls() -> None:
    value, call = made(Silent, 1)
    outer, outer_call = made(Silent, value)
    calls = {id(value): call, id(outer): outer_call}
    assert format_literal(outer, calls=calls) == "Silent(Silent(1))"
