"""Observation: every case of a run as a record, in the format that Tyche reads.

A record is plain data that can be written as JSON. There are two kinds: one for each case, and,
at the end of each test, one with its statistics and one for each piece of advice. Values become
strict JSON:

=========================  ====================================================================
None, booleans, texts      as they are
integers                   as they are; from 2**63 on, floats, or text if too large for a float
floats                     as they are; ``["float", bits]`` if not finite
bytes                      ``["bytes", base64]``
lists, tuples, sets        lists
mappings                   objects, with text for keys
with a ``to_json`` method  what it returns
dataclasses, attrs,        objects of their fields
pydantic, named tuples
everything else            code for it, as in a report
=========================  ====================================================================

``Directory`` writes records as lines of JSON to files. Several processes may write to one file,
and each may die at any moment. So a line is appended by one call, under a lock that a process loses
when it dies. A kill can interrupt that call and leave half a line at the end of the file; the next
writer removes it before writing its own line.
"""

from __future__ import annotations

import gc
import struct
import sys
from _thread import allocate_lock
from base64 import b64encode
from collections import deque
from collections.abc import Callable, Iterable, Iterator, Mapping
from contextlib import contextmanager
from dataclasses import fields, is_dataclass
from functools import partial
from json import dumps
from math import isfinite
from time import strftime
from traceback import format_exception
from typing import Any

from shortlex.core.case import Case
from shortlex.core.shown import guarded, is_from_signal, ordinary_type, shown_error, stand_in
from shortlex.core.trace import Outcome
from shortlex.report.code.literals import format_literal
from shortlex.report.side_effects import without_side_effects
from shortlex.report.statistics import statistics_lines
from shortlex.report.terminal import token_of
from shortlex.report.verdict import without_our_frames
from shortlex.runner.observer import Observer
from shortlex.runner.origin import origin_of, place_of
from shortlex.runner.result import Failure, Result
from shortlex.settings import settings
from shortlex.system.genuine import make_directories, os, perf_counter, wall_time

ObservationRecord = dict[str, Any]

Tell = Callable[[ObservationRecord], None]

IMPORTED_AT = wall_time()

STATUS = {
    Outcome.OVERRUN: "gave_up",
    Outcome.INVALID: "gave_up",
    Outcome.VALID: "passed",
    Outcome.INTERESTING: "failed",
}

MAX_DEPTH = 30
"""Values nested deeper than this are written as code: they may contain themselves."""

MAX_INTEGER = 2**63
"""Readers of JSON support no larger integers."""


class Stopwatch:
    """Times one case, and keeps its arguments from before the body could change them."""

    def __init__(self, collecting: Collecting) -> None:
        self.timing: dict[str, float] = {}
        self.arguments: dict[str, Any] = {}
        self._collecting = collecting
        self._collected = collecting.seconds
        self._body_since: float | None = None

    def draw_arguments(self, case: Any, strategies: Mapping[str, Any]) -> dict[str, Any]:
        drawn = {}
        for name, strategy in strategies.items():
            started = perf_counter()
            try:
                drawn[name] = case.draw(strategy)
            finally:
                self.timing[f"generate:{name}"] = perf_counter() - started
        with without_side_effects(case, drawn.values()):
            self.see_arguments(drawn)
        return drawn

    def see_arguments(self, arguments: Mapping[str, Any]) -> None:
        self.arguments = {name: to_jsonable(value) for name, value in arguments.items()}

    def begin_body(self) -> None:
        self._body_since = perf_counter()

    def stop(self) -> None:
        """Stop timing: the case is over."""
        since = self._body_since
        self.timing["execute:test"] = 0.0 if since is None else perf_counter() - since
        self.timing["overall:gc"] = self._collecting.seconds - self._collected
        self._body_since = None


class Collecting:
    """Measures how long Python collected garbage."""

    def __init__(self) -> None:
        self.seconds = 0.0
        self._since = 0.0

    def __enter__(self) -> Collecting:
        gc.callbacks.append(self._see)
        return self

    def __exit__(self, *_: object) -> None:
        gc.callbacks.remove(self._see)

    def _see(self, phase: str, _: object) -> None:
        if phase == "start":
            self._since = perf_counter()
        elif self._since:
            self.seconds += perf_counter() - self._since


