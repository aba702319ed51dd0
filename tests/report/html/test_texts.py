"""Texts that others wrote, on a page."""

from shortlex.report.html.texts import printable, shortened


def test_a_long_text_says_how_much_is_left_out() -> None:
    assert shortened("abc", 3) == "abc"
    assert shortened("abcdef", 4) == "abcd\n... (2 characters more)"


def test_control_characters_are_spelt_out() -> None:
    assert printable("a\tb\n\x1b[31mred\x00\x9b", 100) == "a\tb\n\\x1b[31mred\\x00\\x9b"
