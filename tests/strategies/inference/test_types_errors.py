"""from_type and register_type_strategy: what is refused, and what is registered."""

import enum
import threading
import typing
from collections.abc import Callable, Iterator
from dataclasses import dataclass
from types import GenericAlias
from typing import Any, ClassVar, Final, ForwardRef, Generic, Literal, Optional, TypeVar, Union

import pytest

from shortlex import given, settings
from shortlex import strategies as st
from shortlex.errors import InvalidArgument, ResolutionFailed
from shortlex.strategies.inference.inferred import REGISTRY
from tests.strategies.laws_of_strategies import check_refused, draw_simplest, values_of

T = TypeVar("T")


@pytest.fixture(autouse=True)
def _registry() -> Iterator[None]:
    """Registrations are for the whole process: here they end with the test."""
    before = REGISTRY.entries
    yield
    REGISTRY.entries = before
    REGISTRY.version += 1


class Unannotated:
    def __init__(self, x) -> None:  # type: ignore[no-untyped-def]  # the point
        self.x = x


@dataclass
class Around:
    inner: Unannotated


@dataclass
class Missing:
    thing: "NoSuchName"  # type: ignore[name-defined]  # noqa: F821  # the point


class Box(Generic[T]):
    def __init__(self, value: T) -> None:
        self.value = value


@pytest.mark.parametrize(
    ("thing", "words"),
    [
        (5, ["from_type(5)", "must be a type", "just(5)"]),
        ("Node", ["from_type('Node')", "ForwardRef('Node')"]),
        (st.integers(), ["from_type(integers())", "strategy already"]),
        ([int], ["must be a type"]),
        (..., ["from_type(Ellipsis)", "must be a type"]),
        (ClassVar[int], ["ClassVar[int]", "Use int."]),
        (Final, ["Final", "Final[...]"]),
        (typing.NoReturn, ["NoReturn has no values"]),
        (typing.Never, ["Never has no values"]),
        (typing.Self, ["Self means the class"]),
        (typing.Required[int], ["Required", "TypedDict"]),
        (typing.TypeGuard[int], ["TypeGuard"]),
        (typing.ParamSpec("P"), ["ParamSpec", "parameters"]),
        (typing.TypeVarTuple("Ts"), ["TypeVarTuple", "parameters"]),
        (typing.Concatenate, ["Concatenate"]),
        (Generic, ["Generic", "inherit"]),
        (typing.Protocol, ["Protocol", "inherit"]),
        (Optional, ["Optional needs", "Optional[...]"]),
        (Union, ["Union needs"]),
        (Literal, ["Literal needs"]),
        (typing.Annotated, ["Annotated needs"]),
        (ForwardRef("NoSuchName"), ["'NoSuchName'", "not known", "register_type_strategy"]),
        (list["NoSuchName"], ["'NoSuchName'", "not known"]),  # type: ignore[name-defined]  # noqa: F821  # the point
        (type["NoSuchName"], ["type['NoSuchName']", "Use the class"]),  # type: ignore[name-defined]  # noqa: F821  # the point
        (GenericAlias(len, (int,)), ["no strategy is known", "register_type_strategy("]),
        (Unannotated, ["from_type(Unannotated)", "'x'", "register_type_strategy(Unannotated, "]),
        (Around, ["from_type(Around)", "'inner'", "from_type(Unannotated)", "no annotation"]),
        (Missing, ["from_type(Missing)", "'thing'", "'NoSuchName'", "register_type_strategy"]),
    ],
    ids=repr,
)
def test_what_is_no_type_with_values_is_refused(thing: Any, words: list[str]) -> None:
    check_refused(lambda: st.from_type(thing), *words)


@pytest.mark.parametrize(
    ("register", "words"),
    [
        (lambda: st.register_type_strategy(5, st.none()), ["custom_type=5", "must be a type"]),
        (lambda: st.register_type_strategy("int", st.none()), ["custom_type='int'", "ForwardRef"]),
        (lambda: st.register_type_strategy(ClassVar, st.none()), ["ClassVar"]),
        (lambda: st.register_type_strategy(list[int], st.none()), ["list[int]", "register list"]),
        (lambda: st.register_type_strategy(int, 5), ["int", "5", "function from the type"]),  # type: ignore[arg-type]  # the point
        (lambda: st.register_type_strategy(int, bool), ["int", "bool", "function"]),  # type: ignore[arg-type]  # the point
        (lambda: st.register_type_strategy(int, st.nothing()), ["nothing()", "empty"]),
    ],
)
def test_bad_registrations_are_refused(register: Callable[[], None], words: list[str]) -> None:
    with pytest.raises(InvalidArgument) as caught:
        register()
    assert [word for word in words if word not in str(caught.value)] == []


def test_a_registered_strategy_is_used_wherever_the_type_is() -> None:
    st.register_type_strategy(Unannotated, st.builds(Unannotated, st.just(3)))
    assert draw_simplest(st.from_type(Unannotated)).x == 3
    assert draw_simplest(st.from_type(Around)).inner.x == 3
    assert draw_simplest(st.from_type(Optional[Around])) is None


