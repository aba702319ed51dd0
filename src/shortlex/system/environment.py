"""Environment: reads where data is kept, and whether a CI service runs us, from the environment."""

from __future__ import annotations

from collections.abc import Mapping

from shortlex.system.genuine import os

HOME_VARIABLE = "SHORTLEX_HOME"
"""The environment variable with the directory for data that is kept between runs. The pytest plugin
sets it."""

USUAL_HOME = ".shortlex"
"""The name of the directory, unless the environment says otherwise."""


def _started_in() -> str:
    try:
        return os.getcwd()
    except OSError:  # the directory was removed
        return os.curdir


# Read only once: tests change the working directory, but the next run must find the failures.
_START = _started_in()


def project_directory() -> str:
    """The parent of the home directory, if that has its usual name; else where we started."""
    above, name = os.path.split(home_directory())
    return above if name == USUAL_HOME else _START


def home_directory() -> str:
    """The directory from the environment, or ``.shortlex`` where the program was started."""
    return os.path.join(_START, os.environ.get(HOME_VARIABLE) or USUAL_HOME)


CI_VARIABLES = (
    "CI",
    "CODEBUILD_BUILD_ID",
    "GITLAB_CI",
    "HEROKU_TEST_RUN_ID",
    "TEAMCITY_VERSION",
    "__TOX_ENVIRONMENT_VARIABLE_ORIGINAL_CI",
    "bamboo.buildKey",
)
"""Environment variables that CI services set, to any value."""

TRUE_CI_VARIABLES = ("BUILDKITE", "CIRCLECI", "CIRRUS_CI", "GITHUB_ACTIONS", "TF_BUILD")
"""Environment variables that CI services set to true."""


def is_ci(environment: Mapping[str, str]) -> bool:
    """Whether these environment variables are those of a CI service."""
    return any(name in environment for name in CI_VARIABLES) or any(
        environment.get(name, "").lower() == "true" for name in TRUE_CI_VARIABLES
    )


IS_CI = is_ci(os.environ)
"""Whether a CI service started this process."""
