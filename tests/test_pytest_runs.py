"""Real pytest runs: fixtures, parametrize, classes, skips, and what a failure looks like."""

import pytest

HEADER = """
    import pytest
    from shortlex import example, given, note, seed, settings, strategies as st
"""


def run(pytester: pytest.Pytester, body: str, *options: str) -> pytest.RunResult:
    pytester.makepyfile(HEADER + body)
    # Not in a process of its own, which takes a second: nothing here leaves anything behind.
    # Nor with plugins of others that are installed, and take another.
    without = [f"-pno:{name}" for name in ("cacheprovider", "hypothesispytest", "asyncio", "anyio")]
    return pytester.runpytest_inprocess(*without, *options)


def test_fixtures_and_parametrize_fill_what_given_leaves(pytester: pytest.Pytester) -> None:
    result = run(
        pytester,
        """
    @pytest.fixture
    def base():
        return 100

    @pytest.mark.parametrize("sign", [1, -1])
    @given(x=st.integers(0, 9))
    def test_by_keyword(x, base, sign):
        assert abs(sign * x) < base

    @pytest.mark.parametrize("sign", [1, -1])
    @given(st.integers(0, 9))
    def test_by_position(base, sign, x):
        assert abs(sign * x) < base

    @given(st.integers(0, 9))
    @pytest.mark.parametrize("sign", [1, -1])
    def test_parametrize_below(base, sign, x):
        assert abs(sign * x) < base

    class TestClass:
        @given(st.integers(0, 9), st.booleans())
        def test_method(self, base, tmp_path, x, flag):
            assert x < base and tmp_path.exists()

        @pytest.mark.parametrize("limit", [5, 10])
        @given(x=st.integers(0, 9))
        def test_fails_for_one(self, x, limit):
            assert x < limit
        """,
    )
    result.assert_outcomes(passed=8, failed=1)
    result.stdout.fnmatch_lines(
        [
            "*test_fails_for_one*5*",
            "E *Failing test case: test_fails_for_one(",
            "E *    x=5,",
            "E *)",
        ]
    )
    result.stdout.no_fnmatch_line("*self=*")


def test_a_failure_shows_the_body_and_the_report_and_nothing_of_ours(
    pytester: pytest.Pytester,
) -> None:
    result = run(
        pytester,
        """
    @given(st.lists(st.integers()))
    def test(xs):
        assert sum(xs) < 1000
        """,
        "--tb=short",
    )
    result.assert_outcomes(failed=1)
    result.stdout.fnmatch_lines(
        [
            "test_a_failure_shows*.py:*: in test",
            "    assert sum(xs) < 1000",
            "E   assert 1000 < 1000",
            "E    +  where 1000 = sum([[]1000[]])",
            "E   Failing test case: test(",
            "E       xs=[[]1000],",
            "E   )",
            "E   Reduced from size * to 3 in * calls (*).",
            "E   Replay exactly this case with: pytest *.py::test --replay=s2_*",
        ],
        consecutive=True,
    )
    result.stdout.no_fnmatch_line("*shortlex*py:*")


def test_misuse_is_one_short_failure_among_other_tests(pytester: pytest.Pytester) -> None:
    result = run(
        pytester,
        """
    @given()
    def test_without_strategies(x): ...

    @given(y=st.integers())
    def test_unknown_parameter(x, tmp_path): ...

    @given(st.integers(5, 3))
    def test_bad_bounds(x): ...

    @given(st.integers().filter(lambda x: False))
    def test_unsatisfiable(x): ...

    @given(st.integers())
    async def test_generator(x):
        yield x

    @given(st.integers())
    def test_fine(x): ...
        """,
        "--tb=short",
        "-Wignore::pytest.PytestWarning",
    )
    result.assert_outcomes(passed=1, failed=5)
    result.stdout.fnmatch_lines(
        [
            "E   shortlex.errors.InvalidArgument: @given() on test_without_strategies needs *",
            "E   shortlex.errors.InvalidArgument: @given(y=...): test_unknown_parameter has no *",
            "E   shortlex.errors.InvalidArgument: *5*",
            "E   shortlex.errors.Unsatisfiable: test_unsatisfiable: no valid case was found: *",
            "E   shortlex.errors.InvalidArgument: test_generator is a generator function*",
        ]
    )
    # A heading, a place and the message each: no frames of ours.
    assert len(result.outlines) < 60


