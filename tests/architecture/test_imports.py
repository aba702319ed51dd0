"""What ``import shortlex`` must not bring along: the price is paid in every test run."""

import subprocess
import sys
from pathlib import Path

SOURCE = Path(__file__).parents[2] / "src"

AVOIDABLE = {
    "ast",
    "asyncio",
    "dataclasses",
    "datetime",
    "http",
    "hypothesis",
    "inspect",
    "logging",  # comes with concurrent.futures
    "multiprocessing",
    "pytest",
    "shortlex.reducer.passes",  # for tests that fail, like the report
    "shortlex.report",
    "shortlex.strategies.strings",  # like all strategies until one is used
    "shortlex.strategies.inference.types",
    "sqlite3",
    "threading",
    "typing_extensions",
    "unittest",
    "urllib",  # comes with pathlib on Python 3.11 and 3.12
}

# Isolated and without site: nothing is loaded, or can be found, but shortlex and the
# standard library.
PROGRAM = f"""
import sys
sys.path.insert(0, {str(SOURCE)!r})
import shortlex, shortlex.strategies
print(*sys.modules)
"""


def test_import_brings_nothing_avoidable() -> None:
    run = subprocess.run(
        [sys.executable, "-I", "-S", "-c", PROGRAM], capture_output=True, text=True, check=False
    )
    assert run.returncode == 0, run.stderr
    assert AVOIDABLE.intersection(run.stdout.split()) == set()


NUMBERS = """
import sys
from shortlex import strategies as st
st.lists(st.integers() | st.floats(0, 1)).validate()
print(*sys.modules)
"""


def test_numbers_and_lists_bring_nothing_that_only_text_needs() -> None:
    run = subprocess.run(
        [sys.executable, "-c", NUMBERS], capture_output=True, text=True, check=False
    )
    assert run.returncode == 0, run.stderr
    texts = {"shortlex.core.alphabet", "shortlex.core.string", "shortlex.strategies.strings"}
    assert texts.intersection(run.stdout.split()) == set()


INFERENCE = """
import sys
from dataclasses import make_dataclass
from shortlex import strategies as st
st.from_type(make_dataclass("Point", [("x", int), ("y", list[str])])).validate()
print(*sys.modules)
"""


def test_inference_brings_no_library_that_the_types_do_not_come_from() -> None:
    run = subprocess.run(
        [sys.executable, "-c", INFERENCE], capture_output=True, text=True, check=False
    )
    assert run.returncode == 0, run.stderr
    libraries = {"annotated_types", "attr", "attrs", "msgspec", "pydantic", "typing_extensions"}
    assert libraries.intersection(run.stdout.split()) == set()
