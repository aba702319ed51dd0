"""Rarity: constants of the program, and combinations that hardly ever come together."""

from __future__ import annotations

from bench.finding.property import bug

SECRET = 8_675_309
GREETING = b"PK\x03\x04"


@bug(lambda st: [st.integers()])
def number_is_special(n: int) -> bool:
    """A number that means something else."""
    return n == SECRET


@bug(lambda st: [st.binary()])
def archive_is_opened(data: bytes) -> bool:
    """Told by its first bytes."""
    return data.startswith(GREETING)


@bug(lambda st: [st.booleans() for _ in range(9)])
def all_options_together(*options: bool) -> bool:
    """Works for any option, and not for all of them together."""
    return all(options)
