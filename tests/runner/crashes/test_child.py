"""What a body does in its child process is told as it would be without one."""

import os
from collections.abc import Iterator
from mmap import mmap

import pytest

from shortlex import Phase, assume, event, given, note, settings
from shortlex import strategies as st
from shortlex.errors import ProcessDied
from shortlex.property.session import Session, active
from shortlex.runner.crashes.child import Receiver, Sender
from shortlex.runner.result import Result

pytestmark = pytest.mark.skipif(not hasattr(os, "fork"), reason="needs os.fork()")

isolated = settings(
    isolate=True, derandomize=True, max_examples=10, phases=[Phase.generate], database=None
)


def test_each_body_has_a_process_of_its_own_and_changes_nothing_here() -> None:
    changed: list[int] = []
    parent = os.getpid()

    @isolated
    @given(st.integers(0, 9))
    def test(x: int) -> None:
        assert os.getpid() != parent
        changed.append(x)
        assert len(changed) == 1

    test()
    assert changed == []


def test_invalid_cases_and_events_are_counted_here() -> None:
    results: list[Result] = []

    @isolated
    @given(st.integers(0, 7))
    def test(x: int) -> None:
        assume(x < 4)
        event("small")

    token = active.set(Session(on_result=lambda result, _: results.append(result)))
    try:
        test()
    finally:
        active.reset(token)
    statistics = results[0].statistics
    assert statistics.events == {"small": 4}
    assert (statistics.valid, statistics.invalid) == (4, 4)


def test_an_error_comes_back_with_its_type_and_notes() -> None:
    @isolated
    @given(st.integers(0, 7))
    def test(x: int) -> None:
        note("before")
        raise ZeroDivisionError("as ever")

    with pytest.raises(ZeroDivisionError, match="as ever") as caught:
        test()
    assert "before" in "\n".join(caught.value.__notes__)


def test_a_child_that_ends_itself_has_failed() -> None:
    @isolated
    @given(st.integers(0, 7))
    def test(x: int) -> None:
        os._exit(3)

    with pytest.raises(ProcessDied) as caught:
        test()
    assert caught.value.how == "exit 3"


DONE, AGAIN = ord("d"), ord("a")


class Line:
    """Both ends of a pipe, in one process."""

    def __init__(self) -> None:
        self.reading, self.writing = os.pipe()
        self.page = mmap(-1, 4096)
        self.sender = Sender(self.writing, self.page)
        self.receiver = Receiver()

    def arrive(self, at_once: int = 65536) -> None:
        chunk = os.read(self.reading, 65536)
        for start in range(0, len(chunk), at_once):
            self.receiver.take(chunk[start : start + at_once])


@pytest.fixture
def line() -> Iterator[Line]:
    line = Line()
    yield line
    os.close(line.reading)
    try:
        os.close(line.writing)
    except OSError:
        pass  # the test has closed it


@pytest.mark.parametrize("at_once", [1, 7, 65536])
def test_messages_arrive_in_order_however_they_are_cut(line: Line, at_once: int) -> None:
    line.sender.begin()
    line.sender.tell(lambda: ["a", 1])
    line.sender.tell(lambda: {"b": 2.0})
    line.sender.end(DONE, "words", lambda: "rest", otherwise=AGAIN)
    line.arrive(at_once)
    assert (line.receiver.kind, line.receiver.said) == (DONE, "words")
    assert line.receiver.is_complete
    assert line.receiver.rest() == [["a", 1], {"b": 2.0}, "rest"]


def test_nothing_has_ended_before_the_end_is_said(line: Line) -> None:
    line.sender.begin()
    line.sender.tell(lambda: "a")
    line.arrive()
    assert line.receiver.kind is None


def test_what_cannot_be_told_makes_the_end_another_kind(line: Line) -> None:
    line.sender.end(DONE, None, lambda: lambda: None, otherwise=AGAIN)
    line.arrive()
    assert line.receiver.kind == AGAIN
    assert not line.receiver.is_complete


def test_after_something_that_cannot_be_told_nothing_later_is_told(line: Line) -> None:
    line.sender.tell(lambda: lambda: None)
    line.sender.tell(lambda: "later")
    line.sender.end(DONE, None, lambda: "rest", otherwise=AGAIN)
    line.arrive()
    assert line.receiver.kind == AGAIN
    assert line.receiver.rest() == []


def test_the_end_is_left_in_memory_if_the_pipe_was_closed(line: Line) -> None:
    os.close(line.writing)
    line.sender.end(DONE, "words", lambda: "rest", otherwise=AGAIN)
    line.receiver.look_at(line.page)
    assert (line.receiver.kind, line.receiver.said) == (DONE, "words")
    assert line.receiver.has_lost_pipe
    assert not line.receiver.is_complete


def test_another_file_with_the_number_of_the_pipe_is_not_written_to(line: Line) -> None:
    reading, writing = os.pipe()
    os.dup2(writing, line.writing)
    line.sender.end(DONE, "words", lambda: "rest", otherwise=AGAIN)
    os.close(writing)
    os.close(line.writing)
    assert os.read(reading, 100) == b""
    os.close(reading)
