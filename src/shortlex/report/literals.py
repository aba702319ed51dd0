"""Literals: values as Python code that can be pasted.

``format_literal`` gives code for an equal value where there is such code, and the best
readable text where there is none; no value makes it raise. ``format_call`` gives the failing
call, and ``Call`` tells how a value was made when its own repr cannot say.

Names are written as their ``repr`` or ``__qualname__`` has them, so pasted code needs the
imports that they do: ``from decimal import Decimal``, ``import datetime``, the test's module.

A value is first described, here and in ``atoms``, as a tree of texts, and the tree is then
laid out in lines by ``layout``.

Size: all kinds of values are described by one class, which calls itself for their parts.
"""

from __future__ import annotations

import enum
import functools
import keyword
import types
from collections import Counter, OrderedDict, defaultdict, deque
from collections.abc import Callable, Collection, Iterable, Mapping, Set
from itertools import islice, pairwise
from typing import Any

from shortlex.core.case import RecordedCase
from shortlex.report.atoms import (
    format_complex,
    format_float,
    format_integer,
    format_member,
    is_expression,
    safe_repr,
)
from shortlex.report.calls import Call, calls_of, constructor_arguments
from shortlex.report.explanation import comment_text
from shortlex.report.layout import Commented, Group, Node, Pair, comment_of, flat, layout, spread
from shortlex.report.parts import Places, places_within
from shortlex.strategies.describe import name_of, source_of_lambda

WIDTH = 88
LONGEST = 10_000
"""Elements of one container that are written; a comment says how many more there were."""

_DEEPEST = 100  # levels; Python itself parses 200 brackets, and our stack must last too
_ROOM = 4_000_000  # for all values, by their depth: lists that share lists can hold 2**100
_ELLIPSIS = "..."


def format_literal(
    value: object,
    *,
    calls: Mapping[int, Call] | None = None,
    indent: int = 0,
    width: int = WIDTH,
) -> str:
    """Code that evaluates to ``value``, on one line if that fits and else one element a line.

    ``calls`` has, by ``id``, how values were made; the caller keeps them alive. ``indent`` is
    the column at which the code will begin, and by which its other lines are indented.
    """
    return layout(_Describer(calls).describe(value), indent, indent, 0, width)


def format_call(
    name: str, arguments: Mapping[str, object], *, case: RecordedCase | None = None
) -> str:
    """The call of ``name``, always one argument a line.

    In the case that drew the arguments it is written down which parts they have, and from there
    come the comments.
    """
    describer = _Describer(None if case is None else calls_of(case), case)
    if case is not None:
        describer.places = dict(zip(arguments, case.draws_within(-1), strict=False))
    call = describer.call(name, (), arguments)
    return spread(call, 0, WIDTH) if arguments else f"{name}()"


def format_draw(case: RecordedCase, value: object) -> str:
    """What was drawn last, with comments, as code."""
    number = next(reversed(case.values))
    node = _Describer(calls_of(case), case).describe(value, number)
    return layout(node, 0, 0, 0, WIDTH) + comment_of(node)


