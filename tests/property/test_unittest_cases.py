"""unittest and Django: each case is set up and torn down, and nothing is hidden from reduction."""

import asyncio
import contextvars
import os
import re
import subprocess
import sys
import unittest
from pathlib import Path
from typing import Any

import pytest

from shortlex import assume, example, given, settings
from shortlex import strategies as st
from shortlex.errors import InvalidArgument

# ruff: noqa: PT009  # self.assertEqual and the like, as users of unittest write

FEW = settings(max_examples=3)


def run(kind: type[unittest.TestCase]) -> unittest.TestResult:
    result = unittest.TestResult()
    unittest.defaultTestLoader.loadTestsFromTestCase(kind).run(result)
    return result


def test_every_case_and_example_is_set_up_and_torn_down_with_its_cleanups() -> None:
    met: list[str] = []

    class Cases(unittest.TestCase):
        def setUp(self) -> None:
            met.append("setUp")
            self.items: list[int] = []
            self.addCleanup(met.append, "cleanup")

        def tearDown(self) -> None:
            met.append("tearDown")

        @FEW
        @example(x=-1)
        @given(st.integers(0, 9))
        def test_it(self, x: int) -> None:
            self.assertEqual(self.items, [])
            self.items.append(x)
            self.addCleanup(met.append, "own cleanup")
            met.append("case")

    assert run(Cases).wasSuccessful()
    one = ["setUp", "case", "tearDown", "own cleanup", "cleanup"]
    assert met == one * 4


def test_a_failure_is_reduced_and_leaves_the_framework_what_it_expects() -> None:
    depth = 0

    class Cases(unittest.TestCase):
        def setUp(self) -> None:
            nonlocal depth
            depth += 1
            assert depth == 1

        def tearDown(self) -> None:
            nonlocal depth
            depth -= 1

        @given(st.integers(0, 99))
        def test_fails(self, x: int) -> None:
            self.assertLess(x, 10)

        @given(st.integers())
        def test_skips(self, x: int) -> None:
            if x:
                self.skipTest("not here")

        @given(x=st.integers(), y=st.integers(3, 1))
        def test_cannot_be_run(self, x: int, y: int) -> None: ...

        @unittest.expectedFailure
        @given(st.integers())
        def test_is_expected_to_fail(self, x: int) -> None:
            self.assertLess(x, 10)

    result = run(Cases)
    assert depth == 0
    assert "x=10,\n" in result.failures[0][1]
    assert [reason for _, reason in result.skipped] == ["not here"]
    assert "integers(min_value=3, max_value=1) is empty" in result.errors[0][1]
    assert len(result.expectedFailures) == 1
    assert [len(each) for each in (result.failures, result.errors)] == [1, 1]


def test_an_error_in_teardown_or_a_cleanup_belongs_to_its_case() -> None:
    class Cases(unittest.TestCase):
        seen = 0

        def tearDown(self) -> None:
            self.assertLess(self.seen, 10)

        @given(st.integers(0, 99))
        def test_in_teardown(self, x: int) -> None:
            self.seen = x
            self.addCleanup(setattr, self, "seen", 0)

        @given(st.integers(0, 99))
        def test_in_a_cleanup(self, x: int) -> None:
            self.addCleanup(self.assertLess, x, 20)
            self.addCleanup(lambda: None)

        @given(st.integers(0, 99))
        def test_after_a_failure(self, x: int) -> None:
            self.addCleanup(setattr, self, "seen", 0)
            self.seen = x
            self.assertLess(x, 30)

    result = run(Cases)
    told_of = [*result.failures, *result.errors]
    texts = {test.id().split(".")[-1]: text for test, text in told_of}
    assert "x=10,\n" in texts["test_in_teardown"]
    assert "x=20,\n" in texts["test_in_a_cleanup"]
    # Two bugs: that of the body is not hidden by what follows it.
    assert "x=10,\n" in texts["test_after_a_failure"]
    assert "x=30,\n" in texts["test_after_a_failure"]
    told = "Then, in tearDown or a cleanup: AssertionError: 30 not less than 10"
    assert told in texts["test_after_a_failure"]


