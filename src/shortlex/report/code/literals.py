"""Literals: values as Python code that can be pasted.

``format_literal`` gives code for an equal value if there is such code, and otherwise the most
readable text; no value makes it raise. ``format_call`` gives the failing call, and ``Call`` records
how a value was made, for values whose repr is not code.

Names are written as in ``repr`` or ``__qualname__``, so pasted code needs the same imports:
``from decimal import Decimal``, ``import datetime``, the test's module.

A value is first described as a tree of texts, and the tree is then laid out in lines by ``layout``.

The file is long because one class describes all kinds of values, recursively.
"""

from __future__ import annotations

import enum
import functools
import keyword
import math
import operator
import types
from collections import Counter, OrderedDict, defaultdict, deque
from collections.abc import Callable, Collection, Iterable, Mapping, Sequence, Set
from itertools import islice, pairwise, permutations
from types import MappingProxyType
from typing import Any, NamedTuple

from shortlex.core.case import RecordedCase
from shortlex.core.shown import (
    MAX_CHARACTERS,
    cut,
    escaped,
    is_from_signal,
    ordinary_type,
    shown,
    shown_integer,
)
from shortlex.report.code.array_literals import array_describer
from shortlex.report.code.layout import (
    Commented,
    Group,
    Node,
    Pair,
    comment_of,
    flat,
    layout,
    spread,
)
from shortlex.report.code.parts import Call, Places, calls_of, constructor_arguments, places_within
from shortlex.runner.result import Tries
from shortlex.strategies.describe import name_of, parse_quietly, source_of_lambda

WIDTH = 88
MAX_ELEMENTS = 10_000
"""How many elements of one container are written; a comment counts the others."""

MAX_PERMUTED = 6
"""For sets of up to this many elements, all orders are tried."""

_MAX_DEPTH = 100  # levels; Python parses 200 nested brackets, and our own stack must suffice
_ROOM = 4_000_000  # for all values, weighted by depth: nested lists that share parts can be huge
_ELLIPSIS = "..."


def format_literal(
    value: object,
    *,
    calls: Mapping[int, Call] | None = None,
    names: Mapping[int, str] | None = None,
    indent: int = 0,
    width: int = WIDTH,
) -> str:
    """Code that evaluates to ``value``, on one line if it fits, or else one element per line.

    ``calls`` says, by ``id``, how values were made, and ``names`` the variables that hold some of
    them; the caller keeps them alive. ``indent`` is the column at which the code begins, and the
    indentation of its other lines.
    """
    describer = _Describer(calls)
    describer.names = names or {}
    return layout(describer.describe(value), indent, indent, 0, width)


class Beside(NamedTuple):
    """The arguments of a call besides those that were drawn."""

    positional: tuple[object, ...] = ()
    named: Mapping[str, object] = MappingProxyType({})


NOTHING_BESIDE = Beside()


def format_call(
    name: str,
    arguments: Mapping[str, object],
    beside: Beside = NOTHING_BESIDE,
    *,
    case: RecordedCase | None = None,
) -> str:
    """The call of ``name``, always with one argument per line.

    The parts of the arguments are recorded in ``case``, which drew them; their comments come from
    there, too.
    """
    describer = _Describer(None if case is None else calls_of(case), case)
    if case is not None:
        describer.places = dict(zip(arguments, case.draws_within(-1), strict=False))
    call = describer.call(name, beside.positional, {**beside.named, **arguments})
    return spread(call, 0, WIDTH) if call.items else f"{name}()"


def format_draw(case: RecordedCase, value: object) -> str:
    """The value that was drawn last as code, with comments."""
    number = next(reversed(case.values))
    node = _Describer(calls_of(case), case).describe(value, number)
    return layout(node, 0, 0, 0, WIDTH) + comment_of(node)


def comment_text(tries: Tries) -> str:
    """The comment for a part that can be anything."""
    if not tries.is_exhaustive:
        return f"any value here fails too: {tries.failed} of {tries.tried} tries"
    if tries.tried == 1:
        return "the only other value fails too"
    return f"any value here fails too: all {tries.tried} others tried"


def _has_lasting_hash(value: object) -> bool:
    """Whether a value has the same hash, and so the same place in a set, in every process."""
    kind = ordinary_type(value)
    if kind is tuple:
        return all(map(_has_lasting_hash, value))  # type: ignore[call-overload]  # a tuple
    return kind in (int, bool, float)


