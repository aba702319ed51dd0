"""Origin: what makes two failures the same bug.

The type of the error and the line of the innermost frame outside this library, together with
the same of whatever error it followed or contains.
"""

from __future__ import annotations

from os.path import basename, dirname
from types import TracebackType
from typing import NamedTuple

_PACKAGE = dirname(dirname(__file__))


class Origin(NamedTuple):
    """Equal for failures that are the same bug."""

    kind: str
    file: str
    line: int
    causes: tuple[Origin, ...]

    def __str__(self) -> str:
        return f"{self.kind} at {basename(self.file)}:{self.line}"


def origin_of(error: BaseException) -> Origin:
    return _origin_of(error, set())


def _origin_of(error: BaseException, met: set[int]) -> Origin:
    met.add(id(error))
    file, line = _place(error.__traceback__)
    related = [error.__context__]
    if isinstance(error, BaseExceptionGroup):
        related += error.exceptions
    causes = tuple(
        _origin_of(each, met) for each in related if each is not None and id(each) not in met
    )
    return Origin(type(error).__name__, file, line, causes)


def _place(traceback: TracebackType | None) -> tuple[str, int]:
    """Where the innermost frame of the user's code was; of any code if there is none."""
    place = inside = ("<unknown>", 0)
    while traceback is not None:
        file = traceback.tb_frame.f_code.co_filename
        if file.startswith(_PACKAGE):
            inside = (file, traceback.tb_lineno)
        else:
            place = (file, traceback.tb_lineno)
        traceback = traceback.tb_next
    return place if place[1] else inside
