"""Observations: values as strict JSON. Whole records are checked in tests/property."""

import json
import math
import os
import signal
import subprocess
import sys
import time
from collections import Counter, OrderedDict, deque
from collections.abc import Iterator
from dataclasses import dataclass
from pathlib import Path
from threading import Thread
from typing import Any, NamedTuple

import attrs
import pydantic
import pytest

from shortlex import given
from shortlex import strategies as st
from shortlex.report.observation import PIECE, Directory, to_jsonable
from shortlex.system import genuine


@dataclass
class Point:
    x: int
    y: object


@attrs.define
class Pair:
    left: int
    right: int


class Model(pydantic.BaseModel):
    name: str


class Named(NamedTuple):
    a: int
    b: str


class Own:
    def __init__(self, said: object) -> None:
        self.said = said

    def to_json(self) -> object:
        if isinstance(self.said, Exception):
            raise self.said
        return self.said

    def __repr__(self) -> str:
        return "Own()"


@pytest.mark.parametrize(
    ("value", "expected"),
    [
        (None, None),
        (True, True),
        ("ä\ud800", "ä\ud800"),
        (5, 5),
        (2**63 - 1, 2**63 - 1),
        (2**63, 2.0**63),
        (-(2**63), -(2**63)),
        (1.5, 1.5),
        (math.inf, ["float", 0x7FF0000000000000]),
        (math.nan, ["float", 0x7FF8000000000000]),
        (b"\x00\xff", ["bytes", "AP8="]),
        ([1, (2, {3})], [1, [2, [3]]]),
        (deque([1]), [1]),
        ({1: "a", "b": 2}, {"1": "a", "b": 2}),
        (OrderedDict(a=1), {"a": 1}),
        (Point(1, [math.inf]), {"x": 1, "y": [["float", 0x7FF0000000000000]]}),
        (Pair(1, 2), {"left": 1, "right": 2}),
        (Model(name="n"), {"name": "n"}),
        (Named(1, "x"), {"a": 1, "b": "x"}),
        (Own({"k": (1,)}), {"k": [1]}),
        (Own(ValueError("no")), "Own()"),
        (int, "int"),
        (Point, "Point"),
        (3 + 4j, "(3+4j)"),
        (range(3), "range(0, 3)"),
    ],
)
def test_values_become_what_json_can_hold(value: object, expected: object) -> None:
    made = to_jsonable(value)
    assert made == expected
    assert type(made) is type(expected)
    json.dumps(made, allow_nan=False)


def test_what_no_float_can_be_becomes_text() -> None:
    assert isinstance(to_jsonable(10**400), str)


def test_what_contains_itself_ends() -> None:
    loop: list[Any] = []
    loop.append(loop)
    json.dumps(to_jsonable(loop), allow_nan=False)


plain = st.recursive(
    st.none() | st.booleans() | st.integers() | st.floats() | st.text() | st.binary(),
    lambda inner: st.lists(inner) | st.dictionaries(st.integers() | st.text(), inner),
)


@given(plain)
def test_whatever_is_generated_is_strict_json(value: object) -> None:
    json.loads(json.dumps(to_jsonable(value), allow_nan=False))


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
    monkeypatch.setattr("shortlex.report.observation.fcntl", None)
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
from shortlex.report.observation import Directory
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
