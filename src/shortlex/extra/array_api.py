"""Strategies for any library that follows the array API standard. Needs ``shortlex[numpy]``.

The arrays are drawn by numpy, and then handed to the library, so they reduce as numpy's do.
"""

from __future__ import annotations

import warnings
from collections.abc import Iterable, Mapping, Sequence
from functools import lru_cache
from types import SimpleNamespace
from typing import Any

import numpy as np

from shortlex.core.shown import shown
from shortlex.errors import InvalidArgument, ShortlexWarning
from shortlex.extra.index_expressions import indices_of
from shortlex.extra.numpy.arrays import arrays as numpy_arrays
from shortlex.extra.numpy.elements import plain_from_dtype
from shortlex.extra.shapes import (
    BroadcastableShapes,
    Shape,
    array_shapes,
    broadcastable_shapes,
    mutually_broadcastable_shapes,
    valid_tuple_axes,
)
from shortlex.strategies.lazy import Lazy
from shortlex.strategies.selection import sampled_from
from shortlex.strategies.strategy import SearchStrategy

__all__ = ["make_strategies_namespace"]

VERSIONS = ("2021.12", "2022.12", "2023.12", "2024.12", "2025.12", "draft")
"""The releases of the standard that are known, from the oldest."""

BOOLEANS = ("bool",)
INTEGERS = ("int8", "int16", "int32", "int64")
UNSIGNED = ("uint8", "uint16", "uint32", "uint64")
FLOATS = ("float32", "float64")
COMPLEX = ("complex64", "complex128")
ALL = BOOLEANS + INTEGERS + UNSIGNED + FLOATS + COMPLEX


class Library:
    """An array library: its dtypes by name, and arrays of numpy as its own."""

    def __init__(self, xp: Any, version: str) -> None:
        self.xp = xp
        self.name = str(getattr(xp, "__name__", shown(xp)))
        self.version = version
        names = ALL if version != VERSIONS[0] else ALL[: -len(COMPLEX)]
        self.dtypes = {name: getattr(xp, name) for name in names if hasattr(xp, name)}
        missing = [name for name in names if name not in self.dtypes]
        if missing:
            warnings.warn(
                f"make_strategies_namespace({self.name}): it has no dtype {', '.join(missing)}, so "
                "no such arrays are drawn.",
                ShortlexWarning,
                stacklevel=3,
            )

    def some(self, call: str, names: Iterable[str]) -> SearchStrategy[Any]:
        """One of the dtypes with these names."""
        found = [self.dtypes[name] for name in names if name in self.dtypes]
        if not found:
            raise InvalidArgument(f"{call}: {self.name} has none of the dtypes {', '.join(names)}.")
        return sampled_from(found)

    def dtype_named(self, call: str, dtype: Any) -> str:
        """The name of a dtype, which may be given by name."""
        for name, known in self.dtypes.items():
            if (isinstance(dtype, str) and dtype == name) or _are_equal(dtype, known):
                return name
        raise InvalidArgument(
            f"{call}(dtype={shown(dtype)}): must be a dtype of {self.name}, or the name of one: "
            f"{', '.join(self.dtypes)}."
        )

    @lru_cache(maxsize=16)  # noqa: B019 - namespaces are kept for ever, too
    def loses_subnormals(self, name: str) -> bool:
        """Whether the smallest floats become zero, as compilers of fast code have it."""
        if name not in FLOATS + COMPLEX:
            return False
        real = {"complex64": "float32", "complex128": "float64"}.get(name, name)
        tiny = float(np.finfo(real).smallest_subnormal)
        return not float(self.xp.asarray(tiny, dtype=self.dtypes[real]))

    def array(self, made: Any, dtype: Any) -> Any:
        """An array of numpy as one of the library."""
        try:
            found = self.xp.asarray(made, dtype=dtype)
            if type(found) is not np.ndarray or self.xp is np:
                return found
        except (TypeError, ValueError, NotImplementedError):
            pass  # some take only Python's own numbers
        return self.xp.reshape(self.xp.asarray(made.ravel().tolist(), dtype=dtype), made.shape)


def _are_equal(one: Any, other: Any) -> bool:
    try:
        return bool(one == other)
    except Exception:  # the dtypes of some libraries compare with nothing else
        return False


