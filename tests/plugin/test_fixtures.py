"""Function-scoped fixtures are set up and torn down around each case; subtests fail their case."""

import pytest
from conftest import Run


def test_every_case_has_fixtures_of_its_own(run: Run) -> None:
    result = run(
        """
LOG = []

@pytest.fixture(scope="session")
def server():
    LOG.append("server up")
    yield
    LOG.append("server down")

@pytest.fixture
def table(server):
    LOG.append("up")
    yield []
    LOG.append("down")

@pytest.fixture
def filled(table):
    table.append(0)
    return table

@settings(max_examples=3)
@given(st.integers())
def test_it(filled, table, x):
    LOG.append("body")
    assert filled is table == [0]
    table.append(x)

def test_log():
    assert LOG == ["server up"] + 3 * ["up", "body", "down"]
"""
    )
    result.assert_outcomes(passed=2)


def test_pytests_own_fixtures_behave_as_in_a_plain_test(run: Run) -> None:
    result = run(
        """
import logging, os, warnings
PATHS = set()

@given(st.integers())
def test_it(tmp_path, monkeypatch, capsys, caplog, recwarn, record_property, request, x):
    assert list(tmp_path.iterdir()) == []
    (tmp_path / "file").write_text(str(x))
    PATHS.add(tmp_path)
    assert "OF_A_CASE" not in os.environ
    monkeypatch.setenv("OF_A_CASE", "1")
    print("printed")
    assert capsys.readouterr().out == "printed\\n"
    assert caplog.records == []
    logging.getLogger().warning("logged")
    assert [each.message for each in caplog.records] == ["logged"]
    assert len(recwarn) == 0
    warnings.warn("warned")
    assert request.node.user_properties == []
    record_property("name", x)
    assert request.node.name == "test_it" and request.node.funcargs["tmp_path"] is tmp_path
    assert request.getfixturevalue("tmp_path") is tmp_path

def test_directories(request):
    (test, _) = request.session.items
    assert [name for name, value in test.user_properties] == ["name"]
    assert PATHS and not any(path.exists() for path in PATHS)
"""
    )
    result.assert_outcomes(passed=2)


def test_all_ways_to_ask_for_a_fixture_are_known(run: Run) -> None:
    result = run(
        """
COUNTS = {}

def fresh(name):
    COUNTS[name] = COUNTS.get(name, 0) + 1
    return []

@pytest.fixture
def used(): return fresh("used")

@pytest.fixture(autouse=True)
def automatic(): return fresh("automatic")

@pytest.fixture
def dynamic():
    yield fresh("dynamic")
    COUNTS["dynamic ended"] = COUNTS.get("dynamic ended", 0) + 1

@settings(max_examples=5)
@pytest.mark.usefixtures("used")
@given(st.integers())
def test_it(request, x):
    value = request.getfixturevalue("dynamic")
    assert value == []
    value.append(x)
    request.addfinalizer(lambda: fresh("finalizer"))

def test_counts():
    assert COUNTS == {
        "used": 5, "automatic": 6, "dynamic": 5, "dynamic ended": 5, "finalizer": 5
    }
"""
    )
    result.assert_outcomes(passed=2)


def test_parameters_stay_and_classes_are_set_up_for_each_case(run: Run) -> None:
    result = run(
        """
CALLS = []

@pytest.fixture(params=["a", "b"])
def letter(request):
    CALLS.append(request.param)
    return [request.param]

@pytest.fixture
def pair(letter, sign):
    return [letter, sign]

@settings(max_examples=4)
@pytest.mark.parametrize("sign", [1, -1])
@given(x=st.integers())
def test_it(pair, sign, letter, x):
    assert pair == [letter, sign] and len(letter) == 1
    pair.append(x)
    letter.append(x)

def test_calls():
    assert sorted(CALLS) == 8 * ["a"] + 8 * ["b"]

@pytest.mark.parametrize("letter", ["c"], indirect=True)
@given(x=st.integers())
def test_indirect(letter, x):
    assert letter == ["c"]
    letter.append(x)

@pytest.fixture
def wide(request):
    return [request.param]

@pytest.mark.parametrize("wide", ["m"], indirect=True, scope="module")
@given(x=st.integers())
def test_wide(wide, x):
    assert wide[0] == "m"
    wide.append(x)
    SEEN.append(len(wide))

SEEN = []

def test_seen():
    assert len(SEEN) == len(set(SEEN)) > 1

class TestClass:
    def setup_method(self):
        self.done = 0

    def teardown_method(self):
        assert self.done == 1

    @given(st.integers())
    def test_method(self, x):
        self.done += 1
"""
    )
    result.assert_outcomes(passed=9)


