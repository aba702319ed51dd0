"""Raised: safe access to the parts of an error, whatever its class does with them.

A class may hide ``__traceback__`` behind a property, refuse attributes, or keep something other
than a list in ``__notes__``. Chains of errors and groups in groups may be thousands of links long,
which neither Python nor pytest can print.
"""

from __future__ import annotations

from collections.abc import Iterable, Iterator
from itertools import islice, pairwise
from os import sep
from os.path import dirname
from types import CodeType, FrameType, TracebackType
from typing import Any

from shortlex.core.shown import escaped, exact, guarded, shown, shown_error

MAX_LINKS = 50
"""Of a longer chain of errors only the first links and the last one are kept."""

MIN_LIBRARY_FRAMES = 50
"""The library has at least this many frames on a stack that nested strategies used up."""

MAX_LEVELS = 20
"""Groups that are nested deeper than this are replaced by their members."""

_LIBRARY = dirname(dirname(__file__)) + sep

_FIELDS: dict[str, Any] = {
    name: BaseException.__dict__[name]
    for name in ("__traceback__", "__context__", "__cause__", "__suppress_context__")
}
_MEMBERS: Any = BaseExceptionGroup.__dict__["exceptions"]

RUNS: set[CodeType] = set()
"""The code of functions that run a test once and catch what it raises."""


class Line(str):
    """A line of a report. It is removed when the same error is reported again."""

    __slots__ = ()


def traceback_of(error: BaseException) -> TracebackType | None:
    """The traceback of an error."""
    found: TracebackType | None = _FIELDS["__traceback__"].__get__(error)
    return found


def set_traceback(error: BaseException, traceback: TracebackType | None) -> None:
    """Set the traceback of an error."""
    BaseException.with_traceback(error, traceback)


def cause_of(error: BaseException) -> BaseException | None:
    """The ``__cause__`` of an error."""
    found: BaseException | None = _FIELDS["__cause__"].__get__(error)
    return found


def context_of(error: BaseException) -> BaseException | None:
    """The ``__context__`` of an error: what was being handled when it was raised."""
    found: BaseException | None = _FIELDS["__context__"].__get__(error)
    return found


def members_of(error: BaseException) -> tuple[BaseException, ...]:
    """The errors in a group; none if the error is not a group."""
    if not issubclass(type(error), BaseExceptionGroup):
        return ()
    members: tuple[BaseException, ...] = _MEMBERS.__get__(error)
    return members


def notes_of(error: BaseException) -> list[str]:
    """The lines below the message of an error."""
    try:
        notes: Any = BaseException.__getattribute__(error, "__notes__")
    except Exception:  # most errors have none
        return []
    if not isinstance(notes, (list, tuple)):
        notes = [notes]
    return [each if type(each) is Line else _text(each) for each in notes]


def _text(note: object) -> str:
    return exact(note) if isinstance(note, str) else shown(note)


def add_note(error: BaseException, line: str) -> None:
    """Add a line below the message of an error, unless it is there already."""
    notes = notes_of(error)
    if line not in notes:
        _set_notes(error, [*notes, line])


def add_report(error: BaseException, lines: Iterable[str]) -> bool:
    """Add report lines below the message of an error; return whether that worked."""
    return _set_notes(error, [*notes_of(error), *map(Line, lines)])


def drop_report(error: BaseException) -> None:
    """Remove an earlier report, because some programs raise one object again and again."""
    notes = notes_of(error)
    kept = [each for each in notes if type(each) is not Line]
    if len(kept) < len(notes):
        _set_notes(error, kept)


def _set_notes(error: BaseException, notes: list[str]) -> bool:
    try:
        # Not add_note(), which fails on frozen dataclasses.
        BaseException.__setattr__(error, "__notes__", notes)
    except Exception:  # __notes__ is a property of the class
        return False
    return notes_of(error) == notes


def cut_traceback(error: BaseException, here: FrameType) -> None:
    """Remove earlier runs from a traceback: some programs raise the same object again and again.

    ``here`` is the frame that makes this run, where the traceback begins.
    """
    above, frame = set(), here.f_back
    while frame is not None:
        above.add(frame)
        frame = frame.f_back
    met, frames = {here}, set()
    was_raised_before = False
    traceback = traceback_of(error)
    while traceback is not None:
        frames.add(traceback.tb_frame)
        following = traceback.tb_next
        if following is not None and (
            following.tb_frame is here or _is_of_another_run(following.tb_frame, met, above)
        ):
            traceback.tb_next, following = None, None
            was_raised_before = True
        traceback = following
    _cut_context(error, frames, was_raised_before)


def _cut_context(error: BaseException, frames: set[FrameType], was_raised_before: bool) -> None:
    """Remove a context that is left over from an earlier run that raised the same object.

    A context of this run was caught in one of the ``frames`` that the error went through.
    """
    context = context_of(error)
    caught = None if context is None else traceback_of(context)
    if was_raised_before and caught is not None and caught.tb_frame not in frames:
        _FIELDS["__context__"].__set__(error, None)


