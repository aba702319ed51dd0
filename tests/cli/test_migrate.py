"""``shortlex migrate``: a diff first, and never a lost file."""

import os
import stat
import subprocess
import sys
from pathlib import Path

import pytest

from shortlex.cli import Misuse
from shortlex.cli.migrate import change_of, write

SUITE = """
from hypothesis import given, strategies as st

@given(st.integers())
def test_it(x):
    assert isinstance(x, int)
"""


def migrate(*arguments: str, cwd: Path) -> "subprocess.CompletedProcess[str]":
    return subprocess.run(
        [sys.executable, "-m", "shortlex", "migrate", *arguments],
        capture_output=True,
        text=True,
        cwd=cwd,
        stdin=subprocess.DEVNULL,
        check=False,
    )


@pytest.fixture
def project(tmp_path: Path) -> Path:
    (tmp_path / "tests").mkdir()
    (tmp_path / "tests" / "test_it.py").write_text(SUITE)
    (tmp_path / "pytest.ini").write_text("[pytest]\naddopts = --hypothesis-seed=1\n")
    (tmp_path / "requirements-test.txt").write_text("hypothesis>=6\n")
    (tmp_path / ".venv").mkdir()
    (tmp_path / ".venv" / "other.py").write_text(SUITE)
    return tmp_path


def test_a_diff_is_shown_and_nothing_is_written_unasked(project: Path) -> None:
    ended = migrate(".", cwd=project)
    assert ended.returncode == 0, ended.stderr
    assert "-from hypothesis import given, strategies as st\n" in ended.stdout
    assert "+from shortlex import given, strategies as st\n" in ended.stdout
    assert "+addopts = --shortlex-seed=1\n" in ended.stdout
    assert "requirements-test.txt:1: hypothesis>=6: depend on shortlex instead." in ended.stdout
    assert "2 files would change. Nothing was written." in ended.stdout
    assert (project / "tests" / "test_it.py").read_text() == SUITE


def test_with_write_the_suite_runs_without_hypothesis(project: Path) -> None:
    ended = migrate(".", "--write", cwd=project)
    assert "2 files rewritten." in ended.stdout
    assert "hypothesis" not in (project / "tests" / "test_it.py").read_text()
    assert (project / ".venv" / "other.py").read_text() == SUITE
    quiet = ("-pno:cacheprovider", "-pno:asyncio", "-pno:anyio", "-pno:hypothesispytest")
    run = subprocess.run(
        [sys.executable, "-m", "pytest", *quiet],
        capture_output=True,
        text=True,
        cwd=project,
        check=False,
    )
    assert "1 passed" in run.stdout, run.stdout + run.stderr
    assert "Nothing to rewrite." in migrate(".", cwd=project).stdout


def test_a_file_that_cannot_be_read_is_named_and_the_others_are_rewritten(project: Path) -> None:
    broken = project / "tests" / "test_broken.py"
    broken.write_text("from hypothesis import (\n")
    ended = migrate(".", "--write", cwd=project)
    assert ended.returncode == 1
    assert "test_broken.py: left as it is: line 1" in ended.stdout
    assert broken.read_text() == "from hypothesis import (\n"
    assert "2 files rewritten." in ended.stdout


def test_a_path_that_is_not_there_is_named(tmp_path: Path) -> None:
    ended = migrate("nowhere", cwd=tmp_path)
    assert ended.returncode == 2
    assert "there is no file or directory 'nowhere'" in ended.stderr


def test_a_file_and_a_link_to_it_are_one_file(tmp_path: Path) -> None:
    (tmp_path / "test_real.py").write_text(SUITE)
    (tmp_path / "test_linked.py").symlink_to("test_real.py")
    (tmp_path / "test_zero.py").write_text(SUITE)
    ended = migrate("--write", ".", cwd=tmp_path)
    assert ended.returncode == 0, ended.stderr
    assert "2 files rewritten." in ended.stdout
    assert "hypothesis" not in (tmp_path / "test_zero.py").read_text()


def test_permissions_and_links_are_kept(tmp_path: Path) -> None:
    real = tmp_path / "real.py"
    real.write_text(SUITE)
    real.chmod(0o750)
    link = tmp_path / "test_link.py"
    link.symlink_to(real)
    change = change_of(link)
    write(change.path, change.before, change.after)
    assert link.is_symlink()
    assert stat.S_IMODE(real.stat().st_mode) == 0o750
    assert "shortlex" in real.read_text()
    assert sorted(os.listdir(tmp_path)) == ["real.py", "test_link.py"]


def test_a_file_that_has_changed_meanwhile_is_left_alone(tmp_path: Path) -> None:
    path = tmp_path / "test_it.py"
    path.write_text(SUITE)
    change = change_of(path)
    path.write_text("new work")
    with pytest.raises(Misuse, match="has changed since"):
        write(change.path, change.before, change.after)
    assert path.read_text() == "new work"


def test_a_full_disk_leaves_the_file_as_it_was(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    path = tmp_path / "test_it.py"
    path.write_text(SUITE)
    change = change_of(path)

    def full(descriptor: int) -> None:
        raise OSError("no space left")

    monkeypatch.setattr(os, "fsync", full)
    with pytest.raises(OSError, match="no space left"):
        write(change.path, change.before, change.after)
    assert path.read_text() == SUITE
    assert os.listdir(tmp_path) == ["test_it.py"]
