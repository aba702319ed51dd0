"""What is counted of the cases that are generated."""

from shortlex import assume, given, settings
from shortlex import strategies as st
from shortlex.core.case import RecordedCase
from shortlex.core.outcome import Outcome
from shortlex.core.source import ReplaySource
from shortlex.report.html.census import LARGEST, SAMPLES, Census
from shortlex.session import Session, active


def census_of(test: object) -> Census:
    census = Census()
    token = active.set(Session(observer=census))
    try:
        test()  # type: ignore[operator]
    except AssertionError:
        pass
    finally:
        active.reset(token)
    return census


def seen(census: Census, size: int, outcome: Outcome = Outcome.VALID) -> None:
    case = RecordedCase(ReplaySource([]))
    case.choices = [size] * size
    census.see_case(case, outcome)


def test_every_valid_case_is_counted_by_its_size() -> None:
    drawn = []

    @settings(max_examples=50)
    @given(st.lists(st.integers(), max_size=4))
    def test(numbers: list[int]) -> None:
        drawn.append(numbers)

    census = census_of(test)
    assert sum(census.sizes.values()) == len(drawn) == 50
    # A list of n has n choices to go on, and n numbers; the full one has no choice to end.
    assert sum(census.sizes[n] for n in (1, 3, 5, 7, 8)) == 50


def test_invalid_cases_are_not_counted() -> None:
    valid = []

    @settings(max_examples=20)
    @given(st.integers())
    def test(number: int) -> None:
        assume(number % 2 == 0)
        valid.append(number)

    assert census_of(test).sizes == {1: len(valid)}


def test_what_a_reduction_runs_is_not_counted() -> None:
    @settings(max_examples=1000)
    @given(st.lists(st.integers()))
    def test(numbers: list[int]) -> None:
        calls.append(1)
        assert sum(numbers) < 1000

    calls: list[int] = []
    census = census_of(test)
    assert 0 < sum(census.sizes.values()) < len(calls)


def test_samples_are_spread_evenly_over_the_run() -> None:
    census = Census()
    for size in range(200):
        seen(census, size)
    firsts = [len(choices) for choices in census.samples]
    assert SAMPLES <= len(firsts) < 2 * SAMPLES
    assert firsts == list(range(0, 200, firsts[1]))


def test_a_large_case_is_counted_but_not_kept() -> None:
    census = Census()
    seen(census, LARGEST + 1)
    seen(census, 3, Outcome.OVERRUN)
    assert census.sizes == {LARGEST + 1: 1}
    assert census.samples == []


def test_a_census_has_no_notes_written() -> None:
    written = []

    class Telling:
        def __repr__(self) -> str:
            written.append(1)
            return "Telling()"

    @settings(max_examples=30)
    @given(st.builds(Telling))
    def test(value: object) -> None: ...

    census_of(test)
    assert written == []
