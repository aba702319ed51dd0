"""Remarks: cost, output, notes, targets and what strategies remember."""

from random import Random

import pytest

from shortlex.core.case import RandomCase, RecordedCase
from shortlex.core.integer import Integer
from shortlex.core.remarks import Told, apply_change
from shortlex.core.sizes import Sizes
from shortlex.core.source import RandomSource, ReplaySource
from shortlex.core.trace import Outcome


def test_only_what_is_new_is_told() -> None:
    items = Told([1, 2])
    items.append(3)
    assert items.change() == (2, [3])
    assert items.change() == (3, [])


def test_what_was_deleted_or_replaced_is_told_again() -> None:
    items = Told([1, 2, 3, 4])
    del items[2:]
    items.append(5)
    assert items.change() == (2, [5])
    items[-1] = 6
    assert items.change() == (2, [6])
    del items[0]
    assert items.change() == (0, [2, 6])


def test_the_changes_make_an_equal_list() -> None:
    items, copy = Told([1, 2, 3]), [1, 2, 3]
    for size, new in [(3, 4), (1, 5), (2, 6), (0, 7)]:
        del items[size:]
        items.append(new)
        apply_change(copy, items.change())
        assert copy == items


def test_whoever_wants_is_called_after_each_item() -> None:
    seen: list[list[int]] = []
    items: Told[int] = Told([], lambda: seen.append(list(items)))
    items.append(1)
    items.append(2)
    assert seen == [[1], [1, 2]]


DIGIT = Integer(0, 9)
MAKERS = [
    lambda: RandomCase(Random(0), 1.0, 1 << 40),
    lambda: RecordedCase(RandomSource(Random(0))),
]
each_speed = pytest.mark.parametrize("make", MAKERS, ids=["light", "recorded"])


def said(case):
    """All that can be taken back."""
    return (
        case.cost,
        case.output,
        list(case.notes or ()),
        dict(case.targets or {}),
        dict(case.memo or {}),
    )


def say(case, word):
    case.incur_cost(1)
    case.write(word)
    case.note(word)
    case.remembered()[word] = word
    case.remembered()["last"] = word
    if case.targets is None:
        case.targets = {}
    case.targets[word] = 1.0


@each_speed
def test_nothing_is_said_at_first(make):
    case = make()
    assert said(case) == (0, "", [], {}, {})
    assert case.events is None
    assert not case.is_marked
    assert not case.keeps_notes


@each_speed
@pytest.mark.parametrize(
    "act",
    [
        lambda case: case.incur_cost(2),
        lambda case: case.write("text"),
        lambda case: case.note("text"),
        lambda case: case.note_value("x", 1),
        lambda case: case.remembered(),
    ],
)
def test_whatever_is_said_marks_the_case(make, act):
    case = make()
    act(case)
    assert case.is_marked


@each_speed
def test_costs_add_up(make):
    case = make()
    case.incur_cost(2)
    case.incur_cost(3)
    assert case.cost == 5


@each_speed
def test_output_is_all_that_was_written(make):
    case = make()
    for text in ("a", "", "bc\n"):
        case.write(text)
    assert case.output == "abc\n"


@each_speed
def test_notes_are_kept_in_order(make):
    case = make()
    case.note("first")
    case.note_value("x", "two")
    assert case.notes == ["first", "x: 'two'"]


@each_speed
def test_values_in_notes_are_written_as_the_report_says(make):
    case = make()
    case.format_value = lambda value: f"<{value}>"
    case.note_value("x", 1)
    assert case.notes == ["x: <1>"]


@each_speed
def test_what_is_remembered_lasts_as_long_as_the_case(make):
    case, other = make(), make()
    case.remembered()["key"] = 1
    assert case.remembered() == {"key": 1}
    assert other.remembered() == {}


def test_a_trace_has_what_was_said():
    case = RecordedCase(ReplaySource([]))
    say(case, "a")
    say(case, "b")
    case.events = {"seen": ""}
    trace = case.trace(Outcome.VALID)
    assert (trace.cost, trace.output, trace.notes) == (2, "ab", ("a", "b"))
    assert (trace.events, trace.targets) == ({"seen": ""}, {"a": 1.0, "b": 1.0})


@each_speed
@pytest.mark.parametrize("words", [[], ["before"], ["some", "more"]])
def test_a_retry_takes_back_what_was_said_since(make, words):
    case = make()
    for word in words:
        say(case, word)
    before = said(case)
    mark = case.checkpoint()
    # The way back from one mark may be taken more than once.
    for attempt in (1, 2, 3):
        case.choose(DIGIT)
        say(case, "after")
        say(case, f"after {attempt}")
        assert case.retry(mark, attempt)
        assert said(case) == before
        assert case.choices == []
    say(case, "end")
    assert case.output == "".join([*words, "end"])


@each_speed
def test_events_are_not_taken_back(make):
    case = make()
    mark = case.checkpoint()
    case.is_marked = True
    case.events = {"refused": ""}
    assert case.retry(mark, 1)
    assert case.events == {"refused": ""}


@each_speed
@pytest.mark.parametrize("is_marked_before", [False, True])
def test_a_refused_element_takes_back_what_it_said(make, is_marked_before):
    case = make()
    if is_marked_before:
        say(case, "before")
    before = said(case)
    turns = 0
    for turn in case.repeat(Sizes(1, 1), "element"):
        turns += 1
        assert said(case) == before
        say(case, "element")
        if turns < 5:
            turn.reject()
    assert turns == 5
    assert case.output == ("beforeelement" if is_marked_before else "element")


def test_a_refused_element_that_stays_in_a_replay_keeps_what_it_said():
    # Its choices stay too, so the same choices still say the same.
    case = RecordedCase(ReplaySource([True, 1, True, 1, False]))
    kept = []
    for turn in case.repeat(Sizes(), "element"):
        digit = case.choose(DIGIT)
        case.write(str(digit))
        if digit in kept:
            turn.reject()
        kept.append(digit)
    assert case.output == "11"


def test_a_case_in_another_process_adopts_remarks_and_choices_as_they_come() -> None:
    told = []
    there, here = (RandomCase(Random(1), 1.0, 100) for _ in range(2))
    there.tell(lambda: told.append(len(there.choices)))
    for number in range(3):
        there.choose(Integer())
        there.note(f"note {number}")
        there.incur_cost(number)
        there.events = {"seen": number}
        here.adopt(there.changes())
        assert here.choices == there.choices
        assert here.notes == there.notes == [f"note {i}" for i in range(number + 1)]
        assert (here.cost, here.is_marked) == (there.cost, True)
        assert here.events == there.events == {"seen": number}
    # The events are a copy: what happens later is not seen before it is told.
    there.events["later"] = 1
    assert "later" not in (here.events or {})
    assert told == [1, 1, 2, 2, 3, 3]


def test_a_case_without_remarks_is_adopted_without_any() -> None:
    there, here = (RandomCase(Random(1), 1.0, 100) for _ in range(2))
    there.tell(lambda: None)
    there.choose(Integer())
    here.adopt(there.changes())
    assert here.choices == there.choices
    assert (here.is_marked, here.cost, here.events, here.targets) == (False, 0, None, None)
