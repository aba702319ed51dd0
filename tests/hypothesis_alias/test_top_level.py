"""Properties have what the plugins of others look for."""

from collections.abc import Callable

Program = Callable[..., str]


def test_a_property_has_the_marks(program: Program) -> None:
    program("""
from hypothesis import given, is_hypothesis_test, strategies as st

@given(st.integers())
def test(x):
    assert False

assert test.is_hypothesis_test is True and is_hypothesis_test(test)
assert not is_hypothesis_test(len)

seen = []
test.hypothesis.inner_test = lambda x: seen.append(x)
test()
assert len(seen) > 10
assert test.hypothesis.fuzz_one_input(bytes(100)) is not None
""")


def test_a_property_that_cannot_run_has_them_too(program: Program) -> None:
    program("""
from hypothesis import given, strategies as st
from hypothesis.errors import InvalidArgument

@given(y=st.integers())
def test(x):
    pass

assert test.is_hypothesis_test is True
assert callable(test.hypothesis.inner_test)
try:
    test()
except InvalidArgument as error:
    assert "no parameter 'y'" in str(error)
else:
    raise AssertionError
""")


def test_packages_that_make_tests_can_read_and_replace_their_settings(program: Program) -> None:
    program("""
from hypothesis import example, given, seed, settings, strategies as st

seen = []

@example(x=5)
@seed(3)
@settings(max_examples=7)
@given(x=st.integers())
def test(x):
    seen.append(x)

assert test._hypothesis_internal_use_settings.max_examples == 7
assert test._hypothesis_internal_use_seed == 3
assert [each.kwargs for each in test.hypothesis_explicit_examples] == [{"x": 5}]
test._hypothesis_internal_use_settings = settings(
    test._hypothesis_internal_use_settings, max_examples=3
)
test()
assert seen[0] == 5 and len(seen) == 4, seen

@given(x=st.integers())
def plain(x):
    pass

assert plain._hypothesis_internal_use_settings is None
assert list(plain.hypothesis._given_kwargs) == ["x"]
plain()
""")


def test_a_machine_has_them_too(program: Program) -> None:
    program("""
from hypothesis import strategies as st
from hypothesis.stateful import RuleBasedStateMachine, rule

class Machine(RuleBasedStateMachine):
    @rule(x=st.integers())
    def step(self, x):
        pass

assert Machine.TestCase.runTest.is_hypothesis_test is True
""")
