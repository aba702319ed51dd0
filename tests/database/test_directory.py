"""Failures as files: readable, atomic, and safe from other processes and from strangers."""

import os
import subprocess
import sys
import threading
import time
from pathlib import Path

import pytest

from shortlex.database import DirectoryDatabase
from shortlex.database import directory as module
from shortlex.database.interface import Entry
from shortlex.errors import InvalidArgument
from shortlex.system import genuine

KEY = b"tests.test_sorting.TestSort.test_it[a-1]"


def files(path: Path) -> list[Path]:
    return sorted(each for each in path.rglob("*") if each.is_file())


def test_nothing_is_written_before_something_is_saved(tmp_path: Path) -> None:
    database = DirectoryDatabase(tmp_path / "failures")
    assert list(database.fetch(KEY)) == []
    database.delete(KEY, b"value")
    assert list(tmp_path.iterdir()) == []


def test_a_value_is_one_file_in_a_directory_named_after_the_key(tmp_path: Path) -> None:
    DirectoryDatabase(tmp_path).save(KEY, b"value\n")
    (file,) = files(tmp_path)
    assert file.read_bytes() == b"value\n"
    assert file.suffix == ".txt"
    assert file.parent.name.startswith("tests.test_sorting.TestSort.test_it[a-1]-")
    assert file.parent.parent == tmp_path


@pytest.mark.parametrize(
    "key",
    [
        b"",
        b"a/../../b",
        b"\xff\xfe",
        "ключ".encode(),
        b"x" * 1000,
        b"CON",
        b"a\0b",
        b"..",
        b"t[a b]",
    ],
)
def test_any_key_has_a_directory_of_its_own(tmp_path: Path, key: bytes) -> None:
    database = DirectoryDatabase(tmp_path / "failures")
    database.save(key, b"value")
    database.save(KEY, b"other")
    assert list(database.fetch(key)) == [b"value"]
    assert {file.parent.parent for file in files(tmp_path)} == {tmp_path / "failures"}


def test_keys_that_differ_in_case_only_have_different_names(tmp_path: Path) -> None:
    # On some file systems names that differ in case only are the same.
    database = DirectoryDatabase(tmp_path)
    database.save(b"test_a", b"1")
    database.save(b"test_A", b"2")
    assert len({file.parent.name.lower() for file in files(tmp_path)}) == 2


def test_saving_twice_writes_once(tmp_path: Path) -> None:
    database = DirectoryDatabase(tmp_path)
    database.save(KEY, b"value")
    (before,) = [file.stat().st_mtime_ns for file in files(tmp_path)]
    database.save(KEY, b"value")
    assert [file.stat().st_mtime_ns for file in files(tmp_path)] == [before]


def test_a_file_that_was_damaged_is_written_again(tmp_path: Path) -> None:
    database = DirectoryDatabase(tmp_path)
    database.save(KEY, b"value")
    files(tmp_path)[0].write_bytes(b"dam")
    database.save(KEY, b"value")
    assert list(database.fetch(KEY)) == [b"value"]


def test_the_last_value_takes_the_directory_with_it(tmp_path: Path) -> None:
    database = DirectoryDatabase(tmp_path)
    database.save(KEY, b"1")
    database.save(KEY, b"2")
    database.delete(KEY, b"1")
    assert list(database.fetch(KEY)) == [b"2"]
    database.delete(KEY, b"2")
    assert list(tmp_path.iterdir()) == []


def test_a_file_that_somebody_changed_or_renamed_can_be_deleted(tmp_path: Path) -> None:
    database = DirectoryDatabase(tmp_path)
    database.save(KEY, b"value")
    (file,) = files(tmp_path)
    file.write_bytes(b"# a comment\nvalue")
    file.rename(file.with_name("known.txt"))
    (entry,) = database.fetch(KEY)
    assert isinstance(entry, Entry)
    assert entry.place == str(file.with_name("known.txt"))
    database.delete(KEY, entry)
    assert list(database.fetch(KEY)) == []


def test_an_entry_tells_the_path_of_its_file(tmp_path: Path) -> None:
    database = DirectoryDatabase(tmp_path)
    database.save(KEY, b"value")
    (entry,) = database.fetch(KEY)
    assert entry.place == str(files(tmp_path)[0])  # type: ignore[attr-defined]  # an Entry


@pytest.mark.skipif(os.name != "posix", reason="needs FIFOs and symbolic links")
def test_what_is_no_file_of_ours_is_neither_followed_nor_waited_for(tmp_path: Path) -> None:
    database = DirectoryDatabase(tmp_path / "failures")
    database.save(KEY, b"value")
    directory = files(tmp_path)[0].parent
    secret = tmp_path / "secret"
    secret.write_text("secret")
    (directory / "a-link.txt").symlink_to(secret)
    os.mkfifo(directory / "b-fifo.txt")
    (directory / "c-directory.txt").mkdir()
    (directory / "d-endless.txt").symlink_to("/dev/zero")
    found = {os.path.basename(e.place): (bytes(e), e.problem) for e in database.fetch(KEY)}  # type: ignore[attr-defined]  # Entries
    assert found.pop(files(directory)[0].name) == (b"value", "")
    assert [content for content, _ in found.values()] == [b""] * 4
    assert found["b-fifo.txt"][1] == "it is not a file. Delete it"
    assert found["c-directory.txt"][1] == "it is not a file. Delete it"
    assert "cannot be opened" in found["a-link.txt"][1]
    assert "cannot be opened" in found["d-endless.txt"][1]


