"""No number is too long for a test, its report, or anything that is kept of it."""

import re
import subprocess
import sys
from pathlib import Path

import pytest

SUITE = """
    from shortlex import event, given, note, seed, settings, strategies as st, target

    HUGE = 2**16384

    @given(st.integers(0, HUGE), st.decimals(10**5000, 10**5001))
    def test_passes(number, decimal):
        event(number, number)
        event([number], [number])
        target(number)

    @seed(HUGE)
    @given(st.lists(st.integers(0, HUGE), min_size=1, max_size=1), st.data())
    def test_fails(numbers, data):
        data.draw(st.fractions(HUGE, 2 * HUGE))
        note({HUGE: numbers})
        assert sum(numbers) < HUGE // 2
"""


@pytest.mark.slow
def test_a_run_with_everything_switched_on_survives_long_numbers(
    pytester: pytest.Pytester,
) -> None:
    pytester.makepyfile(SUITE)
    for _ in range(2):  # the second time the failure is known
        outcome = pytester.runpytest_subprocess(
            "--shortlex-statistics",
            "--shortlex-report=page.html",
            "--shortlex-observe=observed",
            "--shortlex-seed=" + "9" * 5000,
            "-p",
            "no:cacheprovider",
        )
        outcome.assert_outcomes(passed=1, failed=1)
        outcome.stdout.fnmatch_lines(["*numbers=[[]2**16383],*", "*Draw 1: Fraction(2**16384, 1)*"])
    assert "2**16383" in (pytester.path / "page.html").read_text("utf-8")
    assert (pytester.path / "observed").is_dir()


def test_a_failure_with_long_numbers_is_kept_and_replayed(
    pytester: pytest.Pytester, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setenv("SHORTLEX_HOME", str(pytester.path / "home"))
    pytester.makepyfile(SUITE.replace("@seed(HUGE)", ""))
    first = pytester.runpytest_subprocess("-k", "fails")
    token = re.search(r"--replay=(\S+)", first.stdout.str())
    assert token is not None
    second = pytester.runpytest_subprocess("-k", "fails")
    second.stdout.fnmatch_lines(["*Known from an earlier run:*"])
    third = pytester.runpytest_subprocess("-k", "fails", f"--replay={token[1]}")
    third.stdout.fnmatch_lines(["*numbers=[[]2**16383],*"])
    kept = next(
        path
        for path in (pytester.path / "home").rglob("*")
        if path.is_file() and path.read_bytes().startswith(b"shortlex failure")
    )
    shown = subprocess.run(
        [sys.executable, "-m", "shortlex", "show", str(kept)],
        capture_output=True,
        text=True,
        check=False,
        cwd=Path(pytester.path),
    )
    assert "2**16383" in shown.stdout


@pytest.mark.parametrize("verbosity", ["verbose", "debug"])
def test_every_case_with_long_numbers_is_printed(pytester: pytest.Pytester, verbosity: str) -> None:
    pytester.makepyfile(SUITE)
    outcome = pytester.runpytest_subprocess("-s", f"--shortlex-verbosity={verbosity}")
    outcome.assert_outcomes(passed=1, failed=1)
