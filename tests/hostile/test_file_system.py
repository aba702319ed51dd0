"""Whatever call of the operating system fails, no verdict changes and no known failure is lost."""

import errno
import os
from collections.abc import Callable, Mapping
from pathlib import Path
from random import Random
from typing import Any

import pytest

from shortlex.database import DirectoryDatabase
from shortlex.database import directory as module
from tests.hostile.scenarios import SCENARIOS, check, fails, fill, numbers_in

ERRORS = (
    errno.ENOSPC,
    errno.EACCES,
    errno.EIO,
    errno.EROFS,
    errno.EMFILE,
    errno.ENOENT,
    errno.EINTR,
    errno.EPERM,
    errno.ENOTDIR,
    errno.EDQUOT,
    errno.ESTALE,
)

CALLS = ("open", "fstat", "close", "fsync", "replace", "unlink", "rmdir", "listdir", "makedirs")
"""What the database asks of the system, besides what it does with open files."""


class Faults:
    """Counts calls, and makes some of them fail."""

    def __init__(self, errors: Mapping[int, int]) -> None:
        self.errors = errors
        self.count = 0

    def __call__(self, name: str, action: Callable[..., Any], *arguments: Any, **named: Any) -> Any:
        self.count += 1
        code = self.errors.get(self.count - 1)
        if code is None:
            return action(*arguments, **named)
        if name == "close":
            action(*arguments)  # as Linux does: it is closed all the same
        raise OSError(code, os.strerror(code), "injected")


class FaultyOS:
    """The module ``os``, some calls of which fail."""

    def __init__(self, faults: Faults) -> None:
        self._faults = faults

    def __getattr__(self, name: str) -> Any:
        found = getattr(os, name)
        if name not in CALLS:
            return found
        return lambda *arguments, **named: self._faults(name, found, *arguments, **named)


