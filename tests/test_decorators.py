"""@given: what it fills, what it leaves, and what it says when it is used wrongly."""

import inspect
from collections.abc import AsyncIterator, Callable, Iterator
from functools import partial, wraps
from typing import Any
from unittest import mock

import pytest

from shortlex import (
    HealthCheck,
    given,
    is_shortlex_test,
    note,
    reproduce_failure,
    seed,
    settings,
)
from shortlex import strategies as st
from shortlex.errors import InvalidArgument, Unsatisfiable

FEW = settings(max_examples=5)


def test_strategies_by_position_fill_from_the_right() -> None:
    met: list[tuple[object, ...]] = []

    @given(st.just("b"), st.just("c"))
    def test(a: str, b: str, c: str) -> None:
        met.append((a, b, c))

    test("a")
    test(a="A")
    assert met == [("a", "b", "c"), ("A", "b", "c")]


def test_strategies_by_keyword_fill_by_name() -> None:
    met: list[tuple[object, ...]] = []

    @given(c=st.just("c"), a=st.just("a"))
    def test(a: str, b: str, c: str) -> None:
        met.append((a, b, c))

    test("b")
    test(b="B")
    assert met == [("a", "b", "c"), ("a", "B", "c")]


def test_keyword_only_parameters_and_any_keywords_are_filled_by_name() -> None:
    met: list[object] = []

    @given(x=st.just(1), y=st.just(2))
    def test(*args: object, x: int, **others: int) -> None:
        met.append((args, x, others))

    test()
    test(8, 9, z=9)
    assert met == [((), 1, {"y": 2}), ((8, 9), 1, {"z": 9, "y": 2})]


def test_methods_keep_their_self() -> None:
    class Holder:
        met: list[object]

        @FEW
        @given(st.integers())
        def check(self, x: int) -> None:
            self.met.append(x)

        @staticmethod
        @FEW
        @given(st.integers())
        def check_static(x: int) -> None:
            assert isinstance(x, int)

        @classmethod
        @FEW
        @given(st.integers())
        def check_class(cls, x: int) -> None:
            assert cls is Holder

    holder = Holder()
    holder.met = []
    holder.check()
    assert len(holder.met) == 5
    Holder.check_static()
    Holder.check_class()


def test_name_doc_and_remaining_signature_are_kept() -> None:
    @given(x=st.integers(), y=st.text())
    def test(self: object, x: int, fixture: str, *, y: str, flag: bool = True) -> None:
        """What it says."""

    assert (test.__name__, test.__doc__) == ("test", "What it says.")
    assert test.__module__ == __name__
    assert test.__qualname__.endswith("<locals>.test")
    assert list(inspect.signature(test).parameters) == ["self", "fixture", "flag"]
    assert inspect.signature(test).return_annotation is None
    assert inspect.getsource(test).lstrip().startswith("@given(")


def test_a_decorated_test_is_known_as_one() -> None:
    def test(x: int) -> None: ...

    assert not is_shortlex_test(test)
    assert is_shortlex_test(given(st.integers())(test))
    assert is_shortlex_test(given()(test))

    class Holder:
        check = given(st.integers())(test)

    assert is_shortlex_test(Holder().check)


def test_the_inner_test_can_be_called_and_replaced() -> None:
    met: list[str] = []

    @FEW
    @given(st.just(3))
    def test(x: int) -> None:
        met.append("original")

    inner = test.shortlex.inner_test  # type: ignore[attr-defined]  # set by @given
    inner(3)

    @wraps(inner)
    def replacement(*args: Any, **kwargs: Any) -> None:
        met.append(f"replaced {args} {kwargs}")

    test.shortlex.inner_test = replacement  # type: ignore[attr-defined]  # as above
    test()
    assert met == ["original", "replaced () {'x': 3}"]


def test_anything_callable_can_be_tested() -> None:
    met: list[int] = []
    FEW(given(st.integers(0, 3))(partial(lambda keep, x: keep(x), met.append)))()
    assert met

    class Check:
        def __call__(self, x: int) -> None:
            met.append(x)

    del met[:]
    FEW(given(x=st.just(7))(Check()))()
    assert met == [7]


def test_mock_patch_below_given_passes_its_mocks() -> None:
    met: list[object] = []

    @FEW
    @given(st.just(1))
    @mock.patch("os.getcwd")
    def test(getcwd: mock.Mock, x: int) -> None:
        met.append((isinstance(getcwd, mock.Mock), x))

    test()
    assert met == [(True, 1)]


def test_wrong_arguments_in_the_call_are_a_type_error_and_not_a_failure() -> None:
    calls: list[object] = []

    @given(st.integers())
    def test(fixture: object, x: int) -> None:
        calls.append(x)

    for wrong in (
        lambda: test(),
        lambda: test(1, 2),
        lambda: test(fixture=1, x=2),
        lambda: test(fixture=1, other=2),
    ):
        with pytest.raises(TypeError) as caught:
            wrong()
        assert not hasattr(caught.value, "__notes__")
    assert calls == []


# Misuse: all of it is reported when the test is called, and not when it is defined.


def plain(x: int, y: int) -> None: ...
def with_default(x: int, y: int = 3) -> None: ...
def with_args(x: int, *args: int) -> None: ...
def keyword_only(x: int, *, y: int) -> None: ...
def positional_only(x: int, /, y: int) -> None: ...


INTEGERS = st.integers()


