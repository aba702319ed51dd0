"""Shapes: tuples of sides, and what broadcasts with what. Needs no array library.

Sides are drawn from the last to the first, as broadcasting compares them.
"""

from __future__ import annotations

import operator
import re
from collections.abc import Sequence
from types import EllipsisType
from typing import Any, NamedTuple

from shortlex.core.boolean import Boolean
from shortlex.core.case import Case
from shortlex.core.integer import Integer
from shortlex.core.shown import shown
from shortlex.errors import InvalidArgument
from shortlex.strategies.collections import lists
from shortlex.strategies.lazy import lazy, lazy_once
from shortlex.strategies.numbers import integers
from shortlex.strategies.selection import just
from shortlex.strategies.strategy import SearchStrategy

Shape = tuple[int, ...]

MAX_DIMENSIONS = 32
"""More sides than this are never drawn: older versions of numpy have no arrays of them."""

MORE_DIMENSIONS = 2
"""If no maximum is given, shapes have up to this many sides more than the minimum."""

MORE_SIDE = 5
"""If no maximum is given, sides are up to this much longer than the minimum."""

MORE_BROADCAST_SIDE = 2
"""The same for sides that must fit others."""

_SPREADS = Boolean()


class BroadcastableShapes(NamedTuple):
    """Shapes that broadcast together, and the shape of the result."""

    input_shapes: tuple[Shape, ...]
    result_shape: Shape


class Limits(NamedTuple):
    """How many sides there are, and how long they are."""

    min_dims: int
    max_dims: int
    min_side: int
    max_side: int

    def sides_with(self, side: int) -> list[int] | None:
        """The sides that fit a given one; None if all do that are within the limits."""
        if side == 1:
            return None
        return [each for each in (1, side) if self.min_side <= each <= self.max_side]


def check_limits(name: str, limits: Limits) -> Limits:
    """The limits as whole numbers. Raises an error that names the argument."""
    for field, value in zip(Limits._fields, limits, strict=True):
        check_whole(name, field, value)
    if limits.max_dims > MAX_DIMENSIONS or limits.min_dims > MAX_DIMENSIONS:
        raise InvalidArgument(
            f"{name}(min_dims={limits.min_dims}, max_dims={limits.max_dims}): arrays have at most "
            f"{MAX_DIMENSIONS} dimensions here."
        )
    for least, most in ("min_dims", "max_dims"), ("min_side", "max_side"):
        low, high = getattr(limits, least), getattr(limits, most)
        if low > high:
            raise InvalidArgument(f"{name}({least}={low}, {most}={high}): there is no such shape.")
    return limits


def check_whole(name: str, field: str, value: object, least: int = 0) -> None:
    if not isinstance(value, int) or isinstance(value, bool) or value < least:
        raise InvalidArgument(
            f"{name}({field}={shown(value)}): must be a whole number, {least} or more."
        )


def check_shape(name: str, shape: object, field: str = "shape") -> Shape:
    """The shape as a tuple. Raises unless it is one of sides that are not negative."""
    try:
        sides = tuple(operator.index(side) for side in shape)  # type: ignore[attr-defined]  # or an error
    except TypeError:
        sides = (-1,)
    if not isinstance(shape, tuple) or any(side < 0 for side in sides):
        raise InvalidArgument(
            f"{name}({field}={shown(shape)}): must be a tuple of whole numbers, 0 or more."
        )
    if len(sides) > MAX_DIMENSIONS:
        raise InvalidArgument(
            f"{name}({field}={shown(shape)}): arrays have at most {MAX_DIMENSIONS} dimensions here."
        )
    return sides


@lazy_once
def array_shapes(
    *,
    min_dims: int = 1,
    max_dims: int | None = None,
    min_side: int = 1,
    max_side: int | None = None,
) -> SearchStrategy[Shape]:
    """Shapes of arrays; reduces to fewer, then shorter, sides."""
    for field, value in ("min_dims", min_dims), ("min_side", min_side):
        check_whole("array_shapes", field, value)
    if max_dims is None:
        max_dims = max(min_dims, min(min_dims + MORE_DIMENSIONS, MAX_DIMENSIONS))
    max_side = min_side + MORE_SIDE if max_side is None else max_side
    check_limits("array_shapes", Limits(min_dims, max_dims, min_side, max_side))
    sides = integers(min_side, max_side)
    return lists(sides, min_size=min_dims, max_size=max_dims).map(tuple)


