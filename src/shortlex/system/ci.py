"""CI: detects whether a CI service runs this process."""

from __future__ import annotations

import os
from collections.abc import Mapping

PRESENT = (
    "CI",
    "CODEBUILD_BUILD_ID",
    "GITLAB_CI",
    "HEROKU_TEST_RUN_ID",
    "TEAMCITY_VERSION",
    "__TOX_ENVIRONMENT_VARIABLE_ORIGINAL_CI",
    "bamboo.buildKey",
)
"""Environment variables that CI services set, to any value."""

TRUE = ("BUILDKITE", "CIRCLECI", "CIRRUS_CI", "GITHUB_ACTIONS", "TF_BUILD")
"""Environment variables that CI services set to true."""


def is_ci(environment: Mapping[str, str]) -> bool:
    """Whether these environment variables are those of a CI service."""
    return any(name in environment for name in PRESENT) or any(
        environment.get(name, "").lower() == "true" for name in TRUE
    )


IS_CI = is_ci(os.environ)
"""Whether a CI service started this process."""
