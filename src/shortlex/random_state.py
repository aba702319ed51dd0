"""Random state: the random number generators that all code of a process shares.

They are Python's own, numpy's if it is imported, and those that users register. A test that uses
them depends on more than its choices unless they are seeded before each case: see
``runner/shared_random.py``.
"""

from __future__ import annotations

import random
import sys
from collections.abc import Callable
from random import Random
from typing import Any, Protocol
from weakref import ref

from shortlex.core.shown import shown
from shortlex.errors import InvalidArgument

__all__ = [
    "PYTHON",
    "Generator",
    "NumpyRandom",
    "Random",
    "generators",
    "numpy_random",
    "register_random",
    "registered",
    "seed_all",
]


class Generator(Protocol):
    """A generator that can be seeded, and whose state can be restored."""

    @property
    def seed(self) -> Callable[[Any], object]: ...

    @property
    def getstate(self) -> Callable[[], Any]: ...

    @property
    def setstate(self) -> Callable[[Any], object]: ...


PYTHON: Random = random.seed.__self__  # type: ignore[attr-defined]  # a bound method
"""The generator behind the functions of the module ``random``. Tests may replace these functions
and ``Random``, so modules that are imported after a test has run take both from here."""


class NumpyRandom:
    """The generator behind the functions of ``numpy.random``, with the method names of Python's."""

    def __init__(self, module: Any) -> None:
        self.module = module
        self.seed: Callable[[Any], object] = module.seed
        self.getstate: Callable[[], Any] = module.get_state
        self.setstate: Callable[[Any], object] = module.set_state


_numpy: NumpyRandom | None = None

_registered: list[ref[Any]] = []


def numpy_random() -> NumpyRandom | None:
    """Numpy's generator, if numpy was imported and its generator can be seeded."""
    global _numpy
    module = sys.modules.get("numpy.random")
    # Missing before numpy 1.24, and while another thread is still importing numpy.
    ask = getattr(module, "get_bit_generator", None)
    if ask is None or type(ask()).__name__ != "MT19937":
        return None
    if _numpy is None:
        _numpy = NumpyRandom(module)
    return _numpy


def registered() -> list[Generator]:
    """The generators that users registered and that are still alive."""
    return [each for reference in _registered if (each := reference()) is not None]


def generators() -> list[Generator]:
    """All shared generators that exist now."""
    numpy = numpy_random()
    return [PYTHON, *([] if numpy is None else [numpy]), *registered()]


def seed_all(seed: int) -> None:
    """Seed all of them; ``seed`` is below 2**32, as numpy requires."""
    for each in generators():
        each.seed(seed)


def register_random(r: Generator) -> None:
    """Seed ``r`` before each case of every test, and restore it after the test.

    Use this for a library's own generators; those of ``random`` and ``numpy.random`` are seeded
    anyway. ``r`` needs the methods ``seed``, ``getstate`` and ``setstate``. It is held by a weak
    reference: when nothing else refers to it, it is forgotten.
    """
    missing = [name for name in ("seed", "getstate", "setstate") if not hasattr(r, name)]
    if missing:
        raise InvalidArgument(
            f"register_random({shown(r)}): it lacks {', '.join(missing)}. Give an object with "
            "the methods seed, getstate and setstate, such as a random.Random."
        )
    try:
        reference = ref(r)
    except TypeError:
        raise InvalidArgument(
            f"register_random({shown(r)}): a {type(r).__name__} does not support weak references. "
            'Remove __slots__ from its class, or add "__weakref__" to them.'
        ) from None
    if not any(each is r for each in (random, PYTHON, *registered())):
        _registered[:] = [each for each in _registered if each() is not None] + [reference]
