"""What the command line and the configuration can ask for."""

import json
import os
import re
import shlex
import subprocess
import sys
from collections import Counter
from pathlib import Path

import pytest
from conftest import HEADER, Run

FAILING = """
@given(st.integers())
def test_it(x):
    assert x < 100
"""


def token_in(result: pytest.RunResult) -> str:
    found = re.search(r"--replay=(\S+)", str(result.stdout))
    assert found is not None
    return found[1]


def test_a_suite_without_properties_does_not_import_us(pytester: pytest.Pytester) -> None:
    pytester.makepyfile(
        test_it="""
import sys

def test_plain():
    assert "_shortlex_pytest" in sys.modules
    assert [name for name in sys.modules if name.partition(".")[0] == "shortlex"] == []
"""
    )
    others = ("hypothesispytest", "cacheprovider", "asyncio", "anyio")
    options = (*(f"-pno:{name}" for name in others), "-v")
    result = pytester.runpytest_subprocess(*options)
    result.assert_outcomes(passed=1)
    result.stdout.no_fnmatch_line("shortlex: *")


def test_the_plugin_is_part_of_what_is_installed(tmp_path: Path) -> None:
    program = "import importlib.metadata as m; print(*m.entry_points(group='pytest11'), sep='\\n')"
    listed = subprocess.run(
        [sys.executable, "-c", program], capture_output=True, text=True, check=True, cwd=tmp_path
    )
    assert "name='shortlex', value='_shortlex_pytest'" in listed.stdout


@pytest.fixture
def installed(pytester: pytest.Pytester, monkeypatch: pytest.MonkeyPatch) -> None:
    """The library belongs to an installed plugin, as it does unless it is being worked on."""
    place = pytester.mkdir("installed-1.dist-info")
    (place / "METADATA").write_text("Metadata-Version: 2.1\nName: installed\nVersion: 1\n")
    (place / "RECORD").write_text("shortlex/__init__.py,,\n")
    (place / "entry_points.txt").write_text("[pytest11]\ninstalled = installed_plugin\n")
    pytester.makepyfile(installed_plugin="")
    source = Path(__file__).parents[2] / "src"
    monkeypatch.setenv("PYTHONPATH", os.pathsep.join(map(str, (pytester.path, source))))


@pytest.mark.usefixtures("installed")
def test_pytest_does_not_rewrite_the_library(run: Run) -> None:
    body = """
import sys
from _pytest.assertion.rewrite import AssertionRewritingHook

def is_rewritten(name):
    return isinstance(sys.modules[name].__loader__, AssertionRewritingHook)

@given(st.integers())
def test_it(x):
    assert is_rewritten(__name__)
    ours = [name for name in sys.modules if name.startswith("shortlex")]
    assert list(filter(is_rewritten, ours)) == []
"""
    run(body, apart=True).assert_outcomes(passed=1)


@pytest.mark.usefixtures("installed")
def test_pytest_can_start_after_the_library_was_imported(pytester: pytest.Pytester) -> None:
    pytester.makepyfile(test_it=HEADER + FAILING)
    options = ["-Werror", "-pno:hypothesispytest", "-pno:asyncio", "-pno:anyio"]
    start = f"import pytest, shortlex; pytest.main({options}); pytest.main({options})"
    result = pytester.runpython_c(start)
    assert str(result.stdout).count("1 failed in") == 2
    result.stdout.no_fnmatch_line("*warning*")
    assert result.errlines == []


@pytest.mark.usefixtures("fresh_profiles")
def test_a_profile_is_loaded_for_the_run(run: Run, pytester: pytest.Pytester) -> None:
    pytester.makeconftest(
        """
from shortlex import settings

settings.register_profile("few", max_examples=3)
settings.register_profile("many", max_examples=30)
"""
    )
    body = """
CASES = []

@given(st.integers())
def test_it(x):
    CASES.append(x)

@settings(deadline=1000)
@given(st.integers())
def test_with_settings_of_its_own(x):
    CASES.append(x)

def test_cases():
    assert len(CASES) == {}
"""
    run(body.replace("{}", "6"), "--shortlex-profile=few").assert_outcomes(passed=3)
    pytester.makeini("[pytest]\nshortlex_profile = few")
    run(body.replace("{}", "6")).assert_outcomes(passed=3)
    run(body.replace("{}", "60"), "--shortlex-profile=many").assert_outcomes(passed=3)
    result = run(body, "--shortlex-profile=other")
    result.stderr.fnmatch_lines(
        ["ERROR: There is no profile 'other'. The profiles are: *'few', 'many'."]
    )
    assert result.ret == pytest.ExitCode.USAGE_ERROR


