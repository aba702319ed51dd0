"""Every module of the sources has a test file of its name, in the same place of ``tests``.

``untested.json`` lists the modules that had none before this rule. The list may only shrink. To
take those off it that have one now, run::

    python tests/architecture/test_mirror.py --shrink
"""

import json
import sys
from pathlib import Path

ROOT = Path(__file__).parents[2]
SOURCE = ROOT / "src" / "shortlex"
TESTS = ROOT / "tests"
ALLOWED = Path(__file__).with_name("untested.json")


def untested() -> set[str]:
    """The modules without a test file of their name."""
    modules = {path.relative_to(SOURCE) for path in SOURCE.rglob("*.py")}
    return {
        module.as_posix()
        for module in modules
        if not module.stem.startswith("__")
        and not (TESTS / module.parent / f"test_{module.stem}.py").exists()
    }


def allowed() -> set[str]:
    return set(json.loads(ALLOWED.read_text(encoding="utf-8")))


def shrink() -> None:
    """Take off the list what has tests now. Nothing is added."""
    kept = sorted(allowed() & untested())
    ALLOWED.write_text(json.dumps(kept, indent=0) + "\n", encoding="utf-8")


def test_every_new_module_has_a_test_file_of_its_name() -> None:
    assert untested() - allowed() == set()


def test_modules_that_have_tests_now_are_off_the_list() -> None:
    stale = allowed() - untested()
    assert stale == set(), "run: python tests/architecture/test_mirror.py --shrink"


def test_every_module_of_the_runner_has_one() -> None:
    assert [module for module in untested() if module.startswith("runner/")] == []


if __name__ == "__main__" and "--shrink" in sys.argv:
    shrink()
