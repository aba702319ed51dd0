"""The options of Hypothesis do what ours do."""

import pytest

FAILING = """
from hypothesis import Phase, given, settings, strategies as st

@given(st.integers(), st.integers())
@settings(derandomize=True, database=None)
def test_it(x, y):
    assert x < 100
"""


def run(pytester: pytest.Pytester, *options: str) -> pytest.RunResult:
    pytester.makepyfile(test_it=FAILING)
    quiet = ("-pshortlex.as_hypothesis", "-pno:cacheprovider", "-pno:asyncio", "-pno:anyio")
    return pytester.runpytest_subprocess(*quiet, *options)


def test_verbosity_is_ours(pytester: pytest.Pytester) -> None:
    assert "x=100" not in str(run(pytester, "--hypothesis-verbosity=quiet", "--tb=line").stdout)


def test_explain_adds_its_phase(pytester: pytest.Pytester) -> None:
    pytester.makeconftest(
        """
from hypothesis import Phase, settings
settings.register_profile("brief", phases=[Phase.generate, Phase.shrink])
settings.load_profile("brief")
"""
    )
    assert "any value here fails too" not in str(run(pytester).stdout)
    assert "any value here fails too" in str(run(pytester, "--hypothesis-explain").stdout)


def test_an_unknown_value_is_refused(pytester: pytest.Pytester) -> None:
    result = run(pytester, "--hypothesis-verbosity=loud")
    assert result.ret == pytest.ExitCode.USAGE_ERROR