def test_a_seed_makes_the_same_cases(run: Run, pytester: pytest.Pytester) -> None:
    body = """
@settings(derandomize=False)
@given(st.integers())
def test_it(x):
    with open("cases.txt", "a") as file:
        file.write(f"{x} ")
"""
    found = []
    for seed in ("1", "1", "2", "words", "words"):
        run(body, f"--shortlex-seed={seed}").assert_outcomes(passed=1)
        found.append((pytester.path / "cases.txt").read_text())
        (pytester.path / "cases.txt").unlink()
    assert found[0] == found[1] != found[2]
    assert found[3] == found[4] != found[2]


def test_verbosity_is_set_for_all_properties(run: Run) -> None:
    result = run(FAILING, "--shortlex-verbosity=quiet")
    result.assert_outcomes(failed=1)
    result.stdout.no_fnmatch_line("*Failing test case*")
    assert run(FAILING, "--shortlex-verbosity=loud").ret == pytest.ExitCode.USAGE_ERROR


def test_a_token_is_replayed_without_an_edit(run: Run) -> None:
    token = token_in(run(FAILING))
    body = FAILING.replace("def test_it(x):", "def test_it(x):\n    print(f'ran {x}')")
    result = run(body + "\ndef test_plain(): ...", "--replay", token)
    result.assert_outcomes(failed=1, deselected=1)
    ran = [line for line in result.outlines if line.startswith("ran ")]
    assert ran == ["ran 100"]
    fixed = run(FAILING.replace("100", "1000"), "--replay", token)
    fixed.assert_outcomes(failed=1)
    fixed.stdout.fnmatch_lines(
        [f"*DidNotReproduce: test_it did not fail on the case of '{token}':*"]
    )


def test_a_token_finds_the_property_that_fails_among_several(run: Run) -> None:
    token = token_in(run(FAILING))
    several = FAILING + FAILING.replace("100", "1000").replace("test_it", "test_other")
    run(several, "--replay", token).assert_outcomes(failed=1, deselected=1)


def test_a_token_of_a_test_that_has_another_name_now_is_tried_in_all(run: Run) -> None:
    token = token_in(run(FAILING))
    renamed = FAILING.replace("test_it", "test_new")
    several = renamed + FAILING.replace("100", "1000").replace("test_it", "test_other")
    result = run(several, "--replay", token, "-rs")
    result.assert_outcomes(failed=1, skipped=1)
    result.stdout.fnmatch_lines(["SKIPPED *: the case of --replay does not fail here"])


def test_the_last_line_of_a_report_is_a_command_that_replays(
    run: Run, pytester: pytest.Pytester
) -> None:
    body = """
import pytest
from shortlex import given, strategies as st

class TestNumbers:
    @pytest.mark.parametrize("limit", [10, 20])
    @given(st.integers())
    def test_it(self, limit, x):
        print(f"ran {x}")
        assert x < limit
"""
    first = run(body)
    first.assert_outcomes(failed=2)
    commands = [line for line in first.outlines if "Replay exactly this case" in line]
    command = commands[-1].partition("with: ")[2]
    program, *arguments = shlex.split(command)
    assert program == "pytest"
    result = pytester.runpytest(*arguments)
    result.assert_outcomes(failed=1)
    assert [line for line in result.outlines if line.startswith("ran ")] == ["ran 20"]
    # The token alone is enough to find the test.
    again = pytester.runpytest(arguments[-1])
    again.assert_outcomes(failed=1, deselected=1)


