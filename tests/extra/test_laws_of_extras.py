"""The laws of strategies, for those of the extras."""

import numpy as np
import pytest

from shortlex import laws
from shortlex import strategies as st
from shortlex.extra import numpy as npst
from shortlex.extra import pandas as pdst

NAMES = {**vars(npst), **vars(pdst), **vars(st), "np": np, "dtype": np.dtype}

SAMPLES = {
    "floats": npst.arrays("f8", 3),
    "drawn shape": npst.arrays(int, npst.array_shapes()),
    "large": npst.arrays("f4", (30, 30)),
    "texts": npst.arrays("U3", 4),
    "unique": npst.arrays("i2", 5, unique=True),
    "dtypes": npst.scalar_dtypes(),
    "nested dtypes": npst.nested_dtypes(),
    "shapes": npst.array_shapes(),
    "fitting shapes": npst.broadcastable_shapes((2, 3)),
    "indices": npst.basic_indices((2, 3)),
    "series": pdst.series(dtype=int),
    "columns": pdst.data_frames(pdst.columns(2, dtype=float)),
    "rows": pdst.data_frames(rows=st.tuples(st.integers())),
}


@pytest.mark.parametrize("name", SAMPLES)
def test_every_law_holds(name):
    unchecked = laws.check_strategy(SAMPLES[name], namespace=NAMES)
    # The repr of a column has a class in it, which is not code.
    assert set(unchecked) <= {"values_fit", *(["repr_rebuilds"] if name == "columns" else [])}
