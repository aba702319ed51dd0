"""Text: lengths, cases, escapes, encodings and words with a meaning."""

from __future__ import annotations

from keyword import iskeyword
from unicodedata import normalize

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


@bug(lambda st: [st.text()])
def number_is_not_ascii(text: str) -> bool:
    """Checked by ``isdigit``, read by the byte."""
    return text.isdigit() and not text.isascii()


@bug(lambda st: [st.text()])
def styled_word_passes_the_filter(text: str) -> bool:
    """A filter of words that looks at ASCII letters, before the text is normalised."""
    return len(text) >= 3 and not text.isascii() and normalize("NFKC", text).isascii()


@bug(lambda st: [st.text()])
def quote_is_not_closed(text: str) -> bool:
    """Counts quotes, and looks at backslashes only before them."""
    return text.count('"') % 2 == 1 and '\\"' in text


@bug(lambda st: [st.text(), st.text()])
def needle_overlaps_itself(text: str, needle: str) -> bool:
    """Counts how often a text has another, and steps by one."""
    return len(needle) >= 2 and text.count(needle) >= 2


@bug(lambda st: [st.text(alphabet="()[]{}", max_size=20)])
def brackets_are_balanced(text: str) -> bool:
    """Takes what is balanced, and nested more than once, for an error."""
    while (shorter := text.replace("()", "").replace("[]", "").replace("{}", "")) != text:
        if len(text) >= 4 and not shorter:
            return True
        text = shorter
    return False


@bug(lambda st: [st.text(min_size=1)])
def palindrome_is_its_own_mirror(text: str) -> bool:
    """Marks a text by whether it was turned round."""
    return len(text) >= 5 and text == text[::-1] and len(set(text)) >= 2


@bug(lambda st: [st.text(alphabet="abc", min_size=1)])
def compression_grows(text: str) -> bool:
    """Writes the length of a run with one digit."""
    return any(letter * 10 in text for letter in "abc")


@bug(lambda st: [st.binary()])
def length_byte_overflows(data: bytes) -> bool:
    """Keeps the length of a text in one byte."""
    return len(data) > 255


@bug(lambda st: [st.text()])
def keyword_is_a_name(text: str) -> bool:
    """Makes an attribute of any word."""
    return text.isidentifier() and iskeyword(text)


@bug(lambda st: [st.text(), st.text()])
def names_differ_in_case_only(one: str, other: str) -> bool:
    """Files on a disk that does not tell cases apart."""
    return one != other and one.lower() == other.lower()
