"""from_regex: text that matches a regular expression."""

import re
from collections.abc import Callable
from typing import Any

import pytest

from shortlex import given
from shortlex import strategies as st
from shortlex.errors import Unsatisfiable
from tests.strategies.laws_of_strategies import (
    check_refused,
    draw_light,
    draw_simplest,
    find_simplest,
    share_rejected,
    values_of,
)

# With what a search reduces to, and what a full match does; None where there is no full match.
PATTERNS: list[tuple[Any, Any, Any]] = [
    ("", "", ""),
    ("abc", "abc", "abc"),
    ("[a-z]{2,5}@x", "aa@x", "aa@x"),
    (r"^\d+$", "0", "0"),
    (r"\A\w+\Z", "0", "0"),
    (r"(?m)^\w+$", "0", "0"),
    (r"(?m)a$\n^b", "a\nb", "a\nb"),
    (r"\bfoo\b", "foo", "foo"),
    (r"\Bfoo\B", "0foo0", None),
    (r"\b(?:\d{1,3}\.){3}\d{1,3}\b", "0.0.0.0", "0.0.0.0"),
    ("(?i)hello [a-z]", "hello A", "hello A"),
    ("(?i:A)b[^c]", "Ab0", "Ab0"),
    ("(?i)[^k]", "0", "0"),
    ("(bc|a)*d", "d", "d"),
    ("(ab){3}|c{2,}", "cc", "cc"),
    ("quux|foo|ba", "ba", "ba"),
    ("foo[a-z]|[b-z]{2}", "bb", "bb"),
    ("(?P<q>['\"]).+?(?P=q)", '"0"', '"0"'),
    (r"(\w)\1", "00", "00"),
    ("(a)?b(?(1)c|d)", "bd", "bd"),
    ("(a)b(?(1)c|d)", "abc", "abc"),
    (r"(?=.*\d)(?=.*[a-z]).{4,}", "a000", "a000"),
    ("foo(?=bar)", "foobar", None),
    ("foo(?!bar)", "foo", "foo"),
    ("(?<=x)y", "xy", None),
    ("(?<!x)y", "y", "y"),
    (r"(?=a)\w+", "a", "a"),
    (r"\w+(?<=a)b", "ab", "ab"),
    ("(?>ab?)c", "ac", "ac"),
    ("a*+b", "b", "b"),
    (r"[^\W\d_]+", "A", "A"),
    ("(?s).+", "0", "0"),
    ("(?x) a # not this\n b", "ab", "ab"),
    (r"\S+\s\S+", "0 0", "0 0"),
    (r"[+-]?(\d+\.\d*|\.\d+)([eE][+-]?\d+)?", ".0", ".0"),
    ("(^|,)x($|,)", "x", "x"),
    ("#[0-9a-fA-F]{6}", "#000000", "#000000"),
    (r"^(?!.*\.\.)[a-z.]+$", "a", "a"),
    (r"(?a)\w+\d\s", "00 ", "00 "),
    (r"^\s*(\w+)\s*=\s*(.*?)\s*$", "0=", "0="),
    (b"[\x80-\xff]{2}", b"\x80\x80", b"\x80\x80"),
    (b"(?i)ab+", b"ab", b"ab"),
    (rb"^\w\W$", b"0 ", b"0 "),
]

every_pattern = pytest.mark.parametrize(("pattern", "found", "whole"), PATTERNS)


@every_pattern
def test_what_is_drawn_matches(pattern: Any, found: Any, whole: Any) -> None:
    for value in values_of(st.from_regex(pattern), 100):
        assert type(value) is type(pattern)
        assert re.search(pattern, value)
    if whole is not None:
        for value in values_of(st.from_regex(pattern, fullmatch=True), 100):
            assert re.fullmatch(pattern, value)


@every_pattern
def test_nearly_all_that_is_written_matches_at_once(pattern: Any, found: Any, whole: Any) -> None:
    for is_whole in (False,) if whole is None else (False, True):
        strategy: Any = st.from_regex(pattern, fullmatch=is_whole)
        assert share_rejected(strategy) == 0
        match = re.compile(pattern).fullmatch if is_whole else re.compile(pattern).search
        resolved = strategy.resolved()
        written = values_of(getattr(resolved, "base", resolved), 500)
        assert sum(1 for each in written if match(each)) >= 0.9 * len(written) > 0


@every_pattern
def test_reduces_to_the_shortest_and_simplest_match(pattern: Any, found: Any, whole: Any) -> None:
    assert find_simplest(st.from_regex(pattern), lambda value: True) == found
    if whole is not None:
        strategy = st.from_regex(pattern, fullmatch=True)
        assert find_simplest(strategy, lambda value: True) == whole


def test_reduces_what_is_inside_a_match() -> None:
    strategy = st.from_regex(r"(\w+,)*\w+", fullmatch=True, alphabet="abc,")
    assert find_simplest(strategy, lambda value: value.count(",") == 2) == "a,a,a"
    assert find_simplest(strategy, lambda value: "cc" in value) == "cc"


def test_a_search_finds_its_match_inside_other_text() -> None:
    values = values_of(st.from_regex("abc"))
    assert any(not value.startswith("abc") for value in values)
    assert any(not value.endswith("abc") for value in values)
    assert "abc" in values


