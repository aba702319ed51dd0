"""The time of ``--budget`` is shared, and all of it is used."""

from __future__ import annotations

from collections.abc import Callable
from functools import partial
from typing import Any
from xml.etree import ElementTree

import pytest

from shortlex.plugin import items
from shortlex.plugin.sharing import Sharing
from shortlex.property import call
from shortlex.runner.case_count import Share
from tests.plugin.conftest import Run

ITEM: Any = "any test"


def test_everyone_gets_the_same_of_what_is_left() -> None:
    sharing = Sharing(100, 4)
    shares = []
    for spent in (25, 5, 35, 40):
        shares.append(sharing.share())
        sharing.spend(ITEM, spent)
        sharing.pass_on()
    assert shares == [25, 25, 35, 35]


def test_who_comes_when_all_is_spent_gets_nothing_extra() -> None:
    sharing = Sharing(10, 1)
    sharing.spend(ITEM, 12)
    sharing.pass_on()
    assert sharing.share() == 0


@pytest.mark.parametrize("workers", [1, 2, 4])
def test_workers_have_the_whole_time_each(workers: int) -> None:
    sharing = Sharing(60, 12, workers)
    assert sharing.share() == 5 * workers


def test_more_tests_than_expected_get_what_is_left() -> None:
    sharing = Sharing(60, 2, 4)
    assert sharing.share() == 60
    sharing.spend(ITEM, 50)
    sharing.pass_on()
    assert sharing.share() == 10


SLOW = """
from shortlex.plugin.items import monotonic as clock

SETUPS = []

@pytest.fixture
def once(request):
    SETUPS.append(request.node.name)

def wait(name, x):
    clock.now += 1.0
    clock.seen.append((name, x))
"""


class Clock:
    """Time that passes only when a test says so."""

    def __init__(self) -> None:
        self.now = 0.0
        self.seen: list[tuple[str, Any]] = []

    def __call__(self) -> float:
        return self.now


CLOCK = Clock()


@pytest.fixture
def run_slowly(run: Run, monkeypatch: pytest.MonkeyPatch) -> Callable[..., pytest.RunResult]:
    """Run tests in which each case takes a second of ``CLOCK``."""
    CLOCK.now, CLOCK.seen = 0.0, []
    monkeypatch.setattr(items, "monotonic", CLOCK)
    monkeypatch.setattr(call, "Share", partial(Share, clock=CLOCK))
    return lambda body, *options: run(SLOW + body, "-p", "no:randomly", *options)


MANY_AND_FEW = """
@settings(max_examples=5)
@given(x=st.integers())
def test_many(once, x):
    wait("many", x)

@given(x=st.booleans())
def test_few(once, x):
    wait("few", x)
"""


def test_time_that_the_last_properties_do_not_use_goes_to_the_others(
    run_slowly: Callable[..., pytest.RunResult],
) -> None:
    result = run_slowly(MANY_AND_FEW, "--budget=200s", "--shortlex-statistics")
    result.assert_outcomes(passed=2)
    assert 199 <= CLOCK.now <= 202
    # A second turn, and one with what rounding has left of that.
    pages = [line for line in result.outlines if line == "test_it.py::test_many:"]
    assert len(pages) >= 2
    assert result.outlines.count("test_it.py::test_few:") == 1


@pytest.mark.parametrize("options", [("--shortlex-seed=5",), ()])
def test_another_turn_makes_other_cases_even_with_a_fixed_seed(
    run_slowly: Callable[..., pytest.RunResult], options: tuple[str, ...]
) -> None:
    run_slowly(MANY_AND_FEW, "--budget=200s", *options).assert_outcomes(passed=2)
    # The first turn ends where the other property begins.
    end = CLOCK.seen.index(("few", False))
    first = [x for _, x in CLOCK.seen[:end]]
    second = [x for name, x in CLOCK.seen[end:] if name == "many"]
    assert first[0] == second[0] == 0, "each begins with the simplest case"
    assert first[:30] != second[:30]


def test_a_property_that_fails_in_a_later_turn_fails(
    run_slowly: Callable[..., pytest.RunResult],
) -> None:
    body = """
@settings(max_examples=5)
@given(x=st.integers())
def test_late(x):
    wait("late", x)
    assert clock.now < 150

@given(x=st.booleans())
def test_few(x):
    wait("few", x)
"""
    result = run_slowly(body, "--budget=200s")
    assert result.ret == pytest.ExitCode.TESTS_FAILED
    result.assert_outcomes(passed=2, failed=1)


@pytest.mark.parametrize("is_late", [True, False])
def test_a_property_has_one_entry_in_junit_xml_that_of_its_last_turn(
    run_slowly: Callable[..., pytest.RunResult], *, is_late: bool
) -> None:
    body = f"""
@settings(max_examples=5)
@given(x=st.integers())
def test_late(once, x):
    wait("late", x)
    assert clock.now < {150 if is_late else 1000}

@given(x=st.booleans())
def test_few(x):
    wait("few", x)

def test_plain():
    pass
"""
    result = run_slowly(body, "--budget=200s", "--junitxml=out.xml")
    assert CLOCK.seen.count(("late", 0)) > 1, "it had several turns"
    (suite,) = ElementTree.parse("out.xml").getroot()
    assert [each.get("name") for each in suite] == ["test_few", "test_plain", "test_late"]
    assert suite.get("tests") == "3"
    failed = [each.get("name") for each in suite if each.find("failure") is not None]
    assert failed == (["test_late"] if is_late else [])
    assert suite.get("failures") == str(len(failed))
    result.assert_outcomes(passed=3, failed=len(failed))


def test_an_error_in_teardown_after_a_failure_has_an_entry_of_its_own(
    run_slowly: Callable[..., pytest.RunResult],
) -> None:
    body = """
@pytest.fixture(scope="module")
def broken():
    yield
    raise ValueError

@given(x=st.booleans())
def test_fails(broken, x):
    assert False
"""
    run_slowly(body, "--budget=200s", "--junitxml=out.xml").assert_outcomes(failed=1, errors=1)
    (suite,) = ElementTree.parse("out.xml").getroot()
    assert [suite.get(name) for name in ("failures", "errors")] == ["1", "1"]
    assert [[part.tag for part in each] for each in suite] == [["failure"], ["error"]]


def test_a_property_that_has_failed_gets_no_further_turn(
    run_slowly: Callable[..., pytest.RunResult],
) -> None:
    body = """
@settings(max_examples=5)
@given(x=st.integers())
def test_bad(once, x):
    assert SETUPS.count("test_bad") == 1
    wait("bad", x)
    assert clock.now < 50

@given(x=st.booleans())
def test_few(x):
    wait("few", x)
"""
    result = run_slowly(body, "--budget=200s")
    result.assert_outcomes(passed=1, failed=1)
    assert CLOCK.now < 150


def test_workers_of_xdist_use_all_of_their_time(run: Run) -> None:
    body = """
@given(x=st.integers())
def test_many(x): ...

@given(x=st.booleans())
def test_few(x): ...
"""
    # Usually a turn follows. How many there are depends on the machine, and is not tested here.
    result = run(body, "--budget=0.4s", "-n1", apart=True)
    result.assert_outcomes(passed=2)
    assert result.ret == pytest.ExitCode.OK
