"""The report: exactly these words, code that evaluates, and a token that replays."""

import re
from typing import Any

import pytest

from shortlex import given, note, reproduce_failure, settings
from shortlex import strategies as st
from shortlex.core.boolean import Boolean
from shortlex.core.trace import Outcome, Trace
from shortlex.errors import BadToken, DidNotReproduce, InvalidArgument
from shortlex.reducer.history import History
from shortlex.report.terminal import frequency_lines, reduction_line, unsatisfiable_text
from shortlex.runner.flaky.sequential import Rate
from shortlex.runner.result import Frequency, Statistics


def failure_of(test: Any) -> BaseException:
    """What a test raises."""
    try:
        test()
    except Exception as error:
        return error
    raise AssertionError("it passed")


def report_of(test: Any) -> str:
    """What a failing test says, with times left out."""
    return re.sub(r"\d+\.\d\d s", "T s", "\n".join(failure_of(test).__notes__))


def token_in(error: BaseException) -> str:
    found = re.search(r'@reproduce_failure\("(.*)"\)', "\n".join(error.__notes__))
    assert found is not None
    return found[1]


# Text


def test_a_report_is_the_call_what_was_said_the_reduction_and_the_token() -> None:
    @given(st.lists(st.integers()), st.data(), st.just(True))
    def test(xs: list[int], data: st.DataObject, flag: bool) -> None:
        n = data.draw(st.integers(1, 5))
        note(f"n is {n}")
        s = data.draw(st.text(), label="some text")
        note([s])
        assert sum(xs) < 10 * n

    report = report_of(test)
    assert re.fullmatch(
        r"""Failing test case: test\(
    xs=\[10\],
    data=data\(\.\.\.\),
    flag=True,
\)
Draw 1: 1
n is 1
Draw 2 \(some text\): ''
\[''\]
Reduced from size [\d,]+ to 5 in [\d,]+ calls \(\d+ accepted, the last at [\d,]+; T s\)\.
Replay exactly this case with @reproduce_failure\("s2_\w+"\)""",
        report,
    ), report


def test_a_simplest_case_says_that_nothing_is_simpler() -> None:
    @given(st.just(False))
    def test(flag: bool) -> None:
        raise ValueError

    assert report_of(test).startswith(
        "Failing test case: test(\n    flag=False,\n)\nNothing simpler fails.\nReplay exactly "
    )


def test_a_case_that_could_not_be_reduced_says_so() -> None:
    @settings(shrink_seconds=0)
    @given(st.integers(5))
    def test(x: int) -> None:
        assert x == 5

    assert (
        "\nIt was not reduced. Stopped early: it was given no time; a smaller case may exist. "
        "Give it more time with @settings(shrink_seconds=60).\n"
    ) in report_of(test)


def test_arguments_are_one_a_line_as_code_that_evaluates() -> None:
    @given(st.floats(allow_nan=False), st.binary(), st.dictionaries(st.text(), st.none()))
    def test(x: float, data: bytes, names: dict[str, None]) -> None:
        assert not (x > 10 and len(data) > 2 and names)

    error = failure_of(settings(max_examples=10_000)(test))
    call = error.__notes__[0].removeprefix("Failing test case: ")
    assert call == "test(\n    x=11.0,\n    data=b'\\x00\\x00\\x00',\n    names={'': None},\n)"
    with pytest.raises(AssertionError):
        eval(call, {"test": test.shortlex.inner_test})  # type: ignore[attr-defined]  # noqa: S307  # our own text


def test_arguments_are_shown_as_they_were_before_the_body() -> None:
    @given(st.lists(st.integers(), min_size=1), st.sets(st.integers()))
    def test(xs: list[int], ys: set[int]) -> None:
        ys.update(xs)
        xs.clear()
        raise ValueError

    assert report_of(test).startswith("Failing test case: test(\n    xs=[0],\n    ys=set(),\n)")


def test_notes_of_an_error_stay_above_ours() -> None:
    @given(st.integers())
    def test(x: int) -> None:
        error = ValueError("no")
        error.add_note("mine")
        raise error

    assert failure_of(test).__notes__[:2] == ["mine", "Failing test case: test(\n    x=0,\n)"]


def test_only_the_last_run_takes_notes() -> None:
    shown: list[str] = []

    class Watched:
        def __repr__(self) -> str:
            shown.append("repr")
            return "Watched()"

    @given(st.integers())
    def test(x: int) -> None:
        note(Watched())  # type: ignore[arg-type]  # anything can be noted
        assert x < 100

    failure_of(test)
    assert len(shown) == 1


