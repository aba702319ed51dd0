"""Those who watch a run."""

from typing import Any

from shortlex import given
from shortlex import strategies as st
from shortlex.control import assume, target
from shortlex.core.case import Case
from shortlex.property.session import Session, active
from shortlex.runner.observer import MAX_OBSERVATIONS, Observer, Observers, Sample, Survey
from shortlex.runner.run import run
from shortlex.settings import settings
from shortlex.strategies import integers


class Telling(Observer):
    """Writes down of what it is told."""

    def __init__(self, *, reads_notes: bool) -> None:
        self.reads_notes = reads_notes
        self.told: set[str] = set()

    def see_phase(self, *told: Any) -> None:
        self.told.add("phase")

    def see_start(self, *told: Any) -> None:
        self.told.add("start")

    def see_case(self, *told: Any) -> None:
        self.told.add("case")

    def see_bug(self, *told: Any) -> None:
        self.told.add("bug")

    def see_reduction(self, *told: Any) -> None:
        self.told.add("reduction")

    def see_offer(self, *told: Any) -> None:
        self.told.add("offer")


def failing(case: Case) -> None:
    if case.draw(integers()) > 1000:
        case.mark_interesting("large")


def test_several_observers_are_all_told_everything() -> None:
    observers = [Telling(reads_notes=False), Telling(reads_notes=False)]
    run(failing, settings(max_examples=1000), observer=Observers(*observers))
    everything = {"phase", "start", "case", "bug", "reduction", "offer"}
    assert [each.told for each in observers] == [everything] * 2


def test_notes_are_kept_if_any_observer_reads_them() -> None:
    kept: list[bool] = []

    def test(case: Case) -> None:
        case.draw(integers())
        kept.append(case.keeps_notes)

    options = settings(max_examples=5)
    for reading in ((), (False,), (False, True)):
        kept.clear()
        watching = Observers(*(Telling(reads_notes=each) for each in reading))
        run(test, options, observer=watching)
        assert set(kept) == {any(reading)}


def test_an_observer_changes_no_case() -> None:
    def drawn(observer: Observer | None) -> list[int]:
        found: list[int] = []
        run(lambda case: found.append(case.draw(integers())), settings(), observer=observer, seed=1)
        return found

    assert drawn(None) == drawn(Telling(reads_notes=False)) == drawn(Observer())


def surveyed(test: Any) -> Survey:
    survey = Survey()
    token = active.set(Session(observer=survey))
    try:
        test()
    except AssertionError:
        pass
    finally:
        active.reset(token)
    return survey


def test_every_case_that_is_generated_is_counted_and_no_candidate() -> None:
    @settings(max_examples=60, derandomize=True)
    @given(st.lists(st.integers()))
    def test(xs: list[int]) -> None:
        target(len(xs), label="n")
        assume(len(xs) != 3)
        assert len(xs) < 5000

    survey = surveyed(test)
    assert survey.sizes.total() == 60
    ((place, (unmet, met)),) = survey.checks.items()
    assert place[0].endswith("test")
    assert met == 60
    assert unmet > 0
    assert len(survey.targets["n"].values) == 60


def test_reductions_are_not_counted() -> None:
    calls = 0

    @settings(derandomize=True)
    @given(st.lists(st.integers()))
    def test(xs: list[int]) -> None:
        nonlocal calls
        calls += 1
        assert sum(xs) < 1000

    survey = surveyed(test)
    assert 0 < survey.sizes.total() < calls


def test_the_same_cases_are_run_with_and_without_a_survey() -> None:
    runs: list[list[Any]] = []

    @settings(derandomize=True)
    @given(st.lists(st.integers().filter(lambda x: x % 3)), st.text())
    def test(xs: list[int], text: str) -> None:
        runs[-1].append((xs, text))

    for call in (test, lambda: surveyed(test)):
        runs.append([])
        call()
    assert runs[0] == runs[1]


def test_many_numbers_are_kept_evenly() -> None:
    sample = Sample()
    for i in range(5 * MAX_OBSERVATIONS):
        sample.add(i)
    assert len(sample.values) <= MAX_OBSERVATIONS
    assert sample.values[:3] == [0, 8, 16]
    assert sample.values[-1] > 5 * MAX_OBSERVATIONS - 10
