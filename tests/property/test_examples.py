"""@example: written-down cases run first, in order, and must do what they say."""

from dataclasses import dataclass
from typing import Any

import pytest

from shortlex import HealthCheck, assume, event, example, given, note, settings, target
from shortlex import strategies as st
from shortlex.errors import InvalidArgument


def failure_of(test: Any) -> BaseException:
    try:
        test()
    except BaseException as error:
        return error
    raise AssertionError("it passed")


def test_examples_run_first_and_from_top_to_bottom() -> None:
    met: list[int] = []

    @example(1)
    @example(x=2)
    @settings(max_examples=5)
    @example(3)
    @given(st.integers())
    @example(4)
    @example(x=5)
    def test(x: int) -> None:
        met.append(x)

    test()
    assert met[:5] == [1, 2, 3, 4, 5]
    # They are not counted.
    assert len(met) == 10


def test_values_by_position_go_where_given_puts_its_strategies() -> None:
    met: list[object] = []

    @settings(phases=["explicit"])
    @example("x", "y")
    @example(y="Y", x="X")
    @given(x=st.text(), y=st.text())
    def by_keyword(fixture: int, x: str, y: str) -> None:
        met.append((fixture, x, y))

    @settings(phases=["explicit"])
    @example("x", "y")
    @given(st.text(), st.text())
    def by_position(fixture: int, x: str, y: str) -> None:
        met.append((fixture, x, y))

    by_keyword(7)
    by_position(fixture=8)
    assert met == [(7, "x", "y"), (7, "X", "Y"), (8, "x", "y")]


def test_methods_have_examples() -> None:
    class Holder:
        @settings(phases=["explicit"])
        @example(3)
        @given(st.integers())
        def check(self, x: int) -> None:
            assert isinstance(self, Holder)
            assert x == 3

    Holder().check()


def test_a_test_made_of_another_does_not_share_its_examples() -> None:
    met: list[int] = []

    @example(1)
    def body(x: int) -> None:
        met.append(x)

    first = settings(phases=["explicit"])(example(2)(given(st.integers())(body)))
    second = settings(phases=["explicit"])(given(st.integers())(body))
    first()
    second()
    assert met == [2, 1, 1]


@pytest.mark.parametrize(
    ("make", "message"),
    [
        (lambda: example(), r"@example\(\) needs at least one value"),
        (lambda: example(1, y=2), "by position or by keyword, not both"),
        (lambda: example(1).xfail("yes"), "condition='yes'"),  # type: ignore[arg-type]  # under test
        (lambda: example(1).xfail(reason=3), "reason=3"),  # type: ignore[arg-type]  # under test
        (lambda: example(1).xfail(raises=3), "raises=3"),  # type: ignore[arg-type]  # under test
        (lambda: example(1).xfail(raises=()), r"raises=\(\)"),
        (lambda: example(1).xfail(raises=(int,)), "must be an exception type"),  # type: ignore[arg-type]  # under test
        (lambda: example(1).via(3), r"via\(3\): must be a string"),  # type: ignore[arg-type]  # under test
    ],
)
def test_misuse_is_an_error_at_once(make: Any, message: str) -> None:
    with pytest.raises(InvalidArgument, match=message):
        make()


@pytest.mark.parametrize(
    ("one", "message"),
    [
        (
            example(1),
            "test gives 1 by position, but @given fills x, y. Give",
        ),
        (
            example(1, 2, 3),
            "test gives 3 by position, but @given fills x, y. Give",
        ),
        (example(x=1), "test gives x, but @given fills x, y. Give"),
        (
            example(x=1, y=2, z=3),
            "test gives x, y, z, but @given fills x, y. Give",
        ),
        (
            example(x=1, z=3),
            "test gives x, z, but @given fills x, y. Give",
        ),
    ],
)
def test_wrong_names_are_an_error_of_the_test_before_any_example_runs(
    one: example, message: str
) -> None:
    calls: list[int] = []

    @example(1, 2)
    @one
    @given(st.integers(), st.integers())
    def test(x: int, y: int) -> None:
        calls.append(x)

    with pytest.raises(InvalidArgument, match=message):
        test()
    assert calls == []


# Failures


def test_a_failing_example_is_shown_and_ends_the_run() -> None:
    calls: list[list[int]] = []

    @example([1, 2])
    @given(st.lists(st.integers()))
    def test(xs: list[int]) -> None:
        note("a note")
        note([len(xs)])  # type: ignore[arg-type]  # anything can be noted
        calls.append(list(xs))
        xs.clear()
        raise ValueError

    error = failure_of(test)
    assert type(error) is ValueError
    # As it was before the body changed it.
    assert error.__notes__ == [
        "Failing explicit example: test(\n    xs=[1, 2],\n)",
        "a note",
        "[2]",
    ]
    assert calls == [[1, 2]]


def test_several_failing_examples_are_a_group() -> None:
    @example(1)
    @example(2)
    @example(3)
    @given(st.integers())
    def test(x: int) -> None:
        assert x == 2

    error = failure_of(test)
    assert isinstance(error, ExceptionGroup)
    assert error.message == "test failed on 2 explicit examples."
    assert [each.__notes__[0] for each in error.exceptions] == [
        "Failing explicit example: test(\n    x=1,\n)",
        "Failing explicit example: test(\n    x=3,\n)",
    ]