def _makes_literal(order: Collection[Any], values: Set[Any]) -> bool:
    """Whether ``{...}`` with elements in this order iterates as ``values`` do."""
    # For a literal of constants, Python makes a frozenset, copies it, and updates a set from it.
    constant = frozenset(order)
    made: list[Set[Any]] = [set(order), set().union(frozenset(list(constant)))]
    if type(values) is not set:
        made = [frozenset(each) for each in made]
    return all([*map(id, each)] == [*map(id, values)] for each in made)


def _list_that_makes(elements: list[Any], values: Set[Any]) -> Sequence[Any] | None:
    """The elements in an order in which ``set([...])`` iterates as ``values`` do, if any."""
    kind, wanted = set if type(values) is set else frozenset, [*map(id, values)]
    orders: Iterable[Sequence[Any]] = [list(values)]
    if len(elements) <= MAX_PERMUTED:
        orders = permutations(elements)
    return next((each for each in orders if [*map(id, kind(each))] == wanted), None)


class _Describer:
    """Describes values. It knows which values it is inside of, and how much room is left."""

    def __init__(
        self, calls: Mapping[int, Call] | None = None, case: RecordedCase | None = None
    ) -> None:
        self.calls = calls or {}
        self.names: Mapping[int, str] = {}
        """The variables that hold values, by the identity of the value."""
        self.case = case
        self.active: set[int] = set()
        self.room = _ROOM
        self.places: Places = {}
        """The places within the value that is being described."""
        self.part: int | None = None
        """The innermost part that contains it."""

    def describe(self, value: object, number: int | None = None) -> Node:
        """The tree for a value; ``number`` is the number of the span that made it, if known."""
        if self.case is None or number is None:
            return self._describe_within(value, {})
        case, outer = self.case, self.part
        case.parts[number] = outer
        self.part = number
        try:
            places = places_within(case, number, value)
        except Exception:  # a property or comparison in user code raised
            places = {}
        try:
            node = self._describe_within(value, places)
        finally:
            self.part = outer
        found_out = case.comments.get(number)
        return node if found_out is None else Commented(node, comment_text(found_out))

    def _describe_within(self, value: object, places: Places) -> Node:
        self.room -= 1 + len(self.active)  # deep values have long lines
        scalar = _SCALARS.get(ordinary_type(value))
        if scalar is not None and self.room > 0:
            text = scalar(value)
            self.room -= len(text)
            return text
        if id(value) in self.names:
            return self.names[id(value)]
        if id(value) in self.active or len(self.active) >= _MAX_DEPTH or self.room <= 0:
            return _ELLIPSIS
        self.active.add(id(value))
        outer, self.places = self.places, places
        try:
            return self.compound(value)
        except RecursionError:
            return _ELLIPSIS
        except BaseException as error:  # a property, comparison or signature in user code raised
            if is_from_signal(error):
                raise
            return format_opaque(value)
        finally:
            self.active.discard(id(value))
            self.places = outer

    def compound(self, value: Any) -> Node:
        # type(), not isinstance(): mocks and proxies lie about their class.
        kind = type(value)
        describe = _CONTAINERS.get(ordinary_type(value))
        if describe is not None:
            return describe(self, value)
        describe_array = array_describer(value)
        if describe_array is not None:
            return describe_array(self, value)
        if issubclass(kind, enum.Enum):
            return format_member(value)
        if issubclass(kind, (type, *_FUNCTIONS)):
            return self.named(value)
        arguments = constructor_arguments(value)
        if arguments is not None:
            return self.call(name_of(kind), (), arguments)
        ancestors = (each for each in kind.__mro__ if type(each) is type)
        base = next((each for each in ancestors if each in _CONTAINERS or each in _SCALARS), None)
        if base is not None and kind.__repr__ is base.__repr__:
            return self.derived(value, base)
        return self.opaque(value)

    def opaque(self, value: object) -> Node:
        text = format_opaque(value)
        self.room -= len(text)
        if id(value) in self.calls and not is_expression(text):
            return self.made_by(self.calls[id(value)])
        return text

    def made_by(self, call: Call) -> Group:
        target = flat(self.describe(call.target))
        if target.startswith("lambda"):
            target = f"({target})"
        self.places = {
            key[1]: number
            for key, number in self.places.items()
            if isinstance(key, tuple) and key[0] == "given"
        }
        return self.call(target, call.args, call.kwargs)

    def call(self, name: str, args: Iterable[object], kwargs: Mapping[str, object]) -> Group:
        places = self.places
        items: list[Node] = [self.describe(value, places.get(i)) for i, value in enumerate(args)]
        items += [
            Pair(key, "=", self.describe(value, places.get(key))) for key, value in kwargs.items()
        ]
        return Group(f"{name}(", items, ")")

    def named(self, value: Any) -> Node:
        if hasattr(value, "_shortlex_text"):
            return str(value._shortlex_text)  # a function that a strategy made
        owner = None if isinstance(value, type) else getattr(value, "__self__", None)
        if not isinstance(owner, types.NoneType | types.ModuleType | type):
            return self.opaque(value)  # a method of an object, which has no name
        if isinstance(value, types.MethodType):
            return f"{name_of(owner)}.{value.__name__}"
        if "<" in value.__qualname__ and id(value) in self.calls:
            return self.made_by(self.calls[id(value)])
        if value.__name__ == "<lambda>":
            return source_of_lambda(value.__code__)
        return "type(None)" if value is types.NoneType else name_of(value)

    def derived(self, value: Any, base: type[Any]) -> Node:
        """A subclass with its base's repr: ``Name(literal)`` if it has its base's constructor."""
        is_called_so = type(value).__init__ is base.__init__ and type(value).__new__ is base.__new__
        if base in _NAMED_CONTAINERS:
            return _CONTAINERS[base](self, value) if is_called_so else self.opaque(value)
        literal = self.describe(_AS_BASE.get(base, base)(value))
        if not is_called_so:
            return literal
        name = name_of(type(value))
        if not isinstance(literal, Group):
            return f"{name}({flat(literal)})"
        start, end = f"{name}({literal.start}", f"{literal.end})"
        return Group(start, literal.items, end, literal.left_out, literal.lone_comma)

    def sequence(self, start: str, values: Collection[object], end: str) -> Group:
        places = self.places
        items = [
            self.describe(value, places.get(i))
            for i, value in enumerate(islice(values, MAX_ELEMENTS))
        ]
        lone_comma = start == "(" and len(items) == 1
        return Group(start, items, end, len(values) - MAX_ELEMENTS, lone_comma)

    def elements(self, start: str, values: Set[Any], end: str) -> Group:
        """Elements of a set, always in the same order.

        If a set written in this way would iterate in another order than this one, the elements are
        written as a list, in an order that gives the same iteration order.
        """
        ordered: Collection[Any] = values
        is_sorted = False
        try:
            ordered = sorted(values)
            # A partial order (of sets, or with nan) sorts without an error, but not in one way.
            is_sorted = all(a < b for a, b in pairwise(ordered))
        except Exception:  # not sortable; a comparison may raise anything
            pass
        elements = enumerate(map(id, ordered))
        found = {place: self.places.get(("element", identity)) for place, identity in elements}
        self.places = {place: number for place, number in found.items() if number is not None}
        group = self.sequence(start, ordered, end)
        written = list(zip(group.items, ordered))
        if not is_sorted:
            written.sort(key=lambda pair: flat(pair[0]))
        order = None
        try:
            each = [element for _, element in written]
            is_ordered = len(each) == len(values) and all(map(_has_lasting_hash, each))
            if is_ordered and not _makes_literal(each, values):
                order = _list_that_makes(each, values)
        except Exception:  # a hash or a comparison raised
            pass
        if order is not None:
            start, end = f"{'set' if start == '{' else start[: -len('({')]}([", "])"
            places_of = {id(element): place for place, element in enumerate(order)}
            written.sort(key=lambda pair: places_of[id(pair[1])])
        return Group(start, [item for item, _ in written], end, group.left_out)

    def entries(self, start: str, values: Mapping[Any, object], end: str) -> Group:
        places = self.places
        items: list[Node] = [
            Pair(
                self.describe(key, places.get(("key", i))),
                ": ",
                self.describe(value, places.get(("value", i))),
            )
            for i, (key, value) in enumerate(islice(values.items(), MAX_ELEMENTS))
        ]
        return Group(start, items, end, len(values) - MAX_ELEMENTS)

    def named_entries(self, value: Mapping[Any, object]) -> Node:
        name = name_of(type(value))
        return self.entries(f"{name}({{", value, "})") if value else f"{name}()"

    def named_elements(self, value: frozenset[Any]) -> Node:
        name = name_of(type(value))
        return self.elements(f"{name}({{", value, "})") if value else f"{name}()"

    def default_entries(self, value: defaultdict[Any, object]) -> Node:
        start = f"{name_of(type(value))}({flat(self.describe(value.default_factory))}"
        return self.entries(f"{start}, {{", value, "})") if value else f"{start})"

    def ends(self, value: deque[object]) -> Node:
        end = "])" if value.maxlen is None else f"], maxlen={value.maxlen})"
        return self.sequence(f"{name_of(type(value))}([", value, end)

    def partial(self, value: functools.partial[object]) -> Node:
        return self.call("functools.partial", (value.func, *value.args), value.keywords)

    def namespace(self, value: types.SimpleNamespace) -> Node:
        name, values = name_of(type(value)), vars(value)
        if all(key.isidentifier() and not keyword.iskeyword(key) for key in values):
            return self.call(name, (), values)
        return self.entries(f"{name}(**{{", values, "})")


