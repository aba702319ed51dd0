"""Cases that run in a child process: whatever they do to it, the run goes on."""

import asyncio
import ctypes
import hashlib
import os
import re
import resource
import signal
import subprocess
import sys
import threading
import time
import unittest
from collections.abc import Callable
from pathlib import Path
from typing import Any

import pytest

from shortlex import Phase, Verbosity, assume, event, example, given, note, settings, target
from shortlex import strategies as st
from shortlex.errors import FlakyFailure, InvalidArgument, InvalidState, ProcessDied
from shortlex.property.session import Session, active
from shortlex.runner.crashes import isolation
from shortlex.runner.crashes.isolation import crash_place, how_it_died
from shortlex.runner.result import Result

pytestmark = pytest.mark.skipif(not hasattr(os, "fork"), reason="needs os.fork()")

isolated = settings(isolate=True, derandomize=True, phases=set(Phase) - {Phase.explain})


def death_of(test: Callable[..., Any]) -> ProcessDied:
    with pytest.raises(ProcessDied) as caught:
        test()
    return caught.value


def segfault() -> None:
    ctypes.string_at(0)


def test_a_segmentation_fault_is_reduced_and_says_where() -> None:
    @isolated
    @given(st.lists(st.integers()))
    def test(xs: list[int]) -> None:
        if sum(xs) > 1000:
            segfault()

    error = death_of(test)
    assert str(error) == "The case killed its process: SIGSEGV (segmentation fault)."
    assert error.how == "SIGSEGV"
    assert error.place == (__file__, segfault.__code__.co_firstlineno + 1)
    report = "\n".join(error.__notes__)
    assert "xs=[1001]," in report
    assert "in segfault" in report
    assert "run_in_child" not in report
    assert "death_of" not in report


@pytest.mark.parametrize(
    ("end", "how"),
    [
        (os.abort, "SIGABRT"),
        (lambda: os._exit(3), "exit 3"),
        (lambda: os._exit(0), "exit 0"),
        (lambda: os.kill(os.getpid(), signal.SIGKILL), "SIGKILL"),
        (lambda: os.kill(os.getpid(), signal.SIGTERM), "SIGTERM"),
    ],
    ids=["abort", "exit", "silent exit", "kill", "terminate"],
)
def test_every_way_to_die_is_told_apart(end: Callable[[], None], how: str) -> None:
    @isolated
    @given(st.integers(0, 100))
    def test(x: int) -> None:
        if x > 9:
            end()

    error = death_of(test)
    assert error.how == how
    assert "x=10," in error.__notes__[0]


def test_different_deaths_are_different_bugs() -> None:
    @isolated
    @given(st.integers(0, 100))
    def test(x: int) -> None:
        if x > 50:
            os._exit(1)
        if x > 20:
            os.abort()

    with pytest.raises(ExceptionGroup) as caught:
        test()
    assert {error.how for error in caught.value.exceptions} == {"exit 1", "SIGABRT"}  # type: ignore[attr-defined]  # all died


def test_an_endless_loop_is_ended_and_says_where_it_was() -> None:
    @settings(isolated, case_seconds=0.5)
    @given(st.integers(0, 100))
    def test(x: int) -> None:
        while x > 90:
            pass

    error = death_of(test)
    assert str(error) == "The case did not end within 0.5 seconds."
    assert error.place[0] == __file__
    assert "x=91," in error.__notes__[0]


def test_too_much_memory_is_a_failure_of_the_case() -> None:
    @settings(isolated, case_memory=200_000_000)
    @given(st.integers(0, 100))
    def test(x: int) -> None:
        if x > 9:
            bytearray(10**9)

    error = death_of(test)
    assert "more memory than its limit of 200,000,000 bytes" in str(error)
    assert "x=10," in error.__notes__[0]


