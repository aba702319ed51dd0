"""Values are written as the call that made them, and parts that are the same object are told."""

import re
from collections.abc import Callable
from decimal import Decimal
from typing import Any

import pytest

from shortlex import given, settings
from shortlex import strategies as st
from shortlex.report.code.literals import format_literal
from shortlex.report.code.parts import MAX_COMMENTS, Call, alias_comments


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


def test_lists_that_are_one_object_are_named() -> None:
    row = [0]
    assert alias_comments({"x": [row, [0], row], "y": {"a": row}}) == [
        "# x[0] is x[2]",
        "# x[0] is y['a']",
    ]


@pytest.mark.parametrize("value", [(), (1, 2), "text", 10**50, frozenset([1]), None])
def test_what_cannot_be_changed_is_not_named(value: object) -> None:
    assert alias_comments({"x": [value, value], "y": value}) == []


def test_what_was_made_twice_is_not_named() -> None:
    assert alias_comments({"x": [[0], [0]], "y": [0]}) == []


def test_many_aliases_are_cut() -> None:
    comments = alias_comments({"x": [[0]] * 1000})
    assert len(comments) == MAX_COMMENTS + 1
    assert comments[-1] == "# and more parts are the same object"


def test_a_list_that_contains_itself_is_named() -> None:
    knot: list[Any] = []
    knot.append(knot)
    assert alias_comments({"x": knot}) == ["# x is x[0]"]


def test_a_failure_by_aliasing_can_be_made_by_hand_from_its_report() -> None:
    @given(
        st.tuples(st.lists(st.integers(0, 5)), st.booleans()).map(
            lambda pair: (pair[0], pair[0] if pair[1] else list(pair[0]))
        )
    )
    def changes(pair: tuple[list[int], list[int]]) -> None:
        first, second = pair
        second.append(9)
        assert len(first) < len(second)

    with pytest.raises(AssertionError) as caught:
        changes()
    report = "\n".join(caught.value.__notes__)
    assert re.search(r"pair=\(\[\], \[\]\),\n\)\n# pair\[0\] is pair\[1\]\n", report)


def test_parts_of_a_draw_in_the_body_are_compared_too() -> None:
    @settings(database=None)
    @given(st.data())
    def test(data: Any) -> None:
        pair = data.draw(st.sampled_from([0, 1]).map(lambda n: [[n]] * 2))
        assert pair[0] is not pair[1]

    with pytest.raises(AssertionError) as caught:
        test()
    assert any("# draw[0] is draw[1]" in note for note in caught.value.__notes__)