def test_a_file_that_is_too_long_is_not_read(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(module, "MAX_VALUE_BYTES", 1000)
    database = DirectoryDatabase(tmp_path)
    database.save(KEY, b"value")
    files(tmp_path)[0].write_bytes(bytes(1001))
    (entry,) = database.fetch(KEY)
    assert (bytes(entry), entry.problem) == (b"", "it has more than 1,000 bytes. Delete it")  # type: ignore[attr-defined]  # an Entry


def test_what_a_killed_process_left_is_not_read_and_goes_in_the_end(tmp_path: Path) -> None:
    database = DirectoryDatabase(tmp_path)
    database.save(KEY, b"value")
    directory = files(tmp_path)[0].parent
    new, old = directory / ".new.tmp", directory / ".old.tmp"
    for path in (new, old, directory / ".gitkeep"):
        path.write_bytes(b"half a val")
    os.utime(old, (time.time() - 4000,) * 2)
    assert list(database.fetch(KEY)) == [b"value"]
    assert new.exists()
    assert not old.exists()
    assert (directory / ".gitkeep").exists()


def test_a_write_that_fails_leaves_nothing(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    def no_space(descriptor: int) -> None:
        raise OSError(28, "No space left on device")

    monkeypatch.setattr(genuine.os, "fsync", no_space)
    with pytest.raises(OSError, match="No space left"):
        DirectoryDatabase(tmp_path).save(KEY, b"value")
    assert files(tmp_path) == []


def test_a_directory_that_others_remove_is_made_again(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    real, calls = genuine.make_directories, []

    def removed_at_once(path: str) -> None:
        real(path)
        calls.append(path)
        if len(calls) < 3:
            os.rmdir(path)

    monkeypatch.setattr(module, "make_directories", removed_at_once)
    database = DirectoryDatabase(tmp_path)
    database.save(KEY, b"value")
    assert list(database.fetch(KEY)) == [b"value"]
    assert len(calls) == 3


def test_a_directory_that_cannot_be_made_is_an_error(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(module, "make_directories", lambda path: None)
    with pytest.raises(FileNotFoundError):
        DirectoryDatabase(tmp_path / "gone").save(KEY, b"value")


def test_threads_that_save_and_delete_lose_nothing_of_others(tmp_path: Path) -> None:
    database = DirectoryDatabase(tmp_path)

    def work(number: int) -> None:
        for i in range(20):
            database.save(KEY, b"kept %d %d" % (number, i))
            database.save(KEY, b"gone %d %d" % (number, i))
            database.delete(KEY, b"gone %d %d" % (number, i))

    threads = [threading.Thread(target=work, args=(number,)) for number in range(4)]
    for thread in threads:
        thread.start()
    for thread in threads:
        thread.join()
    kept = {b"kept %d %d" % (number, i) for number in range(4) for i in range(20)}
    assert set(database.fetch(KEY)) == kept


PROGRAM = """
import sys
from shortlex.system import genuine
from shortlex.database import DirectoryDatabase
database, number = DirectoryDatabase(sys.argv[1]), sys.argv[2].encode()
for i in range(50):
    # The directory is empty now and then, and removed.
    database.save(b"key", b"%s %d" % (number, i))
    database.delete(b"key", b"%s %d" % (number, i))
database.save(b"key", number)
"""


def test_processes_that_save_and_delete_lose_nothing_of_others(tmp_path: Path) -> None:
    runs = [
        subprocess.Popen(
            [sys.executable, "-c", PROGRAM, str(tmp_path), str(number)],
            env={**os.environ, "PYTHONPATH": os.pathsep.join(sys.path)},
        )
        for number in range(3)
    ]
    assert [run.wait() for run in runs] == [0, 0, 0]
    assert set(DirectoryDatabase(tmp_path).fetch(b"key")) == {b"0", b"1", b"2"}


def test_a_path_is_text_or_a_path() -> None:
    with pytest.raises(InvalidArgument, match=r"DirectoryDatabase\(path=3\): must be a path"):
        DirectoryDatabase(3)  # type: ignore[arg-type]  # the mistake under test


def test_databases_of_one_path_are_equal() -> None:
    assert DirectoryDatabase("a") == DirectoryDatabase(Path("a"))
    assert hash(DirectoryDatabase("a")) == hash(DirectoryDatabase(Path("a")))
    assert DirectoryDatabase("a") != DirectoryDatabase()
    assert repr(DirectoryDatabase("a")) == "DirectoryDatabase('a')"
    assert repr(DirectoryDatabase()) == "DirectoryDatabase()"


def test_by_default_it_is_in_the_project(monkeypatch: pytest.MonkeyPatch, tmp_path: Path) -> None:
    monkeypatch.setenv("SHORTLEX_HOME", str(tmp_path / ".shortlex"))
    assert DirectoryDatabase().path == str(tmp_path / ".shortlex" / "failures")