def test_what_was_drawn_and_noted_before_the_end_is_reported() -> None:
    @isolated
    @given(st.integers(0, 9), st.data())
    def test(x: int, data: st.DataObject) -> None:
        note("before")
        xs = data.draw(st.lists(st.integers(0, 100)), label="numbers")
        note(f"drew {len(xs)}")
        if sum(xs) > 20:
            os.abort()

    assert "\n".join(death_of(test).__notes__).startswith(
        "Failing test case: test(\n    x=0,\n    data=data(...),\n)\n"
        "before\nDraw 1 (numbers): [21]\ndrew 1\n"
    )


def test_an_ordinary_failure_is_raised_here_with_its_own_traceback() -> None:
    pids = []

    @isolated
    @given(st.integers())
    def test(x: int) -> None:
        pids.append(os.getpid())
        if x > 99:
            raise ValueError(x)

    with pytest.raises(ValueError, match="100") as caught:
        test()
    assert caught.traceback[-1].name == "test"
    assert set(pids) == {os.getpid()}, "what happens in a child stays there"


def test_what_a_case_says_comes_back() -> None:
    results: list[Result] = []

    @settings(isolated, max_examples=20)
    @given(st.integers(0, 1000))
    def test(x: int) -> None:
        assume(x % 2 == 0)
        event("even")
        target(x, label="size")

    token = active.set(Session(on_result=lambda result, options: results.append(result)))
    try:
        test()
    finally:
        active.reset(token)
    statistics = results[0].statistics
    assert statistics.valid == statistics.events["even"] == 20
    assert statistics.invalid > 0
    assert statistics.targets["size"] > 0
    assert any("assume() was not met" in str(reason) for reason in statistics.rejections)


def test_a_case_that_returns_something_is_told_so() -> None:
    @isolated
    @given(st.integers())
    def test(x: int) -> int:
        return x

    with pytest.raises(InvalidArgument, match="returned"):
        test()


def test_skipping_works_in_a_child() -> None:
    @isolated
    @given(st.integers())
    def test(x: int) -> None:
        pytest.skip("not today")

    with pytest.raises(pytest.skip.Exception, match="not today"):
        test()


def test_an_interrupt_ends_the_child_too(tmp_path: Path) -> None:
    @isolated
    @given(st.just(0))
    def test(x: int) -> None:
        time.sleep(0.5)  # until the parent waits: elsewhere an interrupt may get lost
        os.kill(os.getppid(), signal.SIGINT)
        time.sleep(30)
        (tmp_path / "not ended").touch()

    with pytest.raises(KeyboardInterrupt):
        test()
    assert list(tmp_path.iterdir()) == []
    with pytest.raises(ChildProcessError):
        os.waitpid(-1, os.WNOHANG)


def test_output_is_not_printed_twice(pytester: pytest.Pytester) -> None:
    pytester.makepyfile(
        script="""
        from shortlex import given, settings, strategies as st

        @settings(isolate=True)
        @given(st.booleans())
        def test(flag):
            print("run")

        print("start")
        test()
        """
    )
    result = pytester.run(sys.executable, "script.py")
    assert result.stdout.lines == ["start", "run", "run"]


