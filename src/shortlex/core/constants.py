"""Constants: values that the code under test compares with, for random cases to try.

The runner finds them; here they are only kept, and filtered for each domain.
"""

from __future__ import annotations

from collections.abc import Callable, Iterable
from typing import Any, NamedTuple

from shortlex.core.domain import Choice, Domain

MAX_DOMAINS = 1000
"""After this many domains, those that were looked up are forgotten: some tests make new ones."""

Found = tuple[Iterable[Choice], Iterable[Choice]]
"""Constants of the code that a test uses, and of the code around that."""


class Members(NamedTuple):
    """The constants that a domain has."""

    near: list[Any]
    """In the code that the test uses."""
    far: list[Any]
    """Elsewhere."""


class Constants:
    """Constants of any type, found when they are first needed."""

    def __init__(self, find: Callable[[], Found]) -> None:
        self._find = find
        self._found: tuple[list[Choice], list[Choice]] | None = None
        self._members: dict[Domain, Members] = {}

    @classmethod
    def of(cls, near: Iterable[Choice] = (), far: Iterable[Choice] = ()) -> Constants:
        """These constants."""
        return cls(lambda: (near, far))

    def members_of(self, domain: Domain) -> Members:
        """Those that a domain has."""
        members = self._members.get(domain)
        if members is None:
            if self._found is None:
                near, far = self._find()
                self._found = [*near], [*far]
            if len(self._members) >= MAX_DOMAINS:
                self._members.clear()
            near, far = self._found
            contains = domain.contains
            members = Members([*filter(contains, near)], [*filter(contains, far)])
            self._members[domain] = members
        return members


NO_CONSTANTS = Constants.of()
