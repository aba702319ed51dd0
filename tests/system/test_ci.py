"""CI: which environments are those of CI services."""

import pytest

from shortlex.system.ci import is_ci


@pytest.mark.parametrize(
    ("environment", "expected"),
    [
        ({}, False),
        ({"CI": ""}, True),
        ({"bamboo.buildKey": "x"}, True),
        ({"__TOX_ENVIRONMENT_VARIABLE_ORIGINAL_CI": "1"}, True),
        ({"GITHUB_ACTIONS": "true"}, True),
        ({"TF_BUILD": "True"}, True),
        ({"BUILDKITE": "1"}, False),
        ({"HOME": "/CI"}, False),
    ],
)
def test_some_variables_must_be_there_and_some_must_be_true(
    environment: dict[str, str], expected: bool
) -> None:
    assert is_ci(environment) is expected