@pytest.mark.parametrize("is_async", [False, True])
def test_what_a_case_leaves_on_self_is_gone_before_the_next(is_async: bool) -> None:
    class Cases(unittest.IsolatedAsyncioTestCase if is_async else unittest.TestCase):  # type: ignore[misc]  # either
        def __init__(self, name: str) -> None:
            super().__init__(name)
            self.before = 0

        def setUp(self) -> None:
            self.items: list[int] = []

        @FEW
        @given(st.integers(0, 9))
        def test_it(self, x: int) -> None:
            self.assertFalse(hasattr(self, "left"))
            self.assertEqual((self.before, self.items), (0, []))
            self.left = x
            self.before += 1
            self.items.append(x)

    assert run(Cases).wasSuccessful()


def test_an_error_in_teardown_is_not_repeated_when_the_framework_tears_down() -> None:
    class Cases(unittest.TestCase):
        left = 0

        def tearDown(self) -> None:
            self.assertLess(self.left, 5)

        @given(st.integers(0, 9))
        def test_it(self, x: int) -> None:
            self.left = x

    result = run(Cases)
    assert len(result.failures) + len(result.errors) == 1
    assert "x=5" in result.failures[0][1]


@pytest.mark.parametrize("is_async", [False, True])
def test_teardown_may_use_what_the_body_has_put_on_self(is_async: bool) -> None:
    class Cases(unittest.IsolatedAsyncioTestCase if is_async else unittest.TestCase):  # type: ignore[misc]  # either
        opened = closed = 0

        def tearDown(self) -> None:
            self.connection.clear()
            Cases.closed += 1

        @FEW
        @given(st.integers())
        def test_it(self, x: int) -> None:
            self.connection = [x]
            Cases.opened += 1

        def test_plain(self) -> None:
            self.connection = []
            Cases.opened += 1

    # The framework tears plain tests down as before.
    for name in ("test_it", "test_plain"):
        result = unittest.TestResult()
        Cases(name).run(result)
        assert result.wasSuccessful(), result.errors
        assert Cases.opened == Cases.closed > 0
        Cases(name).debug()
        assert Cases.opened == Cases.closed


@pytest.mark.parametrize("reject", [lambda test: test.skipTest("no"), lambda test: assume(False)])
def test_an_error_in_teardown_counts_where_the_body_was_left_early(reject: Any) -> None:
    class Cases(unittest.TestCase):
        seen = 0

        def tearDown(self) -> None:
            if self.seen > 10:
                raise ValueError("in tearDown")

        @given(st.integers(0, 99))
        def test_it(self, x: int) -> None:
            self.seen = x
            if x > 5:
                reject(self)

    result = run(Cases)
    ((_, text),) = result.errors
    assert "in tearDown" in text
    assert "x=11,\n" in text
    assert not result.skipped


@pytest.mark.parametrize("is_own", [True, False])
def test_a_framework_with_a_way_of_its_own_to_run_tests_sets_them_up_once(is_own: bool) -> None:
    met: list[str] = []

    class Framework(unittest.TestCase):
        def run(self, result: unittest.TestResult | None = None) -> unittest.TestResult | None:
            if not is_own:
                return super().run(result)
            self.setUp()
            getattr(self, self._testMethodName)()
            self.tearDown()
            return result

    class Cases(Framework):
        def setUp(self) -> None:
            met.append("setUp")

        def tearDown(self) -> None:
            met.append("tearDown")

        @FEW
        @given(st.integers(0, 9))
        def test_it(self, x: int) -> None:
            met.append("case")

    assert run(Cases).wasSuccessful()
    once = ["setUp", "case", "case", "case", "tearDown"]
    each = ["setUp", "case", "tearDown"] * 3
    assert met == (once if is_own else each)


def test_what_a_failing_setup_has_begun_is_cleaned_up() -> None:
    opened = 0

    def close() -> None:
        nonlocal opened
        opened -= 1

    class Cases(unittest.TestCase):
        setups = 0

        def setUp(self) -> None:
            nonlocal opened
            opened += 1
            self.addCleanup(close)
            Cases.setups += 1
            if Cases.setups == 3:
                raise RuntimeError("the third time")

        @FEW
        @given(st.integers())
        def test_it(self, x: int) -> None:
            assert opened == 1

    ((_, text),) = run(Cases).errors
    assert "the third time" in text
    assert opened == 0


