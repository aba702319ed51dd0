"""What all tests share: pytest inside pytest, and the same cases in every run."""

import sys

import pytest

from shortlex import Phase, settings

pytest_plugins = ["pytester"]

# What a failure means is explained where that is what is tested: it takes calls of the test.
settings.register_profile("deterministic", derandomize=True, phases=set(Phase) - {Phase.explain})
settings.load_profile("deterministic")


@pytest.fixture
def fresh_profiles(monkeypatch: pytest.MonkeyPatch) -> None:
    """Profiles as after an import; what a test makes of them is forgotten."""
    # Not by `import shortlex.settings as ...`: that name of the package is the class.
    module = sys.modules["shortlex.settings"]
    monkeypatch.setattr(module, "_profiles", {})
    monkeypatch.setattr(module, "_active", "default")
    settings.register_profile("default")
