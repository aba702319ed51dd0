"""Random edits: every edit makes candidates, and says which edits made one."""

from collections import Counter
from random import Random
from typing import Any

import pytest

from shortlex import strategies as st
from shortlex.core.case import Case
from shortlex.core.trace import Trace
from shortlex.reducer.random_edits import RandomEdits, Used
from tests.reducer.traces import traced

EVERYTHING = st.tuples(
    st.lists(st.integers(0, 100)),
    st.lists(st.tuples(st.booleans(), st.text(), st.binary())),
    st.floats(),
    st.one_of(st.integers(), st.lists(st.text())),
)


def trace_of(strategy: st.SearchStrategy[Any], choices: list[Any]) -> Trace:
    def function(case: Case) -> None:
        case.draw(strategy)
        case.mark_interesting()

    trace = traced(function, choices)
    assert list(trace.choices) == choices
    return trace


RICH = trace_of(
    EVERYTHING,
    [True, 5, True, 5, False]
    + [True, True, "abc", b"xy", True, False, "b", b"", False]
    + [2.5, 1, True, "q", False],
)

EDITS = sorted({edit.__name__ for edit in RandomEdits(RICH, Random(0))._followers})


def test_a_rich_trace_allows_every_edit() -> None:
    assert len(EDITS) == 16


@pytest.mark.parametrize("name", EDITS)
def test_each_edit_changes_the_choices(name: str) -> None:
    edits = RandomEdits(RICH, Random(0))
    made = [edits.candidate(Used(1, (name,))) for _ in range(300)]
    assert any(each is not None and list(each) != list(RICH.choices) for each in made)


@pytest.mark.parametrize(
    ("strategy", "choices"),
    [
        (st.booleans(), [True]),
        (st.text(), ["x"]),
        (st.binary(), [b"x"]),
        (st.floats(), [1.5]),
        (st.floats(), [float("nan")]),
        (st.floats(), [float("-inf")]),
        (st.integers(), [1 << 4000]),
        (st.integers(3, 3), [3]),
        (st.text("a", max_size=1), [""]),
        (st.sampled_from("abc"), [2]),
        (st.one_of(st.none(), st.lists(st.none())), [1, True, False]),
        (EVERYTHING, list(RICH.choices)),
    ],
)
def test_no_trace_is_too_strange(strategy: st.SearchStrategy[Any], choices: list[Any]) -> None:
    edits = RandomEdits(trace_of(strategy, choices), Random(0))
    made = [edits.candidate() for _ in range(2000)]
    assert any(each is not None for each in made) or len(choices) == 1


def test_idle_choices_are_left_alone_unless_all_are() -> None:
    trace = trace_of(st.tuples(st.integers(), st.integers(), st.integers()), [5, 6, 7])
    edits = RandomEdits(trace, Random(0), idle={1})
    assert edits.count == 2
    same_length = [c for _ in range(500) if (c := edits.candidate()) is not None and len(c) == 3]
    assert same_length
    # Whatever moves the others may overwrite it, but that is rare.
    assert sum(candidate[1] == 6 for candidate in same_length) > len(same_length) / 2
    assert RandomEdits(trace, Random(0), idle={0, 1, 2}).count == 3


def test_edits_are_repeated_with_the_same_amount() -> None:
    trace = trace_of(st.tuples(st.integers(), st.integers()), [500, 700])
    edits = RandomEdits(trace, Random(0))
    again = Used(8, ("_lower", "_change"))
    moved: Counter[int] = Counter()
    for _ in range(300):
        candidate = edits.candidate(again)
        if candidate is not None:
            moved.update(abs(a - b) for a, b in zip(candidate, (500, 700), strict=True) if a != b)
    assert edits.used == again
    assert moved.most_common(1)[0][0] == 8


def test_edits_that_this_trace_does_not_allow_are_left_out() -> None:
    edits = RandomEdits(trace_of(st.integers(), [5]), Random(0))
    assert edits.candidate(Used(1, ("_cut_element", "_join"))) is None


def test_a_column_is_deleted_from_all_rows_together() -> None:
    rows = st.tuples(*[st.tuples(st.integers(), st.integers())] * 3)
    edits = RandomEdits(trace_of(rows, [1, 2, 3, 4, 5, 6]), Random(0))
    made = [edits.candidate(Used(1, ("_cut_twins",))) for _ in range(50)]
    assert [2, 4, 6] in made
    assert [1, 3, 5] in made


def test_what_is_less_simple_at_the_first_difference_is_rarely_offered() -> None:
    edits = RandomEdits(trace_of(st.tuples(st.integers(), st.integers()), [3, 3]), Random(0))
    made = [c for _ in range(2000) if (c := edits.candidate()) is not None and len(c) == 2]
    less_simple = [c for c in made if c[0] == 3 and c[1] not in (0, 1, -1, 2, -2, 3)]
    assert len(less_simple) < len(made) / 10
