"""Subtests: the ``subtests`` fixture inside a property.

pytest's own reports each subtest at once, and goes on as if nothing had failed. A property has
many cases, and one report: here what failed is kept, and fails the case when its body is over.
"""

from __future__ import annotations

from typing import Any

import pytest

from shortlex.errors import UnsatisfiedAssumption
from shortlex.report.verdict import add_notes
from shortlex.runner.execute import is_failure


class CaseSubtests:
    """The subtests of one case."""

    def __init__(self) -> None:
        self._errors: list[BaseException] = []

    def test(self, msg: str | None = None, **kwargs: Any) -> Subtest:
        """A part of the test, in a ``with`` statement; if it fails, the others still run."""
        return Subtest(self._errors, msg, kwargs)

    def finish(self) -> None:
        """Raise what failed."""
        errors, self._errors = self._errors, []
        if len(errors) == 1:
            raise errors[0]
        if errors:
            raise BaseExceptionGroup(f"{len(errors)} subtests failed.", errors)


class Subtest:
    """One of them."""

    def __init__(
        self, errors: list[BaseException], msg: str | None, values: dict[str, Any]
    ) -> None:
        self._errors = errors
        self._msg = msg
        self._values = values

    def __enter__(self) -> None:
        pass

    def __exit__(self, kind: object, error: BaseException | None, traceback: object) -> bool:
        if error is None or isinstance(error, (pytest.skip.Exception, pytest.xfail.Exception)):
            # What is skipped is this part alone.
            return True
        if isinstance(error, UnsatisfiedAssumption) or not is_failure(error):
            return False
        add_notes(error, [f"In the subtest {self._name()}"])
        self._errors.append(error)
        return True

    def _name(self) -> str:
        parts = [] if self._msg is None else [f"[{self._msg}]"]
        if self._values or not parts:
            values = ", ".join(f"{name}={value!r}" for name, value in self._values.items())
            parts.append(f"({values})")
        return " ".join(parts)