class Recording(Observer):
    """Sends a record of every case when it has run."""

    def __init__(
        self, name: str, key: str, tell: Tell, run_start: float, collecting: Collecting
    ) -> None:
        self._about = {"property": name, "run_start": run_start}
        self._key = key
        self._tell = tell
        self._collecting = collecting
        self._phase = "generate"
        self._common = {
            "backend": "shortlex",
            "sys.argv": list(sys.argv),
            "os.getpid()": os.getpid(),
            "imported_at": IMPORTED_AT,
        }

    def see_phase(self, phase: str) -> None:
        self._phase = phase

    def see_start(self, case: Case) -> None:
        case.watch = Stopwatch(self._collecting)
        case.checks = {}

    def see_case(self, case: Case, outcome: Outcome) -> None:
        how = "explicit example" if self._phase == "explicit" else f"during {self._phase} phase"
        self._tell_of(case, outcome, how, case.ending)

    def see_failure(self, failure: Failure) -> None:
        """The simplest case of a bug, as it is reported."""
        self._tell_of(
            failure.case,
            Outcome.INTERESTING,
            "minimal failing test case",
            failure.error,
            token_of(failure.trace, self._key),
        )

    def see_result(self, result: Result, options: settings) -> None:
        """How the run ended."""
        for failure in result.failures:
            self.see_failure(failure)
        self._inform("info", "Shortlex Statistics", "\n".join(statistics_lines(result, options)))
        for line in result.advice:
            self._inform("alert", "Shortlex advice", line)

    def _inform(self, kind: str, title: str, content: str) -> None:
        self._tell({"type": kind, "title": title, "content": content, **self._about})

    def _tell_of(
        self,
        case: Case,
        outcome: Outcome,
        how: str,
        ending: object,
        token: str | None = None,
    ) -> None:
        watch = case.watch
        timing: dict[str, float] = {}
        arguments: dict[str, Any] = {}
        if isinstance(watch, Stopwatch):
            if token is None:
                # With a token, the case was stopped before.
                watch.stop()
            timing, arguments = watch.timing, watch.arguments
        self._tell(
            {
                "type": "test_case",
                "status": STATUS[outcome],
                "status_reason": _reason_text(ending),
                "representation": case.call_text,
                "arguments": arguments,
                "how_generated": how,
                "features": features_of(case),
                "coverage": None,
                "timing": timing,
                "metadata": self._metadata(case, outcome, ending, token),
                **self._about,
            }
        )

    def _metadata(
        self, case: Case, outcome: Outcome, ending: object, token: str | None
    ) -> dict[str, Any]:
        error = ending if isinstance(ending, BaseException) else None
        return {
            "traceback": None if error is None else _traceback_text(error),
            "reproduction_decorator": token and f'@reproduce_failure("{token}")',
            "notes": list(case.notes or ()),
            "predicates": predicates_of(case),
            **self._common,
            "data_status": int(outcome),
            "phase": self._phase,
            "interesting_origin": None if error is None else str(origin_of(error)),
            "status_reason_location": None if error is None else "{}:{}".format(*place_of(error)),
            "choice_nodes": None,
            "choice_spans": None,
        }


def _traceback_text(error: BaseException) -> str:
    return guarded(
        lambda: "".join(format_exception(type(error), error, without_our_frames(error))),
        lambda raised: shown_error(error),
    )


def _reason_text(ending: object) -> str:
    if isinstance(ending, BaseException):
        return shown_error(ending)
    return "" if ending is None else guarded(lambda: str(ending), partial(stand_in, ending))


def features_of(case: Case) -> dict[str, Any]:
    """Events, and the observations of targets."""
    features = {name: to_jsonable(payload) for name, payload in (case.events or {}).items()}
    for label, score in (case.targets or {}).items():
        features[f"target:{label}"] = to_jsonable(score)
    return features


def predicates_of(case: Case) -> dict[str, dict[str, int]]:
    """For each place, how many assumptions were met and how many were not."""
    return {
        f"assume() in {name} (line {line})": {"satisfied": met, "unsatisfied": unmet}
        for (name, _, line), (unmet, met) in (case.checks or {}).items()
    }


def to_jsonable(value: object, depth: int = 0) -> Any:
    """The value as JSON data. Never raises, whatever the value does."""
    if value is None or ordinary_type(value) in (bool, str):
        return value
    if type(value) is int:
        return _integer(value)
    if type(value) is float:
        return value if isfinite(value) else ["float", _bits(value)]
    if ordinary_type(value) in (bytes, bytearray):
        return ["bytes", b64encode(value).decode("ascii")]  # type: ignore[arg-type]  # one of these
    if depth < MAX_DEPTH:
        try:
            return _compound(value, depth)
        except BaseException as error:
            # User code raised. The repr below may still work.
            if is_from_signal(error):
                raise
    return format_literal(value)