def _version_of(xp: Any) -> str:
    """The newest release of the standard that a library follows."""
    said: object = getattr(xp, "__array_api_version__", None)
    if said in VERSIONS:
        return VERSIONS[VERSIONS.index(str(said))]
    try:
        array = xp.zeros(1)
        namespace = array.__array_namespace__
    except Exception:
        raise InvalidArgument(
            f"make_strategies_namespace({shown(xp)}): must be a module that follows the array API "
            "standard: its arrays have no __array_namespace__. If it does all the same, say which "
            "release with api_version."
        ) from None
    version: str
    for version in reversed(VERSIONS[:-1]):
        try:
            namespace(api_version=version)
        except Exception:
            continue
        return version
    return VERSIONS[-1]


_NAMESPACES: dict[tuple[int, str], tuple[Any, SimpleNamespace]] = {}


def make_strategies_namespace(xp: Any, *, api_version: str | None = None) -> SimpleNamespace:
    """The strategies for an array library, as attributes of the object that is returned.

    ``api_version`` is the release of the standard, such as ``"2024.12"``; by default the newest one
    that the library follows.
    """
    if api_version is not None and api_version not in VERSIONS:
        raise InvalidArgument(
            f"make_strategies_namespace(api_version={shown(api_version)}): must be one of "
            f"{', '.join(VERSIONS)}."
        )
    version = _version_of(xp) if api_version is None else api_version
    key = id(xp), version
    # The library is kept, so that no other one gets its identity.
    if key not in _NAMESPACES:
        for name in ("asarray", "reshape"):
            if not hasattr(xp, name):
                raise InvalidArgument(
                    f"make_strategies_namespace({shown(xp)}): it has no {name}(), so it is no "
                    "array library."
                )
        _NAMESPACES[key] = xp, _namespace(Library(xp, version))
    return _NAMESPACES[key][1]


def _namespace(library: Library) -> SimpleNamespace:
    own = _Functions(library)
    found = SimpleNamespace(
        name=library.name,
        api_version=library.version,
        array_shapes=array_shapes,
        arrays=own.arrays,
        boolean_dtypes=own.boolean_dtypes,
        broadcastable_shapes=broadcastable_shapes,
        floating_dtypes=own.floating_dtypes,
        from_dtype=own.from_dtype,
        indices=indices,
        integer_dtypes=own.integer_dtypes,
        mutually_broadcastable_shapes=_shapes_of_number,
        numeric_dtypes=own.numeric_dtypes,
        real_dtypes=own.real_dtypes,
        scalar_dtypes=own.scalar_dtypes,
        unsigned_integer_dtypes=own.unsigned_integer_dtypes,
        valid_tuple_axes=valid_tuple_axes,
    )
    if library.version != VERSIONS[0]:
        found.complex_dtypes = own.complex_dtypes
    return found


