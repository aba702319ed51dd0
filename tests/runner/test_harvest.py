"""Constants come from the code that a test uses, and random cases try them."""

from __future__ import annotations

import gc
import os
import subprocess
import sys
from collections.abc import Callable, Iterator
from functools import partial, wraps
from importlib import import_module
from pathlib import Path
from types import ModuleType
from typing import Any
from weakref import ref

import pytest

from shortlex import find, given, seed, settings
from shortlex import strategies as st
from shortlex.core.alphabet import UNICODE
from shortlex.core.constants import Members
from shortlex.core.domain import Domain
from shortlex.core.integer import Integer
from shortlex.core.sizes import Sizes
from shortlex.core.string import String
from shortlex.runner import harvest
from shortlex.runner.harvest import constants_for, is_of_project, is_test_file

WHOLE = Integer()
TEXT = String(UNICODE, Sizes())

PROGRAM = {
    "shop.py": """
import limits
from rules import RATE, Rule

PLANS = {"solo": 9000, "team": 49000}
UNUSED = 31337


def price(plan):
    if plan == "gratis":
        return 0
    return PLANS[plan] if helper(plan) else limits.HIGHEST


def helper(plan):
    return Rule().applies(plan) or RATE


def other():
    return 27182
""",
    "limits.py": "HIGHEST = 10**9 + 7\nLOWEST = -(10**9)\n",
    "rules.py": """
RATE = 0.0725


class Rule:
    worth = 5150

    def applies(self, plan):
        return plan.endswith("-pro")
""",
    "test_shop.py": """
import shop

EXPECTED = 999111


def test_price(plan):
    assert shop.price(plan) != 424242
""",
}


