"""Ctrl-C is held back while the gate is closed, and raised when it is opened."""

import os
import signal
import threading
from collections.abc import Iterator

import pytest

from shortlex.runner.interrupts import gate

pytestmark = pytest.mark.skipif(os.name != "posix", reason="signals as on Unix")


@pytest.fixture(autouse=True)
def guarded() -> Iterator[None]:
    """As in the run of a property."""
    before = signal.getsignal(signal.SIGINT)
    gate.guard()
    yield
    gate.release()
    assert signal.getsignal(signal.SIGINT) is before


def press_ctrl_c() -> None:
    signal.raise_signal(signal.SIGINT)


def test_an_open_gate_lets_ctrl_c_through() -> None:
    with pytest.raises(KeyboardInterrupt):
        press_ctrl_c()


def test_a_closed_gate_holds_it_back_until_it_is_opened() -> None:
    gate.close()
    press_ctrl_c()
    with pytest.raises(KeyboardInterrupt):
        gate.open()
    gate.close()
    gate.open()  # it was raised once, and not again


def test_a_second_ctrl_c_is_not_held_back() -> None:
    gate.close()
    press_ctrl_c()
    with pytest.raises(KeyboardInterrupt):
        press_ctrl_c()


def test_a_test_runs_with_the_gate_open_and_it_closes_again() -> None:
    with gate.closed():
        with pytest.raises(KeyboardInterrupt), gate.opened():
            press_ctrl_c()
        usual = signal.getsignal(signal.SIGINT)
        assert usual is not signal.default_int_handler


def test_what_came_before_a_test_stops_it_before_it_begins() -> None:
    gate.close()
    press_ctrl_c()
    with pytest.raises(KeyboardInterrupt), gate.opened():
        pytest.fail("the test began")


def test_a_release_says_whether_something_was_held_back() -> None:
    gate.close()
    press_ctrl_c()
    assert gate.release()
    gate.guard()
    assert not gate.release()
    gate.guard()


def test_a_handler_that_the_test_has_left_stays() -> None:
    before = signal.getsignal(signal.SIGINT)
    gate.close()
    own = signal.signal(signal.SIGINT, signal.SIG_IGN)
    try:
        gate.open()
        assert signal.getsignal(signal.SIGINT) is signal.SIG_IGN
    finally:
        assert own is not None
        signal.signal(signal.SIGINT, before)


def test_another_thread_leaves_the_handler_alone() -> None:
    before = signal.getsignal(signal.SIGINT)
    seen: list[object] = []

    def work() -> None:
        gate.close()
        seen.append(signal.getsignal(signal.SIGINT))
        gate.open()

    thread = threading.Thread(target=work)
    thread.start()
    thread.join()
    assert seen == [before]
