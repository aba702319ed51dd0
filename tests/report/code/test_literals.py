"""Values as code: it evaluates to an equal value, reads well, and no value makes it raise."""

import datetime
import decimal
import enum
import fractions
import functools
import math
import pathlib
import struct
import sys
import types
import uuid
from collections import Counter, OrderedDict, defaultdict, deque, namedtuple
from collections.abc import Callable
from dataclasses import InitVar, dataclass, field
from itertools import repeat
from random import Random
from types import SimpleNamespace
from typing import Any, NamedTuple

import pytest

from shortlex.report.code import literals
from shortlex.report.code.literals import format_literal, is_expression


class Color(enum.Enum):
    RED = 1
    DARK_RED = 2


class Level(enum.IntEnum):
    LOW = 1


class Access(enum.Flag):
    READ = 1
    WRITE = 2
    RUN = 4
    ALL = 7


class Mask(enum.IntFlag):
    LOW = 1
    HIGH = 8


Odd = enum.Enum("Odd", {"two words": 1})


class Outer:
    class Inner(enum.Enum):
        HERE = 1

    @classmethod
    def make(cls) -> "Outer":
        return cls()

    def method(self) -> None: ...


@dataclass
class Point:
    x: int
    y: float = 0.0


@dataclass(frozen=True)
class Measured:
    values: tuple[int, ...]
    _unit: str
    total: int = field(init=False, default=0)
    kind: str = field(kw_only=True, default="plain")

    def __post_init__(self) -> None:
        object.__setattr__(self, "total", sum(self.values))


@dataclass
class Salted:
    value: int
    salt: InitVar[int]

    def __post_init__(self, salt: int) -> None:
        self.value += salt


@dataclass(init=False)
class OwnInit:
    value: int

    def __init__(self, text: str) -> None:
        self.value = int(text)


class Pair(NamedTuple):
    left: object
    right: object = None


Untyped = namedtuple("Untyped", ["a", "b"])


class Attribute(SimpleNamespace):
    """A field as attrs keeps it; attrs itself is not needed to be installed."""


class AttrsLike:
    __attrs_attrs__: tuple[Attribute, ...] = (
        Attribute(name="size", init=True, alias="size"),
        Attribute(name="_secret", init=True, alias="secret"),
        Attribute(name="cache", init=False, alias="cache"),
    )

    def __init__(self, size: int, secret: str) -> None:
        self.size, self._secret, self.cache = size, secret, None

    def __eq__(self, other: object) -> bool:
        return isinstance(other, AttrsLike) and vars(self) == vars(other)


class OldAttrsLike(AttrsLike):
    __attrs_attrs__ = (Attribute(name="size", init=True), Attribute(name="_secret", init=True))


class PlainList(list[Any]): ...


class PlainInt(int): ...


class PlainText(str): ...


class PlainTuple(tuple[Any, ...]): ...


class PlainSet(set[Any]): ...


class PlainDeque(deque[Any]): ...


class PlainDefault(defaultdict[Any, Any]): ...


class PlainCounter(Counter[Any]): ...


class ParsedList(list[Any]):
    def __init__(self, text: str) -> None:
        super().__init__(text.split())


class LoudList(list[Any]):
    def __repr__(self) -> str:
        return f"LoudList.of({list(self)!r})"

    @classmethod
    def of(cls, values: list[Any]) -> "LoudList":
        return cls(values)


class Silent:
    def __init__(self, *args: object, **kwargs: object) -> None:
        self.given = (args, kwargs)


class Unprintable:
    def __repr__(self) -> str:
        raise ZeroDivisionError


class Unordered:
    def __init__(self, name: str) -> None:
        self.name = name

    def __repr__(self) -> str:
        return self.name


def module_function() -> None: ...


