"""What a child tells its parent arrives whole, in order, whatever the body does to the pipe."""

import os
from collections.abc import Iterator
from mmap import mmap

import pytest

from shortlex.runner.crashes.messages import Receiver, Sender

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
