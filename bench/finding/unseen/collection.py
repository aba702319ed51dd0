"""Bugs in lists, sets and dictionaries: sizes, duplicates, borders, collisions."""

from bisect import bisect_left, bisect_right
from itertools import pairwise

from bench.finding.property import bug

SLOTS = 251
"""A table has as many."""
CAPACITY = 24


@bug(lambda st: [st.lists(st.integers(-1000, 1000), max_size=30)])
def quicksort_drops_the_third(numbers):
    """Sorts by a pivot, and keeps at most two values that equal it."""

    def quicksort(values):
        if not values:
            return []
        pivot = values[0]
        lower = [value for value in values if value < pivot]
        higher = [value for value in values if value > pivot]
        return quicksort(lower) + [pivot] * min(values.count(pivot), 2) + quicksort(higher)

    return len(quicksort(numbers)) != len(numbers)


@bug(lambda st: [st.lists(st.tuples(st.integers(0, 1000), st.integers(0, 1000)), max_size=12)])
def touching_intervals_stay_apart(pairs):
    """Merges intervals that overlap, but leaves those apart that only touch."""
    intervals = sorted((min(pair), max(pair)) for pair in pairs)
    merged = []
    for low, high in intervals:
        if merged and low < merged[-1][1]:
            merged[-1][1] = max(high, merged[-1][1])
        else:
            merged.append([low, high])
    return any(
        before[1] == after[0] and before[0] < before[1] and after[0] < after[1]
        for before, after in pairwise(merged)
    )


@bug(lambda st: [st.lists(st.tuples(st.integers(0, 10_000), st.integers(1, 500)), max_size=10)])
def inner_interval_shortens(bookings):
    """Counts covered minutes, but takes the end of the last interval for the furthest."""
    covered = end = 0
    for start, length in sorted(bookings):
        if start + length > end:
            covered += start + length - max(start, end)
        end = start + length
    minutes = furthest = 0
    for start, length in sorted(bookings):
        minutes += max(0, start + length - max(start, furthest))
        furthest = max(furthest, start + length)
    return covered != minutes


@bug(lambda st: [st.lists(st.integers(min_value=0), unique=True, max_size=6)])
def same_slot_of_a_table(keys):
    """Overwrites an entry whose key falls into the same slot of a table."""
    table = {}
    for key in keys:
        table[key % SLOTS] = key
    return len(table) != len(keys)


@bug(lambda st: [st.dictionaries(st.text(max_size=3), st.integers()), st.integers(1, 9)])
def zero_is_taken_for_missing(settings, default):
    """Gives the default for a setting of zero."""
    return any((settings.get(key) or default) != value for key, value in settings.items())


@bug(lambda st: [st.lists(st.integers())])
def ring_buffer_forgets(events):
    """Keeps the last events in a ring, and shows them from its first slot on."""
    ring = []
    for i, event in enumerate(events):
        if len(ring) < CAPACITY:
            ring.append(event)
        else:
            ring[i % CAPACITY] = event
    return ring != events[-CAPACITY:]


@bug(lambda st: [st.lists(st.integers()), st.integers(1, 20)])
def no_page_for_the_last_one(rows, size):
    """Counts the pages, and loses one with a single row on it if there are more than three."""
    pages = (len(rows) + size - 1) // size
    if pages > 3 and len(rows) % size == 1:
        pages -= 1
    return pages * size < len(rows)


@bug(lambda st: [st.lists(st.floats(allow_infinity=False), max_size=15)])
def nan_spoils_the_maximum(readings):
    """Takes the maximum of readings, and gives nothing but NaN if the first is NaN."""
    real = [reading for reading in readings if reading == reading]
    return bool(real) and max(readings) != max(real)


@bug(lambda st: [st.lists(st.integers(-100, 100), min_size=1), st.integers(-100, 100)])
def insertion_behind_equals(numbers, number):
    """Inserts before the first of equal elements, though the newest must come last."""
    ordered = sorted(numbers)
    at = bisect_left(ordered, number)
    return at + 1 < bisect_right(ordered, number)


@bug(lambda st: [st.lists(st.sampled_from("NESW"), max_size=40)])
def way_back_to_the_start(steps):
    """Draws a way as a set of points, and takes a closed way of more than four steps for open."""
    moves = {"N": 1j, "S": -1j, "E": 1, "W": -1}
    at, seen = 0, {0}
    for step in steps:
        at += moves[step]
        seen.add(at)
    is_closed = bool(steps) and at == 0
    return is_closed and len(seen) == len(steps) > 4


@bug(lambda st: [st.lists(st.integers(1, 10_000), min_size=1), st.integers(1, 10_000)])
def pair_of_one_element(prices, budget):
    """Looks for two prices that add up to a budget, and may take the same one twice."""
    known = set(prices)
    found = any(budget - price in known for price in prices)
    real = any(
        budget - price in known and (2 * price != budget or prices.count(price) > 1)
        for price in prices
    )
    return found != real


@bug(lambda st: [st.lists(st.booleans(), max_size=64)])
def longest_run_at_the_end(days):
    """Finds the longest run of at least five good days, but forgets one at the end."""
    best = run = 0
    for is_good in days:
        if is_good:
            run += 1
        else:
            best, run = max(best, run), 0
    return run > best and run >= 5
