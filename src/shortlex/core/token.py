"""Token: a case as one word, which a report prints and a user pastes.

It holds the choices, the fingerprint of their domains, and the mark of the test. The fingerprint
tells whether the test still asks for the same choices; the mark finds the test. As bytes: the
version, the mark (2), the fingerprint (3), the body of ``encoding``, and the CRC-32 of all that.
The word is ``s2_`` and these bytes in base64, with the body deflated (and ``COMPRESSED`` set in
the version) when that is shorter. Tokens that begin with ``s1_`` have neither mark nor fingerprint.
"""

from __future__ import annotations

import binascii
import re
import zlib
from collections.abc import Iterable
from typing import NamedTuple
from zlib import crc32

from shortlex.core.domain import Choice, Domain
from shortlex.core.encoding import bad, decode_body, encode_body, other_version, seal, unseal

TOKEN_VERSION = 2
COMPRESSED = 0x80
PREFIX = f"s{TOKEN_VERSION}_"

INFLATED_LIMIT = 4 * 2**20
"""The longest body, in bytes, that a token holds compressed; a longer one is left as it is.

A compressed kilobyte can grow to a megabyte, and a byte of the body to five choices. This keeps
the worst token within a few hundred megabytes and is room for a million ordinary choices.
"""

_RAW_DEFLATE = -15  # no zlib header and no second checksum


class Token(NamedTuple):
    """What a token says."""

    choices: tuple[Choice, ...]
    fingerprint: bytes | None = None
    """Of the domains of the choices; None in a token of version 1."""
    mark: bytes | None = None
    """Of the test; None in a token of version 1."""


def format_token(choices: Iterable[Choice], fingerprint: bytes, mark: bytes) -> str:
    """A case as one word of letters, digits and underscores, for ``parse_token``."""
    version, body = TOKEN_VERSION, encode_body(choices)
    if len(body) <= INFLATED_LIMIT:
        deflate = zlib.compressobj(9, zlib.DEFLATED, _RAW_DEFLATE)
        smaller = deflate.compress(body) + deflate.flush()
        if len(smaller) < len(body):
            version, body = version | COMPRESSED, smaller
    return PREFIX + _to_word(seal(version, mark + fingerprint + body))


def parse_token(token: str) -> Token:
    """What ``format_token`` was given, in this release or before; or ``BadToken``.

    White space is skipped wherever it is: terminals and mail break long lines.
    """
    word = "".join(token.split())
    if not word:
        raise bad("The token is empty.")
    prefix = re.match("s([0-9]+)_", word)
    if prefix is None:
        raise bad(f"{word[:20]!r} is not a token: tokens begin with {PREFIX!r}.")
    if prefix[1] not in ("1", "2"):
        raise other_version(prefix[1][:20], "1 and 2")
    number = int(prefix[1])
    version, rest = unseal(_from_word(word[prefix.end() :]), (number, number | COMPRESSED))
    mark = fingerprint = None
    if number > 1:
        if len(rest) < MARK_BYTES + FINGERPRINT_BYTES:
            raise bad("The token is truncated.")
        mark, rest = rest[:MARK_BYTES], rest[MARK_BYTES:]
        fingerprint, rest = rest[:FINGERPRINT_BYTES], rest[FINGERPRINT_BYTES:]
    return Token(decode_body(_inflate(rest) if version & COMPRESSED else rest), fingerprint, mark)


def _to_word(data: bytes) -> str:
    # A double click selects a whole word, but base64 has two characters that end one. Each becomes
    # two characters, which costs 3% on average: as much as base 62 would, at the speed of C.
    text = binascii.b2a_base64(data, newline=False).decode("ascii").rstrip("=")
    return text.replace("+", "_0").replace("/", "_1")


def _from_word(word: str) -> bytes:
    text = word.replace("_0", "+").replace("_1", "/")
    try:
        data = binascii.a2b_base64(text + "=" * (-len(text) % 4))
    except ValueError:
        data = b""
    # Base64 decoding overlooks some damage, such as in the bits that pad the end. We do not.
    if not data or _to_word(data) != word:
        raise bad("The token is truncated, or has characters added, changed or lost.")
    return data


def _inflate(compressed: bytes) -> bytes:
    inflate = zlib.decompressobj(_RAW_DEFLATE)
    try:
        body = inflate.decompress(compressed, INFLATED_LIMIT + 1)
    except zlib.error as error:
        raise bad(f"The token cannot be decompressed: {error}.") from None
    if len(body) > INFLATED_LIMIT:
        raise bad(f"The token decompresses to more than {INFLATED_LIMIT} bytes.")
    if not inflate.eof or inflate.unused_data:
        raise bad("The token is truncated, or goes on after its end.")
    return body


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
    """A short mark by which a test is found; it usually differs between the tests of a project."""
    return _cut(crc32(test.encode("utf-8", "surrogatepass")), MARK_BYTES)


def _text_of(domain: Domain) -> str:
    if domain.kind == "boolean":
        # The probability is left out: only random cases depend on it.
        return "boolean;" if domain.count == 2 else f"{domain.simplest};"
    return f"{domain!r};"


def _cut(digest: int, size: int) -> bytes:
    return (digest & ((1 << 8 * size) - 1)).to_bytes(size, "big")
