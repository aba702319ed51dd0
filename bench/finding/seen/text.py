"""Text: lengths, cases, escapes, encodings and words with a meaning."""

from __future__ import annotations

from bench.finding.property import bug


@bug(lambda st: [st.text()])
def long_names_are_cut(name: str) -> bool:
    """A column of 64 characters."""
    return len(name) > 64


@bug(lambda st: [st.text(), st.text()])
def prefix_is_not_shorter(text: str, prefix: str) -> bool:
    """Says that a text with a prefix has something after it."""
    return bool(prefix) and text.startswith(prefix) and len(text) == len(prefix)


@bug(lambda st: [st.text()])
def word_is_taken_for_nothing(text: str) -> bool:
    """A configuration in which a word means that there is no value."""
    return text.lower() in ("null", "none", "nil")