def test_a_system_without_fork_is_told_so(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.delattr(isolation.os, "fork")

    @isolated
    @given(st.integers())
    def test(x: int) -> None: ...

    with pytest.raises(InvalidState, match="which this system does not have"):
        test()


def test_bad_limits_are_refused() -> None:
    with pytest.raises(InvalidArgument, match="case_seconds=0"):
        settings(case_seconds=0)
    with pytest.raises(InvalidArgument, match="case_memory='1 GB'"):
        settings(case_memory="1 GB")  # type: ignore[arg-type]  # the point of it


# What happens in a child happens here, too


def results_of(test: Callable[..., Any]) -> Result:
    """The result of a test that passes, or fails."""
    results: list[Result] = []
    token = active.set(Session(on_result=lambda result, options: results.append(result)))
    try:
        test()
    except Exception:
        pass
    finally:
        active.reset(token)
    return results[0]


def told_by(result: Result) -> tuple[object, ...]:
    statistics = result.statistics
    return (
        statistics.valid,
        statistics.invalid,
        statistics.duplicates,
        statistics.overruns,
        statistics.events,
        statistics.targets,
        dict(statistics.rejections),
        [(failure.trace.choices, str(failure.trace.origin)) for failure in result.failures],
    )


def says_much(x: int, data: st.DataObject) -> None:
    y = data.draw(st.integers(0, 99).filter(lambda n: n % 3 != 0))
    xs = data.draw(st.lists(st.text(max_size=3), unique=True, max_size=4))
    event("large" if y > 50 else "small")
    target(x * y, label="product")
    assume(len(xs) != 3)


def fails_rarely(x: int, data: st.DataObject) -> None:
    assert x + data.draw(st.integers(0, 1000)) < 950


def few_cases(x: int, data: st.DataObject) -> None:
    event(str(data.draw(st.booleans())))
    assume(x != 4)


@pytest.mark.parametrize(
    "body",
    [says_much, few_cases, pytest.param(fails_rarely, marks=pytest.mark.slow)],
)
def test_a_run_in_children_makes_the_same_cases_and_counts_them_alike(
    body: Callable[..., Any],
) -> None:
    options = settings(derandomize=True, database=None, phases=set(Phase) - {Phase.explain})
    runs = []
    for is_isolated in (False, True):
        test = given(st.integers(0, 9), st.data())(body)
        runs.append(told_by(results_of(settings(options, isolate=is_isolated)(test))))
    assert runs[0] == runs[1]


def test_each_of_a_few_cases_is_run_that_are_drawn_in_the_body(tmp_path: Path) -> None:
    @isolated
    @given(st.data())
    def test(data: st.DataObject) -> None:
        drawn = data.draw(st.tuples(st.booleans(), st.integers(0, 2)))
        (tmp_path / f"{drawn}").touch()

    test()
    assert len(list(tmp_path.iterdir())) == 6


def test_a_crash_in_the_middle_of_a_draw_is_reduced() -> None:
    def check(x: int) -> int:
        if x > 500:
            os.abort()
        return x

    @isolated
    @given(st.data())
    def test(data: st.DataObject) -> None:
        data.draw(st.lists(st.integers(0, 1000).map(check)))

    @isolated
    @given(st.data())
    def plain(data: st.DataObject) -> None:
        check(data.draw(st.integers(0, 1000)))

    assert death_of(test).how == "SIGABRT"
    assert "Draw 1: 501" in "\n".join(death_of(plain).__notes__)


def test_an_explanation_varies_what_is_drawn_in_the_body() -> None:
    @settings(isolate=True, derandomize=True, database=None)
    @given(st.data())
    def test(data: st.DataObject) -> None:
        x, y = data.draw(st.integers(0, 1000)), data.draw(st.integers(0, 1000))
        # Fails for most other values of y, but not for all of them.
        if x > 500 and y < 900:
            os.abort()

    assert "any value here" not in "\n".join(death_of(test).__notes__)


def test_much_that_is_drawn_in_the_body_comes_back() -> None:
    @settings(isolated, max_examples=3, max_choices=100_000, phases=[Phase.generate])
    @given(st.data())
    def test(data: st.DataObject) -> None:
        for _ in range(2000):
            data.draw(st.text(min_size=50, max_size=50))
        assert data.draw(st.integers(0, 10)) < 0

    with pytest.raises(AssertionError):
        test()


# What a body may do to its process


def only_in_the_child(parent: int) -> None:
    assert os.getpid() == parent, "not the parent"


def test_a_failure_that_does_not_come_again_here_is_flaky() -> None:
    parent = os.getpid()

    @isolated
    @given(st.integers(0, 9))
    def test(x: int) -> None:
        only_in_the_child(parent)

    with pytest.raises(FlakyFailure, match="AssertionError: not the parent") as caught:
        test()
    assert "x=0," in "\n".join(caught.value.__notes__)


@pytest.mark.parametrize("end", [lambda: assume(False), lambda: pytest.skip("here")])
def test_what_fails_in_the_child_alone_is_not_hidden_by_a_rejection(
    end: Callable[[], None],
) -> None:
    parent = os.getpid()

    @isolated
    @given(st.integers(0, 9))
    def test(x: int) -> None:
        only_in_the_child(parent) if os.getpid() != parent else end()

    with pytest.raises(FlakyFailure, match="AssertionError: not the parent"):
        test()


def test_slow_in_the_child_alone_is_no_failure() -> None:
    parent = os.getpid()

    @settings(isolated, deadline=20)
    @given(st.integers(0, 2))
    def test(x: int) -> None:
        end = time.thread_time() + (0.05 if os.getpid() != parent else 0)
        while time.thread_time() < end:
            pass

    test()


def test_a_memory_error_without_a_limit_is_an_error_like_others() -> None:
    @isolated
    @given(st.integers(0, 100))
    def test(x: int) -> None:
        if x > 9:
            raise MemoryError("so much")

    with pytest.raises(MemoryError, match="so much"):
        test()


def leave_a_process(sign: Path) -> None:
    if os.fork() == 0:
        time.sleep(60)
        sign.touch()
        os._exit(0)


@pytest.mark.parametrize("end", [lambda: None, os.abort], ids=["passes", "dies"])
def test_nobody_waits_for_a_process_that_the_body_leaves(
    end: Callable[[], None], tmp_path: Path
) -> None:
    @settings(isolated, max_examples=3)
    @given(st.integers(0, 9))
    def test(x: int) -> None:
        leave_a_process(tmp_path / "waited for")
        end()

    if end is os.abort:
        assert death_of(test).how == "SIGABRT"
    else:
        test()
    assert list(tmp_path.iterdir()) == []


def return_from_a_fork() -> None:
    if os.fork():
        os.wait()


def raise_in_a_fork() -> None:
    if os.fork() == 0:
        raise ValueError("in a process of its own")
    os.wait()


def close_stdout() -> None:
    sys.stdout.close()


def start_a_thread() -> None:
    threading.Thread(target=time.sleep, args=(60,)).start()


def ignore_signals() -> None:
    for number in (signal.SIGCHLD, signal.SIGPIPE, signal.SIGTERM, signal.SIGABRT):
        signal.signal(number, signal.SIG_IGN)


def replace_functions() -> None:
    for name in ("_exit", "write", "getpid", "close", "fork", "waitpid"):
        setattr(os, name, None)


def say_what_cannot_be_sent() -> None:
    class Text(str):
        __slots__ = ()

    event("kind", Text("of its own"))


@pytest.mark.parametrize(
    "act",
    [
        lambda: os.closerange(3, 256),
        return_from_a_fork,
        raise_in_a_fork,
        close_stdout,
        start_a_thread,
        ignore_signals,
        replace_functions,
        say_what_cannot_be_sent,
    ],
    ids=lambda act: getattr(act, "__name__", ""),
)
@pytest.mark.parametrize("fails", [False, True])
def test_whatever_a_body_does_to_its_process_the_verdict_is_right(
    act: Callable[[], None], fails: bool
) -> None:
    parent = os.getpid()

    @settings(isolated, max_examples=10)
    @given(st.integers(0, 9), st.data())
    def test(x: int, data: st.DataObject) -> None:
        y = data.draw(st.integers(0, 9))
        if os.getpid() != parent:
            act()
        assume(x != 1)
        assert not fails or y < 3, "y is large"

    if not fails:
        test()
        return
    with pytest.raises((AssertionError, ProcessDied), match="y is large") as caught:
        test()
    assert "Draw 1: 3" in "\n".join(caught.value.__notes__)


def test_a_descriptor_that_the_body_opens_is_not_written_to(tmp_path: Path) -> None:
    @settings(isolated, max_examples=5)
    @given(st.integers(0, 9))
    def test(x: int) -> None:
        os.closerange(3, 64)
        for number in range(40):
            os.open(tmp_path / f"{number}", os.O_CREAT | os.O_WRONLY)

    test()
    assert {each.read_bytes() for each in tmp_path.iterdir()} == {b""}


def test_another_program_in_the_place_of_the_child_has_the_time_of_the_case() -> None:
    @settings(isolated, case_seconds=0.5)
    @given(st.integers(0, 9))
    def test(x: int) -> None:
        if x > 3:
            os.execv("/bin/sleep", ["sleep", "60"])

    assert death_of(test).how == "time"


def is_alive(process: int) -> bool:
    words = subprocess.run(
        ["ps", "-o", "stat=", "-p", str(process)], capture_output=True, text=True, check=False
    ).stdout.strip()
    return bool(words) and not words.startswith("Z")


def test_what_a_case_has_started_ends_with_it_when_it_took_too_long(tmp_path: Path) -> None:
    @settings(isolated, case_seconds=0.5, phases=[Phase.generate])
    @given(st.just(0))
    def test(x: int) -> None:
        process = subprocess.Popen(["/bin/sleep", "60"])
        (tmp_path / f"{process.pid}").touch()
        process.wait()

    assert death_of(test).how == "time"
    deadline = time.monotonic() + 50  # less than they would sleep
    while any(is_alive(int(each.name)) for each in tmp_path.iterdir()):
        assert time.monotonic() < deadline
        time.sleep(0.01)


def test_many_open_files_do_not_matter() -> None:
    _, most = resource.getrlimit(resource.RLIMIT_NOFILE)
    if most < 2000:
        pytest.skip("not so many files may be open here")
    before = resource.getrlimit(resource.RLIMIT_NOFILE)
    resource.setrlimit(resource.RLIMIT_NOFILE, (2000, most))
    files = [os.dup(0) for _ in range(1100)]
    try:
        settings(isolated)(given(st.booleans())(lambda x: None))()
    finally:
        for each in files:
            os.close(each)
        resource.setrlimit(resource.RLIMIT_NOFILE, before)


def test_a_death_is_a_failure_where_nobody_can_wait_for_it() -> None:
    @isolated
    @given(st.integers(0, 9))
    def test(x: int) -> None:
        if x > 3:
            os.abort()

    before = signal.signal(signal.SIGCHLD, signal.SIG_IGN)
    try:
        error = death_of(test)
    finally:
        signal.signal(signal.SIGCHLD, before)
    assert "SIGCHLD is ignored" in str(error)
    assert "x=4," in error.__notes__[0]


@pytest.mark.parametrize(
    "error", [SystemExit(3), KeyboardInterrupt(), pytest.exit.Exception("enough")], ids=repr
)
def test_what_stops_a_test_stops_it_in_a_child_too(error: BaseException) -> None:
    @isolated
    @given(st.integers(0, 9))
    def test(x: int) -> None:
        if x > 3:
            raise error

    with pytest.raises(type(error)):
        test()


def test_an_assumption_of_an_example_may_be_unmet_in_a_child() -> None:
    @isolated
    @example(5)
    @given(st.integers(0, 9))
    def test(x: int) -> None:
        assume(x != 5)

    test()


def test_an_overrun_in_the_body_counts_as_one() -> None:
    @settings(isolated, max_choices=50)
    @given(st.data())
    def test(data: st.DataObject) -> None:
        for _ in range(data.draw(st.integers(0, 1)) * 1000):
            data.draw(st.integers())

    result = results_of(test)
    assert result.statistics.overruns > 0
    assert result.statistics.valid > 0


@pytest.mark.parametrize("most", [99, 49])
def test_each_child_sets_up_and_tears_down_for_itself(most: int, tmp_path: Path) -> None:
    place = tmp_path / "place"

    class WithFiles(unittest.TestCase):
        def setUp(self) -> None:
            place.mkdir()

        def tearDown(self) -> None:
            place.rmdir()

        @settings(isolated, max_examples=20)
        @given(st.integers(0, 99))
        def test(self, x: int) -> None:
            assert place.is_dir()
            assert x <= most, "x is large"

    result = WithFiles("test").run()
    assert result is not None
    assert result.errors == []
    assert [f"x={most + 1}," in text for _, text in result.failures] == [True] * (most < 99)


def test_fixtures_are_torn_down_in_the_child(pytester: pytest.Pytester) -> None:
    pytester.makepyfile(
        """
        import os, pytest
        from shortlex import given, settings, strategies as st

        @pytest.fixture
        def lock(tmp_path_factory):
            path = tmp_path_factory.getbasetemp() / "lock"
            path.touch(exist_ok=False)
            yield path
            path.unlink()

        @settings(isolate=True, max_examples=20)
        @given(st.integers(0, 99))
        def test_passes(lock, x):
            assert lock.exists()

        @settings(isolate=True, max_examples=20)
        @given(st.integers(0, 99))
        def test_fails(lock, x):
            assert x < 50
        """
    )
    result = pytester.runpytest_subprocess("-p", "no:cacheprovider")
    result.assert_outcomes(passed=1, failed=1)
    result.stdout.fnmatch_lines(["*assert x < 50", "*x=50,"])


def test_tasks_that_are_left_running_in_a_child_are_told() -> None:
    lines: list[str] = []

    @settings(isolated, max_examples=5)
    @given(st.integers(0, 9))
    async def test(x: int) -> None:
        leftover = asyncio.ensure_future(asyncio.sleep(60))
        assert leftover is not None

    token = active.set(Session(on_advice=lines.extend))
    try:
        test()
    finally:
        active.reset(token)
    assert any("sleep" in line for line in lines)


@pytest.mark.parametrize("width", [16, 32, 64])
def test_a_body_may_draw_floats(width: int) -> None:
    @settings(isolate=True, database=None, max_examples=5)
    @given(st.data())
    def test(data: st.DataObject) -> None:
        data.draw(st.floats(width=width))  # type: ignore[arg-type]  # one of the three

    test()


def test_what_a_failing_body_changes_does_not_reach_later_cases() -> None:
    met: list[int] = []

    @settings(isolate=True, database=None)
    @given(st.integers())
    def leaves_traces(number: int) -> None:
        met.append(number)
        if len(met) > 1:
            raise RuntimeError("not fresh")
        assert number < 100

    with pytest.raises(AssertionError) as caught:
        leaves_traces()
    assert "number=100" in "".join(caught.value.__notes__)
    assert met == [100]  # the run for the report


# Tests that fail only sometimes


def fails_in_four_of_ten_runs(file: Path) -> None:
    """Fail as if by chance, in whichever process this is."""
    with file.open("a+") as runs:
        runs.write(".")
    luck = hashlib.sha256(b"%d" % file.stat().st_size).digest()[0]
    assert luck >= 102


@pytest.mark.parametrize("verbosity", [Verbosity.normal, Verbosity.verbose])
def test_a_flaky_test_is_one_bug_with_its_own_error(
    tmp_path: Path, verbosity: Verbosity, monkeypatch: pytest.MonkeyPatch
) -> None:
    # However slow the machine is, there is time for all runs.
    monkeypatch.setattr("shortlex.runner.flaky.measure.monotonic", lambda: 0.0)

    @settings(isolated, database=None, verbosity=verbosity)
    @given(st.integers())
    def test(x: int) -> None:
        if x > 5:
            fails_in_four_of_ten_runs(tmp_path / "runs")

    with pytest.raises(FlakyFailure, match=r"failed in \d+ of \d+ runs") as caught:
        test()
    (error,) = caught.value.exceptions
    assert isinstance(error, AssertionError)
    assert "The first time: AssertionError" in str(caught.value)


def test_a_flaky_test_that_draws_in_its_body_is_one_bug(tmp_path: Path) -> None:
    @settings(isolated, database=None)
    @given(st.data())
    def test(data: st.DataObject) -> None:
        if data.draw(st.integers()) > 5:
            fails_in_four_of_ten_runs(tmp_path / "runs")

    with pytest.raises(FlakyFailure) as caught:
        test()
    assert [type(each) for each in caught.value.exceptions] == [AssertionError]


def test_the_rate_of_a_failure_is_that_of_its_children(tmp_path: Path) -> None:
    @settings(isolated, database=None, min_failure_rate=0.1)
    @given(st.integers(0, 10))
    def test(x: int) -> None:
        if x > 5:
            fails_in_four_of_ten_runs(tmp_path / "runs")

    with pytest.raises(AssertionError) as caught:
        test()
    found = re.search(r"Fails in about (\d+)% of runs", "\n".join(caught.value.__notes__))
    assert found is not None
    assert 30 <= int(found[1]) <= 50


def test_a_flaky_memory_error_is_one_bug(tmp_path: Path) -> None:
    @settings(isolated, database=None, min_failure_rate=0.1)
    @given(st.integers(0, 10))
    def test(x: int) -> None:
        try:
            fails_in_four_of_ten_runs(tmp_path / "runs")
        except AssertionError:
            raise MemoryError from None

    with pytest.raises(MemoryError):
        test()


def test_an_example_that_fails_in_its_child_alone_is_flaky() -> None:
    parent = os.getpid()

    @settings(isolated, phases=[Phase.explicit])
    @given(st.integers())
    @example(1)
    def test(x: int) -> None:
        only_in_the_child(parent)

    with pytest.raises(FlakyFailure, match="AssertionError: not the parent"):
        test()


def test_a_recursion_that_is_too_deep_for_the_child_alone_is_no_second_bug() -> None:
    def descend(depth: int) -> None:
        if depth:
            descend(depth - 1)

    @settings(isolated, database=None)
    @given(st.integers(0, 2000))
    def test(depth: int) -> None:
        descend(depth)

    with pytest.raises(RecursionError):
        test()


def status_of(program: str) -> int:
    """The status that ``waitpid`` gives of a process that runs a program."""
    process = subprocess.Popen([sys.executable, "-c", f"import os, signal\n{program}"])
    _, status = os.waitpid(process.pid, 0)
    process.returncode = 0  # waited for already
    return status


@pytest.mark.parametrize(
    ("program", "how", "words"),
    [
        ("os.kill(os.getpid(), signal.SIGTERM)", "SIGTERM", "SIGTERM (terminated)."),
        ("os.kill(os.getpid(), signal.SIGUSR1)", "SIGUSR1", "SIGUSR1."),
        ("os._exit(0)", "exit 0", "ended its process with exit code 0."),
        ("os._exit(7)", "exit 7", "ended its process with exit code 7."),
    ],
)
def test_each_death_has_a_name_and_a_sentence(program: str, how: str, words: str) -> None:
    found = how_it_died(status_of(program))
    assert found == how
    assert str(ProcessDied(found)).endswith(words)


FRAMES = f'''Fatal Python error: Segmentation fault

Current thread 0x00007f (most recent call first):
  File "{os.__file__}", line 500 in string_at
  File "{__file__}", line 12 in innermost
  File "{__file__}", line 34 in outermost
'''


def test_the_place_is_the_innermost_of_the_users_own_code() -> None:
    assert crash_place(FRAMES) == (__file__, 12)


def test_a_process_that_wrote_nothing_was_nowhere() -> None:
    assert crash_place("") == ("<unknown>", 0)