class _Functions:
    """The functions of a namespace that depend on the library."""

    def __init__(self, library: Library) -> None:
        self.library = library

    def from_dtype(
        self,
        dtype: Any,
        *,
        min_value: float | None = None,
        max_value: float | None = None,
        allow_nan: bool | None = None,
        allow_infinity: bool | None = None,
        allow_subnormal: bool | None = None,
        exclude_min: bool | None = None,
        exclude_max: bool | None = None,
    ) -> SearchStrategy[Any]:
        """Scalars of a dtype as Python's own numbers, within limits."""
        limits = {
            "min_value": min_value,
            "max_value": max_value,
            "allow_nan": allow_nan,
            "allow_infinity": allow_infinity,
            "allow_subnormal": allow_subnormal,
            "exclude_min": exclude_min,
            "exclude_max": exclude_max,
        }
        given = {name: value for name, value in limits.items() if value is not None}
        return Lazy(self._scalars, (dtype,), given, name="from_dtype")

    def _scalars(self, dtype: Any, **limits: Any) -> SearchStrategy[Any]:
        name = self.library.dtype_named("from_dtype", dtype)
        if self.library.loses_subnormals(name):
            limits = {"allow_subnormal": False, **limits}
        return plain_from_dtype(np.dtype(name), **limits)

    def arrays(
        self,
        dtype: Any,
        shape: Any,
        *,
        elements: SearchStrategy[Any] | Mapping[str, Any] | None = None,
        fill: SearchStrategy[Any] | None = None,
        unique: bool = False,
    ) -> SearchStrategy[Any]:
        """Arrays of the library, with the arguments of ``shortlex.extra.numpy.arrays``."""
        rest = {"elements": elements, "fill": fill, "unique": unique}
        if isinstance(dtype, SearchStrategy):
            return dtype.flatmap(lambda drawn: self.arrays(drawn, shape, **rest))  # type: ignore[arg-type]  # as given
        return Lazy(self._arrays, (dtype, shape), rest, name="arrays")

    def _arrays(self, dtype: Any, shape: Any, **rest: Any) -> SearchStrategy[Any]:
        name = self.library.dtype_named("arrays", dtype)
        elements = rest.pop("elements")
        if elements is None or isinstance(elements, Mapping):
            elements = self._scalars(name, **(elements or {}))
        made = numpy_arrays(np.dtype(name), shape, elements=elements, **rest)
        return made.map(lambda array: self.library.array(array, self.library.dtypes[name]))

    def boolean_dtypes(self) -> SearchStrategy[Any]:
        """The dtype of booleans."""
        return self.library.some("boolean_dtypes()", BOOLEANS)

    def _sized(self, call: str, names: Sequence[str], sizes: Any) -> SearchStrategy[Any]:
        given = (sizes,) if isinstance(sizes, int) else tuple(sizes)
        kind = names[0].rstrip("0123456789")
        wanted = [f"{kind}{size}" for size in given]
        if not wanted or any(name not in names for name in wanted):
            bits = ", ".join(name.removeprefix(kind) for name in names)
            raise InvalidArgument(f"{call}(sizes={shown(sizes)}): must be one or more of {bits}.")
        return self.library.some(f"{call}()", wanted)

    def integer_dtypes(
        self, *, sizes: int | Sequence[int] = (8, 16, 32, 64)
    ) -> SearchStrategy[Any]:
        """Dtypes of whole numbers with a sign."""
        return self._sized("integer_dtypes", INTEGERS, sizes)

    def unsigned_integer_dtypes(
        self, *, sizes: int | Sequence[int] = (8, 16, 32, 64)
    ) -> SearchStrategy[Any]:
        """Dtypes of whole numbers that are not negative."""
        return self._sized("unsigned_integer_dtypes", UNSIGNED, sizes)

    def floating_dtypes(self, *, sizes: int | Sequence[int] = (32, 64)) -> SearchStrategy[Any]:
        """Dtypes of floats."""
        return self._sized("floating_dtypes", FLOATS, sizes)

    def complex_dtypes(self, *, sizes: int | Sequence[int] = (64, 128)) -> SearchStrategy[Any]:
        """Dtypes of complex numbers."""
        return self._sized("complex_dtypes", COMPLEX, sizes)

    def real_dtypes(self) -> SearchStrategy[Any]:
        """Dtypes of whole numbers and floats."""
        return self.library.some("real_dtypes()", INTEGERS + UNSIGNED + FLOATS)

    def numeric_dtypes(self) -> SearchStrategy[Any]:
        """Dtypes of all numbers."""
        return self.library.some("numeric_dtypes()", ALL[1:])

    def scalar_dtypes(self) -> SearchStrategy[Any]:
        """All dtypes."""
        return self.library.some("scalar_dtypes()", ALL)


def indices(
    shape: Shape,
    *,
    min_dims: int = 0,
    max_dims: int | None = None,
    allow_newaxis: bool = False,
    allow_ellipsis: bool = True,
) -> SearchStrategy[Any]:
    """Indexes as the standard has them: one for each axis, unless an ellipsis stands for it."""
    flags = {"allow_newaxis": allow_newaxis, "allow_ellipsis": allow_ellipsis}
    rest = {"is_complete": True}
    return Lazy(indices_of, ("indices", shape, (min_dims, max_dims), flags), rest, name="indices")


def _shapes_of_number(
    num_shapes: int,
    *,
    base_shape: Shape = (),
    min_dims: int = 0,
    max_dims: int | None = None,
    min_side: int = 1,
    max_side: int | None = None,
) -> SearchStrategy[BroadcastableShapes]:
    """Shapes that broadcast together, and the shape of their result."""
    return mutually_broadcastable_shapes(
        num_shapes=num_shapes,
        base_shape=base_shape,
        min_dims=min_dims,
        max_dims=max_dims,
        min_side=min_side,
        max_side=max_side,
    )
