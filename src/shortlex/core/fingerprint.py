"""Fingerprint: a few bytes that tell whether a test still asks for the same choices."""

from __future__ import annotations

from collections.abc import Iterable
from zlib import crc32

from shortlex.core.domain import Domain

FINGERPRINT_BYTES = 3
MARK_BYTES = 2


def fingerprint_of(domains: Iterable[Domain]) -> bytes:
    """The same in every process for the same domains in the same order."""
    digest = 0
    texts: dict[Domain, bytes] = {}
    for domain in domains:
        text = texts.get(domain)
        if text is None:
            text = texts[domain] = _text_of(domain).encode("utf-8", "surrogatepass")
        digest = crc32(text, digest)
    return _cut(digest, FINGERPRINT_BYTES)


def mark_of(test: str) -> bytes:
    """Tells the tests of a project apart, mostly: enough to look for one by it."""
    return _cut(crc32(test.encode("utf-8", "surrogatepass")), MARK_BYTES)


def _text_of(domain: Domain) -> str:
    if domain.kind == "boolean":
        # With what probability only matters for random cases.
        return "boolean;" if domain.count == 2 else f"{domain.simplest};"
    return f"{domain!r};"


def _cut(digest: int, size: int) -> bytes:
    return (digest & ((1 << 8 * size) - 1)).to_bytes(size, "big")