VALUES: list[Any] = [
    *(None, True, False, ..., NotImplemented, 0, -1, 10**9 - 1, 10**9, -(10**12), 10**5000),
    *(0.0, -0.0, 0.1, 1e300, math.inf, -math.inf, 1j, 1 + 2j, complex(math.inf, -1)),
    *("", "it's", 'say "no"', "\n\0\ud800", "é", b"", b"\xff'", bytearray(b"x"), range(1, 9, 2)),
    *([], [[]], [1, [2]], (), (1,), (1, 2), ((),), ([],)),
    *(set(), {3, 1, 2}, {"b", "a"}, {1, "a", None}, {frozenset({1}), frozenset({2})}),
    *(frozenset(), frozenset({1, 2}), {}, {1: 2, "a": [3]}, {(1, 2): {}}),
    *(deque(), deque([1, 2]), deque([1], maxlen=3), Counter(), Counter("abca")),
    *(defaultdict(int), defaultdict(list, {1: [2]}), defaultdict(None, {1: 2})),
    *(OrderedDict(), OrderedDict([(2, 1), (1, 2)])),
    *(decimal.Decimal("1.50"), fractions.Fraction(1, 3), uuid.UUID(int=7)),
    *(datetime.date(2020, 2, 29), datetime.timedelta(days=-1), datetime.time(12, fold=1)),
    datetime.datetime(2020, 1, 1, tzinfo=datetime.UTC),
    pathlib.PurePosixPath("/tmp/x"),
    *(Color.RED, Level.LOW, Outer.Inner.HERE, Odd["two words"], [Color.RED, Level.LOW]),
    *(Access.READ, Access(0), Access.READ | Access.RUN, Access.ALL, Mask.LOW | Mask.HIGH),
    *(Mask(0), Mask(16), Mask(17), {Access.READ | Access.RUN: 1}),
    *(int, Point, Outer.Inner, type(None), len, str.upper, int.__add__, dict.fromkeys),
    *(module_function, Outer.make, Outer.method, list[int]),
    *(Point(1), Point(2, math.inf), Measured((1, 2), "m", kind="odd"), [Point(1)]),
    *(Pair(1), Pair([1], "x"), Untyped(1, 2), AttrsLike(1, "x"), OldAttrsLike(1, "x")),
    *(SimpleNamespace(), SimpleNamespace(a=1, b=[2]), SimpleNamespace(**{"a b": 1, "if": 2})),
    *(PlainList([1, 2]), PlainInt(5), PlainText("x"), PlainTuple([1]), PlainSet(), PlainSet({1})),
    *(PlainDeque([1], 2), PlainCounter("aab"), PlainDefault(int, {1: 2}), ParsedList("a b")),
    *(LoudList([1, 2]), slice(1, 2), ValueError),
]


def evaluate(code: str) -> Any:
    # What a test module would have, in which the code is pasted.
    names = {**globals(), **vars(decimal), **vars(fractions), **vars(uuid), **vars(pathlib)}
    return eval(code, {**names, "datetime": datetime})  # noqa: S307  # our own code


@pytest.mark.parametrize("width", [88, 1])
@pytest.mark.parametrize("value", VALUES, ids=lambda value: type(value).__name__)
def test_code_evaluates_to_an_equal_value_of_the_same_type(value: Any, width: int) -> None:
    again = evaluate(format_literal(value, width=width))
    assert again == value
    if not isinstance(value, ParsedList):
        assert type(again) is type(value)


def test_all_values_at_once_evaluate_to_equal_ones() -> None:
    assert evaluate(format_literal(VALUES)) == VALUES
    assert evaluate(format_literal(VALUES, width=20, indent=3)) == VALUES


@pytest.mark.parametrize(
    ("value", "code"),
    [
        (999_999_999, "999999999"),
        (10**9, "1_000_000_000"),
        (-(10**9), "-1_000_000_000"),
        (math.nan, "float('nan')"),
        (-math.inf, "float('-inf')"),
        (complex(math.nan, 2), "complex(float('nan'), 2.0)"),
        ((1,), "(1,)"),
        ({3, 20, 1}, "{1, 3, 20}"),
        ({1, "a", None}, "{'a', 1, None}"),
        ({frozenset({2}), frozenset({1})}, "{frozenset({1}), frozenset({2})}"),
        ({Unordered("b"), Unordered("a"), Unordered("c")}, "{a, b, c}"),
        (deque([1], maxlen=3), "deque([1], maxlen=3)"),
        (defaultdict(list, {1: []}), "defaultdict(list, {1: []})"),
        (Outer.Inner.HERE, "Outer.Inner.HERE"),
        (Access.READ | Access.RUN, "Access.READ | Access.RUN"),
        (Odd["two words"], "Odd['two words']"),
        (Mask(17), "Mask(17)"),
        (Measured((1,), "m"), "Measured(values=(1,), _unit='m', kind='plain')"),
        (AttrsLike(1, "x"), "AttrsLike(size=1, secret='x')"),
        (Untyped(1, [math.inf]), "Untyped(a=1, b=[float('inf')])"),
        (SimpleNamespace(a=1), "SimpleNamespace(a=1)"),
        (PlainList([math.inf]), "PlainList([float('inf')])"),
        (ParsedList("a b"), "['a', 'b']"),
        (LoudList([1]), "LoudList.of([1])"),
        (Salted(1, 2), "Salted(value=3)"),
        (OwnInit("5"), "OwnInit(value=5)"),
        (functools.partial(Silent, 1, a=Color), "functools.partial(Silent, 1, a=Color)"),
    ],
    ids=lambda value: value if isinstance(value, str) else "",
)
def test_code_reads_like_this(value: object, code: str) -> None:
    assert format_literal(value) == code


