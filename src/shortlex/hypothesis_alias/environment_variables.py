"""Environment variables: those of Hypothesis, handed on to ours."""

from __future__ import annotations

import os
import warnings
from collections.abc import MutableMapping

from shortlex.errors import InvalidArgument, ShortlexWarning
from shortlex.system.environment import HOME_VARIABLE

HOME = "HYPOTHESIS_STORAGE_DIRECTORY"
OBSERVE = "HYPOTHESIS_EXPERIMENTAL_OBSERVABILITY"
GONE = "HYPOTHESIS_DATABASE_FILE"

WITHOUT_EFFECT = {
    "HYPOTHESIS_NO_TRACEBACK_TRIM": "SHORTLEX_VERBOSITY=debug shows whole tracebacks.",
    "HYPOTHESIS_EXTEND_INITIALIZATION": "Shortlex does not look for side effects of imports.",
    "HYPOTHESIS_EXPERIMENTAL_OBSERVABILITY_NOCOVER": "Observations have no coverage here.",
    "HYPOTHESIS_EXPERIMENTAL_OBSERVABILITY_CHOICES": "Observations have no choices here.",
}


def take_over(environment: MutableMapping[str, str] = os.environ) -> None:
    """Set ours to what theirs say, unless ours are set, too."""
    if GONE in environment:
        raise InvalidArgument(
            f"{GONE}={environment[GONE]!r} in the environment: this has no effect, neither in "
            f"Hypothesis nor here. Set {HOME} or {HOME_VARIABLE} to a directory instead."
        )
    for name, what in WITHOUT_EFFECT.items():
        if environment.get(name):
            warnings.warn(
                f"{name} in the environment has no effect. {what}", ShortlexWarning, stacklevel=2
            )
    if home := environment.get(HOME):
        environment.setdefault(HOME_VARIABLE, os.path.abspath(home))
    if environment.get(OBSERVE):
        home = environment.get(HOME_VARIABLE) or ".shortlex"
        environment.setdefault("SHORTLEX_OBSERVE", os.path.join(home, "observed"))
