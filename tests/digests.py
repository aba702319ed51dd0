"""Digests: what each sample of a strategy generates from one seed, in a few letters.

``python -m tests.digests`` prints them, for the interpreter that runs it; ``--write`` keeps them in
``digests.json``, where ``test_determinism`` looks them up. What depends on tables of the
interpreter or the machine is in ``BY_TABLE``, with the table.
"""

from __future__ import annotations

import json
import sys
from hashlib import blake2b
from ipaddress import IPv6Address
from pathlib import Path
from typing import Any

from shortlex import given, seed, settings
from shortlex.control import current
from tests.strategies.samples import SAMPLES, Sample

KEPT = Path(__file__).with_name("digests.json")

BY_TABLE = {"timezone": "the time zone database", r"\\d": "unicodedata"}
"""By a part of the name of a sample, what decides which values it has besides the seed."""


def table_of(name: str) -> str | None:
    """What a sample depends on besides the seed, if anything."""
    return next((table for part, table in BY_TABLE.items() if part in name), None)


def digest_of(sample: Sample) -> str:
    """What a test meets, choices and values, in a few letters."""
    digest = blake2b(digest_size=6)

    @seed(2024)
    @settings(max_examples=40, database=None)
    @given(sample.strategy)
    def test(value: Any) -> None:
        case: Any = current.get()
        digest.update(f"{case.choices!a} {shown(value)}".encode())

    test()
    return digest.hexdigest()


def shown(value: Any) -> str:
    """What the value is, whatever Python writes for it: that changes from version to version."""
    if isinstance(value, (set, frozenset)):
        return f"{{{', '.join(sorted(map(shown, value)))}}}"
    if isinstance(value, (list, tuple)):
        return f"[{', '.join(map(shown, value))}]"
    if isinstance(value, dict):
        return shown([*value.items()])
    if isinstance(value, IPv6Address):
        return shown(int(value))
    text = ascii(value)  # which characters are printable depends on unicodedata
    return type(value).__name__ if " at 0x" in text else text


def digests() -> list[tuple[str, str]]:
    """Each sample that has values, and its digest."""
    return [(str(each), digest_of(each)) for each in SAMPLES if not each.strategy.is_empty]


if __name__ == "__main__":
    made = json.dumps(digests(), indent=0)
    if "--write" in sys.argv:
        KEPT.write_text(made + "\n", encoding="utf-8")
    else:
        print(made)
