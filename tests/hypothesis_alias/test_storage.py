"""The directory for data can be asked for and set."""

from pathlib import Path

import pytest

from shortlex.hypothesis_alias.storage import set_hypothesis_home_dir, storage_directory
from shortlex.system.environment import home_directory


def test_the_directory_can_be_set(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setenv("SHORTLEX_HOME", "elsewhere")
    set_hypothesis_home_dir(tmp_path)
    assert home_directory() == str(tmp_path)
    assert storage_directory("examples") == tmp_path / "examples"


def test_none_means_the_usual_one(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setenv("SHORTLEX_HOME", "elsewhere")
    set_hypothesis_home_dir(None)
    assert storage_directory().name == ".shortlex"
