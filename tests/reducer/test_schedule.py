"""Schedule: every pass once, under the one name it has."""

import sys
from pathlib import Path

import pytest

from shortlex.reducer import passes
from shortlex.reducer.problem import Pass
from shortlex.reducer.schedule import PASSES, SCHEDULE

PARTS = ["Why:", "Guarantee:", "Cost:", "Leaves to others:"]

each_pass = pytest.mark.parametrize("one", PASSES, ids=lambda one: one.__name__)


def test_every_pass_is_scheduled_once() -> None:
    assert len(PASSES) == len(set(PASSES)) == sum(map(len, SCHEDULE.tiers))
    assert all(SCHEDULE.tiers)


def test_insistent_passes_are_costly_ones() -> None:
    assert set(SCHEDULE.insistent) < set(SCHEDULE.costly)


def test_every_module_of_passes_is_scheduled() -> None:
    (directory,) = passes.__path__
    files = {path.stem for path in Path(directory).glob("*.py")} - {"__init__"}
    assert {one.__name__ for one in PASSES} == files


@each_pass
def test_file_function_and_name_in_the_schedule_are_the_same(one: Pass) -> None:
    assert one.__module__ == f"shortlex.reducer.passes.{one.__name__}"
    assert getattr(sys.modules["shortlex.reducer.schedule"], one.__name__) is one


@each_pass
def test_the_docstring_of_a_pass_has_its_parts_in_order(one: Pass) -> None:
    docstring = one.__doc__ or ""
    lines = [line.strip() for line in docstring.splitlines()]
    assert lines[0]
    assert lines[1] == ""
    found = [part for line in lines for part in PARTS if line.startswith(part)]
    assert found == PARTS


@each_pass
def test_the_module_of_a_pass_says_that_it_is_one(one: Pass) -> None:
    assert (sys.modules[one.__module__].__doc__ or "").startswith("Pass: ")


@each_pass
def test_others_that_a_pass_leaves_things_to_exist(one: Pass) -> None:
    docstring = " ".join((one.__doc__ or "").split())
    words = docstring.partition("Leaves to others:")[2].replace("(", " ").replace(")", " ")
    names = {word.strip(".,;:`") for word in words.split() if "_" in word}
    assert names <= {other.__name__ for other in PASSES}
    assert one.__name__ not in names
