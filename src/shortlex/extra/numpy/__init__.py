"""Strategies for numpy: arrays, dtypes, shapes and indexes. Needs ``shortlex[numpy]``."""

from shortlex.extra.index_expressions import basic_indices
from shortlex.extra.numpy.array_indices import integer_array_indices
from shortlex.extra.numpy.arrays import arrays, filled
from shortlex.extra.numpy.dtypes import (
    array_dtypes,
    boolean_dtypes,
    byte_string_dtypes,
    complex_number_dtypes,
    datetime64_dtypes,
    floating_dtypes,
    integer_dtypes,
    nested_dtypes,
    scalar_dtypes,
    timedelta64_dtypes,
    unicode_string_dtypes,
    unsigned_integer_dtypes,
)
from shortlex.extra.numpy.elements import from_dtype
from shortlex.extra.shapes import (
    BroadcastableShapes,
    array_shapes,
    broadcastable_shapes,
    mutually_broadcastable_shapes,
    valid_tuple_axes,
)

__all__ = [
    "BroadcastableShapes",
    "array_dtypes",
    "array_shapes",
    "arrays",
    "basic_indices",
    "boolean_dtypes",
    "broadcastable_shapes",
    "byte_string_dtypes",
    "complex_number_dtypes",
    "datetime64_dtypes",
    "filled",
    "floating_dtypes",
    "from_dtype",
    "integer_array_indices",
    "integer_dtypes",
    "mutually_broadcastable_shapes",
    "nested_dtypes",
    "scalar_dtypes",
    "timedelta64_dtypes",
    "unicode_string_dtypes",
    "unsigned_integer_dtypes",
    "valid_tuple_axes",
]