@pytest.fixture
def program(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> Iterator[Callable[[str], ModuleType]]:
    """Modules of a project, by name."""
    for name, source in PROGRAM.items():
        (tmp_path / name).write_text(source, encoding="utf-8")
    monkeypatch.syspath_prepend(str(tmp_path))
    monkeypatch.setenv("SHORTLEX_HOME", str(tmp_path / "home"))
    forget()
    yield import_module
    for name in PROGRAM:
        sys.modules.pop(name.removesuffix(".py"), None)
    forget()


def forget() -> None:
    """Make the next look-up begin as in a new process."""
    harvest._code_in.cache_clear()
    harvest._known.clear()


def members(function: object, domain: Domain = WHOLE) -> Members:
    return constants_for(function).members_of(domain)


def test_constants_of_the_functions_classes_and_globals_in_use_are_near(
    program: Callable[[str], ModuleType],
) -> None:
    test_price = program("test_shop").test_price
    near, far = members(test_price)
    assert set(near) == {9000, 49000, 10**9 + 7, 5150, 424242}
    assert set(members(test_price, TEXT).near) == {"gratis", "solo", "team", "-pro"}
    assert {31337, 27182, -(10**9)} <= set(far)
    assert 999111 not in far, "constants of tests say little about the code"


def test_the_order_is_the_same_whatever_was_found_first(
    program: Callable[[str], ModuleType],
) -> None:
    near = members(program("test_shop").test_price).near
    assert near == sorted(near, key=repr)


def test_other_modules_that_are_imported_make_no_difference(
    program: Callable[[str], ModuleType], tmp_path: Path
) -> None:
    before = members(program("test_shop").test_price)
    (tmp_path / "unrelated.py").write_text("X = 6666666\n", encoding="utf-8")
    program("unrelated")
    try:
        assert members(program("test_shop").test_price) == before
    finally:
        del sys.modules["unrelated"]


def test_closures_methods_partials_and_wrappers_are_followed() -> None:
    def innermost() -> int:
        return 1234567

    @wraps(innermost)
    def wrapped(*args: Any) -> int:
        return innermost()

    class Machine:
        def step(self) -> int:
            return 7654321 + wrapped()

    for function in (wrapped, partial(wrapped, 1), Machine().step):
        assert 1234567 in members(function).near
    assert 7654321 in members(Machine().step).near
    machine = Machine()
    assert 7654321 in members(lambda: machine).near


def test_only_code_of_the_project_counts() -> None:
    assert is_of_project(__file__)
    assert not is_of_project(os.__file__)
    assert not is_of_project(pytest.__file__)
    assert not is_of_project(harvest.__file__)
    assert not is_of_project("<string>")
    assert members(os.path.join) == ([], [])
    assert members(len) == members(None) == members(3) == ([], [])


def test_files_of_tests_are_known_by_their_names(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setenv("SHORTLEX_HOME", "/tests/project/.shortlex")
    files = ("test_a.py", "b/test_a.py", "a_test.py", "conftest.py", "tests/a.py")
    assert all(is_test_file(f"/tests/project/{file}") for file in files)
    files = ("testing.py", "contest.py", "attest/a.py", "latest.py", "../a.py")
    assert not any(is_test_file(f"/tests/project/{file}") for file in files)


def large(tmp_path: Path) -> Path:
    path = tmp_path / "large.py"
    filler = "".join(f"A{i} = {i}\n" for i in range(2000))
    path.write_text(f"{filler}\ndef function():\n    return 8675309\n", encoding="utf-8")
    return path


def test_constants_of_large_files_are_kept_on_disk_by_content(
    program: Callable[[str], ModuleType], tmp_path: Path
) -> None:
    path = large(tmp_path)
    function = program("large").function
    assert members(function).near == [8675309]
    (kept,) = (tmp_path / "home" / "constants").iterdir()
    text = kept.read_text("utf-8")
    kept.write_text(text.replace("8675309", "8675310"), encoding="utf-8")
    forget()
    assert members(function).near == [8675310], "the record was read"
    path.write_text(path.read_text("utf-8").replace("8675309", "5555555"), encoding="utf-8")
    forget()
    assert members(function).near == [5555555], "the file has changed"
    del sys.modules["large"]


def test_a_damaged_record_is_written_again(
    program: Callable[[str], ModuleType], tmp_path: Path
) -> None:
    large(tmp_path)
    function = program("large").function
    members(function)
    (kept,) = (tmp_path / "home" / "constants").iterdir()
    good = kept.read_bytes()
    kept.write_bytes(b"\xff{[")
    forget()
    assert members(function).near == [8675309]
    assert kept.read_bytes() == good
    del sys.modules["large"]


def test_a_disk_that_cannot_be_written_to_does_not_matter(
    program: Callable[[str], ModuleType], tmp_path: Path
) -> None:
    large(tmp_path)
    (tmp_path / "home").write_text("not a directory", encoding="utf-8")
    assert members(program("large").function).near == [8675309]
    del sys.modules["large"]


def test_without_a_database_nothing_is_kept(
    program: Callable[[str], ModuleType], tmp_path: Path
) -> None:
    large(tmp_path)
    constants = constants_for(program("large").function, is_kept=False)
    assert constants.members_of(WHOLE).near == [8675309]
    assert not (tmp_path / "home").exists()
    del sys.modules["large"]


def test_a_test_that_is_called_again_does_not_look_for_constants_again(
    program: Callable[[str], ModuleType], monkeypatch: pytest.MonkeyPatch
) -> None:
    function = program("test_shop").test_price
    before = members(function)
    with monkeypatch.context() as patch:
        patch.setattr(harvest, "_find", lambda *_: pytest.fail("it looked again"))
        assert members(function) == before
    # Tools that reload a module put the new code into the old function.
    function.__code__ = (lambda plan: plan == plan).__code__
    assert members(function) != before


def test_what_is_known_of_a_function_does_not_keep_it_alive(
    program: Callable[[str], ModuleType],
) -> None:
    test_shop = program("test_shop")
    members(test_shop.test_price)
    function = ref(test_shop.test_price)
    del test_shop.test_price
    gc.collect()
    assert function() is None


def test_only_the_last_tests_are_remembered(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(harvest, "MAX_TESTS", 3)
    forget()
    functions = [lambda i=i: i for i in range(5)]
    first = [constants_for(each) for each in functions]
    assert constants_for(functions[4]) is first[4]
    assert constants_for(functions[0]) is not first[0]


def test_a_source_that_cannot_be_read_has_no_constants(
    program: Callable[[str], ModuleType], tmp_path: Path
) -> None:
    test_price = program("test_shop").test_price
    for name in PROGRAM:
        (tmp_path / name).write_bytes(b"\x00(")
    assert members(test_price) == ([], [])
    for name in PROGRAM:
        (tmp_path / name).unlink()
    forget()
    assert members(test_price) == ([], [])


MAGIC = 0.7316
WORDS = {"enterprise": 1, "basic": 2}


@pytest.mark.parametrize(
    ("strategy", "is_met"),
    [
        (st.integers(), lambda n: n == 8_675_309),
        (st.text(), lambda s: s.startswith("quit!")),
        (st.binary(), lambda b: b.startswith(b"PK\x03\x04")),
        (st.integers(0, 10**6), lambda n: n == 86_401),
        (st.floats(), lambda x: x == MAGIC),
        (st.text(), lambda s: s in WORDS),
    ],
)
def test_a_default_run_meets_constants_of_the_code(
    strategy: st.SearchStrategy[Any], is_met: Callable[[Any], bool]
) -> None:
    found = 0
    for number in range(20):

        @seed(number)
        @settings(database=None)
        @given(strategy)
        def test(value: Any) -> None:
            assert not is_met(value)  # run at once

        try:
            test()
        except AssertionError:
            found += 1
    assert found >= 15


def test_find_tries_constants_of_the_condition() -> None:
    assert find(st.integers(), lambda n: n == 123_456_789_123) == 123_456_789_123


def test_the_same_seed_tries_the_same_constants_in_another_process() -> None:
    source = (
        "from shortlex import given, seed, settings, strategies as st\n"
        "met = []\n"
        "@seed(5)\n@settings(database=None)\n@given(st.text(), st.integers())\n"
        "def test(s, n):\n    met.append((s, n, s == 'xyzzy', n == 98765))\n"
        "test()\nprint(ascii(met))\n"
    )
    outputs = {
        subprocess.run(
            [sys.executable, "-c", source],
            capture_output=True,
            check=True,
            env={
                **os.environ,
                "PYTHONHASHSEED": hash_seed,
                "PYTHONPATH": os.pathsep.join(sys.path),
            },
        ).stdout
        for hash_seed in ("1", "2")
    }
    assert len(outputs) == 1
