"""Constraints: what metadata, fields and validators demand of a value beyond its type.

They are read into one record, whichever library they come from: annotated-types, pydantic, msgspec
or attrs. ``constrained`` makes the strategies.
"""

from __future__ import annotations

import sys
import warnings
from collections.abc import Callable, Iterable, Iterator
from dataclasses import dataclass, field, replace
from functools import partial
from typing import Any

from shortlex.core.shown import shown
from shortlex.errors import ResolutionFailed, ShortlexWarning
from shortlex.strategies.conditions.predicates import (
    AT_LEAST,
    AT_MOST,
    LESS,
    MORE,
    Demand,
    condition_of,
)


class _Unset:
    def __repr__(self) -> str:
        return "unset"


UNSET = _Unset()

# The attributes that mark constraints in all of the libraries.
_ATTRIBUTES = (
    "ge", "gt", "le", "lt", "multiple_of", "min_length", "max_length", "pattern", "tz",
    "max_digits", "decimal_places", "allow_inf_nan", "uuid_version",
)  # fmt: skip
_LIBRARIES = ("annotated_types", "pydantic", "msgspec")


@dataclass
class Constraints:
    """Bounds, sizes and the like; None means no limit."""

    least: Any = None
    most: Any = None
    excludes_least: bool = False
    excludes_most: bool = False
    multiple_of: list[Any] = field(default_factory=list)
    min_size: int = 0
    max_size: int | None = None
    patterns: list[Any] = field(default_factory=list)
    predicates: list[Callable[[Any], object]] = field(default_factory=list)
    tz: Any = UNSET
    max_digits: int | None = None
    decimal_places: int | None = None
    allow_inf_nan: bool | None = None
    uuid_version: Any = None

    def __bool__(self) -> bool:
        return self != Constraints()

    def copy(self) -> Constraints:
        return replace(
            self,
            multiple_of=[*self.multiple_of],
            patterns=[*self.patterns],
            predicates=[*self.predicates],
        )

    def sizes(self) -> dict[str, Any]:
        """As the arguments of a strategy."""
        least = {"min_size": self.min_size} if self.min_size else {}
        return least if self.max_size is None else {**least, "max_size": self.max_size}

    def add(self, name: str, value: Any) -> None:
        """Add one constraint, by its name in annotated-types or pydantic."""
        if name in ("ge", "gt"):
            self._add_least(value, excluded=name == "gt")
        elif name in ("le", "lt"):
            self._add_most(value, excluded=name == "lt")
        elif name == "min_length":
            self.min_size = max(self.min_size, value)
        elif name == "max_length":
            self.max_size = value if self.max_size is None else min(self.max_size, value)
        elif name == "multiple_of":
            self.multiple_of.append(value)
        elif name == "pattern":
            self.patterns.append(value)
        else:
            setattr(self, name, value)

    def merge(self, other: Constraints) -> None:
        """Add all constraints of another record."""
        if other.least is not None:
            self._add_least(other.least, excluded=other.excludes_least)
        if other.most is not None:
            self._add_most(other.most, excluded=other.excludes_most)
        self.add("min_length", other.min_size)
        if other.max_size is not None:
            self.add("max_length", other.max_size)
        self.multiple_of += other.multiple_of
        self.patterns += other.patterns
        self.predicates += other.predicates
        if other.allow_inf_nan is not None and self.allow_inf_nan is None:
            self.allow_inf_nan = other.allow_inf_nan

    def _add_least(self, value: Any, *, excluded: bool) -> None:
        if self.least is None or value > self.least:
            self.least, self.excludes_least = value, excluded
        elif value == self.least:
            self.excludes_least |= excluded

    def _add_most(self, value: Any, *, excluded: bool) -> None:
        if self.most is None or value < self.most:
            self.most, self.excludes_most = value, excluded
        elif value == self.most:
            self.excludes_most |= excluded

    @property
    def has_bounds(self) -> bool:
        return self.least is not None or self.most is not None

    @property
    def is_contradictory(self) -> bool:
        """Whether no value can satisfy all of them, as far as is obvious."""
        if self.max_size is not None and self.min_size > self.max_size:
            return True
        if any(bound != bound for bound in (self.least, self.most)):
            return True  # nothing is above or below nan
        if self.least is None or self.most is None:
            return False
        is_open = self.excludes_least or self.excludes_most
        return bool(self.least > self.most or (is_open and self.least == self.most))

    def describe(self) -> str:
        """Bounds and sizes in words."""
        least = "above" if self.excludes_least else "at least"
        most = "below" if self.excludes_most else "at most"
        told = {least: self.least, most: self.most}
        sizes = {"of size at least": self.min_size or None, "of size at most": self.max_size}
        return ", ".join(
            f"{how} {shown(what)}" for how, what in (told | sizes).items() if what is not None
        )

    # The same constraints as demands and as conditions, for types without such arguments.

    def bounds(self) -> Iterator[Demand]:
        """The bounds, as a filter with the same conditions would demand them."""
        if self.least is not None:
            yield Demand(MORE if self.excludes_least else AT_LEAST, self.least)
        if self.most is not None:
            yield Demand(LESS if self.excludes_most else AT_MOST, self.most)

    def bound_filters(self) -> Iterator[Callable[[Any], object]]:
        return map(condition_of, self.bounds())

    def size_filters(self) -> Iterator[Callable[[Any], object]]:
        if self.min_size:
            yield lambda value: len(value) >= self.min_size
        if self.max_size is not None:
            most = self.max_size
            yield lambda value: len(value) <= most

    def multiple_filters(self) -> Iterator[Callable[[Any], object]]:
        for each in self.multiple_of:
            yield partial(_is_multiple, each)

    def pattern_filters(self) -> Iterator[Callable[[Any], object]]:
        import re

        return (re.compile(each).search for each in self.patterns)


