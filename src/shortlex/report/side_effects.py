"""Side effects: keeps those of formatting values, while a case runs, out of the test.

Values are formatted before the body can change them, so user code such as a ``__repr__`` runs in
the middle of a case. Here it cannot draw, reject, take notes or change the state of the shared
random generators, and its time does not count. It may still change its own object, so a case that
passes after objects were formatted is run again without formatting.
"""

from __future__ import annotations

from collections.abc import Collection, Iterator
from contextlib import contextmanager
from marshal import dumps

from shortlex.control import current
from shortlex.core.case import Case
from shortlex.random_state import generators
from shortlex.system.genuine import thread_time

_LIBRARY = __name__.partition(".")[0] + "."


@contextmanager
def without_side_effects(case: Case, values: Collection[object]) -> Iterator[None]:
    """Format values in this block, without an effect on ``case``."""
    if not case.has_written_objects and not all(map(_is_plain, values)):
        case.has_written_objects = True
    token = current.set(None)
    started = thread_time()
    states = [(each, each.getstate()) for each in generators()]
    try:
        with case.closed():
            yield
    finally:
        for generator, state in states:
            generator.setstate(state)
        case.seconds_aside += thread_time() - started
        current.reset(token)


def _is_plain(value: object) -> bool:
    """Whether formatting a value calls no user code."""
    try:
        if str.startswith(type(value).__module__, _LIBRARY):
            return True
        dumps(value)  # type: ignore[arg-type]  # what marshal accepts is plain
    except Exception:  # it contains an object of some class, whose `__module__` can be anything
        return False
    return True
