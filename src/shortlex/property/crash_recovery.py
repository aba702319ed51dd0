"""Crash recovery: reruns a test that killed its process, in child processes.

Every run is recorded in the journal of its process, with the seed of its cases. If an earlier
process died in a test, the same cases are generated again, each in a child; a case that kills its
child is then reduced like any other failure. If none does, they are run once more in this process,
and each case, also of later runs, is written to the journal before it begins, so that the next
death shows which case it was.
"""

from __future__ import annotations

from collections.abc import Callable
from functools import partial
from typing import NamedTuple
from zlib import crc32

from shortlex.control import current
from shortlex.core.case import Case
from shortlex.core.encoding import encode_choices
from shortlex.core.shown import encoded
from shortlex.errors import ProcessDied
from shortlex.property.session import Body
from shortlex.runner.crashes.journal import SUSPECT, Death, Journal, deaths_in, settle
from shortlex.runner.execute import Test
from shortlex.runner.hunt import Hunt, new_seed
from shortlex.runner.result import Result
from shortlex.settings import settings
from shortlex.system.environment import home_directory
from shortlex.system.genuine import make_directories, os, wall_time

CASE_SECONDS = 20.0
"""The time limit of a case, in seconds, when we look for the case that killed a process. Someone
may have killed it because it hung."""

SUSPICION_SECONDS = 7 * 24 * 3600.0
"""After an unexplained death, each case of a test is written to the journal for this many seconds.
Not for longer: this costs time, and a user may have killed the process."""

Make = Callable[[settings, Callable[[Body], Body] | None], Test]
"""Makes the test function for given settings, with its body wrapped by a given function."""


class Plan(NamedTuple):
    """How a call runs its test, given what is known of earlier processes."""

    test: Test
    options: settings
    seed: int | None
    prepare: Callable[[Hunt], None]
    """Gets the state of the run before it begins."""
    see_result: Callable[[Result], None] = lambda result: None
    """Gets the result, unless the run was stopped."""
    is_apart: bool = False
    """Whether each case has a process of its own, although the test does not ask for that."""


class journaled:  # noqa: N801  # it reads like a function
    """In this block a test is run so that the next process knows whether it killed this one.

    If an earlier process died in the test, its cases are run again: one of them may have killed it.
    Not a generator with contextlib, which sets tracebacks of errors: some errors are frozen.
    """

    def __init__(self, make: Make, options: settings, *, seed: int | None, key: str) -> None:
        self._make, self._options, self._seed, self._key = make, options, seed, key
        self._journal: Journal | None = None

    def __enter__(self) -> Plan:
        make, options, seed, key = self._make, self._options, self._seed, self._key

        def prepare(hunt: Hunt) -> None:
            hunt.in_child = lambda: _in_child(make, options)

        watch = None if options.database is None else _watch_of_process()
        if watch is None:
            return Plan(make(options, None), options, seed, prepare)
        death = watch.deaths.pop(key, None)
        if death is not None:
            return _plan_after(death, watch, make, options)
        if seed is None:
            seed = new_seed()
        wrap = watch.journaled if options.journal or watch.is_suspect(key) else None
        self._journal = watch.journal
        self._journal.begin(key, seed)
        try:
            return Plan(make(options, wrap), options, seed, prepare)
        except BaseException:
            self._journal.end()
            raise

    def __exit__(self, *error: object) -> None:
        if self._journal is not None:
            self._journal.end()


def _plan_after(death: Death, watch: _Watch, make: Make, options: settings) -> Plan:
    def prepare(hunt: Hunt) -> None:
        hunt.first = () if death.choices is None else (death.choices,)

    def see_result(result: Result) -> None:
        is_explained = any(isinstance(failure.error, ProcessDied) for failure in result.failures)
        watch.suspect(death.key, is_suspect=not is_explained)
        settle(death)

    is_apart = not options.is_isolated
    return Plan(*_in_child(make, options), death.seed, prepare, see_result, is_apart)


def _in_child(make: Make, options: settings) -> tuple[Test, settings]:
    isolated = settings(
        options, isolate=True, case_seconds=options.case_seconds or CASE_SECONDS, journal=False
    )
    return make(isolated, None), isolated


class _Watch:
    """The journal of this process, and the journals that dead processes left."""

    def __init__(self, directory: str) -> None:
        self.directory = directory
        self.journal = Journal(directory)
        self.deaths = {death.key: death for death in deaths_in(directory)}

    def suspect(self, key: str, *, is_suspect: bool) -> None:
        """Remember that a process died in a test for an unknown reason, or forget it."""
        mark = self._mark_of(key)
        try:
            if is_suspect:
                os.close(os.open(mark, os.O_WRONLY | os.O_CREAT | os.O_TRUNC, 0o600))
                os.utime(mark)
            else:
                os.unlink(mark)
        except OSError:
            pass  # there is no mark; or it cannot be made, and the next death is unexplained, too

    def is_suspect(self, key: str) -> bool:
        """Whether a process recently died in a test for an unknown reason."""
        try:
            return wall_time() - os.stat(self._mark_of(key)).st_mtime < SUSPICION_SECONDS
        except OSError:
            return False

    def _mark_of(self, key: str) -> str:
        return os.path.join(self.directory, f"{SUSPECT}{crc32(encoded(key)):08x}")

    def journaled(self, body: Body) -> Body:
        """The same body, which records its case in the journal first and after every draw."""

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
"""By process id, since a fork needs its own; None if nothing can be watched."""


def _watch_of_process() -> _Watch | None:
    """Made for the first test; None if there are no locks, or nothing can be written."""
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
    """A temporary directory for this user and this project."""
    user = os.path.join(os.environ.get("TMPDIR") or "/tmp", f"shortlex-{os.getuid()}")
    make_directories(user, 0o700)
    if os.stat(user).st_uid != os.getuid():
        raise PermissionError(f"{user} belongs to somebody else")
    project = crc32(os.fsencode(home_directory()))
    return os.path.join(user, f"{project:08x}")
