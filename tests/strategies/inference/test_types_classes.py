"""from_type of classes: dataclasses, tuples, dictionaries, generics, protocols, recursion."""

import abc
import collections
import enum
import sys
from collections.abc import Callable
from dataclasses import InitVar, dataclass, field
from types import CellType, NoneType
from typing import (
    Any,
    ClassVar,
    Final,
    ForwardRef,
    Generic,
    NamedTuple,
    NewType,
    NotRequired,
    Optional,
    Protocol,
    Required,
    Self,
    TypedDict,
    TypeVar,
    TypeVarTuple,
    Union,
    Unpack,
    runtime_checkable,
)

import pytest

from shortlex import strategies as st
from shortlex.errors import ResolutionFailed
from tests.strategies.laws_of_strategies import (
    check_replay,
    draw_simplest,
    find_simplest,
    values_of,
)

T = TypeVar("T")
U = TypeVar("U")
Ts = TypeVarTuple("Ts")


@dataclass
class Point:
    x: int
    y: int = 5
    names: list[str] = field(default_factory=list)
    kept: ClassVar[int] = 3
    hidden: int = field(init=False, default=1)
    start: InitVar[int] = 2
    only: str = field(default="a", kw_only=True)


@dataclass
class Point3(Point):
    z: Final[bool] = False


@dataclass
class Tree:
    value: int
    children: "list[Tree]"


@dataclass
class Linked:
    value: int
    next: Optional["Linked"] = None


@dataclass
class Endless:
    again: "Endless"


class Pair(NamedTuple):
    left: int
    right: str = "r"


class Film(TypedDict):
    title: str
    year: NotRequired[int]


class Loose(TypedDict, total=False):
    always: Required[bool]
    maybe: int


class Both(Film, Loose):
    more: bytes


class GenericFilm(TypedDict, Generic[T]):
    value: T


class Box(Generic[T]):
    def __init__(self, value: T, /, *more: T, label: str = "") -> None:
        self.value = value


class Twice(Box[list[U]], Generic[U, T]):
    """T has another meaning here than in Box."""


class TextBox(Twice[str, int]):
    pass


@dataclass
class Row(Generic[T, Unpack[Ts]]):
    first: T
    rest: tuple[Unpack[Ts]]


class Chain:
    def __init__(self, link: Self | None = None, links: list[Self] | None = None) -> None:
        self.link = link
        self.links = links


@dataclass
class Server:
    fork: "Callable[[], Server | None]"


class Selfie:
    """Not Self, for all that its name says."""

    def __init__(self, chains: list[Chain], selfies: "list[Selfie]") -> None:
        self.chains = chains


class Made:
    """Made by __new__."""

    size: int

    def __new__(cls, size: int) -> "Made":
        made = super().__new__(cls)
        made.size = size
        return made


class Plain:
    pass


class Shape(abc.ABC):
    @abc.abstractmethod
    def area(self) -> int: ...


@dataclass
class Square(Shape):
    side: int

    def area(self) -> int:
        return self.side


class Rounded(Shape):
    """Still abstract, but for what is below."""


class Circle(Rounded):
    def area(self) -> int:
        return 3


class Unmakeable(Shape):
    def __init__(self, something) -> None:  # type: ignore[no-untyped-def]  # the point
        pass

    def area(self) -> int:
        return 0


class Holder(abc.ABC, Generic[T]):
    @abc.abstractmethod
    def held(self) -> T: ...


class HoldsInt(Holder[int]):
    def held(self) -> int:
        return 1


class HoldsText(Holder[str]):
    def held(self) -> str:
        return ""


class HoldsAny(Holder[T]):
    def held(self) -> T:
        raise NotImplementedError


class Quacks(Protocol):
    name: str

    def quack(self) -> int: ...


class Duck(Quacks):
    def __init__(self, name: str) -> None:
        self.name = name

    def quack(self) -> int:
        return 1


@runtime_checkable
class Splits(Protocol):
    def splitlines(self) -> Any: ...


class Flies(Protocol):
    def fly(self) -> int: ...


class NoneKnown(Protocol):
    def never(self) -> int: ...


class Abstract(abc.ABC):
    @abc.abstractmethod
    def nothing(self) -> None: ...


class Empty(enum.Enum):
    pass


def test_a_dataclass_gets_its_fields() -> None:
    values = values_of(st.from_type(Point))
    assert all(type(each.x) is int and type(each.y) is int for each in values)
    assert all(type(name) is str for each in values for name in each.names)
    assert {each.hidden for each in values} == {1}
    assert len({each.only for each in values}) > 10
    assert {5} < {each.y for each in values}


def test_arguments_with_a_default_are_left_out_when_simplest() -> None:
    assert draw_simplest(st.from_type(Point)) == Point(0)
    assert draw_simplest(st.from_type(Point3)) == Point3(0)
    assert draw_simplest(st.from_type(Pair)) == Pair(0)