def test_a_set_with_a_nan_is_written_in_the_order_in_which_it_iterates() -> None:
    # That differs from run to run: the hash of a nan is made of its address.
    value = {math.nan, 1.0}
    assert format_literal(value) in ("{1.0, float('nan')}", "set([float('nan'), 1.0])")


def test_local_names_are_written_without_the_function_around_them() -> None:
    @dataclass
    class Local:
        kind: type

    assert format_literal(Local(Local)) == "Local(kind=Local)"


@pytest.mark.parametrize(
    ("value", "code"),
    [
        (Unprintable(), "<Unprintable: its repr raised ZeroDivisionError>"),
        ([Unprintable(), 1], "[<Unprintable: its repr raised ZeroDivisionError>, 1]"),
        (Point(Unprintable()), "Point(x=<Unprintable: its repr raised ZeroDivisionError>, y=0.0)"),  # type: ignore[arg-type]  # on purpose
    ],
    ids=["bare", "in a list", "in a field"],
)
def test_a_repr_that_raises_is_named(value: object, code: str) -> None:
    assert format_literal(value) == code


def test_a_value_inside_itself_is_written_as_an_ellipsis() -> None:
    values: list[Any] = [1]
    values.append({"again": values})
    assert format_literal(values) == "[1, {'again': ...}]"
    derived = PlainList()
    derived.append(derived)
    assert format_literal(derived) == "PlainList([...])"
    point = Point(0)
    point.x = point  # type: ignore[assignment]  # on purpose
    assert format_literal(point) == "Point(x=..., y=0.0)"


def test_a_value_met_twice_is_written_twice() -> None:
    shared = [1]
    assert format_literal([shared, shared]) == "[[1], [1]]"


@pytest.mark.parametrize(
    "around",
    [
        lambda inner: [inner],
        lambda inner: (inner,),
        lambda inner: {"key": inner},
        lambda inner: Point(inner),
        lambda inner: PlainList([inner]),
        lambda inner: functools.partial(Silent, inner),
    ],
)
def test_deep_nesting_ends_in_an_ellipsis(around: Callable[[Any], Any]) -> None:
    value: Any = 0
    for _ in range(5000):
        value = around(value)
    code = format_literal(value)
    assert "..." in code
    compile(code, "<code>", "eval")


def test_nesting_up_to_the_stated_depth_is_written_whole() -> None:
    value: Any = 0
    for _ in range(100):
        value = [value]
    assert evaluate(format_literal(value)) == value
    assert "..." in format_literal([value])


def test_little_stack_left_does_not_raise() -> None:
    value: Any = 0
    for _ in range(90):
        value = {"key": Point(value)}
    depth, frame = 0, sys._getframe()
    while frame.f_back is not None:
        depth, frame = depth + 1, frame.f_back
    limit = sys.getrecursionlimit()
    sys.setrecursionlimit(depth + 120)
    try:
        code = format_literal(value)
    finally:
        sys.setrecursionlimit(limit)
    assert "..." in code
    compile(code, "<code>", "eval")


