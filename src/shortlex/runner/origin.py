"""Origin: what makes two failures the same bug.

The type of the error and the line where it happened, together with the same of whatever error
it followed or contains. The line is that of the innermost frame of the user's code: neither
ours nor that of an assertion helper such as ``pytest.fail`` or ``self.assertEqual``.
"""

from __future__ import annotations

from os import sep
from os.path import basename, dirname
from types import FrameType
from typing import NamedTuple

from shortlex.errors import ProcessDied

_PACKAGE = dirname(dirname(__file__)) + sep


class Origin(NamedTuple):
    """Equal for failures that are the same bug."""

    kind: str
    file: str
    line: int
    causes: tuple[Origin, ...]

    def __str__(self) -> str:
        return f"{self.kind} at {basename(self.file)}:{self.line}"


def origin_of(error: BaseException) -> Origin:
    """Where an error comes from."""
    return _origin_of(error, set())


def _origin_of(error: BaseException, met: set[int]) -> Origin:
    if isinstance(error, ProcessDied):
        # It was raised here, but happened there; and an endless loop is anywhere in its loop.
        file, line = ("<unknown>", 0) if error.how == "time" else error.place
        return Origin(f"ProcessDied by {error.how}", file, line, ())
    met.add(id(error))
    file, line = place_of(error)
    related = [error.__context__]
    if isinstance(error, BaseExceptionGroup):
        related += error.exceptions
    elif isinstance(error, RecursionError):
        related = []  # whatever was being handled where the stack happened to end
    causes = tuple(
        _origin_of(each, met) for each in related if each is not None and id(each) not in met
    )
    return Origin(type(error).__name__, file, line, causes)


def place_of(error: BaseException) -> tuple[str, int]:
    """The file and line in the user's code where an error happened."""
    # Where the stack ends depends on how deep it was to begin with: take where the user's code
    # was entered instead.
    is_outermost_wanted = isinstance(error, RecursionError)
    place, nearness = ("<unknown>", 0), -1
    traceback = error.__traceback__
    while traceback is not None:
        how_near = _nearness(traceback.tb_frame)
        if how_near > nearness or (how_near == nearness and not is_outermost_wanted):
            place, nearness = (traceback.tb_frame.f_code.co_filename, traceback.tb_lineno), how_near
        traceback = traceback.tb_next
    return place


def _nearness(frame: FrameType) -> int:
    """How near a frame is to what the user wrote: 0 for ours, 1 for helpers, 2 for the rest."""
    if is_ours(frame):
        return 0
    # How unittest and pytest mark their own frames, and users their helpers.
    is_helper = "__unittest" in frame.f_globals or "__tracebackhide__" in frame.f_code.co_varnames
    return 1 if is_helper else 2


def is_ours(frame: FrameType) -> bool:
    """Whether a frame belongs to this library."""
    return is_own_file(frame.f_code.co_filename)


def is_own_file(file: str) -> bool:
    """Whether a file belongs to this library."""
    return file.startswith(_PACKAGE)