def _is_of_another_run(frame: FrameType | None, met: set[FrameType], above: set[FrameType]) -> bool:
    """Whether a frame belongs to another run.

    ``met`` are frames of this run, ``above`` those of its callers. A frame of another thread leads
    to neither; it may belong to this run.
    """
    path = []
    while frame is not None and frame not in met:
        if frame in above or frame.f_code in RUNS:
            return True
        path.append(frame)
        frame = frame.f_back
    met.update(path)
    return False


def is_too_deep(error: RecursionError) -> bool:
    """Whether nested strategies, rather than user code, used up the stack.

    The traceback of ``error`` must begin where the draw began.
    """
    frames = {True: 0, False: 0}
    traceback = traceback_of(error)
    while traceback is not None:
        frames[traceback.tb_frame.f_code.co_filename.startswith(_LIBRARY)] += 1
        traceback = traceback.tb_next
    return frames[True] >= max(MIN_LIBRARY_FRAMES, frames[False])


def tame(error: BaseException) -> BaseException:
    """The error, or a description of it if its class lets nobody look at it.

    Code that deals with errors asks for their class and whether they are true, and so does Python
    when it prints them. Such an error in a chain or in a group is as bad. What is not an
    ``Exception``, such as Ctrl-C, must stay what it is.
    """
    if not issubclass(type(error), Exception):
        return error
    try:
        for each in _family(error):
            bool(each), each.__class__
    except Exception:
        return description_of(error)
    return error


def _family(error: BaseException) -> Iterator[BaseException]:
    """An error, its members, what they followed, and so on."""
    waiting: list[BaseException | None] = [error]
    met: set[int] = set()
    while waiting:
        each = waiting.pop()
        if each is not None and id(each) not in met:
            met.add(id(each))
            yield each
            waiting += [*members_of(each), cause_of(each), context_of(each)]


def description_of(error: BaseException) -> RuntimeError:
    """An ordinary error that says what another one was, with its traceback."""
    described = RuntimeError(escaped(shown_error(error)))
    set_traceback(described, traceback_of(error))
    return described


def is_printable(error: BaseException) -> bool:
    """Whether Python and pytest can print an error and its chain."""
    from traceback import TracebackException

    try:
        getattr(type(error), "__name__", "")  # a metaclass may hide it
        if not all(map(_has_printable_leaf, _chain(error))):
            return False
        for _ in TracebackException(type(error), error, traceback_of(error), compact=True).format():
            pass
    except Exception:  # its class hides something, or it is nested too deeply
        return False
    return True


def has_repr(error: BaseException) -> bool:
    """Whether the repr of an error can be taken."""
    return guarded(lambda: f"<{error!r}>", lambda raised: "") != ""


def _has_printable_leaf(error: BaseException) -> bool:
    """Whether an error is no group of one, or its member has a repr, which pytest shows."""
    first, *others = islice(_leaves(error), 2)
    return first is error or bool(others) or has_repr(first)


def cut_chain(error: BaseException) -> BaseException:
    """The error, or a copy of it, with a chain and groups that are short enough to print."""
    chain = [_flattened(each) for each in _chain(error)]
    if len(chain) > MAX_LINKS:
        left_out = len(chain) - MAX_LINKS
        chain[MAX_LINKS - 1 :] = [chain[-1]]
        words = f"({left_out:,} errors between this one and the first are left out.)"
        add_report(chain[-2], [words])
    for link, following in pairwise(chain):
        name = "__context__" if cause_of(link) is None else "__cause__"
        if _FIELDS[name].__get__(link) is not following:
            _FIELDS[name].__set__(link, following)
    return chain[0]


def _chain(error: BaseException) -> Iterator[BaseException]:
    """An error and the chain that led to it, as a traceback shows them."""
    met: set[int] = set()
    link: BaseException | None = error
    while link is not None and id(link) not in met:
        met.add(id(link))
        yield link
        following = cause_of(link)
        if following is None and not _FIELDS["__suppress_context__"].__get__(link):
            following = context_of(link)
        link = following


def _flattened(error: BaseException) -> BaseException:
    """The error, or a flatter copy if it is a group nested too deeply."""
    if _depth(error) <= MAX_LEVELS:
        return error
    flat = _without_depth(error, MAX_LEVELS)
    set_traceback(flat, traceback_of(error))
    flat.__cause__, flat.__context__ = cause_of(error), context_of(error)
    flat.__suppress_context__ = _FIELDS["__suppress_context__"].__get__(error)
    _set_notes(flat, notes_of(error))
    return flat


def _depth(error: BaseException) -> int:
    """How deeply groups are nested."""
    depth, level = 0, [error]
    while level := [each for group in level for each in members_of(group)]:
        depth += 1
    return depth


def _without_depth(error: BaseException, levels: int) -> BaseException:
    members = members_of(error)
    if not members:
        return error
    inner = (
        [_without_depth(each, levels - 1) for each in members]
        if levels > 1
        else list(_leaves(error))
    )
    message = error.args[0] if error.args and isinstance(error.args[0], str) else ""
    return BaseExceptionGroup(message, inner)


def _leaves(error: BaseException) -> Iterator[BaseException]:
    waiting = [error]
    while waiting:
        each = waiting.pop()
        members = members_of(each)
        waiting.extend(reversed(members))
        if not members:
            yield each
