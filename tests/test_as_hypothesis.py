"""A suite that was written for Hypothesis runs unchanged, in real runs of pytest."""

import pytest

SUITE = """
import pytest
import hypothesis
from hypothesis import HealthCheck, Phase, Verbosity, assume, event, example, given, note
from hypothesis import settings, strategies as st, target
from hypothesis.errors import InvalidArgument
from hypothesis.stateful import Bundle, RuleBasedStateMachine, invariant, rule

settings.register_profile("quick", max_examples=7, deadline=None)

@given(st.lists(st.integers()), st.data())
@settings(max_examples=20, suppress_health_check=list(HealthCheck))
@example([1], None).xfail(raises=AttributeError)
def test_draws(xs, data):
    n = data.draw(st.integers(0, 3), label="n")
    note(f"n is {n}")
    event("even", len(xs) % 2)
    target(float(n))
    assume(n < 3)

@pytest.mark.parametrize("k", [1, 2])
@given(x=st.text(st.characters(blacklist_categories=("Cs",))))
def test_parametrized(k, x):
    x.encode()

@st.composite
def pairs(draw):
    x = draw(st.integers())
    return x, x

@given(pairs())
def test_composite(pair):
    assert pair[0] == pair[1]

class Counter(RuleBasedStateMachine):
    values = Bundle("values")

    @rule(target=values, x=st.integers())
    def add(self, x):
        return x

    @rule(x=values)
    def use(self, x):
        assert isinstance(x, int)

    @invariant()
    def holds(self):
        pass

TestCounter = Counter.TestCase
TestCounter.settings = settings(max_examples=5, stateful_step_count=5)

def test_errors():
    with pytest.raises(InvalidArgument):
        st.integers(min_value=2, max_value=1).validate()
"""

COUNT = """
from hypothesis import given, settings, strategies as st
from hypothesis.stateful import RuleBasedStateMachine

settings.register_profile("quick", max_examples=7)
seen = []

@given(st.integers())
def test_it(x):
    seen.append(x)

def test_count():
    print("cases:", len(seen), seen)
"""

PLUGIN = "shortlex.as_hypothesis"


def run(pytester: pytest.Pytester, body: str, *options: str) -> pytest.RunResult:
    pytester.makepyfile(test_it=body)
    quiet = ("-pno:cacheprovider", "-pno:asyncio", "-pno:anyio")
    return pytester.runpytest_subprocess("-p", PLUGIN, *quiet, *options)


def test_a_suite_runs_unchanged(pytester: pytest.Pytester) -> None:
    run(pytester, SUITE).assert_outcomes(passed=6)


def test_hypothesis_beside_it_stays_out(pytester: pytest.Pytester) -> None:
    pytest.importorskip("hypothesis")
    result = run(
        pytester,
        """
import sys

def test_it(pytestconfig):
    assert "_hypothesis_pytestplugin" not in sys.modules
    assert not pytestconfig.pluginmanager.has_plugin("hypothesispytest")
""",
    )
    result.assert_outcomes(passed=1)
    result.stdout.fnmatch_lines(["hypothesis: Shortlex, with the names of version *"])


def test_the_profile_comes_from_the_option(pytester: pytest.Pytester) -> None:
    result = run(pytester, COUNT, "-s", "--hypothesis-profile=quick")
    assert result.ret == pytest.ExitCode.USAGE_ERROR
    result.stderr.fnmatch_lines(["*no profile 'quick'*"])
    pytester.makeconftest(
        "from hypothesis import settings\nsettings.register_profile('quick', max_examples=7)"
    )
    result = run(pytester, COUNT, "-s", "--hypothesis-profile=quick")
    result.stdout.fnmatch_lines(["*cases: 7 *"])


def test_a_seed_makes_the_same_cases(pytester: pytest.Pytester) -> None:
    runs = [run(pytester, COUNT, "-s", "--hypothesis-seed=5").outlines for _ in range(2)]
    one, two = ([line for line in lines if "cases:" in line] for lines in runs)
    assert one == two != []


def test_statistics_are_shown(pytester: pytest.Pytester) -> None:
    result = run(pytester, COUNT, "--hypothesis-show-statistics")
    result.stdout.fnmatch_lines(["*= shortlex statistics =*", "test_it.py::test_it:"])


