"""Properties among the other things that pytest does."""

import sys

import pytest
from conftest import Run


def test_only_what_the_minimal_case_printed_and_logged_is_shown(run: Run) -> None:
    result = run(
        """
import logging
from shortlex import Phase

@example(3)
@given(st.integers())
def test_plain(x):
    print(f"printed {x}.")
    logging.getLogger().warning("logged %d.", x)
    assert x < 100

@settings(phases=list(Phase))
@given(st.integers(), st.booleans())
def test_explained_with_fixture(capsys, x, y):
    print(f"printed {x}.")
    assert x < 200

@example(1)
@example(300)
@example(2)
@given(st.integers())
def test_example(x):
    print(f"printed {x}.")
    assert x < 300
""",
        "--tb=short",
    )
    result.assert_outcomes(failed=3)
    printed = [line for line in result.outlines if line.startswith("printed ")]
    assert printed == ["printed 100.", "printed 200.", "printed 300.", "printed 2."]
    assert [line[-4:] for line in result.outlines if "root:test_it" in line] == ["100."]


def test_verbose_output_is_kept(run: Run) -> None:
    result = run(
        """
@given(st.integers())
def test_it(x):
    assert x < 100
""",
        "--shortlex-verbosity=verbose",
    )
    assert str(result.stdout).count("Test case (valid): ") > 2


def test_output_may_be_captured_by_nobody(run: Run) -> None:
    body = """
@given(st.integers())
def test_it(tmp_path, x):
    print(f"printed {x}.")
    assert x < 100
"""
    result = run(body, "-s", "-p", "no:logging")
    result.assert_outcomes(failed=1)
    assert str(result.stdout).count("printed") > 2


def test_properties_have_a_marker(run: Run) -> None:
    body = """
@given(st.integers())
def test_marked(x): ...

@pytest.mark.shortlex
@given(st.integers())
def test_marked_twice(x): ...

@pytest.mark.shortlex
def test_marked_by_hand(): ...

def test_plain(): ...
"""
    run(body, "-m", "shortlex", "--strict-markers").assert_outcomes(passed=3, deselected=1)
    run(body, "-m", "not shortlex").assert_outcomes(passed=1, deselected=3)


def test_one_failure_is_one_report_under_xdist(run: Run) -> None:
    result = run(
        """
@pytest.mark.parametrize("limit", [100, 200])
@given(x=st.integers())
def test_fails(tmp_path, limit, x):
    print(f"printed {x}")
    assert x < limit

class TestClass:
    @given(st.integers())
    def test_passes(self, tmp_path, x): ...
""",
        "-n2",
        "--dist=loadscope",
        "--shortlex-statistics",
        "-W",
        "error",
        apart=True,
    )
    result.assert_outcomes(passed=1, failed=2)
    text = str(result.stdout)
    for line in ("x=100,", "x=200,", "printed 100", "test_passes:\n"):
        assert text.count(line) == 1, line
    assert text.count("Fixtures: set up and torn down") == 3


def test_a_debugger_stops_in_the_body_of_the_minimal_case_only(
    pytester: pytest.Pytester, run: Run, monkeypatch: pytest.MonkeyPatch
) -> None:
    pytester.makepyfile(
        debugger="""
class Debugger:
    def __init__(self, *args, **kwargs): ...
    def reset(self): ...
    def set_continue(self): ...
    def interaction(self, frame, traceback):
        traceback = getattr(traceback, "__traceback__", traceback)  # from Python 3.13 on
        while traceback.tb_next:
            traceback = traceback.tb_next
        values = traceback.tb_frame.f_locals
        where = traceback.tb_frame.f_code.co_name
        print("STOPPED IN", where, values["x"], values["tmp_path"].exists())
    quitting = False
"""
    )
    monkeypatch.setenv("PYTHONPATH", str(pytester.path))
    result = run(
        """
@given(st.integers())
def test_it(tmp_path, x):
    assert x < 100
    assert x > -100
""",
        "--pdb",
        "--shortlex-seed=1",
        "--pdbcls=debugger:Debugger",
        apart=True,
    )
    stops = [line for line in result.outlines if "STOPPED" in line]
    assert stops in (["STOPPED IN test_it 100 True"], ["STOPPED IN test_it -100 True"])


def test_last_failures_and_stopping_at_the_first_work_as_usual(
    run: Run, pytester: pytest.Pytester
) -> None:
    body = """
@given(st.integers())
def test_first(x):
    assert x < 100

@given(st.integers())
def test_passes(x): ...

@given(st.integers())
def test_last(x):
    assert x < 100
"""
    run(body, "--lf").assert_outcomes(passed=1, failed=2)
    run(body, "--lf").assert_outcomes(failed=2)
    run(body, "--lf", "-x").assert_outcomes(failed=1)
    run(body, "-x", "--tb=line", f"--junitxml={pytester.path / 'out.xml'}")
    report = (pytester.path / "out.xml").read_text("utf-8")
    assert report.count("<failure") == 1
    assert "x=100," in report


@pytest.mark.parametrize("style", ["auto", "long", "short", "line", "native", "no"])
def test_every_style_of_traceback_shows_nothing_of_ours(run: Run, style: str) -> None:
    result = run(
        """
@pytest.fixture
def value(): ...

@given(st.integers())
def test_it(value, x):
    assert x < 100
""",
        f"--tb={style}",
    )
    result.assert_outcomes(failed=1)
    frames = [line for line in result.outlines if "/shortlex/" in line]
    # In the native style everything is shown that pytest itself went through.
    assert not frames or (style == "native" and len(frames) <= 2), frames


def test_warnings_can_be_errors(run: Run) -> None:
    result = run(
        """
import warnings

@given(st.integers())
def test_it(tmp_path, x):
    if x > 100:
        warnings.warn("too large")
""",
        "-W",
        "error",
        "--tb=short",
    )
    result.assert_outcomes(failed=1)
    result.stdout.fnmatch_lines(["E   UserWarning: too large", "E       x=101,"])


def test_lines_run_in_cases_are_covered(run: Run, pytester: pytest.Pytester) -> None:
    pytester.makepyfile(
        test_it="""
from shortlex import given, strategies as st

@given(st.integers())
def test_it(tmp_path, x):
    if x > 3:
        y = x
"""
    )
    command = ("coverage", "run", "--data-file=data", "--include=test_it.py", "-m", "pytest", "-q")
    assert pytester.run(sys.executable, "-m", *command, "-p", "no:hypothesispytest").ret == 0
    covered = pytester.run(sys.executable, "-m", "coverage", "report", "--data-file=data")
    covered.stdout.fnmatch_lines(["test_it.py * 0 * 100%"])


def test_a_session_is_over_when_the_test_is(run: Run) -> None:
    result = run(
        """
from shortlex.property.session import active

@given(st.integers())
def test_it(x):
    assert active.get().name == "test_it.py::test_it"

def test_after():
    assert active.get() is None
"""
    )
    result.assert_outcomes(passed=2)


def test_a_module_may_contain_objects_that_raise_any_error_when_they_are_asked(
    pytester: pytest.Pytester,
) -> None:
    pytester.makepyfile(
        """
        from shortlex import given, strategies as st

        class Meta(type):
            def __getattr__(cls, name):
                raise RuntimeError(name)

        class Hostile(metaclass=Meta):
            pass

        @given(st.booleans())
        def test_property(flag):
            pass

        def test_plain():
            pass
        """
    )
    pytester.runpytest().assert_outcomes(passed=2)
