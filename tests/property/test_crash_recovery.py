"""Tests that kill or hang their process, in real pytest runs: the next run reports it, reduced."""

import os
import signal
import subprocess
import sys
import time
from pathlib import Path

import pytest

from shortlex.property.crash_recovery import SUSPICION_SECONDS, _directory, _Watch
from shortlex.system import genuine

pytestmark = pytest.mark.skipif(not hasattr(os, "fork"), reason="needs os.fork()")

CRASHES = """
import ctypes, os, signal
from shortlex import given, settings, strategies as st

@given(st.lists(st.integers()))
def test_crash(xs):
    if sum(xs) > 1000:
        {end}
"""


@pytest.fixture
def project(pytester: pytest.Pytester, monkeypatch: pytest.MonkeyPatch) -> pytest.Pytester:
    """A project with temporary files of its own, in which real processes run."""
    temporary = pytester.path / "tmp"
    temporary.mkdir()
    monkeypatch.setenv("TMPDIR", str(temporary))
    monkeypatch.delenv("CI", raising=False)
    return pytester


def run(project: pytest.Pytester, *arguments: str) -> pytest.RunResult:
    return project.runpytest_subprocess("-p", "no:cacheprovider", "--tb=short", *arguments)


def left_over(project: pytest.Pytester) -> list[Path]:
    return [each for each in (project.path / "tmp").rglob("*") if each.is_file()]


@pytest.mark.parametrize(
    ("end", "words"),
    [
        ("ctypes.string_at(0)", "*killed its process: SIGSEGV (segmentation fault)."),
        pytest.param("os.abort()", "*killed its process: SIGABRT (abort).", marks=pytest.mark.slow),
        pytest.param("os._exit(0)", "*ended its process with exit code 0.", marks=pytest.mark.slow),
        pytest.param(
            "os.kill(os.getpid(), signal.SIGKILL)",
            "*SIGKILL (killed, perhaps for lack of memory).",
            marks=pytest.mark.slow,
        ),
    ],
    ids=["segfault", "abort", "exit", "kill"],
)
def test_the_run_after_a_death_reports_it_reduced(
    project: pytest.Pytester, end: str, words: str
) -> None:
    project.makepyfile(CRASHES.format(end=end))
    first = run(project)
    first.stdout.no_fnmatch_line("*Failing test case*")
    second = run(project)
    second.assert_outcomes(failed=1)
    second.stdout.fnmatch_lines([words, "*Failing test case: test_crash(", "*xs=[[]1001[]],*"])
    third = run(project)
    third.assert_outcomes(failed=1)
    third.stdout.fnmatch_lines([words, "*xs=[[]1001[]],*", "*Known from an earlier run*"])
    assert left_over(project) == []


@pytest.mark.slow
def test_a_crash_that_is_mended_is_forgotten(project: pytest.Pytester) -> None:
    project.makepyfile(CRASHES.format(end="os.abort()"))
    run(project)
    run(project).assert_outcomes(failed=1)
    project.makepyfile(CRASHES.format(end="pass"))
    run(project).assert_outcomes(passed=1)
    assert list((project.path / ".shortlex" / "failures").glob("*/*")) == []


@pytest.mark.slow
def test_a_worker_of_xdist_that_dies_is_a_death_too(project: pytest.Pytester) -> None:
    project.makepyfile(CRASHES.format(end="ctypes.string_at(0)"))
    first = run(project, "-n", "2")
    first.stdout.fnmatch_lines(["*crashed while running*"])
    second = run(project, "-n", "2")
    second.assert_outcomes(failed=1)
    second.stdout.fnmatch_lines(["*SIGSEGV*", "*xs=[[]1001[]],*"])


@pytest.mark.slow
def test_a_test_that_hung_and_was_killed_is_reported_by_the_next_run(
    project: pytest.Pytester, monkeypatch: pytest.MonkeyPatch
) -> None:
    project.makepyfile(
        """
        import re
        from shortlex import given, settings, strategies as st
        import shortlex.property.crash_recovery

        shortlex.property.crash_recovery.CASE_SECONDS = 2.0

        @given(st.integers(0, 1000))
        def test_hang(n):
            if n > 500:
                open("hangs", "w").close()
                re.match("(a*)*b", "a" * 40)  # does not end, and lets nobody else run
        """
    )
    process = subprocess.Popen(
        [sys.executable, "-m", "pytest", "-p", "no:cacheprovider"],
        cwd=project.path,
        stdout=subprocess.DEVNULL,
    )
    while not (project.path / "hangs").exists():
        assert process.poll() is None
        time.sleep(0.01)
    process.kill()
    process.wait()
    second = run(project)
    second.assert_outcomes(failed=1)
    second.stdout.fnmatch_lines(["*did not end within 2 seconds.", "*n=501,", "*in test_hang"])