def test_an_overriding_fixture_may_use_the_one_it_overrides(run: Run) -> None:
    result = run(
        """
@pytest.fixture(scope="module")
def value():
    return []

class TestClass:
    @pytest.fixture
    def value(self, value):
        value.append("set up")
        return list(value)

    @settings(max_examples=3)
    @given(st.integers())
    def test_it(self, value, x):
        SIZES.append(len(value))

SIZES = []

def test_sizes():
    assert SIZES == [1, 2, 3]
"""
    )
    result.assert_outcomes(passed=2)


def test_wider_fixtures_do_not_gather_finalizers(run: Run) -> None:
    result = run(
        """
@pytest.fixture(scope="session")
def wide(): ...

@pytest.fixture
def narrow(wide): ...

@given(st.integers())
def test_it(narrow, request, x):
    definition = request._fixture_defs["wide"]
    SIZES.add(len(definition._finalizers))

SIZES = set()

def test_sizes():
    assert len(SIZES) == 1
"""
    )
    result.assert_outcomes(passed=2)


def test_what_fails_around_the_body_fails_the_case(run: Run) -> None:
    result = run(
        """
@pytest.fixture
def fails_before():
    raise ValueError("before")

@pytest.fixture
def fails_after():
    yield
    raise ValueError("after")

@pytest.fixture
def fails_after_too():
    yield
    raise KeyError("after")

@given(st.integers())
def test_before(fails_before, x): ...

@given(st.integers())
def test_after(fails_after, x):
    assume(False)

@given(st.integers(0, 100))
def test_two(fails_after, fails_after_too, x): ...

@pytest.fixture
def fails_for_large(request):
    yield
    if request.node.large:
        raise ValueError("large")

@given(st.integers())
def test_reduced(fails_for_large, request, x):
    request.node.large = x > 100

@pytest.fixture
def skips():
    pytest.skip("not here")

@given(st.integers())
def test_skips(skips, x): ...

@pytest.fixture
def skips_after():
    yield
    pytest.skip("not here either")

@given(st.integers())
def test_skips_after(skips_after, x): ...
""",
        "--tb=short",
    )
    result.assert_outcomes(failed=4, skipped=2)
    result.stdout.fnmatch_lines(
        [
            "*_ test_before _*",
            "test_it.py:*: in fails_before",
            "E   ValueError: before",
            "E       x=0,",
            "*_ test_after _*",
            "test_it.py:*: in fails_after",
            "E   ValueError: after",
            "*_ test_two _*",
            "*Several fixtures failed while they were torn down. (2 sub-exceptions)",
            "*_ test_reduced _*",
            "E   ValueError: large",
            "E       x=101,",
        ]
    )
    if pytest.version_tuple >= (9,):  # before, groups are shown with every frame there is
        result.stdout.no_fnmatch_line("*/shortlex/*")


def test_a_failing_case_stays_set_up_until_pytest_tears_it_down(
    run: Run, pytester: pytest.Pytester
) -> None:
    pytester.makeconftest(
        """
import pytest

@pytest.hookimpl(trylast=True)
def pytest_runtest_setup(item):
    if item.name != "test_over":
        assert repr(item.funcargs["service"]) == "<set up for each case>"

@pytest.hookimpl(wrapper=True)
def pytest_runtest_makereport(item, call):
    report = yield
    if call.when == "call" and report.failed:
        service = item.funcargs["service"]
        report.sections.append(("seen", f"{service.name} {service.exists()} {item.module.ALIVE}"))
    return report
"""
    )
    result = run(
        """
ALIVE = []

@pytest.fixture
def service(request, tmp_path):
    ALIVE.append(request.node.name)
    yield tmp_path
    ALIVE.pop()
    if request.node.name == "test_fails_twice":
        raise KeyError("torn down")

@given(st.integers())
def test_fails(service, x):
    assert x < 100

@given(st.integers(100))
def test_fails_twice(service, x):
    assert x < 100

@given(st.integers())
def test_has_two_bugs(service, x):
    assert len(ALIVE) == 1
    assert x < 100
    assert x > -100

def test_over():
    assert ALIVE == []
""",
        "--tb=short",
    )
    result.assert_outcomes(passed=1, failed=3, errors=1)
    result.stdout.fnmatch_lines(
        [
            "*_ ERROR at teardown of test_fails_twice _*",
            "E   KeyError: 'torn down'",
            "*_ test_fails _*",
            "E       x=100,",
            "test_fails* True [[]'test_fails'[]]",
            "*_ test_fails_twice _*",
            "E       x=100,",
            "test_fails_twice* True [[]'test_fails_twice'[]]",
            "*test_has_two_bugs failed in 2 different ways*",
        ]
    )


