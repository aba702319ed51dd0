"""The laws of rebuilt strategies: copies, and strategies made from the repr."""

from __future__ import annotations

import copy
import linecache
import math
import pickle
import re
import sys
from collections.abc import Callable
from importlib import import_module
from typing import Any
from zlib import crc32

from shortlex import strategies
from shortlex.laws.law import Broken, Unchecked
from shortlex.laws.trial import Trial, draw_replayed, shown
from shortlex.strategies.strategy import SearchStrategy

MAX_COMPARED = 20
"""How many values are compared."""

MODULES = (
    "collections", "datetime", "decimal", "enum", "fractions", "ipaddress", "math", "re", "uuid",
    "zoneinfo",
)  # fmt: skip
"""Modules of the standard library that the reprs of arguments may use."""

NO_CODE = re.compile(r"<lambda at .*?:\d+>|<[^<>]*>")
"""What Python writes for objects without code, such as functions."""


def copies_are_equal(trial: Trial) -> None:
    """A copy, a deep copy and a pickled copy, if possible, make the same values."""
    impossible = []
    for name, duplicate in _DUPLICATES.items():
        try:
            twin = duplicate(trial.strategy)
        except (TypeError, AttributeError, pickle.PicklingError) as error:
            impossible.append(f"{name}: {error}")
        else:
            _check_twin(trial, twin, f"its {name}")
    if len(impossible) == len(_DUPLICATES):
        raise Unchecked(f"it cannot be copied ({'; '.join(impossible)})")


def _pickled(strategy: SearchStrategy[Any]) -> Any:
    return pickle.loads(pickle.dumps(strategy))  # noqa: S301  # of bytes made here


_DUPLICATES: dict[str, Callable[[SearchStrategy[Any]], Any]] = {
    "copy": copy.copy,
    "deep copy": copy.deepcopy,
    "pickled copy": _pickled,
}


def repr_rebuilds(trial: Trial) -> None:
    """The repr is code that makes a strategy with the same repr and the same values."""
    strategy = trial.strategy
    if type(strategy).__repr__ is object.__repr__:
        raise Broken(
            f"{type(strategy).__name__} has no repr of its own.",
            "define __repr__() to return the call that makes it: reports print it.",
        )
    code = repr(strategy)
    twin = _evaluated(code, trial)
    if not isinstance(twin, SearchStrategy):
        raise Broken(f"Its repr makes {shown(twin)}, which is not a strategy.", _CODE)
    _check_twin(trial, twin, "what its repr makes")
    if repr(twin) != code:
        raise Broken(f"What its repr makes has another repr: {shown(twin)}", _CODE)


_CODE = "let the repr be the call that makes the strategy, with all of its arguments."


def _evaluated(code: str, trial: Trial) -> Any:
    """The value of the repr's code."""
    # Registered as if from a file, so that the source of its lambdas can be found.
    file = f"<repr {crc32(code.encode('utf-8', 'replace')):08x}>"
    linecache.cache[file] = (len(code), None, [code], file)
    try:
        return eval(compile(code, file, "eval"), _names_for(trial))  # noqa: S307  # that is the law
    except SyntaxError as error:
        shapeless = NO_CODE.search(code)
        if shapeless is not None:
            raise Unchecked(
                f"the repr contains something that is not code: {shapeless[0]}"
            ) from None
        raise Broken(f"Its repr is not an expression: {error}.", _CODE) from error
    except Exception as error:
        raise Broken(
            f"Its repr cannot be evaluated: {type(error).__name__}: {error}.",
            f"give the names that it uses as namespace=, such as globals(); or: {_CODE}",
        ) from error


def _names_for(trial: Trial) -> dict[str, Any]:
    names: dict[str, Any] = {"inf": math.inf, "nan": math.nan, "st": strategies}
    names |= {name: import_module(name) for name in MODULES}
    names |= {name: getattr(strategies, name) for name in strategies.__all__}
    home = sys.modules.get(type(trial.strategy).__module__)
    if home is not None and not home.__name__.startswith("shortlex."):
        names |= vars(home)
    return names | dict(trial.namespace)


def _check_twin(trial: Trial, twin: SearchStrategy[Any], which: str) -> None:
    for drawn in trial.drawn[:MAX_COMPARED]:
        try:
            other = draw_replayed(twin, drawn.choices)
        except Exception as error:
            raise Broken(
                f"It made {drawn}, but {which} fails: {type(error).__name__}: {error}.", _WHOLE
            ) from error
        if other is None or not trial.is_same(other.value, drawn.value):
            raise Broken(f"It made {drawn}, but {which} made {other or 'nothing'}.", _WHOLE)


_WHOLE = (
    "keep everything that affects the values in attributes and in the arguments of the repr; names "
    "that functions in the repr use can be given as namespace=."
)
