"""What mypy and pyright infer of strategies is what ``inferred`` says."""

import subprocess
import sys
from pathlib import Path

import pytest

ROOT = Path(__file__).parents[2]
MODULE = Path(__file__).with_name("inferred.py")
CHECKERS = {"mypy": ["mypy", "--no-error-summary"], "pyright": ["basedpyright"]}

WRONG = """
from typing import assert_type
from shortlex import strategies as st
assert_type(st.lists(st.integers()), st.SearchStrategy[list[str]])
"""


def check(checker: str, file: Path) -> subprocess.CompletedProcess[str]:
    command, *options = CHECKERS[checker]
    pytest.importorskip(command)
    return subprocess.run(
        [sys.executable, "-m", command, *options, str(file)],
        cwd=ROOT,
        capture_output=True,
        text=True,
        check=False,
    )


@pytest.mark.slow
@pytest.mark.parametrize("checker", CHECKERS)
def test_types_are_inferred_as_written_down(checker: str) -> None:
    run = check(checker, MODULE)
    assert run.returncode == 0, run.stdout + run.stderr


@pytest.mark.slow
@pytest.mark.parametrize("checker", CHECKERS)
def test_a_wrong_type_would_be_found(checker: str, tmp_path: Path) -> None:
    file = tmp_path / "wrong.py"
    file.write_text(WRONG, "utf-8")
    run = check(checker, file)
    assert run.returncode == 1
    assert "list[int]" in run.stdout
