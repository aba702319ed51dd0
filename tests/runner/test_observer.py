"""Those who watch a run."""

from typing import Any

from shortlex.core.case import Case
from shortlex.runner.observer import Observer, Observers
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