class _NotCompoundError(Exception):
    """The value has no parts that we know of."""


def _compound(value: Any, depth: int) -> Any:
    if isinstance(value, type):
        raise _NotCompoundError
    if callable(method := getattr(value, "to_json", None)):
        return to_jsonable(method(), depth + 1)
    named = _fields_of(value)
    if named is not None:
        return {name: to_jsonable(each, depth + 1) for name, each in named.items()}
    if isinstance(value, Mapping):
        return {_key(key): to_jsonable(each, depth + 1) for key, each in value.items()}
    if isinstance(value, (list, tuple, set, frozenset, deque)):
        elements: Iterable[Any] = value
        return [to_jsonable(each, depth + 1) for each in elements]
    raise _NotCompoundError


def _fields_of(value: Any) -> dict[str, Any] | None:
    """The fields of a record, by name, if it is one."""
    if is_dataclass(value):
        names = [field.name for field in fields(value)]
    elif hasattr(type(value), "__attrs_attrs__"):
        names = [field.name for field in type(value).__attrs_attrs__]
    elif hasattr(type(value), "model_fields"):
        names = list(type(value).model_fields)
    elif isinstance(value, tuple) and hasattr(value, "_fields"):
        names = list(value._fields)
    else:
        return None
    return {name: getattr(value, name) for name in names}


def _key(key: object) -> str:
    return key if type(key) is str else format_literal(key)


def _integer(value: int) -> int | float | str:
    if -MAX_INTEGER <= value < MAX_INTEGER:
        return value
    try:
        return float(value)
    except OverflowError:
        return format_literal(value)


def _bits(value: float) -> int:
    bits: int
    (bits,) = struct.unpack("!Q", struct.pack("!d", value))
    return bits


fcntl: Any
try:
    import fcntl
except ImportError:  # Windows, where nothing is locked
    fcntl = None

PIECE = 4096
"""How many bytes are read at once when searching backwards for the end of a line."""


class Directory:
    """Writes each record as a line to one of today's files: one for cases, one for the rest."""

    def __init__(self, path: str) -> None:
        self._path = path
        self._files: dict[str, int] = {}
        # flock() does not exclude threads of one process, which share the descriptor.
        self._lock = allocate_lock()

    def __repr__(self) -> str:
        return f"Directory({self._path!r})"

    def __call__(self, record: dict[str, Any]) -> None:
        kind = "testcases" if record["type"] == "test_case" else "info"
        name = f"{strftime('%Y-%m-%d')}_{kind}.jsonl"
        line = dumps(record, allow_nan=False).encode("ascii") + b"\n"
        with self._lock:
            if name not in self._files:
                self.make()
                flags = os.O_RDWR | os.O_CREAT | os.O_APPEND
                self._files[name] = os.open(os.path.join(self._path, name), flags, 0o666)
            append_line(self._files[name], line)

    def make(self) -> None:
        """Make the directory, unless it exists."""
        make_directories(self._path)

    def close(self) -> None:
        """Close its files."""
        while self._files:
            os.close(self._files.popitem()[1])


def append_line(file: int, line: bytes) -> None:
    """Append a whole line, or none of it."""
    with _locked(file):
        end = _end_of_lines(file)
        if os.write(file, line) < len(line):
            os.ftruncate(file, end)
            raise OSError("a line was only partly written. Is the disk full?")


@contextmanager
def _locked(file: int) -> Iterator[None]:
    if fcntl is None:
        yield
        return
    fcntl.flock(file, fcntl.LOCK_EX)
    try:
        yield
    finally:
        fcntl.flock(file, fcntl.LOCK_UN)


def _end_of_lines(file: int) -> int:
    """Where the last whole line ends. Anything after it is removed."""
    size = end = os.lseek(file, 0, os.SEEK_END)
    while end:
        start = max(0, end - PIECE)
        os.lseek(file, start, os.SEEK_SET)
        piece = os.read(file, end - start)
        last = piece.rfind(b"\n")
        if last >= 0:
            end = start + last + 1
            break
        end = start
    if end < size:
        os.ftruncate(file, end)
    return end
