"""Every name that the table promises is there, and every public name of Hypothesis is in it."""

import json
import subprocess
import sys
from importlib import import_module
from pathlib import Path

import pytest

from shortlex.hypothesis_alias.contents import CONTENTS, PACKAGES

PUBLIC = json.loads(Path(__file__).with_name("public_names.json").read_text(encoding="utf-8"))
"""The public names of Hypothesis's modules: names only. Made by ``python test_contents.py``."""

NOT_HERE = {
    # Without an underscore, but documented nowhere, and not of use outside.
    "hypothesis.configuration": {
        *("StorageDirectory", "check_sideeffect_during_initialization"),
        "notice_initialization_restarted",
    },
    "hypothesis.control": {"cleanup", "deprecate_random_in_strategy"},
    "hypothesis.database": {"choices_from_bytes", "choices_to_bytes"},
    "hypothesis.provisional": {"DomainNameStrategy", "get_top_level_domains"},
    "hypothesis.reporting": {"base_report", "current_reporter"},
    "hypothesis.vendor.pretty": {
        *("Breakable", "Group", "GroupQueue", "Printable", "T", "Text", "get_class_name"),
        *("_fixeddict_pprinter", "_tuple_pprinter", "pprint_fields"),
    },
    "hypothesis.stateful": {
        *("Invariant", "MultipleResults", "Rule", "RuleStrategy", "StateMachineMeta", "T"),
        *("TestCaseProperty", "VarReference"),
    },
}


@pytest.mark.parametrize("module", sorted(CONTENTS))
def test_every_source_has_the_names_that_are_taken_from_it(module: str) -> None:
    for source in CONTENTS[module]:
        name, _, only = source.partition(":")
        ours = import_module(name)
        assert [each for each in only.split() if not hasattr(ours, each)] == []


def test_parents_of_modules_are_packages() -> None:
    parents = {name.rpartition(".")[0] for name in CONTENTS} - {""}
    assert parents <= PACKAGES <= set(CONTENTS)


def test_every_public_name_is_there() -> None:
    program = """
import json, sys
import shortlex.as_hypothesis
from importlib import import_module
missing = {}
for module, names in json.load(sys.stdin).items():
    found = import_module(module)
    missing[module] = [name for name in names if not hasattr(found, name)]
print(json.dumps(missing))
"""
    wanted = {
        module: [name for name in names if name not in NOT_HERE.get(module, ())]
        for module, names in PUBLIC.items()
    }
    ended = subprocess.run(
        [sys.executable, "-c", program],
        input=json.dumps(wanted),
        capture_output=True,
        text=True,
        check=True,
    )
    assert {each: names for each, names in json.loads(ended.stdout).items() if names} == {}


def _public_names(module: str) -> list[str]:
    """The names that a module of Hypothesis defines, or lists as public."""
    found = import_module(module)
    listed = getattr(found, "__all__", None)
    own = [
        name
        for name, value in vars(found).items()
        if not name.startswith("_") and getattr(value, "__module__", None) == module
    ]
    return sorted({*(listed or ()), *own})


if __name__ == "__main__":
    modules = (
        "hypothesis",
        "hypothesis.configuration",
        "hypothesis.control",
        "hypothesis.database",
        "hypothesis.errors",
        "hypothesis.provisional",
        "hypothesis.reporting",
        "hypothesis.stateful",
        "hypothesis.strategies",
        "hypothesis.vendor.pretty",
    )
    names = {module: _public_names(module) for module in modules}
    text = json.dumps(names, indent=1, sort_keys=True) + "\n"
    Path(__file__).with_name("public_names.json").write_text(text, encoding="utf-8")