def test_a_failing_subtest_ends_its_case_and_is_named_in_the_report() -> None:
    class Cases(unittest.TestCase):
        @given(st.integers(0, 99))
        def test_it(self, x: int) -> None:
            for i in range(3):
                with self.subTest("some message", i=i, name="n"):
                    if i == 0:
                        self.skipTest("only this one")
                    with self.subTest():
                        self.assertLess(x, 10)

    result = run(Cases)
    ((_, text),) = result.failures
    assert "x=10,\n" in text
    assert "In subTest (<subtest>)\nIn subTest [some message] (i=1, name='n')\n" in text
    assert not result.skipped


def test_subtests_of_plain_tests_are_left_alone() -> None:
    class Cases(unittest.TestCase):
        def test_plain(self) -> None:
            for i in range(3):
                with self.subTest(i=i):
                    self.assertEqual(i, 0)

        @FEW
        @given(st.integers())
        def test_property(self, x: int) -> None: ...

        @FEW
        @given(st.integers())
        def test_then(self, x: int) -> None: ...

    assert len(run(Cases).failures) == 2


VARIABLE: contextvars.ContextVar[int] = contextvars.ContextVar("variable")


def test_isolated_async_cases_share_a_loop_with_their_setup_and_with_no_other_case() -> None:
    loops: list[asyncio.AbstractEventLoop] = []
    met: list[str] = []

    class Cases(unittest.IsolatedAsyncioTestCase):
        def setUp(self) -> None:
            VARIABLE.set(1)

        async def asyncSetUp(self) -> None:
            self.loop = asyncio.get_running_loop()
            self.lock = asyncio.Lock()
            self.addAsyncCleanup(self.clean_up)

        async def asyncTearDown(self) -> None:
            assert asyncio.get_running_loop() is self.loop
            met.append("tearDown")

        async def clean_up(self) -> None:
            assert asyncio.get_running_loop() is self.loop
            met.append("cleanup")

        @FEW
        @given(st.data())
        async def test_async(self, data: st.DataObject) -> None:
            async with self.lock:
                await asyncio.sleep(0)
            self.assertIs(asyncio.get_running_loop(), self.loop)
            self.assertEqual(VARIABLE.get(), 1)
            VARIABLE.set(2)
            data.draw(st.integers())
            loops.append(self.loop)
            met.append("case")

    assert run(Cases).wasSuccessful(), run(Cases).errors
    assert len(set(map(id, loops[:3]))) == 3
    assert met[:9] == ["case", "tearDown", "cleanup"] * 3


def test_isolated_async_cases_are_reduced_and_may_be_plain() -> None:
    class Cases(unittest.IsolatedAsyncioTestCase):
        async def asyncSetUp(self) -> None:
            self.base = 10

        @given(st.integers(0, 99))
        async def test_async(self, x: int) -> None:
            self.assertLess(x, self.base)

        @given(st.integers(0, 99))
        def test_plain(self, x: int) -> None:
            self.assertLess(x, self.base)

    result = run(Cases)
    assert len(result.failures) == 2, result.errors
    for _, text in result.failures:
        assert "x=10,\n" in text


def test_misuse_before_any_case_is_an_error_of_the_test_alone() -> None:
    class Cases(unittest.TestCase):
        @given(st.integers())
        def test_it(self, x: int) -> int:
            return x

    ((_, text),) = run(Cases).errors
    assert InvalidArgument.__name__ in text


def test_pytest_runs_the_same_methods_in_the_same_way(pytester: pytest.Pytester) -> None:
    pytester.makepyfile(
        """
        import unittest
        from shortlex import given, settings, strategies as st

        class Cases(unittest.TestCase):
            def setUp(self):
                self.items = []

            @given(st.integers(0, 99))
            def test_passes(self, x):
                assert self.items == []
                self.items.append(x)

            @given(st.integers(0, 99))
            def test_fails(self, x):
                with self.subTest(i=1):
                    self.assertLess(x, 10)
        """
    )
    result = pytester.runpytest_inprocess("-pno:cacheprovider", "-pno:asyncio", "-pno:anyio")
    result.assert_outcomes(passed=1, failed=1)
    result.stdout.fnmatch_lines(["E *    x=10,", "E *In subTest (i=1)"])


