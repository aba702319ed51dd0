"""How much of the types pyright can know without inferring anything: all that users see."""

import json
import os
import subprocess
import sys
from importlib import import_module
from pathlib import Path
from typing import Any

import pytest

SOURCE = Path(__file__).parents[2] / "src"

PUBLIC = ("", ".database", ".errors", ".laws", ".lowlevel", ".provisional", ".strategies")
"""The modules that users import from."""

LEAST_SCORE = 0.89
"""For all modules, also those that no user imports. It was 0.8939 in November 2026: raise it."""


def completeness(directory: Path) -> dict[str, Any]:
    """What ``pyright --verifytypes`` says, run where no configuration is found."""
    pytest.importorskip("basedpyright")
    command = ["--verifytypes", "shortlex", "--ignoreexternal", "--outputjson"]
    run = subprocess.run(
        [sys.executable, "-m", "basedpyright", *command],
        cwd=directory,
        env={**os.environ, "PYTHONPATH": str(SOURCE)},  # it does not look into editable installs
        capture_output=True,
        text=True,
        check=False,
    )
    found: dict[str, Any] = json.loads(run.stdout)["typeCompleteness"]
    return found


def public_names() -> set[str]:
    """Every public name, and the name it has where it is defined."""
    names = set()
    for part in PUBLIC:
        module = import_module(f"shortlex{part}")
        for name in getattr(module, "__all__", None) or vars(module):
            value = getattr(module, name)
            names.add(f"shortlex{part}.{name}")
            if getattr(value, "__module__", "").startswith("shortlex"):
                names.add(f"{value.__module__}.{getattr(value, '__qualname__', name)}")
    return names


def is_unknown(symbol: dict[str, Any]) -> bool:
    return not symbol["isTypeKnown"] or symbol["isTypeAmbiguous"]


@pytest.mark.slow
def test_every_public_type_is_known_without_inference(tmp_path: Path) -> None:
    found = completeness(tmp_path)
    unknown = [symbol["name"] for symbol in found["symbols"] if is_unknown(symbol)]
    public = public_names()
    # A member of a public class has the name of that class before its own.
    assert [name for name in unknown if {name, name.rpartition(".")[0]} & public] == []
    assert public & {symbol["name"] for symbol in found["symbols"]}, "no public name was looked at"
    assert found["completenessScore"] >= LEAST_SCORE