@pytest.mark.parametrize(
    ("test", "decorate", "message"),
    [
        (plain, given(), r"@given\(\) on plain needs at least one strategy\."),
        (plain, given(INTEGERS, y=INTEGERS), "plain: give strategies by position or by keyword"),
        (
            plain,
            given(*3 * [INTEGERS]),
            "3 strategies, but there are fewer parameters to fill: x, y",
        ),
        (plain, given(z=INTEGERS), r"plain has no parameter 'z'; it has x, y\.$"),
        (
            plain,
            given(max_examples=INTEGERS),
            r"it has x, y\. Did you mean @settings\(max_examples=...\)\?",
        ),
        (with_default, given(INTEGERS), "'y' has the default 3, which would never be used"),
        (with_default, given(y=INTEGERS), "'y' has the default 3, which would never be used"),
        (with_args, given(INTEGERS), r"\*args .*parameters, give the strategies by keyword"),
        (keyword_only, given(INTEGERS), "keyword-only.* give the strategies by keyword"),
        (positional_only, given(INTEGERS), "positional-only.* give the strategies by keyword"),
        (positional_only, given(x=INTEGERS), "'x' is positional-only"),
        (plain, given(x=3), r"@given\(x\)=3 must be a strategy\."),
        (plain, given(x=[1, 2]), r"use sampled_from\(\[1, 2\]\)"),
        (plain, given(x=st.integers), "must be a strategy. Did you forget to call it?"),
        (plain, given(..., INTEGERS), "Write @given\\(...\\) for all parameters"),
        (given(y=INTEGERS)(plain), given(x=INTEGERS), "plain has @given twice"),
        (staticmethod(plain), given(x=INTEGERS), "plain must be below @staticmethod"),
        (plain, given(x=st.integers(5, 3)), "min_value=5"),
    ],
)
def test_misuse_is_an_error_when_the_test_is_called(
    test: Callable[..., None], decorate: Callable[[Any], Callable[..., None]], message: str
) -> None:
    decorated = decorate(test)
    fixtures = [1] if len(inspect.signature(decorated).parameters) == 1 else []
    with pytest.raises(InvalidArgument, match=message) as caught:
        decorated(*fixtures)
    # The message says all: no frame of ours stands between it and the call.
    assert [frame.name for frame in caught.traceback][1:] == ["wrapper"]


def test_given_on_a_class_or_no_function_is_an_error_at_once() -> None:
    class Holder: ...

    with pytest.raises(InvalidArgument, match="applied to the class Holder"):
        given(INTEGERS)(Holder)
    with pytest.raises(InvalidArgument, match="applied to None"):
        given(INTEGERS)(None)  # type: ignore[type-var]  # the mistake under test


def test_given_on_a_pytest_fixture_is_an_error_at_once() -> None:
    @pytest.fixture
    def fixture(x: int) -> int:
        return x

    with pytest.raises(InvalidArgument, match="applied to a pytest fixture"):
        given(INTEGERS)(fixture)


def test_nothing_to_draw_is_unsatisfiable() -> None:
    @given(st.integers(), st.nothing())
    def test(x: int, y: int) -> None:
        raise AssertionError

    with pytest.raises(Unsatisfiable, match=r"@given\(y=nothing\(\)\): there is no value"):
        test()


@given(INTEGERS)
def generator_test(x: int) -> Iterator[int]:
    yield x


@given(INTEGERS)
async def async_generator_test(x: int) -> AsyncIterator[int]:
    yield x


@pytest.mark.parametrize("test", [generator_test, async_generator_test])
def test_functions_that_do_not_run_when_called_are_refused(test: Callable[[], None]) -> None:
    # Warnings are errors here, so this also holds that nothing was left unawaited.
    with pytest.raises(InvalidArgument, match="is a generator function, or returned a coroutine"):
        test()


def test_a_coroutine_from_a_plain_function_is_refused_and_closed() -> None:
    async def run(x: int) -> None: ...

    @given(INTEGERS)
    def test(x: int) -> object:
        return run(x)

    with pytest.raises(InvalidArgument, match="or returned a coroutine that nobody awaits"):
        test()


def test_a_returned_value_is_refused() -> None:
    @given(INTEGERS)
    def test(x: int) -> bool:
        return x == x

    with pytest.raises(InvalidArgument, match=r"test returned True.* Did you mean to assert it?"):
        test()


def test_a_property_inside_a_property_is_refused() -> None:
    @given(INTEGERS)
    def inner(x: int) -> None: ...

    @given(INTEGERS)
    def outer(x: int) -> None:
        inner()

    with pytest.raises(
        InvalidArgument, match=r"inner was called while another property was running.*"
    ):
        outer()


def test_a_property_inside_a_property_runs_where_that_check_is_suppressed() -> None:
    met: list[int] = []

    @settings(max_examples=3, suppress_health_check=[HealthCheck.nested_given])
    @given(st.integers(0, 9))
    def inner(x: int) -> None:
        met.append(x)

    @settings(max_examples=2)
    @given(INTEGERS)
    def outer(x: int) -> None:
        inner()
        note("the outer case is still there")

    outer()
    assert len(met) == 6


def test_decorators_without_their_argument_are_refused() -> None:
    def test(x: int) -> None: ...

    with pytest.raises(InvalidArgument, match=r"needs a value, such as @seed\(1\)"):
        seed(test)
    with pytest.raises(InvalidArgument, match="needs the token at the end"):
        reproduce_failure(test)  # type: ignore[arg-type]  # the mistake under test
