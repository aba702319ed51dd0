"""Later: modules of ``shortlex.extra`` that do not exist yet, and what to use until then."""

from __future__ import annotations

from collections.abc import Sequence
from importlib.machinery import ModuleSpec
from types import ModuleType

PACKAGE = "shortlex.extra."

INSTEAD = {
    "cli": "The program of Shortlex is `shortlex`: see `shortlex --help`.",
    "codemods": "To rewrite imports and old spellings, run `shortlex migrate`.",
    "django": (
        "There are no strategies for its models and forms yet. Use builds() with a function that "
        "saves a model; Django's TestCase works as it is, set up anew for each case."
    ),
    "ghostwriter": "Shortlex does not write tests yet: use @given(...) with from_type().",
    "jsonschema": "There are no strategies for JSON schemas yet: use recursive() or from_type().",
    "lark": "There are no strategies for grammars yet: use recursive() or from_regex().",
    "polars": (
        "There are no strategies for its frames yet: draw one with shortlex.extra.pandas and use "
        ".map(polars.from_pandas)."
    ),
    "pyarrow": (
        "There are no strategies for its arrays yet: draw one with shortlex.extra.numpy or "
        "shortlex.extra.pandas and use .map(pyarrow.array) or .map(pyarrow.Table.from_pandas)."
    ),
}
"""By the name of the module, what to use instead."""


class LaterFinder:
    """Is asked after all others, and explains why a module is missing."""

    @staticmethod
    def find_spec(
        name: str, path: Sequence[str] | None = None, target: ModuleType | None = None
    ) -> ModuleSpec | None:
        if name.startswith(PACKAGE) and (missing := name.removeprefix(PACKAGE)) in INSTEAD:
            raise ModuleNotFoundError(f"{name} does not exist. {INSTEAD[missing]}", name=name)
        return None
