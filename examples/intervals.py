"""Merge intervals that overlap; ``(start, end)`` holds start, and not end."""

Interval = tuple[int, int]


def merge(intervals: list[Interval]) -> list[Interval]:
    merged: list[Interval] = []
    for start, end in sorted(intervals):
        if merged and start <= merged[-1][1]:
            # The bug: an interval that lies inside the last one cuts it short.
            merged[-1] = (merged[-1][0], end)
        else:
            merged.append((start, end))
    return merged