# Replays


def bug(xs: list[float], data: st.DataObject) -> None:
    ys = data.draw(st.lists(st.text("ab")))
    assert len("".join(ys)) + len(xs) < 3, (xs, ys)


def make_bug() -> Any:
    return given(st.lists(st.floats()), st.data())(bug)


def test_a_token_replays_exactly_the_same_error_and_values() -> None:
    error = failure_of(make_bug())
    again = failure_of(reproduce_failure(token_in(error))(make_bug()))
    assert (type(again), str(again)) == (type(error), str(error))
    assert [note for note in error.__notes__ if "Reduced" not in note] == again.__notes__


def test_a_token_can_stand_below_given() -> None:
    token = token_in(failure_of(make_bug()))
    below = given(st.lists(st.floats()), st.data())(reproduce_failure(token)(bug))
    assert token_in(failure_of(below)) == token
    del bug._shortlex_token  # type: ignore[attr-defined]  # set by the decorator


def test_a_replay_runs_one_case() -> None:
    calls: list[int] = []

    @given(st.integers())
    def test(x: int) -> None:
        calls.append(x)
        assert x < 100

    token = token_in(failure_of(test))
    del calls[:]
    failure_of(reproduce_failure(token)(test))
    assert calls == [100]


@pytest.mark.parametrize(
    ("limit", "strategy", "ending"),
    [
        (1000, st.integers(), "valid"),
        # Not of a single choice: that would be replaced by another.
        (100, st.tuples(st.integers()).filter(lambda x: x[0] != 100), "invalid"),
    ],
)
def test_a_case_that_no_longer_fails_did_not_reproduce(
    limit: int, strategy: Any, ending: str
) -> None:
    def make(strategy: Any, limit: int) -> Any:
        def test(x: int) -> None:
            assert x < limit

        return given(strategy)(test)

    token = token_in(failure_of(make(st.integers(), 100)))
    fixed = reproduce_failure(token)(make(strategy, limit))
    with pytest.raises(DidNotReproduce, match=f"test did not fail .* it was {ending}. If"):
        fixed()


@pytest.mark.parametrize("token", ["", "hello", "s1_", "s1_AAAA", "s9_AQvPEPo2", "s1_AQvPEPo3"])
def test_a_damaged_token_is_an_error_of_its_test(token: str) -> None:
    test: Any = reproduce_failure(token)(make_bug())
    with pytest.raises(BadToken):
        test()


def test_a_token_must_be_text() -> None:
    with pytest.raises(InvalidArgument, match="needs the token at the end"):
        reproduce_failure(b"s1_AQvPEPo2")  # type: ignore[arg-type]  # the mistake under test


# Verbosity


def make_verbose(verbosity: str) -> Any:
    @settings(verbosity=verbosity, max_examples=20, report_multiple_bugs=False)
    @given(st.integers(0, 1000))
    def test(x: int) -> None:
        note(f"noted {x}")
        assert x < 10

    return test


def test_quiet_adds_nothing_to_the_error(capsys: pytest.CaptureFixture[str]) -> None:
    error = failure_of(make_verbose("quiet"))
    assert not hasattr(error, "__notes__")
    assert capsys.readouterr().out == ""


def test_normal_prints_nothing(capsys: pytest.CaptureFixture[str]) -> None:
    assert failure_of(make_verbose("normal")).__notes__
    assert capsys.readouterr().out == ""


def test_verbose_prints_every_case_with_its_notes(capsys: pytest.CaptureFixture[str]) -> None:
    failure_of(make_verbose("verbose"))
    printed = capsys.readouterr().out
    assert printed.startswith("Test case (valid): test(\n    x=0,\n)\nnoted 0\n")
    assert "Test case (interesting): test(\n    x=10,\n)\nnoted 10\n" in printed
    assert "size" not in printed


def test_verbose_prints_cases_that_were_not_valid(capsys: pytest.CaptureFixture[str]) -> None:
    @settings(verbosity="verbose", max_examples=5)
    @given(st.integers(0, 2), st.tuples(st.integers(0, 1000)).filter(lambda y: y[0] > 998))
    def test(x: int, y: tuple[int]) -> None: ...

    test()
    printed = capsys.readouterr().out
    assert "Test case (invalid): (not all of its arguments were drawn)\n" in printed


# Lines


def trace_of(choices: list[bool]) -> Trace:
    return Trace(
        choices=choices,
        domains=[Boolean()] * len(choices),
        raw_spans=[],
        outcome=Outcome.INTERESTING,
        size=len(choices),
    )