def test_a_default_that_is_made_anew_is_not_shared() -> None:
    first, second = (draw_simplest(st.from_type(Point)) for _ in range(2))
    assert first.names is not second.names


def test_fields_reduce_as_their_strategies_do() -> None:
    strategy = st.from_type(Point)
    assert find_simplest(strategy, lambda point: point.x > 7) == Point(8)
    assert find_simplest(strategy, lambda point: point.y < 0) == Point(0, y=-1)
    assert find_simplest(strategy, lambda point: len(point.names) > 1) == Point(0, names=["", ""])


def test_a_dataclass_inherits_fields() -> None:
    assert find_simplest(st.from_type(Point3), lambda point: point.z) == Point3(0, z=True)


def test_types_that_contain_themselves_end() -> None:
    trees = st.from_type(Tree)
    assert draw_simplest(trees) == Tree(0, [])
    assert find_simplest(trees, lambda tree: len(tree.children) > 1) == Tree(
        0, [Tree(0, []), Tree(0, [])]
    )
    assert find_simplest(st.from_type(Linked), lambda one: one.next and one.next.next) == Linked(
        0, Linked(0, Linked(0))
    )
    for seed in range(20):
        check_replay(trees, seed, 1.0, echo=False)
    assert len(values_of(trees)) > 190


def test_a_type_that_needs_itself_is_empty() -> None:
    assert st.from_type(Endless).is_empty


def test_the_keys_of_a_typed_dict() -> None:
    assert draw_simplest(st.from_type(Film)) == {"title": ""}
    assert draw_simplest(st.from_type(Loose)) == {"always": False}
    assert draw_simplest(st.from_type(Both)) == {"title": "", "always": False, "more": b""}
    assert {frozenset(each) for each in values_of(st.from_type(Film))} == {
        frozenset({"title"}),
        frozenset({"title", "year"}),
    }
    assert draw_simplest(st.from_type(GenericFilm[int])) == {"value": 0}


def test_read_only_keys_are_keys() -> None:
    typing_extensions = pytest.importorskip("typing_extensions")
    locked = typing_extensions.TypedDict(
        "locked", {"a": typing_extensions.ReadOnly[int], "b": NotRequired[int]}
    )
    assert draw_simplest(st.from_type(locked)) == {"a": 0}


def test_type_variables_are_what_a_class_is_given() -> None:
    assert all(type(each.value) is bytes for each in values_of(st.from_type(Box[bytes]), 20))
    for each in values_of(st.from_type(TextBox), 50):
        assert all(type(text) is str for text in each.value)
    assert isinstance(draw_simplest(st.from_type(Twice[bool, int])).value, list)
    assert draw_simplest(st.from_type(Row[int, str, bool])) == Row(0, ("", False))
    assert draw_simplest(st.from_type(Box)).value is None


def test_self_is_the_class() -> None:
    found = find_simplest(st.from_type(Chain), lambda one: one.link and one.links)
    assert type(found.link) is Chain
    assert type(found.links[0]) is Chain
    assert draw_simplest(st.from_type(Selfie)).chains == []


def test_classes_that_are_made_in_other_ways() -> None:
    assert draw_simplest(st.from_type(Made)).size == 0
    assert type(draw_simplest(st.from_type(Plain))) is Plain


def test_an_abstract_class_is_one_of_those_below_it() -> None:
    kinds = {type(each) for each in values_of(st.from_type(Shape))}
    assert kinds == {Square, Circle}
    assert draw_simplest(st.from_type(Shape)) == Square(0)


def test_below_a_generic_class_only_those_count_that_agree() -> None:
    assert {type(each) for each in values_of(st.from_type(Holder[int]))} == {HoldsInt, HoldsAny}
    assert {type(each) for each in values_of(st.from_type(Holder))} == {
        HoldsInt,
        HoldsText,
        HoldsAny,
    }


def test_a_protocol_is_made_by_who_implements_it() -> None:
    assert type(draw_simplest(st.from_type(Quacks))) is Duck
    assert {type(each) for each in values_of(st.from_type(Splits))} == {str, bytes, bytearray}


def test_a_registered_class_that_fits_implements_a_protocol() -> None:
    class Bird:
        def fly(self) -> int:
            return 1

    with pytest.raises(ResolutionFailed):
        st.from_type(Flies).validate()
    st.register_type_strategy(Bird, st.builds(Bird))
    assert type(draw_simplest(st.from_type(Flies))) is Bird


def test_a_protocol_of_a_call_is_made_by_functions() -> None:
    from shortlex import given

    class Compares(Protocol):
        def __call__(self, left: int, *, right: str = "") -> bool: ...

    results = []

    @given(compare=st.from_type(Compares))
    def test(compare: Compares) -> None:
        results.append(compare(1, right="a"))
        with pytest.raises(TypeError):
            compare()  # type: ignore[call-arg]  # the point

    test()
    assert {*results} == {True, False}


