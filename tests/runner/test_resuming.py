"""Reductions that stop and go on, through the low-level API and in real processes."""

import json
import os
import signal
import subprocess
import sys
import textwrap
from collections import Counter
from pathlib import Path
from typing import Any

import pytest

from shortlex import given, lowlevel
from shortlex import strategies as st
from shortlex.core.trace import Trace
from shortlex.errors import InvalidArgument
from shortlex.lowlevel import Case, Progress

START = [each for number in range(50, 300, 10) for each in (True, number)] + [False]
SMALLEST = (True, 100, True, 100, True, 100, False)


def three_large(case: Case) -> None:
    numbers = case.draw(st.lists(st.integers(0, 1000)))
    if sum(number >= 100 for number in numbers) >= 3:
        case.mark_interesting()


# In one process


def test_calls_are_counted_without_the_first() -> None:
    calls = 0

    def function(case: Case) -> None:
        nonlocal calls
        calls += 1
        three_large(case)

    trace = lowlevel.reduce(function, START, max_calls=7)
    assert calls == 8
    assert trace.is_interesting
    assert lowlevel.reduce(function, START, max_calls=0).choices == tuple(START)


@pytest.fixture
def now(monkeypatch: pytest.MonkeyPatch) -> list[float]:
    """A clock for reductions that only the test moves on."""
    now = [0.0]
    monkeypatch.setattr(lowlevel, "monotonic", lambda: now[0])
    return now


def test_time_is_kept(now: list[float]) -> None:
    def function(case: Case) -> None:
        now[0] += 0.02
        three_large(case)

    progress = Progress()
    assert lowlevel.reduce(function, START, max_seconds=0.1, progress=progress).is_interesting
    assert now[0] < 0.2
    assert not progress.is_finished


def test_a_slow_generator_is_stopped_in_the_middle(now: list[float]) -> None:
    draws = 0

    def function(case: Case) -> None:
        nonlocal draws
        for _ in range(500):
            lowlevel.draw_bits(case, 8)
            draws += 1
            now[0] += 0.002 if draws > 500 else 0
        case.mark_interesting()

    lowlevel.reduce(function, [200] * 500, max_seconds=0.1)
    assert 500 < draws < 1000


@pytest.mark.parametrize("limits", [{"max_calls": -1}, {"max_calls": 1.5}, {"max_seconds": -1}])
def test_limits_are_checked(limits: dict[str, Any]) -> None:
    (name,) = limits
    with pytest.raises(InvalidArgument, match=rf"reduce\({name}="):
        lowlevel.reduce(three_large, START, **limits)


def test_steps_are_told_before_anything_else_runs() -> None:
    happened: list[str] = []

    def function(case: Case) -> None:
        happened.append("call")
        three_large(case)

    def on_step(name: str, trace: Trace) -> None:
        assert happened[-1] == "call"
        assert trace.is_interesting
        happened.append(name)

    lowlevel.reduce(function, START, on_step=on_step)
    assert Counter(happened)["delete_spans"] > 0


def test_an_error_in_a_step_ends_the_reduction_and_loses_nothing() -> None:
    def on_step(name: str, trace: Trace) -> None:
        if trace.size < 30:
            raise RuntimeError("enough")

    progress = Progress()
    with pytest.raises(RuntimeError, match="enough"):
        lowlevel.reduce(three_large, START, on_step=on_step, progress=progress)
    assert progress.best is not None
    assert len(progress.best) < 30
    assert lowlevel.reduce(three_large, START, progress=progress).choices == SMALLEST


def test_an_interrupt_loses_nothing() -> None:
    calls = 0

    def function(case: Case) -> None:
        nonlocal calls
        calls += 1
        if calls == 20:
            raise KeyboardInterrupt
        three_large(case)

    progress = Progress()
    with pytest.raises(KeyboardInterrupt):
        lowlevel.reduce(function, START, progress=progress)
    assert progress.best is not None
    assert len(progress.best) < len(START)
    assert progress.calls == 18
    assert lowlevel.reduce(function, START, progress=progress).choices == SMALLEST


