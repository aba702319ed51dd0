"""Real runs of pytest, with the plugin and without what only takes time."""

from collections.abc import Callable

import pytest

HEADER = """
import pytest
from shortlex import assume, event, example, given, note, seed, settings, target, strategies as st
"""

Run = Callable[..., pytest.RunResult]


@pytest.fixture
def run(pytester: pytest.Pytester) -> Run:
    """Run a file of tests, in this process unless told otherwise."""

    def run_file(
        body: str, *options: str, apart: bool = False, ours: bool = True
    ) -> pytest.RunResult:
        pytester.makepyfile(test_it=(HEADER if ours else "") + body)
        start = pytester.runpytest_subprocess if apart else pytester.runpytest_inprocess
        others = ("hypothesispytest", "cacheprovider", "asyncio", "anyio")
        usual = [f"-pno:{name}" for name in others]
        if "--lf" in options:
            usual.remove("-pno:cacheprovider")
        return start(*usual, *options)

    return run_file
