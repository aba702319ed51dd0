"""Expressions are found in the source, and only where they are what runs."""

import ast
import linecache
import sys
from collections.abc import Callable
from importlib import import_module, invalidate_caches
from pathlib import Path
from typing import Any

import pytest

from shortlex.strategies.expressions import expression_of
from shortlex.strategies.predicates import Demand, read


def expression(function: Callable[..., Any]) -> str | None:
    found = expression_of(function.__code__)
    return None if found is None else ast.unparse(found)


def test_a_lambda_is_its_expression() -> None:
    assert expression(lambda x: x > 3) == "x > 3"
    assert (
        expression(
            lambda x: (
                x > 3 and x < 5  # over several lines
            )
        )
        == "x > 3 and x < 5"
    )


def test_decorators_annotations_and_defaults_do_not_matter() -> None:
    def unchanged(function: Any) -> Any:
        return function

    @unchanged
    def decorated(x: "list[int]", *rest: int, n: Any = None, **more: int) -> bool:
        return x > n

    @unchanged
    @unchanged
    def with_default(x: int, /, n: Any = (lambda x: x > 9), *rest: int, **more: int) -> bool:
        return bool(x > n)

    assert expression(decorated) is None  # its last argument must be named
    assert expression(with_default) == "bool(x > n)"


def test_methods_of_modules_are_compiled_in_their_own_way() -> None:
    assert expression(lambda x: sys.intern(x)) == "sys.intern(x)"
    assert expression(lambda x: x.strip()) == "x.strip()"


@pytest.fixture
def module(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Callable[[str], Any]:
    monkeypatch.syspath_prepend(tmp_path)

    def load(source: str) -> Any:
        (tmp_path / "conditions_for_a_test.py").write_text(source, "utf-8")
        monkeypatch.delitem(sys.modules, "conditions_for_a_test", raising=False)
        invalidate_caches()
        return import_module("conditions_for_a_test")

    return load


def test_source_that_was_changed_since_is_not_believed(
    module: Callable[[str], Any], tmp_path: Path
) -> None:
    condition = module("condition = lambda x: x > 3\n").condition
    (tmp_path / "conditions_for_a_test.py").write_text("condition = lambda x: x > 77\n", "utf-8")
    linecache.checkcache()
    assert expression(condition) is None


def test_source_that_is_gone_is_not_read(module: Callable[[str], Any], tmp_path: Path) -> None:
    condition = module("def condition(x):\n    return x > 4\n").condition
    (tmp_path / "conditions_for_a_test.py").unlink()
    linecache.checkcache()
    assert read(condition).demands == ()


def test_source_that_is_no_python_is_not_read(module: Callable[[str], Any], tmp_path: Path) -> None:
    condition = module("condition = lambda x: x > 5\n").condition
    (tmp_path / "conditions_for_a_test.py").write_text("condition = lambda x: x >\n", "utf-8")
    linecache.checkcache()
    assert expression(condition) is None


def test_warnings_about_the_source_are_not_repeated(
    module: Callable[[str], Any], recwarn: pytest.WarningsRecorder
) -> None:
    condition = module("condition = lambda x: x > 6 and x is not 7\n").condition
    recwarn.clear()
    assert read(condition).demands == (Demand(">", 6),)
    assert list(recwarn) == []


def test_what_was_compiled_at_run_time_is_not_read() -> None:
    assert expression(eval("lambda x: x > 8")) is None  # noqa: S307  # of our own text