def test_what_is_finished_is_only_run_to_see_it() -> None:
    progress = Progress()
    lowlevel.reduce(three_large, START, progress=progress)
    assert progress.is_finished
    calls = 0

    def function(case: Case) -> None:
        nonlocal calls
        calls += 1
        three_large(case)

    assert lowlevel.reduce(function, START, progress=progress).choices == SMALLEST
    assert calls == 1


def test_progress_whose_best_no_longer_fails_is_refused() -> None:
    progress = Progress()
    lowlevel.reduce(three_large, START, progress=progress, max_calls=5)
    with pytest.raises(InvalidArgument, match="the case is valid, not interesting"):
        lowlevel.reduce(lambda case: None, START, progress=progress)


# Arguments that the body has met


class Property:
    """A property as ``given`` makes it; lists that are permuted have equal sums."""

    def __init__(self) -> None:
        self.met: list[str] = []

        @given(st.lists(st.one_of(st.booleans(), st.integers(0, 9), st.integers(0, 1000))))
        def test(xs: list[Any]) -> None:
            self.met.append(repr(xs))
            if sum(xs) > 300:
                raise ValueError(f"{xs!r} is too much")

        self.function = test.shortlex.test_function((), {})  # type: ignore[attr-defined]  # for tools


MIXED = [True, 2, 200, True, 0, True, True, 1, 5, True, 2, 150, True, 2, 7, False]


def test_the_body_meets_no_arguments_again_after_a_cut() -> None:
    whole = Property()
    end = lowlevel.reduce(whole.function, MIXED)
    assert len(set(whole.met)) == len(whole.met)
    for cut in range(0, len(whole.met) + 5, 2):
        one, progress = Property(), Progress()
        best = lowlevel.reduce(one.function, MIXED, max_calls=cut, progress=progress)
        progress = Progress.from_bytes(progress.to_bytes())
        resumed = lowlevel.reduce(one.function, MIXED, progress=progress)
        assert resumed.choices == end.choices
        again = [xs for xs, times in Counter(one.met).items() if times > 1]
        # Only the best is run again, to see that it still fails.
        assert [f"{xs} is too much" for xs in again] == [str(best.error)]
        assert str(resumed.error) == str(end.error)


def test_a_case_whose_failing_was_only_remembered_tells_its_own_error() -> None:
    one, progress = Property(), Progress()
    end = lowlevel.reduce(one.function, MIXED, progress=progress)
    # The arguments are known, and nothing else is.
    progress.best, progress.is_finished = tuple(MIXED), False
    progress.seen.clear()
    again = lowlevel.reduce(one.function, MIXED, progress=progress)
    assert again.choices == end.choices
    assert str(again.error) == str(end.error)
    # The start, and the end for its error; nothing between them is run again. What is new may be:
    # the more calls were made, the more patience there is.
    twice = [xs for xs, times in Counter(one.met).items() if times > 1]
    assert twice == [one.met[0], str(end.error).removesuffix(" is too much")]


# In several processes

PROGRAM = """
import json, sys
from pathlib import Path
from shortlex import lowlevel, strategies as st

calls, stored, limit = Path(sys.argv[1]), Path(sys.argv[2]), int(sys.argv[3])
words = st.lists(st.sampled_from(["a", "be", "sea", "dear", "eager"]) | st.integers(0, 1000))

def function(case):
    with calls.open("a") as file:
        source = case.source
        is_light = type(case).__name__ == "TrialCase"  # what seems to fail there is run again
        is_random = is_light or type(source._fill).__name__ == "RandomSource"
        print(json.dumps([is_random, repr(list(source._choices))]), file=file)
    values = case.draw(words)
    if sum(len(x) if isinstance(x, str) else x for x in values) > 1200:
        case.mark_interesting()

start = []
for number in range(12):
    start += [True, 0, number % 5, True, 1, 100 + number]
start.append(False)

progress = lowlevel.Progress()
if stored.exists():
    progress = lowlevel.Progress.from_bytes(stored.read_bytes())
trace = lowlevel.reduce(function, start, progress=progress, max_calls=limit or None)
stored.write_bytes(progress.to_bytes())
print(json.dumps([progress.is_finished, trace.choices]))
"""