def _is_multiple(of: Any, value: Any) -> bool:
    return not value % of


def read_metadata(metadata: Iterable[Any], into: Constraints) -> Constraints:
    """Add the constraints among the metadata; skip descriptions and the like."""
    for item in metadata:
        if hasattr(item, "__metadata__"):
            raise ResolutionFailed(
                f"Annotated[..., {shown(item)}]: an Annotated type among the metadata says nothing "
                "of the value. Put its own metadata there."
            )
        if isinstance(item, Constraints):
            into.merge(item)
        elif isinstance(item, slice):
            into.add("min_length", item.start or 0)
            if item.stop is not None:
                into.add("max_length", item.stop)
        elif type(item).__name__ == "FieldInfo":
            read_metadata(item.metadata, into)
        elif _is_group(item):
            read_metadata(item, into)
        elif _is_known(item):
            _read_item(item, into)
    return into


def _is_group(item: Any) -> bool:
    library = sys.modules.get("annotated_types")
    return library is not None and isinstance(item, library.GroupedMetadata)


def _is_known(item: Any) -> bool:
    library = sys.modules.get("annotated_types")
    is_constraint = library is not None and isinstance(item, library.BaseMetadata)
    return is_constraint or type(item).__module__.partition(".")[0] in _LIBRARIES


def _read_item(item: Any, into: Constraints) -> None:
    found = False
    if type(item).__name__ == "Predicate":
        into.predicates.append(item.func)
        found = True
    for name in _ATTRIBUTES:
        value = getattr(item, name, None)
        # For a time zone, None means "no zone". In msgspec, None means "no constraint".
        is_naive = name == "tz" and type(item).__name__ == "Timezone"
        if value is not None or is_naive:
            into.add(name, value)
            found = True
    if not found and _is_unknown_constraint(item):
        warnings.warn(
            f"{shown(item)} in an Annotated type is not known, so values may not satisfy it. Put a "
            "strategy in its place, or beside it.",
            ShortlexWarning,
            stacklevel=2,
        )


def _is_unknown_constraint(item: Any) -> bool:
    """Whether an item is meant as a constraint, unlike what libraries add for themselves."""
    library = sys.modules.get("annotated_types")
    return (
        library is not None
        and isinstance(item, library.BaseMetadata)
        and type(item).__module__.partition(".")[0] not in _LIBRARIES
    )