def test_one_failing_example_is_enough_if_so_wished() -> None:
    calls: list[int] = []

    @settings(report_multiple_bugs=False)
    @example(1)
    @example(2)
    @given(st.integers())
    def test(x: int) -> None:
        calls.append(x)
        raise ValueError

    assert type(failure_of(test)) is ValueError
    assert calls == [1]


def test_quiet_examples_say_nothing() -> None:
    @settings(verbosity="quiet")
    @example(1)
    @given(st.integers())
    def test(x: int) -> None:
        raise ValueError

    assert not hasattr(failure_of(test), "__notes__")


def test_verbose_examples_are_printed(capsys: pytest.CaptureFixture[str]) -> None:
    @settings(verbosity="verbose", phases=["explicit"])
    @example(1)
    @given(st.integers())
    def test(x: int) -> None: ...

    test()
    assert capsys.readouterr().out == "Trying explicit example: test(\n    x=1,\n)\n"


def test_an_unmet_assumption_of_an_example_is_no_failure() -> None:
    @example(-1)
    @given(st.integers(0, 5))
    def test(x: int) -> None:
        assume(x >= 0)

    test()


def test_events_and_targets_work_in_examples() -> None:
    @settings(phases=["explicit"])
    @example(1)
    @given(st.integers())
    def test(x: int) -> None:
        event("met")
        target(x)

    test()


def test_a_strategy_for_a_value_is_pointed_out_when_it_fails() -> None:
    @example(st.integers())
    @given(st.integers())
    def test(x: int) -> None:
        assert x + 1 > x

    error = failure_of(test)
    assert isinstance(error, TypeError)
    assert error.__notes__[1] == (
        "(x: a strategy, and @example does not draw from strategies. Give a value instead.)"
    )


def test_a_returned_value_is_refused_in_examples_too() -> None:
    @example(1)
    @given(st.integers())
    def test(x: int) -> bool:
        return True

    assert isinstance(failure_of(test), InvalidArgument)


def test_a_returned_value_is_ignored_if_that_check_is_suppressed() -> None:
    met: list[int] = []

    @settings(suppress_health_check=[HealthCheck.return_value])
    @example(1)
    @given(st.integers())
    def test(x: int) -> bool:
        met.append(x)
        return True

    test()
    assert len(met) > 50


def test_an_interrupt_or_skip_is_raised_at_once() -> None:
    for kind in (KeyboardInterrupt, pytest.skip.Exception):

        @example(1).xfail()
        @given(st.integers())
        def test(x: int) -> None:
            raise kind  # noqa: B023  # run at once

        with pytest.raises(kind):
            test()


# Expected failures


def test_an_expected_failure_must_fail() -> None:
    @example(1).xfail()
    @example(2).xfail(raises=(KeyError, ValueError))
    @example(3).xfail(raises=LookupError, reason="it looks")
    @example(4).xfail(False, raises=KeyError)
    @settings(phases=["explicit"])
    @given(st.integers())
    def test(x: int) -> None:
        if x == 1:
            raise SystemExit
        if x < 4:
            raise (ValueError if x == 2 else KeyError)

    test()


def test_an_expected_failure_that_passes_is_a_failure() -> None:
    @example(1).xfail(raises=(KeyError, ValueError), reason="issue 12")
    @given(st.integers())
    def test(x: int) -> None: ...

    error = failure_of(test)
    assert isinstance(error, AssertionError)
    assert str(error) == "Expected KeyError or ValueError (issue 12), but nothing was raised."
    assert error.__notes__ == ["Failing explicit example: test(\n    x=1,\n)"]


def test_another_failure_than_the_expected_is_a_failure() -> None:
    @example(1).xfail(raises=KeyError)
    @given(st.integers())
    def test(x: int) -> None:
        raise ValueError

    assert type(failure_of(test)) is ValueError


def test_where_an_example_comes_from_changes_nothing() -> None:
    met: list[int] = []

    @settings(phases=["explicit"])
    @example(1).via("a bug report").xfail(raises=ValueError).via("again")
    @given(st.integers())
    def test(x: int) -> None:
        met.append(x)
        raise ValueError

    test()
    assert met == [1]


def test_an_example_may_raise_an_error_that_cannot_be_changed() -> None:
    @dataclass(frozen=True)
    class FrozenError(Exception):
        text: str

    @example(0)
    @given(st.integers())
    def test(x: int) -> None:
        raise FrozenError("as it is")

    with pytest.raises(FrozenError, match="as it is"):
        test()


def test_the_traceback_of_a_failing_example_ends_in_the_test() -> None:
    @example(5)
    @given(st.integers())
    def test(x: int) -> None:
        assert x != 5

    traceback = failure_of(test).__traceback__
    assert traceback is not None
    while traceback.tb_next is not None:
        traceback = traceback.tb_next
    assert traceback.tb_frame.f_code.co_name == "test"


def test_an_example_that_skips_counts_where_no_other_case_is_valid() -> None:
    @example(a=True)
    @given(a=st.booleans())
    def test(a: bool) -> None:
        if a is True:
            pytest.skip("cannot say")
        assume(False)

    @example(a=True)
    @given(a=st.booleans().filter(lambda a: False))
    def test_without_values(a: bool) -> None:
        pytest.xfail("cannot say")

    with pytest.raises(pytest.skip.Exception):
        test()
    with pytest.raises(pytest.xfail.Exception):
        test_without_values()
