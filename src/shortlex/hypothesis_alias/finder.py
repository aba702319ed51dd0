"""Finder: finds the modules of ``hypothesis`` for ``import``, and the distribution for its version.

Each module is a new one that looks its names up in ours when they are first used. So what is ours
keeps its own names: ``shortlex.settings`` is a class and a submodule, and stays both.
"""

from __future__ import annotations

import os
import sys
from collections.abc import Iterable, Iterator, Sequence
from importlib import import_module
from importlib.machinery import ModuleSpec
from importlib.metadata import Distribution, DistributionFinder, PackagePath, entry_points
from pathlib import Path
from types import FunctionType, ModuleType
from typing import Any

from shortlex.errors import InvalidState
from shortlex.hypothesis_alias.contents import (
    ABSENT,
    CONTENTS,
    EXTRAS,
    LATER,
    PACKAGES,
    VERSION,
)

NAME = "hypothesis"

PLUGIN = "_hypothesis_pytestplugin"
"""The module of Hypothesis's own plugin for pytest."""

NO_PLUGINS = "HYPOTHESIS_NO_PLUGINS"
"""The environment variable that turns off the entry points of other packages."""


def install() -> None:
    """Let ``import hypothesis`` find Shortlex from now on."""
    if is_installed():
        return
    present = sys.modules.get(NAME)
    is_shim = getattr(present, "__shortlex_shim__", None) is not None
    # pytest imports the classes that the filters of warnings in its configuration name.
    if present is not None and not is_shim and _is_used():
        raise InvalidState(
            f"hypothesis is already imported, from {getattr(present, '__file__', '?')}, so that "
            "Shortlex can no longer take its place. Import shortlex.as_hypothesis first, or run "
            "`shortlex as-hypothesis -- COMMAND`."
        )
    if PLUGIN in sys.modules:
        raise InvalidState(
            "pytest has already loaded the plugin of Hypothesis itself, which cannot work with "
            "Shortlex in its place. Start pytest with -p shortlex.as_hypothesis, or with -p "
            "no:hypothesispytest."
        )
    for name in [each for each in sys.modules if each.partition(".")[0] == NAME]:
        del sys.modules[name]
    sys.meta_path.insert(0, Finder())


def _is_used() -> bool:
    """Whether another module has something of Hypothesis among its names."""
    others = [each for name, each in [*sys.modules.items()] if not _is_theirs(name)]
    return any(
        _is_theirs(
            getattr(value, "__name__" if isinstance(value, ModuleType) else "__module__", "")
        )
        for each in others
        for value in [*getattr(each, "__dict__", {}).values()]
        if isinstance(value, ModuleType | FunctionType | type)
    )


def _is_theirs(name: object) -> bool:
    return isinstance(name, str) and name.partition(".")[0] in (NAME, "_hypothesis_globals")


def is_installed() -> bool:
    """Whether Shortlex is found under the name of Hypothesis."""
    return any(isinstance(each, Finder) for each in sys.meta_path)


class Finder(DistributionFinder):
    """Finds ``hypothesis`` and all below it, and never anything else."""

    def find_spec(
        self, name: str, path: Sequence[str] | None = None, target: ModuleType | None = None
    ) -> ModuleSpec | None:
        if name.partition(".")[0] != NAME:
            return None
        if name not in CONTENTS and extra_module(name) is None:
            raise ModuleNotFoundError(why_absent(name), name=name)
        is_package = name in PACKAGES
        loader: Any = Loader()
        return ModuleSpec(name, loader, origin="shortlex", is_package=is_package)

    def find_distributions(self, context: Any = None) -> Iterator[Distribution]:
        wanted = getattr(context, "name", None)
        if wanted is None or wanted.lower() == NAME:
            yield Standing()


class Standing(Distribution):
    """What ``importlib.metadata`` says of ``hypothesis``: the version whose names are offered."""

    def read_text(self, filename: str) -> str | None:
        if filename not in ("METADATA", "PKG-INFO"):
            return None
        return (
            f"Metadata-Version: 2.1\nName: {NAME}\nVersion: {VERSION}\n"
            "Summary: Shortlex, under the name of Hypothesis\n"
        )

    def locate_file(self, path: Any) -> Any:
        return Path(path)

    @property
    def files(self) -> list[PackagePath] | None:
        return None


class Loader:
    """Makes one module: its names are looked up when they are used."""

    def create_module(self, spec: ModuleSpec) -> None:
        """None: a usual module will do."""

    def exec_module(self, module: ModuleType) -> None:
        name = module.__name__
        sources = CONTENTS[name] if name in CONTENTS else (extra_module(name) or "",)
        names = Names(name, sources)
        module.__file__ = __file__  # some tools leave out the frames of this file's directory
        module.__doc__ = f"Shortlex, under the name {name}."
        vars(module).update(__getattr__=names.find, __dir__=names.listed)
        if name == NAME:
            load_plugins()


class Names:
    """The names of one module."""

    def __init__(self, module: str, sources: Iterable[str]) -> None:
        self._module = module
        self._sources = [each.partition(":")[::2] for each in sources]

    def find(self, name: str) -> Any:
        """The object of this name; called for a name that was not looked up before."""
        if name == "__all__":
            return self.public()
        if name.startswith("__") and name not in ("__version__", "__version_info__"):
            raise AttributeError(f"module {self._module!r} has no attribute {name!r}")
        for source, only in self._sources:
            if only and name not in only.split():
                continue
            found = getattr(import_module(source), name, self)
            if found is not self:
                vars(sys.modules[self._module])[name] = found
                return found
        below = f"{self._module}.{name}"
        if below in CONTENTS or extra_module(below) is not None:
            return import_module(below)
        if reason := ABSENT.get(below):
            raise ImportError(f"{below}: {reason}")
        raise AttributeError(
            f"module {self._module!r} has no attribute {name!r}: Shortlex stands in for "
            "Hypothesis here, and has nothing of this name."
        )

    def listed(self) -> list[str]:
        return sorted(self.public())

    def public(self) -> list[str]:
        """The names for ``import *``."""
        found: dict[str, None] = {}
        for source, only in self._sources:
            names = only.split() or _names_of(import_module(source))
            found.update(dict.fromkeys(names))
        return list(found)


def _names_of(module: ModuleType) -> list[str]:
    listed: list[str] = list(getattr(module, "__all__", ()))
    return listed or [name for name in vars(module) if not name.startswith("_")]


def extra_module(name: str) -> str | None:
    """Our module for one of ``hypothesis.extra``; None if there is none."""
    if not name.startswith(EXTRAS):
        return None
    own = f"shortlex.extra.{name.removeprefix(EXTRAS)}"
    from importlib.util import find_spec

    try:
        return own if find_spec(own) is not None else None
    except ModuleNotFoundError:
        return None


def why_absent(name: str) -> str:
    """The message for a module that is not there."""
    for known, reason in LATER.items():
        if name == known or name.startswith(known + "."):
            return f"{name}: {reason}"
    return (
        f"No module named {name!r}: Shortlex stands in for Hypothesis here, and has nothing in "
        "the place of this module. To use Hypothesis itself, run without shortlex.as_hypothesis."
    )


def load_plugins() -> None:
    """Load what other packages ask to be loaded with Hypothesis: types of theirs, for example."""
    if os.environ.get(NO_PLUGINS):
        return
    for entry in entry_points(group=NAME):
        hook = entry.load()
        if callable(hook):
            hook()