_FUNCTIONS = (
    types.FunctionType,
    types.BuiltinFunctionType,
    types.MethodType,
    types.MethodDescriptorType,
    types.WrapperDescriptorType,
)


def format_integer(value: int) -> str:
    """The digits, in groups of three from ten digits on; for huge numbers, a power."""
    text = shown_integer(value)
    return f"{value:_}" if len(text) > 9 and text.removeprefix("-").isdecimal() else text


def format_text(value: str | bytes | bytearray) -> str:
    """The repr, or for a very long text a description with its beginning."""
    if len(value) <= MAX_CHARACTERS:
        return repr(value)
    kind, unit = type(value).__name__, "characters" if isinstance(value, str) else "bytes"
    return f"<a {kind} of {len(value):,} {unit}, beginning with {value[:MAX_CHARACTERS]!r}>"


def format_float(value: float) -> str:
    """The repr, or a call of ``float`` for the values that have no literal."""
    return repr(value) if math.isfinite(value) else f"float('{value!r}')"


def format_complex(value: complex) -> str:
    """The repr, or a call of ``complex`` where the repr would not evaluate to the value."""
    parts = (value.real, value.imag)
    # The repr loses the sign of zero, and has no names for inf and nan; -1j is -(0+1j).
    is_lost = value.real == 0.0 and value.imag < 0.0
    if is_lost or any(not math.isfinite(part) or str(part) == "-0.0" for part in parts):
        return f"complex({format_float(value.real)}, {format_float(value.imag)})"
    return repr(value)