def test_an_async_case_knows_what_pytest_asks_for(pytester: pytest.Pytester) -> None:
    text = """
        import unittest
        from shortlex import given, settings, strategies as st
        from shortlex.database import DirectoryDatabase

        class Cases(unittest.IsolatedAsyncioTestCase):
            @settings(database=DirectoryDatabase("kept"))
            @given(st.integers(0, 99))
            async def test_it(self, x):
                assert x < 10
        """
    path = pytester.makepyfile(test_it=text)
    options = ("-pno:cacheprovider", "-pno:asyncio", "-pno:anyio")
    result = pytester.runpytest_inprocess(*options)
    (replay,) = re.findall(
        r"pytest (test_it.py::Cases::test_it) (--replay=\S+)", str(result.stdout)
    )
    # In another line, it is the same test.
    path.write_text("\n" + path.read_text())
    result = pytester.runpytest_inprocess(*options)
    result.stdout.fnmatch_lines(["E *Known from an earlier run: *"])
    # A replay runs nothing else, so it cannot pass.
    path.write_text(path.read_text().replace("x < 10", "x < 50"))
    result = pytester.runpytest_inprocess(*options, *replay)
    result.stdout.fnmatch_lines(["E *DidNotReproduce: *"])


DJANGO = """
import sys
import django
from django.conf import settings as configuration

configuration.configure(
    DATABASES={"default": {"ENGINE": "django.db.backends.sqlite3", "NAME": ":memory:"}},
    INSTALLED_APPS=["django.contrib.contenttypes", "django.contrib.auth"],
    DEFAULT_AUTO_FIELD="django.db.models.AutoField",
    USE_TZ=True,
)
django.setup()

from django.contrib.auth.models import Group
from django.test import SimpleTestCase, TestCase, TransactionTestCase
from django.test.runner import DiscoverRunner
from shortlex import given, settings, strategies as st

class Counting:
    pre_setups = 0

    def setUp(self):
        Group.objects.create(name="from setUp")

    @settings(max_examples=5)
    @given(st.integers(0, 9))
    def test_every_case_has_a_database_of_its_own(self, x):
        assert Group.objects.count() == self.expected, Group.objects.count()
        Group.objects.create(name="from the case")

    @given(st.integers(0, 99))
    def test_fails(self, x):
        Group.objects.create(name=str(x))
        assert Group.objects.count() == self.expected + 1
        assert x < 10

class RolledBack(Counting, TestCase):
    expected = 2

    @classmethod
    def setUpTestData(cls):
        cls.group = Group.objects.create(name="from setUpTestData")

    @settings(max_examples=5)
    @given(st.integers(0, 9))
    def test_data_is_copied_for_each_case(self, x):
        assert self.group.name == "from setUpTestData"
        self.group.name = "changed"

    @settings(max_examples=5)
    @given(st.integers(0, 9))
    async def test_async(self, x):
        assert await Group.objects.acount() == 2
        await Group.objects.acreate(name="from the case")

class Flushed(Counting, TransactionTestCase):
    expected = 1

class Simple(SimpleTestCase):
    @given(st.integers(0, 9))
    def test_simple(self, x):
        self.assertLess(x, 10)

class Runner(DiscoverRunner):
    def build_suite(self, *args, **kwargs):
        import unittest
        suite = unittest.TestSuite()
        for kind in (RolledBack, Flushed, Simple):
            suite.addTests(unittest.defaultTestLoader.loadTestsFromTestCase(kind))
        return suite

Runner(verbosity=2).run_tests([])
"""


def test_django_cases_begin_with_a_database_as_it_was(tmp_path: Path) -> None:
    path = tmp_path / "program.py"
    path.write_text(DJANGO)
    ended = subprocess.run(
        [sys.executable, "-W", "error", str(path)],
        env={**os.environ, "PYTHONPATH": os.pathsep.join(sys.path)},
        capture_output=True,
        text=True,
        check=False,
    )
    assert "Ran 7 tests" in ended.stderr, ended.stderr
    assert "FAILED (failures=2)" in ended.stderr, ended.stderr
    assert ended.stderr.count("    x=10,\n") == 2, ended.stderr
