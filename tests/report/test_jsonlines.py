"""Lines that are whole, whoever writes and whoever dies."""

import json
import os
import signal
import subprocess
import sys
import time
from collections import Counter
from collections.abc import Iterator
from pathlib import Path
from threading import Thread
from typing import Any

import pytest

from shortlex.report.jsonlines import PIECE, Directory
from shortlex.system import genuine


def lines_in(path: Path, kind: str = "testcases") -> Iterator[dict[str, Any]]:
    (file,) = path.glob(f"????-??-??_{kind}.jsonl")
    for line in file.read_bytes().splitlines(keepends=True):
        assert line.endswith(b"\n")
        yield json.loads(line)


def write(path: Path, *records: dict[str, Any]) -> None:
    directory = Directory(str(path))
    for record in records:
        directory(record)
    directory.close()


def test_cases_and_what_else_is_said_have_files_of_their_own(tmp_path: Path) -> None:
    write(tmp_path / "new" / "one", {"type": "test_case"}, {"type": "info"}, {"type": "alert"})
    assert [each["type"] for each in lines_in(tmp_path / "new" / "one")] == ["test_case"]
    assert [each["type"] for each in lines_in(tmp_path / "new" / "one", "info")] == [
        "info",
        "alert",
    ]


@pytest.mark.parametrize("length", [1, 100, PIECE - 1, PIECE, 3 * PIECE])
@pytest.mark.parametrize("before", [0, 1, 5])
def test_what_a_killed_process_left_of_a_line_is_removed(
    tmp_path: Path, length: int, before: int
) -> None:
    records = [{"type": "test_case", "number": i} for i in range(before + 1)]
    write(tmp_path, *records[:before])
    directory = Directory(str(tmp_path))
    directory({"type": "test_case", "is": "last"})
    (file,) = tmp_path.iterdir()
    whole = file.read_bytes()
    file.write_bytes(b"".join(whole.splitlines(keepends=True)[:before]) + b"{" * length)
    directory(records[-1])
    directory.close()
    assert list(lines_in(tmp_path)) == records


def test_a_line_that_cannot_be_written_as_a_whole_is_not_there(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    directory = Directory(str(tmp_path))
    directory({"type": "test_case"})
    write_all = os.write
    with monkeypatch.context() as patch:
        patch.setattr(genuine.os, "write", lambda file, line: write_all(file, line[:5]))
        with pytest.raises(OSError, match="disk full"):
            directory({"type": "test_case"})
    directory.close()
    assert list(lines_in(tmp_path)) == [{"type": "test_case"}]


def test_without_locks_lines_are_written_all_the_same(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr("shortlex.report.jsonlines.fcntl", None)
    write(tmp_path, {"type": "test_case"})
    assert list(lines_in(tmp_path)) == [{"type": "test_case"}]


def test_threads_can_write_to_one_directory(tmp_path: Path) -> None:
    directory = Directory(str(tmp_path))

    def write_some() -> None:
        for _ in range(50):
            directory({"type": "test_case", "text": "x" * 20_000})

    threads = [Thread(target=write_some) for _ in range(4)]
    for each in threads:
        each.start()
    for each in threads:
        each.join()
    directory.close()
    assert len(list(lines_in(tmp_path))) == 200


WRITER = """
import sys
from shortlex.system import genuine
from shortlex.report.jsonlines import Directory
directory = Directory(sys.argv[1])
print("ready", flush=True)
for number in range(int(sys.argv[3])):
    directory({"type": "test_case", "who": sys.argv[2], "number": number, "text": "x" * 20_000})
"""


def writers(path: Path, count: int, lines: int) -> list[subprocess.Popen[str]]:
    return [
        subprocess.Popen(
            [sys.executable, "-c", WRITER, str(path), str(i), str(lines)],
            stdout=subprocess.PIPE,
            text=True,
        )
        for i in range(count)
    ]


@pytest.mark.slow
def test_several_processes_can_write_to_one_directory(tmp_path: Path) -> None:
    for process in writers(tmp_path, 4, 200):
        process.communicate()
        assert process.returncode == 0
    found = Counter(record["who"] for record in lines_in(tmp_path))
    assert found == {str(i): 200 for i in range(4)}


@pytest.mark.slow
def test_lines_are_whole_when_processes_are_killed_while_they_write(tmp_path: Path) -> None:
    for _ in range(5):
        both = writers(tmp_path, 2, 10**6)
        for process in both:
            assert process.stdout is not None
            process.stdout.readline()
        time.sleep(0.1)
        for process in both:
            process.send_signal(signal.SIGKILL)
            process.communicate()
    write(tmp_path, {"type": "test_case", "who": "last", "number": 0})
    records = list(lines_in(tmp_path))
    assert records[-1]["who"] == "last"
    assert len(records) > 10
