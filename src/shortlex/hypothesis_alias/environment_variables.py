"""Environment variables: those of Hypothesis, handed on to ours."""

from __future__ import annotations

import os
from collections.abc import MutableMapping

from shortlex.errors import InvalidArgument
from shortlex.system.environment import HOME_VARIABLE

HOME = "HYPOTHESIS_STORAGE_DIRECTORY"
OBSERVE = "HYPOTHESIS_EXPERIMENTAL_OBSERVABILITY"
GONE = "HYPOTHESIS_DATABASE_FILE"


def take_over(environment: MutableMapping[str, str] = os.environ) -> None:
    """Set ours to what theirs say, unless ours are set, too."""
    if GONE in environment:
        raise InvalidArgument(
            f"{GONE}={environment[GONE]!r} in the environment: this has no effect, neither in "
            f"Hypothesis nor here. Set {HOME} or {HOME_VARIABLE} to a directory instead."
        )
    if home := environment.get(HOME):
        environment.setdefault(HOME_VARIABLE, os.path.abspath(home))
    if environment.get(OBSERVE):
        home = environment.get(HOME_VARIABLE) or ".shortlex"
        environment.setdefault("SHORTLEX_OBSERVE", os.path.join(home, "observed"))
