"""Replaying: which of the properties that were collected a token was made for."""

from __future__ import annotations

from collections.abc import Sequence
from typing import Any

import pytest

from shortlex.core.fingerprint import mark_of
from shortlex.core.token import parse_token
from shortlex.session import key_of


def made_by(token: str, properties: Sequence[pytest.Item]) -> list[pytest.Item]:
    """Those with the mark that the token has; all of them if none has, or the token has none."""
    mark = parse_token(token).mark
    return [item for item in properties if _mark_of(item) == mark] or list(properties)


def _mark_of(item: Any) -> bytes:
    test = item.obj
    owner = type(getattr(test, "__self__", None))
    return mark_of(key_of(getattr(test, "__func__", test), owner, item.nodeid))
