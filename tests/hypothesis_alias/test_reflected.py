"""Functions are described, digested and wrapped."""

import inspect
from typing import Any, NamedTuple

import pytest

from shortlex.hypothesis_alias import reflected


def f(a: int, /, b: int, *, c: int = 3) -> int:
    return a + b + c


def test_arguments_change_their_place() -> None:
    assert reflected.convert_positional_arguments(f, (1, 2), {}) == ((1,), {"b": 2})
    assert reflected.convert_keyword_arguments(f, (1,), {"b": 2}) == ((1, 2), {"c": 3})
    assert reflected.convert_positional_arguments(lambda *x: x, (1,), {}) == ((1,), {})


def test_functions_take_the_looks_of_others() -> None:
    @reflected.proxies(f)
    def g(*args: Any, **kwargs: Any) -> Any:
        return f(*args, **kwargs)

    assert (g.__name__, g(1, 2)) == ("f", 6)
    assert reflected.get_signature(g) == inspect.signature(f)


def test_a_signature_can_be_given() -> None:
    signature = inspect.signature(lambda x, y=2: 0)

    @reflected.define_function_signature("named", "What it is.", signature)
    def g(*args: Any, **kwargs: Any) -> Any:
        return args, kwargs

    assert g(1, y=3) == ((1, 3), {})
    assert (g.__name__, g.__doc__, str(inspect.signature(g))) == (
        *("named", "What it is.", "(x, y=2)"),
    )
    with pytest.raises(TypeError):
        g()


def test_functions_are_described() -> None:
    assert reflected.get_pretty_function_description(lambda x: x + 1) == "lambda x: x + 1"
    assert reflected.nicerepr(f) == "f"
    assert reflected.repr_call(f, (1,), {"b": 2}) == "f(1, b=2)"


def test_digests_differ() -> None:
    assert reflected.function_digest(f) == reflected.function_digest(f)
    assert reflected.function_digest(f) != reflected.function_digest(test_digests_differ)
    assert len(reflected.function_digest(len)) == 48


def test_required_arguments_have_no_value_yet() -> None:
    assert reflected.required_args(f, (1,)) == {"b"}
    assert reflected.required_args(f, (1,), {"b": 2}) == set()


def test_kinds_of_functions_and_classes_are_told_apart() -> None:
    class Pair(NamedTuple):
        a: int

    assert reflected.is_typed_named_tuple(Pair)
    assert not reflected.is_typed_named_tuple(tuple)
    assert reflected.is_identity_function(lambda x: x)
    assert not reflected.is_identity_function(lambda x: x + 1)


def test_mocks_are_known() -> None:
    from unittest.mock import Mock

    assert reflected.is_mock(Mock())
    assert not reflected.is_mock(object())


def test_a_function_takes_the_place_of_another() -> None:
    @reflected.impersonate(f)
    def g() -> None:
        """Nothing."""

    assert g.__code__.co_firstlineno == f.__code__.co_firstlineno
    assert g.__name__ == "f"