class FaultyFile:
    """A file, some calls of which fail, and leave half of what was written."""

    def __init__(self, faults: Faults, file: Any) -> None:
        self._faults, self._file = faults, file

    def __enter__(self) -> "FaultyFile":
        return self

    def __exit__(self, *error: object) -> None:
        self._file.close()

    def fileno(self) -> int:
        number: int = self._file.fileno()
        return number

    def read(self, size: int) -> Any:
        return self._faults("read", self._file.read, size)

    def write(self, value: bytes) -> Any:
        self._file.write(value[: len(value) // 2])
        return self._faults("write", self._file.write, value[len(value) // 2 :])

    def flush(self) -> None:
        self._faults("flush", self._file.flush)


class Faulty(DirectoryDatabase):
    """A store in a directory, where some calls of the system fail."""

    def __init__(self, path: Path, errors: Mapping[int, int], monkeypatch: Any) -> None:
        super().__init__(path)
        self.faults = Faults(errors)
        self._monkeypatch = monkeypatch

    def run(self, limit: int) -> bool:
        def faulty_open(*arguments: Any, **named: Any) -> FaultyFile:
            return FaultyFile(self.faults, self.faults("open", open, *arguments, **named))

        with self._monkeypatch.context() as patch:
            patch.setattr(module, "os", FaultyOS(self.faults))
            patch.setattr(module, "open", faulty_open, raising=False)
            return fails(self, limit)


def try_it(path: Path, name: str, errors: Mapping[int, int], monkeypatch: Any) -> int:
    """Run a scenario with faults. How many calls were made."""
    store = Faulty(path, errors, monkeypatch)
    check(lambda: store, lambda _: store.run(SCENARIOS[name].limit), name)
    return store.faults.count


def every_fault(count: int) -> list[dict[int, int]]:
    return [{i: code} for i in range(count) for code in ERRORS]


@pytest.mark.usefixtures("one_last_run")
@pytest.mark.parametrize("name", SCENARIOS)
def test_one_call_fails(tmp_path: Path, monkeypatch: pytest.MonkeyPatch, name: str) -> None:
    count = try_it(tmp_path / "none", name, {}, monkeypatch)
    assert count > 0
    # Each call with some error, in turn; all errors are a slow test.
    for i in range(count + 2):
        for k in range(2):
            code = ERRORS[(2 * i + k) % len(ERRORS)]
            try_it(tmp_path / f"{i}-{k}", name, {i: code}, monkeypatch)


@pytest.mark.slow
@pytest.mark.usefixtures("one_last_run")
@pytest.mark.parametrize("name", SCENARIOS)
def test_any_call_fails_with_any_error(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch, name: str
) -> None:
    count = try_it(tmp_path / "none", name, {}, monkeypatch)
    for number, errors in enumerate(every_fault(count + 2)):
        try_it(tmp_path / str(number), name, errors, monkeypatch)


@pytest.mark.slow
@pytest.mark.usefixtures("one_last_run")
@pytest.mark.parametrize("name", SCENARIOS)
def test_several_calls_fail(tmp_path: Path, monkeypatch: pytest.MonkeyPatch, name: str) -> None:
    random = Random(name)
    count = try_it(tmp_path / "none", name, {}, monkeypatch)
    for number in range(300):
        calls = random.sample(range(count + 4), random.choice((2, 2, 3, count)))
        errors = {i: random.choice(ERRORS) for i in calls}
        try_it(tmp_path / str(number), name, errors, monkeypatch)


@pytest.mark.usefixtures("one_last_run")
@pytest.mark.parametrize("name", SCENARIOS)
def test_every_call_fails(tmp_path: Path, monkeypatch: pytest.MonkeyPatch, name: str) -> None:
    for code in ERRORS:
        try_it(tmp_path / str(code), name, dict.fromkeys(range(1000), code), monkeypatch)


def make_odd(path: Path, kind: str) -> None:
    """Put something at a path that does not belong there."""
    if kind == "directory":
        path.mkdir()
    elif kind == "fifo":
        os.mkfifo(path)
    elif kind == "link":
        path.symlink_to(path.with_name("nowhere"))
    elif kind == "loop":
        path.symlink_to(path)
    elif kind == "file":
        path.write_bytes(b"\xff\xfe not a record")
    else:
        path.write_bytes(b"")
        path.chmod(0)


ODD = ("directory", "fifo", "link", "loop", "file", "unreadable")


@pytest.mark.skipif(os.name != "posix", reason="needs FIFOs and symbolic links")
@pytest.mark.usefixtures("one_last_run")
@pytest.mark.parametrize("kind", ODD)
@pytest.mark.parametrize("name", SCENARIOS)
def test_something_odd_lies_among_the_failures(tmp_path: Path, name: str, kind: str) -> None:
    scenario, store = SCENARIOS[name], DirectoryDatabase(tmp_path)
    store.save(b"other", b"")
    fill(store, scenario)
    for directory in [*tmp_path.iterdir()]:
        for number in range(20):
            make_odd(directory / f"{number}.txt", kind)
    assert fails(store, scenario.limit) == scenario.fails
    assert fails(store, scenario.limit) == scenario.fails


@pytest.mark.skipif(os.name != "posix", reason="needs FIFOs and symbolic links")
@pytest.mark.usefixtures("one_last_run")
@pytest.mark.parametrize("kind", ODD[1:])
@pytest.mark.parametrize("limit", [1000, 10**300])
def test_something_odd_is_where_the_store_should_be(tmp_path: Path, kind: str, limit: int) -> None:
    for depth, path in enumerate((tmp_path / "store", tmp_path / "more" / "store")):
        path.parent.mkdir(exist_ok=True)
        make_odd(path if not depth else path.parent / "above", kind)
        place = path if not depth else path.parent / "above" / "store"
        assert fails(DirectoryDatabase(place), limit) == (limit == 1000)


@pytest.mark.usefixtures("one_last_run")
def test_thousands_of_failures_are_no_failure(tmp_path: Path) -> None:
    store = DirectoryDatabase(tmp_path)
    fill(store, SCENARIOS["known"])
    (directory,) = tmp_path.iterdir()
    for number in range(3000):
        (directory / f"{number}.txt").write_bytes(b"damaged %d" % number)
    assert not fails(store, 10**300)
    assert fails(store, 1000)


@pytest.mark.usefixtures("one_last_run")
def test_a_copy_of_a_failure_under_another_name_does_not_delete_it(tmp_path: Path) -> None:
    store = DirectoryDatabase(tmp_path)
    fill(store, SCENARIOS["known"])
    (directory,) = tmp_path.iterdir()
    (file,) = directory.iterdir()
    for name in ("0.txt", "zz.txt"):
        (directory / name).write_bytes(file.read_bytes())
    assert fails(store, 1000)
    assert 1000 in numbers_in(store)
    assert not fails(store, 10**300)
    assert numbers_in(store) == []
