"""Health: what a passing test suffers from is found, measured only where it took long."""

import math
from random import Random
from typing import Any

import pytest

from shortlex import HealthCheck, assume, given, settings
from shortlex import strategies as st
from shortlex.core.case import Case, RandomCase
from shortlex.core.domain import Domain
from shortlex.core.trace import Foreseen
from shortlex.errors import FailedHealthCheck
from shortlex.property.session import Session, active
from shortlex.runner import health
from shortlex.runner import run as run_module
from shortlex.runner.health import MAX_STATISTICS_SAMPLES, Draws, edge_of, sample_draws
from shortlex.runner.result import Result
from shortlex.strategies.strategy import SearchStrategy

NOW = [0.0]
"""A clock on which only ``wait`` takes time, so that every share is exact."""


@pytest.fixture(autouse=True)
def clock(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(health, "perf_counter", lambda: NOW[0])
    monkeypatch.setattr(run_module, "monotonic", lambda: NOW[0])


def run(test: Any, options: settings) -> Result:
    results: list[Result] = []
    session = Session(
        options=lambda _: settings(options, derandomize=True),
        on_result=lambda result, _: results.append(result),
    )
    token = active.set(session)
    try:
        test()
    finally:
        active.reset(token)
    return results[0]


@given(st.integers(0, 999))
def picky(x: int) -> None:
    assume(x % 10 == 0)


@given(st.lists(st.integers()))
def long(xs: list[int]) -> None: ...


@given(st.lists(st.integers(), min_size=20, max_size=20))
def large(xs: list[int]) -> None: ...


def wait(x: int) -> int:
    NOW[0] += 0.01
    return x


@given(st.tuples(st.integers(), st.integers().map(wait)))
def slow(pair: tuple[int, int]) -> None: ...


@given(st.integers().map(lambda x: wait(x) if x % 4 == 0 else x))
def hardly_slow(x: int) -> None: ...


@given(st.integers())
def slow_body(x: int) -> None:
    wait(x)


@st.composite
def slowly_refused(draw: st.DrawFn) -> int:
    return draw(st.integers(0, 99).filter(lambda x: wait(x) < 20))


@given(slowly_refused())
def slow_filter(x: int) -> None: ...


MANY = settings(max_examples=110)


@pytest.mark.parametrize(
    ("test", "options", "problems"),
    [
        (picky, settings(), [HealthCheck.filter_too_much]),
        (picky, settings(suppress_health_check=["filter_too_much"]), []),
        (long, settings(max_choices=4), [HealthCheck.data_too_large]),
        (large, settings(max_choices=30), [HealthCheck.large_base_example]),
        (large, settings(), []),
        (slow, MANY, [HealthCheck.too_slow]),
        (slow, settings(max_examples=50), []),
        (slow, settings(MANY, suppress_health_check=list(HealthCheck)), []),
        (slow_body, MANY, []),
        (hardly_slow, settings(max_examples=500), []),
    ],
)
def test_problems_are_found(test: Any, options: settings, problems: list[HealthCheck]) -> None:
    assert list(run(test, options).health.problems) == problems


def test_the_slow_strategy_is_named_with_its_share() -> None:
    drawing = run(slow, MANY).health.drawing
    assert drawing is not None
    assert repr(drawing.strategy) == "integers().map(wait)"
    assert drawing.seconds == pytest.approx(1.1, abs=0.2)
    assert drawing.share == pytest.approx(1, abs=0.05)
    assert drawing.own_share == pytest.approx(1, abs=0.05)
    assert drawing.acceptance == 1.0


def test_a_slow_filter_is_named_with_what_it_keeps() -> None:
    drawing = run(slow_filter, settings(max_examples=25)).health.drawing
    assert drawing is not None
    assert repr(drawing.strategy) == "integers(0, 99).filter(lambda x: wait(x) < 20)"
    assert drawing.own_share == pytest.approx(1)
    assert 0.01 < drawing.acceptance < 0.5


def test_a_test_that_fails_is_given_no_advice() -> None:
    @given(st.integers(0, 999))
    def test(x: int) -> None:
        assume(x % 10 == 0)
        assert x < 500

    results: list[Result] = []
    token = active.set(Session(on_result=lambda result, _: results.append(result)))
    try:
        with pytest.raises(AssertionError):
            test()
    finally:
        active.reset(token)
    assert results[0].health.problems == ()


def test_those_who_want_failure_get_it() -> None:
    filters = [HealthCheck.filter_too_much]
    with pytest.raises(FailedHealthCheck, match=r"picky: only \d+ of \d+ cases were valid "):
        run(picky, settings(fail_health_check=filters))
    # Not for another, nor where it is suppressed.
    run(picky, settings(fail_health_check=[HealthCheck.data_too_large]))
    run(picky, settings(fail_health_check=filters, suppress_health_check=filters))


def test_a_strategy_that_raises_is_measured_as_far_as_it_goes() -> None:
    met: list[int] = []
    late = 0

    def fail_late(x: int) -> int:
        nonlocal late
        wait(x)
        if len(met) == 120:
            late += 1
            raise ValueError("late")
        return x

    @given(st.integers().map(fail_late))
    def test(x: int) -> None:
        met.append(x)

    drawing = run(test, settings(max_examples=120)).health.drawing
    assert drawing is not None
    assert late > 1


def test_draws_that_take_no_time_have_no_share() -> None:
    @given(st.data())
    def test(data: st.DataObject) -> None:
        data.draw(st.integers())
        wait(0)

    drawing = run(test, settings(max_examples=110)).health.drawing
    assert drawing is not None
    assert drawing.share == 0


def draws_of(**strategies: SearchStrategy[object]) -> Draws:
    @given(**strategies)
    def test(**values: object) -> None:
        raise AssertionError("the body is not run")

    return sample_draws(test.shortlex.test_function((), {}), 10_000, 0, 60.0)  # type: ignore[attr-defined]  # set by @given


def test_strategies_arguments_and_edges_are_told_apart() -> None:
    draws = draws_of(x=st.lists(st.integers().filter(lambda n: n % 2)), y=st.booleans())
    assert draws.cases == MAX_STATISTICS_SAMPLES
    assert len(draws.arguments) == 2
    rows = {repr(each.strategy): each for each in draws.strategies}
    filtered = rows["integers().filter(lambda n: n % 2)"]
    assert 0.3 < filtered.draws / (filtered.draws + filtered.refusals) < 0.7
    assert rows["booleans()"].refusals == 0
    assert set(draws.edges) == {"integer"}


def test_the_same_seed_finds_the_same() -> None:
    first, second = (draws_of(x=st.floats()).edges for _ in range(2))
    assert first == second


@pytest.mark.parametrize(
    ("strategy", "choice", "edge"),
    [
        (st.floats(), math.nan, "nan"),
        (st.floats(), -math.inf, "infinite"),
        (st.floats(), 0.0, "simplest"),
        (st.floats(), -0.0, "other edges"),
        (st.floats(), 123.25, ""),
        (st.text(), "", "empty"),
        (st.text(min_size=1), "0", "simplest"),
        (st.binary(), b"", "empty"),
        (st.integers(1, 1000), 1, "simplest"),
        (st.integers(1, 1000), 1000, "other edges"),
        (st.integers(1, 1000), 437, ""),
    ],
)
def test_edges_have_names(strategy: SearchStrategy[object], choice: object, edge: str) -> None:
    domain = strategy.single_domain()
    assert isinstance(domain, Domain)
    assert edge_of(domain, choice) == edge


def test_a_case_that_is_only_drawn_is_drawn_as_in_the_run() -> None:
    """A subclass would not do: strategies search for accepted values in light cases only."""
    case = health.drawn_case(Random(1), 10_000)
    assert type(case) is RandomCase
    strategy = st.integers(0, 1000).filter(lambda n: n % 500 == 77)
    for _ in range(20):
        case = health.drawn_case(Random(1), 10_000)
        assert case.draw(strategy) in (77, 577)
    with pytest.raises(Foreseen):
        case.arguments_drawn([77])


def test_values_that_a_filter_refused_to_the_end_are_not_kept() -> None:
    never = st.text().filter(lambda text: text != text[:])

    def test(case: Case) -> None:
        case.draw(never)
        case.arguments_drawn()

    draws = health.sample_draws(test, 10_000, 1, 0.2)
    (tally,) = [each for each in draws.strategies if each.refusals]
    assert tally.draws == 0
    assert tally.refusals >= 100
