"""What a process leaves behind that dies in a test."""

import os
import signal
import subprocess
import sys
from pathlib import Path

import pytest

from shortlex.core.encoding import encode_choices
from shortlex.runner.journal import MAGIC, SIZE, Death, Journal, deaths_in, settle

pytestmark = pytest.mark.skipif(os.name != "posix", reason="needs file locks and signals")

PROGRAM = """
import os, sys
from shortlex.core.encoding import encode_choices
from shortlex.runner.journal import Journal
journal = Journal(sys.argv[1])
journal.begin("module.test[\\u00e9]", 12345678901234567890)
for step in sys.argv[2:]:
    {"write": lambda: journal.write(encode_choices([1, "text", 0.5])),
     "again": lambda: journal.write(encode_choices([True])),
     "large": lambda: journal.write(bytes(2_000_000)),
     "end": journal.end,
     "close": journal.close,
     "wait": lambda: (print("ready", flush=True), sys.stdin.read()),
     "die": lambda: os.kill(os.getpid(), 9)}[step]()
"""


def run(directory: Path, *steps: str) -> None:
    subprocess.run([sys.executable, "-c", PROGRAM, str(directory), *steps], check=False)


def told(directory: Path) -> list[tuple[str, int, object]]:
    return [(death.key, death.seed, death.choices) for death in deaths_in(str(directory))]


KEY, SEED = "module.test[\u00e9]", 12345678901234567890


@pytest.mark.parametrize(
    ("steps", "expected"),
    [
        (["die"], [(KEY, SEED, None)]),
        (["write", "die"], [(KEY, SEED, (1, "text", 0.5))]),
        (["write", "again", "die"], [(KEY, SEED, (True,))]),
        (["write", "large", "die"], [(KEY, SEED, None)]),
        (["end", "die"], []),
        (["close"], []),
    ],
)
def test_a_death_tells_the_test_its_seed_and_the_case(
    tmp_path: Path, steps: list[str], expected: list[object]
) -> None:
    run(tmp_path, *steps)
    assert told(tmp_path) == expected
    assert told(tmp_path) == expected, "until it is settled"
    for death in deaths_in(str(tmp_path)):
        settle(death)
    assert list(tmp_path.iterdir()) == []


def test_a_process_that_lives_has_not_died(tmp_path: Path) -> None:
    process = subprocess.Popen(
        [sys.executable, "-c", PROGRAM, str(tmp_path), "write", "wait"],
        stdin=subprocess.PIPE,
        stdout=subprocess.PIPE,
    )
    assert process.stdout is not None
    process.stdout.readline()
    assert told(tmp_path) == []
    process.send_signal(signal.SIGKILL)
    process.communicate()
    assert told(tmp_path) == [(KEY, SEED, (1, "text", 0.5))]


@pytest.mark.parametrize(
    "content",
    [b"", b"something else", MAGIC, MAGIC + b"1\n", MAGIC + b"x\nkey\n" + bytes(8),
     MAGIC + b"1\nkey\n" + (9).to_bytes(8, "big") + b"no choices"],
)  # fmt: skip
def test_what_is_no_journal_is_removed(tmp_path: Path, content: bytes) -> None:
    (tmp_path / "1-a").write_bytes(content)
    assert told(tmp_path) == []
    assert list(tmp_path.iterdir()) == []


def test_links_are_not_followed(tmp_path: Path) -> None:
    target = tmp_path / "target"
    target.write_bytes(MAGIC + b"1\nkey\n" + bytes(8))
    directory = tmp_path / "journals"
    directory.mkdir()
    (directory / "1-a").symlink_to(target)
    assert told(directory) == []
    assert target.exists()


def test_no_directory_no_deaths(tmp_path: Path) -> None:
    assert told(tmp_path / "nowhere") == []


def test_a_key_of_any_length_does_no_harm(tmp_path: Path) -> None:
    journal = Journal(str(tmp_path))
    journal.begin("k" * SIZE, 0)
    journal.begin("line\nbreak", 0)
    journal.write(encode_choices([1]))
    journal.close()
    assert list(tmp_path.iterdir()) == []


def test_a_death_can_be_settled_twice(tmp_path: Path) -> None:
    settle(Death(str(tmp_path / "gone"), "", 0, None))
