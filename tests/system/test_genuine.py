"""Patches that outlive the body, and broken imports: failures are found, reported and kept."""

import ast
import os
import subprocess
import sys
import time
from collections.abc import Iterator
from pathlib import Path
from unittest import mock

import pytest

from shortlex.system import genuine

PATCHES = {
    "mocked functions of os": """
        import os
        from unittest import mock

        # Those that pytest itself can do without.
        NAMES = ["open", "mkdir", "makedirs", "listdir", "fsync", "replace", "rename", "unlink",
                 "rmdir", "urandom", "pwrite", "fork"]

        @pytest.fixture
        def patch():
            broken = dict.fromkeys(NAMES, mock.Mock(side_effect=OSError("patched")))
            with mock.patch.multiple(os, **broken):
                yield
    """,
    "mocked paths": """
        import os, pathlib
        from unittest import mock

        @pytest.fixture
        def patch():
            with (
                mock.patch("os.path.join", side_effect=OSError("patched")),
                mock.patch("os.path.exists", return_value=False),
                mock.patch("os.path.dirname", return_value="/nowhere"),
                mock.patch("pathlib.Path.open", side_effect=OSError("patched")),
                mock.patch("pathlib.Path.exists", return_value=True),
            ):
                yield
    """,
    "mocked open": """
        from unittest import mock

        @pytest.fixture
        def patch():
            with mock.patch("builtins.open", mock.mock_open()), mock.patch("io.open", None):
                yield
    """,
    "a clock that stands still": """
        @pytest.fixture
        def patch(monkeypatch):
            for name in ("monotonic", "time", "perf_counter", "thread_time"):
                monkeypatch.setattr(time, name, lambda: 0.0)
    """,
    "a clock that hurries": """
        from itertools import count

        @pytest.fixture
        def patch(monkeypatch):
            for name in ("monotonic", "time", "perf_counter", "thread_time"):
                monkeypatch.setattr(time, name, lambda steps=count(0, 1000): float(next(steps)))
    """,
    "pyfakefs": """
        from django.conf import settings as django_settings

        # pyfakefs asks for it, where django is installed.
        django_settings.configure(ROOT_URLCONF="no_urls")

        @pytest.fixture
        def patch(fs):
            yield fs
    """,
    "freezegun": """
        from freezegun import freeze_time

        @pytest.fixture
        def patch():
            with freeze_time("1999-12-31"):
                yield
    """,
    "freezegun that ticks": """
        from freezegun import freeze_time

        @pytest.fixture
        def patch():
            with freeze_time("1999-12-31", auto_tick_seconds=3600):
                yield
    """,
}

TEST = """
import time
import pytest
from shortlex import given, settings, strategies as st
{patch}
@pytest.mark.shortlex(fixtures={when!r})
@settings(deadline=1000)
@given(st.lists(st.integers(0, 1000)), st.data())
def test_sum(patch, xs, data):
    y = data.draw(st.integers(0, 9))
    assert sum(xs) < 1000, "too much"
"""


@pytest.mark.parametrize("when", ["once", "case"])
@pytest.mark.parametrize("patch", PATCHES.values(), ids=list(PATCHES))
@pytest.mark.slow
def test_a_failure_under_a_patch_is_reported_kept_and_known(
    pytester: pytest.Pytester, monkeypatch: pytest.MonkeyPatch, patch: str, when: str
) -> None:
    check(pytester, monkeypatch, patch, when)


def test_a_patch_around_all_cases_is_no_obstacle(
    pytester: pytest.Pytester, monkeypatch: pytest.MonkeyPatch
) -> None:
    check(pytester, monkeypatch, PATCHES["mocked functions of os"], "once")


def check(
    pytester: pytest.Pytester, monkeypatch: pytest.MonkeyPatch, patch: str, when: str
) -> None:
    monkeypatch.delenv("CI", raising=False)
    monkeypatch.setenv("TMPDIR", str(pytester.path))
    monkeypatch.setenv("SHORTLEX_HOME", str(pytester.path / ".shortlex"))
    pytester.makepyfile(TEST.format(patch=patch.replace("\n        ", "\n"), when=when))
    arguments = ("-p", "no:cacheprovider", "-p", "no:asyncio", "--tb=short", "-W", "error")
    first = pytester.runpytest_subprocess(*arguments)
    first.assert_outcomes(failed=1)
    first.stdout.fnmatch_lines(["*AssertionError: too much", "*xs=[[]1000[]],", "*Draw 1: 0*"])
    assert len(list((pytester.path / ".shortlex" / "failures").rglob("*.txt"))) == 1
    second = pytester.runpytest_subprocess(*arguments)
    second.assert_outcomes(failed=1)
    second.stdout.fnmatch_lines(
        ["*AssertionError: too much", "*xs=[[]1000[]],", "*Known from an earlier run: .shortlex*"]
    )


