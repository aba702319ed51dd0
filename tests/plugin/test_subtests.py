"""The ``subtests`` fixture, in a property."""

import pytest
from conftest import Run


def test_what_fails_in_a_subtest_fails_the_case_and_is_reduced(run: Run) -> None:
    result = run(
        """
BODIES = []

@given(st.integers())
def test_one(subtests, x):
    for i in range(3):
        with subtests.test("part", i=i):
            assert x < 10 or i != 1
    BODIES.append(x)

@given(st.integers())
def test_two(subtests, x):
    for i in range(3):
        with subtests.test(i=i):
            assert x < 10 or i == 0

@given(st.integers(min_value=0))
def test_passes(subtests, x):
    with subtests.test():
        pytest.skip("only this")
    with subtests.test():
        assume(x % 2)
    assert x % 2
    with subtests.test():
        pass

def test_all_bodies_ran_to_their_end():
    assert 10 in BODIES
""",
        "--tb=short",
    )
    result.assert_outcomes(passed=2, failed=2)
    result.stdout.fnmatch_lines(
        [
            "*_ test_one _*",
            "test_it.py:*: in test_one",
            "    assert x < 10 or i != 1",
            "E   assert (10 < 10 or 1 != 1)",
            "E   In the subtest [[]part] (i=1)",
            "E   Failing test case: test_one(",
            "E       x=10,",
            "*_ test_two _*",
            "*ExceptionGroup: 2 subtests failed. (2 sub-exceptions)",
            "*    x=10,",
            "*In the subtest (i=1)",
            "*In the subtest (i=2)",
            "*2 failed, 2 passed in *",
        ]
    )
    if pytest.version_tuple >= (9,):  # before, groups are shown with every frame there is
        result.stdout.no_fnmatch_line("*/shortlex/*")


def test_subtests_belong_to_a_case_even_where_fixtures_are_set_up_once(run: Run) -> None:
    result = run(
        """
@pytest.mark.shortlex(fixtures="once")
@given(st.integers())
def test_once(subtests, x):
    with subtests.test("without values"):
        assert x < 10

def test_plain(subtests):
    with subtests.test("as always"):
        assert False
"""
    )
    assert result.ret == pytest.ExitCode.TESTS_FAILED
    result.stdout.fnmatch_lines(["E *In the subtest [[]without values]", "E *x=10,"])
    result.stdout.fnmatch_lines(["*[[]as always] *test_plain*"])


def test_a_fixture_of_that_name_may_be_somebodys_own(run: Run) -> None:
    result = run(
        """
@pytest.fixture
def subtests():
    return 3

@given(st.integers())
def test_it(subtests, x):
    assert subtests == 3
"""
    )
    result.assert_outcomes(passed=1)
