"""Every ideal of the benchmark fails, can be drawn, and is not beaten by what is reached."""

from random import Random
from typing import Any

import pytest

from bench.reduction.adapters import CannotBeginError
from bench.reduction.case import CASES, Case, is_same
from bench.reduction.every import SOURCES
from bench.reduction.pool import library_of
from bench.reduction.run import find_big, reduce_once
from shortlex import lowlevel, strategies
from shortlex.core.order import simpler

SHORTLEX = library_of("Shortlex")

# How the ideal is drawn, where the reducer does not reach it or not from every seed.
CHOICES: dict[str, list[Any]] = {
    "big_parser": [False, True, "0", True, 1, 1, 0, False, False, False, True] + [False] * 3,
    "bind_product_seq_2": [6, 4] + [0] * 23 + [1],
    "bind_product_seq_4": [3, 2, 2, 2] + [0] * 23 + [1],
    "blocks_of_four": [bytes(4), 1],
    "bytes_redistribute_10": [bytes(3), bytes(7)],
    "bytes_redistribute_15": [bytes(7), bytes(8)],
    "bytes_sort": [b"\x00\x01\x00"],
    "char_at_least_b": ["b"],
    "degenerate": [3, 0, 0, 1, 0, 2],
    "discount_beyond_cart": [True, "0", 501, 10, False, 5011],
    "filter_pair": [4, 998],
    "filter_seeded_length": [10, "b"],
    "fx_anagram": ["01", "10"],
    "json_capital": [False, 3, "A"],
    "matrix_column": [1, True, 0, True, 1, False],
    "fx_branch_switch": [0, 1001],
    "fx_haystack": ["CREEPIDIOT"],
    "longer_in_capitals": ["ß"],
    "fx_zalgo": ["THE TIDE REMEMBERS"],
    "hanoi_3": [True, 1, True, 0, True, 5, True, 1, True, 2, True, 3, True, 1, False],
    "hash_buffer": [True, bytes(1), True, bytes(8), False],
    "invoice_derived": [10, 100, 1],
    "invoice_discount": [10, 100, 1],
    "matrix_two_rows": [2, 1, 5, 5],
    "modular_mapping": [25],
    "parser": [False, True, "0", True, 1, 1, 0, False, False, False, True] + [False] * 3,
    "text_any_E": ["E"],
    "text_any_F": ["F"],
    "text_any_T": ["T"],
    "text_or_grammar": [0, "+"],
    "wide_binds": [2, 2, 8, 8],
    "widen_floats": [0, 10.0],
    "widen_integers": [0, 4990],
}

# Long, and much like others.
LONG = {"fx_list_of_432", "fx_list_of_4332", "fx_wide_array"}

WITH_IDEAL = [name for name, case in CASES.items() if case.ideal is not None]
SEEDS = 2


def function_of(case: Case, drawn: list[Any]) -> Any:
    """The case as a function; what fails is left in ``drawn``."""
    strategy = case.make(strategies)

    def function(running: Any) -> None:
        value = running.draw(strategy)
        running.arguments_drawn([value])
        if case.fails(value):
            drawn[:] = [value]
            running.mark_interesting()

    return function


def reduced(case: Case, seed: int, drawn: list[Any]) -> lowlevel.Trace | None:
    function = function_of(case, drawn)
    if case.start is None and case.is_big is None:
        return lowlevel.run(function, seed=seed, max_examples=case.max_examples)
    start = (
        case.start(Random(seed))
        if case.start is not None
        else find_big(SHORTLEX, case, case.make(strategies), seed, None)
    )
    return None if start is None else lowlevel.reduce(function, start, seed=seed)


def test_every_module_of_cases_has_some() -> None:
    assert len(CASES) > 200
    for module in SOURCES:
        assert any(case.fails.__module__ == module.__name__ for case in CASES.values())


def test_every_ideal_fails_and_is_an_ideal() -> None:
    for name in WITH_IDEAL:
        case = CASES[name]
        assert case.fails(case.ideal), name
        assert case.is_ideal(case.ideal), name
        assert case.size_of(case.ideal) >= 0


@pytest.mark.parametrize("name", sorted(set(WITH_IDEAL) - LONG))
def test_no_ideal_is_beaten(name: str) -> None:
    """And each was drawn: from the choices above, or because a reduction ended there."""
    case = CASES[name]
    ideal = drawn_ideal(case)
    for seed in range(SEEDS):
        drawn: list[Any] = []
        trace = reduced(case, seed, drawn)
        if trace is None:
            continue
        lowlevel.replay(function_of(case, drawn), trace.choices)
        if case.is_ideal(drawn[0]):
            ideal = ideal or trace
        assert ideal is None or not simpler(trace, ideal), drawn
    assert ideal is not None, "never drawn: add its choices to CHOICES"


def drawn_ideal(case: Case) -> lowlevel.Trace | None:
    if case.name not in CHOICES:
        return None
    drawn: list[Any] = []
    trace = lowlevel.replay(function_of(case, drawn), CHOICES[case.name])
    assert drawn, trace
    assert is_same(drawn[0], case.ideal)
    assert list(trace.choices) == CHOICES[case.name], "not what is drawn"
    return trace


TOO_LARGE = {"fx_list_of_4332"}
"""Starts that Hypothesis has no room for."""

GIVEN = sorted(name for name, case in CASES.items() if case.start is not None)


@pytest.mark.parametrize("name", TOO_LARGE)
def test_what_hypothesis_has_no_room_for_is_refused(name: str) -> None:
    with pytest.raises(CannotBeginError, match="larger than the library allows"):
        reduce_once(library_of("Hypothesis"), CASES[name], seed=1, calls=0)


@pytest.mark.parametrize("name", [name for name in GIVEN if name not in TOO_LARGE])
def test_both_libraries_are_given_the_same_start(name: str) -> None:
    case = CASES[name]
    starts: list[Any] = []
    for library in (SHORTLEX, library_of("Hypothesis")):
        starts.append(None)
        reduce_once(library, _noting(case, starts), seed=1, calls=0)
    assert starts[0] is not None
    assert is_same(starts[0], starts[1])


def _noting(case: Case, starts: list[Any]) -> Case:
    def fails(value: Any) -> bool:
        failed = case.fails(value)
        if failed and starts[-1] is None:
            starts[-1] = value
        return failed

    return Case(case.name, case.make, fails, start=case.start)