def test_anchors_forbid_other_text() -> None:
    assert {*values_of(st.from_regex("^abc$"))} == {"abc", "abc\n"}
    assert {*values_of(st.from_regex(r"\Aabc\Z"))} == {"abc"}
    assert {*values_of(st.from_regex("^abc$", alphabet="abc"))} == {"abc"}
    lines = values_of(st.from_regex("(?m)^abc$"))
    assert all("abc" in value.split("\n") for value in lines)
    assert any(value.startswith("abc\n") and len(value) > 4 for value in lines)


def test_every_alternative_and_both_cases_are_met() -> None:
    assert {*values_of(st.from_regex("a|bc|d?", fullmatch=True))} == {"a", "bc", "d", ""}
    cases = {"ab", "Ab", "aB", "AB"}
    assert {*values_of(st.from_regex("(?i)ab", fullmatch=True))} == cases
    kelvin = "\N{KELVIN SIGN}"
    assert {*values_of(st.from_regex("(?i)k", fullmatch=True))} == {"k", "K", kelvin}
    assert {*values_of(st.from_regex("(?ia)k", fullmatch=True))} == {"k", "K"}


def test_a_class_is_one_choice_however_often_it_is_repeated() -> None:
    drawn = draw_light(st.from_regex("[a-z]{3,9}", fullmatch=True), 0)
    assert drawn is not None
    assert drawn.choices == [drawn.value]


def test_an_alphabet_limits_what_is_written_and_keeps_its_order() -> None:
    strategy = st.from_regex(r"\w+", alphabet="zya!")
    assert all(set(value) <= set("zya!") for value in values_of(strategy))
    assert draw_simplest(strategy) == "z"
    ascii_only = st.from_regex(r"\W\D", alphabet=st.characters(codec="ascii"))
    assert all(value.isascii() for value in values_of(ascii_only))


def test_what_the_alphabet_lacks_is_left_out_where_it_can_be() -> None:
    strategy = st.from_regex(r"(x|a)b?(\d|cd)*c?", fullmatch=True, alphabet="ab")
    assert {*values_of(strategy)} == {"a", "ab"}


def test_a_compiled_pattern_keeps_its_flags() -> None:
    values = values_of(st.from_regex(re.compile("a.", re.IGNORECASE | re.DOTALL), fullmatch=True))
    assert {value[0] for value in values} == {"a", "A"}
    assert all(len(value) == 2 for value in values)


def test_what_compiling_said_is_not_said_again(capsys: pytest.CaptureFixture[str]) -> None:
    with pytest.warns(FutureWarning, match="nested set"):
        pattern = re.compile("[[a]", re.DEBUG)
    capsys.readouterr()
    assert {*values_of(st.from_regex(pattern, fullmatch=True))} == {"[", "a"}
    assert capsys.readouterr().out == ""


def test_nothing_is_drawn_for_ever_from_what_never_matches() -> None:
    assert draw_light(st.from_regex("a^b"), 0) is None
    assert draw_light(st.from_regex("a(?=b)c", fullmatch=True), 0) is None


def test_a_long_repetition_is_no_problem() -> None:
    assert draw_simplest(st.from_regex("a{20000}", fullmatch=True)) == "a" * 20_000
    assert draw_simplest(st.from_regex("(ab){300}", fullmatch=True)) == "ab" * 300


@pytest.mark.parametrize(
    ("make", "words"),
    [
        (lambda: st.from_regex(5), ["regex=5", "re.compile()"]),  # type: ignore[call-overload]  # the point
        (lambda: st.from_regex("a("), ["regex='a('", "not a regular expression", "re.escape"]),
        (
            lambda: st.from_regex(b"a", alphabet="a"),  # type: ignore[call-overload]  # the point
            ["regex=b'a'", "alphabet='a'", "Leave alphabet out"],
        ),
        (lambda: st.from_regex("xa", alphabet="a"), ["'x'", "alphabet='a'", "Allow more"]),
        (lambda: st.from_regex(r"\d", alphabet="a"), ["class", "alphabet='a'"]),
        (lambda: st.from_regex("a(?!)"), ["never matches"]),
        (lambda: st.from_regex("a", alphabet=5), ["from_regex(alphabet=5)"]),  # type: ignore[call-overload]  # the point
        (
            lambda: st.from_regex("a", alphabet=st.integers(97, 99).map(chr)),
            ["alphabet=integers(97, 99).map(chr)", "characters(...)"],
        ),
    ],
)
def test_bad_arguments_are_refused(
    make: Callable[[], st.SearchStrategy[Any]], words: list[str]
) -> None:
    check_refused(make, *words)


@pytest.mark.parametrize(
    ("pattern", "fullmatch"),
    [
        ("(x{1,100}){100}", False),
        ("(x{1,100}){100}", True),
        ("^(x{1,100}){100}$", False),
        ("(x|xx|y){90,100}", True),
        ("(x?){30}x{30}", True),
        (r"(x{1,20}y?){30}\1{1,2}", True),
    ],
)
def test_what_re_takes_for_ever_to_match_is_written_at_once(pattern: str, fullmatch: bool) -> None:
    strategy = st.from_regex(pattern, fullmatch=fullmatch)
    assert share_rejected(strategy) == 0
    for value in values_of(strategy, 50):
        assert len(re.findall("[xy]", value)) >= 30


def test_a_strategy_shows_no_filter_that_nobody_wrote() -> None:
    strategy = st.from_regex("a^b")

    @given(strategy)
    def test(value: str) -> None:
        raise AssertionError

    with pytest.raises(Unsatisfiable) as caught:
        test()
    assert "by from_regex(" in str(caught.value)
    assert "filter(" not in str(caught.value)