@lazy_once
def valid_tuple_axes(
    ndim: int, *, min_size: int = 0, max_size: int | None = None
) -> SearchStrategy[tuple[int, ...]]:
    """Different axes of an array of ``ndim`` dimensions, counted from either end.

    Reduces to fewer axes, then to those near 0.
    """
    check_whole("valid_tuple_axes", "ndim", ndim)
    check_whole("valid_tuple_axes", "min_size", min_size)
    max_size = ndim if max_size is None else max_size
    check_whole("valid_tuple_axes", "max_size", max_size)
    if not min_size <= max_size <= ndim:
        raise InvalidArgument(
            f"valid_tuple_axes({ndim}, min_size={min_size}, max_size={max_size}): the sizes must "
            f"be in this order, and at most {ndim}, the number of dimensions."
        )
    if not ndim:
        return just(())
    axes = lists(
        integers(-ndim, ndim - 1),
        min_size=min_size,
        max_size=max_size,
        unique_by=lambda axis: axis % ndim,
    )
    return axes.map(tuple)


def _limits_beside(
    name: str, shape: Shape, given: tuple[int, int | None, int, int | None]
) -> Limits:
    """The limits of shapes that must fit a shape; those not given follow from it."""
    min_dims, max_dims, min_side, max_side = given
    check_whole(name, "min_dims", min_dims)
    check_whole(name, "min_side", min_side)
    if max_dims is None:
        most = min(max(len(shape), min_dims) + MORE_DIMENSIONS, MAX_DIMENSIONS)
    else:
        check_whole(name, "max_dims", max_dims)
        most = max_dims
    if max_side is None:
        max_side = max((*shape[len(shape) - min(most, len(shape)) :], min_side))
        max_side += MORE_BROADCAST_SIDE
    limits = check_limits(name, Limits(min_dims, most, min_side, max_side))
    # From the end: the first side that nothing fits ends all longer shapes.
    for place, side in enumerate(reversed(shape)):
        if limits.sides_with(side) == [] and place < limits.max_dims:
            if place < min_dims or max_dims is not None:
                raise InvalidArgument(
                    f"{name}({shape}, min_dims={min_dims}, max_dims={limits.max_dims}, min_side="
                    f"{min_side}, max_side={max_side}): no side within these limits fits the side "
                    f"{side}. Lower min_side, raise max_side, or lower the number of dimensions."
                )
            return limits._replace(max_dims=place)
    return limits


class FittingShapes(SearchStrategy[BroadcastableShapes]):
    """Shapes that broadcast with one another and with a base."""

    known_empty = False

    def __init__(self, count: int, base: Shape, limits: Limits) -> None:
        self.count, self.base, self.limits = count, base, limits
        self._dims = Integer(limits.min_dims, limits.max_dims)
        self._side = Integer(limits.min_side, limits.max_side)

    def do_draw(self, case: Case) -> BroadcastableShapes:
        dims: list[int] = [case.choose(self._dims) for _ in range(self.count)]
        most = max([*dims, 0])
        shapes: list[list[int]] = [[] for _ in dims]
        result: list[int] = []
        for place in range(most):
            fixed = self.base[-1 - place] if place < len(self.base) else 1
            sides = self.limits.sides_with(fixed)
            side: int = case.choose(self._side) if sides is None else sides[-1]
            widest = fixed
            for shape, dim in zip(shapes, dims):
                if place < dim:
                    # Each shape has this side, or 1 in its place.
                    is_one = self._can_be_one(side) and not case.choose(_SPREADS)
                    shape.append(1 if is_one else side)
                    widest = widest if is_one else side
            result.append(widest)
        rest = self.base[: max(0, len(self.base) - most)]
        inputs = tuple(tuple(reversed(shape)) for shape in shapes)
        return BroadcastableShapes(inputs, (*rest, *reversed(result)))

    def _can_be_one(self, side: int) -> bool:
        return side != 1 and self.limits.min_side <= 1 <= self.limits.max_side

    def label_to(self, depth: int) -> str:
        return f"FittingShapes:{self.count}"

    def __repr__(self) -> str:
        return f"FittingShapes({self.count}, {self.base}, {self.limits})"


@lazy_once
def broadcastable_shapes(
    shape: Shape,
    *,
    min_dims: int = 0,
    max_dims: int | None = None,
    min_side: int = 1,
    max_side: int | None = None,
) -> SearchStrategy[Shape]:
    """Shapes that broadcast with a shape; reduces to fewer, then shorter, sides."""
    shape = check_shape("broadcastable_shapes", shape)
    limits = _limits_beside("broadcastable_shapes", shape, (min_dims, max_dims, min_side, max_side))
    return FittingShapes(1, shape, limits).map(_only_input)


def _only_input(shapes: BroadcastableShapes) -> Shape:
    return shapes.input_shapes[0]


class CoreDims(NamedTuple):
    """What a signature says: the dimensions of each input, and of the result."""

    inputs: tuple[tuple[str, ...], ...]
    result: tuple[str, ...]

    @property
    def names(self) -> list[str]:
        """All dimensions that have no fixed length, each once; optional ones end in ``?``."""
        every = [name for dims in self.inputs for name in dims]
        return [name for name in dict.fromkeys(every) if not name.rstrip("?").isdecimal()]


_DIMS = r"\((?:\w+\??(?:,\w+\??)*)?\)"
_SIGNATURE = re.compile(f"({_DIMS}(?:,{_DIMS})*)->({_DIMS}(?:,{_DIMS})*)")