def format_member(value: enum.Enum) -> str:
    """``Class.NAME``, or several of them joined by ``|`` for a combination of flags."""
    name, members = name_of(type(value)), type(value).__members__
    if value.name in members:
        return f"{name}.{value.name}" if value.name.isidentifier() else f"{name}[{value.name!r}]"
    parts = list(value) if isinstance(value, enum.Flag) else []
    if parts and functools.reduce(operator.or_, parts) == value:
        return " | ".join(map(format_member, parts))
    return f"{name}({value.value!r})"


def format_opaque(value: object) -> str:
    """The value's own repr, safe to print on a terminal."""
    return escaped(cut(shown(value)))


def is_expression(text: str) -> bool:
    """Whether the text is a Python expression, which many reprs are not."""
    return not text.startswith("<") and parse_quietly(text, "eval") is not None


_SCALARS: dict[type, Callable[[Any], str]] = {
    **dict.fromkeys([str, bytes, bytearray], format_text),
    **dict.fromkeys([bool, range], shown),
    **dict.fromkeys([types.NoneType, types.EllipsisType, types.NotImplementedType], repr),
    int: format_integer,
    float: format_float,
    complex: format_complex,
}

_AS_BASE: dict[type, Callable[[Any], object]] = {
    # `list(value)`, `str(value)` and the like would call the methods of a subclass, such as an
    # `__iter__` that never ends or a `__str__` that says something else.
    list: list.copy,
    tuple: lambda value: tuple.__getitem__(value, slice(None)),
    dict: lambda value: dict(dict.items(value)),
    str: str.__str__,
    bytes: lambda value: bytes.__getitem__(value, slice(None)),
    bytearray: bytearray.copy,
    int: int.__int__,
    float: float.__float__,
    complex: complex.__complex__,
}
"""What a subclass holds, as a value of its base, without calling its own methods."""

_NAMED_CONTAINERS: dict[type, Callable[[_Describer, Any], Node]] = {
    frozenset: _Describer.named_elements,
    deque: _Describer.ends,
    Counter: _Describer.named_entries,
    OrderedDict: _Describer.named_entries,
    defaultdict: _Describer.default_entries,
    functools.partial: _Describer.partial,
    types.SimpleNamespace: _Describer.namespace,
}

_CONTAINERS: dict[type, Callable[[_Describer, Any], Node]] = {
    list: lambda describer, value: describer.sequence("[", value, "]"),
    tuple: lambda describer, value: describer.sequence("(", value, ")"),
    set: lambda describer, value: describer.elements("{", value, "}") if value else "set()",
    dict: lambda describer, value: describer.entries("{", value, "}"),
    **_NAMED_CONTAINERS,
}
