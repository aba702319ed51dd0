"""Constants: values that the code under test compares with, for random cases to try.

The runner finds them; here they are only kept, and filtered for each domain.
"""

from __future__ import annotations

from collections.abc import Iterable, Sequence
from typing import Any

from shortlex.core.domain import Choice, Domain

MAX_DOMAINS = 1000
"""After this many domains, those that were looked up are forgotten: some tests make new ones."""


class Constants:
    """Values of any type, without repeats, in the order given."""

    def __init__(self, values: Iterable[Choice] = ()) -> None:
        # By text: -0.0 and 0.0 are two values, and so are 1 and 1.0.
        self.values: tuple[Choice, ...] = tuple({repr(value): value for value in values}.values())
        self._members: dict[Domain, Sequence[Any]] = {}

    def members_of(self, domain: Domain) -> Sequence[Any]:
        """Those that a domain has."""
        if not self.values:
            return ()
        members = self._members.get(domain)
        if members is None:
            if len(self._members) >= MAX_DOMAINS:
                self._members.clear()
            members = [value for value in self.values if domain.contains(value)]
            self._members[domain] = members
        return members


NO_CONSTANTS = Constants()
