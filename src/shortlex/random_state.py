"""Random state: the generators of random numbers that all code of a process shares.

Python's own, numpy's once it is imported, and those that users register. A test that uses them
depends on more than its choices, unless they are seeded before each case: see ``runner/seeding``.
"""

from __future__ import annotations

import random
import sys
from collections.abc import Callable
from typing import Any, Protocol
from weakref import ref

from shortlex.errors import InvalidArgument


class Generator(Protocol):
    """What can be seeded, and put back. The module ``random`` can."""

    @property
    def seed(self) -> Callable[[Any], object]: ...

    @property
    def getstate(self) -> Callable[[], Any]: ...

    @property
    def setstate(self) -> Callable[[Any], object]: ...


class NumpyRandom:
    """The generator behind the functions of ``numpy.random``, by the names that Python's has."""

    def __init__(self, module: Any) -> None:
        self.module = module
        self.seed: Callable[[Any], object] = module.seed
        self.getstate: Callable[[], Any] = module.get_state
        self.setstate: Callable[[Any], object] = module.set_state


_numpy: NumpyRandom | None = None

_registered: list[ref[Any]] = []


def numpy_random() -> NumpyRandom | None:
    """That of numpy, if somebody has imported it, and if it is of a kind that can be seeded."""
    global _numpy
    module = sys.modules.get("numpy.random")
    # Not there before numpy 1.24, nor while another thread is in the middle of the import.
    ask = getattr(module, "get_bit_generator", None)
    if ask is None or type(ask()).__name__ != "MT19937":
        return None
    if _numpy is None:
        _numpy = NumpyRandom(module)
    return _numpy


def registered() -> list[Generator]:
    """Those that users registered and still use."""
    return [each for reference in _registered if (each := reference()) is not None]


def generators() -> list[Generator]:
    """All there are now."""
    numpy = numpy_random()
    return [random, *([] if numpy is None else [numpy]), *registered()]


def seed_all(seed: int) -> None:
    """Let all of them begin what a seed below 2**32 stands for."""
    for each in generators():
        each.seed(seed)


def register_random(r: Generator) -> None:
    """Seed ``r`` before each case of every test, and put it back after the test.

    For generators that a library keeps for itself; those of ``random`` and ``numpy.random`` are
    seeded anyway. ``r`` needs the methods ``seed``, ``getstate`` and ``setstate``. It is not kept
    alive: when nothing else refers to it, it is forgotten.
    """
    missing = [name for name in ("seed", "getstate", "setstate") if not hasattr(r, name)]
    if missing:
        raise InvalidArgument(
            f"register_random({r!r}): has no {' and no '.join(missing)}. Give an object with the "
            "methods seed, getstate and setstate, such as a random.Random."
        )
    try:
        reference = ref(r)
    except TypeError:
        raise InvalidArgument(
            f"register_random({r!r}): a {type(r).__name__} cannot be referred to weakly. Give its "
            'class no __slots__, or "__weakref__" among them.'
        ) from None
    if not any(each is r for each in (random, *registered())):
        _registered[:] = [each for each in _registered if each() is not None] + [reference]
