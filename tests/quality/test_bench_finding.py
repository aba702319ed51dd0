"""The planted bugs are well-formed, and their figures say what was measured."""

from __future__ import annotations

import pytest

import shortlex.strategies as st
from bench.finding.figures import figures_of, format_figures, summaries_of
from bench.finding.property import GROUPS, HALVES, Property, load_group
from bench.finding.search import Effort, Job, Record, Search, work
from shortlex import find, given, seed, settings
from shortlex.settings import Phase

BUGS = [
    pytest.param(each, id=f"{half}-{group}-{each.name}")
    for half in HALVES
    for group in GROUPS
    for each in load_group(half, group)
]


@pytest.mark.parametrize("each", BUGS)
def test_a_bug_judges_any_arguments(each: Property) -> None:
    arguments = st.tuples(*each.make(st))

    @settings(max_examples=20, phases=[Phase.generate], database=None)
    @seed(1)
    @given(arguments)
    def judged(values: tuple[object, ...]) -> None:
        if each.assuming is None or each.assuming(*values):
            assert each.fails(*values) in (True, False)

    judged()


@pytest.mark.parametrize("each", BUGS)
def test_the_simplest_case_shows_no_bug(each: Property) -> None:
    values = find(st.tuples(*each.make(st)), lambda values: True)

    is_valid = each.assuming is None or each.assuming(*values)
    assert not (is_valid and each.fails(*values))


def test_every_group_has_bugs_that_are_known() -> None:
    assert all(load_group("seen", group) for group in GROUPS)


def test_a_search_says_whether_and_when_a_bug_was_found() -> None:
    effort = Effort(seeds=2, calls=30, seconds=60.0)

    (record,) = work(Job("seen", "text", "Shortlex", effort, only=("prefix_is_not_shorter",)))

    assert len(record.default_runs) == len(record.long_runs) == 2
    assert all(1 < run.calls <= 100 for run in record.default_runs)
    assert all(run.calls <= 31 for run in record.long_runs)


def test_figures_count_calls_of_runs_that_found_nothing() -> None:
    runs = (Search(10, 0.5, is_found=True), Search(90, 2.0, is_found=False))
    records = [
        Record("seen", "text", "cut", library, runs, runs) for library in ("Shortlex", "Hypothesis")
    ]

    halves = figures_of(records)

    figures = halves["seen"]["text"]["cut"]["Shortlex"]
    assert figures["calls per find"] == 100
    assert figures["default run"] == figures["within 1 s"] == 0.5
    assert summaries_of(halves)["seen"]["all"]["calls per find"] == pytest.approx(1.0)
    assert "cut" in format_figures(halves, is_long=True)


def test_what_only_the_other_library_finds_is_listed() -> None:
    hit, miss = (Search(10, 0.5, is_found=found) for found in (True, False))
    records = [
        Record("unseen", "text", "cut", "Shortlex", (miss,), (miss,)),
        Record("unseen", "text", "cut", "Hypothesis", (hit,), (hit,)),
    ]

    assert summaries_of(figures_of(records))["unseen"]["lost"] == ["cut"]
