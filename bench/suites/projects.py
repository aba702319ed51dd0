"""Projects: packages from PyPI whose tests use Hypothesis, and are in their source distribution.

A suite is run from the unpacked source distribution, with the package itself installed from its
wheel. Where a package lies beside its tests and is compiled, it is `hidden`: the installed one is
tested.
"""

from __future__ import annotations

import tomllib
from collections.abc import Mapping
from pathlib import Path
from typing import Any, NamedTuple


class Project(NamedTuple):
    """A package, and how its suite is run."""

    name: str
    tests: tuple[str, ...] = ("tests",)
    """Files and directories with tests, relative to the unpacked source distribution."""
    needs: tuple[str, ...] = ()
    """What to install besides the package, pytest and Hypothesis."""
    hidden: tuple[str, ...] = ()
    """Directories that are removed before the run."""
    options: tuple[str, ...] = ()
    """More options of pytest."""
    variables: Mapping[str, str] = {}
    """Of the environment."""
    everything: bool = False
    """Whether test files that never mention Hypothesis are run, too."""
    broken: str = ""
    """The module that is broken, if the package is one of those with mistakes planted in them."""
    reasons: Mapping[str, str] = {}
    """Why tests are lost, by the ends of their names."""
    keeps_hypothesis: bool = False
    """Whether the package asks for the metadata of Hypothesis at run time."""


def load_projects() -> tuple[Project, ...]:
    """All of them, as `projects.toml` describes them."""
    text = Path(__file__).with_name("projects.toml").read_text(encoding="utf-8")
    return tuple(
        Project(name, **{key: _frozen(value) for key, value in fields.items()})
        for name, fields in tomllib.loads(text).items()
    )


def _frozen(value: Any) -> Any:
    return tuple(value) if isinstance(value, list) else value