@pytest.mark.slow
def test_a_death_by_what_cases_leave_behind_comes_in_every_run_which_writes_down_each_case(
    project: pytest.Pytester,
) -> None:
    # It dies after so many cases in one process, which children never reach.
    project.makepyfile(
        """
        import os
        from shortlex import given, settings, strategies as st

        count = 0

        @settings(max_examples=50)
        @given(st.integers(0, 10**6), st.data())
        def test_sometimes(n, data):
            global count
            count += 1
            m = data.draw(st.integers(0, 10**6))
            if os.path.exists("deadly") or count > 40 and os.path.exists("patient"):
                open("case", "w").write(f"{n} {m}")
                os.abort()
        """
    )
    (project.path / "patient").touch()
    assert [run(project).ret for _ in range(3)] == [-signal.SIGABRT] * 3
    assert any(left.name.startswith("suspect-") for left in left_over(project))
    case = (project.path / "case").read_text().split()
    (project.path / "deadly").touch()
    last = run(project, "-s")
    last.assert_outcomes(failed=1)
    last.stdout.fnmatch_lines(["*SIGABRT*", "*n=0,*"])
    assert len(case) == 2
    assert left_over(project) == [], "what is explained is no longer suspect"


@pytest.mark.slow
def test_a_journal_that_is_asked_for_names_the_case_at_once(project: pytest.Pytester) -> None:
    project.makepyfile(
        """
        import os
        from shortlex import given, settings, strategies as st

        # The simplest case alone does no harm: what is reported was written down.
        count = 1 if os.path.exists("dead") else 100

        @settings(journal=True, phases=["generate"], max_examples=count)
        @given(st.integers(0, 10**6), st.data())
        def test_dies(n, data):
            m = data.draw(st.integers(0, 10**6))
            if n + m > 1000:
                open("dead", "w").write(f"n={n},|Draw 1: {m}")
                os.abort()
        """
    )
    run(project)
    expected = (project.path / "dead").read_text().split("|")
    second = run(project)
    second.stdout.fnmatch_lines([f"*{line}" for line in expected])


@pytest.mark.slow
def test_nothing_is_watched_without_a_database(project: pytest.Pytester) -> None:
    project.makepyfile(
        """
        import os
        from shortlex import given, settings, strategies as st

        @settings(database=None)
        @given(st.integers())
        def test_dies(n):
            os.abort()
        """
    )
    run(project)
    assert left_over(project) == []


def test_a_directory_of_somebody_else_is_not_used(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setenv("TMPDIR", str(tmp_path))
    assert _directory().startswith(str(tmp_path))
    monkeypatch.setattr(genuine.os, "getuid", lambda: 12345)
    (tmp_path / "shortlex-12345").mkdir()
    with pytest.raises(PermissionError, match="belongs to somebody else"):
        _directory()


@pytest.mark.slow
def test_where_nothing_can_be_written_tests_run_all_the_same(
    project: pytest.Pytester, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setenv("TMPDIR", str(project.path / "nowhere" / "at all"))
    (project.path / "nowhere").write_text("a file")
    project.makepyfile("from shortlex import given, strategies as st\n"
                       "@given(st.integers())\ndef test(n): pass\n")  # fmt: skip
    run(project).assert_outcomes(passed=1)


def test_suspicion_ends_after_some_days(tmp_path: Path) -> None:
    watch = _Watch(str(tmp_path))
    watch.suspect("test", is_suspect=True)
    assert watch.is_suspect("test")
    (mark,) = tmp_path.glob("suspect-*")
    long_ago = time.time() - SUSPICION_SECONDS - 1
    os.utime(mark, (long_ago, long_ago))
    assert not watch.is_suspect("test")
    watch.journal.close()
