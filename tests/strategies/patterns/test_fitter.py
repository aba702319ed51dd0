"""from_regex with bounds for the length."""

import re
from collections.abc import Callable
from itertools import product
from random import Random
from time import process_time
from typing import Any

import pytest

from shortlex import strategies as st
from shortlex.errors import InvalidArgument
from shortlex.strategies.patterns.fitter import (
    NONE,
    ZERO,
    Lengths,
    add,
    between,
    fitting,
    is_run,
    longest,
    members,
    shortest,
)
from tests.strategies.laws_of_strategies import (
    check_refused,
    draw_simplest,
    find_simplest,
    share_rejected,
    values_of,
)

# With an alphabet small enough to look at every text.
SMALL: list[tuple[str, str]] = [
    ("", "a"),
    ("abc", "abc"),
    ("a*", "a"),
    ("(aa)*", "a"),
    ("(aaa|aaaa)+b?", "ab"),
    ("[ab]{2,4}(ba)*", "ab"),
    ("(a|bb){2,3}", "ab"),
    (r"(a+)\1", "a"),
    (r"(a+)b*\1", "ab"),
    (r"(a|bb)\1{2}", "ab"),
    ("(a)?b(?(1)aa|b)", "ab"),
    ("(a?){3}", "a"),
    ("(a*b?)*", "ab"),
    ("a{3}|b{5}", "ab"),
    ("(?i)ab{2}", "abAB"),
    ("^a+$", "ab\n"),
    (r"\Aa+\Z", "ab"),
    ("(?m)^a$", "ab\n"),
    (r"\ba\b", "a "),
    (r"\Ba\B", "ab"),
    ("(^a$|b)", "ab"),
    ("a(?=b)", "ab"),
    ("(?=.*b)[ab]+", "ab"),
    ("((a|b)b)*a", "ab"),
]
BOUNDS = [(0, 0), (0, 3), (1, 1), (2, 5), (4, 4), (5, 6)]
LONGEST = 6


def lengths_of(pattern: str, alphabet: str, *, fullmatch: bool) -> set[int]:
    """Of every text over the alphabet that matches, by looking at all of them."""
    compiled = re.compile(pattern)
    match = compiled.fullmatch if fullmatch else compiled.search
    return {
        length
        for length in range(LONGEST + 1)
        if any(match("".join(text)) for text in product(alphabet, repeat=length))
    }


@pytest.mark.parametrize(("pattern", "alphabet"), SMALL)
@pytest.mark.parametrize("fullmatch", [False, True])
def test_every_length_within_the_bounds_is_met_and_no_other(
    pattern: str, alphabet: str, fullmatch: bool
) -> None:
    possible = lengths_of(pattern, alphabet, fullmatch=fullmatch)
    for least, most in BOUNDS:
        strategy = st.from_regex(
            pattern, fullmatch=fullmatch, alphabet=alphabet, min_size=least, max_size=most
        )
        wanted = {length for length in possible if least <= length <= most}
        if wanted:
            values = values_of(strategy, 300)
            assert {len(value) for value in values} == wanted
            assert share_rejected(strategy) == 0
            assert len(find_simplest(strategy, lambda value: True)) == min(wanted)
        else:
            # Found out beforehand, unless it takes more than lengths to see it.
            try:
                strategy.validate()
            except InvalidArgument:
                continue
            assert values_of(strategy, 50) == []


LARGE: list[tuple[Any, str]] = [
    (r"[a-z]+@[a-z]+\.(com|org)", "aaaa@a.com"),
    (r"(\w+,)*\w+", "0000000000"),
    ("(ab|c)*", "cccccccccc"),
    (r"\d+(-\d+)*", "0000000000"),
    ("(?P<tag>[a-z]+)=(?P=tag)?", "aaaaaaaaa="),
    ("((a|bc)d?)+", "aaaaaaaaaa"),
]


@pytest.mark.parametrize(("pattern", "simplest"), LARGE)
@pytest.mark.parametrize(("least", "most"), [(0, 12), (10, 10), (10, None), (50, 60), (1000, 1001)])
def test_bounds_make_no_storm_of_refusals(
    pattern: str, simplest: str, least: int, most: int | None
) -> None:
    start = process_time()
    strategy: Any = st.from_regex(pattern, fullmatch=True, min_size=least, max_size=most)
    written = values_of(strategy.resolved().base, 50)
    within = [each for each in written if least <= len(each) <= (most or 10**6)]
    assert len([each for each in within if re.fullmatch(pattern, each)]) >= 0.9 * len(written)
    assert process_time() - start < 5
    assert len(draw_simplest(strategy)) in (least, min(map(len, written)))


