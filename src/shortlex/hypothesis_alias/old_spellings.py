"""Old spellings: what Hypothesis still accepts from the time before it had better names."""

from __future__ import annotations

from collections.abc import Collection
from typing import Any

from shortlex.core.shown import shown
from shortlex.errors import InvalidArgument
from shortlex.strategies.strategy import SearchStrategy
from shortlex.strategies.strings import characters as today

__all__ = ["characters"]

TODAY = {
    "whitelist_categories": "categories",
    "blacklist_categories": "exclude_categories",
    "whitelist_characters": "include_characters",
    "blacklist_characters": "exclude_characters",
}


def characters(
    *,
    codec: str | None = None,
    min_codepoint: int | None = None,
    max_codepoint: int | None = None,
    categories: Collection[str] | None = None,
    exclude_categories: Collection[str] | None = None,
    exclude_characters: Collection[str] | None = None,
    include_characters: Collection[str] | None = None,
    **old: Any,
) -> SearchStrategy[str]:
    """``shortlex.strategies.characters``, also with ``whitelist_`` and ``blacklist_``."""
    given: dict[str, Any] = {
        "codec": codec,
        "min_codepoint": min_codepoint,
        "max_codepoint": max_codepoint,
        "categories": categories,
        "exclude_categories": exclude_categories,
        "exclude_characters": exclude_characters,
        "include_characters": include_characters,
    }
    for name, value in old.items():
        if name not in TODAY:
            raise TypeError(f"characters() got an unexpected keyword argument {shown(name)}")
        if value is None:
            continue
        if given[TODAY[name]] is not None:
            raise InvalidArgument(
                f"characters({name}={shown(value)}): this is the old name of {TODAY[name]}, which "
                "is given, too. Give one of them."
            )
        given[TODAY[name]] = value
    return today(**{name: value for name, value in given.items() if value is not None})