def test_a_reduction_is_told_in_one_line() -> None:
    history = History(trace_of([True] * 1234))
    end = trace_of([True])
    assert reduction_line(history, history.start) == "Nothing simpler fails."
    history.count_offer("delete_runs", was_run=True)
    assert reduction_line(history, history.start) == "Nothing simpler failed in 1 call (0.00 s)."
    history.accept("delete_runs", end)
    history.calls += 1999
    history.seconds = 1.234
    assert reduction_line(history, end) == (
        "Reduced from size 1,234 to 1 in 2,000 calls (1 accepted, the last at 1; 1.23 s)."
    )


MAY = "a smaller case may exist."


@pytest.mark.parametrize(
    ("stopped", "allowed", "words"),
    [
        ("interrupt", None, f"it was interrupted; {MAY}"),
        ("calls", None, f"it used up its calls; {MAY}"),
        (
            "seconds",
            30.0,
            f"its 30 s were used up; {MAY} Give it more time with @settings(shrink_seconds=300).",
        ),
        (
            "seconds",
            0.25,
            f"its 0.25 s were used up; {MAY} Give it more time with @settings(shrink_seconds=60).",
        ),
    ],
)
def test_a_reduction_that_stopped_early_says_why_and_what_to_do(
    stopped: Any, allowed: float | None, words: str
) -> None:
    history = History(trace_of([True] * 3))
    history.stopped_early, history.seconds_allowed = stopped, allowed
    line = reduction_line(history, history.start)
    assert line == f"It was not reduced. Stopped early: {words}"


def test_how_often_a_case_fails_is_told_with_how_sure_that_is() -> None:
    history = History(trace_of([True]))
    frequency = Frequency(Rate(31, 50), 0.05, is_confirmed=True)
    rate = "Fails in about 62% of runs (95% interval 47% to 75%, 50 runs)."
    sure = "98% confident that it fails in more than 5% of runs"
    assert frequency_lines(frequency, history) == [
        rate,
        f"{sure}; the probability that a simpler case that fails as often was missed is about 5%.",
    ]
    history.stopped_early = "seconds"
    assert frequency_lines(frequency, history) == [rate, f"{sure}."]


def test_a_case_that_fails_too_seldom_is_told_what_to_set() -> None:
    history = History(trace_of([True]))
    history.stopped_early = "seldom"
    assert reduction_line(history, history.start) == (
        "It was not reduced. Stopped early: it fails too rarely."
    )
    seldom = Frequency(Rate(4, 50), 0.1, is_confirmed=False)
    assert frequency_lines(seldom, history) == [
        "Fails in about 8% of runs (95% interval 2% to 19%, 50 runs).",
        (
            "Too few runs failed to say that it fails in more than 10% of runs. To reduce it, try "
            "@settings(min_failure_rate=0.02)."
        ),
    ]
    # Nothing lower can be advised.
    assert frequency_lines(Frequency(Rate(0, 1), 0.01, is_confirmed=False), history) == [
        "Fails in about 0% of runs (95% interval 0% to 97%, 1 run).",
        "Too few runs failed to say that it fails in more than 1% of runs.",
    ]


def test_a_case_that_was_not_to_be_reduced_is_only_measured() -> None:
    lines = frequency_lines(Frequency(Rate(50, 50), 0.025, is_confirmed=False), None)
    assert lines == ["Fails in about 100% of runs (95% interval 93% to 100%, 50 runs)."]


def test_why_nothing_was_valid_is_told_by_the_reasons_that_weigh_most() -> None:
    statistics = Statistics()
    for reason, count in [("a", 1000), ("b", 2), ("c", 30), ("d", 400), ("", 5)]:
        for _ in range(count):
            statistics.count_rejection(reason)
    statistics.count_overrun("")
    statistics.count_overrun("deep")
    statistics.is_exhausted = True
    assert unsatisfiable_text("test", statistics) == (
        "test: no valid case was found: of 1,439 tried, 1,437 were rejected by filters or "
        "assumptions and 2 grew too large. There are no other cases.\n"
        "  1,000 by a\n"
        "  400 by d\n"
        "  30 by c\n"
        "  1 were nested deeper than Python's stack allows: does every recursive "
        "strategy have a base case?\n"
        "  Make valid values directly: with other bounds, map(), flatmap() or builds().\n"
        "  Make the data smaller, or raise settings(max_choices=...)."
    )
