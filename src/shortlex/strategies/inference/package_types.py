"""Package types: types of other packages, which a module of ``shortlex.extra`` knows.

Such a module is imported only if its package was: without it nobody can have the type.
"""

from __future__ import annotations

import sys
from importlib import import_module
from typing import Any, get_origin

from shortlex.strategies.inference.inferred import Scope
from shortlex.strategies.strategy import SearchStrategy

KNOWN_TO = {"numpy": "shortlex.extra.numpy.numpy_types"}
"""By the package of a type, the module that knows it, by a function ``strategy_of``."""

ALIASES = (("numpy", "numpy.typing", "ArrayLike"),)
"""Names that stand for a union, which does not say where it comes from."""


def from_package(thing: Any, scope: Scope) -> SearchStrategy[Any] | None:
    """The strategy for a type of another package, if it is one that we know."""
    package = _package_of(thing)
    if package not in KNOWN_TO or package not in sys.modules:
        return None
    found: SearchStrategy[Any] | None = import_module(KNOWN_TO[package]).strategy_of(thing, scope)
    return found


def _package_of(thing: Any) -> str:
    for package, module, name in ALIASES:
        if module in sys.modules and thing is getattr(sys.modules[module], name, None):
            return package
    kind = get_origin(thing) or thing
    if not isinstance(kind, type):
        return ""
    # Not `kind.__module__`, which a metaclass may define.
    return str(_module_of(kind)).partition(".")[0]


_module_of = type.__dict__["__module__"].__get__
