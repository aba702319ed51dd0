"""The benchmark of real suites, on a suite that is made here: nothing is downloaded."""

import sys
from pathlib import Path

import pytest

from bench.suites.breakages import break_package, example_in
from bench.suites.compare import compare, show, show_lost
from bench.suites.projects import Project, load_projects
from bench.suites.run import run_suite
from bench.suites.workplace import Library, Workplace

SUITE = """
import os

import pytest
from hypothesis import given, strategies as st

OURS = os.environ.get("SUITES_PROBE") and "shortlex" in given.__module__

@given(st.integers())
def test_property(number):
    assert number == number

@given(st.integers(0, 100))
def test_that_only_one_library_passes(number):
    assert number < 50 or not OURS

def test_plain():
    pass

@pytest.mark.skip
def test_skipped():
    pass

@pytest.mark.xfail
def test_known():
    assert False
"""


class Prepared(Workplace):
    """Sources that are there, and this environment, which has both libraries."""

    def sources(self, project: Project) -> Path:
        return self._directory

    def version(self, project: Project) -> str:
        return "1"

    def python(self, project: Project, library: Library) -> Path:
        return Path(sys.executable)


@pytest.fixture
def workplace(tmp_path: Path) -> Prepared:
    (tmp_path / "tests").mkdir()
    (tmp_path / "tests" / "test_it.py").write_text(SUITE, "utf-8")
    (tmp_path / "tests" / "test_other.py").write_text("def test_other(): pass\n", "utf-8")
    return Prepared(tmp_path)


@pytest.mark.slow
def test_a_test_that_passes_with_hypothesis_only_is_lost(workplace: Prepared) -> None:
    compared = compare(workplace, Project("made"), 120.0)
    lost = "tests/test_it.py::test_that_only_one_library_passes"
    assert list(compared.lost) == [lost]
    assert compared.passed == {"Hypothesis": 3, "Shortlex": 2}
    assert compared.properties == 1
    assert not compared.unsteady
    assert not compared.cut
    assert "made 1" in show([compared])
    assert lost in show_lost([compared])
    assert "Failing test case" in show_lost([compared])


def test_each_outcome_is_written_down(workplace: Prepared) -> None:
    suite = run_suite(workplace, Project("made"), "Shortlex", seconds=120.0)
    outcomes = {name.rpartition("::")[2]: test.outcome for name, test in suite.tests.items()}
    assert outcomes == {
        "test_property": "passed",
        "test_that_only_one_library_passes": "failed",
        "test_plain": "passed",
        "test_skipped": "skipped",
        "test_known": "xfailed",
    }
    properties = {name for name, test in suite.tests.items() if test.is_property}
    assert properties == {
        "tests/test_it.py::test_property",
        "tests/test_it.py::test_that_only_one_library_passes",
    }


@pytest.mark.slow
def test_all_files_are_run_if_a_project_says_so(workplace: Prepared) -> None:
    project = Project("made", everything=True)
    suite = run_suite(workplace, project, "Hypothesis", seconds=120.0)
    assert "tests/test_other.py::test_other" in suite.passed


@pytest.mark.slow
def test_a_suite_that_hangs_is_cut(workplace: Prepared) -> None:
    file = workplace.sources(Project("made")) / "tests" / "test_it.py"
    file.write_text("# import hypothesis\ndef test(): [0 for _ in iter(int, 1)]\n", "utf-8")
    suite = run_suite(workplace, Project("made"), "Hypothesis", seconds=3.0)
    assert suite.is_cut
    assert not suite.passed


def test_mistakes_are_planted_in_functions_of_the_named_module(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    package = tmp_path / "installed" / "made_here"
    package.mkdir(parents=True)
    (package / "__init__.py").touch()
    source = "LIMIT = 3\n\ndef is_small(n):\n    return n < LIMIT + 1\n"
    (package / "part.py").write_text(source, "utf-8")
    monkeypatch.setenv("PYTHONPATH", str(package.parent))
    project = Project("made", broken="made_here/part.py")
    place = tmp_path / "broken"
    found = {
        each.where: (each.directory / "made_here" / "part.py").read_text("utf-8")
        for each in break_package(Prepared(tmp_path), project, place, count=9, seed=1)
    }
    assert len(found) == 3
    assert "return n <= LIMIT + 1" in found["made_here/part.py, line 4: Lt -> LtE"]
    assert all(text.startswith("LIMIT = 3") for text in found.values())


@pytest.mark.parametrize("words", ["Falsifying example", "Failing test case"])
def test_an_example_is_found_in_a_report(words: str) -> None:
    report = (
        f"E   AssertionError\nE   {words}: test_it(\nE       n=0,\nE       m='a b',\nE   )\nE   x"
    )
    assert example_in(report) == "test_it( n=0, m='a b', )"
    assert example_in("E   AssertionError") == ""


def test_the_projects_are_in_the_order_of_their_names() -> None:
    names = [project.name for project in load_projects()]
    assert names == sorted(names)
    assert len(names) >= 25
