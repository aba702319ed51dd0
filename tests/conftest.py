"""What all tests share: pytest inside pytest, and the same cases in every run."""

import sys
from itertools import count

import pytest

from shortlex import Phase, settings

pytest_plugins = ["pytester"]

# What a failure means is explained where that is what is tested: it takes calls of the test.
# Nothing is kept: the suite must not find in its own tree what another run left there.
settings.register_profile(
    "deterministic", derandomize=True, database=None, phases=set(Phase) - {Phase.explain}
)
settings.load_profile("deterministic")

_homes = count()


@pytest.fixture(autouse=True)
def home_of_its_own(
    monkeypatch: pytest.MonkeyPatch, tmp_path_factory: pytest.TempPathFactory
) -> None:
    """A process that a test starts keeps its failures where no other test looks."""
    # A name only: most tests keep nothing.
    home = tmp_path_factory.getbasetemp() / f"home-{next(_homes)}"
    monkeypatch.setenv("SHORTLEX_HOME", str(home))


@pytest.fixture
def fresh_profiles(monkeypatch: pytest.MonkeyPatch) -> None:
    """Profiles as after an import; what a test makes of them is forgotten."""
    # Not by `import shortlex.settings as ...`: that name of the package is the class.
    module = sys.modules["shortlex.settings"]
    monkeypatch.setattr(module, "_profiles", {})
    monkeypatch.setattr(module, "_active", "default")
    settings.register_profile("default")
