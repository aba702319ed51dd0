"""``import hypothesis`` finds Shortlex, and what is not there says so."""

from collections.abc import Callable

import pytest

Program = Callable[..., str]


def test_modules_have_the_objects_of_shortlex(program: Program) -> None:
    program("""
import hypothesis, shortlex
import hypothesis.strategies as st
from hypothesis import given, settings, strategies
from hypothesis.stateful import RuleBasedStateMachine
import shortlex.strategies, shortlex.stateful

assert strategies is st is hypothesis.strategies
assert given is shortlex.given and settings is shortlex.settings
assert st.integers is shortlex.strategies.integers
assert RuleBasedStateMachine is shortlex.stateful.RuleBasedStateMachine
""")


def test_the_class_settings_and_its_module_stay_apart(program: Program) -> None:
    program("""
import sys
import hypothesis, shortlex
from hypothesis._settings import settings

assert isinstance(hypothesis.settings, type) and settings is hypothesis.settings
assert isinstance(shortlex.settings, type)
assert sys.modules["shortlex.settings"].settings is shortlex.settings
""")


def test_star_imports_bring_the_public_names(program: Program) -> None:
    program("""
from hypothesis import *
from hypothesis.strategies import *

assert given and settings and Phase
assert integers and SearchStrategy and characters
assert "tests" not in globals() and "__path__" not in globals()
""")


def test_the_version_is_that_of_the_names(program: Program) -> None:
    program("""
import importlib.metadata
import hypothesis
from hypothesis.version import __version_info__

assert importlib.metadata.version("hypothesis") == hypothesis.__version__
assert ".".join(map(str, hypothesis.__version_info__)) == hypothesis.__version__
assert __version_info__ == hypothesis.__version_info__ >= (6, 100)
""")


def test_a_module_that_is_not_there_says_what_to_do(program: Program) -> None:
    said = program("import hypothesis.extra.lark", fails=True)
    assert "ModuleNotFoundError: hypothesis.extra.lark: Shortlex has no grammars yet." in said
    said = program("import hypothesis.internal.conjecture.shrinker", fails=True)
    assert "No module named 'hypothesis.internal.conjecture.shrinker': Shortlex stands in" in said


def test_a_name_that_is_not_there_can_be_probed(program: Program) -> None:
    program("""
import hypothesis
try:
    from hypothesis.strategies import nonsense
except ImportError as error:
    assert "nonsense" in str(error)
assert not hasattr(hypothesis, "nonsense")
try:
    hypothesis.strategies.nonsense
except AttributeError as error:
    assert "Shortlex stands in for Hypothesis" in str(error)
else:
    raise AssertionError
""")


def test_a_name_with_an_alternative_names_it(program: Program) -> None:
    said = program("from hypothesis.control import cleanup", fails=True)
    assert "ImportError: hypothesis.control.cleanup: " in said
    assert "a fixture" in said


def test_hypothesis_that_is_imported_already_is_not_replaced(program: Program) -> None:
    said = program("", before="import hypothesis", fails=True)
    assert "InvalidState: hypothesis is already imported, from " in said
    assert "Import shortlex.as_hypothesis first" in said


def test_the_plugin_of_hypothesis_is_not_left_with_another_library(program: Program) -> None:
    pytest.importorskip("hypothesis")
    said = program("", before="import _hypothesis_pytestplugin", fails=True)
    assert "Start pytest with -p shortlex.as_hypothesis, or with -p no:hypothesispytest." in said


def test_plugins_of_other_packages_are_loaded(program: Program) -> None:
    before = """
import os
os.mkdir("other-1.dist-info")
with open("other-1.dist-info/METADATA", "w") as file:
    file.write("Metadata-Version: 2.1\\nName: other\\nVersion: 1\\n")
with open("other-1.dist-info/entry_points.txt", "w") as file:
    file.write("[hypothesis]\\nother = other:register\\n")
with open("other.py", "w") as file:
    file.write("def register():\\n    import hypothesis\\n    print('registered')\\n")
"""
    text = "import hypothesis\nprint('imported')"
    assert program(text, before=before).split() == ["registered", "imported"]


def test_plugins_are_left_alone_if_the_environment_says_so(program: Program) -> None:
    before = """
import os
os.environ["HYPOTHESIS_NO_PLUGINS"] = "1"
os.mkdir("other-1.dist-info")
with open("other-1.dist-info/METADATA", "w") as file:
    file.write("Metadata-Version: 2.1\\nName: other\\nVersion: 1\\n")
with open("other-1.dist-info/entry_points.txt", "w") as file:
    file.write("[hypothesis]\\nother = no_such_module:register\\n")
"""
    assert program("import hypothesis\nprint('imported')", before=before).split() == ["imported"]
