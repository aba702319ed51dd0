"""--shortlex-report: one page for a whole run."""

import os
import re
import signal
import subprocess
import sys
import textwrap
from pathlib import Path

import pytest
from conftest import HEADER, Run

# Runs in this process forget what they imported, and NumPy can be loaded only once.
import shortlex.report.html.page  # noqa: F401

TESTS = """
@given(st.lists(st.integers()))
def test_failing(numbers):
    print("printed by the case")
    assert sum(numbers) < 1000

@given(st.integers())
def test_passing(x):
    event("even" if x % 2 == 0 else "odd")

@pytest.mark.parametrize("n", [1, 2])
@given(st.booleans())
def test_each(n, x): ...

@pytest.mark.xfail
@given(st.integers())
def test_known(x):
    assert x != 0

@pytest.mark.skip
@given(st.integers())
def test_skipped(x): ...

@pytest.fixture
def broken():
    raise OSError("no such thing")

@pytest.mark.shortlex(fixtures="once")
@given(st.integers())
def test_without_fixture(broken, x): ...

@example(3)
@given(st.integers())
def test_example(x):
    assert x != 3

@given(st.integers().filter(lambda x: False))
def test_impossible(x): ...

def test_plain(): ...
"""

LATE = """
@pytest.fixture(scope="module")
def late():
    yield
    raise OSError("too late")

@given(st.integers())
def test_first(late, x): ...
"""

ARTICLE = r'<article id="p\d+" class="property (\w+)" aria-labelledby="p\d+-name">.*?</article>'


def articles_of(path: Path) -> dict[str, tuple[str, str]]:
    """By the name of its property, the status and the text of each article."""
    found = {}
    for article in re.finditer(ARTICLE, path.read_text(encoding="utf-8"), re.S):
        name = re.search(r"<h2[^>]*>(.*?)</h2>", article[0])
        assert name is not None
        found[name[1]] = (article[1], article[0])
    return found


@pytest.mark.parametrize("workers", [(), ("-n2",)], ids=["alone", "xdist"])
def test_every_property_is_on_the_page(
    run: Run, pytester: pytest.Pytester, workers: tuple[str, ...]
) -> None:
    result = run(TESTS, "--shortlex-report=out/deep/report.html", *workers, apart=bool(workers))
    path = pytester.path / "out" / "deep" / "report.html"
    result.stdout.fnmatch_lines([f"shortlex: the HTML report is in {path}"])
    assert list(path.parent.iterdir()) == [path]
    articles = articles_of(path)
    assert {name: status for name, (status, _) in articles.items()} == {
        "test_failing": "failed",
        "test_passing": "passed",
        "test_each[1]": "passed",
        "test_each[2]": "passed",
        "test_known": "xfailed",
        "test_skipped": "skipped",
        "test_without_fixture": "error",
        "test_example": "failed",
        "test_impossible": "failed",
    }
    failing = articles["test_failing"][1]
    assert 'numbers=[<span class="m">1000</span>]' in failing
    command = re.search(r"pytest test_it.py::test_failing --replay=\w+", str(result.stdout))
    assert command is not None
    assert f"<code>{command[0]}</code>" in failing
    assert "printed by the case" in failing
    assert "even" in articles["test_passing"][1]
    assert "no such thing" in articles["test_without_fixture"][1]
    assert "Failing explicit example: test_example(" in articles["test_example"][1]
    assert "no valid case was found" in articles["test_impossible"][1]


def test_the_page_says_how_it_was_run(run: Run, pytester: pytest.Pytester) -> None:
    run(TESTS, "--shortlex-report=report.html", "--shortlex-seed=7", "-k", "passing")
    page = (pytester.path / "report.html").read_text(encoding="utf-8")
    assert "1 property, and none failed." in page
    assert "<dt>seed</dt><dd>7</dd>" in page
    assert "--shortlex-report=report.html --shortlex-seed=7" in page


def test_a_report_changes_no_case(run: Run) -> None:
    def tokens(*options: str) -> list[str]:
        output = str(run(TESTS, "--shortlex-seed=1", *options).stdout)
        return re.findall(r"--replay=\w+", output)

    assert tokens() == tokens("--shortlex-report=report.html") != []


def test_a_report_goes_with_every_case_being_printed(run: Run, pytester: pytest.Pytester) -> None:
    options = ("--shortlex-report=report.html", "--shortlex-verbosity=verbose", "-s")
    result = run(TESTS, *options, "-k", "passing")
    result.stdout.fnmatch_lines(["Test case (valid): test_passing("])
    assert (
        "How large the cases were" in articles_of(pytester.path / "report.html")["test_passing"][1]
    )


def test_what_fails_after_a_test_is_an_error(run: Run, pytester: pytest.Pytester) -> None:
    run(
        LATE + TESTS.replace("def test_failing(numbers)", "def test_failing(late, numbers)"),
        "--shortlex-report=report.html",
        "-k",
        "first or failing",
    )
    articles = articles_of(pytester.path / "report.html")
    assert {name: status for name, (status, _) in articles.items()} == {
        "test_first": "passed",
        "test_failing": "failed",
    }
    run(
        LATE,
        "--shortlex-report=report.html",
    )
    status, article = articles_of(pytester.path / "report.html")["test_first"]
    assert status == "error"
    assert "too late" in article
    assert "What was generated" in article


