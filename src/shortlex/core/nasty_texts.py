"""Nasty texts: what programs often get wrong, as edges of text domains.

Single characters, short texts, words that some program or format takes for something else, and
letters that look or sort like others.
"""

from __future__ import annotations

# Single characters come first: they fit most domains.
_CHARACTERS: tuple[str, ...] = (
    "0",
    " ",
    "\n",
    "\x00",
    "'",
    '"',
    "\\",
    "\t",
    "\r",
    "\x1b",
    "\x7f",
    "%",
    "<",
    "{",
    "-",
)
_CHARACTERS += (
    "\x85",  # str.splitlines splits here, files do not
    "\N{NO-BREAK SPACE}",
    "\N{LATIN SMALL LETTER SHARP S}",  # two letters in upper case
    "\N{LATIN CAPITAL LETTER I WITH DOT ABOVE}",  # two code points in lower case
    "\N{LATIN SMALL LETTER DZ WITH CARON}",  # has a title case of its own
    "\N{COMBINING ACUTE ACCENT}",
    "\N{ARABIC-INDIC DIGIT THREE}",  # a digit beyond ASCII
    "\N{SUPERSCRIPT TWO}",  # str.isdigit() is true, but int() refuses it
    "\N{HEBREW LETTER ALEF}",
    "\N{RIGHT-TO-LEFT OVERRIDE}",
    "\N{LINE SEPARATOR}",
    "\N{ZERO WIDTH JOINER}",
    "\N{ZERO WIDTH NO-BREAK SPACE}",  # the byte order mark
    "\ufffe",
    "\uffff",
    "\N{GRINNING FACE}",
    "\U0010ffff",
    "\ud800",
)
_SHORT: tuple[str, ...] = (
    "00",
    "-1",
    "a\n",
    "\r\n",
    "a\x00b",
    "\\n",
    "''",
    "%s",
    "../",
    "e\N{COMBINING ACUTE ACCENT}",
)

# Words that stand for a value, a number or a statement somewhere.
_WORDS: tuple[str, ...] = (
    *("null", "None", "NULL", "nil", "undefined", "NaN", "nan", "inf", "-inf", "Infinity"),
    *("true", "True", "false", "False", "yes", "no", "on", "off"),
    *("0.0", "-0", "1e5", "1E400", "0x1F", "1_000", "1,000", "1.", ".5", "+1", "007", "1/2"),
    *("if", "class", "def", "lambda", "import", "return", "in", "is", "not", "async", "__init__"),
    *("this", "new", "var", "constructor", "__proto__", "toString", "SELECT", "NULL;", "end"),
    *("CON", "aux", "NUL.txt", ".", "..", "~", "/", "C:", "*", "--help", "-rf", "$HOME"),
)

# Texts in which a part means something to what reads them.
_SYNTAX: tuple[str, ...] = (
    *("${x}", "{{x}}", "%(x)s", "{0}", "{x!r}", "`x`", "$(x)", "#!", "<!--", "]]>", "&amp;", "<b>"),
    *("' OR 1=1 --", '"; x', "a,b", '"a""b"', "=1+1", "@x", "a:b", "- a", "[a]", "key: value"),
    *("\\u0041", "\\x41", "%41", "%00", "a%20b", "a+b", "a&b=c", "?a=b", "#a", "//a", "a//b"),
    *("\n\n", "a\tb", " a", "a ", "  ", "\ta", "a\u00a0", "\ufeffa", "a\x1b[0m"),
)

# Letters that change, grow or vanish when a program normalises, folds, sorts or cuts them.
_LETTERS: tuple[str, ...] = (
    "\U0001d57f\U0001d58d\U0001d58a",  # "The" in styled letters
    "\uff54\uff45\uff53\uff54",  # "test" in full width
    "\u24d0\u24d1\u24d2",  # circled letters
    "\u216f\u2163",  # Roman numerals
    "\ufb01",  # a ligature of two letters
    "stra\xdfe",
    "\u0130stanbul",
    "\u0131",  # without its dot
    "\u03a3\u03af\u03c3\u03c5\u03c6\u03bf\u03c2",  # lower case depends on the place in the word
    "\u01c5",  # has a title case of its own
    "a\u0301\u0327",  # two marks on one letter
    "\xe1",
    "\u1100\u1161\u11a8",  # one syllable, three code points
    "\u05d0\u05d1",
    "a\u202eb",  # the rest is read from the right
    "a\u200bb",
    "a\u00adb",
    "\U0001f468\u200d\U0001f469\u200d\U0001f466",  # a family: one picture, five code points
    "\U0001f1e9\U0001f1ea",  # a flag
    "\U0001f44d\U0001f3fd",  # a thumb with a skin tone
    "\u0663\u0664",
    "\xb2\xb3",
    "\xbd",
    "\u4e00\u4e8c",
    "\ud83d",  # half of a pair
)

NASTY_TEXTS: tuple[str, ...] = _CHARACTERS + _SHORT + _WORDS + _SYNTAX + _LETTERS
"""Texts that programs often get wrong, the shortest first."""
