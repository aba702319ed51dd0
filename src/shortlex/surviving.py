"""Surviving: a test that killed its process is run in child processes the next time.

Every run is entered into the journal of its process, with the seed of its cases. Where an earlier
process died in a test, the same cases are made again, each in a child; the one that kills its child
is then reduced like any other failure. If none does, each case of the runs to come is written down
before it begins, so that the next death tells which it was.
"""

from __future__ import annotations

import os
from collections.abc import Callable
from functools import partial
from time import time
from typing import Protocol
from zlib import crc32

from shortlex.control import current
from shortlex.core.case import Case
from shortlex.core.encoding import encode_choices
from shortlex.database.home import home_directory
from shortlex.errors import ProcessDied
from shortlex.runner.execute import Test
from shortlex.runner.hunt import Hunt
from shortlex.runner.journal import SUSPECT, Death, Journal, deaths_in, settle
from shortlex.runner.result import Result
from shortlex.session import Body
from shortlex.settings import settings

PATIENCE = 20.0
"""Where a process was killed, it may have been because nothing happened. A case that takes so many
seconds then is one that never ends."""

SUSPICION = 7 * 24 * 3600.0
"""For so many seconds each case of a test is written down after a death that was not explained: it
may have been somebody in a hurry, and costs something."""

Make = Callable[[settings, Callable[[Body], Body] | None], Test]
"""Makes the test function for some settings, with a body that is wrapped as given."""


class Run(Protocol):
    """How a test is run in any case."""

    def __call__(
        self, test: Test, options: settings, seed: int | None, on_start: Callable[[Hunt], None]
    ) -> Result:
        """``on_start`` is given the state of the run before it begins."""


def run_journaled(make: Make, options: settings, run: Run, *, seed: int | None, key: str) -> Result:
    """Run a test so that the next process knows if it kills this one."""

    def prepare(hunt: Hunt) -> None:
        hunt.in_child = lambda: _in_child(make, options)

    watch = None if options.database is None else _watch_of_process()
    if watch is None:
        return run(make(options, None), options, seed, prepare)
    death = watch.deaths.pop(key, None)
    if death is not None and not options.is_isolated:
        return _run_after(death, watch, make, options, run)
    if seed is None:
        seed = int.from_bytes(os.urandom(8), "big")
    wrap = watch.journaled if options.journal or watch.is_suspect(key) else None
    watch.journal.begin(key, seed)
    try:
        return run(make(options, wrap), options, seed, prepare)
    finally:
        watch.journal.end()


def _run_after(death: Death, watch: _Watch, make: Make, options: settings, run: Run) -> Result:
    """Run the cases among which one killed an earlier process."""

    def prepare(hunt: Hunt) -> None:
        hunt.first = () if death.choices is None else (death.choices,)

    result = run(*_in_child(make, options), death.seed, prepare)
    is_explained = any(isinstance(failure.error, ProcessDied) for failure in result.failures)
    watch.suspect(death.key, is_suspect=not is_explained)
    settle(death)
    return result


def _in_child(make: Make, options: settings) -> tuple[Test, settings]:
    isolated = settings(
        options, isolate=True, case_seconds=options.case_seconds or PATIENCE, journal=False
    )
    return make(isolated, None), isolated


class _Watch:
    """The journal of this process, and what others have left."""

    def __init__(self, directory: str) -> None:
        self.directory = directory
        self.journal = Journal(directory)
        self.deaths = {death.key: death for death in deaths_in(directory)}

    def suspect(self, key: str, *, is_suspect: bool) -> None:
        """A process died in a test: it is not known why, or now it is."""
        mark = self._mark_of(key)
        if is_suspect:
            with open(mark, "wb"):
                pass
        elif os.path.exists(mark):
            os.unlink(mark)

    def is_suspect(self, key: str) -> bool:
        """Whether a process died in a test lately, and nobody knows why."""
        try:
            return time() - os.stat(self._mark_of(key)).st_mtime < SUSPICION
        except OSError:
            return False

    def _mark_of(self, key: str) -> str:
        return os.path.join(self.directory, f"{SUSPECT}{crc32(key.encode()):08x}")

    def journaled(self, body: Body) -> Body:
        """The same body, with its case written down before it begins and after every draw."""

        def run_body(*args: object, **kwargs: object) -> object:
            case = current.get()
            assert case is not None, "a body is run in a case"
            self._write(case)
            if "draw" not in vars(case):
                case.draw = partial(self._draw, case, case.draw)  # type: ignore[method-assign]
            return body(*args, **kwargs)

        return run_body

    def _draw(self, case: Case, draw: Body, *args: object, **kwargs: object) -> object:
        value = draw(*args, **kwargs)
        self._write(case)
        return value

    def _write(self, case: Case) -> None:
        self.journal.write(encode_choices(case.choices))


_watches: dict[int, _Watch | None] = {}
"""By process, for a fork is another; None where nothing can be watched."""


def _watch_of_process() -> _Watch | None:
    """Made for the first test; None where there are no locks, or nothing can be written."""
    process = os.getpid()
    if process not in _watches:
        try:
            watch = _watches[process] = _Watch(_directory())
        except (ImportError, OSError):
            _watches[process] = None
        else:
            import atexit

            atexit.register(watch.journal.close)
    return _watches[process]


def _directory() -> str:
    """For this user and this project, among the temporary files."""
    user = os.path.join(os.environ.get("TMPDIR") or "/tmp", f"shortlex-{os.getuid()}")
    os.makedirs(user, mode=0o700, exist_ok=True)
    if os.stat(user).st_uid != os.getuid():
        raise PermissionError(f"{user} belongs to somebody else")
    project = crc32(os.fsencode(os.path.abspath(home_directory())))
    return os.path.join(user, f"{project:08x}")