def run_program(tmp_path: Path, name: str, limit: int, seed: int) -> tuple[bool, list[Any]]:
    program = tmp_path / "program.py"
    program.write_text(PROGRAM)
    run = subprocess.run(
        [sys.executable, program, tmp_path / f"{name}.calls", tmp_path / name, str(limit)],
        env={
            **os.environ,
            "PYTHONHASHSEED": str(seed),
            "PYTHONPATH": os.pathsep.join(sys.path),
        },
        capture_output=True,
        text=True,
        check=True,
    )
    is_finished, choices = json.loads(run.stdout)
    return is_finished, choices


def test_several_processes_together_do_what_one_does_and_nothing_twice(tmp_path: Path) -> None:
    is_finished, smallest = run_program(tmp_path, "whole", 0, seed=1)
    assert is_finished
    pieces, is_finished, choices = 0, False, []
    while not is_finished:
        pieces += 1
        is_finished, choices = run_program(tmp_path, "pieces", 17, seed=pieces)
    assert choices == smallest
    assert pieces > 3
    lines = (tmp_path / "pieces.calls").read_text().splitlines()
    made = Counter(choices for is_random, choices in map(json.loads, lines) if not is_random)
    repeated = sum(times - 1 for times in made.values())
    # Each process runs the best it is given once, to see that it still fails; and a step uphill
    # may be what was too large when it was offered as one down.
    assert repeated <= pieces + 1


KILLED = """
import os, sys, time
from pathlib import Path
from shortlex import lowlevel, strategies as st

stored = Path(sys.argv[1])
start = [each for number in range(50, 300, 10) for each in (True, number)] + [False]

def function(case):
    numbers = case.draw(st.lists(st.integers(0, 1000)))
    time.sleep(0.01)
    if sum(number >= 100 for number in numbers) >= 3:
        case.mark_interesting()

def save(name, trace):
    new = stored.with_suffix(".new")
    new.write_bytes(progress.to_bytes())
    os.replace(new, stored)
    print(len(trace.choices), flush=True)

progress = lowlevel.Progress()
lowlevel.reduce(function, start, progress=progress, on_step=save)
"""


@pytest.mark.skipif(os.name != "posix", reason="signals as on Unix")
@pytest.mark.parametrize("signal_", [signal.SIGKILL, signal.SIGINT])
def test_a_process_that_is_killed_loses_nothing_that_it_handed_out(
    tmp_path: Path, signal_: signal.Signals
) -> None:
    program, stored = tmp_path / "program.py", tmp_path / "stored"
    program.write_text(textwrap.dedent(KILLED))
    process = subprocess.Popen(
        [sys.executable, program, stored],
        env={**os.environ, "PYTHONPATH": os.pathsep.join(sys.path)},
        stdout=subprocess.PIPE,
        stderr=subprocess.DEVNULL,
        text=True,
    )
    assert process.stdout is not None
    sizes = [int(process.stdout.readline()) for _ in range(5)]
    process.send_signal(signal_)
    rest, _ = process.communicate(timeout=120)
    assert process.returncode == -signal_
    sizes += map(int, rest.split())
    progress = Progress.from_bytes(stored.read_bytes())
    assert progress.best is not None
    assert len(progress.best) == sizes[-1] < len(START)
    assert lowlevel.replay(three_large, progress.best).is_interesting
    assert lowlevel.reduce(three_large, START, progress=progress).choices == SMALLEST
