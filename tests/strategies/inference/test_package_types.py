"""Types of other packages: known if the package is imported, and only looked at then."""

import subprocess
import sys

from shortlex.strategies.inference.inferred import NO_NAMES
from shortlex.strategies.inference.package_types import from_package


def test_other_types_are_not_known():
    for thing in (int, list[int], int | str, "int", None, ..., type):
        assert from_package(thing, NO_NAMES) is None


def test_a_class_with_a_metaclass_of_its_own_is_left_alone():
    class Meta(type):
        @property
        def __module__(cls):
            raise RuntimeError

    class Strange(metaclass=Meta):
        pass

    assert from_package(Strange, NO_NAMES) is None


def test_a_type_that_only_says_where_it_is_from_imports_nothing():
    code = (
        "import sys; from shortlex import strategies as st\n"
        "Fake = type('Fake', (), {'__module__': 'numpy'})\n"
        "assert st.from_type(Fake).example() is not None\n"
        "assert 'numpy' not in sys.modules and 'shortlex.extra' not in sys.modules"
    )
    subprocess.run([sys.executable, "-W", "ignore", "-c", code], check=True)
