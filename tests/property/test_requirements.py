"""@require: kinds of cases that must be frequent enough."""

import pytest

from shortlex import errors, event, example, given, require, settings
from shortlex import strategies as st
from shortlex.property.session import Session, active


def test_a_test_whose_label_is_too_rare_fails_and_says_how_rare_it_is() -> None:
    @require("large", at_least=0.2)
    @settings(derandomize=True)
    @given(st.integers(0, 10**6))
    def test(x: int) -> None:
        if x > 990_000:
            event("large")

    with pytest.raises(errors.TooRare) as caught:
        test()
    text = str(caught.value)
    assert text.startswith("test passed, but too few of its cases")
    assert "'large': " in text
    assert "95% interval" in text
    assert "at_least=0.2 is required" in text
    assert "lower at_least" in text


def test_a_test_whose_labels_are_frequent_passes() -> None:
    cases = 0

    @given(st.integers(0, 10**6))
    @require("even")
    @require("odd", at_least=0.2)
    def test(x: int) -> None:
        nonlocal cases
        cases += 1
        event("odd" if x % 2 else "even", x)

    test()
    assert cases == 100


def test_a_failure_goes_before_labels() -> None:
    @require("never")
    @given(st.integers())
    def test(x: int) -> None:
        assert x < 100

    with pytest.raises(AssertionError) as caught:
        test()
    assert not isinstance(caught.value, errors.TooRare)


def test_where_all_cases_were_run_the_share_is_exact() -> None:
    @require("true", at_least=0.6)
    @given(st.booleans())
    def test(x: bool) -> None:
        if x:
            event("true")

    with pytest.raises(errors.TooRare, match="'true': 1 of all 2 possible cases"):
        test()


def test_what_cannot_be_decided_passes_with_advice() -> None:
    advice: list[str] = []

    @require("half", at_least=0.5)
    @settings(derandomize=True, max_examples=40)
    @given(st.integers(0, 2**62 - 1), st.booleans())
    def test(x: int, y: bool) -> None:
        if y:
            event("half")

    token = active.set(Session(name="the name", on_advice=advice.extend))
    try:
        test()
    finally:
        active.reset(token)
    (line,) = advice
    assert line.startswith("the name: 'half': ")
    assert "too close to tell" in line


@pytest.mark.parametrize("phases", [["explicit"], ["explicit", "reuse"]])
def test_what_was_not_checked_is_not_met_in_silence(phases: list[str]) -> None:
    advice: list[str] = []

    @settings(phases=phases)
    @require("rare", at_least=0.1)
    @example(0)
    @given(st.integers())
    def test(x: int) -> None: ...

    token = active.set(Session(name="the name", on_advice=advice.extend))
    try:
        test()
    finally:
        active.reset(token)
    (line,) = advice
    assert line.startswith("the name: @require('rare', at_least=0.1) was not checked")


def test_the_same_cases_are_run_each_time_when_derandomized() -> None:
    counts = []

    @require("seldom", at_least=0.1)
    @settings(derandomize=True)
    @given(st.integers(0, 10**9))
    def test(x: int) -> None:
        counts[-1].append(x)
        if x % 20 == 0:
            event("seldom")

    texts = []
    for _ in range(2):
        counts.append([])
        with pytest.raises(errors.TooRare) as caught:
            test()
        texts.append(str(caught.value))
    assert counts[0] == counts[1]
    assert texts[0] == texts[1]


def test_a_test_without_valid_cases_says_that() -> None:
    @require("x")
    @given(st.integers().filter(lambda x: False))
    def test(x: int) -> None: ...

    with pytest.raises(errors.Unsatisfiable):
        test()


@pytest.mark.parametrize("label", ["", 3, None])
def test_a_label_must_be_the_name_of_an_event(label: object) -> None:
    with pytest.raises(errors.InvalidArgument, match="needs the name of an event"):
        require(label)  # type: ignore[arg-type]  # the mistake


@pytest.mark.parametrize("at_least", [0, 1, -0.1, 5, True, "much", float("nan")])
def test_at_least_must_be_a_share(at_least: object) -> None:
    with pytest.raises(errors.InvalidArgument, match="at_least="):
        require("x", at_least=at_least)  # type: ignore[arg-type]  # the mistake