class _Describer:
    """Describes values, knowing which are being described and how many more may be."""

    def __init__(
        self, calls: Mapping[int, Call] | None = None, case: RecordedCase | None = None
    ) -> None:
        self.calls = calls or {}
        self.case = case
        self.active: set[int] = set()
        self.room = _ROOM
        self.places: Places = {}
        """Of what is being described."""
        self.part: int | None = None
        """The innermost part around it."""

    def describe(self, value: object, number: int | None = None) -> Node:
        """``number`` is that of the span that made it, if that is known."""
        if self.case is None or number is None:
            return self._describe_within(value, {})
        case, outer = self.case, self.part
        case.parts[number] = outer
        self.part = number
        try:
            node = self._describe_within(value, places_within(case, number, value))
        finally:
            self.part = outer
        found_out = case.comments.get(number)
        return node if found_out is None else Commented(node, comment_text(found_out))

    def _describe_within(self, value: object, places: Places) -> Node:
        self.room -= 1 + len(self.active)  # deep values have long lines
        scalar = _SCALARS.get(type(value))
        if scalar is not None and self.room > 0:
            return scalar(value)
        if id(value) in self.active or len(self.active) >= _DEEPEST or self.room <= 0:
            return _ELLIPSIS
        self.active.add(id(value))
        outer, self.places = self.places, places
        try:
            return self.compound(value)
        except RecursionError:
            return _ELLIPSIS
        except Exception:  # a property, comparison or signature of the user's raised
            return safe_repr(value)
        finally:
            self.active.discard(id(value))
            self.places = outer

    def compound(self, value: Any) -> Node:
        # The type and not isinstance: mocks and proxies lie about their class.
        kind = type(value)
        if kind in _CONTAINERS:
            return _CONTAINERS[kind](self, value)
        if issubclass(kind, enum.Enum):
            return format_member(value)
        if issubclass(kind, (type, *_FUNCTIONS)):
            return self.named(value)
        arguments = constructor_arguments(value)
        if arguments is not None:
            return self.call(name_of(kind), (), arguments)
        base = next(
            (each for each in kind.__mro__ if each in _CONTAINERS or each in _SCALARS), None
        )
        if base is not None and kind.__repr__ is base.__repr__:
            return self.derived(value, base)
        return self.opaque(value)

    def opaque(self, value: object) -> Node:
        text = safe_repr(value)
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
            return self.opaque(value)  # a method of one object: no name leads to it
        if isinstance(value, types.MethodType):
            return f"{name_of(owner)}.{value.__name__}"
        if "<" in value.__qualname__ and id(value) in self.calls:
            return self.made_by(self.calls[id(value)])
        if value.__name__ == "<lambda>":
            return source_of_lambda(value.__code__)
        return "type(None)" if value is types.NoneType else name_of(value)

    def derived(self, value: Any, base: type[Any]) -> Node:
        """A subclass that prints like its base: ``Name(literal)`` if it is also called so."""
        is_called_so = type(value).__init__ is base.__init__ and type(value).__new__ is base.__new__
        if base in _NAMED_CONTAINERS:
            return _CONTAINERS[base](self, value) if is_called_so else self.opaque(value)
        literal = self.describe(base(value))
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
            self.describe(value, places.get(i)) for i, value in enumerate(islice(values, LONGEST))
        ]
        lone_comma = start == "(" and len(items) == 1
        return Group(start, items, end, len(values) - LONGEST, lone_comma)

    def elements(self, start: str, values: Set[Any], end: str) -> Group:
        """Elements of a set, always in the same order."""
        ordered: Collection[Any] = values
        is_sorted = False
        try:
            ordered = sorted(values)
            # A partial order, of sets or with nan, sorts without complaint but not one way.
            is_sorted = all(a < b for a, b in pairwise(ordered))
        except Exception:  # not sortable; a comparison may raise anything
            pass
        elements = enumerate(map(id, ordered))
        found = {place: self.places.get(("element", identity)) for place, identity in elements}
        self.places = {place: number for place, number in found.items() if number is not None}
        group = self.sequence(start, ordered, end)
        if not is_sorted:
            group.items.sort(key=flat)
        return group

    def entries(self, start: str, values: Mapping[Any, object], end: str) -> Group:
        places = self.places
        items: list[Node] = [
            Pair(
                self.describe(key, places.get(("key", i))),
                ": ",
                self.describe(value, places.get(("value", i))),
            )
            for i, (key, value) in enumerate(islice(values.items(), LONGEST))
        ]
        return Group(start, items, end, len(values) - LONGEST)

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

_SCALARS: dict[type, Callable[[Any], str]] = {
    **dict.fromkeys([bool, str, bytes, bytearray, range], repr),
    **dict.fromkeys([types.NoneType, types.EllipsisType, types.NotImplementedType], repr),
    int: format_integer,
    float: format_float,
    complex: format_complex,
}

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
