"""Pages that are made from the code are made from the code as it is."""

import os
import re
import subprocess
import sys

import pytest
from blocks import ROOT

from shortlex import provisional, strategies

TYPES = {"DataObject", "DrawFn", "SearchStrategy", "register_type_strategy"}
STRATEGIES = [
    *((name, getattr(strategies, name)) for name in strategies.__all__ if name not in TYPES),
    *((f"provisional.{name}", getattr(provisional, name)) for name in provisional.__all__),
]
every_strategy = pytest.mark.parametrize(
    ("name", "function"), STRATEGIES, ids=[name for name, _ in STRATEGIES]
)


def test_generated_pages_are_current() -> None:
    run = subprocess.run(
        [sys.executable, ROOT / "docs" / "generate.py", "--check"],
        env={**os.environ, "PYTHONPATH": str(ROOT / "src")},
        capture_output=True,
        text=True,
        check=False,
    )
    assert run.returncode == 0, run.stderr


@every_strategy
def test_every_strategy_says_what_its_values_reduce_to(name: str, function: object) -> None:
    assert re.search(r"\b[Rr]educes?\b", function.__doc__ or ""), "say it in the docstring"


@every_strategy
def test_every_strategy_is_shown_with_its_values(name: str, function: object) -> None:
    if name == "nothing":  # which has none
        return
    page = (ROOT / "docs" / "reference" / "strategies.md").read_text("utf-8")
    (section,) = re.findall(rf"^##+ {re.escape(name)}\n(.*?)(?=^##|\Z)", page, re.M | re.S)
    rows = [re.split(r"(?<!\\) \| ", row) for row in re.findall(r"^\| (`.*) \|$", section, re.M)]
    assert rows
    assert [row for row in rows if len(row) != 3] == []
    drawn = [row[1].count("<br>") + 1 for row in rows if not row[1].startswith("what")]
    assert all(count == 3 for count in drawn) or name in ("booleans", "just", "none", "runner")
