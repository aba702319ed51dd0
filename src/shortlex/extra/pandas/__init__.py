"""Strategies for pandas: series, data frames and indexes. Needs ``shortlex[pandas]``."""

from shortlex.extra.pandas.frames import column, columns, data_frames
from shortlex.extra.pandas.labelled import indexes, range_indexes, series

__all__ = ["column", "columns", "data_frames", "indexes", "range_indexes", "series"]