def test_failures_are_kept_in_the_root_directory(
    pytester: pytest.Pytester, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.delenv("SHORTLEX_HOME")
    pytester.makeini("[pytest]")
    below = pytester.mkdir("below")
    (below / "test_it.py").write_text(HEADER + FAILING, "utf-8")
    monkeypatch.chdir(below)
    for expected in ("*Failing test case*", "*Known from an earlier run:*"):
        result = pytester.runpytest_subprocess("test_it.py")
        result.assert_outcomes(failed=1)
        result.stdout.fnmatch_lines([expected])
    assert len([*(pytester.path / ".shortlex" / "failures").rglob("*.txt")]) == 1
    assert "SHORTLEX_HOME" not in os.environ


def test_a_token_that_cannot_be_read_is_a_wrong_use(run: Run) -> None:
    result = run(FAILING, "--replay", "s1_nonsense")
    assert result.ret == pytest.ExitCode.USAGE_ERROR
    result.stderr.fnmatch_lines(["ERROR: *s1_nonsense*"])


def test_a_budget_makes_more_cases_and_is_shared(run: Run) -> None:
    result = run(
        """
import time
COUNTS = {}

def count(name):
    COUNTS[name] = COUNTS.get(name, 0) + 1

@pytest.mark.skip
@given(st.integers())
def test_skipped(x): ...

@given(st.booleans())
def test_few(x):
    count("few")

@settings(max_examples=5)
@given(st.integers())
def test_a(x):
    count("a")
    time.sleep(0.001)

@settings(max_examples=5)
@given(st.integers())
def test_b(x):
    count("b")
    time.sleep(0.001)

def test_counts():
    assert COUNTS["few"] == 2
    # The time of the two that need none goes to the others: half a second each. No more than the
    # sleep allows, and far more than the settings ask for even where the machine is busy.
    assert 20 < COUNTS["a"] <= 500
    assert 20 < COUNTS["b"] <= 500
""",
        "--budget=1s",
        "--shortlex-statistics",
    )
    result.assert_outcomes(passed=4, skipped=1)
    result.stdout.fnmatch_lines(
        ["test_it.py::test_few:", "  Cases: 2 valid*; there are no others", "test_it.py::test_a:"]
    )
    result.stdout.fnmatch_lines(["  Cases: * valid*; its time was used up"])


@pytest.mark.parametrize(
    ("text", "seconds"),
    [("90s", 90), ("90", 90), ("10m", 600), ("1h30m", 5400), ("1.5h", 5400), ("2h0.5s", 7200.5)],
)
def test_times_are_written_as_people_do(text: str, seconds: float) -> None:
    from _shortlex_pytest import parse_duration

    assert parse_duration(text) == seconds


@pytest.mark.parametrize("text", ["", "soon", "10 minutes", "-1s", "1s1m"])
def test_other_times_are_refused(run: Run, text: str) -> None:
    result = run("", f"--budget={text}")
    assert result.ret == pytest.ExitCode.USAGE_ERROR
    result.stderr.fnmatch_lines([f"*--budget*{text!r}: must be a time such as 90s, 10m or 1h30m*"])


def test_the_header_says_what_was_asked_for_if_there_is_room(run: Run) -> None:
    options = ("--shortlex-seed=5", "--budget=1s")
    result = run("", "-v", *options)
    result.stdout.fnmatch_lines(
        ["shortlex: profile 'deterministic' (*derandomize=True*), seed 5, budget 1.0"]
    )
    run("", *options).stdout.no_fnmatch_line("shortlex: *")


def test_statistics_say_what_was_run_and_what_it_cost(run: Run) -> None:
    result = run(
        """
@given(st.integers().filter(lambda x: x % 10))
def test_passes(tmp_path, x):
    assume(x > 0)
    event("positive")
    target(min(x, 100), label="size")

@given(st.integers())
def test_fails(x):
    assert x < 100

def test_plain(): ...
""",
        "--shortlex-statistics",
    )
    result.stdout.fnmatch_lines(
        [
            "*= shortlex statistics =*",
            "test_it.py::test_passes:",
            "  Cases: 100 valid, * invalid* in * s; max_examples=100",
            "  * rejected by assume() was not met at test_it.py:*",
            "  100% positive",
            "  Sizes, in choices: always 1",
            "  assume() at test_it.py:* in test_passes: *% met, 100 of *",
            "  Time of a case: *% drawing, *% the body and everything else",
            "  integers().filter(lambda x: x % 10): *% kept, * of *",
            "  Edge values of integer choices: *% other edges",
            "  Target 'size': * to 100 (half up to *, 90% up to 100)",
            "  Phases: generate * s",
            "  Fixtures: set up and torn down * times in * s (* ms each)",
            "test_it.py::test_fails:",
            "  Cases: * valid* in * s; 1 failed",
            "  Reduced from size *",
            "  Phases: generate * s, shrink * s, report * s*",
            "    pass * calls accepted",
            "    lower_choices *",
        ]
    )
    run("def test_plain(): ...", "--shortlex-statistics").stdout.no_fnmatch_line("*= shortlex*")


def test_every_case_is_written_as_a_line_of_json(run: Run, pytester: pytest.Pytester) -> None:
    body = """
@settings(max_examples=20)
@given(st.integers(0, 10**9))
def test_one(x): ...

@settings(max_examples=20)
@given(st.integers(0, 10**9))
def test_two(x): ...
"""
    for options in ((), ("-n2",)):
        run(body, "--shortlex-observe=seen/here", *options).assert_outcomes(passed=2)
    (cases,) = (pytester.path / "seen" / "here").glob("*_testcases.jsonl")
    names = Counter(json.loads(line)["property"] for line in cases.read_text().splitlines())
    assert names == {"test_it.py::test_one": 40, "test_it.py::test_two": 40}
    (infos,) = (pytester.path / "seen" / "here").glob("*_info.jsonl")
    assert len(infos.read_text().splitlines()) == 4


def test_a_directory_that_cannot_be_is_a_usage_error(run: Run, pytester: pytest.Pytester) -> None:
    pytester.makefile(".txt", a_file="")
    result = run(FAILING, "--shortlex-observe=a_file.txt/x")
    result.stderr.fnmatch_lines(["ERROR: --shortlex-observe a_file.txt/x: *"])
