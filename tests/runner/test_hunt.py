"""The state of one run: the bugs found so far, and what is counted."""

from typing import Any

from shortlex import settings
from shortlex import strategies as st
from shortlex.core.case import Case, RecordedCase
from shortlex.core.source import ReplaySource
from shortlex.runner.hunt import MAX_BUGS, MAX_EARLY, Hunt
from shortlex.runner.run import run


def by_number(case: Case) -> None:
    case.mark_interesting(case.draw(st.integers(0, 100)) % 10)


def hunted(*cases: int, **options: Any) -> Hunt:
    hunt = Hunt(by_number, settings(**options), seed=0)
    for number in cases:
        hunt.run(RecordedCase(ReplaySource([number])))
    return hunt


def test_a_simpler_case_of_a_known_bug_takes_its_place_and_a_larger_one_does_not() -> None:
    hunt = hunted(42, 12, 72)
    assert {origin: bug.best.choices for origin, bug in hunt.bugs.items()} == {2: (12,)}


def test_each_origin_is_a_bug_of_its_own() -> None:
    assert list(hunted(1, 2, 3, 11).bugs) == [1, 2, 3]


def test_without_several_bugs_only_the_first_is_reduced() -> None:
    assert list(hunted(1, 2, 3, report_multiple_bugs=False).bugs) == [1]


def test_of_too_many_bugs_the_simplest_are_kept_and_the_others_counted() -> None:
    hunt = hunted(*range(9, -1, -1))
    assert sorted(bug.best.choices[0] for bug in hunt.bugs.values()) == list(range(MAX_BUGS))
    assert hunt.bugs_left_out == 10 - MAX_BUGS


def test_the_latest_cases_before_the_first_failure_are_remembered() -> None:
    hunt = hunted()
    cases = [[number] for number in range(MAX_EARLY + 3)]
    for choices in cases:
        hunt.remember(choices)
    assert [each.choices for each in hunt.early] == cases[3:]
    hunt.forget(cases[-1])
    assert [each.choices for each in hunt.early] == cases[3:-1]


def test_the_first_reason_to_stop_is_the_one_that_counts() -> None:
    hunt = hunted()
    first = KeyboardInterrupt()
    hunt.stop(first)
    hunt.stop(SystemExit())
    assert hunt.stopped_by is first


def test_a_seed_makes_the_same_cases_again() -> None:
    def cases(seed: int) -> list[int]:
        seen: list[int] = []
        run(
            lambda case: seen.append(case.draw(st.integers())), settings(max_examples=20), seed=seed
        )
        return seen

    assert cases(1) == cases(1) != cases(2)