def test_the_marker_selects_properties(pytester: pytest.Pytester) -> None:
    run(pytester, COUNT, "--strict-markers", "-m", "hypothesis").assert_outcomes(
        passed=1, deselected=1
    )


def test_it_works_without_plugins_that_are_loaded_by_themselves(
    pytester: pytest.Pytester, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setenv("PYTEST_DISABLE_PLUGIN_AUTOLOAD", "1")
    pytester.makepyfile(test_it=COUNT)
    result = pytester.runpytest_subprocess("-p", PLUGIN, "--hypothesis-show-statistics")
    result.assert_outcomes(passed=2)
    result.stdout.fnmatch_lines(["*= shortlex statistics =*"])


def test_fixtures_are_set_up_once(pytester: pytest.Pytester) -> None:
    result = run(
        pytester,
        """
import pytest
from hypothesis import HealthCheck, given, settings, strategies as st

count = 0

@pytest.fixture
def counted():
    global count
    count += 1

@given(x=st.integers())
@settings(suppress_health_check=[HealthCheck.function_scoped_fixture])
def test_it(counted, x):
    assert count == 1
""",
    )
    result.assert_outcomes(passed=1)


def test_other_runners_import_it_first(pytester: pytest.Pytester) -> None:
    path = pytester.makepyfile(
        program="""
import shortlex.as_hypothesis
import unittest
from hypothesis import given, strategies as st

class TestIt(unittest.TestCase):
    @given(st.integers())
    def test_it(self, x):
        self.assertLess(x, 100)

unittest.main()
"""
    )
    result = pytester.runpython(path)
    assert result.ret == 1
    result.stderr.fnmatch_lines(["*x=100*"])


ASYNC = """
import asyncio

import anyio
import pytest
from hypothesis import given, settings, strategies as st

cases = []

@pytest.mark.asyncio
@settings(max_examples=5)
@given(st.integers())
async def test_asyncio(x):
    await asyncio.sleep(0)
    cases.append("asyncio")

@pytest.mark.anyio
@settings(max_examples=5)
@given(x=st.integers())
async def test_anyio(x):
    await anyio.sleep(0)
    cases.append("anyio")

def test_all_have_run():
    assert cases.count("asyncio") == 5 and cases.count("anyio") >= 5, cases
"""


def test_plugins_for_async_tests_run_properties(pytester: pytest.Pytester) -> None:
    pytester.makepyfile(test_it=ASYNC)
    result = pytester.runpytest_subprocess(
        *("-p", PLUGIN, "-pno:cacheprovider", "-W", "ignore"),
        *("-o", "asyncio_default_fixture_loop_scope=function"),
    )
    assert result.ret == 0
    result.stdout.no_fnmatch_line("*skipped*")


@pytest.mark.parametrize("is_alias", [True, False])
def test_words_of_the_tests_are_not_tried_but_those_of_the_code_are(
    pytester: pytest.Pytester, is_alias: bool
) -> None:
    pytester.makepyfile(shop="def is_code(text):\n    return text == 'word-of-the-code'\n")
    library = "hypothesis" if is_alias else "shortlex"
    pytester.makepyfile(
        test_words=f"""
        from {library} import given, settings, strategies as st
        from shop import is_code

        @settings(max_examples=400)
        @given(st.text())
        def test_of_the_code(text):
            assert not is_code(text)

        @settings(max_examples=400)
        @given(st.text())
        def test_of_its_own(text):
            assert text != "word-of-the-test"
        """
    )
    options = ["-p", "shortlex.as_hypothesis"] if is_alias else []
    result = pytester.runpytest_subprocess("-p", "no:cacheprovider", *options)
    result.assert_outcomes(passed=1 if is_alias else 0, failed=1 if is_alias else 2)
    assert "word-of-the-code" in result.stdout.str()


def test_filters_of_warnings_may_name_classes_of_hypothesis(pytester: pytest.Pytester) -> None:
    filters = "filterwarnings = ignore::hypothesis.errors.NonInteractiveExampleWarning"
    pytester.makeini(f"[pytest]\n{filters}\n")
    pytester.makepyfile(
        """
        import hypothesis

        def test_it():
            assert hypothesis.settings.__module__ == "shortlex.settings"
        """
    )
    result = pytester.runpytest_subprocess("-p", "no:cacheprovider", "-p", "shortlex.as_hypothesis")
    result.assert_outcomes(passed=1)