@pytest.mark.parametrize(("pattern", "simplest"), LARGE)
def test_reduces_to_the_shortest_that_the_bounds_allow(pattern: str, simplest: str) -> None:
    strategy = st.from_regex(pattern, fullmatch=True, min_size=10)
    assert len(find_simplest(strategy, lambda value: True)) == len(simplest)


def test_a_single_class_reduces_to_the_simplest_text() -> None:
    strategy = st.from_regex("[a-z]+", fullmatch=True, min_size=4, max_size=9)
    assert find_simplest(strategy, lambda value: True) == "aaaa"
    assert find_simplest(strategy, lambda value: len(value) > 5) == "aaaaaa"
    assert find_simplest(st.from_regex("b", min_size=3), lambda value: True) == "00b"


def test_what_stands_inside_is_reduced_as_without_bounds() -> None:
    strategy = st.from_regex(r"(\w+,)*\w+", fullmatch=True, alphabet="abc,", max_size=20)
    assert find_simplest(strategy, lambda value: value.count(",") == 2) == "a,a,a"
    assert find_simplest(strategy, lambda value: "cc" in value) == "cc"


def test_bytes_have_bounds_too() -> None:
    values = values_of(st.from_regex(b"(ab)+", min_size=3, max_size=5), 100)
    assert {len(value) for value in values} == {3, 4, 5}
    assert all(b"ab" in value for value in values)


def test_bounds_that_change_nothing_are_none() -> None:
    bounded, free = st.from_regex("a+b", min_size=0, max_size=None), st.from_regex("a+b")
    assert values_of(bounded, 50) == values_of(free, 50)
    assert "min_size" not in repr(bounded.resolved())


def test_a_long_way_to_the_next_length_is_gone() -> None:
    strategy = st.from_regex("(a{5000})+", fullmatch=True, min_size=1)
    assert {len(value) for value in values_of(strategy, 10)} <= {5000, 10_000, 15_000, 20_000}


@pytest.mark.parametrize(
    ("make", "words"),
    [
        (
            lambda: st.from_regex("a{2,4}", fullmatch=True, min_size=5),
            ["regex='a{2,4}'", "min_size=5", "lengths are 2, 3, 4", "Move the bounds"],
        ),
        (
            lambda: st.from_regex("(aaa)*", fullmatch=True, min_size=4, max_size=5),
            ["min_size=4, max_size=5", "0, 3, 6, 9, 12, ..."],
        ),
        (lambda: st.from_regex("abc", max_size=2), ["max_size=2", "lengths are 3"]),
        (lambda: st.from_regex("^abc$", min_size=9), ["min_size=9", "lengths are 3"]),
        (lambda: st.from_regex("a{2000}", max_size=2), ["longer than 1000"]),
        (lambda: st.from_regex("a", min_size=-1), ["from_regex(min_size=-1)", "0 or more"]),
        (lambda: st.from_regex("a", max_size="x"), ["max_size='x'"]),  # type: ignore[call-overload]  # the point
        (lambda: st.from_regex("a", min_size=3, max_size=2), ["min_size=3", "must not be above"]),
    ],
)
def test_bounds_that_cannot_be_are_refused(
    make: Callable[[], st.SearchStrategy[Any]], words: list[str]
) -> None:
    check_refused(make, *words)


# Sets of lengths, against sets of numbers.


def of(*lengths: int) -> Lengths:
    return sum(1 << length for length in set(lengths))


SOME = [NONE, ZERO, of(3), of(0, 1, 2), of(2, 3, 4, 5), of(0, 3, 6, 9), of(1, 2, 7), of(0, 8)]
SOME += [Random(seed).getrandbits(12) for seed in range(6)]
PAIRS = [*product(SOME, repeat=2)]


def test_a_set_knows_its_members() -> None:
    assert members(NONE) == []
    assert members(of(0, 3, 70)) == [0, 3, 70]
    assert (shortest(of(3, 70)), longest(of(3, 70))) == (3, 70)
    assert members(between(2, 5)) == [2, 3, 4, 5]
    assert between(3, 2) == NONE
    assert is_run(between(2, 5))
    assert not is_run(of(2, 4))


@pytest.mark.parametrize(("left", "right"), PAIRS)
def test_lengths_of_two_texts_add_up(left: Lengths, right: Lengths) -> None:
    expected = {a + b for a in members(left) for b in members(right)}
    assert members(add(left, right)) == sorted(expected)


@pytest.mark.parametrize(("own", "after"), PAIRS)
@pytest.mark.parametrize("times", [1, 2, 3])
def test_what_fits_leaves_a_way_for_the_rest(own: Lengths, after: Lengths, times: int) -> None:
    for allowed in SOME:
        wanted = {*members(allowed)}
        expected = [a for a in members(own) if any(a * times + b in wanted for b in members(after))]
        assert members(fitting(own, after, allowed, times)) == expected
