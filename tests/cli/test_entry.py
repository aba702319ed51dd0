"""The program, as a real process: help, version, and what it says when it is called wrongly."""

import os
import re
import subprocess
import sys

import pytest

import shortlex
from shortlex.cli.entry import COMMANDS, main


def program(*arguments: str, columns: int = 80) -> subprocess.CompletedProcess[str]:
    return subprocess.run(
        [sys.executable, "-m", "shortlex", *arguments],
        env={
            **os.environ,
            "PYTHONPATH": os.pathsep.join(sys.path),
            "COLUMNS": str(columns),
        },
        capture_output=True,
        text=True,
        check=False,
    )


def test_the_version_is_that_of_the_library() -> None:
    run = program("--version")
    assert run.returncode == 0
    assert re.fullmatch(
        rf"shortlex {re.escape(shortlex.__version__)} \(\w+ 3\.\d+.*\)\n", run.stdout
    )


def test_help_names_every_command() -> None:
    run = program("--help")
    assert run.returncode == 0
    for command in COMMANDS:
        assert re.search(rf"^    {command.NAME}\s+\w", run.stdout, re.M)


def test_without_a_command_the_usage_is_shown() -> None:
    run = program()
    assert (run.returncode, run.stdout) == (2, "")
    assert run.stderr.startswith("usage: shortlex [-h] [--version] COMMAND ...")


def test_misuse_is_told_on_standard_error_and_without_a_traceback() -> None:
    run = program("passes", "delete_span", columns=60)
    assert (run.returncode, run.stdout) == (2, "")
    assert " ".join(run.stderr.split()) == (
        "shortlex: there is no pass 'delete_span'. Did you mean 'delete_spans'? "
        "`shortlex passes` lists them all."
    )
    assert max(map(len, run.stderr.splitlines())) <= 60


@pytest.mark.skipif(os.name != "posix", reason="a shell")
def test_a_reader_may_go_before_the_end() -> None:
    run = subprocess.run(
        f"{sys.executable} -m shortlex passes | head -n 1",
        shell=True,
        env={**os.environ, "PYTHONPATH": os.pathsep.join(sys.path)},
        capture_output=True,
        text=True,
        check=False,
    )
    assert run.stdout.startswith("First tier")
    assert run.stderr == ""


def test_the_entry_point_is_main() -> None:
    with pytest.raises(SystemExit) as exit_:
        main(["--version"])
    assert exit_.value.code == 0