def test_a_patch_that_is_never_taken_back_harms_no_later_test(
    pytester: pytest.Pytester, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.delenv("CI", raising=False)
    pytester.makepyfile(
        """
        import os, time
        from shortlex import given, settings, strategies as st

        @given(st.integers())
        def test_that_patches(x):
            def refuse(*args, **kwargs):
                raise OSError("patched")

            os.mkdir = os.fsync = os.replace = os.unlink = refuse
            time.monotonic = time.time = lambda: 0.0

        @settings(shrink_seconds=1)
        @given(st.integers(0, 1000))
        def test_that_fails(x):
            assert x < 500
        """
    )
    for _ in range(2):
        result = pytester.runpytest_subprocess("-p", "no:cacheprovider", "-p", "no:asyncio")
        result.assert_outcomes(passed=1, failed=1)
    result.stdout.fnmatch_lines(["*x=500,", "*Known from an earlier run*"])


def test_a_body_that_removes_its_directory_is_reported(
    pytester: pytest.Pytester, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.delenv("CI", raising=False)
    pytester.makepyfile(
        """
        import os, shutil, tempfile
        from shortlex import given, strategies as st

        @given(st.integers(0, 1000), st.integers(0, 1000))
        def test_leaves(x, y):
            place = tempfile.mkdtemp()
            os.chdir(place)
            os.rmdir(place)
            assert x < 500
        """
    )
    for _ in range(2):
        result = pytester.runpytest_subprocess("-p", "no:cacheprovider", "-p", "no:asyncio")
        result.assert_outcomes(failed=1)
        result.stdout.fnmatch_lines(["*x=500,"])
    result.stdout.fnmatch_lines(["*Known from an earlier run*"])


def test_clocks_are_not_those_that_a_test_has_replaced(monkeypatch: pytest.MonkeyPatch) -> None:
    for name in ("monotonic", "perf_counter", "thread_time", "time"):
        monkeypatch.setattr(time, name, lambda: -1.0)
    clocks = (genuine.monotonic, genuine.perf_counter, genuine.thread_time, genuine.wall_time)
    assert all(clock() > 0 for clock in clocks)


def test_directories_are_made_as_far_as_they_are_missing(tmp_path: Path) -> None:
    with mock.patch("os.mkdir"), mock.patch("os.stat"), mock.patch("os.path.exists"):
        for _ in range(2):
            genuine.make_directories(str(tmp_path / "a" / "b" / "c"))
    assert (tmp_path / "a" / "b" / "c").is_dir()
    (tmp_path / "file").touch()
    with pytest.raises(NotADirectoryError):
        genuine.make_directories(str(tmp_path / "file"))
    with pytest.raises(NotADirectoryError):
        genuine.make_directories(str(tmp_path / "file" / "below"))


def test_where_we_are_may_be_nowhere(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    place = tmp_path / "place"
    place.mkdir()
    monkeypatch.chdir(place)
    assert genuine.working_directory() == str(place)
    place.rmdir()
    assert genuine.working_directory() == ""
    os.chdir(tmp_path)


def test_no_clock_and_no_open_is_used_but_those_that_are_genuine() -> None:
    clocks = {"monotonic", "perf_counter", "thread_time", "time"}
    found = []
    for path in (Path(__file__).parents[2] / "src" / "shortlex").rglob("*.py"):
        for node in ast.walk(ast.parse(path.read_text(encoding="utf-8"))):
            if isinstance(node, ast.ImportFrom) and node.module == "time":
                found += [path.name for each in node.names if each.name in clocks]
            if isinstance(node, ast.Call) and getattr(node.func, "id", "") == "open":
                found.append(path.name)
    assert found == ["show_case.py"], "a program of its own, in which no test is patched"


SOURCE = Path(genuine.__file__).parents[1]

PROGRAM = """
import sys
from shortlex import given, settings, strategies as st

@settings(database=None)
@given(st.lists(st.integers(0, 100)), st.booleans(), st.data())
def test(numbers, flag, data):
    if sum(numbers) > 50:
        raise ValueError("too much")
    data.draw(st.integers())
    {breaks}

try:
    test()
except ValueError as error:
    assert "numbers=[51]" in "".join(error.__notes__)
    assert {is_broken}
else:
    raise SystemExit("it passed")
"""


@pytest.mark.parametrize(
    ("breaks", "is_broken"),
    [
        ("sys.path.clear()", "sys.path == []"),
        ("sys.path = []", "sys.path == []"),
        ("sys.meta_path.clear()", "sys.meta_path == []"),
        ("sys.path_hooks.clear(); sys.path_importer_cache.clear()", "sys.path_hooks == []"),
    ],
)
def test_a_test_that_breaks_imports_is_reported(breaks: str, is_broken: str) -> None:
    program = PROGRAM.format(breaks=breaks, is_broken=is_broken)
    done = subprocess.run([sys.executable, "-c", program], capture_output=True, text=True)
    assert (done.returncode, done.stderr) == (0, "")


def late_imports() -> Iterator[str]:
    """What functions of the packages import of the standard library."""
    for package in genuine.LATE_PACKAGES:
        for path in (SOURCE / package).glob("*.py"):
            functions = ast.walk(ast.parse(path.read_text(encoding="utf-8")))
            for function in functions:
                if isinstance(function, ast.FunctionDef):
                    for node in ast.walk(function):
                        if isinstance(node, ast.Import):
                            yield from (alias.name for alias in node.names)
                        elif isinstance(node, ast.ImportFrom):
                            yield node.module or ""


def test_everything_that_is_imported_late_is_listed() -> None:
    found = {name for name in late_imports() if name.split(".")[0] in sys.stdlib_module_names}
    always = {"os", "_signal"}
    assert found - always == set(genuine.LATE_STANDARD)