def test_async_properties_and_advice_are_on_the_page(run: Run, pytester: pytest.Pytester) -> None:
    body = """
@given(st.lists(st.integers()))
async def test_waiting(numbers):
    assert sum(numbers) < 1000

@given(st.integers(0, 10**6))
def test_rarely_valid(x):
    assume(x % 40 == 0)
"""
    run(body, "--shortlex-report=report.html", "--shortlex-seed=1")
    articles = articles_of(pytester.path / "report.html")
    status, article = articles["test_waiting"]
    assert status == "failed"
    assert "<pre>test_waiting(\n    numbers=[1000],\n)</pre>" in article
    assert re.search(r'<p class="advice">.*test_rarely_valid', articles["test_rarely_valid"][1])


def test_a_known_failure_says_where_it_is_kept(run: Run, pytester: pytest.Pytester) -> None:
    for _ in range(2):
        run(TESTS, "--shortlex-report=report.html", "-k", "failing", apart=True)
    article = articles_of(pytester.path / "report.html")["test_failing"][1]
    assert re.search(r"<p>Known from an earlier run: \S+</p>", article)


def test_a_run_without_properties_has_a_page_too(run: Run, pytester: pytest.Pytester) -> None:
    run("def test_plain(): ...", "--shortlex-report=report.html")
    assert "No property was run." in (pytester.path / "report.html").read_text(encoding="utf-8")


def test_only_collecting_writes_nothing(run: Run, pytester: pytest.Pytester) -> None:
    run(TESTS, "--shortlex-report=report.html", "--collect-only")
    assert not (pytester.path / "report.html").exists()


def test_a_file_that_cannot_be_is_a_wrong_use(run: Run, pytester: pytest.Pytester) -> None:
    (pytester.path / "file").write_text("")
    (pytester.path / "folder").mkdir()
    for name in ("file/report.html", "folder"):
        result = run(TESTS, f"--shortlex-report={name}")
        assert result.ret == pytest.ExitCode.USAGE_ERROR
        result.stderr.fnmatch_lines([f"ERROR: --shortlex-report {name}: *"])


def test_what_is_not_installed_is_named(run: Run, monkeypatch: pytest.MonkeyPatch) -> None:
    def find(name: str) -> object:
        return None if name in ("jinja2", "matplotlib") else name

    monkeypatch.setattr("_shortlex_pytest.find_spec", find)
    result = run(TESTS, "--shortlex-report=report.html")
    assert result.ret == pytest.ExitCode.USAGE_ERROR
    result.stderr.fnmatch_lines(
        ["ERROR: --shortlex-report needs jinja2 and matplotlib: pip install 'shortlex[report]'"]
    )


def test_a_page_that_cannot_be_written_is_said(run: Run, pytester: pytest.Pytester) -> None:
    body = """
import pathlib

def test_in_the_way():
    pathlib.Path("report.html").mkdir()
"""
    result = run(body, "--shortlex-report=report.html")
    result.assert_outcomes(passed=1)
    result.stdout.fnmatch_lines(["shortlex: the HTML report could not be written: *"])
    assert not list(pytester.path.glob(".report*"))


def test_nothing_of_it_is_imported_without_the_option(pytester: pytest.Pytester) -> None:
    pytester.makepyfile(
        HEADER
        + """
import sys

@given(st.integers())
def test_it(x): ...

def test_modules():
    loaded = {name.partition(".")[0] for name in sys.modules}
    assert not loaded & {"jinja2", "matplotlib", "numpy"}
    assert "shortlex.report.html" not in sys.modules
"""
    )
    usual = ("-p", "no:hypothesispytest", "-p", "no:cacheprovider")
    pytester.runpytest_subprocess(*usual).assert_outcomes(passed=2)


@pytest.mark.skipif(os.name != "posix", reason="signals as on Unix")
def test_an_interrupted_run_has_its_page(tmp_path: Path) -> None:
    program = """
    import time

    @given(st.integers())
    def test_passing(x): ...

    @settings(max_examples=1000)
    @given(st.lists(st.integers()))
    def test_slow(numbers):
        if sum(numbers) > 1000:
            print("failing", flush=True)
            time.sleep(0.2)
            raise ValueError("here")
    """
    (tmp_path / "test_it.py").write_text(HEADER + textwrap.dedent(program))
    options = ["-q", "-s", "-p", "no:cacheprovider", "-p", "no:hypothesispytest"]
    running = subprocess.Popen(
        [sys.executable, "-m", "pytest", *options, "--shortlex-report=report.html"],
        cwd=tmp_path,
        stdout=subprocess.PIPE,
        text=True,
        env={**os.environ, "PYTHONPATH": os.pathsep.join(sys.path)},
    )
    assert running.stdout is not None
    failures = 0
    for line in running.stdout:
        failures += "failing" in line
        if failures == 2:
            break
    running.send_signal(signal.SIGINT)
    output, _ = running.communicate(timeout=120)
    assert running.returncode == pytest.ExitCode.INTERRUPTED
    assert "shortlex: the HTML report is in " in output
    articles = articles_of(tmp_path / "report.html")
    assert {name: status for name, (status, _) in articles.items()} == {
        "test_slow": "interrupted",
        "test_passing": "passed",
    }
    assert "ValueError: here" in articles["test_slow"][1]