def parse_signature(signature: object) -> CoreDims:
    """The dimensions in a signature such as ``(m,n),(n,p)->(m,p)``."""
    call = f"mutually_broadcastable_shapes(signature={shown(signature)})"
    if not isinstance(signature, str):
        raise InvalidArgument(f"{call}: must be a text such as '(m,n),(n)->(m)'.")
    found = _SIGNATURE.fullmatch(re.sub(r"\s", "", signature))
    if found is None:
        raise InvalidArgument(
            f"{call}: this is no signature. Write the dimensions of each input in parentheses, "
            "then '->', then those of the result, as in '(m,n),(n)->(m)'."
        )
    sides = [[_names(dims) for dims in re.findall(_DIMS, side)] for side in found.groups()]
    if len(sides[1]) > 1:
        raise InvalidArgument(f"{call}: only signatures with one result are supported.")
    core = CoreDims(tuple(sides[0]), sides[1][0])
    known = {name for dims in core.inputs for name in dims}
    unknown = [name for name in core.result if name not in known and not name.isdecimal()]
    if unknown:
        raise InvalidArgument(
            f"{call}: the result has the dimension {unknown[0]!r}, and no input has it. Write "
            "'?' wherever an optional dimension is named."
        )
    if any(len(dims) > MAX_DIMENSIONS for dims in core.inputs):
        raise InvalidArgument(f"{call}: at most {MAX_DIMENSIONS} dimensions are possible.")
    return core


def _names(dims: str) -> tuple[str, ...]:
    return tuple(name for name in dims[1:-1].split(",") if name)


class SignatureShapes(SearchStrategy[BroadcastableShapes]):
    """Shapes for a generalised ufunc: sides to loop over, then those in the signature."""

    known_empty = False

    def __init__(self, core: CoreDims, loops: FittingShapes) -> None:
        self.core, self.loops = core, loops
        self._side = Integer(loops.limits.min_side, loops.limits.max_side)

    def do_draw(self, case: Case) -> BroadcastableShapes:
        lengths: dict[str, int | None] = {}
        for name in self.core.names:
            is_there = not name.endswith("?") or case.choose(_SPREADS)
            lengths[name] = case.choose(self._side) if is_there else None
        loops = case.draw(self.loops)
        shapes = [
            (*loop, *self._lengths(dims, lengths))
            for loop, dims in zip(loops.input_shapes, self.core.inputs)
        ]
        result = (*loops.result_shape, *self._lengths(self.core.result, lengths))
        return BroadcastableShapes(tuple(shapes), result)

    def _lengths(self, dims: Sequence[str], lengths: dict[str, int | None]) -> list[int]:
        found = [lengths[n] if n in lengths else int(n.rstrip("?")) for n in dims]
        return [each for each in found if each is not None]

    def parts(self) -> tuple[SearchStrategy[Any], ...]:
        return (self.loops,)

    def __repr__(self) -> str:
        return f"SignatureShapes({self.core}, {self.loops!r})"


@lazy
def mutually_broadcastable_shapes(
    *,
    num_shapes: int | EllipsisType = ...,
    signature: str | EllipsisType = ...,
    base_shape: Shape = (),
    min_dims: int = 0,
    max_dims: int | None = None,
    min_side: int = 1,
    max_side: int | None = None,
) -> SearchStrategy[BroadcastableShapes]:
    """Shapes that broadcast together and with ``base_shape``, and the shape of their result.

    Either as many as ``num_shapes`` says, or those for the inputs of a generalised ufunc with a
    ``signature`` such as ``(m,n),(n)->(m)``, in which the limits of dimensions are those of the
    sides to loop over. Reduces to fewer, then shorter, sides.
    """
    name = "mutually_broadcastable_shapes"
    if (num_shapes is ...) == (signature is ...):
        raise InvalidArgument(f"{name}(): give either num_shapes or signature.")
    core = None if signature is ... else parse_signature(signature)
    count: Any = num_shapes if core is None else len(core.inputs)
    check_whole(name, "num_shapes", count, least=1)
    base = check_shape(name, base_shape, "base_shape")
    if core is not None:
        # The sides of a signature stand behind those to loop over.
        longest = max(len(dims) for dims in (*core.inputs, core.result))
        if max_dims is None:
            room = MAX_DIMENSIONS - longest
            max_dims = min(room, max(len(base), min_dims) + MORE_DIMENSIONS)
        elif max_dims + longest > MAX_DIMENSIONS:
            raise InvalidArgument(
                f"{name}(signature={signature!r}, max_dims={max_dims}): there would be more than "
                f"{MAX_DIMENSIONS} dimensions."
            )
    limits = _limits_beside(name, base, (min_dims, max_dims, min_side, max_side))
    loops = FittingShapes(count, base, limits)
    return loops if core is None else SignatureShapes(core, loops)
