"""Ctrl-C at every instant after a failure was found: it is shown, and the interrupt goes on.

A trace function sends the signal at the Nth line that the library executes once it holds Ctrl-C
back for the first time, some microseconds after the failure. Each instant has a process of its own,
forked from this one.
"""

import json
import os
import signal
import sys
import traceback
from collections.abc import Callable, Iterable
from pathlib import Path
from types import FrameType
from typing import Any

import pytest

import shortlex
from shortlex import given, note, settings
from shortlex import strategies as st
from shortlex.database import DirectoryDatabase

pytestmark = pytest.mark.skipif(not hasattr(os, "fork"), reason="needs os.fork()")

LIBRARY = str(Path(shortlex.__file__).parent) + os.sep


def failing_property(database: DirectoryDatabase | None) -> Callable[[], None]:
    """A property that fails, with parts that can be explained, notes and draws."""

    @settings(database=database, derandomize=True)
    @given(st.lists(st.integers(0, 99), max_size=4), st.booleans(), st.data())
    def fails(numbers: list[int], is_free: bool, data: st.DataObject) -> None:
        note("a note")
        if sum(numbers) > 50 and data.draw(st.integers(0, 9)) > 2:
            raise ValueError("too much")

    return fails


def ending(run: Callable[[], None], instant: int) -> dict[str, Any]:
    """How a process ends that is interrupted at an instant, as it says itself."""
    answers, questions = os.pipe()
    child = os.fork()
    if child:
        os.close(questions)
        with open(answers, "rb") as pipe:
            said = pipe.read()
        os.waitpid(child, 0)
        answer: dict[str, Any] = json.loads(said) if said else {"error": "it died", "text": ""}
        return answer
    try:
        signal.signal(signal.SIGINT, signal.default_int_handler)
        os.write(questions, json.dumps(_ending(run, instant)).encode())
    finally:
        os._exit(0)


def _ending(run: Callable[[], None], instant: int) -> dict[str, Any]:
    """Run a property, with Ctrl-C at the line of this number."""
    lines = 0

    def trace(frame: FrameType, event: str, argument: object) -> Any:
        nonlocal lines
        if not frame.f_code.co_filename.startswith(LIBRARY):
            return None
        has_begun = lines or signal.getsignal(signal.SIGINT) is not signal.default_int_handler
        if event == "line" and has_begun:
            lines += 1
            if lines == instant:
                signal.raise_signal(signal.SIGINT)
        return trace

    sys.settrace(trace)
    try:
        run()
    except BaseException as error:
        sys.settrace(None)
        text = "".join(traceback.format_exception(error))
        return {"error": type(error).__name__, "text": text, "lines": lines}
    sys.settrace(None)
    return {"error": "it passed", "text": "", "lines": lines}


def check_instants(path: Path, choose: Callable[[int], Iterable[int]]) -> None:
    run = failing_property(DirectoryDatabase(path / "failures"))
    calm = ending(run, 0)
    assert calm["error"] == "ValueError"
    wrong = []
    for instant in choose(calm["lines"]):
        for file in path.glob("failures/*/*"):
            file.unlink()
        answer = ending(run, instant)
        if answer.get("lines", instant) < instant:
            continue  # how often the last case is run depends on how long that takes
        is_shown = "Failing test case: fails(" in answer["text"]
        is_kept = any(path.glob("failures/*/*.txt"))
        if answer["error"] != "KeyboardInterrupt" or not is_shown or not is_kept:
            wrong.append((instant, answer["error"], is_shown, is_kept, answer["text"]))
    assert wrong == []


def test_an_interrupt_at_some_instants_shows_and_keeps_the_failure(tmp_path: Path) -> None:
    check_instants(tmp_path, lambda lines: [1, 2, 3, 4, *range(5, lines, lines // 60)])


@pytest.mark.slow
def test_an_interrupt_at_any_instant_shows_and_keeps_the_failure(tmp_path: Path) -> None:
    check_instants(tmp_path, lambda lines: [*range(1, 200), *range(200, lines, lines // 2000)])