def test_a_registration_replaces_what_was_inferred_before() -> None:
    assert draw_simplest(st.from_type(list[int] | int)) == 0
    assert draw_simplest(st.builds(divmod_of)) == (0, 0)
    st.register_type_strategy(int, st.just(8))
    assert draw_simplest(st.from_type(list[int] | int)) == 8
    assert draw_simplest(st.builds(divmod_of)) == (8, 0)


def divmod_of(number: int) -> tuple[int, int]:
    return divmod(number, 1)


def test_a_function_is_called_with_the_whole_type() -> None:
    asked = []

    def make(thing: Any) -> st.SearchStrategy[Any]:
        asked.append(thing)
        return st.just(Box(7))

    st.register_type_strategy(Box, make)
    assert draw_simplest(st.from_type(Box[int])).value == 7
    assert draw_simplest(st.from_type(Box)).value == 7
    assert asked == [Box[int], Box]


def test_a_function_may_decline() -> None:
    st.register_type_strategy(Box, lambda thing: NotImplemented)
    assert draw_simplest(st.from_type(Box[int])).value == 0


def test_a_function_must_return_a_strategy() -> None:
    st.register_type_strategy(Box, lambda thing: 5)  # type: ignore[arg-type, return-value]  # the point
    check_refused(lambda: st.from_type(Box), "register_type_strategy", "returned 5")


def test_none_names_a_forward_reference_and_aliases_can_be_registered() -> None:
    UserId = typing.NewType("UserId", int)
    st.register_type_strategy(UserId, st.just(UserId(5)))
    st.register_type_strategy(ForwardRef("Somewhere"), st.just("here"))
    st.register_type_strategy(None, st.just(None))
    assert draw_simplest(st.from_type(tuple[UserId, "Somewhere", None])) == (5, "here", None)  # type: ignore[name-defined]  # noqa: F821  # the point


def test_what_is_registered_may_use_what_is_registered_later() -> None:
    class First:
        def __init__(self, second) -> None:  # type: ignore[no-untyped-def]  # the point
            self.second = second

    st.register_type_strategy(First, st.builds(First, st.from_type(Unannotated)))
    st.register_type_strategy(Unannotated, st.builds(Unannotated, st.just(3)))
    assert draw_simplest(st.from_type(First)).second.x == 3


def test_a_variable_or_type_may_have_the_name_of_a_form() -> None:
    variable = TypeVar("Self", bound=bool)  # type: ignore[misc]  # the point
    assert draw_simplest(st.from_type(variable)) is False
    assert draw_simplest(st.from_type(typing.NewType("Final", int))) == 0


def test_registered_types_below_a_class_go_before_the_class() -> None:
    class Animal:
        pass

    class Dog(Animal):
        pass

    class Puppy(Dog):
        pass

    st.register_type_strategy(Dog, st.builds(Dog))
    st.register_type_strategy(Puppy, st.builds(Puppy))
    assert {type(each) for each in values_of(st.from_type(Animal))} == {Dog}


def test_an_enumeration_can_be_registered() -> None:
    class Colour(enum.Enum):
        RED = 1
        GREEN = 2

    st.register_type_strategy(Colour, st.just(Colour.GREEN))
    assert draw_simplest(st.from_type(Colour)) is Colour.GREEN


def test_threads_register_and_infer_at_once() -> None:
    kinds = [type(f"Kind{i}", (), {}) for i in range(40)]
    errors = []

    def work(kind: type) -> None:
        try:
            st.register_type_strategy(kind, st.just(kind))
            assert draw_simplest(st.from_type(tuple[kind, list[int]])) == (kind, [])  # type: ignore[valid-type]  # made above
        except BaseException as error:
            errors.append(error)

    threads = [threading.Thread(target=work, args=(kind,)) for kind in kinds]
    for thread in threads:
        thread.start()
    for thread in threads:
        thread.join()
    assert errors == []
    assert {*kinds} <= {*REGISTRY.entries}


def test_resolution_failed_is_an_invalid_argument() -> None:
    assert issubclass(ResolutionFailed, InvalidArgument)


@dataclass
class Branch:
    branches: list["Branch"]


def test_what_is_registered_for_another_type_does_not_change_what_is_generated() -> None:
    def cases(strategy: st.SearchStrategy[Any]) -> list[str]:
        met: list[str] = []

        @settings(derandomize=True, database=None)
        @given(strategy)
        def test(value: object) -> None:
            met.append(repr(value))

        test()
        return met

    class Other: ...

    early = st.from_type(Branch)
    st.register_type_strategy(Other, st.builds(Other))
    assert cases(early) == cases(st.from_type(Branch))
    early = st.from_type(list[Branch])
    st.register_type_strategy(Other, st.builds(Other))
    late = st.from_type(list[Branch])
    assert cases(late) == cases(early)
