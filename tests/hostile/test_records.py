"""No token and no record, however made, fails a test that passes, or takes long or much memory."""

import json
import os
import subprocess
import sys
import warnings
import zlib
from pathlib import Path
from typing import Any

import pytest

from shortlex import given, reproduce_failure, settings
from shortlex import strategies as st
from shortlex.core.encoding import seal
from shortlex.core.token import COMPRESSED, PREFIX, TOKEN_VERSION, _to_word
from shortlex.database import MemoryDatabase
from shortlex.errors import BadToken
from tests.hostile.scenarios import KEY, fails, record_of, session

ROOT = Path(__file__).parents[2]


def attack(*arguments: str) -> Any:
    """Run the benchmark. What it has kept."""
    pytest.importorskip("resource", reason="limits of memory")
    command = [sys.executable, "-m", "bench.hostile_records", *arguments]
    run = subprocess.run(
        command,
        cwd=ROOT,
        env={**os.environ, "PYTHONPATH": os.pathsep.join(sys.path)},
        capture_output=True,
        text=True,
        check=False,
    )
    assert run.returncode == 0, run.stdout + run.stderr


def test_some_hostile_tokens_and_records_do_no_harm(tmp_path: Path) -> None:
    file = tmp_path / "found.json"
    attack("--tokens", "3000", "--records", "1000", "--seed", "11", "--json", str(file))
    found = json.loads(file.read_text())
    outcomes = found["tokens"]["outcomes"]
    # The attack is not in vain: many are run, and many are not.
    assert outcomes["DidNotReproduce"] > 500
    assert outcomes["BadToken"] > 500
    assert found["records"]["outcomes"]["a warning"] > 200
    assert found["tokens"]["most_memory_bytes"] < 2**30
    assert found["records"]["most_memory_bytes"] < 2**30


@pytest.mark.slow
def test_many_hostile_tokens_and_records_do_no_harm() -> None:
    attack("--tokens", "50000", "--records", "10000", "--seed", "12")


def with_line(record: bytes, before: bytes, after: bytes) -> bytes:
    """A record with one line changed, and a checksum that is right."""
    lines = record.replace(before, after).split(b"\n")[:-2]
    assert after in lines
    counted = [line for line in lines if not line.startswith(b"#")]
    return b"\n".join([*lines, b"checksum: %08x" % zlib.crc32(b"\n".join(counted)), b""])


@pytest.mark.parametrize(
    ("before", "after"),
    [
        (b"arguments: 1", b"arguments: 5"),
        (b"arguments: 1", b"arguments: -1"),
        (b"arguments: 1", b"arguments: " + b"9" * 100),
        (b"choices: 1", b"choices: 1000000000"),
        (b"an integer: 7", b"an integer: 0x" + b"f" * 100_000),
        (b"an integer: 7", b"an integer: -0x" + b"f" * 100_000),
        (b"an integer: 7", b"an integer: " + b"9" * 5000),
        (b"an integer: 7", b"an integer: nan 7ff8000000000001"),
        (b"an integer: 7", b"an integer: '\\ud800'"),
        (b"an integer: 7", b"an integer: " + b"[" * 100_000),
    ],
)
@pytest.mark.parametrize("strategy", [st.integers(), st.text(), st.integers().map(str)], ids=repr)
def test_a_record_that_lies_fails_no_test(before: bytes, after: bytes, strategy: Any) -> None:
    database = MemoryDatabase()
    database.save(KEY.encode(), with_line(record_of(7), before, after))

    @settings(database=database)
    @given(strategy, st.integers())
    def test_it(value: Any, other: int) -> None:
        pass

    with session(), warnings.catch_warnings(record=True):
        warnings.simplefilter("error")
        test_it()


def test_a_record_of_millions_of_choices_is_not_run() -> None:
    record = record_of(7)
    line = b"an integer: 7\n"
    many = with_line(record, b"choices: 1", b"choices: 1000000").replace(line, line * 1_000_000)
    database = MemoryDatabase()
    database.save(KEY.encode(), with_line(many, b"reduced: no", b"reduced: yes"))
    assert not fails(database, 10**300)


def test_a_small_token_cannot_ask_for_millions_of_choices() -> None:
    deflate = zlib.compressobj(9, zlib.DEFLATED, -15)
    body = deflate.compress(b"\xbf" * 4 * 2**20) + deflate.flush()
    token = PREFIX + _to_word(seal(TOKEN_VERSION | COMPRESSED, bytes(5) + body))
    assert len(token) < 10_000

    @reproduce_failure(token)
    @given(st.lists(st.booleans()))
    def test_it(value: list[bool]) -> None:
        pass

    with pytest.raises(BadToken, match="20,971,520 choices"):
        test_it()


PROJECT = """
import pytest
from shortlex import given, strategies as st

@given(st.integers())
def test_it(x):
    pass
"""


def test_a_bad_file_fails_no_test_where_pytest_makes_warnings_errors(tmp_path: Path) -> None:
    (tmp_path / "pytest.ini").write_text("[pytest]\nfilterwarnings = error\n")
    (tmp_path / "test_it.py").write_text(PROJECT + "    assert x < 1000\n")
    environment = {name: os.environ[name] for name in os.environ if "SHORTLEX" not in name}
    environment["PYTHONPATH"] = os.pathsep.join(sys.path)

    def pytest_says() -> str:
        return subprocess.run(
            [sys.executable, "-m", "pytest", "-pno:asyncio", "-pno:hypothesispytest", "-Werror"],
            cwd=tmp_path,
            env=environment,
            capture_output=True,
            text=True,
            check=False,
        ).stdout

    assert "1 failed" in pytest_says()
    (file,) = (tmp_path / ".shortlex").rglob("*.txt")
    file.write_bytes(b"damaged")
    (tmp_path / "test_it.py").write_text(PROJECT)
    said = pytest_says()
    assert "1 passed, 1 warning" in said
    assert "is not a stored failure" in said
