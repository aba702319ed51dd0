"""A front has the cases that no other case dominates."""

from __future__ import annotations

from shortlex.core.front import MAX_MEMBERS, Front


def test_the_best_case_for_a_label_is_kept() -> None:
    front = Front()
    assert front.add({"n": 1.0}, [1])
    assert front.add({"n": 3.0}, [3])
    assert not front.add({"n": 2.0}, [2])
    assert not front.add({"n": 3.0}, [4]), "it is not better"
    assert [list(member.choices) for member in front.members] == [[3]]
    assert front.best["n"].scores == {"n": 3.0}


def test_cases_that_are_better_for_different_labels_are_both_kept() -> None:
    front = Front()
    assert front.add({"a": 1.0, "b": 5.0}, [1])
    assert front.add({"a": 5.0, "b": 1.0}, [2])
    assert front.add({"a": 3.0, "b": 3.0}, [3])
    assert not front.add({"a": 3.0, "b": 2.0}, [4])
    assert len(front.members) == 3
    assert front.add({"a": 5.0, "b": 5.0}, [5])
    assert [list(member.choices) for member in front.members] == [[5]]


def test_a_label_that_a_case_lacks_is_not_better() -> None:
    front = Front()
    assert front.add({"a": 9.0}, [1])
    assert front.add({"b": 1.0}, [2])
    assert set(front.best) == {"a", "b"}


def test_a_front_of_very_many_cases_keeps_the_best_for_each_label() -> None:
    front = Front()
    for number in range(10 * MAX_MEMBERS):
        assert front.add({"up": float(number), "down": float(-number)}, [number])
    assert len(front.members) == MAX_MEMBERS
    assert list(front.best["down"].choices) == [0]
    assert any(list(member.choices) == [0] for member in front.members)