def test_shared_parts_cannot_make_it_endless(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(literals, "_ROOM", 10_000)
    value: Any = [0]
    for _ in range(60):
        value = [value, value]
    assert len(format_literal(value)) < 100_000


def test_a_liar_about_its_class_is_written_by_its_repr() -> None:
    class Liar:
        __class__ = list  # type: ignore[assignment]  # on purpose

        def __repr__(self) -> str:
            return "Liar()"

    assert format_literal(Liar()) == "Liar()"


def test_a_class_that_raises_when_asked_is_written_by_its_repr() -> None:
    class Grumpy(type):
        def __getattr__(cls, name: str) -> object:
            raise ZeroDivisionError

    class Thing(metaclass=Grumpy):
        def __repr__(self) -> str:
            return "Thing()"

    assert format_literal([Thing()]) == "[Thing()]"


def test_a_missing_field_falls_back_to_the_repr() -> None:
    point = Point(1)
    del point.x
    assert (
        format_literal(point)
        == "<Point: its repr raised AttributeError: 'Point' object has no attribute 'x'>"
    )


def test_a_method_of_an_object_is_written_by_its_repr() -> None:
    assert format_literal([].append).startswith("<built-in method append of list object")
    assert format_literal(Outer().method).startswith("<bound method Outer.method of ")


def test_a_module_is_written_by_its_repr() -> None:
    assert format_literal(types).startswith("<module 'types'")


def test_a_set_of_numbers_is_written_so_that_it_iterates_as_it_did() -> None:
    assert format_literal({0, 8}) == "{0, 8}"
    assert format_literal({8, 0}) == "set([8, 0])"
    assert format_literal(frozenset([8, 0])) == "frozenset([8, 0])"
    random = Random(0)
    for size in range(7):
        for _ in range(30):
            numbers: set[int] = set()
            for number in random.sample(range(200), size):
                numbers.add(number)
            code = format_literal(numbers)
            assert list(eval(code)) == list(numbers)  # noqa: S307  # ours


def test_a_set_whose_order_changes_from_process_to_process_is_sorted() -> None:
    assert format_literal({"b", "a", "c"}) == "{'a', 'b', 'c'}"


class Misleading:
    """Methods that have nothing to do with what the object holds."""

    def __len__(self):
        return 10**9

    def __iter__(self):
        return repeat(0)

    def keys(self):
        return repeat(0)

    items = values = keys

    def __str__(self):
        return "something else"

    def __bytes__(self):
        return b"something else"

    def __int__(self):
        return 9

    __index__ = __trunc__ = __int__

    def __float__(self):
        return 9.0

    def __complex__(self):
        return 9j


@pytest.mark.parametrize(
    "value", [[1, 2], (1, 2), {1: 2}, "text", b"bytes", bytearray(b"bytes"), 3, 0.5, 1j], ids=repr
)
def test_a_subclass_is_written_with_what_it_holds_and_not_with_what_its_methods_say(value):
    base = type(value)
    kind = type("Kind", (Misleading, base), {"__repr__": base.__repr__})
    assert format_literal(kind(value)) == f"Kind({format_literal(value)})"


@pytest.mark.parametrize("value", [0.0, -0.0, complex(-0.0, 1), complex(1, -0.0), complex(0, 0)])
def test_the_sign_of_zero_is_kept(value: complex) -> None:
    again = eval(format_literal(value))  # noqa: S307  # our own code
    assert struct.pack("dd", again.real, again.imag) == struct.pack("dd", value.real, value.imag)


def test_a_lambda_is_written_as_its_source() -> None:
    first, second = lambda x, /, *y: (x + 1, y), lambda: [n for n in range(3)]  # noqa: C416
    assert format_literal([first]) == "[lambda x, /, *y: (x + 1, y)]"
    assert format_literal(second) == "lambda: [n for n in range(3)]"
    assert format_literal((lambda: lambda: 5)()) == "lambda: 5"


def test_a_lambda_without_source_on_one_line_is_written_as_its_place() -> None:
    long = lambda: (  # noqa: E731
        1
    )
    assert format_literal(long) == f"<lambda at test_literals.py:{long.__code__.co_firstlineno}>"
    no_file = eval("lambda: 1")  # noqa: S307  # a lambda that no file has
    assert format_literal(no_file) == "<lambda at <string>:1>"


@pytest.mark.parametrize("text", ["1", "f(x)", "[\n1]", "Text('\\d')"])
def test_python_is_an_expression(text: str) -> None:
    assert is_expression(text)


@pytest.mark.parametrize("text", ["", "<Thing>", "a thing", "x = 1", "\0", "(" * 1000, "1 +"])
def test_other_text_is_not_an_expression(text: str) -> None:
    assert not is_expression(text)
