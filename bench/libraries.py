"""Libraries: the two under comparison, behind the one shape that the benchmark needs."""

from __future__ import annotations

from collections.abc import Callable, Iterable
from dataclasses import dataclass, field
from importlib import import_module
from types import ModuleType
from typing import Any


@dataclass(frozen=True)
class Library:
    """A package with ``given``, ``settings``, ``Phase`` and ``strategies``."""

    name: str
    package: ModuleType
    more_settings: dict[str, object] = field(default_factory=dict)

    @property
    def strategies(self) -> Any:
        return self.package.strategies

    @property
    def version(self) -> str:
        return str(getattr(self.package, "__version__", "unreleased"))

    def make_test(
        self,
        strategies: Iterable[Any],
        body: Callable[..., object],
        cases: int,
        *,
        first_only: bool = False,
    ) -> Callable[[], object]:
        """The decorated ``body``: each call generates ``cases`` cases and does nothing else.

        With ``first_only`` it ends with the first failure.
        """
        settings = self.package.settings(
            max_examples=cases,
            phases=[self.package.Phase.generate],
            report_multiple_bugs=not first_only,
            **self.more_settings,
        )
        test: Callable[[], object] = settings(self.package.given(*strategies)(body))
        return test


def load_shortlex() -> Library:
    import_module("shortlex.strategies")
    return Library("Shortlex", import_module("shortlex"))


def load_hypothesis() -> Library:
    """Hypothesis with everything off that could cost it time beyond making cases."""
    import_module("hypothesis.strategies")
    package = import_module("hypothesis")
    return Library(
        "Hypothesis",
        package,
        {
            "database": None,
            "deadline": None,
            "suppress_health_check": list(package.HealthCheck),
        },
    )
