"""Origin: what makes two failures the same bug.

An origin is the type of the error and the line where it happened, together with those of the errors
that it followed or contains. The line is that of the innermost frame in the user's code: neither in
ours nor in an assertion helper such as ``pytest.fail`` or ``self.assertEqual``, nor in code that
the test makes, which differs from case to case.
"""

from __future__ import annotations

from collections.abc import Callable
from os import environ, sep
from os.path import basename, dirname
from types import FrameType
from typing import NamedTuple

from shortlex.core.raised import context_of, members_of, traceback_of
from shortlex.core.shown import name_of_type
from shortlex.errors import Interesting, ProcessDied

_PACKAGE = dirname(dirname(__file__)) + sep

# Read now, since a test may replace anything. The import of tempfile would take long.
_FOLDERS = (*map(environ.get, ("TMPDIR", "TEMP", "TMP")), "/tmp", "/var/tmp")
_TEMPORARY = tuple(folder.rstrip(sep) + sep for folder in _FOLDERS if folder)
_FOLDER_OF_PYTEST = f"{sep}pytest-of-"


class Origin(NamedTuple):
    """Equal for failures that are the same bug."""

    kind: str
    file: str
    line: int
    causes: tuple[Origin, ...]
    """A flat list without duplicates: the causes have no causes themselves."""

    def __str__(self) -> str:
        return f"{self.kind} at {basename(self.file)}:{self.line}"


MAX_CAUSES = 100
"""How many different causes are looked at."""


class FailedInChildError(Exception):
    """Stands for the error of a case that failed in a child process."""

    def __init__(self, words: str, origin: Origin) -> None:
        super().__init__(words)
        self.origin = origin


def origin_of(error: BaseException) -> Origin:
    """Where an error comes from."""
    if isinstance(error, FailedInChildError):
        return error.origin
    causes: dict[Origin, None] = {}
    waiting, met = _related(error), {id(error)}
    stage = _attributes_of(error).get(_STAGE)
    while waiting and len(causes) < MAX_CAUSES:
        each = waiting.pop()
        if id(each) not in met:
            met.add(id(each))
            causes[_alone(each)] = None
            waiting += _related(each)
    origin = _alone(error)._replace(causes=tuple(causes))
    return origin if stage is None else origin._replace(kind=f"{origin.kind} in {stage}")


_STAGE = "_shortlex_stage"

_attributes_of: Callable[[BaseException], dict[str, object]] = BaseException.__dict__[
    "__dict__"
].__get__
"""The attributes of an error. Its class may redefine how they are read and set."""


def set_stage(error: BaseException, stage: str) -> None:
    """Say in which stage of a case an error was raised: the same line may fail in several."""
    _attributes_of(error)[_STAGE] = stage


def _alone(error: BaseException) -> Origin:
    """Where an error comes from, without its causes."""
    if isinstance(error, ProcessDied):
        # It was raised here, but happened in the child. An endless loop may be anywhere in it.
        file, line = ("<unknown>", 0) if error.how == "time" else error.place
        return Origin(f"ProcessDied by {error.how}", file, line, ())
    return Origin(name_of_type(error), *place_of(error), ())


def _related(error: BaseException) -> list[BaseException]:
    """The members of a group, last first, and the error that was being handled."""
    if isinstance(error, (ProcessDied, RecursionError)):
        return []  # the context is whatever was being handled where the stack ended
    context = context_of(error)
    return [*reversed(members_of(error)), *([] if context is None else [context])]


def place_of(error: BaseException) -> tuple[str, int]:
    """The file and line in the user's code where an error happened."""
    # Where the stack overflows depends on how deep it was before: take the outermost frame of
    # the user's code instead.
    is_outermost_wanted = isinstance(error, RecursionError)
    place, nearness = ("<unknown>", 0), -1
    traceback = traceback_of(error)
    is_temporary: Callable[[str], bool] | None = None
    while traceback is not None:
        how_near = _nearness(traceback.tb_frame)
        if how_near == WRITTEN:
            file = traceback.tb_frame.f_code.co_filename
            is_temporary = is_temporary or _temporary_beside(file)
            # Code that a case makes has another file, or other lines, in the next one.
            how_near = MADE if is_temporary(file) else WRITTEN
        if how_near > nearness or (how_near == nearness and not is_outermost_wanted):
            place, nearness = (traceback.tb_frame.f_code.co_filename, traceback.tb_lineno), how_near
        traceback = traceback.tb_next
    return place


OURS, HELPER, MADE, WRITTEN = range(4)
"""How near a frame is to what the user wrote: our own, a helper, code that was made, other code."""


def _nearness(frame: FrameType) -> int:
    if is_ours(frame):
        return OURS
    # unittest and pytest mark their own frames with these, and users mark their helpers.
    is_helper = "__unittest" in frame.f_globals or "__tracebackhide__" in frame.f_code.co_varnames
    return HELPER if is_helper else WRITTEN


def _temporary_beside(test: str) -> Callable[[str], bool]:
    """Whether a file was made for a while. ``test`` is the first file of the user's code."""
    # A whole project may be in such a place: then this says nothing.
    folders = tuple(each for each in _TEMPORARY if not test.startswith(each))
    is_pytest_elsewhere = _FOLDER_OF_PYTEST not in test

    def is_temporary(file: str) -> bool:
        is_of_pytest = is_pytest_elsewhere and _FOLDER_OF_PYTEST in file
        return file != test and (file.startswith(("<", *folders)) or is_of_pytest)

    return is_temporary


def is_ours(frame: FrameType) -> bool:
    """Whether a frame belongs to this library."""
    return is_own_file(frame.f_code.co_filename)


def is_own_file(file: str) -> bool:
    """Whether a file belongs to this library."""
    return file.startswith(_PACKAGE)


def origin_of_ending(ending: BaseException) -> object:
    """The origin of a failure, given what ended the case."""
    return ending.origin if isinstance(ending, Interesting) else origin_of(ending)
