"""What a process leaves behind that dies in a test."""

import os
import signal
import subprocess
import sys
import time
from pathlib import Path

import pytest

from shortlex.core.encoding import encode_choices
from shortlex.runner.crashes.journal import (
    MAGIC,
    MAX_AGE_SECONDS,
    MAX_FILE_BYTES,
    Death,
    Journal,
    deaths_in,
    settle,
)

pytestmark = pytest.mark.skipif(os.name != "posix", reason="needs file locks and signals")

PROGRAM = """
import os, sys
from shortlex.core.encoding import encode_choices
from shortlex.runner.crashes.journal import Journal
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
    [b"", b"something else", MAGIC, MAGIC + b"1\n", MAGIC + b"x\nkey\n" + bytes(8)],
)
def test_what_is_no_journal_is_removed(tmp_path: Path, content: bytes) -> None:
    (tmp_path / "1-a").write_bytes(content)
    assert told(tmp_path) == []
    assert list(tmp_path.iterdir()) == []


def test_a_case_that_was_not_written_to_its_end_leaves_the_test_and_its_seed(
    tmp_path: Path,
) -> None:
    content = MAGIC + b"1\nkey\n" + (9).to_bytes(8, "big") + b"no choices"
    (tmp_path / "1-a").write_bytes(content)
    assert told(tmp_path) == [("key", 1, None)]


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
    journal.begin("k" * MAX_FILE_BYTES, 0)
    journal.begin("line\nbreak", 0)
    journal.write(encode_choices([1]))
    journal.close()
    assert list(tmp_path.iterdir()) == []


def test_a_death_can_be_settled_twice(tmp_path: Path) -> None:
    settle(Death(str(tmp_path / "gone"), "", 0, None))


FULL = """
import os, sys
from shortlex.runner.crashes.journal import Journal
journal = Journal(sys.argv[1])
{fill}
journal.begin("test", 1)
for size in (10, 1000, 100_000):
    journal.write(bytes(size))
journal.end()
journal.begin("test", 1)
journal.close()
print("alive")
"""

FILL = """
with open(os.path.join(sys.argv[1], "fill"), "wb", 0) as file:
    try:
        while True:
            file.write(bytes(4096))
    except OSError:
        pass
"""


def test_a_file_that_may_not_grow_ends_the_journal_and_nothing_else(tmp_path: Path) -> None:
    limit = "import resource; resource.setrlimit(resource.RLIMIT_FSIZE, (20, 20))"
    result = subprocess.run(
        [sys.executable, "-c", FULL.format(fill=limit), str(tmp_path)],
        capture_output=True,
        text=True,
        check=False,
    )
    assert (result.returncode, result.stdout) == (0, "alive\n")
    assert list(tmp_path.iterdir()) == []


def test_a_disk_that_is_full_ends_the_journal_and_nothing_else(tmp_path: Path) -> None:
    script = tmp_path / "script.py"
    script.write_text(FULL.format(fill=FILL))
    disk = tmp_path / "disk"
    disk.mkdir()
    mount = f"mount -t tmpfs -o size=64k none {disk} && {sys.executable} {script} {disk}"
    result = subprocess.run(
        ["unshare", "-rm", "sh", "-c", mount], capture_output=True, text=True, check=False
    )
    if "unshare" in result.stderr or "mount:" in result.stderr:
        pytest.skip(f"no disk of its own can be mounted here: {result.stderr.strip()}")
    assert (result.returncode, result.stdout) == (0, "alive\n")


@pytest.mark.parametrize("act", ["close", "replace"])
def test_a_test_that_closes_the_file_ends_the_journal_and_nothing_else(
    tmp_path: Path, act: str
) -> None:
    directory = tmp_path / "journals"
    journal = Journal(str(directory))
    os.close(journal._file)
    other = tmp_path / "other"
    if act == "replace":
        number = os.open(other, os.O_RDWR | os.O_CREAT)
        os.dup2(number, journal._file)
    journal.begin("test", 1)
    journal.write(b"choices")
    journal.end()
    journal.close()
    assert list(directory.iterdir()) == []
    assert not other.exists() or other.read_bytes() == b""


def test_a_process_that_outlives_the_dead_one_does_not_hide_its_death(tmp_path: Path) -> None:
    outlive = "if os.fork() == 0: print('alive', flush=True); sys.stdin.read()"
    with subprocess.Popen(
        [sys.executable, "-c", f"{PROGRAM}\n{outlive}\nos._exit(1)", str(tmp_path), "write"],
        stdin=subprocess.PIPE,
        stdout=subprocess.PIPE,
    ) as process:
        assert process.stdout is not None
        while process.stdout.readline() != b"alive\n":
            pass
        assert process.wait() == 1
        assert told(tmp_path) == [(KEY, SEED, (1, "text", 0.5))]


def test_a_death_is_forgotten_after_some_time(tmp_path: Path) -> None:
    run(tmp_path, "die")
    (file,) = tmp_path.iterdir()
    long_ago = time.time() - MAX_AGE_SECONDS - 1
    os.utime(file, (long_ago, long_ago))
    assert told(tmp_path) == []
    assert list(tmp_path.iterdir()) == []