def test_a_class_may_have_functions_that_return_it() -> None:
    from shortlex import given

    depths = set()

    @given(server=st.from_type(Server))
    def test(server: Server) -> None:
        depth, next_one = 0, server.fork()
        while next_one is not None and depth < 3:
            depth, next_one = depth + 1, next_one.fork()
        depths.add(depth)

    test()
    assert depths == {0, 1, 2, 3}


@pytest.mark.parametrize("thing", [NoneKnown, Abstract, Empty])
def test_nobody_implements_it(thing: Any) -> None:
    with pytest.raises(ResolutionFailed, match=rf"{thing.__name__}.*register_type_strategy"):
        st.from_type(thing).validate()


# Names.


def test_forward_references_are_looked_up_where_they_are_used() -> None:
    @dataclass
    class Local:
        children: list["Local"]
        other: "Later | None" = None

    @dataclass
    class Later:
        number: int

    assert draw_simplest(st.from_type(Local)) == Local([])
    assert find_simplest(st.from_type(Local), lambda one: one.other) == Local([], Later(0))
    assert draw_simplest(st.from_type(ForwardRef("Later"))) == Later(0)
    assert draw_simplest(st.from_type(tuple["Later", "Pair"])) == (Later(0), Pair(0))


def test_names_are_kept_from_when_the_strategy_was_made() -> None:
    def make() -> Any:
        @dataclass
        class Part:
            number: int

        @dataclass
        class Whole:
            part: "Part"

        return st.from_type(Whole)

    assert draw_simplest(make()).part.number == 0


def test_a_class_can_name_its_own_classes() -> None:
    class Outer:
        class Inner:
            pass

        def __init__(self, inner: "Inner") -> None:  # type: ignore[name-defined]  # as in a class body
            self.inner = inner

    with pytest.raises(ResolutionFailed, match="Inner"):
        st.from_type(Outer).validate()

    @dataclass
    class Around:
        class Inside:
            pass

        inside: "Inside"

    assert type(draw_simplest(st.from_type(Around)).inside) is Around.Inside


def test_names_of_types_stand_for_what_they_name() -> None:
    Id = NewType("Id", Pair)
    assert draw_simplest(st.from_type(list[Id])) == []
    assert draw_simplest(st.from_type(Id)) == Pair(0)


@pytest.mark.skipif(sys.version_info < (3, 12), reason="`type X = ...` is new in Python 3.12")
def test_type_aliases_stand_for_what_they_name() -> None:
    names: dict[str, Any] = {}
    source = """
type Number = int | None
type Both[A, B] = tuple[A, list[B]]
type Json = None | bool | list[Json] | dict[str, Json]
type Broken = NoSuchName
class Stack[Item]:
    def __init__(self, items: list[Item]) -> None:
        self.items = items
"""
    exec(source, names)  # noqa: S102  # syntax that older versions do not know
    assert draw_simplest(st.from_type(names["Number"])) is None
    assert draw_simplest(st.from_type(names["Both"][int, str])) == (0, [])
    assert draw_simplest(st.from_type(names["Json"])) is None
    assert find_simplest(st.from_type(names["Json"]), lambda json: json == [[]]) == [[]]
    assert all(
        type(item) is str
        for each in values_of(st.from_type(names["Stack"][str]), 20)
        for item in each.items
    )
    with pytest.raises(ResolutionFailed, match="NoSuchName"):
        st.from_type(names["Broken"]).validate()


def test_what_cannot_be_inferred_is_left_at_its_default() -> None:
    class Service:
        def __init__(
            self,
            size: int,
            logger: "NoSuchLogger | None" = None,  # type: ignore[name-defined]  # noqa: F821  # the point
            handler: Unmakeable | None = None,
            anything=5,  # type: ignore[no-untyped-def]  # the point
        ) -> None:
            self.given = (logger, handler, anything)

    assert {each.given for each in values_of(st.from_type(Service))} == {(None, None, 5)}


def test_a_namedtuple_without_types_cannot_be_inferred() -> None:
    Untyped = collections.namedtuple("Untyped", "a b")  # the point
    with pytest.raises(ResolutionFailed, match=r"Untyped.*'a'.*no annotation"):
        st.from_type(Untyped).validate()


def test_a_class_of_which_python_knows_no_signature_must_be_registered() -> None:
    with pytest.raises(ResolutionFailed, match=r"from_type\(cell\).*register_type_strategy"):
        st.from_type(CellType).validate()


def test_types_of_unions_may_be_classes() -> None:
    strategy = st.from_type(Union[Pair, int, None])
    assert {type(each) for each in values_of(strategy)} == {Pair, int, NoneType}
    assert draw_simplest(st.from_type(Union[Pair, int])) == 0