def test_a_test_that_skips_in_every_case_is_skipped_soon(pytester: pytest.Pytester) -> None:
    result = run(
        pytester,
        """
    import unittest
    calls = []

    @given(st.integers())
    def test_skip(x):
        calls.append("skip")
        pytest.skip("not here")

    @given(st.integers())
    def test_skip_like_unittest(x):
        calls.append("unittest")
        raise unittest.SkipTest("not here")

    @given(st.integers())
    def test_xfail(x):
        calls.append("xfail")
        pytest.xfail("known")

    @pytest.mark.xfail(strict=True)
    @given(st.integers())
    def test_marked_xfail(x):
        assert x < 100

    @settings(phases=[])
    @given(st.integers())
    def test_nothing_to_run(x):
        calls.append("phases")

    def test_calls():
        assert calls == 100 * ["skip"] + 100 * ["unittest"] + 100 * ["xfail"]

    @given(st.integers())
    def test_exit(x):
        pytest.exit("enough")
        """,
        "-rs",
    )
    result.assert_outcomes(passed=1, skipped=3, xfailed=2)
    result.stdout.fnmatch_lines(["*Exit: enough*"])
    result.stdout.fnmatch_lines(
        ["*settings(phases=()) leaves nothing to run for test_nothing_to_run."]
    )


def test_pytest_fail_is_a_failure_with_an_origin_of_its_own(pytester: pytest.Pytester) -> None:
    result = run(
        pytester,
        """
    @given(st.integers())
    def test(x):
        if x > 100:
            pytest.fail("large")
        if x < -100:
            pytest.fail("small")
        """,
        "--tb=short",
    )
    result.assert_outcomes(failed=1)
    result.stdout.fnmatch_lines(
        [
            "*test failed in 2 different ways. (2 sub-exceptions)",
            "*Failed: *",
        ]
    )
    result.stdout.fnmatch_lines(["*Failed: small", "*    x=-101,"])
    result.stdout.fnmatch_lines(["*Failed: large", "*    x=101,"])


def test_exiting_and_reraising_bodies_are_failures(pytester: pytest.Pytester) -> None:
    result = run(
        pytester,
        """
    @given(st.integers())
    def test_exits(x):
        if x > 10:
            raise SystemExit(3)

    @given(st.integers())
    def test_bare_raise(x):
        if x > 10:
            raise

    @given(st.integers())
    def test_reraises(x):
        try:
            assert x <= 10
        except AssertionError as error:
            error.add_note("its own note")
            raise
        """,
        "--tb=short",
    )
    result.assert_outcomes(failed=3)
    result.stdout.fnmatch_lines(
        [
            "E   SystemExit: 3",
            "E   Failing test case: test_exits(",
            "E       x=11,",
            "E   RuntimeError: No active exception to reraise",
            "E       x=11,",
            "E   assert 11 <= 10",
            "E   its own note",
            "E   Failing test case: test_reraises(",
            "E       x=11,",
        ]
    )


def test_values_are_shown_as_they_were_before_the_body_changed_them(
    pytester: pytest.Pytester,
) -> None:
    result = run(
        pytester,
        """
    class Point:
        def __init__(self, x, y):
            self.x, self.y = x, y

    TWOS = st.lists(st.just(2), min_size=1, max_size=1)

    @given(st.lists(st.integers()), st.builds(Point, st.just(1), y=TWOS), st.data())
    def test(xs, point, data):
        note(f"before: {xs}")
        xs.append(5)
        point.y.append(3)
        data.draw(st.integers(7, 9), label="the number").bit_length()
        data.draw(st.just([8])).clear()
        note({"plain": [1]})
        assert False
        """,
        "--tb=short",
    )
    result.stdout.fnmatch_lines(
        [
            "E   Failing test case: test(",
            "E       xs=[[][]],",
            "E       point=Point(1, y=[[]2]),",
            "E       data=data(...),",
            "E   )",
            "E   before: [[][]]",
            "E   Draw 1 (the number): 7",
            "E   Draw 2: [[]8]",
            "E   {'plain': [[]1]}",
            "E   Nothing simpler fail*",
            "E   Replay exactly this case with: *",
        ],
        consecutive=True,
    )


def test_a_test_that_fails_sometimes_is_told_what_to_set_and_is_then_reduced(
    pytester: pytest.Pytester,
) -> None:
    result = run(
        pytester,
        """
    import random

    CHANCE = random.Random(1)

    @seed(1)
    @given(st.lists(st.integers()))
    def test_as_it_is(xs):
        assert sum(xs) < 100 or CHANCE.random() > 0.5

    @seed(1)
    @settings(min_failure_rate=0.1)
    @given(st.lists(st.integers()))
    def test_as_advised(xs):
        note(f"the sum is {sum(xs)}")
        assert sum(xs) < 100 or CHANCE.random() > 0.95
        """,
        "--tb=short",
    )
    result.assert_outcomes(failed=2)
    result.stdout.fnmatch_lines(
        [
            "*FlakyFailure: Flaky: this case failed in * of * runs.*",
            "*To reduce it anyway, add @settings(min_failure_rate=*",
            "*_ test_as_advised _*",
            "    assert sum(xs) < 100 or CHANCE.random() > 0.95",
            "E   *Failing test case: test_as_advised(",
            r"E       xs=[[]100[]],",
            "E   )",
            "E   the sum is 100",
            "E   Reduced from size *",
            "E   Fails in about *% of runs (95% interval *% to *%, 50 runs).",
            "E   98% confident that it fails in more than 10% of runs*",
            "E   Replay exactly this case with: pytest *",
        ],
        consecutive=False,
    )
