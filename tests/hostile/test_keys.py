"""A test keeps its own failures, and takes none away from another test."""

import os
import subprocess
import sys
from pathlib import Path

import pytest

SEVERAL = """
from shortlex import given, settings, strategies as st
import pytest

def make(limit):
    @given(st.integers())
    def test(x):
        assert x < limit
    return test

def make_method(limit):
    @given(st.integers())
    def test(self, x):
        assert x < limit
    return test

test_one, test_two, test_three = map(make, (1000, 2000, 10**300))

class TestOne:
    test_it = make_method(3000)

class TestTwo:
    test_it = make_method(10**300)

@pytest.mark.parametrize("limit", [4000, 10**300])
@given(x=st.integers())
def test_parameters(limit, x):
    assert x < limit

@pytest.mark.parametrize("limit", [5000, 10**300])
def test_inner(limit):
    make(limit)()
"""


def run_pytest(where: Path, *arguments: str) -> str:
    environment = {name: os.environ[name] for name in os.environ if "SHORTLEX" not in name}
    environment["PYTHONPATH"] = os.pathsep.join(sys.path)
    plugins = ["-pno:hypothesispytest", "-pno:cacheprovider", "-pno:randomly"]
    command = [sys.executable, "-m", "pytest", *plugins, *arguments]
    run = subprocess.run(
        command, cwd=where, env=environment, capture_output=True, text=True, check=False
    )
    return run.stdout + run.stderr


def kept(project: Path) -> list[str]:
    return sorted(
        file.read_text().split("\nchoices: 1\nan integer: ")[1].split("\n")[0]
        for file in (project / ".shortlex").rglob("*.txt")
    )


def project_of(directory: Path, files: dict[str, str]) -> Path:
    (directory / "pytest.ini").write_text("[pytest]\n")
    for name, text in files.items():
        (directory / name).parent.mkdir(parents=True, exist_ok=True)
        (directory / name).write_text(text)
    return directory


def test_tests_that_pytest_tells_apart_keep_their_failures_apart(tmp_path: Path) -> None:
    project = project_of(tmp_path, {"test_it.py": SEVERAL})
    for options in ((), ("-n2",), ()):
        assert "5 failed, 4 passed" in run_pytest(project, *options)
        assert kept(project) == ["1000", "2000", "3000", "4000", "5000"]


def test_modules_of_one_name_keep_their_failures_apart(tmp_path: Path) -> None:
    body = "from shortlex import given, strategies as st\n@given(st.integers())\ndef test_it(x):\n"
    files = {f"{d}/test_it.py": f"{body}    assert x < {n}\n" for d, n in (("a", 100), ("b", 200))}
    project = project_of(tmp_path, {**files, "a/conftest.py": "", "b/conftest.py": ""})
    for _ in range(2):
        assert "2 failed" in run_pytest(project, "--import-mode=importlib")
        assert kept(project) == ["100", "200"]


def test_the_key_does_not_depend_on_the_directory_in_which_pytest_is_started(
    tmp_path: Path,
) -> None:
    body = "from shortlex import given, strategies as st\n@given(st.integers())\ndef test_it(x):\n"
    project = project_of(tmp_path, {"sub/test_it.py": f"{body}    assert x < 100\n"})
    run_pytest(project)
    for where, argument in ((project / "sub", "test_it.py"), (project, "sub"), (project, ".")):
        assert "Known from an earlier run" in run_pytest(where, argument)
    assert kept(project) == ["100"]


def test_a_test_called_directly_runs_what_pytest_has_found(tmp_path: Path) -> None:
    body = "from shortlex import given, strategies as st\n@given(st.integers())\ndef test_it(x):\n"
    call = 'if __name__ == "__main__":\n    test_it()\n'
    project = project_of(tmp_path, {"sub/test_it.py": f"{body}    assert x < 100\n{call}"})
    run_pytest(project)
    environment = {name: os.environ[name] for name in os.environ if "SHORTLEX" not in name}
    environment["PYTHONPATH"] = os.pathsep.join(sys.path)
    for command in (["sub/test_it.py"], ["-c", "import sub.test_it as it; it.test_it()"]):
        run = subprocess.run(
            [sys.executable, *command],
            cwd=project,
            env=environment,
            capture_output=True,
            text=True,
            check=False,
        )
        assert "Known from an earlier run" in run.stderr
    assert kept(project) == ["100"]


DIRECT = """
from shortlex import given, strategies as st

def make(is_small):
    if is_small:
        @given(st.integers())
        def test(x):
            assert x < 1000
    else:
        @given(st.integers())
        def test(x):
            pass
    return test

def call(test):
    try:
        test()
    except AssertionError:
        pass

call(make(True))
call(make(False))

@given(st.integers())
def test(x):
    assert x < 2000

call(test)

@given(st.integers())
def test(x):
    pass

call(test)
"""


@pytest.mark.parametrize("runs", [1, 3])
def test_functions_of_one_name_that_are_called_directly_are_told_apart_by_their_lines(
    tmp_path: Path, runs: int
) -> None:
    (tmp_path / "program.py").write_text(DIRECT)
    environment = {name: os.environ[name] for name in os.environ if "SHORTLEX" not in name}
    environment["PYTHONPATH"] = os.pathsep.join(sys.path)
    for _ in range(runs):
        subprocess.run([sys.executable, "program.py"], cwd=tmp_path, env=environment, check=True)
    assert kept(tmp_path) == ["1000", "2000"]
