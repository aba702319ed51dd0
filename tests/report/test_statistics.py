"""The lines about one property."""

from collections.abc import Callable
from typing import Any

import pytest

from shortlex import assume, event, given, reject, settings, target
from shortlex import strategies as st
from shortlex.report.statistics import fixtures_line, statistics_lines
from shortlex.runner.result import Result
from shortlex.session import Session, active


def lines_of(test: Callable[..., Any]) -> list[str]:
    """What is said of a test that was run once."""
    found: list[list[str]] = []

    def keep(result: Result, options: settings) -> None:
        found.append(statistics_lines(result, options))

    token = active.set(Session(on_result=keep))
    try:
        test()
    except Exception:
        assert found, "it must come as far as a result"
    finally:
        active.reset(token)
    return found[0]


def test_a_test_that_passes_has_one_line() -> None:
    @settings(max_examples=50)
    @given(st.integers(10**6, 10**9))
    def test(x: int) -> None: ...

    (line,) = lines_of(test)
    assert line.startswith("Cases: 50 valid")
    assert line.endswith(" s; max_examples=50")


@pytest.mark.parametrize(
    ("strategy", "why"),
    [
        (st.booleans(), "there are no others"),
        (st.tuples(st.integers()).filter(lambda x: x[0] % 100_003 == 7), "too few are valid"),
        (st.lists(st.integers(), min_size=200_000), "too few are valid"),
    ],
)
def test_the_first_line_says_why_it_ended(strategy: Any, why: str) -> None:
    @given(strategy)
    def test(x: object) -> None: ...

    assert lines_of(test)[0].endswith(f"; {why}")


def test_reasons_events_and_scores_are_listed_and_the_most_frequent_first() -> None:
    @given(st.integers(0, 99_999))
    def test(x: int) -> None:
        assume(x % 3)
        for digit in str(x % 100):
            event("digit", digit)
        if x % 7 == 0:
            reject()
        target(x)
        target(1, label="one")

    lines = lines_of(test)
    assert " invalid" in lines[0]
    rejected = [line for line in lines if "rejected by" in line]
    assert sorted(rejected, key=lambda line: -int(line.split()[0])) == rejected
    assert len(rejected) == 2
    assert sum("% digit: " in line for line in lines) == 5
    assert "... and 5 more events" in lines
    assert any(line.startswith("Highest target: ") for line in lines)
    assert "Highest target 'one': 1" in lines


def test_many_reasons_are_cut_short() -> None:
    @given(st.integers(0, 99_999))
    def test(x: int) -> None:
        assume(x % 8 != 0)
        assume(x % 8 != 1)
        assume(x % 8 != 2)
        assume(x % 8 != 3)
        assume(x % 8 != 4)
        assume(x % 8 != 5)
        assume(x % 8 != 6)

    lines = lines_of(test)
    assert sum("rejected by" in line for line in lines) == 5
    assert "... and by 2 more" in lines


def test_a_reduction_has_its_line() -> None:
    @given(st.integers())
    def test(x: int) -> None:
        assert x < 100

    lines = lines_of(test)
    assert lines[0].endswith("; 1 failed")
    assert lines[-1].startswith("Reduced from size ")


def test_the_cost_of_fixtures_is_said_in_total_and_for_each_case() -> None:
    assert fixtures_line(200, 0.1) == (
        "Fixtures: set up and torn down 200 times in 0.10 s (0.500 ms each)"
    )
    assert "0 times" in fixtures_line(0, 0.0)
