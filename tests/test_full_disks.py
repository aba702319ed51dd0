"""Places that cannot be written to: they cost a warning at most, and never a verdict."""

import os
import subprocess
import sys
from pathlib import Path

import pytest

TESTS = """
import os, sys
from shortlex import given, settings, strategies as st

@given(st.integers())
def test_passes(x): pass

@settings(journal=True)
@given(st.text())
def test_is_journaled(x): pass

@given(st.lists(st.integers(0, 1000)))
def test_fails(xs):
    assert sum(xs) < 1000, "too much"
"""

PREPARE = {
    "full": "head -c 100M /dev/zero > fill 2> /dev/null",
    "read-only": "mount -o remount,ro .",
}

OPTIONS = [[], ["--shortlex-report=page.html"], ["-n", "2"]]


def run_pytest(
    path: Path, command: list[str], options: list[str], **environment: str
) -> subprocess.CompletedProcess[str]:
    """Run pytest by a command that prepares for it, and then runs its arguments."""
    pytest_command = [sys.executable, "-m", "pytest", "-p", "no:cacheprovider", "-p", "no:asyncio"]
    source = str(Path(__file__).parents[1] / "src")
    return subprocess.run(
        [*command, *pytest_command, *options],
        cwd=path,
        env={**os.environ, "PYTHONPATH": source, "PYTHONDONTWRITEBYTECODE": "1", **environment},
        capture_output=True,
        text=True,
        check=False,
    )


def check(result: subprocess.CompletedProcess[str]) -> None:
    assert result.returncode == 1, result.stdout + result.stderr
    assert "1 failed, 2 passed" in result.stdout
    assert "xs=[1000]," in result.stdout


@pytest.mark.slow
@pytest.mark.parametrize("options", OPTIONS, ids=" ".join)
@pytest.mark.parametrize("prepare", PREPARE.values(), ids=list(PREPARE))
def test_a_disk_that_cannot_be_written_to_changes_no_verdict(
    tmp_path: Path, prepare: str, options: list[str]
) -> None:
    (tmp_path / "test_it.py").write_text(TESTS)
    disk = tmp_path / "disk"
    disk.mkdir()
    script = tmp_path / "script.sh"
    script.write_text(
        f"mount -t tmpfs -o size=200k none {disk} || exit 99\n"
        f"cp test_it.py {disk}; cd {disk}\n{prepare}\n"
        f"export TMPDIR={disk} HOME={disk} SHORTLEX_HOME={disk}/.shortlex\n"
        f"export SHORTLEX_OBSERVE={disk}/observed\n"
        'exec "$@"'
    )
    result = run_pytest(tmp_path, ["unshare", "-rm", "sh", str(script)], options)
    if result.returncode == 99 or "unshare" in result.stderr:
        pytest.skip(f"no disk of its own can be mounted here: {result.stderr.strip()}")
    check(result)
    assert "could not be kept" in result.stdout
    assert "It gets no more records of this test" in result.stdout


@pytest.mark.parametrize("kilobytes", [0, pytest.param(1, marks=pytest.mark.slow)])
def test_files_that_may_not_grow_change_no_verdict(tmp_path: Path, kilobytes: int) -> None:
    (tmp_path / "test_it.py").write_text(TESTS)
    result = run_pytest(
        tmp_path,
        ["sh", "-c", f'ulimit -f {kilobytes}; exec "$@"', "sh"],
        ["-s", "--shortlex-report=page.html"],  # what is captured is in a file, too
        TMPDIR=str(tmp_path),
        SHORTLEX_OBSERVE=str(tmp_path / "observed"),
    )
    check(result)


def test_places_that_are_not_there_change_no_verdict(tmp_path: Path) -> None:
    (tmp_path / "test_it.py").write_text(TESTS)
    (tmp_path / "file").touch()
    nowhere = str(tmp_path / "file" / "below")
    result = run_pytest(
        tmp_path, [], ["-s"], TMPDIR=nowhere, SHORTLEX_HOME=nowhere, SHORTLEX_OBSERVE=nowhere
    )
    check(result)
    assert "could not be kept" in result.stdout
    assert "It gets no more records of this test" in result.stdout