def test_fixtures_can_be_set_up_once_for_all_cases(run: Run, pytester: pytest.Pytester) -> None:
    body = """
COUNTS = {}

@pytest.fixture
def counted(request):
    name = request.node.name
    COUNTS[name] = COUNTS.get(name, 0) + 1

@settings(max_examples=5)
@given(st.integers())
def test_plain(counted, x): ...

@pytest.mark.shortlex(fixtures="once")
@settings(max_examples=5)
@given(st.integers())
def test_once(counted, x): ...

@pytest.mark.shortlex(fixtures="case")
class TestClass:
    @settings(max_examples=5)
    @given(st.integers())
    def test_case(self, counted, x): ...

    @pytest.mark.shortlex(fixtures="once")
    @settings(max_examples=5)
    @given(st.integers())
    def test_nearest(self, counted, x): ...

def test_counts():
    assert COUNTS == EXPECTED
"""
    expected = {"test_plain": 5, "test_once": 1, "test_case": 5, "test_nearest": 1}
    run(body + f"EXPECTED = {expected}").assert_outcomes(passed=5)
    pytester.makeini("[pytest]\nshortlex_fixtures = once")
    expected["test_plain"] = 1
    run(body + f"EXPECTED = {expected}").assert_outcomes(passed=5)


def test_a_wrong_way_to_set_fixtures_up_is_an_error(run: Run, pytester: pytest.Pytester) -> None:
    body = """
@pytest.mark.shortlex(fixtures="never")
@given(st.integers())
def test_value(tmp_path, x): ...

@pytest.mark.shortlex(once=True)
@given(st.integers())
def test_name(tmp_path, x): ...

@given(st.integers())
def test_fine(x): ...
"""
    result = run(body)
    result.assert_outcomes(passed=1, errors=2)
    result.stdout.fnmatch_lines(
        [
            "*pytest.mark.shortlex(fixtures='never'): must be 'case' or 'once'.",
            "*once*: the marker takes fixtures='case' or 'once' only.",
        ]
    )
    pytester.makeini("[pytest]\nshortlex_fixtures = always")
    run(body).stdout.fnmatch_lines(["*shortlex_fixtures = always: must be 'case' or 'once'."])


def test_the_fixtures_of_unittest_methods_come_before_their_set_up(run: Run) -> None:
    result = run(
        """
import unittest

class TestCase(unittest.TestCase):
    @pytest.fixture(autouse=True)
    def prepare(self):
        self.prepared = True

    def setUp(self):
        assert self.prepared

    @given(st.integers())
    def test_it(self, x): ...
"""
    )
    result.assert_outcomes(passed=1)


def test_fixtures_are_shown_by_setup_plan_and_setup_show(run: Run) -> None:
    body = """
@settings(max_examples=2)
@given(st.integers())
def test_it(monkeypatch, x): ...
"""
    assert str(run(body, "--setup-plan").stdout).count("SETUP    F monkeypatch") == 1
    assert str(run(body, "--setup-show").stdout).count("SETUP    F monkeypatch") == 2


def test_a_directory_that_is_not_pytests_is_left_alone(run: Run) -> None:
    result = run(
        """
@pytest.fixture
def tmp_path(tmp_path_factory):
    return tmp_path_factory.getbasetemp()

@given(st.integers())
def test_it(tmp_path, x): ...

def test_exists(tmp_path):
    assert tmp_path.exists()
"""
    )
    result.assert_outcomes(passed=2)


def test_finalizers_that_a_body_adds_run_at_the_end_of_its_case(run: Run) -> None:
    result = run(
        """
LOG = []

@settings(max_examples=3)
@given(st.integers())
def test_it(request, x):
    LOG.append("body")
    request.addfinalizer(lambda: LOG.append("finalizer"))

def test_log():
    assert LOG == 3 * ["body", "finalizer"]

@pytest.mark.shortlex(fixtures="once")
@settings(max_examples=3)
@given(st.integers())
def test_once(request, x):
    LOG.append("body")
    request.addfinalizer(lambda: LOG.append("finalizer"))

def test_log_of_once():
    assert LOG[6:] == 3 * ["body"] + 3 * ["finalizer"]
"""
    )
    result.assert_outcomes(passed=4)


def test_a_finalizer_that_fails_fails_its_case(run: Run) -> None:
    result = run(
        """
@pytest.fixture
def numbers():
    found = []
    yield found
    assert sum(found) < 100

@given(st.integers())
def test_finalizer(request, x):
    def check():
        assert x < 10
    request.addfinalizer(check)

@given(st.integers())
def test_asked_for_in_the_body(request, x):
    request.getfixturevalue("numbers").append(x)
"""
    )
    result.assert_outcomes(failed=2)
    result.stdout.fnmatch_lines(["*x=10,", "*--replay=*", "*x=100,", "*--replay=*"])


def test_a_finalizer_that_fails_does_not_hide_what_ends_the_run(run: Run) -> None:
    result = run(
        """
@pytest.fixture
def broken():
    yield
    raise ValueError

@given(x=st.integers(0, 9))
def test_exits(broken, x):
    if x > 3:
        pytest.exit("enough")

def test_is_not_run(): ...
"""
    )
    result.stdout.fnmatch_lines(["*Exit: enough*"])
    assert result.ret == pytest.ExitCode.INTERRUPTED


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
